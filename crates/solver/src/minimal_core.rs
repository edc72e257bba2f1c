//! Which of these assumptions are really needed for a contradiction?
//!
//! Deletion, with refinement of the set by every core on the way: each assumption is left out once; if the rest still
//! contradicts, it goes, and with it all that the new core does not mention; if not, it is needed now and
//! forever, because fewer assumptions only make more satisfiable.

use rustc_hash::FxHashSet;
use whydunit_term::{Term, Terms};

use crate::budget::Meter;
use crate::{Budget, Core, Reason, Solve, Verdict};

/// A core and how much is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinimalCore {
    /// In the order of the assumptions it was made from.
    pub core: Core,
    /// Every assumption of the core was shown to be needed: without it, and with the others, there is a model.
    pub is_minimal: bool,
    /// Why it was not shown.
    pub reason: Option<Reason>,
}

/// Makes a core minimal.
///
/// `core` contradicts what is asserted together with `background`, which is assumed throughout and never dropped.
/// Elements of `prefer_to_drop` are the first that the search tries to do without, in that order; the others follow from the last
/// to the first.
pub fn minimise_core(
    solver: &mut dyn Solve,
    terms: &mut Terms,
    core: &Core,
    background: &[Term],
    prefer_to_drop: &[Term],
    budget: &Budget,
) -> MinimalCore {
    let meter = Meter::start(budget, solver);
    let mut needed: FxHashSet<Term> = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut current: Vec<Term> = core.0.iter().copied().filter(|&term| seen.insert(term)).collect();
    let mut unproved = None;
    for candidate in drop_order(core, prefer_to_drop) {
        if !current.contains(&candidate) {
            continue;
        }
        let rest = match meter.rest(solver) {
            Ok(rest) => rest,
            Err(reason) => {
                unproved = Some(reason);
                break;
            }
        };
        let others = current.iter().copied().filter(|&term| term != candidate);
        let assumptions: Vec<Term> = background.iter().copied().chain(others).collect();
        match solver.decide(terms, &assumptions, &rest) {
            Verdict::Sat => {
                needed.insert(candidate);
            }
            Verdict::Unsat(Core(smaller)) => {
                let smaller: FxHashSet<Term> = smaller.into_iter().collect();
                current.retain(|term| smaller.contains(term) || needed.contains(term));
                current.retain(|&term| term != candidate);
            }
            Verdict::Unknown(reason) => {
                let goes_on = matches!(reason, Reason::Abstracted | Reason::External(_));
                unproved = Some(reason);
                if !goes_on {
                    break;
                }
            }
        }
    }
    let is_minimal = current.iter().all(|term| needed.contains(term));
    let reason = if is_minimal { None } else { unproved };
    MinimalCore { core: Core(current), is_minimal, reason }
}

fn drop_order(core: &Core, preferred: &[Term]) -> Vec<Term> {
    let members: FxHashSet<Term> = core.0.iter().copied().collect();
    let mut seen = FxHashSet::default();
    let first = preferred.iter().copied().filter(|term| members.contains(term));
    let order = first.chain(core.0.iter().rev().copied());
    order.filter(|&term| seen.insert(term)).collect()
}
