//! Operations with unknown operands: formulas of one run, as functions of its inputs, are evaluated for all other operands.
//!
//! A run of `g(a, b, want)` fails at its end where `want` is the result of the row, or stops at a check before. What formulas and the checker make of
//! that one run says for all operands whether a run goes the same way and fails there. The machine's words on all tuples are what they must say. Runs are taken
//! until every tuple is accounted for: a check that is too strong or missing leaves tuples out, or claims those of others.

use std::fmt::Write;

use whydunit_encode::{Inputs, SymbolicRun};
use whydunit_interp::{CheckSet, InputValue, RunSpec};
use whydunit_program::{CheckKind, Program};
use whydunit_source::Span;
use whydunit_term::{Evaluator, Model, Term, Terms};
use whydunit_trace::ErrorTrace;
use whydunit_verify::read_functions;

use super::evaluators::{Outcome, compile, function, traced};
use super::known::Disagreements;
use super::table::{NAMES, Row, symbolic_functions};

/// Runs of one row at most: each way through it and each obligation takes one.
const RUNS: usize = 12;
/// One tuple in that many is tried with a result that is wrong.
const WRONG_RESULTS: usize = 16;

/// How much was asked.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Evaluated {
    pub(crate) tuples: usize,
    /// Answers of formulas, and of the checker.
    pub(crate) answers: [usize; 2],
}

impl std::ops::AddAssign for Evaluated {
    fn add_assign(&mut self, other: Evaluated) {
        self.tuples += other.tuples;
        for (mine, theirs) in self.answers.iter_mut().zip(other.answers) {
            *mine += theirs;
        }
    }
}

/// A run as functions of its inputs.
struct Functions {
    terms: Terms,
    /// The variables of the operands, and of the result that is denied.
    operands: Vec<(usize, Term)>,
    want: Option<Term>,
    goes_on: Term,
    check: Term,
}

const COLUMNS: [&str; 2] = ["encode", "verify"];

impl Functions {
    fn new(column: usize, program: &Program, trace: &ErrorTrace) -> Result<Functions, String> {
        let mut terms = Terms::new();
        let (inputs, demands, check) = match COLUMNS[column] {
            "encode" => {
                let run = SymbolicRun::encode(program, trace, &mut terms, Inputs::Free)
                    .map_err(|error| error.to_string())?;
                let inputs = run.inputs.iter().map(|input| (input.record, input.variable));
                let demands: Vec<Term> =
                    (0..run.len()).map(|step| run.obligation(step).goes_on(&mut terms)).collect();
                (inputs.collect(), demands, run.check)
            }
            _ => {
                let read = read_functions(program, trace, &mut terms)
                    .map_err(|gap| format!("step {}: {}", gap.step, gap.message))?;
                (read.inputs, read.obligations, read.check)
            }
        };
        let name = |record: u32| trace.inputs[record as usize].name.as_str();
        let is = |record: u32, operand: &str| name(record).strip_suffix('_') == Some(operand);
        let operands = NAMES.iter().enumerate().filter_map(|(position, operand)| {
            let input = inputs.iter().find(|(record, _)| is(*record, operand));
            input.map(|&(_, variable)| (position, variable))
        });
        let operands = operands.collect();
        let want = inputs.iter().find(|(record, _)| is(*record, "want"));
        let want = want.map(|&(_, variable)| variable);
        let goes_on = terms.and(&demands);
        Ok(Functions { operands, want, goes_on, check, terms })
    }

    fn model(&self, tuple: &[u64], want: u64) -> Model {
        let mut model = Model::new();
        for &(position, variable) in &self.operands {
            model.set_term(&self.terms, variable, tuple[position].into());
        }
        if let Some(variable) = self.want {
            model.set_term(&self.terms, variable, want.into());
        }
        model
    }

    /// Does a run with these operands go the same way and fail there? `None` where that is not known.
    fn fails(&self, tuple: &[u64], want: u64) -> Option<bool> {
        let model = self.model(tuple, want);
        let mut evaluator = Evaluator::new(&model);
        match evaluator.value(&self.terms, self.goes_on)? {
            0 => Some(false),
            _ => evaluator.value(&self.terms, self.check).map(|check| check == 0),
        }
    }
}

/// Asks both about all tuples of all rows; `outcomes` is what the machine says.
pub(crate) fn hold_symbolically(
    rows: &[Row],
    outcomes: &[Vec<Outcome>],
    (list, checks): (&str, CheckSet),
    found: &mut Disagreements,
) -> Evaluated {
    let program = compile(&symbolic_functions(rows));
    let mut evaluated = Evaluated::default();
    for (index, (row, outcomes)) in rows.iter().zip(outcomes).enumerate() {
        evaluated.tuples += row.tuples.len();
        let asking = Asking { program: &program, row, index, outcomes, checks };
        for (column, answers) in evaluated.answers.iter_mut().enumerate() {
            let mut add = |tuple: &[u64], message: String| {
                found.add(
                    COLUMNS[column],
                    list,
                    &row.name,
                    format!("{}: {message}", row.values(tuple)),
                );
            };
            *answers += asking.hold(column, &program, &mut add);
        }
    }
    evaluated
}

/// Which of the two, given a program that the machine has not run, are found to be wrong about a row.
pub(crate) fn differ_symbolically(
    changed: &Program,
    program: &Program,
    (row, outcomes): (&Row, &[Outcome]),
    checks: CheckSet,
) -> [(&'static str, bool); 2] {
    let asking = Asking { program, row, index: 0, outcomes, checks };
    [("encode as functions", 0), ("verify as functions", 1)].map(|(name, column)| {
        let mut is_seen = false;
        asking.hold(column, changed, &mut |_, _| is_seen = true);
        (name, is_seen)
    })
}

/// One row.
struct Asking<'a> {
    program: &'a Program,
    row: &'a Row,
    index: usize,
    outcomes: &'a [Outcome],
    checks: CheckSet,
}

impl Asking<'_> {
    /// The number of tuples that there was an answer for. `read` is the program that is looked at.
    fn hold(&self, column: usize, read: &Program, add: &mut impl FnMut(&[u64], String)) -> usize {
        let is_stopped = |outcome: &Outcome| matches!(outcome, Outcome::Traps | Outcome::Other(_));
        let mut accounted: Vec<bool> = self.outcomes.iter().map(is_stopped).collect();
        let mut answers = 0;
        for _ in 0..RUNS {
            let Some(position) = accounted.iter().position(|&it| !it) else { return answers };
            let tuple = &self.row.tuples[position];
            let trace = self.trace(tuple, &self.outcomes[position]);
            let functions = match Functions::new(column, read, &trace) {
                Ok(functions) => functions,
                Err(problem) => {
                    add(tuple, problem);
                    return answers;
                }
            };
            let end = (trace.failure.kind, text_of(self.program, trace.failure.span));
            answers += self.compare(&functions, &end, &mut accounted, add);
            if !accounted[position] {
                add(tuple, "the run leaves its own path".into());
                return answers;
            }
        }
        if let Some(position) = accounted.iter().position(|&it| !it) {
            add(&self.row.tuples[position], format!("{RUNS} runs do not account for it"));
        }
        answers
    }

    /// All tuples are held against one run.
    fn compare(
        &self,
        functions: &Functions,
        end: &(CheckKind, String),
        accounted: &mut [bool],
        add: &mut impl FnMut(&[u64], String),
    ) -> usize {
        let mut answers = 0;
        for (position, (tuple, outcome)) in self.row.tuples.iter().zip(self.outcomes).enumerate() {
            let want = if let Outcome::Value(bits) = outcome { *bits } else { 0 };
            let Some(fails) = functions.fails(tuple, want) else { continue };
            answers += usize::from(fails);
            let expected = match outcome {
                Outcome::Value(_) => end.0 == CheckKind::Assert,
                Outcome::Fails(kind, _) => *kind == end.0,
                Outcome::Traps | Outcome::Other(_) => false,
            };
            match (fails, expected) {
                (true, true) => accounted[position] = true,
                (true, false) => {
                    add(tuple, format!("{end:?}, the machine has {outcome:x?}"));
                }
                (false, _) => {}
            }
            // The end of a run that goes on for some operands is about the result.
            let is_tried = fails && end.0 == CheckKind::Assert && position % WRONG_RESULTS == 0;
            if is_tried && functions.fails(tuple, want ^ 1) == Some(true) {
                add(tuple, format!("{:x} is taken for the result as well", want ^ 1));
            }
        }
        answers
    }

    fn trace(&self, tuple: &[u64], outcome: &Outcome) -> ErrorTrace {
        let mut spec = RunSpec::new(function(self.program, &format!("g_{}", self.index)));
        for (name, &bits) in NAMES.iter().zip(tuple) {
            spec.inputs.set(format!("{name}_"), InputValue::Int(bits.into()));
        }
        let want = if let Outcome::Value(bits) = outcome { *bits } else { 0 };
        spec.inputs.set("want_", InputValue::Int(want.into()));
        traced(self.program, &spec, self.checks)
            .unwrap_or_else(|other| panic!("{}, {outcome:?}: {other:?}", self.row.name))
    }
}

fn text_of(program: &Program, span: Span) -> String {
    program.sources.text(span).to_owned()
}

impl Row {
    /// `g_N`: fails where its last operand is the result.
    pub(crate) fn denial(&self, index: usize, text: &mut String) {
        let parameters: String =
            (0..self.operands.len()).map(|n| format!("unsigned long {}_, ", NAMES[n])).collect();
        let _ = writeln!(text, "void g_{index}({parameters}unsigned long want_)\n{{");
        self.set_from_parameters(text);
        let ty = self.result.name;
        let _ = writeln!(text, "    {}\n    {ty} r = {};", self.statement, self.expr);
        let bits = match self.result.is_float() {
            true => {
                let _ = writeln!(
                    text,
                    "    union {{ unsigned long u; {ty} v; }} r__; r__.u = 0; r__.v = r;"
                );
                "r__.u".to_owned()
            }
            false => format!("((unsigned long)r & {}UL)", self.result.mask()),
        };
        let _ = writeln!(text, "    __VERIFIER_assert({bits} != want_);\n}}");
    }
}
