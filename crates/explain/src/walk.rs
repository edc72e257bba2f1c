//! One walk back along a trace: from the failing condition to the facts that, at each position, make it fail.
//!
//! At the end stands what the failing check amounts to. Going back over a step that set a variable in the facts, the variable is replaced by what the step set it to; other
//! steps leave the facts alone. So `I_p ∧ step_p ⇒ I_{p+1}` holds at every step by construction, every `I_p` was true in the run, and each is an error invariant:
//! an inductive sequence of interpolants, computed where the facts change and nowhere else. Steps that set nothing of interest cost a look-up, so the walk is linear in the
//! length of the trace.
//!
//! *Plain*: conditions of branches are assumptions of the trace, and so may discharge facts. *Flow-sensitive*: what a branch encloses holds only
//! because the branch went this way; when a step inside matters (or when the other side would have set something that matters after the join), the branch's condition becomes
//! a fact before it. Address guards act the same way on the step they belong to. *Recursive* only notes such conditions: the reference algorithm asks about
//! each of them anew.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_claim::Role;
use whydunit_encode::{Exposure, FrameClass, OtherSides, Range, TraceFormula};
use whydunit_interp::ObjectId;
use whydunit_program::Program;
use whydunit_solver::Budget;
use whydunit_term::{Term, Terms};
use whydunit_trace::{ErrorTrace, StepKind};

use crate::conjunction::{Conjunction, Literal};
use crate::normalise::Normaliser;
use crate::variables::Variables;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    Plain,
    Sensitive,
    Recursive,
}

/// A step that changed the facts.
#[derive(Clone, Debug)]
pub(crate) struct Mark {
    pub(crate) step: usize,
    /// Entries of the journal before this step's.
    pub(crate) from: usize,
    pub(crate) role: Role,
    /// Storage that the other side of a branch would have set.
    pub(crate) left_alone: Vec<Left>,
}

/// What a frame is about: a variable of the formula, or storage without a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Left {
    Variable(Term),
    Unset(Range),
}

pub(crate) struct Walked {
    /// The facts at position 0, with the journal of how they came about.
    pub(crate) facts: Conjunction,
    /// Latest step first.
    pub(crate) marks: Vec<Mark>,
    /// Length of the journal when the goal had been set up.
    pub(crate) start: usize,
    /// Of the recursive form: branches whose outcome, and steps whose addresses, have to be explained.
    pub(crate) conditions: BTreeSet<usize>,
    pub(crate) guards: BTreeSet<usize>,
    pub(crate) is_hurried: bool,
}

/// What the walk is over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) program: &'a Program,
    pub(crate) trace: &'a ErrorTrace,
    pub(crate) formula: &'a TraceFormula,
}

/// What has to be shown at a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goal {
    /// A condition that held.
    pub(crate) condition: Option<Term>,
    pub(crate) unset: Vec<Range>,
}

pub(crate) struct Walk<'w, 'a> {
    pub(crate) subject: Subject<'a>,
    pub(crate) terms: &'w mut Terms,
    pub(crate) variables: &'w mut Variables<'a>,
    pub(crate) budget: &'w Budget,
    pub(crate) flow: Flow,
    /// The budget has run out: what is left is done in the simplest way that is right.
    is_hurried: bool,
    pub(crate) others: &'w OtherSides<'a>,
    pub(crate) facts: Conjunction,
    pub(crate) marks: Vec<Mark>,
    /// Branches whose scope holds something that matters.
    pub(crate) needed: FxHashSet<usize>,
    pub(crate) conditions: BTreeSet<usize>,
    pub(crate) guards: BTreeSet<usize>,
    /// What other sides of a branch may set of what matters after its join.
    pub(crate) at_join: FxHashMap<usize, Vec<Left>>,
    /// Variables in the facts by the object whose contents they are.
    pub(crate) held: FxHashMap<ObjectId, BTreeSet<Term>>,
    /// Variables in the facts by the variable of the program they are the contents of.
    pub(crate) live: FxHashMap<FrameClass, BTreeSet<Term>>,
    /// Those that writes through pointers may reach.
    pub(crate) exposed: BTreeMap<Exposure, BTreeSet<Term>>,
}

impl<'w, 'a> Walk<'w, 'a> {
    pub(crate) fn new(
        subject: Subject<'a>,
        terms: &'w mut Terms,
        variables: &'w mut Variables<'a>,
        others: &'w OtherSides<'a>,
        budget: &'w Budget,
    ) -> Walk<'w, 'a> {
        Walk {
            subject,
            terms,
            variables,
            budget,
            flow: Flow::Plain,
            is_hurried: false,
            others,
            facts: Conjunction::default(),
            marks: Vec::new(),
            needed: FxHashSet::default(),
            conditions: BTreeSet::new(),
            guards: BTreeSet::new(),
            at_join: FxHashMap::default(),
            held: FxHashMap::default(),
            live: FxHashMap::default(),
            exposed: BTreeMap::new(),
        }
    }

    /// Walks back from a position where the goal held.
    pub(crate) fn run(mut self, flow: Flow, position: usize, goal: &Goal) -> Walked {
        self.flow = flow;
        self.is_hurried = self.budget.exceeded().is_some();
        if let Some(condition) = goal.condition {
            self.require(condition, position);
        }
        for &range in &goal.unset {
            self.facts.add(self.terms, self.variables, Literal::Unset(range));
        }
        self.reached(position, true);
        self.settle_arrivals();
        let start = self.facts.journal().len();
        for step in (0..position).rev() {
            self.step(step);
        }
        Walked {
            facts: self.facts,
            marks: self.marks,
            start,
            conditions: self.conditions,
            guards: self.guards,
            is_hurried: self.is_hurried || self.budget.exceeded().is_some(),
        }
    }

    fn step(&mut self, index: usize) {
        if index.is_multiple_of(LOOK_AT_THE_CLOCK) && self.budget.exceeded().is_some() {
            self.is_hurried = true;
        }
        let from = self.facts.journal().len();
        let step = &self.subject.trace.steps[index];
        let mut left_alone = Vec::new();
        let role = match step.kind {
            StepKind::ScopeEnd(end) => {
                if self.flow != Flow::Plain {
                    self.join(end.branch.index());
                }
                return;
            }
            StepKind::Branch { .. } => {
                left_alone = self.branch(index);
                Role::Condition
            }
            StepKind::Assume => Role::Condition,
            StepKind::Check(_) => Role::Check,
            StepKind::Input => Role::Input,
            _ => Role::Assign,
        };
        if self.flow != Flow::Plain && left_alone.is_empty() {
            left_alone = self.missed(index);
        }
        let role = if left_alone.is_empty() { role } else { Role::Frame };
        if self.sets_what_matters(index) {
            // Addresses first: with what they make known, less has to be said of the rest.
            self.reached(index, false);
            self.assigned(index);
        } else if matches!(step.kind, StepKind::Assume | StepKind::Check(_)) {
            self.discharge(index);
        }
        if self.facts.journal().len() > from || !left_alone.is_empty() {
            self.settle_arrivals();
            self.marks.push(Mark { step: index, from, role, left_alone });
        }
    }

    fn sets_what_matters(&self, index: usize) -> bool {
        let definitions = self.subject.formula.definitions_of(index);
        definitions.iter().any(|definition| self.facts.mentions(definition.variable))
    }

    /// Replaces what the step set.
    fn assigned(&mut self, index: usize) {
        let formula = self.subject.formula;
        for definition in formula.definitions_of(index).iter().rev() {
            if !self.facts.mentions(definition.variable) {
                continue;
            }
            let taken = self.facts.take(self.terms, definition.variable);
            if self.is_hurried {
                let mut read: BTreeSet<Term> =
                    taken.iter().flat_map(|literal| literal.variables(self.terms)).collect();
                read.remove(&definition.variable);
                read.extend(self.terms.variables(&[definition.value]));
                self.fix(read);
                continue;
            }
            let mut found = Vec::new();
            let mut normaliser =
                Normaliser::new(self.terms, self.variables, formula, self.budget, &self.facts);
            normaliser.assume(formula.facts(index));
            for literal in &taken {
                found.extend(normaliser.replaced(literal, definition.variable, definition.value));
            }
            self.add(found);
        }
    }

    fn add(&mut self, literals: Vec<Literal>) {
        let mut touched = BTreeSet::new();
        for literal in literals {
            touched.extend(literal.variables(self.terms));
            self.facts.add(self.terms, self.variables, literal);
        }
        for variable in touched {
            if self.facts.terms_about(variable).len() > MOST_ENTANGLED {
                self.fix(BTreeSet::from([variable]));
            }
            if self.facts.known(variable).is_some() {
                self.put_in(variable);
            }
            let mut tangle = self.facts.entangled(variable, MOST_ENTANGLED);
            tangle.extend(self.facts.riddled(variable, MOST_ENTANGLED));
            for literal in tangle {
                self.facts.remove(self.terms, &literal);
                let formula = self.subject.formula;
                let parts =
                    Normaliser::new(self.terms, self.variables, formula, self.budget, &self.facts)
                        .split_up(&literal);
                for part in parts {
                    self.facts.add(self.terms, self.variables, part);
                }
            }
        }
    }

    /// The value of a variable has become known: what terms say of it may be settled.
    fn put_in(&mut self, variable: Term) {
        for term in self.facts.terms_about(variable) {
            self.facts.remove(self.terms, &Literal::Term(term));
            let formula = self.subject.formula;
            let rest =
                Normaliser::new(self.terms, self.variables, formula, self.budget, &self.facts)
                    .literals(term);
            for literal in rest {
                self.facts.add(self.terms, self.variables, literal);
            }
        }
    }

    /// Where there is no time or no use to look for more: these variables have the values of the run.
    fn fix(&mut self, read: BTreeSet<Term>) {
        for variable in read {
            if let Some(literal) = self.variables.as_in_run(self.terms, variable) {
                self.facts.add(self.terms, self.variables, literal);
            }
        }
    }

    /// Adds facts that imply a condition before a step.
    pub(crate) fn require(&mut self, condition: Term, index: usize) {
        if self.is_hurried {
            let read = self.terms.variables(&[condition]).into_iter().collect();
            return self.fix(read);
        }
        let formula = self.subject.formula;
        let mut normaliser =
            Normaliser::new(self.terms, self.variables, formula, self.budget, &self.facts);
        normaliser.assume(formula.facts(index));
        let found = normaliser.literals(condition);
        self.add(found);
    }

    /// A step matters: so does that it was reached.
    pub(crate) fn enclosed(&mut self, index: usize) {
        let scope = self.subject.trace.steps[index].scope;
        match self.flow {
            Flow::Plain => {}
            Flow::Sensitive => self.needed.extend(scope.map(|branch| branch.index())),
            Flow::Recursive => self.conditions.extend(scope.map(|branch| branch.index())),
        }
    }

    /// A step that matters was reached, and used the addresses that it used.
    pub(crate) fn reached(&mut self, index: usize, is_goal: bool) {
        let guards = self.subject.formula.guards(index);
        let scope = self.subject.trace.steps[index].scope;
        match self.flow {
            Flow::Plain => {}
            Flow::Sensitive => {
                self.require(guards, index);
                self.needed.extend(scope.map(|branch| branch.index()));
            }
            Flow::Recursive => {
                // The addresses of a condition that is itself the question are part of it.
                if guards != Term::TRUE && !is_goal {
                    self.guards.insert(index);
                }
                if guards != Term::TRUE && is_goal {
                    self.require(guards, index);
                }
                self.conditions.extend(scope.map(|branch| branch.index()));
            }
        }
    }

    fn branch(&mut self, index: usize) -> Vec<Left> {
        if self.flow == Flow::Plain {
            self.discharge(index);
            return Vec::new();
        }
        let mut left = self.at_join.remove(&index).unwrap_or_default();
        left.retain(|left| match left {
            Left::Variable(variable) => {
                let set_at = self.subject.formula.defining_step(*variable);
                self.facts.mentions(*variable) && set_at.is_none_or(|step| step < index)
            }
            Left::Unset(range) => self.facts.is_unset(*range),
        });
        if left.is_empty() && !self.needed.contains(&index) {
            return left;
        }
        match self.flow {
            Flow::Sensitive => {
                self.reached(index, true);
                if let Some(condition) = self.subject.formula.condition(index) {
                    self.require(condition, index);
                }
            }
            _ => {
                self.conditions.insert(index);
            }
        }
        left
    }

    /// Facts that the step's condition implies need not be known before it.
    fn discharge(&mut self, index: usize) {
        let formula = self.subject.formula;
        let Some(condition) = formula.condition(index) else { return };
        if self.flow == Flow::Recursive {
            return;
        }
        let touched: Vec<Term> = self.terms.variables(&[condition]);
        if !touched.iter().any(|&variable| self.facts.mentions(variable)) {
            return;
        }
        let known = Normaliser::new(self.terms, self.variables, formula, self.budget, &self.facts)
            .certain(condition);
        let implied: Vec<Literal> = self
            .facts
            .literals_about(&touched)
            .into_iter()
            .filter(|literal| known.implies(self.terms, self.variables, literal))
            .collect();
        for literal in implied {
            self.facts.remove(self.terms, &literal);
        }
    }
}

/// Steps between two looks at the clock.
const LOOK_AT_THE_CLOCK: usize = 64;

/// A variable that is compared with more others than this is given bounds of its own; one that more conditions than this
/// speak of, the value of the run.
const MOST_ENTANGLED: usize = 6;
