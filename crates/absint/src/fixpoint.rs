//! The forward analysis: states at all nodes, from the start on, until nothing changes.
//!
//! Nodes are taken in reverse post-order. Where an edge goes back, states are widened to the next constant of the program; a few
//! passes narrow the result afterwards. A narrowed result is only kept if one more pass over all edges confirms it, so what is returned is
//! a fixpoint by inspection, whatever the domains did on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use whydunit_program::FunctionId;

use crate::graph::{Graph, NodeId};
use crate::limits::{LOOP_PATIENCE, MOST_ROUNDS, MOST_STEPS, MOST_STOPS, NARROWINGS};
use crate::machine::Checks;
use crate::objects::Objects;
use crate::partition::{Apart, Flags, Key, Loops, most_states};
use crate::state::State;
use crate::summary::{Returned, Summaries};

pub(crate) const LAST_STOPS: [i128; 9] = [
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
    pub(crate) summaries: Summaries,
    /// What the last steps returned to calls that are not entered.
    pub(crate) returned: Vec<(FunctionId, Returned)>,
}

/// Time is up, or too much was done.
#[derive(Debug)]
pub(crate) struct GivenUp;

/// Nodes with states that have not been followed yet, in the order in which they are taken.
#[derive(Default)]
struct Work {
    order: BTreeSet<(u32, NodeId)>,
    keys: BTreeMap<NodeId, BTreeSet<Key>>,
}

impl Forward<'_, '_> {
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
        if self.violated().is_empty() && self.unknown_results().is_empty() {
            return Ok(());
        }
        self.nodes = kept;
        // Which dimensions are related depends on the way there, so that a state may know less than the one it was joined to.
        for _ in 0..MOST_ROUNDS {
            let violated = self.violated();
            let unknown = self.unknown_results();
            if violated.is_empty() && unknown.is_empty() {
                return Ok(());
            }
            self.note_results(unknown, &mut work);
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
            let unknown = self.unknown_results();
            self.note_results(unknown, work);
        }
        Ok(())
    }

    /// What steps have returned that callers do not know yet.
    fn unknown_results(&mut self) -> Vec<(FunctionId, Returned)> {
        let mut unknown = std::mem::take(&mut self.returned);
        unknown.retain(|(function, returned)| !self.summaries.knows(*function, *returned));
        unknown
    }

    /// Whoever calls these functions without entering them has to be looked at once more.
    fn note_results(&mut self, results: Vec<(FunctionId, Returned)>, work: &mut Work) {
        for (function, returned) in results {
            self.summaries.note(function, returned);
            for &caller in self.graph.summary_callers(function) {
                let states = &self.nodes[caller.index()].states;
                if states.is_empty() {
                    continue;
                }
                work.order.insert((self.graph.order[caller.index()], caller));
                work.keys.entry(caller).or_default().extend(states.keys().cloned());
            }
        }
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
                match is_head && *visits > LOOP_PATIENCE {
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
            if !self.graph.successors(node).iter().any(goes_back)
                && !self.graph.calls_summaries(node)
            {
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
        // Results are not narrowed.
        self.returned.clear();
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
        self.returned.clear();
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
}
