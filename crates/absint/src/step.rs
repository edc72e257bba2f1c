//! One step of the forward analysis: what a state at the start of a node becomes at the nodes that follow it.

use whydunit_program::{BinaryOp, StmtKind, SwitchCase, TerminatorKind};

use crate::choices::Choices;
use crate::fixpoint::Forward;
use crate::graph::{End, Graph, NodeId};
use crate::machine::{Machine, Reached};
use crate::numbers::Number;
use crate::numeric::Interval;
use crate::obligation::Obligations;
use crate::state::State;

impl<'p> Forward<'_, 'p> {
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
            summaries: &self.summaries,
            summary_calls: Vec::new(),
            return_value: None,
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
            let summary_calls = std::mem::take(&mut machine.summary_calls);
            let returned = machine.return_value.take();
            (obligations, choices) = (machine.obligations.take(), machine.choices);
            let context = graph.node(node).context;
            let function = graph.function_of(context);
            if self.summaries.contain(function, context) {
                self.returned.extend(returned.map(|returned| (function, returned)));
            }
            for (entry, state) in summary_calls {
                match all.iter_mut().find(|known| known.0 == entry) {
                    Some((_, known)) => *known = known.join(&state, self.objects),
                    None => all.push((entry, state)),
                }
            }
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
                machine.return_value = Some(machine.returned());
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
