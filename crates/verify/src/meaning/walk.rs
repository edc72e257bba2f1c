//! The state of the walk along the trace, and what a step may say.

use rustc_hash::FxHashMap;
use whydunit_interp::{ObjectId, ObjectKind};
use whydunit_program::{CheckKind, FunctionId, LocalId, Program, Target};
use whydunit_term::{Evaluator, Model, Sort, Term, Terms};
use whydunit_trace::{ErrorTrace, Step};

use super::concern::Concern;
use super::elsewhere::Watched;
use super::followed::LastReads;
use super::joins::Joins;
use super::memory::{Memory, Time};
use super::{Addresses, Definition, Gap, InputVariable, Said, Unset};

/// Why the evaluation of a step ends early.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    /// A check does not hold: the end of the trace, or an operand that the run did not evaluate.
    Fails,
    Gap(String),
}

pub(super) type Evaluated<T> = Result<T, Stop>;

pub(super) fn gap<T>(message: impl Into<String>) -> Evaluated<T> {
    Err(Stop::Gap(message.into()))
}

/// Where names are looked up.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) frame: u32,
    /// Contents are those of this moment (`\old`); `None`: of now.
    pub(super) at: Option<Time>,
    /// Variables of quantifiers.
    pub(super) bound: Vec<(LocalId, i128)>,
}

impl Scope {
    pub(super) fn new(frame: u32) -> Scope {
        Scope { frame, at: None, bound: Vec::new() }
    }
}

pub(super) struct Walk<'a> {
    pub(super) program: &'a Program,
    pub(super) trace: &'a ErrorTrace,
    pub(super) terms: &'a mut Terms,
    pub(super) addresses: Addresses,
    /// The step at hand.
    pub(super) step: usize,
    pub(super) said: Vec<Said>,
    pub(super) memory: Memory,
    pub(super) times: Vec<Time>,
    pub(super) definitions: Vec<Definition>,
    pub(super) inputs: Vec<InputVariable>,
    pub(super) unset: Vec<Unset>,
    pub(super) joins: Option<Joins<'a>>,
    /// What stores at computed addresses are held against.
    pub(super) watched: Watched,
    /// Conditions under which the operand at hand is evaluated at all.
    pub(super) under: Vec<Term>,
    /// The condition that fails at the end.
    pub(super) failing: Option<Term>,
    /// What it is about.
    pub(super) concern: Option<Concern>,
    /// The objects that have been a local of a frame, in order, with the number of steps before each.
    locals: FxHashMap<(u32, LocalId), Vec<(u32, ObjectId)>>,
    /// When objects were found to exist.
    pub(super) created: FxHashMap<ObjectId, Time>,
    /// What frames kept for `\old`, by slot.
    pub(super) snapshots: FxHashMap<(u32, u32), Time>,
    /// Bytes given back to standard input.
    pub(super) pushed_back: u32,
    /// Does the failure name the place that is being read?
    pub(super) reads_named: bool,
    /// Made when it is asked for.
    pub(super) last_reads: Option<LastReads>,
    /// Initial contents of globals, made once.
    pub(super) global_bytes: FxHashMap<u32, Vec<u8>>,
    values: Evaluator<'a>,
    pub(super) run: Model,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        program: &'a Program,
        trace: &'a ErrorTrace,
        terms: &'a mut Terms,
        (addresses, joins, nothing): (Addresses, Option<Joins<'a>>, &'a Model),
    ) -> Walk<'a> {
        let mut locals: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for object in &trace.objects {
            if let ObjectKind::Local { frame, local, .. } = object.info.kind {
                locals.entry((frame, local)).or_default().push((object.created, object.id));
            }
        }
        Walk {
            program,
            trace,
            terms,
            addresses,
            step: 0,
            said: Vec::with_capacity(trace.steps.len()),
            memory: Memory::default(),
            times: Vec::with_capacity(trace.steps.len() + 1),
            definitions: Vec::new(),
            inputs: Vec::new(),
            unset: Vec::new(),
            joins,
            watched: Watched::default(),
            under: Vec::new(),
            failing: None,
            concern: None,
            locals,
            created: FxHashMap::default(),
            snapshots: FxHashMap::default(),
            pushed_back: 0,
            reads_named: false,
            last_reads: None,
            global_bytes: FxHashMap::default(),
            values: Evaluator::new(nothing),
            run: Model::new(),
        }
    }

    /// Walks along the whole trace.
    pub(super) fn all(&mut self) -> Result<(), Gap> {
        let mut objects = self.trace.objects.iter().peekable();
        for step in 0..self.trace.steps.len() {
            self.step = step;
            self.said.push(Said::default());
            self.times.push(self.memory.now());
            while let Some(object) = objects.next_if(|object| object.created as usize <= step) {
                self.created.insert(object.id, self.memory.now());
            }
            let done = self.one_step();
            self.under.clear();
            done.map_err(|message| Gap { step, message })?;
        }
        self.times.push(self.memory.now());
        Ok(())
    }

    pub(super) fn current(&self) -> &'a Step {
        &self.trace.steps[self.step]
    }

    pub(super) fn is_last(&self) -> bool {
        self.step + 1 == self.trace.steps.len()
    }

    pub(super) fn is_wide(&self) -> bool {
        self.program.types.target() == Target::Lp64
    }

    /// Width of a pointer in bits.
    pub(super) fn word(&self) -> u32 {
        8 * self.program.types.target().pointer_bytes() as u32
    }

    pub(super) fn function_of(&self, frame: u32) -> FunctionId {
        self.trace.frames[frame as usize].function
    }

    /// The object of a local: the one alive, or one that comes to life in this very step.
    pub(super) fn local_object(&self, frame: u32, local: LocalId) -> Option<ObjectId> {
        let objects = self.locals.get(&(frame, local))?;
        let step = self.step as u32;
        let before = objects.partition_point(|&(created, _)| created <= step);
        let latest = before.checked_sub(1).map(|index| objects[index].1);
        let is_alive = |id: &ObjectId| {
            let object = self.trace.object(*id);
            object.is_some_and(|object| object.released.is_none_or(|steps| step < steps))
        };
        let made = objects.get(before).filter(|&&(created, _)| created == step + 1);
        latest.filter(is_alive).or(made.map(|&(_, id)| id)).or(latest)
    }

    // Values.

    pub(super) fn bits(&mut self, width: u32, value: impl Into<u128>) -> Term {
        self.terms.bits(width, value.into())
    }

    pub(super) fn address(&mut self, value: u64) -> Term {
        let width = self.word();
        self.terms.bits(width, value.into())
    }

    pub(super) fn is_constant(&self, term: Term) -> bool {
        self.terms.value(term).is_some()
    }

    /// The value of a term in the run; `None` where it depends on something unknown.
    pub(super) fn in_run(&mut self, term: Term) -> Option<u128> {
        match self.terms.value(term) {
            Some(value) => Some(value),
            None => self.values.value(self.terms, term),
        }
    }

    /// As [`Walk::in_run`], where the run has computed it.
    pub(super) fn known(&mut self, term: Term) -> Evaluated<u128> {
        match self.in_run(term) {
            Some(value) => Ok(value),
            None => gap("what the run computed is not known"),
        }
    }

    /// Gives a new variable the value it had in the run.
    pub(super) fn set_in_run(&mut self, variable: Term, value: u128) {
        self.values.set(self.terms, variable, value);
        self.run.set_term(self.terms, variable, value);
    }

    pub(super) fn holds(&mut self, condition: Term) -> bool {
        self.in_run(condition) == Some(1)
    }

    /// The term has the value of the run.
    pub(super) fn unchanged(&mut self, term: Term) -> Evaluated<Term> {
        let known = self.known(term)?;
        let sort = self.terms.sort(term);
        let known = self.terms.constant(sort, known);
        Ok(self.terms.eq(term, known))
    }

    /// Different from every other unknown value.
    pub(super) fn unknown(&mut self, what: &str, sort: Sort) -> Term {
        // The store grows with each of them, so its size makes a name.
        let name = format!("{what}?{}?{}", self.step, self.terms.len());
        self.terms.opaque(&name, sort, &[])
    }

    /// A value where a condition holds, as it does in the run; something unknown elsewhere.
    pub(super) fn only_when(&mut self, when: Term, value: Term, what: &str) -> Term {
        if when == Term::TRUE {
            return value;
        }
        let sort = self.terms.sort(value);
        let unknown = self.unknown(what, sort);
        self.terms.ite(when, value, unknown)
    }

    // What a step says.

    pub(super) fn is_checked(&self, kind: CheckKind) -> bool {
        self.trace.checks.contains(kind) || self.program.arithmetic.is_limit(kind)
    }

    fn say(&mut self, fact: Term) {
        if fact != Term::TRUE {
            self.said[self.step].facts.push(fact);
        }
    }

    /// What C demands of the statement has been said; what it checks itself comes next.
    pub(super) fn own_checks_follow(&mut self) {
        let said = &mut self.said[self.step];
        said.obligation = Some(said.facts.len());
    }

    pub(super) fn say_condition(&mut self, condition: Term) {
        self.said[self.step].condition = Some(condition);
    }

    /// A condition on the operand at hand, as one on the step.
    pub(super) fn wherever_evaluated(&mut self, condition: Term) -> Term {
        let under = self.terms.and(&self.under);
        self.terms.implies(under, condition)
    }

    /// Is the operand at hand one that the run did not evaluate?
    pub(super) fn is_speculative(&mut self) -> bool {
        (0..self.under.len()).any(|index| !self.holds(self.under[index]))
    }

    /// Something without which the run does not go on from here. It held in the run, unless this is the end.
    pub(super) fn require(&mut self, condition: Term) -> Evaluated<()> {
        let holds = self.holds(condition);
        let stated = self.wherever_evaluated(condition);
        if holds || self.is_speculative() {
            self.say(stated);
            return if holds { Ok(()) } else { Err(Stop::Fails) };
        }
        if !self.is_last() {
            return gap("a check fails that the run passed");
        }
        self.failing = Some(stated);
        Err(Stop::Fails)
    }

    /// As [`Walk::require`], where checks of this kind are made.
    pub(super) fn check(&mut self, kind: CheckKind, condition: Term) -> Evaluated<()> {
        self.check_of(kind, condition, None)
    }

    /// The same of a check of which it is known what it is about.
    pub(super) fn check_of(
        &mut self,
        kind: CheckKind,
        condition: Term,
        concern: Option<Concern>,
    ) -> Evaluated<()> {
        if self.program.arithmetic.is_limit(kind) && !self.holds(condition) {
            // What exceeds our limits is no failure of the program: the run has not done so.
            return match self.is_speculative() {
                true => self.require(condition),
                false => gap("a limit is exceeded that the run kept to"),
            };
        }
        match self.is_checked(kind) {
            true => self.require_of(condition, concern),
            false => Ok(()),
        }
    }

    /// What decides an address was what it was.
    pub(super) fn guard(&mut self, term: Term) -> Evaluated<()> {
        let same = self.unchanged(term)?;
        let guard = self.wherever_evaluated(same);
        if guard != Term::TRUE {
            self.said[self.step].guards.push(guard);
        }
        Ok(())
    }

    /// The effect of the step is only followed for the run's value: guarded, or unknown for any other.
    pub(super) fn stays(&mut self, term: Term) -> Evaluated<()> {
        if self.is_constant(term) {
            return Ok(());
        }
        if self.addresses == Addresses::Guarded {
            return self.guard(term);
        }
        let same = self.unchanged(term)?;
        let goes_on = self.only_when(same, Term::TRUE, "elsewhere");
        self.require(goes_on)?;
        self.known_after_if(same);
        Ok(())
    }
}
