//! The backward analysis: from where an obligation is made back to the start, which states lead to its being met, or not met.
//!
//! The *safety projection* of an obligation at a point over-approximates the states from which some path comes to the obligation and meets it; the *error
//! projection* those from which some path comes to it and does not (Definitions 4.1 and 4.2). Every statement is undone by undoing what the forward analysis
//! recorded of it ([`Effect`]), last first, so that both directions agree on what statements mean. Recorded effects hold in the states
//! that the forward analysis found possible: projections are exact there, and say nothing about states that no run reaches.

use std::collections::BTreeMap;

use crate::analysis::Analysis;
use crate::fixpoint::Forward;
use crate::graph::NodeId;
use crate::limits::{BACKWARD_PATIENCE, MOST_VISITS};
use crate::numbers::{Effect, Numbers};
use crate::numeric::{Interval, Linear, Octagon};
use crate::obligation::{Met, Place};
use crate::step::Watch;

/// What one state did at a node: the effects of each statement, then of each edge.
#[derive(Clone, Debug)]
pub(crate) struct Passage {
    /// The numbers before each statement, and before the end.
    pub(crate) before: Vec<Numbers>,
    pub(crate) statements: Vec<Vec<Effect>>,
    /// The node that follows, what happens on the way there, and the numbers on arrival.
    pub(crate) edges: Vec<(NodeId, Vec<Effect>, Numbers)>,
}

impl Passage {
    fn beginning(before: Numbers) -> Passage {
        Passage { before: vec![before], statements: Vec::new(), edges: Vec::new() }
    }
}

/// All passages, node by node.
#[derive(Debug)]
pub(crate) struct Passages {
    pub(crate) of_node: Vec<Vec<Passage>>,
}

impl Passages {
    /// Goes through every node once more, with every state that it has.
    pub(crate) fn record(forward: &mut Forward<'_, '_>) -> Passages {
        let mut of_node = Vec::with_capacity(forward.nodes.len());
        for index in 0..forward.nodes.len() {
            let mut passages = Vec::new();
            for mut state in forward.nodes[index].states.clone().into_values() {
                state.numbers.record();
                let from = forward.graph.node(NodeId(index as u32)).from;
                let all = std::cell::RefCell::new(Vec::<Passage>::new());
                let mut watch = Watch {
                    obligations: None,
                    before: &mut |index, state| {
                        let mut all = all.borrow_mut();
                        let effects = state.numbers.recorded();
                        let before = state.numbers.clone().without_log();
                        if index == from {
                            all.push(Passage::beginning(before));
                        } else if let Some(passage) = all.last_mut() {
                            passage.statements.push(effects);
                            passage.before.push(before);
                        }
                    },
                    behind: &mut |target, state| {
                        let effects = state.numbers.recorded();
                        let numbers = state.numbers.clone().without_log();
                        if let Some(passage) = all.borrow_mut().last_mut() {
                            passage.edges.push((target, effects, numbers));
                        }
                        state.numbers.set_log(None);
                    },
                };
                forward.step(NodeId(index as u32), state, Some(&mut watch));
                passages.extend(all.into_inner());
            }
            of_node.push(passages);
        }
        Passages { of_node }
    }
}

/// Which projection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    Safe,
    Failing,
}

/// States at the points of each node: before each statement and before the end; `None` where no path leads to the obligation.
#[derive(Debug)]
pub(crate) struct Projection {
    pub(crate) points: BTreeMap<NodeId, Vec<Option<Octagon>>>,
}

/// Projects an obligation onto all points from which a path leads to it.
pub(crate) fn project(
    analysis: &Analysis<'_>,
    passages: &Passages,
    met: &Met,
    wanted: Wanted,
) -> Projection {
    let graph = &analysis.graph;
    let mut at_start: BTreeMap<NodeId, Octagon> = BTreeMap::new();
    let mut visits: BTreeMap<NodeId, u32> = BTreeMap::new();
    let mut work: Vec<NodeId> = met.forms.iter().map(|(place, _)| place.node).collect();
    work.sort_by_key(|node| graph.order[node.index()]);
    work.dedup();
    while let Some(node) = work.pop() {
        let Some(points) = through(analysis, passages, met, wanted, node, &at_start) else {
            continue;
        };
        let Some(Some(new)) = points.into_iter().next() else { continue };
        let count = visits.entry(node).or_insert(0);
        *count += 1;
        let next = match at_start.get(&node) {
            Some(old) if new.is_subset_of(old) => continue,
            Some(_) if *count > MOST_VISITS => Octagon::top(),
            Some(old) if *count > BACKWARD_PATIENCE => {
                old.widen(&old.join(&new), &analysis.thresholds)
            }
            Some(old) => old.join(&new),
            None => new,
        };
        at_start.insert(node, next);
        for &before in &graph.predecessors[node.index()] {
            if !work.contains(&before) {
                work.push(before);
            }
        }
        // The last in the order comes first: most of what follows a node is settled before it.
        work.sort_by_key(|node| graph.order[node.index()]);
    }
    let mut points = BTreeMap::new();
    for index in 0..graph.nodes.len() {
        let node = NodeId(index as u32);
        if let Some(found) = through(analysis, passages, met, wanted, node, &at_start) {
            points.insert(node, found);
        }
    }
    Projection { points }
}

/// The projections at the points of a node, given those at the starts of nodes.
fn through(
    analysis: &Analysis<'_>,
    passages: &Passages,
    met: &Met,
    wanted: Wanted,
    node: NodeId,
    at_start: &BTreeMap<NodeId, Octagon>,
) -> Option<Vec<Option<Octagon>>> {
    let mut result: Option<Vec<Option<Octagon>>> = None;
    for passage in &passages.of_node[node.index()] {
        let own = along(analysis, passage, met, wanted, node, at_start);
        result = Some(match result {
            None => own,
            // A state that no run leaves the node with has been followed less far.
            Some(known) => {
                let length = known.len().max(own.len());
                let mut known = known.into_iter();
                let mut own = own.into_iter();
                (0..length).map(|_| either(known.next().flatten(), own.next().flatten())).collect()
            }
        });
    }
    result.filter(|points| points.iter().any(Option::is_some))
}

fn along(
    analysis: &Analysis<'_>,
    passage: &Passage,
    met: &Met,
    wanted: Wanted,
    node: NodeId,
    at_start: &BTreeMap<NodeId, Octagon>,
) -> Vec<Option<Octagon>> {
    let mut here: Option<Octagon> = None;
    for (target, effects, _) in &passage.edges {
        let behind = at_start.get(target).and_then(|octagon| undone(octagon.clone(), effects));
        here = either(here, behind);
    }
    let mut points = vec![None; passage.before.len()];
    let made = places(analysis, node, met);
    for position in (0..passage.before.len()).rev() {
        if position < passage.statements.len() {
            here = here.and_then(|octagon| undone(octagon, &passage.statements[position]));
        }
        for (_, form) in made.iter().filter(|(at, _)| *at == position) {
            here = either(here, required(form, wanted));
        }
        points[position].clone_from(&here);
    }
    points
}

/// Where in the node the obligation is made: positions count from its first statement on.
fn places<'m>(analysis: &Analysis<'_>, node: NodeId, met: &'m Met) -> Vec<(usize, &'m Linear)> {
    let first = analysis.graph.node(node).from;
    let own = met.forms.iter().filter(|(place, _)| place.node == node);
    own.map(|(Place { index, .. }, form)| ((index - first) as usize, form)).collect()
}

fn required(form: &Linear, wanted: Wanted) -> Option<Octagon> {
    let form = match wanted {
        Wanted::Safe => Some(form.clone()),
        // At least 1 instead of at most 0.
        Wanted::Failing => form.scale(-1).and_then(|form| form.shift(1)),
    };
    let mut octagon = Octagon::top();
    match form {
        Some(form) => match form.as_constant() {
            Some(value) => (value <= 0).then_some(octagon),
            None => octagon.constrain(&form).then_some(octagon),
        },
        None => Some(octagon),
    }
}

fn either(a: Option<Octagon>, b: Option<Octagon>) -> Option<Octagon> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.join(&b)),
        (a, b) => a.or(b),
    }
}

/// The states before some effects from which they lead into the octagon.
fn undone(mut octagon: Octagon, effects: &[Effect]) -> Option<Octagon> {
    for effect in effects.iter().rev() {
        let is_possible = match effect {
            Effect::Assign(dim, linear) => octagon.substitute(*dim, linear),
            Effect::AssignRange(dim, range) => {
                let is_possible = octagon.bounds(*dim).meet(*range).is_some();
                octagon.forget(*dim);
                is_possible
            }
            Effect::Forget(dim) => {
                octagon.forget(*dim);
                true
            }
            Effect::Constrain(form) => match form.as_constant() {
                Some(value) => value <= 0,
                None => octagon.constrain(form),
            },
        };
        if !is_possible {
            return None;
        }
    }
    Some(octagon)
}

/// Do the numbers and the octagon have a state in common?
pub(crate) fn meets(numbers: &Numbers, octagon: &Octagon) -> bool {
    let Some(both) = numbers.octagon().meet(octagon) else { return false };
    // Dimensions that are kept by their intervals.
    both.dims().iter().all(|dim| {
        let range: Interval = numbers.bounds(*dim);
        both.bounds(*dim).meet(range).is_some()
    })
}
