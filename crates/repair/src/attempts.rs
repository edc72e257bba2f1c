//! Changes as experiments: what becomes of tests if this is changed, whether or not it is a repair?
//!
//! A search for repairs wants the change with which everything passes, and stops there. Whoever asks *where* a fault is wants to know of every place what
//! can be done there: which failing tests some change of it turns, and which passing ones it breaks. Changes come in two kinds. *Edits* are the small changes of
//! the source that repairs are made of. *Forced* ones are no repairs, they ask whether the place has a say at all: a branch that always goes one way, or always
//! the other one (predicate switching: Zhang, Gupta, Gupta, "Locating faults through automated predicate switching", 2006), a value replaced by a constant or by
//! one near (Jeffrey, Gupta, Gupta, "Fault localization using value replacement", 2008).

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use rustc_hash::FxHashSet;
use whydunit_interp::{Config, InputValue};
use whydunit_program::{
    BinaryOp, Callee, CheckKind, Expr, ExprKind, FunctionId, Program, SourceStmtId, StmtKind,
    TerminatorKind, Type, UnaryOp,
};
use whydunit_source::{FileId, Span};
use whydunit_suite::{Outcome, OutputMode, Reason, Runner, Suite, Test, Verdict};

use crate::Edit;
use crate::changes::{self, Change, Variant, core, is_part_of_the_specification, own_functions};
use crate::engine::int_of;
use crate::limits::{MOST_CHANGES_AT_ONCE, MOST_FORCED_NUMBERS};
use crate::numbers::numbers_in;
use crate::schema::CHOICE;
use crate::schema::Schema;
use crate::trial::{Setting, for_all};

/// A change, and of what kind.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub kind: AttemptKind,
    /// Of an edit: the text that is changed and what it becomes. Of a forced value: the expression, and what stands for it.
    pub edit: Edit,
    /// What it costs to believe in: a change of one token costs about 10.
    pub cost: u32,
    /// The statement; of what is in no statement (`#define`), one that uses it.
    pub source: SourceStmtId,
    variant: Variant,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AttemptKind {
    /// A small change of the source.
    Edit,
    /// A small change that puts a check in front of the statement.
    Guard,
    /// A small change that leaves the statement out.
    Omission,
    /// Another statement in front of it.
    Insertion,
    /// The branch goes the same way whenever it is reached.
    Always(bool),
    /// The branch always goes the other way.
    Opposite,
    /// The expression has another value whenever it is evaluated.
    Value,
}

impl AttemptKind {
    /// Would a person write it?
    #[must_use]
    pub fn is_edit(self) -> bool {
        matches!(
            self,
            AttemptKind::Edit | AttemptKind::Guard | AttemptKind::Omission | AttemptKind::Insertion
        )
    }
}

impl Attempt {
    fn of_change(change: Change) -> Attempt {
        let kind = match &change.variant {
            Variant::Guard { .. } => AttemptKind::Guard,
            Variant::Insertion { .. } => AttemptKind::Insertion,
            Variant::Statement { with: StmtKind::Assume { .. }, .. } => AttemptKind::Omission,
            // Decided once and for all: nobody writes that.
            Variant::Value { with, .. } if change.cost == changes::cost::DECIDED => {
                AttemptKind::Always(with.as_int() != Some(0))
            }
            _ => AttemptKind::Edit,
        };
        let Change { edit, variant, cost, source } = change;
        Attempt { kind, edit, cost, source, variant }
    }

    fn as_change(&self) -> Change {
        let Attempt { edit, variant, cost, source, .. } = self.clone();
        Change { edit, variant, cost, source }
    }

    /// Is it known by its text only, so that it can be tried by compiling alone?
    #[must_use]
    pub fn is_text(&self) -> bool {
        matches!(self.variant, Variant::Text)
    }
}

/// The small changes of the source in these files, cheapest first; `wanted` says of which statements. What is in no statement is among them.
#[must_use]
pub fn edits(
    program: &Program,
    files: &[FileId],
    tests: &Suite,
    wanted: &dyn Fn(SourceStmtId) -> bool,
) -> Vec<Attempt> {
    let all = changes::changes(program, int_of(program), files, &numbers_in(tests), wanted);
    all.into_iter().map(Attempt::of_change).collect()
}

/// Changes of statements and types that are known by their text only and that no repair is made of: they say where a fault may be.
#[must_use]
pub fn rearranged(program: &Program, files: &[FileId]) -> Vec<Attempt> {
    let mut all = Vec::new();
    for (file, source) in program.sources.files().filter(|(file, _)| files.contains(file)) {
        changes::rearranged(file, source.text(), &mut all);
    }
    changes::declared(program, files, &mut all);
    all.into_iter().map(Attempt::of_change).collect()
}

/// Statements in front of others, of which something may be missing there: no repair is made of them.
#[must_use]
pub fn insertions(
    program: &Program,
    files: &[FileId],
    wanted: &dyn Fn(SourceStmtId) -> bool,
) -> Vec<Attempt> {
    let all = changes::insertions(program, int_of(program), files, wanted);
    all.into_iter().map(Attempt::of_change).collect()
}

/// Other outcomes of branches and other values of what statements compute, return and pass, in the order of the program.
#[must_use]
pub fn forced(
    program: &Program,
    files: &[FileId],
    tests: &Suite,
    wanted: &dyn Fn(SourceStmtId) -> bool,
) -> Vec<Attempt> {
    let mut numbers = numbers_in(tests);
    numbers.truncate(MOST_FORCED_NUMBERS);
    let mut forcing = Forcing { program, numbers, seen: FxHashSet::default(), found: Vec::new() };
    for function in own_functions(program, files) {
        forcing.function(function, wanted);
    }
    forcing.found
}

struct Forcing<'p> {
    program: &'p Program,
    /// Of the tests.
    numbers: Vec<i128>,
    seen: FxHashSet<Span>,
    found: Vec<Attempt>,
}

impl Forcing<'_> {
    fn function(&mut self, id: FunctionId, wanted: &dyn Fn(SourceStmtId) -> bool) {
        let program = self.program;
        let function = program.function(id);
        let constants = constants_of(program, id);
        for block in function.blocks() {
            for stmt in block.stmts.iter().filter(|stmt| wanted(stmt.source)) {
                match &stmt.kind {
                    StmtKind::Assign { value, .. } => self.value(value, stmt.source, &constants),
                    StmtKind::Call { callee, args, .. } => {
                        let is_specification = matches!(callee, Callee::Direct(id)
                            if is_part_of_the_specification(&program.function(*id).name));
                        if !is_specification {
                            args.iter().for_each(|arg| self.value(arg, stmt.source, &constants));
                        }
                    }
                    _ => {}
                }
            }
            let terminator = &block.terminator;
            if !wanted(terminator.source) {
                continue;
            }
            match &terminator.kind {
                TerminatorKind::Branch { cond, then, otherwise } => {
                    let fails = |id: whydunit_program::BlockId| {
                        changes::is_failure(&function.blocks()[id.index()])
                    };
                    if !fails(*then) && !fails(*otherwise) {
                        self.decision(cond, terminator.source);
                    }
                }
                TerminatorKind::Return(Some(value)) | TerminatorKind::Switch { value, .. } => {
                    self.value(value, terminator.source, &constants);
                }
                _ => {}
            }
        }
    }

    fn is_site(&mut self, span: Span) -> bool {
        !span.is_empty() && self.program.sources.file(span.file).is_user() && self.seen.insert(span)
    }

    fn decision(&mut self, cond: &Expr, source: SourceStmtId) {
        let cond = core(cond);
        if !self.is_site(cond.span) {
            return;
        }
        let int = int_of(self.program);
        let opposite =
            Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(cond.clone())), int, cond.span);
        self.add(AttemptKind::Opposite, cond, opposite, "the opposite", source);
        for value in [false, true] {
            let with = Expr::int(i128::from(value), int, cond.span);
            self.add(AttemptKind::Always(value), cond, with, if value { "1" } else { "0" }, source);
        }
    }

    fn value(&mut self, value: &Expr, source: SourceStmtId, constants: &[i128]) {
        let value = core(value);
        let types = &self.program.types;
        let (kind, is_pointer) = (types.int_kind(value.ty), types.pointee(value.ty).is_some());
        if (kind.is_none() && !is_pointer) || !self.is_site(value.span) {
            return;
        }
        let null = (value.as_int() != Some(0))
            .then(|| (Expr::int(0, value.ty, value.span), "0".to_owned()));
        if is_pointer {
            if let Some((with, text)) = null {
                self.add(AttemptKind::Value, value, with, &text, source);
            }
            return;
        }
        let Some(kind) = kind else { return };
        let bits = u32::from(kind.bits.min(126)) - u32::from(kind.signed);
        let (low, high) = (if kind.signed { -(1i128 << bits) } else { 0 }, (1i128 << bits) - 1);
        let own = value.as_int();
        let mut all: BTreeSet<i128> = BTreeSet::from([0, 1, -1]);
        all.extend(constants.iter().copied());
        all.extend(self.numbers.iter().copied());
        for number in all.into_iter().filter(|it| (low..=high).contains(it) && Some(*it) != own) {
            let with = Expr::int(number, value.ty, value.span);
            self.add(AttemptKind::Value, value, with, &number.to_string(), source);
        }
        if own.is_some() || !is_arithmetic(types.get(value.ty)) {
            return;
        }
        let text = self.program.sources.text(value.span).to_owned();
        let one = || Box::new(Expr::int(1, value.ty, value.span));
        for (op, symbol) in [(BinaryOp::Add, '+'), (BinaryOp::Sub, '-')] {
            let kind = ExprKind::Binary(op, Box::new(value.clone()), one());
            let with = Expr::new(kind, value.ty, value.span);
            self.add(AttemptKind::Value, value, with, &format!("({text}) {symbol} 1"), source);
        }
        if kind.signed {
            let kind = ExprKind::Unary(UnaryOp::Neg, Box::new(value.clone()));
            let with = Expr::new(kind, value.ty, value.span);
            self.add(AttemptKind::Value, value, with, &format!("-({text})"), source);
        }
    }

    fn add(&mut self, kind: AttemptKind, at: &Expr, with: Expr, new: &str, source: SourceStmtId) {
        let edit = Edit { span: at.span, new: new.to_owned() };
        let variant = Variant::Value { at: vec![at.span], with };
        let cost = changes::cost::DECIDED;
        self.found.push(Attempt { kind, edit, cost, source, variant });
    }
}

/// Can one be added without asking what that means?
fn is_arithmetic(ty: &Type) -> bool {
    matches!(ty, Type::Int(kind) if kind.bits >= 32)
}

/// The numbers that a function mentions.
fn constants_of(program: &Program, function: FunctionId) -> Vec<i128> {
    let mut found: BTreeSet<i128> = BTreeSet::new();
    for expr in program.function(function).operands() {
        expr.walk(&mut |part| found.extend(part.as_int()));
    }
    let mut all: Vec<i128> = found.into_iter().collect();
    all.sort_by_key(|value| (value.unsigned_abs(), *value < 0));
    all.truncate(MOST_FORCED_NUMBERS);
    all
}

/// What experiments are run on.
#[derive(Clone, Debug)]
pub struct Laboratory<'a> {
    pub program: &'a Program,
    pub start: FunctionId,
    /// Checks, and budgets of one run.
    pub config: Config,
    pub mode: OutputMode,
    pub deadline: Option<Instant>,
    /// A check that only has to be passed: what fails after it, elsewhere, does not count.
    pub passed_by: Option<Hurdle>,
}

/// A check that fails, and how far a run gets until then.
#[derive(Clone, Copy, Debug)]
pub struct Hurdle {
    pub kind: CheckKind,
    pub span: Span,
    pub steps: u64,
}

/// How experiments went.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// Of each attempt, whether each test passes; none where it was not tried.
    pub passes: Vec<Option<Vec<bool>>>,
    /// Of each attempt, how many steps each of these runs has taken.
    pub lengths: Vec<Vec<u64>>,
    pub runs: u64,
    pub steps: u64,
}

/// How far the tests of an attempt are run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    All,
    /// Up to this many that fail.
    UntilFailures(usize),
}

impl Laboratory<'_> {
    /// Is this what is wanted of a run?
    #[must_use]
    pub fn is_good(&self, outcome: &Outcome) -> bool {
        match (&outcome.verdict, self.passed_by) {
            (Verdict::Failed(Reason::Check(failure)), Some(hurdle)) => {
                (failure.kind, failure.span) != (hurdle.kind, hurdle.span)
                    && outcome.steps > hurdle.steps
            }
            (verdict, _) => verdict.is_passed(),
        }
    }

    /// Runs each test under each attempt, in one program for all; after its time no more of them are tried.
    #[must_use]
    pub fn run(&self, attempts: &[Attempt], tests: &Suite, extent: Extent) -> Tried {
        let mut tried = Tried {
            passes: vec![None; attempts.len()],
            lengths: vec![Vec::new(); attempts.len()],
            ..Tried::default()
        };
        let setting = Setting {
            program: self.program,
            start: self.start,
            int: int_of(self.program),
            config: self.config.clone(),
            deadline: self.deadline,
        };
        let (runs, steps) = (AtomicU64::new(0), AtomicU64::new(0));
        for (batch, chunk) in attempts.chunks(MOST_CHANGES_AT_ONCE).enumerate() {
            let changes: Vec<Change> = chunk.iter().map(Attempt::as_change).collect();
            let schema = Schema::new(self.program, setting.int, &changes);
            let judge = |runner: &Runner<'_>, own: &mut [Test], number: i128| {
                let (mut passes, mut lengths) = (Vec::new(), Vec::new());
                let mut failures = 0;
                for test in own {
                    test.inputs.set(CHOICE, InputValue::Int(number));
                    let outcome = runner.run(test);
                    runs.fetch_add(1, Ordering::Relaxed);
                    steps.fetch_add(outcome.steps, Ordering::Relaxed);
                    let is_good = self.is_good(&outcome);
                    passes.push(is_good);
                    lengths.push(outcome.steps);
                    failures += usize::from(!is_good);
                    if matches!(extent, Extent::UntilFailures(most) if failures >= most) {
                        break;
                    }
                }
                (passes, lengths)
            };
            let runner =
                Runner::new(&schema.program, self.start, self.config.clone()).comparing(self.mode);
            let (found, _) = for_all(&setting, &schema, &runner, tests, chunk.len(), &judge);
            for (index, (passes, lengths)) in found {
                let at = batch * MOST_CHANGES_AT_ONCE + index;
                tried.passes[at] = Some(passes);
                tried.lengths[at] = lengths;
            }
        }
        tried.runs = runs.into_inner();
        tried.steps = steps.into_inner();
        tried
    }
}
