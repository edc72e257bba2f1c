//! One walk back along a trace: from the failing condition to the facts that, at each position, make it fail.
//!
//! At the end stands what the failing check amounts to. Going back over a step that set a variable in the facts, the variable is replaced by what the step set it to; other
//! steps leave the facts alone. So `I_p ∧ step_p ⇒ I_{p+1}` holds at every step by construction, every `I_p` was true in the run, and each is an error invariant:
//! an inductive sequence of interpolants, computed where the facts change and nowhere else. Steps that set nothing of interest cost a look-up, so the walk is linear in the
//! length of the trace.
//!
//! What is asked of branches, joins and addresses on the way is the method's ([`Flow`]): each answers in its own file. How hard is looked for facts depends on the budget
//! (`pace.rs`).

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_claim::{Otherwise, Role, Storage};
use whydunit_encode::{OtherArms, Range, TraceFormula};
use whydunit_interp::{BulkSource, Cell};
use whydunit_program::{Callee, Cfg, FunctionId, Point, Program, StmtKind};
use whydunit_solver::Budget;
use whydunit_term::{Term, Terms};
use whydunit_trace::{BulkWrite, ErrorTrace, StepIndex, StepKind};

use crate::conjunction::{Conjunction, Literal};
use crate::frames::Frames;
use crate::limits::{LOOK_AT_THE_CLOCK, MOST_ENTANGLED};
use crate::normalise::Normaliser;
use crate::pace::Pace;
use crate::variables::Variables;

/// What the methods answer differently.
pub(crate) trait Flow: Sized {
    /// What is noted of the sides of branches that were not taken; `None` where nobody looks at them.
    fn frames(&mut self) -> Option<&mut Frames>;

    /// A step that matters was reached, and used the addresses that it used. `is_goal`: its condition or addresses are what is asked about.
    fn reached(walk: &mut Walk<'_, '_, Self>, index: usize, is_goal: bool);

    /// A step matters, whatever addresses it used: so does that it was reached.
    fn enclosed(walk: &mut Walk<'_, '_, Self>, index: usize);

    /// A branch went the way it went. Gives what matters and its other sides would have set.
    fn branch(walk: &mut Walk<'_, '_, Self>, index: usize) -> Vec<Left>;

    /// Does something that matters lie in the scope of a branch?
    fn encloses(walk: &Walk<'_, '_, Self>, index: usize) -> bool {
        let _ = (walk, index);
        false
    }

    /// An assumption held, a check passed.
    fn assumed(walk: &mut Walk<'_, '_, Self>, index: usize);

    /// The facts before a step are known. What the step demanded was met in the run; most methods take that for granted.
    fn passed(walk: &mut Walk<'_, '_, Self>, index: usize) {
        let _ = (walk, index);
    }
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
    /// The budget ran out on the way.
    pub(crate) is_hurried: bool,
}

/// What the walk is over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) program: &'a Program,
    pub(crate) trace: &'a ErrorTrace,
    pub(crate) formula: &'a TraceFormula,
    /// Branches with an arm that would have ended the program; none where the path is taken for granted.
    pub(crate) kept_alive: &'a FxHashMap<usize, Otherwise>,
}

/// The conditions that are shown around what matters, even where they follow from other facts: of `if` and `switch` every time; of a loop the last time that it went on. What it said of the
/// iterations before is told by their number, but a loop whose condition is always true, and changes no fact, must not go unseen.
#[derive(Debug, Default)]
pub(crate) struct Guards {
    graphs: FxHashMap<FunctionId, Cfg>,
    /// Conditions of loops that have been shown.
    loops: FxHashSet<Point>,
}

impl Subject<'_> {
    /// Is a step with this role reported even if the invariants around it are the same?
    pub(crate) fn may_change_nothing(self, step: usize, role: Role) -> bool {
        let is_branch = matches!(self.trace.steps[step].kind, StepKind::Branch { .. });
        matches!(role, Role::Frame | Role::Call) || role == Role::Condition && is_branch
    }
}

impl Guards {
    pub(crate) fn is_shown(&mut self, subject: Subject<'_>, index: usize) -> bool {
        let step = &subject.trace.steps[index];
        let is_open = subject.formula.condition(index).is_some_and(|term| term != Term::TRUE);
        if !matches!(step.kind, StepKind::Branch { .. }) || !is_open {
            return false;
        }
        let point = step.point;
        if subject.program.function(point.function).is_library {
            return false;
        }
        let blocks = subject.program.function(point.function).blocks();
        let graph = self.graphs.entry(point.function).or_insert_with(|| Cfg::new(blocks));
        // The walk goes back: what it meets first was last.
        graph.loop_headed_by(point.block).is_none() || self.loops.insert(point)
    }
}

fn range_of(cell: Cell) -> Range {
    Range::new(Storage::from(cell.object), cell.offset, cell.size)
}

/// What a run of bytes was copied from that covers a range.
fn copied_from(bulk: &BulkWrite, range: Range) -> Option<Range> {
    let BulkSource::Copy { object, offset } = bulk.source else { return None };
    let (start, end) = (u64::from(range.offset), u64::from(range.end()));
    let is_around = range.storage == Storage::Object(bulk.object)
        && bulk.offset <= start
        && end <= bulk.offset + bulk.size;
    let moved = u32::try_from(offset + start.checked_sub(bulk.offset)?).ok()?;
    is_around.then(|| Range::new(Storage::Object(object), moved, range.size))
}

/// What has to be shown at a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goal {
    /// A condition that held.
    pub(crate) condition: Option<Term>,
    pub(crate) unset: Vec<Range>,
}

pub(crate) struct Walk<'w, 'a, F> {
    pub(crate) subject: Subject<'a>,
    pub(crate) terms: &'w mut Terms,
    pub(crate) variables: &'w mut Variables<'a>,
    pub(crate) budget: &'w Budget,
    pub(crate) others: &'w OtherArms<'a>,
    pub(crate) flow: F,
    pub(crate) pace: Pace,
    pub(crate) facts: Conjunction,
    marks: Vec<Mark>,
    /// Frames in which something matters.
    entered: FxHashSet<u32>,
    guards: Guards,
    /// Those that were left before the end: the others are on the stack of the failing check.
    left: FxHashSet<u32>,
}

impl<'w, 'a, F: Flow> Walk<'w, 'a, F> {
    pub(crate) fn new(
        subject: Subject<'a>,
        terms: &'w mut Terms,
        variables: &'w mut Variables<'a>,
        others: &'w OtherArms<'a>,
        budget: &'w Budget,
        flow: F,
    ) -> Walk<'w, 'a, F> {
        Walk {
            subject,
            terms,
            variables,
            budget,
            others,
            flow,
            pace: Pace::Thorough,
            facts: Conjunction::default(),
            marks: Vec::new(),
            entered: FxHashSet::default(),
            guards: Guards::default(),
            left: FxHashSet::default(),
        }
    }

    /// Walks back from a position where the goal held. Gives what the method has noted on the way, too.
    pub(crate) fn run(mut self, position: usize, goal: &Goal) -> (Walked, F) {
        self.look_at_the_clock();
        if let Some(condition) = goal.condition {
            self.require(condition, position);
        }
        for &range in &goal.unset {
            self.facts.add(self.terms, self.variables, Literal::Unset(range));
        }
        F::reached(&mut self, position, true);
        self.settle_arrivals();
        let start = self.facts.journal().len();
        for step in (0..position).rev() {
            self.step(step);
        }
        self.look_at_the_clock();
        let is_hurried = self.pace == Pace::Hurried;
        (Walked { facts: self.facts, marks: self.marks, start, is_hurried }, self.flow)
    }

    fn step(&mut self, index: usize) {
        if index.is_multiple_of(LOOK_AT_THE_CLOCK) {
            self.look_at_the_clock();
        }
        let from = self.facts.journal().len();
        let step = &self.subject.trace.steps[index];
        let mut left_alone = Vec::new();
        let role = match step.kind {
            StepKind::ScopeEnd(end) => {
                self.join(end.branch.index());
                return;
            }
            StepKind::Branch { .. } => {
                left_alone = F::branch(self, index);
                Role::Condition
            }
            StepKind::Assume => Role::Condition,
            StepKind::Check(_) => Role::Check,
            StepKind::Input => Role::Input,
            StepKind::Call { callee } if self.is_call_of_interest(callee) => Role::Call,
            _ => Role::Assign,
        };
        if step.kind == StepKind::Return {
            self.left.insert(step.frame);
        }
        let is_copy = self.unset_before(index);
        if left_alone.is_empty() && !is_copy {
            left_alone = self.missed(index);
        }
        if left_alone.is_empty() && !is_copy && !self.sets_what_matters(index) {
            left_alone = self.skipped(index);
        }
        let mut role = if left_alone.is_empty() { role } else { Role::Frame };
        if self.sets_what_matters(index) {
            // Addresses first: with what they make known, less has to be said of the rest.
            F::reached(self, index, false);
            self.assigned(index);
            if role == Role::Call {
                role = Role::Assign;
            }
        } else if role == Role::Call {
            self.called(index);
        } else if matches!(step.kind, StepKind::Assume | StepKind::Check(_)) {
            F::assumed(self, index);
        }
        F::passed(self, index);
        let is_guard = F::encloses(self, index) && self.guards.is_shown(self.subject, index);
        let is_said = !left_alone.is_empty() || role == Role::Call || is_guard;
        if self.facts.journal().len() > from || is_said {
            self.settle_arrivals();
            self.entered.insert(step.frame);
            self.marks.push(Mark { step: index, from, role, left_alone });
        }
    }

    /// What has no value after a step that copied or computed it has none because of what the step read.
    fn unset_before(&mut self, index: usize) -> bool {
        let trace = self.subject.trace;
        let number = StepIndex(u32::try_from(index).unwrap_or(u32::MAX));
        let mut moved = Vec::new();
        for range in self.facts.unset() {
            let carried = trace.carried(number).rev();
            let from = carried.into_iter().find(|it| range_of(it.to).overlaps(range));
            let from = match from {
                Some(carried) => Some(range_of(carried.from)),
                None => trace
                    .bulk_writes(&trace.steps[index])
                    .iter()
                    .rev()
                    .find_map(|bulk| copied_from(bulk, range)),
            };
            moved.extend(from.filter(|&from| from != range).map(|from| (range, from)));
        }
        for &(range, from) in &moved {
            self.facts.remove(self.terms, &Literal::Unset(range));
            self.facts.add(self.terms, self.variables, Literal::Unset(from));
        }
        if !moved.is_empty() {
            F::reached(self, index, false);
        }
        !moved.is_empty()
    }

    /// Is this a call in which something mattered? Calls that the failing check lies in are told by its stack, and what a library function does is told at the call.
    fn is_call_of_interest(&mut self, callee: u32) -> bool {
        let is_followed = self.flow.frames().is_some();
        let is_library = self.subject.trace.frames[callee as usize].is_library;
        is_followed && !is_library && self.entered.contains(&callee) && self.left.contains(&callee)
    }

    /// That it was this function that was called matters: where a pointer decides it, so does the pointer.
    fn called(&mut self, index: usize) {
        let point = self.subject.trace.steps[index].point;
        let stmt = self.subject.program.stmt_at(point);
        match stmt.map(|stmt| &stmt.kind) {
            Some(StmtKind::Call { callee: Callee::Pointer(_), .. }) => {
                F::reached(self, index, false)
            }
            _ => F::enclosed(self, index),
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
            self.replace(index, definition, taken);
        }
    }

    pub(crate) fn add(&mut self, literals: Vec<Literal>) {
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

    /// Facts that the step's condition implies need not be known before it.
    pub(crate) fn discharge(&mut self, index: usize) {
        let formula = self.subject.formula;
        let Some(condition) = formula.condition(index) else { return };
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
