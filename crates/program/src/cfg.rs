//! Facts about a function's control flow: who follows whom, where branches join again, what loops.
//!
//! Dominators and post-dominators come from `petgraph` (Cooper, Harvey and Kennedy's algorithm). A
//! block that can never reach the end of the function would have no post-dominator; of every endless
//! loop the last block that jumps back is given an edge to the virtual exit, so that
//! a conditional inside an endless loop still joins inside the loop.

use std::collections::BTreeMap;

use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{DfsPostOrder, Reversed};

use rustc_hash::FxHashSet;

use crate::number::of_position;
use crate::{Block, BlockId, TerminatorKind};

/// A loop of one function, by its position in [`Cfg::loops`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LoopId(pub u32);

/// A natural loop: all blocks from which the header is reached again without leaving it.
#[derive(Clone, Debug)]
pub struct LoopInfo {
    /// The block that every round begins with.
    pub header: BlockId,
    /// Ascending.
    pub blocks: Vec<BlockId>,
    /// The innermost loop around this one.
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

impl LoopInfo {
    /// Does the block belong to the loop?
    pub fn contains(&self, block: BlockId) -> bool {
        self.blocks.binary_search(&block).is_ok()
    }
}

/// What is known of one function's control flow.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
    /// Invariant: `None` for unreachable blocks and for those joined only by the function's end.
    post_dominator: Vec<Option<BlockId>>,
    loops: Vec<LoopInfo>,
    innermost_loop: Vec<Option<LoopId>>,
    nesting: Vec<u32>,
}

impl Cfg {
    /// Of the blocks of one body; block 0 is the entry.
    pub fn new(blocks: &[Block]) -> Cfg {
        let successors: Vec<Vec<BlockId>> = blocks
            .iter()
            .map(|block| {
                let mut next = block.terminator.kind.successors();
                next.sort_unstable();
                next.dedup();
                next
            })
            .collect();
        let mut predecessors = vec![Vec::new(); blocks.len()];
        for (index, next) in successors.iter().enumerate() {
            for target in next {
                predecessors[target.index()].push(BlockId(of_position(index)));
            }
        }
        let mut cfg = Cfg {
            post_dominator: vec![None; blocks.len()],
            innermost_loop: vec![None; blocks.len()],
            nesting: vec![0; blocks.len()],
            successors,
            predecessors,
            loops: Vec::new(),
        };
        if !blocks.is_empty() {
            let (graph, _) = cfg.graph();
            let dominators = simple_fast(&graph, NodeIndex::new(0));
            let tree = Tree::of(&dominators, blocks.len());
            cfg.find_loops(&tree);
            cfg.find_post_dominators();
            cfg.find_nesting(blocks, &dominators, &tree);
        }
        cfg
    }

    /// Where control may go from a block.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block.index()]
    }

    /// Where control may come from.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
    }

    /// The block where all ways out of `block` meet again; `None` when that is the function's end.
    pub fn post_dominator(&self, block: BlockId) -> Option<BlockId> {
        self.post_dominator[block.index()]
    }

    /// All loops, by their numbers.
    pub fn loops(&self) -> &[LoopInfo] {
        &self.loops
    }

    /// One of the loops.
    pub fn loop_info(&self, id: LoopId) -> &LoopInfo {
        &self.loops[id.0 as usize]
    }

    /// The innermost loop that contains `block`.
    pub fn loop_of(&self, block: BlockId) -> Option<LoopId> {
        self.innermost_loop[block.index()]
    }

    /// The loop whose header `block` is.
    pub fn loop_headed_by(&self, block: BlockId) -> Option<LoopId> {
        self.loops.iter().position(|l| l.header == block).map(|index| LoopId(of_position(index)))
    }

    /// Conditionals around a block as the source shows them: branches that decide whether the block is
    /// reached and have not joined again. Decisions on a constant (`while (1)`) do not count.
    pub fn nesting(&self, block: BlockId) -> u32 {
        self.nesting[block.index()]
    }

    /// Blocks on some way from `start` that does not pass `stop`; `stop` itself is not among them.
    pub fn reachable_until(&self, start: BlockId, stop: Option<BlockId>) -> Vec<BlockId> {
        let mut seen = vec![false; self.successors.len()];
        let mut work = vec![start];
        while let Some(block) = work.pop() {
            if Some(block) == stop || std::mem::replace(&mut seen[block.index()], true) {
                continue;
            }
            work.extend(&self.successors[block.index()]);
        }
        (0..of_position(seen.len())).map(BlockId).filter(|block| seen[block.index()]).collect()
    }

    /// One node per block; the extra last node is the virtual exit.
    fn graph(&self) -> (DiGraph<(), ()>, NodeIndex) {
        let mut graph =
            DiGraph::with_capacity(self.successors.len() + 1, 2 * self.successors.len());
        for _ in 0..=self.successors.len() {
            graph.add_node(());
        }
        let exit = NodeIndex::new(self.successors.len());
        for (index, next) in self.successors.iter().enumerate() {
            for target in next {
                graph.add_edge(NodeIndex::new(index), NodeIndex::new(target.index()), ());
            }
            if next.is_empty() {
                graph.add_edge(NodeIndex::new(index), exit, ());
            }
        }
        (graph, exit)
    }

    fn find_loops(&mut self, tree: &Tree) {
        let mut headers: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
        for (index, next) in self.successors.iter().enumerate() {
            let latch = BlockId(of_position(index));
            for &target in next.iter().filter(|&&target| tree.dominates(target, latch)) {
                headers.entry(target).or_default().push(latch);
            }
        }
        let mut loops: Vec<LoopInfo> = headers
            .into_iter()
            .map(|(header, latches)| {
                let blocks = self.loop_body(header, latches);
                LoopInfo { header, blocks, parent: None, depth: 0 }
            })
            .collect();
        // Larger loops first: the innermost loop around a header is the last one so far that contains it.
        loops.sort_by_key(|info| (std::cmp::Reverse(info.blocks.len()), info.header));
        for index in 0..loops.len() {
            let parent = self.innermost_loop[loops[index].header.index()];
            loops[index].parent = parent;
            loops[index].depth = parent.map_or(0, |outer| loops[outer.0 as usize].depth) + 1;
            for block in &loops[index].blocks {
                self.innermost_loop[block.index()] = Some(LoopId(of_position(index)));
            }
        }
        self.loops = loops;
    }

    /// The blocks from which the header is reached without leaving the loop, ascending: the work is that of the loop, not of the function.
    fn loop_body(&self, header: BlockId, latches: Vec<BlockId>) -> Vec<BlockId> {
        let mut inside = FxHashSet::default();
        inside.insert(header);
        let mut work = latches;
        while let Some(block) = work.pop() {
            if inside.insert(block) {
                work.extend(&self.predecessors[block.index()]);
            }
        }
        let mut blocks: Vec<BlockId> = inside.into_iter().collect();
        blocks.sort_unstable();
        blocks
    }

    /// Down the tree of dominators: a block is inside what its immediate dominator is inside of, and inside that if it is a branch, but
    /// outside of the branches that join here.
    fn find_nesting(&mut self, blocks: &[Block], dominators: &Dominators<NodeIndex>, tree: &Tree) {
        let decides = |block: BlockId| match &blocks[block.index()].terminator.kind {
            TerminatorKind::Branch { cond, .. } => cond.as_int().is_none(),
            TerminatorKind::Switch { .. } => true,
            _ => false,
        };
        let mut joining = vec![0; blocks.len()];
        for branch in (0..of_position(blocks.len())).map(BlockId).filter(|&block| decides(block)) {
            // A join above the branch itself is the head of the next iteration.
            if let Some(join) = self.post_dominator[branch.index()]
                && join != branch
                && tree.dominates(branch, join)
            {
                joining[join.index()] += 1;
            }
        }
        for &block in &tree.order {
            let Some(above) = dominators.immediate_dominator(NodeIndex::new(block.index())) else {
                continue;
            };
            let above = BlockId(of_position(above.index()));
            self.nesting[block.index()] =
                self.nesting[above.index()] + u32::from(decides(above)) - joining[block.index()];
        }
    }

    fn find_post_dominators(&mut self) {
        let (mut graph, exit) = self.graph();
        let mut order = Vec::new();
        let mut walk = DfsPostOrder::new(&graph, NodeIndex::new(0));
        while let Some(node) = walk.next(&graph) {
            order.push(node);
        }
        order.reverse();
        // Post-order from the exit over reversed edges: what it does not visit cannot end.
        let mut ends = vec![false; self.successors.len() + 1];
        let mark = |graph: &DiGraph<(), ()>, from: NodeIndex, ends: &mut Vec<bool>| {
            let mut work = vec![from];
            while let Some(node) = work.pop() {
                if !std::mem::replace(&mut ends[node.index()], true) {
                    work.extend(graph.neighbors_directed(node, petgraph::Direction::Incoming));
                }
            }
        };
        mark(&graph, exit, &mut ends);
        for &node in &order {
            if ends[node.index()] {
                continue;
            }
            let loop_blocks = self.reachable_until(BlockId(of_position(node.index())), None);
            let jumps_back = |candidate: &&NodeIndex| {
                graph.contains_edge(**candidate, node)
                    && loop_blocks.binary_search(&BlockId(of_position(candidate.index()))).is_ok()
            };
            if let Some(&last) = order.iter().rev().find(jumps_back) {
                graph.add_edge(last, exit, ());
                mark(&graph, last, &mut ends);
            }
        }
        let dominators = simple_fast(Reversed(&graph), exit);
        for &node in &order {
            if node == exit {
                continue;
            }
            self.post_dominator[node.index()] = dominators
                .immediate_dominator(node)
                .filter(|&join| join != exit)
                .map(|join| BlockId(of_position(join.index())));
        }
    }
}

/// The tree of dominators, numbered so that one comparison tells who is above whom.
struct Tree {
    /// When each block is entered and left in a walk through the tree; `None` if it is unreachable.
    walked: Vec<Option<(u32, u32)>>,
    /// Blocks from the root down, each after the one above it.
    order: Vec<BlockId>,
}

impl Tree {
    fn of(dominators: &Dominators<NodeIndex>, count: usize) -> Tree {
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); count + 1];
        for index in 0..count {
            if let Some(above) = dominators.immediate_dominator(NodeIndex::new(index)) {
                below[above.index()].push(of_position(index));
            }
        }
        let mut tree = Tree { walked: vec![None; count], order: Vec::with_capacity(count) };
        let mut clock = 0;
        let mut work = vec![(BlockId(0), false)];
        while let Some((block, is_left)) = work.pop() {
            clock += 1;
            if is_left {
                if let Some((_, left)) = &mut tree.walked[block.index()] {
                    *left = clock;
                }
                continue;
            }
            tree.walked[block.index()] = Some((clock, clock));
            tree.order.push(block);
            work.push((block, true));
            work.extend(below[block.index()].iter().map(|&next| (BlockId(next), false)));
        }
        tree
    }

    /// Does every way to `below` go through `above`? Each block dominates itself.
    fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        match (self.walked[above.index()], self.walked[below.index()]) {
            (Some((entered, left)), Some((inner, _))) => entered <= inner && inner <= left,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Expr, LocalId, Place, SourceStmtId, Terminator, TypeId};
    use whydunit_source::{FileId, Span};

    /// A graph given as the successors of each block.
    fn cfg(edges: &[&[u32]]) -> Cfg {
        let span = Span::at(FileId(0), 0);
        let blocks: Vec<Block> = edges
            .iter()
            .map(|next| {
                let kind = match **next {
                    [] => TerminatorKind::Return(None),
                    [one] => TerminatorKind::Goto(BlockId(one)),
                    [then, otherwise] => TerminatorKind::Branch {
                        cond: Expr::load(Place::local(LocalId(0), TypeId(0), span)),
                        then: BlockId(then),
                        otherwise: BlockId(otherwise),
                    },
                    _ => unreachable!("test graphs have at most two edges a block"),
                };
                let terminator = Terminator { kind, span, source: SourceStmtId(0) };
                Block { stmts: Vec::new(), terminator }
            })
            .collect();
        Cfg::new(&blocks)
    }

    fn joins(cfg: &Cfg) -> Vec<Option<u32>> {
        cfg.post_dominator.iter().map(|join| join.map(|block| block.0)).collect()
    }

    #[test]
    fn a_conditional_joins_behind_both_sides() {
        let diamond = cfg(&[&[1, 2], &[3], &[3], &[]]);
        assert_eq!(joins(&diamond), [Some(3), Some(3), Some(3), None]);
    }

    #[test]
    fn an_early_return_keeps_the_rest_in_scope() {
        let early = cfg(&[&[1, 2], &[], &[3], &[]]);
        assert_eq!(joins(&early), [None, None, Some(3), None]);
    }

    #[test]
    fn a_conditional_in_an_endless_loop_joins_inside_it() {
        // 0 -> 1 (header), 1 -> 2|3, 2 -> 4, 3 -> 4, 4 -> 1
        let endless = cfg(&[&[1], &[2, 3], &[4], &[4], &[1]]);
        assert_eq!(joins(&endless), [Some(1), Some(4), Some(4), Some(4), None]);
        assert_eq!(endless.loops().len(), 1);
    }

    #[test]
    fn loops_nest() {
        // 0 -> 1; 1 -> 2|5; 2 -> 3; 3 -> 4|1; 4 -> 3; 5 end
        let nested = cfg(&[&[1], &[2, 5], &[3], &[4, 1], &[3], &[]]);
        assert_eq!(nested.loops().len(), 2);
        let inner = nested.loop_of(BlockId(4)).expect("block 4 is in a loop");
        assert_eq!(nested.loop_info(inner).header, BlockId(3));
        assert_eq!(nested.loop_info(inner).depth, 2);
        let outer = nested.loop_info(inner).parent.expect("the inner loop has a parent");
        assert_eq!(nested.loop_info(outer).header, BlockId(1));
        assert_eq!(nested.loop_of(BlockId(5)), None);
        assert_eq!(joins(&nested)[1], Some(5));
        assert_eq!(joins(&nested)[3], Some(1));
    }

    #[test]
    fn nesting_is_what_the_source_shows() {
        // while (a) { if (b) continue; s } t
        let looping = cfg(&[&[1], &[2, 4], &[1, 3], &[1], &[]]);
        let nesting: Vec<u32> = (0..5).map(|block| looping.nesting(BlockId(block))).collect();
        assert_eq!(nesting, [0, 0, 1, 2, 0]);
    }

    #[test]
    fn reachable_until_stops_at_the_join() {
        let diamond = cfg(&[&[1, 2], &[3], &[3], &[]]);
        assert_eq!(diamond.reachable_until(BlockId(1), Some(BlockId(3))), [BlockId(1)]);
    }
}
