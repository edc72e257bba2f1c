//! AutoDebug: locating and correcting a statement by path-based weakest preconditions.
//!
//! # Question
//!
//! Which statement of this failed run would, with a few of its tokens replaced, have made the run satisfy its
//! postcondition?
//!
//! # Definition
//!
//! He and Gupta, *Automated Debugging using Path-Based Weakest Preconditions* (FASE 2004). The postcondition of a
//! failed run is written out over its input (quantifiers become conjunctions and disjunctions) and put into
//! disjunctive normal form; one conjunction `R` is chosen. At every execution point `i`, an assignment or a branch
//! predicate, two states are compared: the *hypothesised* one, `R_i`, which is the weakest precondition of `R`
//! along the path the run took, and the *actual* one, `Q_i`, which consists of what the steps before `i` have
//! established (`Q_i^F`) and of what the branch predicates from `i` on demand (`Q_i^B`). Predicates have the form
//! `expr relop const`; both states are extended by what follows by transitivity and equality.
//!
//! A predicate `r` of `R_i` that is false in the run is *evidence*: explicit of type I when no variable is left in
//! it, explicit of type II when `Q_i` has a predicate over the same expression, implicit when neither is found at
//! any point. From an evidence follow a problem predicate and a correcting predicate, and from what differs between
//! them a modification of a statement: of the right-hand side of an assignment, of its left-hand side, or of a
//! branch predicate. Implicit evidence may also mean that a loop lacks iterations; then its condition, the
//! initialisation of its counter or the counter's step is modified.
//!
//! The conjunctions are tried in the order of the number of predicates that are false in them, the paper leaves it
//! open. Past the paper: pointers, records and calls, as far as the run tells which cell is meant; `\old`; failed
//! assertions and failed checks of the language; modifications by exchanging a single term, where the difference is
//! more than the statement can take up; loops that run too often or not at all; decisions that should have fallen
//! otherwise.
//!
//! # Guarantees
//!
//! Every predicate of `Q_i` holds at `i` in the run; `R_i` has at `i` the truth values that `R` has at the end. A
//! proposal is a modification of user code that differs from the program; that it helps is for the tests to say.
//!
//! # Cost
//!
//! Linear in the length of the run for `R`, `Q^F` and `Q^B`; states are compared at no more than a few hundred
//! points, with a bounded number of predicates. What was left out is said.
//!
//! # Example
//!
//! ```console
//! $ whydunit repair tests/repair/figures/max1.c --input n=3 --input a=[-2,5,3] --show-evidence
//! ```
//!
//! The paper's first figure: at point 7 the branch demands `s-a[i=2]<0` and the postcondition `s-a[2]>=0`, so that
//! `if (s >= a[i])` becomes `if (s < a[i])`.

use crate::limits::{MOST_CONJUNCTIONS, MOST_DEDUCED};

mod clause;
mod contract;
mod decisions;
mod deduce;
mod evidence;
mod linear;
mod loops;
mod modify;
mod place;
mod points;
mod predicate;
mod read;
mod relop;
mod run;
mod session;
#[cfg(test)]
mod soundness;
mod source;
mod states;
mod tokens;
mod transcript;
mod value;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rustc_hash::FxHashSet;
use whydunit_program::{Program, SourceStmtId};
use whydunit_trace::ErrorTrace;

use crate::Edit;
use evidence::Conjunct;
use linear::{Key, Linear};
use predicate::{Predicate, simplified};
use relop::Relop;
use run::Run;
use session::Session;
use states::{Fact, Origin, hypotheses};

#[doc(hidden)]
pub use run::Number;
pub use transcript::transcript;
#[doc(hidden)]
pub use value::numbers_along;

/// How much is tried.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many conjunctions of the postcondition.
    pub conjunctions: usize,
    pub deadline: Option<Instant>,
    /// Ends the work soon after it becomes true.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// A dice: only these statements are modified.
    pub allowed: Option<FxHashSet<SourceStmtId>>,
}

impl Default for Options {
    fn default() -> Options {
        Options { conjunctions: 8, deadline: None, interrupt: None, allowed: None }
    }
}

/// An execution point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointView {
    /// From 1.
    pub number: usize,
    pub line: u32,
    /// In the paper's notation: `i=i+1`, `(s-a[i=2]<0)`.
    pub text: String,
    /// Is it an assignment that the value of the postcondition depends on?
    pub in_slice: bool,
    /// `R_i` for the first conjunction, `Q_i^F` and `Q_i^B`; none where states were not kept.
    pub hypothesis: Vec<String>,
    pub forward: Option<Vec<String>>,
    pub backward: Option<Vec<String>>,
}

/// One conjunction of the postcondition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conjunction {
    /// Each predicate with its truth in the run.
    pub predicates: Vec<(String, bool)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EvidenceKind {
    /// Explicit, type I: a predicate of the hypothesised state is false whatever the state is.
    TypeOne,
    /// Explicit, type II: an actual and a hypothesised predicate over the same expression.
    TypeTwo,
    Implicit,
    /// The failed operation itself.
    Operation,
    /// Explicit evidence, treated like implicit evidence after everything else.
    Explicit,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    pub kind: EvidenceKind,
    /// Index in [`Debugging::postcondition`].
    pub conjunction: usize,
    /// The execution point at which it was found first.
    pub point: usize,
    pub q: Option<String>,
    pub r: String,
}

/// A modification that would remove an evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    pub edits: Vec<Edit>,
    /// Index in [`Debugging::evidence`].
    pub evidence: usize,
    pub why: String,
}

/// What the method found in one run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Debugging {
    pub points: Vec<PointView>,
    /// The predicates of the precondition that hold.
    pub precondition: Vec<String>,
    /// In the order in which they are tried.
    pub postcondition: Vec<Conjunction>,
    /// What holds at the end, for the first conjunction.
    pub bottom: Vec<String>,
    pub evidence: Vec<Evidence>,
    /// In the order in which the algorithm makes them, without duplicates.
    pub proposals: Vec<Proposal>,
    /// What was not looked at, and why.
    pub left_out: Vec<String>,
}

/// Looks for evidence in a failed run, and for modifications that would remove it.
pub fn debug(program: &Program, trace: &ErrorTrace, options: &Options) -> Debugging {
    let run = Run::new(program, trace);
    let acts = points::collect(&run);
    let mut result = Debugging::default();
    let Some(postcondition) = contract::postcondition(&run, &acts) else {
        result.left_out.push("no predicate is known that the run should have satisfied".into());
        return result;
    };
    let end = trace.steps.len().saturating_sub(1);
    let entry = trace.steps.last().map_or(0, |step| contract::entry_of(&run, step.frame));
    let holds = |predicate: &Predicate| run.holds(predicate, end, entry) == Some(true);
    let (conjunctions, is_complete) = postcondition.formula.conjunctions(MOST_CONJUNCTIONS, &holds);
    let mut conjunctions: Vec<_> = conjunctions.into_iter().filter_map(simplified).collect();
    if !is_complete {
        let what = "conjunctions of the postcondition past the first";
        result.left_out.push(format!("{what} {MOST_CONJUNCTIONS}, which are not written out"));
    }
    let negatives = |all: &Vec<Predicate>| all.iter().filter(|predicate| !holds(predicate)).count();
    conjunctions.sort_by_cached_key(negatives);
    let precondition = contract::precondition(&run);
    let name = |cell| run.name(cell);
    result.precondition = precondition.iter().map(|predicate| predicate.show(&name)).collect();
    let mut start: Vec<Fact> = precondition
        .into_iter()
        .map(|predicate| Fact { predicate, origin: Origin::Precondition })
        .collect();
    for cell in conjunctions.first().map(|all| contract::entry_cells(all)).unwrap_or_default() {
        let same = Linear::cell(cell).minus(&Linear::of(Key::Entry(cell), None));
        let predicate = Predicate::new(&same, Relop::Eq);
        start.push(Fact { predicate, origin: Origin::Precondition });
    }
    let mut session = Session::new(&run, &acts, &start, options);
    let chosen = session.chosen.iter().filter(|&&chosen| chosen).count();
    let numbered = acts.iter().filter(|act| act.number > 0).count();
    if chosen < numbered {
        result.left_out.push(format!("states at {} of {numbered} points", numbered - chosen));
    }
    if let Some(operand) = &postcondition.operand {
        session.failed_operand(operand);
    }
    let mut explicit = Vec::new();
    let mut is_cut = false;
    for (number, conjunction) in conjunctions.iter().enumerate() {
        let truths: Vec<bool> = conjunction.iter().map(holds).collect();
        let shown = conjunction.iter().map(|predicate| predicate.show(&name));
        let predicates = shown.zip(truths.iter().copied()).collect();
        result.postcondition.push(Conjunction { predicates });
        if number >= options.conjunctions {
            is_cut = true;
            continue;
        }
        if session.is_over() {
            result.left_out.push(format!("conjunction {} and those after it", number + 1));
            break;
        }
        let mut is_negative: Vec<bool> = truths.iter().map(|&truth| !truth).collect();
        let mut extended = conjunction.clone();
        extended.extend(deduced(&run, conjunction, &holds));
        is_negative.resize(extended.len(), true);
        let hypotheses = hypotheses(&acts, &extended);
        if number == 0 {
            transcript::fill(&mut result, &session, &hypotheses, conjunction.len());
        }
        let conjunct = Conjunct { number, hypotheses, is_negative };
        let atoms = session.compare_states(&conjunct);
        explicit.push((conjunct, atoms));
    }
    if is_cut {
        result.left_out.push(format!("conjunctions past the first {}", options.conjunctions));
    }
    // Past the paper: evidence that no modification removed may have shown at the wrong place.
    for (conjunct, atoms) in &explicit {
        for &atom in atoms {
            session.implicit(conjunct, atom, EvidenceKind::Explicit);
        }
    }
    result.evidence = session.evidence;
    result.proposals = session.proposals;
    result
}

/// The negative predicates of `R*` that are not in `R`, as far as the program could change them.
fn deduced(
    run: &Run<'_>,
    conjunction: &[Predicate],
    holds: &dyn Fn(&Predicate) -> bool,
) -> Vec<Predicate> {
    let mut found = deduce::consequences(conjunction);
    found.retain(|predicate| {
        !holds(predicate) && predicate.expr.mentions(false, &|cell| run.is_changed(cell))
    });
    found.truncate(MOST_DEDUCED);
    found
}
