//! What the steps of a trace mean: the checker's own symbolic evaluator.
//!
//! A trace becomes a formula step by step: what each step sets (equations over new variables), which way its branch went, which checks it
//! passed, and at the end the condition that failed. The rules are those of C and of the bytecode machine, written down here a second time: what
//! makes explanations has a symbolic semantics of its own, and a mistake in one of the two shows as a claim that does not hold. Every value that
//! is computed here is held against what the trace recorded; a difference is a [`Gap`], a defect of ours, and nothing is then said about claims.
//!
//! Small rather than complete: what is not followed (formatted input and output, functions of `math.h`, addresses in huge objects) is the value of
//! the run as long as its operands are those of the run, and an unknown value otherwise. An unknown value can leave a claim unproved, and
//! cannot prove one.
//!
//! - `scalar.rs`, `expr.rs`, `specification.rs`: operators, conversions, expressions, and what each demands;
//! - `pointer.rs`, `place.rs`: addresses, objects, loads and stores;
//! - `memory.rs`, `contents.rs`: what storage holds at every moment;
//! - `statement.rs`, `calls.rs`, `library.rs`: steps;
//! - `concern.rs`: what the failing check is about;
//! - `joins.rs`, `exposed.rs`: what the arms not taken might have changed.

mod calls;
mod concern;
mod contents;
mod elsewhere;
mod exposed;
mod expr;
mod followed;
mod joins;
mod library;
mod memory;
mod place;
mod pointer;
mod scalar;
mod specification;
mod statement;
mod walk;

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_claim::{Inputs, Range, Storage};
use whydunit_program::{Callee, CheckKind, Program, StmtKind};
use whydunit_term::{Model, Substitution, Term, Terms};
use whydunit_trace::{ErrorTrace, Step, StepKind};

pub(crate) use concern::Concern;
pub(crate) use elsewhere::Watched;
use joins::Joins;
use memory::{Memory, Time};
use walk::Walk;

/// The evaluator does not agree with the run: a defect of ours.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("step {step}: {message}")]
pub struct Gap {
    pub step: usize,
    pub message: String,
}

/// What becomes of the dependence of an access on its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Addresses {
    /// The access is to the cell of the run, and a guard says that the address was this one.
    Guarded,
    /// The access is to whichever cell of the object the address names; an address outside of it leaves the trace.
    Exact,
}

/// How a trace is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    pub(crate) addresses: Addresses,
    pub(crate) inputs: Inputs,
    /// What arms not taken might have changed is kept apart ([`Joined`], [`Link`]).
    pub(crate) joins: bool,
}

/// A variable that a step sets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    pub(crate) variable: Term,
    pub(crate) range: Range,
    pub(crate) step: usize,
    /// What the step makes it equal to.
    pub(crate) value: Term,
    /// It is, whatever addresses the step used.
    pub(crate) is_exact: bool,
}

/// A value that the program does not determine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InputVariable {
    pub(crate) variable: Term,
    /// What it was in the run.
    pub(crate) known: Term,
    /// The step that receives it.
    pub(crate) step: usize,
    /// Index in [`ErrorTrace::inputs`].
    pub(crate) record: u32,
}

/// Contents that no step has set: what the run found there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unset {
    pub(crate) variable: Term,
    pub(crate) known: Term,
    pub(crate) range: Range,
}

/// A branch whose arms have joined: the other arms have left some storage alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joined {
    pub(crate) branch: usize,
    /// The step that closes the scope.
    pub(crate) step: usize,
    pub(crate) framed: Term,
}

/// A read that went through joins: `framed ⇒ variable = before`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) variable: Term,
    pub(crate) before: Term,
    /// Conjunction of the `framed` of the joins in between.
    pub(crate) framed: Term,
    pub(crate) range: Range,
}

/// What a step says beside its equations.
#[derive(Clone, Default, Debug)]
struct Said {
    /// Addresses were those of the run.
    guards: Vec<Term>,
    /// Checks that the step passed.
    facts: Vec<Term>,
    /// How many of them C demands; those after them are what the statement itself checks.
    obligation: Option<usize>,
    /// The branch went the way it went, the assumption held.
    condition: Option<Term>,
    /// Without these the run does not come back to the trace, or nobody knows; C demands none of it.
    afterwards: Vec<Term>,
    /// What the step leaves is known where these hold.
    followed: Vec<Term>,
}

impl Said {
    fn decision(&self, terms: &mut Terms) -> Option<Term> {
        if self.afterwards.is_empty() {
            return self.condition;
        }
        let afterwards = terms.and(&self.afterwards);
        Some(terms.and(&[self.condition.unwrap_or(Term::TRUE), afterwards]))
    }
}

/// A trace as a formula.
#[derive(Debug)]
pub(crate) struct Formula {
    pub(crate) form: Form,
    /// The condition that failed.
    pub(crate) check: Term,
    /// What it is about, as far as that is known.
    pub(crate) concern: Option<Concern>,
    /// By step, ascending.
    pub(crate) definitions: Vec<Definition>,
    pub(crate) inputs: Vec<InputVariable>,
    pub(crate) unset: Vec<Unset>,
    /// Only joins that some read went through.
    pub(crate) joined: Vec<Joined>,
    pub(crate) links: Vec<Link>,
    /// Branches inside of which a store left something alone that their other arms may set.
    kept: FxHashSet<usize>,
    guards: Vec<Term>,
    facts: Vec<Term>,
    obligation: Vec<Term>,
    conditions: Vec<Option<Term>>,
    /// Calls whose function a pointer decided, ascending.
    indirect: Vec<usize>,
    /// Indices of definitions by their variables.
    defined: FxHashMap<Term, u32>,
    memory: Memory,
    /// The moment before each step.
    times: Vec<Time>,
    run: Model,
}

impl Formula {
    pub(crate) fn new(
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        form: Form,
        watched: Watched,
    ) -> Result<Formula, Gap> {
        let nothing = Model::new();
        let joins = form.joins.then(|| Joins::new(program, trace, watched.frames.clone()));
        let mut walk = Walk::new(program, trace, terms, (form.addresses, joins, &nothing));
        walk.watched = watched;
        walk.all()?;
        let Walk { mut said, memory, times, mut definitions, inputs, unset, .. } = walk;
        let Walk { failing, concern, joins, mut run, .. } = walk;
        let mut check = failing.unwrap_or(Term::FALSE);
        let (joined, links, kept) = joins.map(Joins::into_parts).unwrap_or_default();
        let followed: Vec<Term> = said.iter().flat_map(|said| said.followed.clone()).collect();
        if !followed.is_empty() {
            // Elsewhere nothing is known of what the check speaks of.
            let followed = terms.and(&followed);
            let unknown = terms.opaque("the check elsewhere", whydunit_term::Sort::Bool, &[]);
            check = terms.ite(followed, check, unknown);
        }
        for joined in &joined {
            run.set_term(terms, joined.framed, 1);
        }
        // Parts of long runs of bytes get their variables when they are read, later than the step that set them.
        definitions.sort_by_key(|definition| definition.step);
        if trace.failure.kind != CheckKind::Uninit
            && let Some(last) = said.last_mut()
        {
            let ranges = definitions.iter().map(|it| (it.variable, it.range));
            let ranges = ranges.chain(links.iter().map(|it| (it.variable, it.range)));
            let ranges = ranges.chain(unset.iter().map(|it| (it.variable, it.range)));
            if !reads_memory(terms, check, ranges) {
                // Through which addresses the failing step read does not decide then.
                last.guards.clear();
            }
        }
        let defined = definitions.iter().zip(0..).map(|(it, index)| (it.variable, index));
        Ok(Formula {
            form,
            check,
            concern,
            defined: defined.collect(),
            guards: said.iter().map(|said| terms.and(&said.guards)).collect(),
            facts: said.iter().map(|said| terms.and(&said.facts)).collect(),
            obligation: said
                .iter()
                .map(|said| terms.and(&said.facts[..said.obligation.unwrap_or(said.facts.len())]))
                .collect(),
            conditions: said.iter().map(|said| said.decision(terms)).collect(),
            indirect: indirect_calls(program, trace),
            definitions,
            inputs,
            unset,
            joined,
            links,
            kept,
            memory,
            times,
            run,
        })
    }

    /// The branches that have left something alone that their other arms may set.
    pub(crate) fn framed(&self) -> FxHashSet<usize> {
        self.joined.iter().map(|joined| joined.branch).chain(self.kept.iter().copied()).collect()
    }

    /// The condition of a branch or assumption, as it held.
    pub(crate) fn condition(&self, step: usize) -> Option<Term> {
        self.conditions[step]
    }

    /// What a step's checks make sure of: the run passed them.
    pub(crate) fn facts(&self, step: usize) -> Term {
        self.facts[step]
    }

    /// Those of [`Formula::facts`] that C demands, without what a statement of the program checks.
    pub(crate) fn obligation(&self, step: usize) -> Term {
        self.obligation[step]
    }

    /// The step's addresses were those of the run; of exact addresses nothing.
    pub(crate) fn guards(&self, step: usize) -> Term {
        self.guards[step]
    }

    /// Was the function that a step calls decided by a pointer?
    pub(crate) fn is_indirect(&self, step: usize) -> bool {
        self.indirect.binary_search(&step).is_ok()
    }

    /// What a step sets.
    pub(crate) fn definitions_of(&self, step: usize) -> &[Definition] {
        let from = self.definitions.partition_point(|definition| definition.step < step);
        let to = self.definitions.partition_point(|definition| definition.step <= step);
        &self.definitions[from..to]
    }

    /// Does what a step did to these variables rest on the addresses that it used?
    pub(crate) fn rests_on_guards(&self, terms: &Terms, step: usize, goal: Term) -> bool {
        let mut set = terms.variables(&[goal]).into_iter().filter_map(|variable| {
            let definition = &self.definitions[*self.defined.get(&variable)? as usize];
            (definition.step == step).then_some(definition.is_exact)
        });
        set.any(|is_exact| !is_exact)
    }

    /// What a range holds before a step. `None` if nothing in the trace has looked at it by then or since.
    pub(crate) fn contents(&self, terms: &mut Terms, range: Range, step: usize) -> Option<Term> {
        self.memory.read(terms, range, self.times[step]).ok().map(|(value, _)| value)
    }

    /// The values of the run for all variables.
    pub(crate) fn run(&self) -> &Model {
        &self.run
    }

    /// `condition`, over variables before step `from`, as one over variables before step `to`: definitions refer to earlier variables only, so
    /// those that the condition depends on are put in one after the other.
    pub(crate) fn moved_back(
        &self,
        terms: &mut Terms,
        condition: Term,
        from: usize,
        to: usize,
    ) -> Term {
        let mut needed = BTreeSet::new();
        let mut pending = terms.variables(&[condition]);
        while let Some(variable) = pending.pop() {
            let Some(&index) = self.defined.get(&variable) else { continue };
            let definition = &self.definitions[index as usize];
            if (to..from).contains(&definition.step) && needed.insert(index) {
                pending.extend(terms.variables(&[definition.value]));
            }
        }
        let mut replacements = Substitution::new();
        for index in needed {
            let definition = &self.definitions[index as usize];
            let value = replacements.apply(terms, definition.value);
            replacements.insert(terms, definition.variable, value);
        }
        replacements.apply(terms, condition)
    }
}

fn indirect_calls(program: &Program, trace: &ErrorTrace) -> Vec<usize> {
    let is_indirect = |step: &Step| {
        let stmt = program.stmt_at(step.point).map(|stmt| &stmt.kind);
        matches!(step.kind, StepKind::Call { .. })
            && matches!(stmt, Some(StmtKind::Call { callee: Callee::Pointer(_), .. }))
    };
    let steps = trace.steps.iter().enumerate();
    steps.filter(|(_, step)| is_indirect(step)).map(|(index, _)| index).collect()
}

/// Does a condition speak of anything but variables in registers?
fn reads_memory(
    terms: &Terms,
    condition: Term,
    mut ranges: impl Iterator<Item = (Term, Range)>,
) -> bool {
    let read: FxHashSet<Term> = terms.variables(&[condition]).into_iter().collect();
    ranges.any(|(variable, range)| {
        read.contains(&variable) && !matches!(range.storage, Storage::Register { .. })
    })
}
