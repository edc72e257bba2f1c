//! Which states at one node are kept apart: path sensitivity where it pays.
//!
//! Three things tell states apart, as long as there are not too many at a node: which way a run has come from the last head of a loop on
//! ([`Trail::path`]), how often it has gone round the loops that it is in, up to a number ([`Trail::turns`]), and what the flags hold: variables that
//! are only ever set to constants and that conditions look at (states of automata). They are given up in this order.

use rustc_hash::FxHashSet;
use whydunit_program::{
    ExprKind, FunctionId, LocalId, PlaceBase, Program, StmtKind, TerminatorKind,
};

use crate::graph::{Context, Graph, NodeId};
use crate::limits::{LONGEST_PATH, MOST_FLAGS, MOST_PARTITIONED_NODES, MOST_TURNS};
use crate::objects::{Objects, SlotId};
use crate::state::State;

/// By what a state is told apart from others at its node.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Key {
    /// What the flags hold; those of which that is not known are left out.
    flags: Vec<(SlotId, i128)>,
    trail: Trail,
}

/// The way that the runs of a state have come.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) struct Trail {
    /// The heads of the loops around, from outside in, and how often they were come back to.
    turns: Vec<(NodeId, u8)>,
    /// Sides of branches that were taken since, and cases of statements.
    path: Vec<Side>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Side {
    Of(NodeId),
    Case(u8),
}

/// How much of that still counts at a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(crate) enum Apart {
    #[default]
    ByPath,
    ByTurns,
    ByFlags,
    Nothing,
}

impl Apart {
    pub(crate) fn less(self) -> Apart {
        match self {
            Apart::ByPath => Apart::ByTurns,
            Apart::ByTurns => Apart::ByFlags,
            Apart::ByFlags | Apart::Nothing => Apart::Nothing,
        }
    }
}

/// States that one node keeps apart, at most: the larger the graph, the fewer.
pub(crate) fn most_states(graph: &Graph<'_>) -> usize {
    match graph.nodes.len() {
        0..=400 => 12,
        401..=500 => 8,
        _ => 4,
    }
}

/// The loops of a graph: which nodes belong to which head.
#[derive(Debug)]
pub(crate) struct Loops {
    /// Heads of the loops that each node is in; `None` if that is not looked at.
    around: Option<Vec<FxHashSet<NodeId>>>,
}

impl Loops {
    pub(crate) fn new(graph: &Graph<'_>) -> Loops {
        if graph.nodes.len() > MOST_PARTITIONED_NODES {
            return Loops { around: None };
        }
        let mut around = vec![FxHashSet::default(); graph.nodes.len()];
        for index in 0..graph.nodes.len() {
            let head = NodeId(index as u32);
            if !graph.is_head[index] {
                continue;
            }
            around[index].insert(head);
            let own = graph.order[index];
            let comes_back = |from: &&NodeId| graph.order[from.index()] >= own;
            let mut work: Vec<NodeId> =
                graph.predecessors[index].iter().filter(comes_back).copied().collect();
            while let Some(node) = work.pop() {
                if node != head && around[node.index()].insert(head) {
                    work.extend(&graph.predecessors[node.index()]);
                }
            }
        }
        Loops { around: Some(around) }
    }

    /// The trail of a state behind an edge.
    pub(crate) fn follow(&self, graph: &Graph<'_>, trail: &mut Trail, from: NodeId, to: NodeId) {
        let Some(around) = &self.around else { return };
        let inside = &around[to.index()];
        trail.turns.retain(|(head, _)| inside.contains(head));
        if graph.is_head[to.index()] {
            trail.path.clear();
            match trail.turns.iter_mut().find(|(head, _)| *head == to) {
                Some((_, turns)) => *turns = (*turns + 1).min(MOST_TURNS),
                None => trail.turns.push((to, 0)),
            }
        } else if graph.successors(from).len() > 1 {
            trail.turn(Side::Of(to));
        }
    }

    /// Are states told apart by the ways that they have come?
    pub(crate) fn tells_ways_apart(&self) -> bool {
        self.around.is_some()
    }
}

impl Trail {
    fn turn(&mut self, side: Side) {
        if self.path.len() == LONGEST_PATH {
            self.path.remove(0);
        }
        self.path.push(side);
    }

    /// Statements on the way fell into these cases.
    pub(crate) fn choose(&mut self, cases: impl Iterator<Item = u8>) {
        for case in cases {
            self.turn(Side::Case(case));
        }
    }

    /// What is left of it where not everything counts.
    pub(crate) fn reduce(&mut self, apart: Apart) {
        if apart > Apart::ByPath {
            self.path.clear();
        }
        if apart > Apart::ByTurns {
            self.turns.clear();
        }
    }
}

#[derive(Debug)]
pub(crate) struct Flags {
    slots: Vec<SlotId>,
}

impl Flags {
    pub(crate) fn new(graph: &Graph<'_>, objects: &mut Objects<'_>) -> Flags {
        let mut slots = Vec::new();
        for (index, instance) in graph.instances.iter().enumerate() {
            for local in flags_of(graph.program, instance.function) {
                let object = objects.local(Context(index as u32), instance.function, local);
                slots.extend(objects.get(object).slots.iter().copied());
            }
        }
        slots.sort();
        Flags { slots }
    }

    /// The key of a state whose trail is reduced to what counts.
    pub(crate) fn key(&self, apart: Apart, state: &State, objects: &mut Objects<'_>) -> Key {
        let mut key = Key { flags: Vec::new(), trail: state.trail.clone() };
        if apart == Apart::Nothing {
            return key;
        }
        for &slot in &self.slots {
            if !state.set.contains(&slot) {
                continue;
            }
            let dim = objects.value_dim(slot);
            if let Some(value) = state.numbers.bounds(dim).as_point() {
                key.flags.push((slot, value));
            }
        }
        key
    }
}

fn flags_of(program: &Program, function: FunctionId) -> Vec<LocalId> {
    let info = program.function(function);
    let mut varying: FxHashSet<LocalId> = FxHashSet::default();
    let mut constants = vec![0; info.locals.len()];
    let mut tested: FxHashSet<LocalId> = FxHashSet::default();
    let local_of = |place: &whydunit_program::Place| match place.base {
        PlaceBase::Local(local) if place.path.is_empty() => Some(local),
        _ => None,
    };
    for block in info.blocks() {
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Assign { place, value } => {
                    if let Some(local) = local_of(place) {
                        match value.kind {
                            ExprKind::Int(_) => constants[local.index()] += 1,
                            _ => {
                                varying.insert(local);
                            }
                        }
                    }
                }
                StmtKind::Input { place, .. } | StmtKind::VaArg { place, .. } => {
                    varying.extend(local_of(place));
                }
                StmtKind::Call { dest: Some(place), .. } => varying.extend(local_of(place)),
                _ => {}
            }
        }
        if let TerminatorKind::Branch { cond, .. } | TerminatorKind::Switch { value: cond, .. } =
            &block.terminator.kind
        {
            cond.walk(&mut |part| {
                if let ExprKind::Load(place) = &part.kind {
                    tested.extend(local_of(place));
                }
            });
        }
    }
    let mut flags: Vec<LocalId> = (info.param_count..info.locals.len() as u32)
        .map(LocalId)
        .filter(|local| {
            let is_plain = !info.local(*local).in_memory;
            let is_int = program.types.int_kind(info.local(*local).ty).is_some();
            is_plain
                && is_int
                && constants[local.index()] >= 2
                && tested.contains(local)
                && !varying.contains(local)
        })
        .collect();
    flags.truncate(MOST_FLAGS);
    flags
}
