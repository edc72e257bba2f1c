//! Every attempt, on tests: which failing ones it turns, which passing ones it breaks.
//!
//! Rounds of rising cost. All attempts are tried on a few failing tests that take different ways; what turns one of them is tried on the other failing ones and on
//! passing ones; what turns all and breaks none is tried on every test there is.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;
use whydunit_program::{
    Body, Callee, Expr, ExprKind, FunctionId, Point, Program, SourceStmtId, StmtKind,
};
use whydunit_repair::{
    Attempt, AttemptKind, Extent, Laboratory, TriedAttempts, edits, forced, insertions, rearranged,
};
use whydunit_source::Span;
use whydunit_suite::{Suite, Test};

use crate::Request;
use crate::limits::{
    CHEAP, DEAREST, FIRST_FAILING, FIRST_ROUND, GOES_ON, INSERTED, LAST_ROUND, STEPS,
    STEPS_OF_A_START,
};
use crate::spectra::{Line, line_of};
use crate::texts::{Suspicion, compiled, worth_compiling};

/// The tests of the experiments.
pub(crate) struct Tests<'t> {
    /// Those that take different ways first, with their steps.
    pub(crate) failing: Vec<(&'t Test, u64)>,
    pub(crate) passing: Vec<(&'t Test, u64)>,
    /// The failing one does not end.
    pub(crate) is_endless: bool,
    /// All others of the suite, failing ones and passing ones.
    pub(crate) others: Vec<&'t Test>,
}

/// An attempt that turns a failing test.
#[derive(Clone, Debug)]
pub(crate) struct Turned {
    pub(crate) attempt: Attempt,
    pub(crate) line: Line,
    /// Of each failing test of the experiments, whether it passes; those of later rounds may be missing.
    pub(crate) failing: Vec<bool>,
    /// Of each passing test of the experiments, whether it still passes; empty if that was not tried.
    pub(crate) passing: Vec<bool>,
    /// Every test of the suite passes.
    pub(crate) is_clean: bool,
    /// No run that it turned ends long before it would have failed: that what fails is not reached any more is a weaker reason than that it holds.
    pub(crate) goes_on: bool,
}

impl Turned {
    pub(crate) fn turned(&self) -> usize {
        self.failing.iter().filter(|passes| **passes).count()
    }

    pub(crate) fn broken(&self) -> usize {
        self.passing.iter().filter(|passes| !**passes).count()
    }

    /// The share of the failing tests that pass.
    pub(crate) fn share(&self, failing: usize) -> f64 {
        self.turned() as f64 / failing.max(1) as f64
    }

    /// The share of the passing tests that do not any more.
    pub(crate) fn broken_share(&self) -> f64 {
        self.broken() as f64 / self.passing.len().max(1) as f64
    }
}

#[derive(Debug, Default)]
pub(crate) struct Experiments {
    pub(crate) turned: Vec<Turned>,
    pub(crate) runs: u64,
    /// Time ran out before everything was tried that the budget of steps allows.
    pub(crate) is_cut_short: bool,
}

/// Runs them. `executed`: statements that some failing test executes.
pub(crate) fn experiments(
    request: &Request<'_>,
    laboratory: &Laboratory<'_>,
    tests: &Tests<'_>,
    executed: &FxHashSet<SourceStmtId>,
    (suspicion, is_code): (&Suspicion, &dyn Fn(Line) -> bool),
    harness: &Harness,
) -> Experiments {
    let mut found = Experiments::default();
    let Attempts { cheap, dear, inserted, texts } = attempts(request, executed, harness);
    let last = STEPS * LAST_ROUND / 10;
    let mut budget = STEPS - last;
    let mut first = FIRST_FAILING.min(tests.failing.len());
    let most = budget * FIRST_ROUND / 10;
    while first > 1 && cost(&tests.failing[..first]) * cheap.len() as u64 > most {
        first -= 1;
    }
    let few = &tests.failing[..first];
    found.first_round(request, laboratory, tests, (cheap, few, Extent::All), (most, &mut budget));
    // Of these, what turns some failing tests only says little.
    let all = &tests.failing[..];
    let share = budget * FIRST_ROUND / 10;
    let until = Extent::UntilFailures(1);
    found.first_round(request, laboratory, tests, (dear, all, until), (share, &mut budget));
    let share = budget * INSERTED / 10;
    found.first_round(request, laboratory, tests, (inserted, all, until), (share, &mut budget));
    // What turns most comes first, and of that what is cheapest.
    found.turned.sort_by_key(|it| {
        let is_inserted = it.attempt.kind == AttemptKind::Insertion;
        let rank = u8::from(is_inserted) + 2 * u8::from(!it.attempt.kind.is_edit());
        (Reverse(it.turned()), rank, it.attempt.cost, it.attempt.edit.clone())
    });
    let rest = &tests.failing[first..];
    if !rest.is_empty() {
        let is_open = |it: &Turned| it.failing.len() == first;
        let rows = found.round(laboratory, rest, budget / 2, &mut budget, &is_open);
        for (turned, row) in found.turned.iter_mut().zip(rows) {
            let (passes, lengths) = row.unwrap_or_default();
            turned.goes_on &= go_on(&passes, &lengths, tests, first);
            turned.failing.extend(passes);
            turned.failing.resize(tests.failing.len(), false);
        }
    }
    if !tests.passing.is_empty() {
        let rows = found.round(laboratory, &tests.passing, budget / 2, &mut budget, &|_| true);
        for (turned, row) in found.turned.iter_mut().zip(rows) {
            turned.passing = row.unwrap_or_default().0;
        }
    }
    budget += last;
    found.clean(laboratory, tests, &mut budget);
    // In a text that was changed, a check is not at its old place.
    if let Some(builder) = request.builder.filter(|_| laboratory.passed_by.is_none()) {
        let texts = worth_compiling(request, texts, suspicion, is_code);
        let mut compiled = compiled(request, builder, laboratory, texts, tests);
        found.turned.append(&mut compiled.turned);
        found.runs += compiled.runs;
        found.is_cut_short |= compiled.is_cut_short;
    }
    found
}

/// What these tests cost together.
fn cost(tests: &[(&Test, u64)]) -> u64 {
    tests.iter().map(|(_, steps)| *steps + STEPS_OF_A_START).sum()
}

/// Do the runs that pass now get as far as they did when they failed?
pub(crate) fn go_on(passes: &[bool], lengths: &[u64], tests: &Tests<'_>, from: usize) -> bool {
    // To end is what is wanted of a run that does not.
    if tests.is_endless {
        return true;
    }
    let tests = &tests.failing[from..];
    let mut runs = passes.iter().zip(lengths).zip(tests);
    runs.all(|((passes, length), (_, before))| !passes || length * 10 >= before * GOES_ON)
}

impl Experiments {
    /// Tries each attempt for the first time: as many as the steps allow.
    fn first_round(
        &mut self,
        request: &Request<'_>,
        laboratory: &Laboratory<'_>,
        whole: &Tests<'_>,
        (mut attempts, tests, extent): (Vec<Attempt>, &[(&Test, u64)], Extent),
        (most, budget): (u64, &mut u64),
    ) {
        let of_one = match extent {
            Extent::All => cost(tests),
            // Most fail at once.
            Extent::UntilFailures(_) => cost(&tests[..tests.len().min(1)]),
        };
        let affordable = usize::try_from((most / of_one.max(1)).max(1)).unwrap_or(usize::MAX);
        attempts.truncate(affordable);
        let tried = laboratory.run(&attempts, &suite(tests), extent);
        self.spend(&tried, budget);
        for ((attempt, passes), lengths) in
            attempts.into_iter().zip(tried.passes).zip(tried.lengths)
        {
            let Some(line) = line_of_attempt(request.program, &attempt) else { continue };
            let Some(mut failing) = passes else {
                self.is_cut_short = true;
                continue;
            };
            if failing.iter().any(|passes| *passes) {
                let goes_on = go_on(&failing, &lengths, whole, 0);
                failing.resize(tests.len(), false);
                let (passing, is_clean) = (Vec::new(), false);
                self.turned.push(Turned { attempt, line, failing, passing, is_clean, goes_on });
            }
        }
    }

    fn spend(&mut self, tried: &TriedAttempts, budget: &mut u64) {
        self.runs += tried.runs;
        *budget = budget.saturating_sub(tried.steps + tried.runs * STEPS_OF_A_START);
    }

    /// One round of those that are wanted, as many as the budget allows; none of the others.
    fn round(
        &mut self,
        laboratory: &Laboratory<'_>,
        tests: &[(&Test, u64)],
        most: u64,
        budget: &mut u64,
        wanted: &dyn Fn(&Turned) -> bool,
    ) -> Vec<Option<(Vec<bool>, Vec<u64>)>> {
        let affordable = usize::try_from(most / cost(tests).max(1)).unwrap_or(usize::MAX);
        let chosen: Vec<usize> =
            (0..self.turned.len()).filter(|&index| wanted(&self.turned[index])).collect();
        let chosen = &chosen[..chosen.len().min(affordable)];
        let attempts: Vec<Attempt> =
            chosen.iter().map(|&index| self.turned[index].attempt.clone()).collect();
        let tried = laboratory.run(&attempts, &suite(tests), Extent::All);
        self.spend(&tried, budget);
        let mut rows = vec![None; self.turned.len()];
        for ((&index, row), lengths) in chosen.iter().zip(tried.passes).zip(tried.lengths) {
            self.is_cut_short |= row.is_none();
            rows[index] = row.map(|row| (row, lengths));
        }
        rows
    }

    /// Which of those that turn all and break none do so on the whole suite?
    fn clean(&mut self, laboratory: &Laboratory<'_>, tests: &Tests<'_>, budget: &mut u64) {
        let (failing, passing) = (tests.failing.len(), tests.passing.len());
        let is_promising =
            |it: &Turned| it.turned() == failing && it.broken() == 0 && it.passing.len() == passing;
        if tests.others.is_empty() || laboratory.passed_by.is_some() {
            let is_final = laboratory.passed_by.is_none();
            self.turned.iter_mut().for_each(|it| it.is_clean = is_final && is_promising(it));
            return;
        }
        // What most tests cost; of what is not tried on all, nothing is said of all.
        let known = [&tests.failing[..], &tests.passing].concat();
        let of_one = cost(&known) / (known.len().max(1) as u64);
        let of_all = (of_one * tests.others.len() as u64).max(1);
        let affordable = usize::try_from(*budget / of_all).unwrap_or(usize::MAX).max(1);
        let promising: Vec<usize> = (0..self.turned.len())
            .filter(|&index| is_promising(&self.turned[index]))
            .take(affordable)
            .collect();
        let attempts: Vec<Attempt> =
            promising.iter().map(|&index| self.turned[index].attempt.clone()).collect();
        let all = Suite { tests: tests.others.iter().map(|test| (*test).clone()).collect() };
        let tried = laboratory.run(&attempts, &all, Extent::UntilFailures(1));
        self.spend(&tried, budget);
        for (&index, row) in promising.iter().zip(tried.passes) {
            self.is_cut_short |= row.is_none();
            self.turned[index].is_clean = row.is_some_and(|row| row.iter().all(|passes| *passes));
        }
    }
}

fn suite(tests: &[(&Test, u64)]) -> Suite {
    Suite { tests: tests.iter().map(|(test, _)| (*test).clone()).collect() }
}

/// Everything that can be tried without compiling.
struct Attempts {
    /// Branches first, then edits, the cheap ones first, then values.
    cheap: Vec<Attempt>,
    /// Edits that are less likely to be what somebody meant.
    dear: Vec<Attempt>,
    /// Statements in front of others.
    inserted: Vec<Attempt>,
    /// Edits that have to be compiled.
    texts: Vec<Attempt>,
}

fn attempts(
    request: &Request<'_>,
    executed: &FxHashSet<SourceStmtId>,
    harness: &Harness,
) -> Attempts {
    let wanted = |source: SourceStmtId| executed.contains(&source);
    let edits = edits(request.program, &request.files, request.suite, &wanted);
    let forced = forced(request.program, &request.files, request.suite, &wanted);
    let (values, switches): (Vec<Attempt>, Vec<Attempt>) =
        forced.into_iter().partition(|it| it.kind == AttemptKind::Value);
    let inputs = Inputs::new(request.program);
    let is_wanted = |it: &Attempt| {
        !it.is_text() && !inputs.are_replaced(request.program, it) && !harness.is_changed_by(it)
    };
    let values: Vec<Attempt> = values.into_iter().filter(is_wanted).collect();
    let (mut texts, edits): (Vec<Attempt>, Vec<Attempt>) =
        edits.into_iter().partition(Attempt::is_text);
    texts.extend(rearranged(request.program, &request.files));
    texts.retain(|it| !harness.is_changed_by(it) && !inputs.are_beside(request.program, it));
    texts.sort_by(|one, other| (one.cost, &one.edit).cmp(&(other.cost, &other.edit)));
    texts.dedup_by(|one, other| one.edit == other.edit);
    let edits = edits.into_iter().filter(|it| it.kind.is_edit() && is_wanted(it));
    let (cheap, mut dear): (Vec<Attempt>, Vec<Attempt>) = edits.partition(|it| it.cost <= CHEAP);
    dear.retain(|it| it.cost <= DEAREST);
    let mut inserted = insertions(request.program, &request.files, &wanted);
    inserted.retain(|it| !harness.is_changed_by(it));
    let switches = switches.into_iter().filter(|it| !harness.is_changed_by(it));
    Attempts { cheap: switches.chain(cheap).chain(values).collect(), dear, inserted, texts }
}

/// What only says which input is tried, or what is wanted: the arguments with which the start function calls the function that fails, and the assertion that fails. That the
/// program passes with others is no evidence of where it is wrong.
#[derive(Debug, Default)]
pub(crate) struct Harness {
    spans: Vec<Span>,
}

impl Harness {
    /// Of a run that ends at this point.
    pub(crate) fn new(program: &Program, start: FunctionId, end: Point, is_asserted: bool) -> Self {
        let mut spans = Vec::new();
        if is_asserted {
            spans.push(program.source_stmt(program.origin_of(end).1).span);
        }
        if end.function != start {
            let blocks = program.function(start).blocks();
            for stmt in blocks.iter().flat_map(|block| &block.stmts) {
                if let StmtKind::Call { callee: Callee::Direct(called), args, .. } = &stmt.kind
                    && !program.function(*called).is_library
                    && !program.function(*called).blocks().is_empty()
                {
                    spans.extend(args.iter().filter(|arg| is_constant(arg)).map(|arg| arg.span));
                }
            }
        }
        spans.retain(|span| !span.is_empty());
        Harness { spans }
    }

    fn is_changed_by(&self, attempt: &Attempt) -> bool {
        let own = attempt.edit.span;
        let is_within = |outer: Span, inner: Span| {
            outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
        };
        // To leave out the call with the argument is no better.
        let is_lost = matches!(attempt.kind, AttemptKind::Omission | AttemptKind::Guard)
            || attempt.edit.new.trim_matches([';', ' ', '\n']).is_empty();
        !own.is_empty()
            && self
                .spans
                .iter()
                .any(|span| is_within(*span, own) || is_lost && is_within(own, *span))
    }
}

/// Numbers and texts, nothing that was computed.
fn is_constant(expr: &Expr) -> bool {
    !expr.any(&mut |part| matches!(part.kind, ExprKind::Load(_)))
}

/// Where values come from outside. That the program does not fail on other inputs is no evidence of where it is wrong.
struct Inputs {
    spans: Vec<Span>,
}

impl Inputs {
    fn new(program: &Program) -> Inputs {
        let is_input = |kind: &StmtKind| match kind {
            StmtKind::Input { .. } => true,
            StmtKind::Call { callee: Callee::Direct(id), .. } => {
                matches!(program.function(*id).body, Body::Undefined)
            }
            _ => false,
        };
        let own = program.functions.iter().filter(|function| !function.is_library);
        let stmts = own.flat_map(|function| function.blocks()).flat_map(|block| &block.stmts);
        let spans = stmts.filter(|stmt| is_input(&stmt.kind)).map(|stmt| stmt.span);
        Inputs { spans: spans.filter(|span| !span.is_empty()).collect() }
    }

    /// Does a text change the line of an input? Another type there is another input.
    fn are_beside(&self, program: &Program, attempt: &Attempt) -> bool {
        let line = line_of_attempt(program, attempt);
        line.is_some() && self.spans.iter().any(|span| line_of(program, *span) == line)
    }

    /// Does the attempt put something in place of an input?
    fn are_replaced(&self, program: &Program, attempt: &Attempt) -> bool {
        let own = attempt.edit.span;
        let is_kept = |span: Span| attempt.edit.new.contains(program.sources.text(span));
        self.spans.iter().any(|span| {
            span.file == own.file
                && own.start <= span.start
                && span.end <= own.end
                && !is_kept(*span)
        })
    }
}

/// The line that an attempt speaks of: that of its text, or of the statement in front of which it stands.
pub(crate) fn line_of_attempt(program: &Program, attempt: &Attempt) -> Option<Line> {
    if attempt.kind == AttemptKind::Guard {
        return line_of(program, program.source_stmt(attempt.source).span);
    }
    let span = attempt.edit.span;
    let text = program.sources.text(span);
    // What moves a statement into the block before it speaks of the statement.
    let blank = text.len() - text.trim_start_matches(|c: char| c.is_whitespace() || c == '}').len();
    let blank = if blank == text.len() { 0 } else { blank };
    let offset = span.start + u32::try_from(blank).unwrap_or(0);
    Some((span.file, program.sources.file(span.file).line_column(offset).line))
}
