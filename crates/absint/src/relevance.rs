//! What proofs rest on: edges without which an error would not be excluded, and values that keep obligations met.
//!
//! An edge from `m` to `n` is relevant for an obligation that was proved when no state at `n` leads to its failure, but states at `m` would if they were at
//! `n`: `φ_n ∧ ψ_n = ∅` and `φ_m ∧ ψ_n ≠ ∅` (Definition 4.3). Statements on such edges are *trusted*.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_program::{CheckKind, Point, StmtKind};

use crate::analysis::Analysis;
use crate::backward::{Passages, Projection, Wanted, meets, project};
use crate::graph::NodeId;
use crate::limits::MOST_DEMANDS;
use crate::mined::{Bounds, Mined};
use crate::numbers::Numbers;
use crate::numeric::{Dim, Interval, Octagon};
use crate::objects::{Content, Quantity};
use crate::obligation::Met;

/// Proofs about these checks say what a program is meant to do; that sums do not overflow says little.
const TELLING: [CheckKind; 5] =
    [CheckKind::Bounds, CheckKind::Div, CheckKind::Assert, CheckKind::Contract, CheckKind::Shift];

/// An edge of the graph: a statement, or the end of a node on the way to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Edge {
    pub(crate) point: Point,
    pub(crate) is_end: bool,
}

pub(crate) fn mine(analysis: &Analysis<'_>) -> Mined {
    let mut mined = Mined::default();
    let Some(passages) = &analysis.passages else { return mined };
    let proved = analysis.obligations.met.iter().filter(|met| {
        met.is_proved && !met.forms.is_empty() && TELLING.contains(&met.obligation.kind)
    });
    let mut allowed: FxHashMap<Point, Vec<Bounds>> = FxHashMap::default();
    for met in proved.take(MOST_DEMANDS) {
        if analysis.is_late() {
            break;
        }
        let failing = project(analysis, passages, met, Wanted::Failing);
        mined
            .trusted
            .extend(relevant_edges(analysis, passages, &failing).iter().map(|edge| edge.point));
        let safe = project(analysis, passages, met, Wanted::Safe);
        for (point, bounds) in results(analysis, passages, &safe) {
            allowed.entry(point).or_default().push(bounds);
        }
    }
    for met in analysis.obligations.met.iter().filter(|met| !met.is_proved && !met.forms.is_empty())
    {
        if analysis.is_late() {
            break;
        }
        let safe = project(analysis, passages, met, Wanted::Safe);
        for point in points_of_no_return(analysis, passages, &safe) {
            mined.trusted.remove(&point);
        }
    }
    for (point, all) in allowed {
        let low = all.iter().filter_map(|bounds| bounds.low).max();
        let high = all.iter().filter_map(|bounds| bounds.high).min();
        if low.zip(high).is_none_or(|(low, high)| low <= high) && (low.is_some() || high.is_some())
        {
            mined.results.insert(point, Bounds { low, high });
        }
    }
    mined
}

/// Statements after which an obligation that was not proved cannot be met on any path, though before it could: whatever proofs of other obligations rest on them,
/// these are to blame.
fn points_of_no_return(
    analysis: &Analysis<'_>,
    passages: &Passages,
    safe: &Projection,
) -> Vec<Point> {
    let mut found = Vec::new();
    let leads = |numbers: &Numbers, octagon: Option<&Option<Octagon>>| {
        octagon.is_some_and(|one| one.as_ref().is_some_and(|one| meets(numbers, one)))
    };
    for (&node, points) in &safe.points {
        let info = analysis.graph.node(node);
        for passage in &passages.of_node[node.index()] {
            for position in 0..passage.before.len().saturating_sub(1) {
                let (before, after) = (&passage.before[position], &passage.before[position + 1]);
                let behind = points.get(position + 1);
                // Behind the obligation nothing is asked any more.
                let is_asked = behind.is_some_and(Option::is_some);
                if is_asked && leads(before, points.get(position)) && !leads(after, behind) {
                    found.push(analysis.graph.point(info, info.from + position as u32));
                }
            }
        }
    }
    found
}

/// The edges that are relevant for an obligation, given its error projection.
pub(crate) fn relevant_edges(
    analysis: &Analysis<'_>,
    passages: &Passages,
    failing: &Projection,
) -> FxHashSet<Edge> {
    let graph = &analysis.graph;
    let mut relevant = FxHashSet::default();
    for (&node, points) in &failing.points {
        let info = graph.node(node);
        for passage in &passages.of_node[node.index()] {
            for position in 0..passage.before.len().saturating_sub(1) {
                let point = graph.point(info, info.from + position as u32);
                let (before, after) = (&passage.before[position], &passage.before[position + 1]);
                if is_relevant(before, after, points.get(position + 1).and_then(Option::as_ref)) {
                    relevant.insert(Edge { point, is_end: false });
                }
            }
            let Some(last) = passage.before.last() else { continue };
            for (target, _, arriving) in &passage.edges {
                let behind = start_of(failing, *target);
                if is_relevant(last, arriving, behind) {
                    relevant.insert(Edge { point: graph.point(info, info.to), is_end: true });
                }
            }
        }
    }
    relevant
}

fn start_of(projection: &Projection, node: NodeId) -> Option<&Octagon> {
    projection.points.get(&node).and_then(|points| points.first()).and_then(Option::as_ref)
}

fn is_relevant(before: &Numbers, after: &Numbers, failing: Option<&Octagon>) -> bool {
    failing.is_some_and(|failing| !meets(after, failing) && meets(before, failing))
}

/// For every assignment, the values after it that the safety projection allows. An end that the program itself exceeds (on runs that never
/// come to the obligation) is left open.
fn results(
    analysis: &Analysis<'_>,
    passages: &Passages,
    safe: &Projection,
) -> Vec<(Point, Bounds)> {
    let mut found: FxHashMap<Point, (Interval, Interval)> = FxHashMap::default();
    for (&node, points) in &safe.points {
        let info = analysis.graph.node(node);
        for index in info.from..info.to {
            let position = (index - info.from) as usize;
            let stmt = analysis.graph.stmt(info, index);
            if !matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Input { .. }) {
                continue;
            }
            let Some(Some(octagon)) = points.get(position + 1) else { continue };
            let point = analysis.graph.point(info, index);
            for passage in &passages.of_node[node.index()] {
                let Some(dim) = assigned(passage.statements.get(position)) else { continue };
                let Some(after) = passage.before.get(position + 1) else { continue };
                let Some(unit) = unit_of(analysis, dim) else { continue };
                let unit = Interval::point(unit);
                let Some(allowed) = allowed_values(octagon, after, dim) else { continue };
                let (allowed, own) = (allowed.mul(unit), after.bounds(dim).mul(unit));
                let entry = found.entry(point).or_insert((allowed, own));
                *entry = (entry.0.join(allowed), entry.1.join(own));
            }
        }
    }
    let bounds = |(allowed, own): (Interval, Interval)| Bounds {
        low: (allowed.low != i128::MIN && own.low >= allowed.low).then_some(allowed.low),
        high: (allowed.high != i128::MAX && own.high <= allowed.high).then_some(allowed.high),
    };
    let mut list: Vec<(Point, Bounds)> =
        found.into_iter().map(|(point, ranges)| (point, bounds(ranges))).collect();
    list.sort_by_key(|(point, _)| *point);
    list
}

/// What the projection allows a dimension to be, when all others are what they are in some run.
fn allowed_values(octagon: &Octagon, after: &Numbers, dim: Dim) -> Option<Interval> {
    let mut others = after.octagon().clone();
    others.forget(dim);
    others.meet(octagon).map(|both| both.bounds(dim))
}

/// The dimension that a statement assigned, if it is one scalar.
fn assigned(effects: Option<&Vec<crate::numbers::Effect>>) -> Option<Dim> {
    use crate::numbers::Effect;
    effects?.iter().rev().find_map(|effect| match effect {
        Effect::Assign(dim, _) | Effect::AssignRange(dim, _) => Some(*dim),
        Effect::Forget(_) | Effect::Constrain(_) => None,
    })
}

/// Bytes that one unit of the dimension stands for; `None` if it is no value of a scalar.
fn unit_of(analysis: &Analysis<'_>, dim: Dim) -> Option<i128> {
    let Quantity::Value(slot) = analysis.objects.quantity(dim) else { return None };
    let slot = analysis.objects.slot(slot);
    match slot.content {
        _ if slot.is_array() => None,
        Content::Int(_) => Some(1),
        Content::Pointer { unit } => Some(unit),
        Content::Other => None,
    }
}

/// Of an obligation: what is known where. For people, and for tests.
#[derive(Clone, Debug)]
pub struct Row {
    pub point: Point,
    /// Before the statement.
    pub reachable: String,
    pub safe: String,
    pub failing: String,
    /// The statement is on a relevant edge.
    pub is_relevant: bool,
}

/// The rows of a figure like the paper's Fig. 6, for the points of one function in their order.
pub(crate) fn rows(analysis: &Analysis<'_>, met: &Met) -> Vec<Row> {
    let Some(passages) = &analysis.passages else { return Vec::new() };
    let failing = project(analysis, passages, met, Wanted::Failing);
    let safe = project(analysis, passages, met, Wanted::Safe);
    let relevant = relevant_edges(analysis, passages, &failing);
    let mut rows = Vec::new();
    for (&node, points) in &safe.points {
        let info = analysis.graph.node(node);
        for (position, point) in points.iter().enumerate() {
            let at = analysis.graph.point(info, info.from + position as u32);
            let reachable = passages.of_node[node.index()]
                .iter()
                .filter_map(|passage| passage.before.get(position))
                .cloned()
                .reduce(|a, b| a.join(&b));
            let own = failing.points.get(&node).and_then(|points| points.get(position)?.as_ref());
            let show = |octagon: Option<&Octagon>| match octagon {
                Some(octagon) => crate::shown::octagon(analysis, octagon),
                None => "false".to_owned(),
            };
            rows.push(Row {
                point: at,
                reachable: show(reachable.as_ref().map(Numbers::octagon)),
                safe: show(point.as_ref()),
                failing: show(own),
                is_relevant: relevant.iter().any(|edge| edge.point == at),
            });
        }
    }
    rows
}
