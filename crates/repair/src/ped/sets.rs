//! Repair solutions of any number of changes (Fig. 5, and sections 4.2 to 4.4).
//!
//! A solution is a smallest set of selectors with which some branch leaves or the check holds. Weighted MaxSAT finds the sets one after the other: a selector costs
//! more than any difference in weight, so fewer changes come first, and among as many the alternatives that the library prefers. A found set is blocked
//! together with its supersets.
//!
//! On the first level the search is made for each branch by itself, as in Fig. 5, from the last to the first. From the second on one search finds the sets with which *some*
//! branch leaves, in all traces, and then the latest branch that each set can reach.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_encode::Selecting;
use whydunit_program::SourceStmtId;
use whydunit_solver::{Embedded, MaxSat, Soft, Solve, maxsat};
use whydunit_term::{Evaluator, Model, Sort, Term, Terms};

use super::formula::{Exit, RepairProgram};
use super::question::Question;
use super::sites::{Subject, Ways};
use super::{Found, Level, Localised, PedOptions};
use crate::limits::{MOST_CONFLICTS_OF_SETS, MOST_TERMS_OF_A_TRACE};

/// What a change costs, next to which weights are small.
const CHANGE: u64 = 1_000_000;

/// A variable that says whether something is changed.
#[derive(Clone, Copy, Debug)]
struct Selector {
    term: Term,
    /// Position in [`Ways::list`].
    way: u32,
    /// The step of the trace, where each has its own.
    step: Option<u32>,
    weight: u32,
}

/// `skipped`: changes that are solutions by themselves, and no part of larger ones.
pub(super) fn search(
    subject: &Subject<'_>,
    programs: &[RepairProgram<'_>],
    ways: &Ways,
    skipped: &FxHashSet<(u32, Option<u32>)>,
    options: &PedOptions,
) -> Localised {
    let mut localised = Localised::default();
    let mut terms = Terms::new();
    let mut formulas = Vec::with_capacity(programs.len());
    for program in programs {
        let selecting = match options.level {
            Level::Default => Selecting::PerStep(&program.slice.contains),
            _ => Selecting::Shared,
        };
        match program.formula(subject, &mut terms, selecting, options, MOST_TERMS_OF_A_TRACE) {
            Ok(Some(formula)) => formulas.push(formula),
            Ok(None) => {
                localised.is_cut_short = true;
                localised.notes.push("sets of changes are too many to be looked at".to_owned());
                return localised;
            }
            Err(error) => {
                localised.notes.push(format!("sets of changes are not followed: {error}"));
                return localised;
            }
        }
    }
    let question = Question {
        programs,
        formulas,
        terms,
        solver: Embedded::new(),
        budget: options.budget().with_conflicts(MOST_CONFLICTS_OF_SETS),
        target: subject.program.types.target(),
        is_cut_short: false,
    };
    let mut search = Search { question, selectors: Vec::new(), options, localised };
    search.make_selectors(subject, ways, skipped);
    search.assert_correlation(ways);
    match options.level {
        Level::Default => search.per_branch(ways),
        _ => search.together(ways),
    }
    search.localised.is_cut_short |= search.question.is_cut_short;
    search.localised
}

struct Search<'q, 'p> {
    question: Question<'q, 'p>,
    selectors: Vec<Selector>,
    options: &'q PedOptions,
    localised: Localised,
}

impl Search<'_, '_> {
    fn make_selectors(
        &mut self,
        subject: &Subject<'_>,
        ways: &Ways,
        skipped: &FxHashSet<(u32, Option<u32>)>,
    ) {
        let mut seen = FxHashSet::default();
        let is_per_step = self.options.level == Level::Default;
        let Question { formulas, terms, solver, .. } = &mut self.question;
        for used in formulas.iter().flat_map(|formula| &formula.used) {
            if !seen.insert(used.selector) {
                continue;
            }
            let step = is_per_step.then_some(used.step);
            if skipped.contains(&(used.number, step)) {
                let not = terms.not(used.selector);
                solver.assert(terms, not);
                continue;
            }
            let alternative = ways.list[used.number as usize].alternative;
            self.selectors.push(Selector {
                term: used.selector,
                way: used.number,
                step,
                weight: alternative.map_or(0, |index| subject.alternatives[index].weight),
            });
        }
    }

    fn assert_not_all(&mut self, members: &[Term]) {
        let Question { terms, solver, .. } = &mut self.question;
        let all = terms.and(members);
        let not = terms.not(all);
        solver.assert(terms, not);
    }

    /// One change of a statement at a time, and no value for a statement that uses what is changed before it.
    fn assert_correlation(&mut self, ways: &Ways) {
        let mut groups: FxHashMap<(SourceStmtId, Option<u32>), Vec<usize>> = FxHashMap::default();
        let mut order = Vec::new();
        for (index, selector) in self.selectors.iter().enumerate() {
            let key = (ways.list[selector.way as usize].source, selector.step);
            let group = groups.entry(key).or_default();
            if group.is_empty() {
                order.push(key);
            }
            group.push(index);
        }
        for key in &order {
            let members: Vec<Term> =
                groups[key].iter().map(|&index| self.selectors[index].term).collect();
            let two = at_least(&mut self.question.terms, &members, 2);
            self.assert_not_all(&[two]);
        }
        if self.options.level == Level::Default {
            return;
        }
        let programs = self.question.programs;
        let pairs: BTreeSet<_> = programs.iter().flat_map(RepairProgram::chains).collect();
        for (set, used) in pairs {
            let members = |source| groups.get(&(source, None)).into_iter().flatten().copied();
            // An alternative still uses what was changed before; any value does not.
            let is_free = |&index: &usize| {
                ways.list[self.selectors[index].way as usize].alternative.is_none()
            };
            let Some(free) = members(used).find(is_free) else { continue };
            for first in members(set) {
                self.assert_not_all(&[self.selectors[first].term, self.selectors[free].term]);
            }
        }
    }

    /// As many changes as are allowed.
    fn few(&mut self) -> Term {
        let all: Vec<Term> = self.selectors.iter().map(|selector| selector.term).collect();
        let too_many = at_least(&mut self.question.terms, &all, self.options.max_changes + 1);
        self.question.terms.not(too_many)
    }

    /// Fig. 5.
    fn per_branch(&mut self, ways: &Ways) {
        let mut known: FxHashSet<Vec<usize>> = FxHashSet::default();
        let allowed = vec![true; self.selectors.len()];
        let few = self.few();
        let exits: Vec<Exit> =
            self.question.formulas.first().map_or_else(Vec::new, |formula| formula.exits.clone());
        for exit in exits.into_iter().rev() {
            let blocked = self.question.terms.fresh("branch", Sort::Bool);
            let wanted = [exit.taken, few, blocked];
            while self.localised.found.len() < self.options.most {
                let Some((chosen, model)) = self.cheapest(&allowed, &wanted) else { break };
                self.block(&chosen, blocked);
                if known.insert(chosen.clone()) {
                    let mut settled = self.exactly(&chosen);
                    settled.push(exit.taken);
                    self.note(ways, &chosen, vec![exit], &settled, &model);
                }
            }
            if self.localised.found.len() >= self.options.most || self.question.is_cut_short {
                self.localised.is_cut_short = true;
                break;
            }
        }
    }

    fn together(&mut self, ways: &Ways) {
        let avoided = self.question.is_avoided();
        let few = self.few();
        let blocked = self.question.terms.fresh("blocked", Sort::Bool);
        let wanted = [avoided, few, blocked];
        let everywhere = self.used_everywhere();
        self.all_sets(ways, &everywhere, &wanted);
        let is_single = self.question.programs.len() == 1;
        if !self.localised.found.is_empty() || is_single || !everywhere.contains(&false) {
            return;
        }
        let everything = vec![true; self.selectors.len()];
        self.all_sets(ways, &everything, &wanted);
        if !self.localised.found.is_empty() {
            let note = "no change of statements that all traces execute repairs all of them: \
                        sets of changes, each of them for some traces";
            self.localised.notes.push(note.to_owned());
        }
    }

    /// Is a selector met in all traces? A fix of a statement that a trace does not execute does not repair it.
    fn used_everywhere(&self) -> Vec<bool> {
        let mut counts: FxHashMap<Term, usize> = FxHashMap::default();
        for formula in &self.question.formulas {
            let own: FxHashSet<Term> = formula.used.iter().map(|used| used.selector).collect();
            own.into_iter().for_each(|term| *counts.entry(term).or_default() += 1);
        }
        let all = self.question.formulas.len();
        self.selectors.iter().map(|selector| counts.get(&selector.term) == Some(&all)).collect()
    }

    fn all_sets(&mut self, ways: &Ways, allowed: &[bool], wanted: &[Term]) {
        while let Some((chosen, model)) = self.cheapest(allowed, wanted) {
            if self.localised.found.len() >= self.options.most {
                self.localised.is_cut_short = true;
                break;
            }
            self.block(&chosen, wanted[2]);
            let mut settled = self.exactly(&chosen);
            settled.push(wanted[0]);
            let (ends, model) = self.question.latest(&mut settled, model);
            self.note(ways, &chosen, ends, &settled, &model);
        }
    }

    fn note(
        &mut self,
        ways: &Ways,
        chosen: &[usize],
        ends: Vec<Exit>,
        settled: &[Term],
        model: &Model,
    ) {
        let mut found = Found { chosen: Vec::new(), ends, values: Vec::new() };
        for &index in chosen {
            let Selector { term, way, step, .. } = self.selectors[index];
            found.chosen.push((way, step));
            let is_free = ways.list[way as usize].alternative.is_none();
            let values =
                is_free.then(|| self.question.values(way, term, &found.ends, settled, model));
            found.values.push(values);
        }
        self.localised.found.push(found);
    }

    /// The cheapest set of selectors.
    fn cheapest(&mut self, allowed: &[bool], wanted: &[Term]) -> Option<(Vec<usize>, Model)> {
        let mut assumptions = wanted.to_vec();
        let mut softs = Vec::with_capacity(self.selectors.len());
        for (selector, &allowed) in self.selectors.iter().zip(allowed) {
            let term = self.question.terms.not(selector.term);
            let weight = CHANGE - u64::from(selector.weight.min(1000));
            match allowed {
                true => softs.push(Soft { term, weight }),
                false => assumptions.push(term),
            }
        }
        let budget = self.question.rest();
        let Question { solver, terms, is_cut_short, .. } = &mut self.question;
        let solution = match maxsat(solver, terms, &softs, &assumptions, &budget) {
            MaxSat::Optimal(solution) => solution,
            MaxSat::Infeasible(_) => return None,
            MaxSat::Unknown { .. } => {
                *is_cut_short = true;
                return None;
            }
        };
        let mut evaluator = Evaluator::new(&solution.model);
        let is_chosen = |&index: &usize| {
            evaluator.value(&self.question.terms, self.selectors[index].term) == Some(1)
        };
        let chosen: Vec<usize> = (0..self.selectors.len()).filter(is_chosen).collect();
        (!chosen.is_empty()).then_some((chosen, solution.model))
    }

    /// The set and its supersets are not wanted where `blocked` is assumed.
    fn block(&mut self, chosen: &[usize], blocked: Term) {
        let mut all: Vec<Term> = chosen.iter().map(|&index| self.selectors[index].term).collect();
        all.push(blocked);
        self.assert_not_all(&all);
    }

    /// The set and nothing else is chosen.
    fn exactly(&mut self, chosen: &[usize]) -> Vec<Term> {
        let mut all = Vec::with_capacity(self.selectors.len());
        for (index, selector) in self.selectors.iter().enumerate() {
            match chosen.binary_search(&index) {
                Ok(_) => all.push(selector.term),
                Err(_) => all.push(self.question.terms.not(selector.term)),
            }
        }
        all
    }
}

/// At least so many of these hold.
fn at_least(terms: &mut Terms, members: &[Term], count: usize) -> Term {
    let mut so_far = vec![Term::FALSE; count];
    for &member in members {
        for number in (0..count).rev() {
            let before = if number == 0 { Term::TRUE } else { so_far[number - 1] };
            let now = terms.and(&[before, member]);
            so_far[number] = terms.or(&[so_far[number], now]);
        }
    }
    so_far.last().copied().unwrap_or(Term::TRUE)
}
