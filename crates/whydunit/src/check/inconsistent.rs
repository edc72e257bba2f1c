//! Conditions that go one way in every run of their function: code that contradicts itself (Schäf, Schwartz-Narbonne, Wies: *Explaining Inconsistent Code*, 2013).
//!
//! Each function is looked at by itself, with its parameters and what other functions write left open: that a caller passes only some values is no contradiction. A search that
//! follows every run says which arms are never taken; which lines decide that is asked of a run that comes to the condition, as any other question is. Where nothing but what is given at the start decides, nothing is said:
//! `static int verbose = 0;` is a setting.

use std::time::Instant;

use whydunit_expectation::{Count, Posed, Question, asking, state_question};
use whydunit_explain::{Method, Options as ExplainOptions, explain};
use whydunit_find::{DeadArm, Given, dead_arms};
use whydunit_interp::{RunSpec, prepare};
use whydunit_lift::{place, relevant_places};
use whydunit_program::{
    Expr, ExprKind, FunctionId, Program, TerminatorKind, Type, TypeId, UnaryOp, called,
};
use whydunit_project::{Options, SearchOptions, has_inputs};
use whydunit_report::InconsistentReport;
use whydunit_solver::Budget;
use whydunit_term::Terms;

use super::ways::error_trace;
use crate::limits::{
    MOST_CONFLICTS_OF_A_CAUSE, MOST_INCONSISTENT, TIME_FOR_INCONSISTENT,
    TIME_FOR_INCONSISTENT_FUNCTION,
};
use crate::search::{self, Scope};

/// What is found in the start function and those that it calls, in the order of the source.
pub(super) fn inconsistent(
    common: &Options,
    options: &SearchOptions,
    scope: Scope<'_>,
) -> Vec<InconsistentReport> {
    let mut found = Vec::new();
    if options.witness.is_some() {
        return found;
    }
    let program = scope.program;
    let end = Instant::now() + TIME_FOR_INCONSISTENT.min(common.budget.timeout() / 10);
    for function in called(program, scope.spec.function) {
        let is_own = !program.function(function).is_library;
        let has_body = !program.function(function).blocks().is_empty();
        if !is_own || !has_body || !has_inputs(program, function) {
            continue;
        }
        // Not all pointers are among the inputs (NULL where nobody asks, two to one object, cycles): what none of those tried does, others may do.
        if receives_pointers(program, function) {
            continue;
        }
        let now = Instant::now();
        if now >= end || found.len() >= MOST_INCONSISTENT {
            break;
        }
        let spec = RunSpec::new(function);
        let deadline = end.min(now + TIME_FOR_INCONSISTENT_FUNCTION);
        let config = whydunit_interp::Config {
            deadline: scope.config.deadline.into_iter().chain([deadline]).min(),
            ..scope.config.clone()
        };
        let compiled = prepare(program);
        let own = Scope {
            program,
            compiled: &compiled,
            spec: &spec,
            given: Given::default(),
            config: &config,
            proved: &[],
        };
        let request = search::quiet_request(common, options, own);
        let arms = dead_arms(&request);
        let arms = arms.iter().filter(|arm| arm.branch.function == function);
        found.extend(arms.filter_map(|arm| report(own, arm)));
    }
    found.truncate(MOST_INCONSISTENT);
    found.sort_by_key(|one| (one.place.file.clone(), one.place.line, one.place.column));
    found
}

/// May the function be handed pointers: by its caller, by variables that other functions write, or by functions that nothing defines?
fn receives_pointers(program: &Program, function: FunctionId) -> bool {
    let body = program.function(function);
    let is_open = |global: &&whydunit_program::Global| !global.is_const && !global.is_literal;
    let own = program.globals.iter().filter(is_open).map(|global| global.ty);
    let outside = program.functions.iter().filter(|it| !it.is_library && it.blocks().is_empty());
    body.params()
        .map(|param| body.local(param).ty)
        .chain(own)
        .chain(outside.map(|it| it.signature.result))
        .any(|ty| has_pointer(program, ty))
}

fn has_pointer(program: &Program, ty: TypeId) -> bool {
    match program.types.get(ty) {
        Type::Pointer(_) => true,
        Type::Array { elem, .. } => has_pointer(program, *elem),
        Type::Record(id) => {
            program.types.record(*id).fields.iter().any(|field| has_pointer(program, field.ty))
        }
        _ => false,
    }
}

fn report(scope: Scope<'_>, arm: &DeadArm) -> Option<InconsistentReport> {
    let program = scope.program;
    let TerminatorKind::Branch { cond, .. } = &program.terminator_at(arm.branch).kind else {
        return None;
    };
    let is_assigned = !cond.any(&mut |part| matches!(part.kind, ExprKind::Load(_)));
    let lines = match is_assigned {
        // The condition is the constant that it assigns.
        true => vec![program.sources.line_column(cond.span).line],
        false => deciding_lines(scope, arm, cond)?,
    };
    let written = program.sources.text(cond.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let always = if arm.then { "never" } else { "always" };
    Some(InconsistentReport {
        place: place(program, cond.span),
        function: name(program, arm.branch.function),
        message: format!("`{written}` is {always} true here"),
        lines,
    })
}

fn name(program: &Program, function: FunctionId) -> String {
    program.function(function).name.clone()
}

/// The lines of the condition's file that decide which way it goes; `None` if no statement does, or that is not known.
fn deciding_lines(scope: Scope<'_>, arm: &DeadArm, cond: &Expr) -> Option<Vec<u32>> {
    let mut asked = scope.program.clone();
    let int = asked.types.int(32, true);
    let condition = match arm.then {
        true => cond.clone(),
        false => Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(cond.clone())), int, cond.span),
    };
    let question = Question::Condition {
        at: arm.branch,
        count: Count::Last,
        condition,
        written: String::new(),
    };
    let config = asking(scope.config);
    let Ok(Posed::Stated(stated)) = state_question(&asked, &arm.run, &config, &question) else {
        return None;
    };
    let compiled = prepare(&stated);
    let stated_scope = Scope {
        program: &stated,
        compiled: &compiled,
        spec: &arm.run,
        given: Given::default(),
        config: &config,
        proved: &[],
    };
    let trace = error_trace(stated_scope, &config, &arm.run)?;
    let budget = Budget {
        deadline: config.deadline,
        memory: config.memory_limit,
        interrupt: config.interrupt.clone(),
        ..Budget::unlimited().with_conflicts(MOST_CONFLICTS_OF_A_CAUSE)
    };
    let inputs = whydunit_encode::Inputs::Fixed;
    let options = ExplainOptions { method: Method::FlowSensitive, inputs, budget };
    let explanation = explain(&stated, &trace, &mut Terms::new(), &options).ok()?;
    let own = scope.program.sources.file(cond.span.file).name().to_owned();
    let places = relevant_places(&stated, &trace, &explanation);
    let lines: Vec<u32> =
        places.into_iter().filter(|(file, _)| *file == own).map(|(_, line)| line).collect();
    (!lines.is_empty()).then_some(lines)
}
