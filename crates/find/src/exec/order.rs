//! The order in which the blocks of a function are executed, so that states meet before they go on.
//!
//! Blocks are numbered so that a block comes after all that lead to it, going back aside, and the blocks of a loop stand together.
//! A position is the list of loops around a block, each with the number of its iteration, and the block's own number; positions
//! are compared like words in a dictionary. Executing the least position first brings the states of one iteration
//! together before the next begins, and those that left a loop together behind it. Jumps into loops keep the order from being perfect:
//! then states are executed apart, which is slower and just as right.

use whydunit_program::{Block, BlockId, Cfg, LoopId};

#[derive(Debug)]
pub(crate) struct Order {
    cfg: Cfg,
    /// By block.
    numbers: Vec<u32>,
    /// Loops around each block, outermost first.
    nests: Vec<Vec<LoopId>>,
}

/// A loop that a position is in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Turn {
    header: u32,
    pub(crate) iteration: u32,
    pub(crate) id: u32,
}

/// Where a state stands.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Position {
    key: Vec<u32>,
    pub(crate) turns: Vec<Turn>,
    pub(crate) block: BlockId,
}

/// What moving along an edge means for the loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Move {
    Forward,
    /// The loop begins another iteration.
    Again(LoopId),
    /// Back, but not to the start of a loop around the block.
    Astray,
}

impl Order {
    pub(crate) fn new(blocks: &[Block]) -> Order {
        let cfg = Cfg::new(blocks);
        let mut nests = vec![Vec::new(); blocks.len()];
        for (index, nest) in nests.iter_mut().enumerate() {
            let mut inner = cfg.loop_of(BlockId(index as u32));
            while let Some(id) = inner {
                nest.insert(0, id);
                inner = cfg.loop_info(id).parent;
            }
        }
        let mut order = Order { numbers: vec![u32::MAX; blocks.len()], cfg, nests };
        order.number();
        order
    }

    /// Reverse postorder; of a block's successors those that leave more loops are visited first and so come last.
    fn number(&mut self) {
        let count = self.numbers.len();
        let mut visited = vec![false; count];
        let mut finished = Vec::with_capacity(count);
        let mut stack: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
        if count > 0 {
            visited[0] = true;
            stack.push((BlockId(0), self.by_depth(BlockId(0))));
        }
        while let Some((block, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(next) if !visited[next.index()] => {
                    visited[next.index()] = true;
                    let successors = self.by_depth(next);
                    stack.push((next, successors));
                }
                Some(_) => {}
                None => {
                    finished.push(*block);
                    stack.pop();
                }
            }
        }
        for (number, block) in finished.iter().rev().enumerate() {
            self.numbers[block.index()] = number as u32;
        }
    }

    /// Successors, those in the fewest loops last; `then` before `otherwise` among equals.
    fn by_depth(&self, block: BlockId) -> Vec<BlockId> {
        let mut successors = self.cfg.successors(block).to_vec();
        let common = |next: &BlockId| {
            let (a, b) = (&self.nests[block.index()], &self.nests[next.index()]);
            a.iter().zip(b).take_while(|(a, b)| a == b).count()
        };
        successors.sort_by_key(|next| std::cmp::Reverse(common(next)));
        successors
    }

    pub(crate) fn start(&self) -> Position {
        self.position(BlockId(0), Vec::new())
    }

    fn position(&self, block: BlockId, known: Vec<Turn>) -> Position {
        let mut turns = known;
        for &id in &self.nests[block.index()][turns.len()..] {
            let header = self.numbers[self.cfg.loop_info(id).header.index()];
            turns.push(Turn { header, iteration: 0, id: id.0 });
        }
        let mut key = Vec::with_capacity(2 * turns.len() + 1);
        for turn in &turns {
            key.extend([turn.header, turn.iteration]);
        }
        key.push(self.numbers[block.index()]);
        Position { key, turns, block }
    }

    /// The position of a successor.
    pub(crate) fn follow(&self, from: &Position, to: BlockId) -> (Position, Move) {
        let nest = &self.nests[to.index()];
        let common = nest.iter().zip(&from.turns).take_while(|(id, turn)| id.0 == turn.id).count();
        let mut turns = from.turns[..common].to_vec();
        let again =
            common.checked_sub(1).filter(|&last| self.cfg.loop_info(nest[last]).header == to);
        if let Some(last) = again {
            turns[last].iteration += 1;
            return (self.position(to, turns), Move::Again(nest[last]));
        }
        let back = self.numbers[to.index()] <= self.numbers[from.block.index()];
        (self.position(to, turns), if back { Move::Astray } else { Move::Forward })
    }
}
