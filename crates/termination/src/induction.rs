//! Can a round leave the path of the rounds before it? An induction over the contents of storage.
//!
//! Shown: a set of states that contains one of the run, in which every state takes a round along the path, and from each of which the round leads to a state of the set. The set is the condition of the path, with what a round
//! leaves as it is fixed, and with facts that hold in the run and are inductive themselves (Houdini).

use whydunit_interp::{CheckSet, CompactLog, Compiled, Config, Ending, RunSpec, prepare};
use whydunit_program::{About, BinaryOp, CheckKind, Expectation, Expr, ExprKind, Program, UnaryOp};
use whydunit_solver::{Budget, Embedded, Solve, Verdict};
use whydunit_source::Span;
use whydunit_term::{Term, Terms};
use whydunit_trace::{ErrorTrace, build};

use crate::limits::{MOST_COMPARED, MOST_CONFLICTS, MOST_FACTS, SCOUTED_STEPS};
use crate::round::Round;
use crate::scout::{Scouted, scout};
use crate::state::{Symbolic, Whole, symbolic};
use crate::{Endless, Proof, exit};

/// Tries the rounds at the end of what is followed of a run.
pub(crate) fn prove(
    program: &Program,
    compiled: &Compiled<'_>,
    spec: &RunSpec,
    config: &Config,
) -> Option<Endless> {
    let scouted = scout(program, compiled, spec, config, 0..SCOUTED_STEPS);
    if !matches!(scouted.ending, Ending::OutOfBudget { .. }) {
        return None;
    }
    let budget = Budget {
        deadline: config.deadline,
        interrupt: config.interrupt.clone(),
        memory: config.memory_limit,
        ..Budget::unlimited()
    };
    scouted.repeated(program).iter().find_map(|round| {
        if config.is_over() {
            return None;
        }
        let proof = proof(program, spec, config, &scouted, round, &budget)?;
        exit::endless(program, &scouted, &round.next()?, proof)
    })
}

fn proof(
    program: &Program,
    spec: &RunSpec,
    config: &Config,
    scouted: &Scouted,
    round: &Round,
    budget: &Budget,
) -> Option<Proof> {
    let (trace, first, asked) = traced(program, spec, config, scouted, round)?;
    let mut terms = Terms::new();
    let checked = Question::of(&asked, &trace, &mut terms, first, round)?;
    let checks = trace.checks;
    if !checks.contains(CheckKind::Overflow) {
        return checked
            .is_inductive(&mut terms, &checked.path, budget)
            .then_some(Proof::NoRoundLeaves);
    }
    // Without the checks of overflow conditions are fewer: what they leave of the path is left by an overflow alone.
    let mut other = trace.clone();
    other.checks = checks.without(CheckKind::Overflow);
    let wrapped = Question::of(&asked, &other, &mut terms, first, round)?;
    let fewer = checked.restated(&mut terms, &wrapped)?;
    let goal = terms.and(&fewer);
    if checked.is_inductive(&mut terms, &checked.path, budget) {
        return Some(Proof::NoRoundLeaves);
    }
    let pairs = checked.round.conditions.iter().zip(&fewer).enumerate();
    let unlike: Vec<usize> =
        pairs.filter(|(_, (own, fewer))| own != fewer).map(|(at, _)| at).collect();
    if unlike.is_empty() {
        return None;
    }
    let is_inductive = checked.is_inductive(&mut terms, &goal, budget);
    // Which of several is the first to overflow depends on values.
    let only = match unlike[..] {
        [only] => Some(computed(&asked, &trace, first + only)),
        _ => None,
    };
    is_inductive.then_some(Proof::OnlyOverflowLeaves(only))
}

/// The computation of a step that may overflow, if it has only one; else the whole step.
fn computed(program: &Program, trace: &ErrorTrace, step: usize) -> Span {
    let step = &trace.steps[step];
    let is_signed =
        |ty| program.types.int_kind(ty).is_some_and(|kind| kind.signed && kind.bits >= INT_BITS);
    let mut found: Vec<Span> = Vec::new();
    let mut look = |expr: &Expr| {
        let is_arithmetic = match &expr.kind {
            ExprKind::Binary(op, ..) => {
                matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul)
            }
            ExprKind::Unary(op, _) => *op == UnaryOp::Neg,
            _ => false,
        };
        if is_arithmetic && is_signed(expr.ty) && !found.contains(&expr.span) {
            found.push(expr.span);
        }
    };
    match program.stmt_at(step.point) {
        Some(stmt) => stmt.kind.operands().for_each(|operand| operand.walk(&mut look)),
        None => {
            let operand = program.terminator_at(step.point).kind.operand();
            operand.into_iter().for_each(|operand| operand.walk(&mut look));
        }
    }
    match found[..] {
        [only] => only,
        _ => step.span,
    }
}

/// Narrower integers are computed with as `int`.
const INT_BITS: u8 = 32;

/// The run to the end of the round as a trace, and the position in it of the round's first step.
fn traced(
    program: &Program,
    spec: &RunSpec,
    config: &Config,
    scouted: &Scouted,
    round: &Round,
) -> Option<(ErrorTrace, usize, Program)> {
    let (begin, end) = (scouted.steps.get(round.from)?.at, scouted.steps.get(round.to)?.at);
    let mut asked = program.clone();
    let (span, _) = asked.origin_of(end.point);
    let int = asked.types.int(32, true);
    let expectation = Expectation {
        occurrence: end.occurrence,
        about: About::Termination,
        message: "the round is over".to_owned(),
        expected: None,
        actual: None,
        inferred: None,
    };
    asked.expect_at(end.point, Expr::int(0, int, span), span, expectation);
    let compiled = prepare(&asked);
    let checks: CheckSet = config.checks.with(CheckKind::Expectation);
    let config = Config { checks, max_steps: None, ..config.clone() };
    let mut log = CompactLog::new();
    let result = compiled.run(spec, &config, &mut |_, _| {}, &mut log);
    let Ending::Failed(failure) = &result.ending else { return None };
    if failure.kind != CheckKind::Expectation {
        return None;
    }
    let trace = build(&asked, &compiled, spec, &config, &result, &log).ok()?;
    let number = usize::try_from(begin.occurrence).ok()?.checked_sub(1)?;
    let visits = trace.steps.iter().enumerate().filter(|(_, step)| step.point == end.point);
    let (first, _) = visits.filter(|(_, step)| step.kind.is_executed()).nth(number)?;
    (first + 1 < trace.steps.len()).then_some((trace, first, asked))
}

/// Does the set of states lead into itself?
struct Question {
    round: Symbolic,
    /// That a round goes along the path, with what it leaves as it is fixed.
    path: Term,
    /// Facts that held in the run, before the round and behind it.
    facts: Vec<Term>,
    /// What the variables are behind a round, for those that change.
    step: Vec<(Term, Term)>,
}

impl Question {
    fn of(
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        first: usize,
        round: &Round,
    ) -> Option<Question> {
        let whole = Whole::encode(program, trace, terms)?;
        let mut symbolic = symbolic(program, trace, terms, &whole, first, round.kind)?;
        let is_kept = |carried: &crate::state::Carried| carried.after == carried.variable;
        let kept: Vec<(Term, Term)> = symbolic
            .state
            .iter()
            .filter(|carried| is_kept(carried))
            .map(|carried| (carried.variable, carried.known))
            .collect();
        symbolic.state.retain(|carried| !is_kept(carried));
        for condition in &mut symbolic.conditions {
            *condition = terms.substitute(*condition, &kept);
        }
        for carried in &mut symbolic.state {
            carried.after = terms.substitute(carried.after, &kept);
        }
        let path = terms.and(&symbolic.conditions);
        let step: Vec<(Term, Term)> =
            symbolic.state.iter().map(|carried| (carried.variable, carried.after)).collect();
        let facts = facts(terms, &symbolic);
        Some(Question { round: symbolic, path, facts, step })
    }

    /// The conditions of another reading of the same round, over the variables of this one.
    fn restated(&self, terms: &mut Terms, other: &Question) -> Option<Vec<Term>> {
        let mut renamed = Vec::new();
        for carried in &other.round.state {
            let own = self.round.state.iter().find(|own| own.range == carried.range)?;
            renamed.push((carried.variable, own.variable));
        }
        let conditions = other.round.conditions.iter();
        Some(conditions.map(|condition| terms.substitute(*condition, &renamed)).collect())
    }

    /// Does every state that goes along the path, and meets what facts can be kept, lead to one that meets `goal` and these facts?
    fn is_inductive(&self, terms: &mut Terms, goal: &Term, budget: &Budget) -> bool {
        let mut solver = Embedded::new();
        solver.assert(terms, self.path);
        let mut facts = self.facts.clone();
        let mut holds = |terms: &mut Terms, facts: &[Term], goal: Term| {
            let then = terms.substitute(goal, &self.step);
            let broken = terms.not(then);
            let mut assumed = facts.to_vec();
            assumed.push(broken);
            let budget = budget.clone().with_conflicts(MOST_CONFLICTS);
            matches!(solver.decide(terms, &assumed, &budget), Verdict::Unsat(_))
        };
        if holds(terms, &[], *goal) {
            return true;
        }
        loop {
            let before = facts.len();
            let mut index = 0;
            while index < facts.len() {
                if budget.exceeded().is_some() {
                    return false;
                }
                match holds(terms, &facts, facts[index]) {
                    true => index += 1,
                    false => {
                        facts.remove(index);
                    }
                }
            }
            if facts.len() == before {
                break;
            }
        }
        !facts.is_empty() && holds(terms, &facts, *goal)
    }
}

/// Bounds and comparisons that hold before the round of the run and behind it.
fn facts(terms: &mut Terms, round: &Symbolic) -> Vec<Term> {
    let values: Vec<(Term, Term)> =
        round.state.iter().map(|carried| (carried.variable, carried.known)).collect();
    let mut candidates = Vec::new();
    for &(variable, known) in &values {
        candidates.push(terms.eq(variable, known));
        candidates.push(terms.sle(known, variable));
        candidates.push(terms.sle(variable, known));
        candidates.push(terms.ule(known, variable));
        candidates.push(terms.ule(variable, known));
    }
    for (index, &(a, _)) in values.iter().take(MOST_COMPARED).enumerate() {
        for &(b, _) in values.iter().take(MOST_COMPARED).skip(index + 1) {
            if terms.width(a) == terms.width(b) {
                candidates.push(terms.eq(a, b));
                candidates.push(terms.ne(a, b));
                candidates.push(terms.sle(a, b));
                candidates.push(terms.sle(b, a));
                candidates.push(terms.ule(a, b));
                candidates.push(terms.ule(b, a));
            }
        }
    }
    let step: Vec<(Term, Term)> =
        round.state.iter().map(|carried| (carried.variable, carried.after)).collect();
    candidates.retain(|&fact| {
        let now = terms.substitute(fact, &values);
        let behind = terms.substitute(fact, &step);
        let then = terms.substitute(behind, &values);
        now == Term::TRUE && then == Term::TRUE
    });
    candidates.truncate(MOST_FACTS);
    candidates
}
