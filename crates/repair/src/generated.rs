//! Tests where there are none: runs that together cover the branches.
//!
//! Every block of the program may fail a check that says that one block, chosen by an input, is never reached. A search for
//! failures of that program finds a way to each block that can be reached.

use std::time::Duration;

use whydunit_find::{Given, Request, search};
use whydunit_interp::{CheckSet, Config, Ending, NoObserver, RunSpec, prepare};
use whydunit_program::{
    BinaryOp, Body, CheckKind, Expr, ExprKind, Global, GlobalId, IntKind, Place, PlaceBase,
    Program, Stmt, StmtKind, Type, TypeId,
};
use whydunit_solver::Budget;

use crate::limits::{MOST_BLOCKS, MOST_STEPS_OF_A_MADE_TEST, UNWIND_FOR_TESTS};

/// The input that says which block is looked for.
const TARGET: &str = "whydunit_target";

/// Runs from `spec` that reach each block, in the order in which they were found; those that fail a check included.
pub fn covering_runs(
    program: &Program,
    spec: &RunSpec,
    given: Given,
    checks: CheckSet,
    budget: Budget,
    patience: Duration,
) -> Vec<RunSpec> {
    let int = Type::Int(IntKind { bits: 32, signed: true });
    let Some(int) = program.types.lookup(&int) else { return Vec::new() };
    let instrumented = instrumented(program, int);
    let request = Request {
        program: &instrumented,
        spec,
        given,
        checks: CheckSet::NONE.with(CheckKind::Unreach),
        unwind: Some(UNWIND_FOR_TESTS),
        max_steps: Some(MOST_STEPS_OF_A_MADE_TEST),
        modular: false,
        state_is_open: false,
        proved: &[],
        runs_per_failure: 1,
        first_only: false,
        patience: Some(patience),
        budget,
    };
    let found = search(&request, &mut |_| {});
    let compiled = prepare(program);
    let config = Config { checks, max_steps: Some(MOST_STEPS_OF_A_MADE_TEST), ..Config::default() };
    let mut runs: Vec<RunSpec> = Vec::new();
    for run in found.failures.into_iter().flat_map(|failure| failure.runs) {
        let mut run = run;
        run.inputs.remove(TARGET);
        let is_new = runs.iter().all(|known| {
            (&known.args, &known.stdin, &known.inputs) != (&run.args, &run.stdin, &run.inputs)
        });
        let result = compiled.run(&run, &config, &mut |_, _| {}, &mut NoObserver);
        if is_new && !matches!(result.ending, Ending::AssumptionFailed { .. }) {
            runs.push(run);
        }
    }
    runs
}

fn instrumented(program: &Program, int: TypeId) -> Program {
    let mut program = program.clone();
    let target = GlobalId(program.globals.len() as u32);
    let mut number = 0;
    for index in 0..program.functions.len() {
        let function = &program.functions[index];
        let is_own = !function.is_library && program.sources.file(function.span.file).is_user();
        if !is_own {
            continue;
        }
        let Body::Blocks(blocks) = &mut program.functions[index].body else { continue };
        for block in blocks {
            let (span, source) = match block.stmts.first() {
                Some(stmt) => (stmt.span, stmt.source),
                None => (block.terminator.span, block.terminator.source),
            };
            number += 1;
            if number > MOST_BLOCKS as i128 {
                break;
            }
            let place = Place { base: PlaceBase::Global(target), path: Vec::new(), ty: int, span };
            let wanted = Expr::int(number, int, span);
            let differs =
                ExprKind::Binary(BinaryOp::Ne, Box::new(Expr::load(place)), Box::new(wanted));
            // Each check is a failure of its own: told apart by a place of its own.
            let own = whydunit_source::Span::new(span.file, number as u32 - 1, number as u32);
            let cond = Expr::new(differs, int, own);
            let kind = StmtKind::Check { kind: CheckKind::Unreach, cond, text: String::new() };
            block.stmts.insert(0, Stmt { kind, span, source });
        }
    }
    let span = program.functions.first().map(|function| function.span);
    let Some(span) = span else { return program };
    program.globals.push(Global {
        name: TARGET.to_owned(),
        ty: int,
        span,
        declaration: span,
        is_const: false,
        is_literal: false,
        owner: None,
        is_undefined: true,
        init: Vec::new(),
    });
    program
}
