//! From facts at every position to the abstract error trace: few invariants, each over as many positions as it holds at, and the steps between them.
//!
//! The walk gives one error invariant for each position; neighbours differ only at marked steps. From the end to the start, the invariant at hand is kept as long as it is an error invariant at
//! the earlier position too: it was true there in the run, and it implies the one found for that position. It is carried over a step that set what it speaks of in two
//! cases only: the step set to a fixed value what the same call had set to that value already (of `x = 7; x = 7` the first one matters, of two calls that do this the last), or the step is one of several of the same statement
//! in a loop. Elsewhere that a step might have been left out is no reason to hide that it made the difference.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use whydunit_claim::{Conjunct, Held, Interval, Relevant, Role, StateVariable, Why};
use whydunit_encode::cell_of;
use whydunit_term::{Term, Terms};
use whydunit_trace::{StepIndex, cell_name};

use crate::conjunction::{Conjunction, Literal, bounded};
use crate::frames::names_of;
use crate::journal::Difference;
use crate::linear::Sum;
use crate::normalise::literal_term;
use crate::state::{StateTable, successions};
use crate::variables::Variables;
use crate::walk::{Left, Mark, Subject, Walked};

/// Where one invariant gives way to another.
#[derive(Clone, Debug)]
struct Boundary {
    step: usize,
    role: Role,
    left_alone: Vec<Left>,
    /// Entries of the journal that led to the facts before the step.
    journal: usize,
}

pub(crate) struct Localized {
    pub(crate) relevant: Vec<Relevant>,
    pub(crate) intervals: Vec<Interval>,
    pub(crate) conjuncts: Vec<Conjunct>,
    pub(crate) state: Vec<StateVariable>,
}

impl Localized {
    /// Conjuncts in the order in which the program's variables were declared.
    fn put_in_order(&mut self, terms: &Terms) {
        let held: FxHashMap<Term, Held> =
            self.state.iter().map(|state| (state.variable, state.held)).collect();
        let key = |index: &u32| {
            let conjunct = &self.conjuncts[*index as usize];
            let variables = terms.variables(&[conjunct.term]);
            let first = variables.iter().filter_map(|variable| held.get(variable)).min();
            (first.copied(), variables.len(), conjunct.text.clone(), *index)
        };
        let mut order: Vec<u32> = (0..self.conjuncts.len() as u32).collect();
        order.sort_by_cached_key(key);
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old as usize] = new as u32;
        }
        let mut conjuncts: Vec<Option<Conjunct>> =
            std::mem::take(&mut self.conjuncts).into_iter().map(Some).collect();
        self.conjuncts = order.iter().filter_map(|&old| conjuncts[old as usize].take()).collect();
        let renumber = |list: &mut Vec<u32>| {
            for index in list.iter_mut() {
                *index = place[*index as usize];
            }
            list.sort_unstable();
        };
        for interval in &mut self.intervals {
            renumber(&mut interval.gained);
            renumber(&mut interval.lost);
        }
        for relevant in &mut self.relevant {
            renumber(&mut relevant.why.establishes);
            renumber(&mut relevant.why.uses);
        }
    }
}

/// `carries`: invariants may be carried over steps where they held in the run.
pub(crate) fn localize<'a>(
    subject: Subject<'a>,
    terms: &mut Terms,
    variables: &mut Variables<'a>,
    walked: &Walked,
    carries: bool,
) -> Localized {
    let boundaries = match carries {
        true => Carrier::new(subject, terms, variables).boundaries(walked),
        false => {
            walked.marks.iter().zip(ends(walked)).map(|(mark, end)| of_mark(mark, end)).collect()
        }
    };
    assemble(subject, terms, variables, walked, boundaries)
}

/// The end of each mark's entries in the journal.
fn ends(walked: &Walked) -> impl Iterator<Item = usize> + '_ {
    let next = walked.marks.iter().skip(1).map(|mark| mark.from);
    next.chain([walked.facts.journal().len()])
}

fn of_mark(mark: &Mark, journal: usize) -> Boundary {
    let left_alone = mark.left_alone.clone();
    Boundary { step: mark.step, role: mark.role, left_alone, journal }
}

struct Carrier<'c, 'a> {
    subject: Subject<'a>,
    terms: &'c mut Terms,
    variables: &'c mut Variables<'a>,
    /// The variable that the same storage was before.
    previous: FxHashMap<Term, Term>,
    /// Facts of the invariant at hand that the walk no longer has.
    carried: Vec<Literal>,
}

impl<'c, 'a> Carrier<'c, 'a> {
    fn new(
        subject: Subject<'a>,
        terms: &'c mut Terms,
        variables: &'c mut Variables<'a>,
    ) -> Carrier<'c, 'a> {
        let formula = subject.formula;
        let previous = successions(formula)
            .filter(|&(before, _)| formula.definition(before).is_some())
            .map(|(before, definition)| (definition.variable, before))
            .collect();
        Carrier { subject, terms, variables, previous, carried: Vec::new() }
    }

    fn boundaries(mut self, walked: &Walked) -> Vec<Boundary> {
        let mut boundaries = Vec::new();
        // The last step that the invariant was carried over. Unless it ends at another step that sets what was
        // carried, this is the one that brought it about.
        let mut passed: Option<Boundary> = None;
        for (mark, end) in walked.marks.iter().zip(ends(walked)) {
            if self.down_to(mark.step + 1, mark.from, &mut boundaries) {
                passed = None;
            }
            let changes_nothing = mark.from == end && mark.left_alone.is_empty();
            if changes_nothing && !self.carried.is_empty() {
                // A call or condition around what is told where the invariant began to hold.
                continue;
            }
            let change = Difference::of(&walked.facts.journal()[mark.from..end]);
            if self.carry(mark, change) {
                passed = Some(of_mark(mark, end));
                continue;
            }
            if self.latest_setting() != Some(mark.step) {
                boundaries.extend(passed.take());
            }
            boundaries.push(of_mark(mark, end));
            passed = None;
            self.carried.clear();
        }
        if !self.down_to(0, walked.facts.journal().len(), &mut boundaries) {
            boundaries.extend(passed);
        }
        boundaries
    }

    /// Steps from `step` on that set what is carried, though nothing after them needs it.
    /// Tells whether it ended at one of them.
    fn down_to(&mut self, step: usize, journal: usize, boundaries: &mut Vec<Boundary>) -> bool {
        while let Some(latest) = self.latest_setting().filter(|&latest| latest >= step) {
            match self.moved_before(latest, self.carried.clone(), true) {
                Some(moved) => self.carried = moved,
                None => {
                    self.carried.clear();
                    let role = match self.subject.trace.steps[latest].kind {
                        whydunit_trace::StepKind::Input => Role::Input,
                        _ => Role::Assign,
                    };
                    let left_alone = Vec::new();
                    boundaries.push(Boundary { step: latest, role, left_alone, journal });
                    return true;
                }
            }
        }
        false
    }

    fn latest_setting(&self) -> Option<usize> {
        let variables = self.carried.iter().flat_map(|literal| literal.variables(self.terms));
        variables.filter_map(|variable| self.subject.formula.defining_step(variable)).max()
    }

    /// Keeps the invariant over a step, if that is allowed and it is one before the step too.
    fn carry(&mut self, mark: &Mark, change: Difference) -> bool {
        if !matches!(mark.role, Role::Assign | Role::Input) || !mark.left_alone.is_empty() {
            return false;
        }
        let all: Vec<Literal> = self.carried.iter().cloned().chain(change.lost).collect();
        if all.is_empty() {
            return false;
        }
        let is_constant = change.gained.is_empty();
        let Some(moved) = self.moved_before(mark.step, all, is_constant) else { return false };
        let mut known = Conjunction::default();
        for literal in &moved {
            known.add(self.terms, self.variables, literal.clone());
        }
        let implies_all =
            change.gained.iter().all(|literal| known.implies(self.terms, self.variables, literal));
        if implies_all {
            self.carried = moved;
        }
        implies_all
    }

    /// The same facts about the state before a step; `None` if they did not hold there, or may not be carried there.
    fn moved_before(
        &mut self,
        step: usize,
        literals: Vec<Literal>,
        is_constant: bool,
    ) -> Option<Vec<Literal>> {
        let mut moved = Vec::with_capacity(literals.len());
        for literal in literals {
            let mut literal = literal;
            for variable in literal.variables(self.terms) {
                if self.subject.formula.defining_step(variable) != Some(step) {
                    continue;
                }
                let before = *self.previous.get(&variable)?;
                if !self.has_name(variable) {
                    return None;
                }
                let is_same = self.variables.bits(self.terms, variable)
                    == self.variables.bits(self.terms, before);
                let is_idle = is_same && is_constant && self.is_of_one_call(step, before);
                if !is_idle && !self.is_repeated(step, before) {
                    return None;
                }
                literal = self.renamed(literal, variable, before)?;
            }
            let term = literal_term(self.terms, self.variables, &literal);
            if !self.variables.is_true(self.terms, term) {
                return None;
            }
            moved.push(literal);
        }
        Some(moved)
    }

    /// What users have no name for is passed on, not kept.
    fn has_name(&self, variable: Term) -> bool {
        let Subject { program, trace, formula, .. } = self.subject;
        let cell = formula.definition(variable).and_then(|definition| cell_of(definition.range));
        cell.is_some_and(|cell| cell_name(program, trace, cell).is_some())
    }

    /// Was the variable set before by the activation that the step belongs to? A call that sets something is a step of its own: which function was called last matters, also where an earlier
    /// call had the same effect.
    fn is_of_one_call(&self, step: usize, before: Term) -> bool {
        let steps = &self.subject.trace.steps;
        let earlier = self.subject.formula.defining_step(before);
        earlier.is_some_and(|earlier| steps[earlier].frame == steps[step].frame)
    }

    /// Did the same statement of a loop set the variable before?
    fn is_repeated(&self, step: usize, before: Term) -> bool {
        let trace = self.subject.trace;
        let step = &trace.steps[step];
        let in_loop = !trace.contexts[step.context as usize].loops.is_empty();
        let earlier = self.subject.formula.defining_step(before);
        in_loop && earlier.is_some_and(|earlier| trace.steps[earlier].source == step.source)
    }

    fn renamed(&mut self, literal: Literal, from: Term, to: Term) -> Option<Literal> {
        Some(match literal {
            Literal::Linear(vector, bounds) => {
                let sum = vector.sum().replace(from, &Sum::variable(to))?;
                let (vector, bounds) = bounded(&sum, &bounds)?;
                Literal::Linear(vector, bounds)
            }
            Literal::Term(term) => Literal::Term(self.terms.substitute(term, &[(from, to)])),
            Literal::Unset(_) => literal,
        })
    }
}

fn assemble(
    subject: Subject<'_>,
    terms: &mut Terms,
    variables: &mut Variables<'_>,
    walked: &Walked,
    boundaries: Vec<Boundary>,
) -> Localized {
    let mut table = StateTable::new(subject.program, subject.trace, subject.formula);
    let journal = walked.facts.journal();
    let mut relevant = Vec::new();
    let mut intervals = Vec::new();
    let mut to = subject.trace.steps.len() - 1;
    let mut from_entry = walked.start;
    for boundary in boundaries {
        let change = Difference::of(&journal[from_entry..boundary.journal]);
        let mut ids = |literals: &[Literal], position: usize| -> Vec<u32> {
            let mut ids: Vec<u32> = literals
                .iter()
                .map(|literal| table.conjunct(terms, variables, literal, position))
                .collect();
            ids.sort_unstable();
            ids.dedup();
            ids
        };
        let mut gained = ids(&change.lost, to);
        let mut lost = ids(&change.gained, boundary.step);
        let common: BTreeSet<u32> =
            gained.iter().copied().filter(|id| lost.binary_search(id).is_ok()).collect();
        gained.retain(|id| !common.contains(id));
        lost.retain(|id| !common.contains(id));
        if gained.is_empty()
            && lost.is_empty()
            && !subject.may_change_nothing(boundary.step, boundary.role)
        {
            continue;
        }
        if boundary.step >= subject.trace.first_executed() {
            let why = Why {
                establishes: gained.clone(),
                uses: lost.clone(),
                left_alone: names_of(&subject, variables, &boundary.left_alone),
                otherwise: subject.kept_alive.get(&boundary.step).copied(),
            };
            let step = StepIndex(boundary.step as u32);
            relevant.push(Relevant { step, role: boundary.role, why });
        }
        intervals.push(Interval { from: boundary.step + 1, to, gained, lost });
        to = boundary.step;
        from_entry = boundary.journal;
    }
    let Difference { lost, gained } = Difference::of(&journal[from_entry..]);
    let gained: BTreeSet<Literal> = gained.into_iter().collect();
    let mut first: Vec<u32> = walked
        .facts
        .literals()
        .filter(|literal| !gained.contains(literal))
        .chain(lost)
        .map(|literal| table.conjunct(terms, variables, &literal, to))
        .collect();
    first.sort_unstable();
    first.dedup();
    intervals.push(Interval { from: 0, to, gained: first, lost: Vec::new() });
    intervals.reverse();
    relevant.reverse();
    table.write_texts(terms, &intervals);
    let StateTable { conjuncts, state, .. } = table;
    let mut localized = Localized { relevant, intervals, conjuncts, state };
    localized.put_in_order(terms);
    localized
}
