//! Facts of control flow against their definitions, on random graphs; and that large functions have them soon.

use whydunit_program::{
    Block, BlockId, Cfg, Expr, LocalId, Place, SourceStmtId, Terminator, TerminatorKind, TypeId,
};
use whydunit_source::{FileId, Span};

fn blocks(edges: &[Vec<u32>]) -> Vec<Block> {
    let span = Span::at(FileId(0), 0);
    let block = |next: &Vec<u32>| {
        let kind = match next.as_slice() {
            [] => TerminatorKind::Return(None),
            [one] => TerminatorKind::Goto(BlockId(*one)),
            [then, otherwise, ..] => TerminatorKind::Branch {
                cond: Expr::load(Place::local(LocalId(0), TypeId(0), span)),
                then: BlockId(*then),
                otherwise: BlockId(*otherwise),
            },
        };
        let terminator = Terminator { kind, span, source: SourceStmtId(0) };
        Block { stmts: Vec::new(), terminator }
    };
    edges.iter().map(block).collect()
}

/// Blocks that are reached from the first without passing `without`.
fn reached(edges: &[Vec<u32>], without: Option<u32>) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut work = vec![0];
    while let Some(block) = work.pop() {
        if Some(block) != without && !std::mem::replace(&mut seen[block as usize], true) {
            work.extend(&edges[block as usize]);
        }
    }
    seen
}

/// By the definition: branches that dominate the block and whose join, unless it is the head of a next iteration, does not.
fn nesting(edges: &[Vec<u32>], cfg: &Cfg) -> Vec<u32> {
    let all = reached(edges, None);
    let without: Vec<Vec<bool>> =
        (0..edges.len() as u32).map(|block| reached(edges, Some(block))).collect();
    let dominates = |above: usize, below: usize| {
        all[below] && all[above] && (above == below || !without[above][below])
    };
    let of = |block: usize| {
        let around = (0..edges.len()).filter(|&branch| {
            let decides = edges[branch].len() == 2;
            let join = cfg.post_dominator(BlockId(branch as u32)).map(|join| join.0 as usize);
            let joined =
                join.is_some_and(|join| dominates(join, block) && !dominates(join, branch));
            branch != block && dominates(branch, block) && decides && !joined
        });
        around.count() as u32
    };
    (0..edges.len()).map(of).collect()
}

#[test]
fn nesting_is_what_its_definition_says() {
    let mut state = 88_172_645_463_325_252_u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % bound
    };
    let mut nested = 0;
    for _ in 0..3000 {
        let count = 2 + below(12);
        let edges: Vec<Vec<u32>> = (0..count)
            .map(|_| {
                let mut next: Vec<u32> = (0..below(3)).map(|_| below(count) as u32).collect();
                next.sort_unstable();
                next.dedup();
                next
            })
            .collect();
        let cfg = Cfg::new(&blocks(&edges));
        let found: Vec<u32> = (0..count as u32).map(|block| cfg.nesting(BlockId(block))).collect();
        assert_eq!(found, nesting(&edges, &cfg), "{edges:?}");
        nested += found.iter().filter(|&&nesting| nesting > 0).count();
    }
    assert!(nested > 1000, "only {nested} blocks were inside of something");
}

/// 20,000 arms of one `else if`, loops one after the other, blocks in a row.
#[test]
fn large_functions_have_facts() {
    let count = 20_000;
    let last = 2 * count;
    // Block 2k decides: its arm is 2k + 1, which goes to the end, or the next one.
    let arms: Vec<Vec<u32>> = (0..=last)
        .map(|block| match block {
            _ if block == last => Vec::new(),
            _ if block % 2 == 0 => vec![block + 1, block + 2],
            _ => vec![last],
        })
        .collect();
    let cfg = Cfg::new(&blocks(&arms));
    assert_eq!(cfg.nesting(BlockId(last - 1)), count);
    assert_eq!(cfg.nesting(BlockId(last)), 0);
    let loops: Vec<Vec<u32>> = (0..=last)
        .map(|block| match block {
            _ if block == last => Vec::new(),
            _ if block % 2 == 0 => vec![block + 1, block + 2],
            _ => vec![block - 1],
        })
        .collect();
    let cfg = Cfg::new(&blocks(&loops));
    assert_eq!(cfg.loops().len(), count as usize);
    assert!(cfg.loops().iter().all(|info| info.depth == 1 && info.blocks.len() == 2));
}
