//! The analysis of a program: what was proved, and what is known where.

use std::time::Instant;

use rustc_hash::FxHashSet;
use whydunit_program::{
    Arithmetic, CheckKind, ExprKind, FunctionId, GlobalId, LocalId, Point, Program, SharedState,
    Type,
};
use whydunit_source::Span;

use crate::backward::Passages;
use crate::eval::Value;
use crate::fixpoint::{AtNode, Forward, GivenUp};
use crate::graph::{Graph, NodeId};
use crate::machine::{Checks, Machine};
use crate::mined::Mined;
use crate::numbers::Numbers;
use crate::objects::{Content, Objects};
use crate::obligation::{Met, Obligations};
use crate::partition::{Flags, Loops};
use crate::relevance::{self, Row};
use crate::shown;
use crate::state::State;
use crate::step::Watch;
use crate::summary::Summaries;

/// What is asked of an analysis.
#[derive(Clone, Debug)]
pub struct Options {
    /// The checks that are in force.
    pub checks: Vec<CheckKind>,
    pub deadline: Option<Instant>,
    /// What the proofs rest on is wanted too.
    pub mines: bool,
}

/// An obligation of the program: a check, or one end of one.
#[derive(Clone, Debug)]
pub struct Property {
    /// The statement that makes it.
    pub point: Point,
    pub kind: CheckKind,
    pub span: Span,
    /// Which part of the check: 0 is the lower end of a range, 1 the upper.
    pub side: u8,
    /// It holds whenever a run comes here.
    pub is_proved: bool,
}

/// What an analysis found out.
#[derive(Debug)]
pub struct Analysis<'p> {
    pub(crate) graph: Graph<'p>,
    pub(crate) objects: Objects<'p>,
    pub(crate) nodes: Vec<AtNode>,
    pub(crate) obligations: Obligations,
    /// It came to an end, so what it says is so.
    pub(crate) is_complete: bool,
    pub(crate) thresholds: Vec<i128>,
    /// What statements do, where that is wanted.
    pub(crate) passages: Option<Passages>,
    pub(crate) deadline: Option<Instant>,
}

/// Analyses all runs that start in a function.
pub fn analyse<'p>(program: &'p Program, start: FunctionId, options: &Options) -> Analysis<'p> {
    let graph = Graph::new(program, start);
    let mut objects = Objects::new(program);
    let checks = Checks(options.checks.clone());
    let flags = Flags::new(&graph, &mut objects);
    let mut forward = Forward {
        nodes: vec![AtNode::default(); graph.nodes.len()],
        thresholds: thresholds(program),
        deadline: options.deadline,
        graph: &graph,
        objects: &mut objects,
        checks: &checks,
        initial: Vec::new(),
        flags,
        loops: Loops::new(&graph),
        summaries: Summaries::new(&graph),
        returned: Vec::new(),
    };
    let mut obligations = Obligations::default();
    // Integers without limits are not what these domains compute with.
    let is_machine = program.arithmetic == Arithmetic::Machine;
    let is_complete = is_machine && {
        begin(&mut forward);
        let outcome = forward.run();
        if outcome.is_ok() {
            look_again(&mut forward, &mut obligations);
        }
        !matches!(outcome, Err(GivenUp))
    };
    let passages = (is_complete && options.mines).then(|| Passages::record(&mut forward));
    let Forward { nodes, thresholds, .. } = forward;
    let nodes = if is_complete { nodes } else { Vec::new() };
    let deadline = options.deadline;
    Analysis { graph, objects, nodes, obligations, is_complete, thresholds, passages, deadline }
}

/// Entry states: globals as they are initialised, parameters open; of what anybody may call, nothing is known.
fn begin(forward: &mut Forward<'_, '_>) {
    let graph = forward.graph;
    for &root in &graph.roots {
        let mut machine = forward.machine(root, State::top(), None);
        let (context, function) = (machine.context, machine.function);
        machine.begin_instance(context, function, &[]);
        if machine.is_start {
            begin_program(&mut machine);
        }
        let state = machine.state;
        forward.initial.push((root, state));
    }
}

/// Where runs start, globals are as they were initialised or as other functions left them, and pointers are to something.
fn begin_program(machine: &mut Machine<'_, '_>) {
    let program = machine.program;
    for global in 0..program.globals.len() as u32 {
        machine.initialise_global(GlobalId(global));
    }
    for global in SharedState::at(program, machine.function).open {
        let object = machine.objects.global(global);
        machine.set_to_anything(object);
    }
    if program.is_main(machine.function) {
        return;
    }
    let function = program.function(machine.function);
    for local in (0..function.param_count).map(LocalId) {
        let ty = function.local(local).ty;
        let object = machine.objects.local(machine.context, machine.function, local);
        let slots = machine.objects.get(object).slots.clone();
        if let [slot] = slots[..]
            && matches!(program.types.get(ty), Type::Pointer(_))
            && matches!(machine.objects.slot(slot).content, Content::Pointer { .. })
        {
            let pointer = machine.input_behind(local, ty);
            machine.store_scalar(slot, &Value::Pointer(pointer), true);
        }
    }
}

/// One more pass over everything, in which obligations are written down.
fn look_again(forward: &mut Forward<'_, '_>, obligations: &mut Obligations) {
    for index in 0..forward.nodes.len() {
        for state in forward.nodes[index].states.clone().into_values() {
            let mut watch = Watch {
                obligations: Some(std::mem::take(obligations)),
                before: &mut |_, _| {},
                behind: &mut |_, _| {},
            };
            forward.step(NodeId(index as u32), state, Some(&mut watch));
            *obligations = watch.obligations.unwrap_or_default();
        }
    }
}

/// Numbers that loops are likely to end at.
fn thresholds(program: &Program) -> Vec<i128> {
    let mut found: FxHashSet<i128> = [-1, 0, 1].into_iter().collect();
    for bits in [8_u32, 16, 32, 64] {
        found.extend([(1_i128 << bits) - 1, (1_i128 << (bits - 1)) - 1, -(1_i128 << (bits - 1))]);
    }
    let mut note = |value: i128| {
        found.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
    };
    for function in &program.functions {
        function.walk(&mut |part| {
            if let ExprKind::Int(value) = part.kind {
                note(value);
            }
        });
        for local in &function.locals {
            if let Type::Array { len: Some(len), .. } = program.types.get(local.ty) {
                note(i128::from(*len));
            }
        }
    }
    for global in &program.globals {
        if let Type::Array { len: Some(len), .. } = program.types.get(global.ty) {
            note(i128::from(*len));
        }
    }
    let mut list: Vec<i128> = found.into_iter().collect();
    list.sort_unstable();
    list
}

impl Analysis<'_> {
    /// Did it come to an end? If not, nothing is known.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// All obligations, in the order of the program.
    pub fn properties(&self) -> Vec<Property> {
        let mut all: Vec<Property> = self
            .obligations
            .met
            .iter()
            .map(|met| Property {
                point: met.obligation.point,
                kind: met.obligation.kind,
                span: met.obligation.span,
                side: met.obligation.side,
                is_proved: met.is_proved && self.is_complete,
            })
            .collect();
        all.sort_by_key(|one| (one.span, one.point, one.kind, one.side));
        all
    }

    /// Are all runs covered, so that what has no obligation here has none at all?
    pub fn covers_all_runs(&self) -> bool {
        self.is_complete && !self.obligations.is_partial
    }

    /// Does no run fail any of the checks?
    pub fn holds(&self) -> bool {
        self.is_complete
            && !self.obligations.is_partial
            && self.obligations.met.iter().all(|met| met.is_proved)
    }

    /// Can a run come to the point, as far as is known?
    pub fn is_reachable(&self, point: Point) -> bool {
        !self.is_complete
            || self.graph.nodes.iter().zip(&self.nodes).any(|(node, at)| {
                let is_here = self.graph.function_of(node.context) == point.function
                    && node.block == point.block
                    && (node.from..=node.to).contains(&point.index);
                is_here && !at.states.is_empty()
            })
    }

    pub(crate) fn is_late(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// The partial specification that the proofs contain.
    pub fn mine(&self) -> Mined {
        relevance::mine(self)
    }

    /// The fact that proves an obligation, in the program's words: what is known there about what it speaks of.
    pub fn because(&self, property: &Property) -> Option<String> {
        let met = self.met(property)?;
        let passages = self.passages.as_ref()?;
        let mut facts: Vec<String> = Vec::new();
        for (place, form) in &met.forms {
            let position = (place.index - self.graph.node(place.node).from) as usize;
            let passages = &passages.of_node[place.node.index()];
            let known = passages
                .iter()
                .filter_map(|passage| passage.before.get(position))
                .cloned()
                .reduce(|a, b| a.join(&b));
            let mut octagon = known?.octagon().clone();
            octagon.forget_all(|dim| form.mentions(dim));
            let fact = shown::octagon(self, &octagon);
            if fact != "true" && !facts.contains(&fact) {
                facts.push(fact);
            }
        }
        // In different calls different facts may hold.
        match facts.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            several => Some(
                several.iter().map(|fact| format!("({fact})")).collect::<Vec<_>>().join(" || "),
            ),
        }
    }

    /// The statements and conditions that the proof of an obligation rests on.
    pub fn rests_on(&self, property: &Property) -> Vec<Point> {
        let mut points: Vec<Point> = self
            .rows(property)
            .into_iter()
            .filter(|row| row.is_relevant)
            .map(|row| row.point)
            .collect();
        points.sort();
        points.dedup();
        points
    }

    fn met(&self, property: &Property) -> Option<&Met> {
        self.obligations.met.iter().find(|met| {
            let obligation = &met.obligation;
            (obligation.point, obligation.kind, obligation.span, obligation.side)
                == (property.point, property.kind, property.span, property.side)
        })
    }

    /// What is known on the way to an obligation, as in Fig. 6 of the paper: reachable states, projections, relevant edges.
    pub fn rows(&self, property: &Property) -> Vec<Row> {
        self.met(property).map_or_else(Vec::new, |met| relevance::rows(self, met))
    }

    /// What holds whenever a run comes to the point, in the program's words; `None` where none does.
    pub fn invariant(&self, point: Point) -> Option<String> {
        let passages = self.passages.as_ref()?;
        let mut known: Option<Numbers> = None;
        for (node, of_node) in self.graph.nodes.iter().zip(&passages.of_node) {
            let is_here = self.graph.function_of(node.context) == point.function
                && node.block == point.block
                && (node.from..=node.to).contains(&point.index);
            let Some(position) = is_here.then(|| (point.index - node.from) as usize) else {
                continue;
            };
            for numbers in of_node.iter().filter_map(|passage| passage.before.get(position)) {
                known = Some(match known {
                    Some(known) => known.join(numbers),
                    None => numbers.clone(),
                });
            }
        }
        known.map(|numbers| shown::octagon(self, numbers.octagon()))
    }
}
