//! The forward analysis: states at all nodes, from the start on, until nothing changes.
//!
//! Nodes are taken in reverse post-order. Where an edge goes back, states are widened to the next constant of the program; a few
//! passes narrow the result afterwards. A narrowed result is only kept if one more pass over all edges confirms it, so what is returned is
//! a fixpoint by inspection, whatever the domains did on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use whydunit_program::{BinaryOp, StmtKind, SwitchCase, TerminatorKind};

use crate::choices::Choices;
use crate::graph::{End, Graph, NodeId};
use crate::machine::{Checks, Machine, Reached};
use crate::numbers::Number;
use crate::numeric::Interval;
use crate::objects::Objects;
use crate::obligation::Obligations;
use crate::partition::{Apart, Flags, Key, Loops, most_states};
use crate::state::State;

/// Visits of a loop's head before its state is widened.
const PATIENCE: u32 = 3;
const NARROWINGS: usize = 2;
/// Visits in which constants of the program may hold a bound that grows.
const MOST_STOPS: u32 = 12;
const LAST_STOPS: [i128; 9] = [
    i64::MIN as i128,
    i32::MIN as i128,
    -1,
    0,
    1,
    i32::MAX as i128,
    u32::MAX as i128,
    i64::MAX as i128,
    u64::MAX as i128,
];

/// The states at a node, kept apart by what flags hold.
#[derive(Clone, Default, Debug)]
pub(crate) struct AtNode {
    pub(crate) states: BTreeMap<Key, State>,
    visits: BTreeMap<Key, u32>,
    /// What keeps them apart: less, once there were too many.
    apart: Apart,
}

pub(crate) struct Forward<'a, 'p> {
    pub(crate) graph: &'a Graph<'p>,
    pub(crate) objects: &'a mut Objects<'p>,
    pub(crate) checks: &'a Checks,
    pub(crate) thresholds: Vec<i128>,
    pub(crate) flags: Flags,
    pub(crate) loops: Loops,
    pub(crate) deadline: Option<Instant>,
    pub(crate) nodes: Vec<AtNode>,
    /// Entry states of the roots.
    pub(crate) initial: Vec<(NodeId, State)>,
}

/// Time is up, or too much was done.
#[derive(Debug)]
pub(crate) struct GivenUp;

/// Steps of the iteration, for each node of the graph.
const MOST_STEPS: usize = 200;

/// Times that what is no fixpoint yet is gone on with.
const MOST_ROUNDS: usize = 6;

/// Nodes with states that have not been followed yet, in the order in which they are taken.
#[derive(Default)]
struct Work {
    order: BTreeSet<(u32, NodeId)>,
    keys: BTreeMap<NodeId, BTreeSet<Key>>,
}

impl<'p> Forward<'_, 'p> {
    pub(crate) fn run(&mut self) -> Result<(), GivenUp> {
        let mut work = Work::default();
        for (node, state) in self.initial.clone() {
            self.absorb(node, state, &mut work);
        }
        let mut steps = 0;
        self.ascend(&mut work, &mut steps)?;
        let kept = self.nodes.clone();
        for _ in 0..NARROWINGS {
            if self.is_late() || !self.narrow() {
                break;
            }
        }
        if self.violated().is_empty() {
            return Ok(());
        }
        self.nodes = kept;
        // Which dimensions are related depends on the way there, so that a state may know less than the one it was joined to.
        for _ in 0..MOST_ROUNDS {
            let violated = self.violated();
            if violated.is_empty() {
                return Ok(());
            }
            for (node, state) in violated {
                self.absorb(node, state, &mut work);
            }
            self.ascend(&mut work, &mut steps)?;
        }
        Err(GivenUp)
    }

    /// Follows states until no node gets a new one.
    fn ascend(&mut self, work: &mut Work, steps: &mut usize) -> Result<(), GivenUp> {
        while let Some((_, node)) = work.order.pop_first() {
            *steps += 1;
            if *steps > MOST_STEPS * (self.graph.nodes.len() + 10) || self.is_late() {
                return Err(GivenUp);
            }
            let keys = work.keys.remove(&node).unwrap_or_default();
            for key in keys {
                let Some(state) = self.nodes[node.index()].states.get(&key).cloned() else {
                    continue;
                };
                for (target, out) in self.step(node, state, None) {
                    self.absorb(target, out, work);
                }
            }
        }
        Ok(())
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    fn absorb(&mut self, node: NodeId, state: State, work: &mut Work) {
        let (key, state) = self.keyed(node, state);
        let is_head = self.graph.is_head[node.index()];
        let at = &mut self.nodes[node.index()];
        let changed = match at.states.get(&key) {
            None => state,
            Some(old) if state.is_subset_of(old, self.objects) => return,
            Some(old) => {
                let joined = old.join(&state, self.objects);
                let visits = at.visits.entry(key.clone()).or_insert(0);
                *visits += 1;
                match is_head && *visits > PATIENCE {
                    true => {
                        let stops = match *visits {
                            0..=MOST_STOPS => self.thresholds.as_slice(),
                            // The ends of types only; at last, nothing holds it.
                            visits if visits <= 2 * MOST_STOPS => &LAST_STOPS,
                            _ => &[],
                        };
                        old.widen(&joined, stops, self.objects)
                    }
                    false => joined,
                }
            }
        };
        at.states.insert(key.clone(), changed);
        let order = self.graph.order[node.index()];
        work.order.insert((order, node));
        work.keys.entry(node).or_default().insert(key);
        while self.nodes[node.index()].states.len() > most_states(self.graph) {
            let keys = self.merge(node);
            work.keys.insert(node, keys);
        }
    }

    /// Keeps the states at a node less far apart; says which there are then.
    fn merge(&mut self, node: NodeId) -> BTreeSet<Key> {
        let at = &mut self.nodes[node.index()];
        at.apart = at.apart.less();
        for state in std::mem::take(&mut at.states).into_values() {
            let (key, state) = self.keyed(node, state);
            let states = &mut self.nodes[node.index()].states;
            let joined = match states.get(&key) {
                Some(known) => known.join(&state, self.objects),
                None => state,
            };
            states.insert(key, joined);
        }
        self.nodes[node.index()].states.keys().cloned().collect()
    }

    /// A state with what tells it apart from the others at the node.
    fn keyed(&mut self, node: NodeId, mut state: State) -> (Key, State) {
        let apart = self.nodes[node.index()].apart;
        state.trail.reduce(apart);
        (self.flags.key(apart, &state, self.objects), state)
    }

    /// One descending pass; says whether anything changed.
    fn narrow(&mut self) -> bool {
        let mut arriving: Vec<BTreeMap<Key, State>> = vec![BTreeMap::new(); self.nodes.len()];
        let mut order: Vec<NodeId> = (0..self.nodes.len() as u32).map(NodeId).collect();
        order.sort_by_key(|node| self.graph.order[node.index()]);
        for (node, state) in self.initial.clone() {
            self.arrive(&mut arriving, node, state);
        }
        // Edges that go back bring what was known before.
        for &node in &order {
            let own = self.graph.order[node.index()];
            let goes_back = |target: &NodeId| self.graph.order[target.index()] <= own;
            if !self.graph.successors(node).iter().any(goes_back) {
                continue;
            }
            for state in self.nodes[node.index()].states.clone().into_values() {
                for (target, out) in self.step(node, state, None) {
                    if self.graph.order[target.index()] <= own {
                        self.arrive(&mut arriving, target, out);
                    }
                }
            }
        }
        let mut has_changed = false;
        for &node in &order {
            if self.is_late() {
                return false;
            }
            let next = std::mem::take(&mut arriving[node.index()]);
            let is_head = self.graph.is_head[node.index()];
            let old = std::mem::take(&mut self.nodes[node.index()].states);
            let mut kept = BTreeMap::new();
            for (key, new) in next {
                let state = match old.get(&key) {
                    Some(before) if !new.is_subset_of(before, self.objects) => before.clone(),
                    Some(before) if is_head => before.narrow(&new),
                    _ => new,
                };
                has_changed |= old.get(&key) != Some(&state);
                kept.insert(key, state);
            }
            has_changed |= kept.len() != old.len();
            self.nodes[node.index()].states = kept.clone();
            let own = self.graph.order[node.index()];
            for state in kept.into_values() {
                for (target, out) in self.step(node, state, None) {
                    if self.graph.order[target.index()] > own {
                        self.arrive(&mut arriving, target, out);
                    }
                }
            }
        }
        has_changed
    }

    fn arrive(&mut self, arriving: &mut [BTreeMap<Key, State>], node: NodeId, state: State) {
        let (key, state) = self.keyed(node, state);
        let at = &mut arriving[node.index()];
        let joined = match at.get(&key) {
            Some(known) => known.join(&state, self.objects),
            None => state,
        };
        at.insert(key, joined);
    }

    /// The states that an edge brings to a node which does not know them.
    fn violated(&mut self) -> Vec<(NodeId, State)> {
        let mut violated = Vec::new();
        for (node, state) in self.initial.clone() {
            if !self.is_known(node, state.clone()) {
                violated.push((node, state));
            }
        }
        for index in 0..self.nodes.len() {
            let node = NodeId(index as u32);
            for state in self.nodes[index].states.clone().into_values() {
                for (target, out) in self.step(node, state, None) {
                    if !self.is_known(target, out.clone()) {
                        violated.push((target, out));
                    }
                }
            }
        }
        violated
    }

    fn is_known(&mut self, node: NodeId, state: State) -> bool {
        let (key, state) = self.keyed(node, state);
        let states = &self.nodes[node.index()].states;
        match states.get(&key) {
            Some(known) if state.is_subset_of(known, self.objects) => true,
            _ => states.values().any(|known| state.is_subset_of(known, self.objects)),
        }
    }

    pub(crate) fn machine<'m>(
        &'m mut self,
        node: NodeId,
        state: State,
        obligations: Option<Obligations>,
    ) -> Machine<'m, 'p> {
        let info = self.graph.node(node);
        let function = self.graph.function_of(info.context);
        Machine {
            program: self.graph.program,
            is_start: info.context.0 == 0,
            context: info.context,
            function,
            node,
            point: self.graph.point(info, info.from),
            index: info.from,
            objects: self.objects,
            checks: self.checks,
            obligations,
            choices: Choices::default(),
            state,
        }
    }

    /// What a state at the start of a node becomes at the nodes that follow it.
    pub(crate) fn step(
        &mut self,
        node: NodeId,
        state: State,
        watch: Option<&mut Watch<'_>>,
    ) -> Vec<(NodeId, State)> {
        let graph = self.graph;
        let mut watch = watch;
        let mut obligations = watch.as_deref_mut().and_then(|watch| watch.obligations.take());
        let mut choices = Choices::new(self.loops.tells_ways_apart());
        let mut all: Vec<(NodeId, State)> = Vec::new();
        loop {
            let mut machine = self.machine(node, state.clone(), obligations);
            machine.choices = choices;
            let mut out = Vec::new();
            let _ = run(graph, node, &mut machine, &mut watch, &mut out);
            (obligations, choices) = (machine.obligations.take(), machine.choices);
            for (target, mut state) in out {
                state.trail.choose(choices.taken());
                self.loops.follow(graph, &mut state.trail, node, target);
                let is_same = |known: &&mut (NodeId, State)| {
                    known.0 == target && known.1.trail == state.trail
                };
                match all.iter_mut().find(is_same) {
                    Some((_, known)) => *known = known.join(&state, self.objects),
                    None => all.push((target, state)),
                }
            }
            if !choices.advance() {
                break;
            }
        }
        if let Some(watch) = watch {
            watch.obligations = obligations;
        }
        all
    }
}

/// Who looks on while a node is gone through.
pub(crate) struct Watch<'w> {
    pub(crate) obligations: Option<Obligations>,
    /// Told the state before each statement and before the end, with its number. Where cases are told apart, a node is gone through several times.
    pub(crate) before: &'w mut dyn FnMut(u32, &mut State),
    /// Told the state behind each edge.
    pub(crate) behind: &'w mut dyn FnMut(NodeId, &mut State),
}

fn run<'p>(
    graph: &Graph<'p>,
    node: NodeId,
    machine: &mut Machine<'_, 'p>,
    watch: &mut Option<&mut Watch<'_>>,
    out: &mut Vec<(NodeId, State)>,
) -> Reached<()> {
    let info = graph.node(node);
    for index in info.from..info.to {
        (machine.point.index, machine.index) = (index, index);
        if let Some(watch) = watch {
            (watch.before)(index, &mut machine.state);
        }
        machine.statement(graph.stmt(info, index))?;
    }
    (machine.point.index, machine.index) = (info.to, info.to);
    if let Some(watch) = watch {
        (watch.before)(info.to, &mut machine.state);
    }
    let mut give = |target: NodeId, mut state: State, watch: &mut Option<&mut Watch<'_>>| {
        if let Some(watch) = watch {
            (watch.behind)(target, &mut state);
        }
        out.push((target, state));
    };
    match &info.end {
        End::Stop => {}
        End::Call { callee, entry } => {
            let StmtKind::Call { args, .. } = &graph.stmt(info, info.to).kind else {
                return Ok(());
            };
            let function = graph.function_of(*callee);
            machine.enter(*callee, function, args)?;
            give(*entry, machine.state.clone(), watch);
        }
        End::Return(target) => {
            let TerminatorKind::Return(value) = &graph.terminator(info).kind else {
                return Ok(());
            };
            machine.give_back(value.as_ref())?;
            let (Some(target), Some((caller, point))) =
                (target, graph.instances[info.context.0 as usize].caller)
            else {
                return Ok(());
            };
            let (callee, function) = (machine.context, machine.function);
            machine.context = caller;
            machine.function = graph.function_of(caller);
            let program = graph.program;
            if let Some(StmtKind::Call { dest, .. }) = program.stmt_at(point).map(|stmt| &stmt.kind)
            {
                machine.point = point;
                machine.leave(callee, function, dest.as_ref())?;
            }
            give(*target, machine.state.clone(), watch);
        }
        End::Terminator(targets) => match &graph.terminator(info).kind {
            TerminatorKind::Branch { cond, .. } => {
                let before = machine.state.clone();
                for (target, truth) in targets.iter().zip([true, false]) {
                    machine.state = before.clone();
                    let is_possible = match truth {
                        true => machine.assume(cond, true),
                        false => machine.quietly(|machine| machine.assume(cond, false)),
                    };
                    if is_possible.is_ok() {
                        give(*target, machine.state.clone(), watch);
                    }
                }
            }
            TerminatorKind::Switch { value, cases, .. } => {
                let number = machine.eval_int(value)?;
                let before = machine.state.clone();
                for (target, case) in targets.iter().zip(cases) {
                    machine.state = before.clone();
                    if in_case(machine, &number, case).is_ok() {
                        give(*target, machine.state.clone(), watch);
                    }
                }
                machine.state = before;
                if let Some(default) = targets.last()
                    && in_no_case(machine, &number, cases).is_ok()
                {
                    give(*default, machine.state.clone(), watch);
                }
            }
            _ => {
                for target in targets {
                    give(*target, machine.state.clone(), watch);
                }
            }
        },
    }
    Ok(())
}

fn in_case(machine: &mut Machine<'_, '_>, number: &Number, case: &SwitchCase) -> Reached<()> {
    machine.relate(BinaryOp::Ge, number, &Number::point(case.low))?;
    machine.relate(BinaryOp::Le, number, &Number::point(case.high))
}

/// Cases at the ends of the range are cut off, as often as there are any.
fn in_no_case(machine: &mut Machine<'_, '_>, number: &Number, cases: &[SwitchCase]) -> Reached<()> {
    let mut cases = cases.to_vec();
    cases.sort_by_key(|case| case.low);
    for case in cases.iter().chain(cases.iter().rev()) {
        let range = machine.state.numbers.range(number);
        let whole = Interval::new(case.low, case.high);
        if range.is_subset_of(whole) {
            return Err(crate::machine::Unreachable);
        }
        if whole.contains(range.low) {
            machine.relate(BinaryOp::Gt, number, &Number::point(case.high))?;
        } else if whole.contains(range.high) {
            machine.relate(BinaryOp::Lt, number, &Number::point(case.low))?;
        }
    }
    Ok(())
}
