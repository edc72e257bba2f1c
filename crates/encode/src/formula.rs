//! The trace formula: `ψ ∧ TF(π) ∧ φ`, one part per step.
//!
//! `ψ ∧ TF(π)` is satisfiable (by the run itself), and with `φ`, the condition that fails at the end, it is not.
//!
//! *Plain*: a part says what its step assigned, that its branch went the way it went, and which checks it
//! passed. *Flow-sensitive* (flow-sensitive fault localization): conditions are not parts of their own. What happens inside
//! scopes holds under their conditions, `c_1 ⇒ … ⇒ c_k ⇒ (x' = e)`, and joins have frame parts (see [`crate::frames`]). Scopes nest
//! with every iteration of a loop; the conjunction of a scope's conditions is shared by all steps in it, so the formula
//! stays linear in the length of the trace.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_claim::{Inputs, Range, Storage};
use whydunit_program::{CheckKind, LoopId, Program, SourceStmtId, StmtKind};
use whydunit_term::{Model, Term, Terms};
use whydunit_trace::{ErrorTrace, StepKind};

use crate::encoder::{Addresses, EncodeError, Encoder};
use crate::frames::{FramePart, Link};
use crate::generated::{Contribution, Definition, Generated, InputVariable, Store, Unset};
use crate::joins::Joining;
use crate::memory::{Memory, Time};
use crate::number::of_position;
use crate::precondition::index_definitions;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    Plain,
    Sensitive,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    pub flow: Flow,
    pub addresses: Addresses,
    pub inputs: Inputs,
}

impl Default for Options {
    fn default() -> Options {
        Options { flow: Flow::Plain, addresses: Addresses::Guarded, inputs: Inputs::Fixed }
    }
}

/// What one part says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartKind {
    /// What the step did.
    Step,
    /// What the other arms of a branch left alone; index in [`TraceFormula::frames`].
    Frame(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    pub step: u32,
    pub kind: PartKind,
    pub term: Term,
}

/// Which parts share a selector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grouping {
    Part,
    Step,
    /// All steps of one statement in the source, in all iterations and calls.
    Source,
    /// All steps of one loop; steps outside of loops by statement.
    Loop,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// A Boolean variable; assumed, the parts hold.
    pub selector: Term,
    /// Indices in [`TraceFormula::parts`].
    pub parts: Vec<u32>,
}

/// A piece of `ψ ∧ TF ∧ φ` with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    /// `given…`, `step…:file:line`, `frame…:file:line` or `check`.
    pub name: String,
    /// The statement as written; empty where there is none.
    pub comment: String,
    pub term: Term,
}

/// A trace as a formula.
#[derive(Clone, Debug)]
pub struct TraceFormula {
    pub options: Options,
    /// `ψ`.
    pub precondition: Vec<Term>,
    /// `TF`, in the order of the steps. Parts that say nothing are left out.
    pub parts: Vec<Part>,
    /// Definitions that every reading of `TF` needs: values after joins.
    pub links: Vec<Link>,
    /// `φ`.
    pub check: Term,
    /// The conditions under which the failing step is reached as it was: scopes and guards. True in the plain form, where they are parts.
    pub reach: Term,
    /// Every variable that a step sets, in order.
    pub definitions: Vec<Definition>,
    pub inputs: Vec<InputVariable>,
    pub unset: Vec<Unset>,
    pub frames: Vec<FramePart>,
    /// The condition of each branch, assumption and precondition as it held, by step.
    conditions: Vec<Option<Term>>,
    /// What each step demands beside its equations: its condition, the checks it passed, its guards.
    pub(crate) path: Vec<Term>,
    /// The checks each step passed.
    facts: Vec<Term>,
    /// The addresses each step depended on, as they were.
    guards: Vec<Term>,
    stores: FxHashMap<usize, Vec<Store>>,
    pub(crate) definition_of: FxHashMap<Term, u32>,
    unset_ranges: FxHashMap<Term, Range>,
    memory: Memory,
    times: Vec<Time>,
    link_values: Vec<(Term, Term)>,
}

impl TraceFormula {
    pub fn encode(
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        options: Options,
    ) -> Result<TraceFormula, EncodeError> {
        let mut encoder = Encoder::equations(program, trace, terms, options.addresses);
        if options.flow == Flow::Sensitive {
            encoder.joins = Some(Joining::new(program, trace));
        }
        encoder.walk()?;
        let Encoder { memory, generated, ending, joins, .. } = encoder;
        let Generated { mut contributions, times, mut definitions, inputs, unset, .. } = generated;
        let check = ending.violated.unwrap_or(Term::FALSE);
        // Runs of bytes get their variables when they are read, later than the step that set them.
        definitions.sort_by_key(|definition| definition.step);
        let definition_of = index_definitions(&definitions);
        let (frame_parts, links, link_values) = joins
            .map_or_else(Default::default, |Joining { frames, link_values, .. }| {
                (frames.parts, frames.links, link_values)
            });
        if let Some(last) = contributions.last_mut()
            && trace.failure.kind != CheckKind::Uninit
            && !reads_parts(terms, check, &definitions, &links, &unset)
            && !(ending.reads_given && reads_given(program, trace, terms, check))
        {
            // What the failing step read through these addresses does not decide.
            last.guards.clear();
        }
        let mut assembly = Assembly {
            trace,
            terms,
            flow: options.flow,
            frame_parts: &frame_parts,
            next_frame: 0,
            scopes: vec![Term::TRUE; trace.steps.len()],
            parts: Vec::new(),
            precondition: Vec::new(),
            reach: Term::TRUE,
        };
        for (step, contribution) in contributions.iter().enumerate() {
            assembly.step(step, contribution);
        }
        let Assembly { parts, mut precondition, reach, .. } = assembly;
        let path = contributions
            .iter()
            .map(|part| {
                let mut all = part.facts.clone();
                all.extend(&part.guards);
                all.extend(part.condition);
                terms.and(&all)
            })
            .collect();
        let facts = contributions.iter().map(|part| terms.and(&part.facts)).collect();
        let guards = contributions.iter().map(|part| terms.and(&part.guards)).collect();
        let stores = contributions.iter().enumerate();
        let stores = stores.filter(|(_, part)| !part.stores.is_empty());
        let stores = stores.map(|(step, part)| (step, part.stores.clone())).collect();
        for unset in &unset {
            precondition.push(terms.eq(unset.variable, unset.known));
        }
        if options.inputs == Inputs::Fixed {
            for input in &inputs {
                precondition.push(terms.eq(input.variable, input.known));
            }
        }
        Ok(TraceFormula {
            options,
            precondition,
            parts,
            links,
            check,
            reach,
            definition_of,
            unset_ranges: unset.iter().map(|unset| (unset.variable, unset.range)).collect(),
            path,
            facts,
            guards,
            stores,
            definitions,
            inputs,
            unset,
            frames: frame_parts,
            conditions: contributions.iter().map(|part| part.condition).collect(),
            memory,
            times,
            link_values,
        })
    }

    /// `ψ` and the links: what holds whichever parts are chosen.
    pub fn hard(&self, terms: &mut Terms) -> Vec<Term> {
        let mut list = self.precondition.clone();
        for link in &self.links {
            let same = terms.eq(link.variable, link.before);
            list.push(terms.implies(link.framed, same));
        }
        list
    }

    /// `φ` as a demand on the end of the trace: if the failing step is reached, its condition holds.
    pub fn passes(&self, terms: &mut Terms) -> Term {
        terms.implies(self.reach, self.check)
    }

    /// `ψ ∧ TF ∧ φ` piece by piece, each with a name that tells the step and its place: what a solver's unsatisfiable core then says.
    pub fn named(&self, program: &Program, trace: &ErrorTrace, terms: &mut Terms) -> Vec<Named> {
        let mut list = Vec::with_capacity(self.parts.len() + self.inputs.len() + 2);
        let mut add = |name: String, comment: String, term: Term| {
            list.push(Named { name, comment, term });
        };
        let mut preconditions = self.hard(terms).into_iter().enumerate();
        for (index, term) in preconditions.by_ref() {
            add(format!("given{index}"), String::new(), term);
        }
        for part in &self.parts {
            let step = &trace.steps[part.step as usize];
            let place = program.sources.line_column(step.span);
            let name = program.sources.file(step.span.file).name();
            let file = name.rsplit('/').next().unwrap_or(name);
            let text = program.sources.text(step.span).split_whitespace();
            let text = text.collect::<Vec<_>>().join(" ");
            let (kind, comment) = match part.kind {
                PartKind::Step => ("step", text),
                PartKind::Frame(_) => ("frame", format!("unchanged by the other arm of {text}")),
            };
            add(format!("{kind}{}:{file}:{}", part.step, place.line), comment, part.term);
        }
        let check = self.passes(terms);
        list.push(Named { name: "check".into(), comment: trace.failure.text.clone(), term: check });
        list
    }

    /// Parts of the steps before `step`.
    pub fn prefix(&self, step: usize) -> &[Part] {
        &self.parts[..self.parts.partition_point(|part| (part.step as usize) < step)]
    }

    /// Parts of `step` and what follows.
    pub fn suffix(&self, step: usize) -> &[Part] {
        &self.parts[self.parts.partition_point(|part| (part.step as usize) < step)..]
    }

    /// The condition of a branch or assumption, as it held.
    pub fn condition(&self, step: usize) -> Option<Term> {
        self.conditions[step]
    }

    /// What a step's checks make sure of: the run passed them.
    pub fn facts(&self, step: usize) -> Term {
        self.facts[step]
    }

    /// The step's addresses were those of the run; of the exact form nothing.
    pub fn guards(&self, step: usize) -> Term {
        self.guards[step]
    }

    /// The writes of a step whose addresses were computed.
    pub fn stores(&self, step: usize) -> &[Store] {
        self.stores.get(&step).map_or(&[], Vec::as_slice)
    }

    /// What a step sets.
    pub fn definitions_of(&self, step: usize) -> &[Definition] {
        let list = &self.definitions;
        let from = list.partition_point(|definition| (definition.step as usize) < step);
        let to = list.partition_point(|definition| (definition.step as usize) <= step);
        &list[from..to]
    }

    /// The storage whose contents a variable is; inputs and values after joins are none.
    pub fn range_of(&self, variable: Term) -> Option<Range> {
        let set = self.definition(variable).map(|definition| definition.range);
        set.or_else(|| self.unset_ranges.get(&variable).copied())
    }

    /// The definition of a variable that a step sets.
    pub fn definition(&self, variable: Term) -> Option<&Definition> {
        self.definition_of.get(&variable).map(|&index| &self.definitions[index as usize])
    }

    /// What a range holds before a step (after all of them for the number of steps). `None` if nothing
    /// before it has given the range a term.
    pub fn contents(&self, terms: &mut Terms, range: Range, step: usize) -> Option<Term> {
        self.memory.read(terms, range, self.times[step]).ok().map(|(value, _)| value.term)
    }

    /// Everything that has a term before a step: ranges as they were last written, with their terms.
    pub fn state(&self, terms: &mut Terms, step: usize) -> Vec<(Range, Term)> {
        let time = self.times[step];
        let mut list: Vec<(Range, Term)> = Vec::new();
        for piece in self.memory.pieces() {
            if piece.since > time {
                continue;
            }
            match self.memory.read(terms, piece.range, time) {
                Ok((value, _)) if value == piece.value => list.push((piece.range, value.term)),
                _ => {}
            }
        }
        list.sort_unstable();
        list.dedup();
        list
    }

    /// The values of the run for all variables: a model of `ψ ∧ TF`.
    pub fn run_model(&self, terms: &Terms) -> Model {
        let mut model = Model::new();
        let mut set = |variable: Term, known: Term| {
            let value = terms.value(known).expect("the value of the run should be a constant");
            model.set_term(terms, variable, value);
        };
        for definition in &self.definitions {
            set(definition.variable, definition.known);
        }
        for input in &self.inputs {
            set(input.variable, input.known);
        }
        for unset in &self.unset {
            set(unset.variable, unset.known);
        }
        for &(variable, known) in &self.link_values {
            set(variable, known);
        }
        for frame in &self.frames {
            set(frame.framed, Term::TRUE);
        }
        model
    }

    /// One selector per group of parts, in the order of their first parts.
    pub fn groups(&self, terms: &mut Terms, trace: &ErrorTrace, grouping: Grouping) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut known = FxHashMap::default();
        for (index, part) in self.parts.iter().enumerate() {
            let key = group_key(trace, part, of_position(index), grouping);
            let number = *known.entry(key).or_insert_with(|| {
                let selector = terms.fresh("part", whydunit_term::Sort::Bool);
                groups.push(Group { selector, parts: Vec::new() });
                groups.len() - 1
            });
            groups[number].parts.push(of_position(index));
        }
        groups
    }

    /// For each part of each group: the selector implies it.
    pub fn selected(&self, terms: &mut Terms, groups: &[Group]) -> Vec<Term> {
        let mut list = Vec::with_capacity(self.parts.len());
        for group in groups {
            for &part in &group.parts {
                list.push(terms.implies(group.selector, self.parts[part as usize].term));
            }
        }
        list
    }
}

/// Does a condition speak of anything but whole variables in registers? Then which address was read matters.
fn reads_parts(
    terms: &Terms,
    condition: Term,
    definitions: &[Definition],
    links: &[Link],
    unset: &[Unset],
) -> bool {
    let read: FxHashSet<Term> = terms.variables(&[condition]).into_iter().collect();
    let definitions = definitions.iter().map(|definition| (definition.variable, definition.range));
    let links = links.iter().map(|link| (link.variable, link.range));
    let unset = unset.iter().map(|unset| (unset.variable, unset.range));
    definitions.chain(links).chain(unset).any(|(variable, range)| {
        read.contains(&variable) && !matches!(range.storage, Storage::Register { .. })
    })
}

/// Something that never changes was read: does the condition speak of its value? It does where the statement is a check, which evaluates nothing else, and where nothing but such values is left of
/// the condition.
fn reads_given(program: &Program, trace: &ErrorTrace, terms: &Terms, condition: Term) -> bool {
    let is_check = trace.steps.last().is_some_and(|step| {
        let stmt = program.stmt_at(step.point);
        matches!(stmt.map(|stmt| &stmt.kind), Some(StmtKind::Check { .. }))
    });
    is_check || terms.variables(&[condition]).is_empty()
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum GroupKey {
    Part(u32),
    Step(u32),
    Source(SourceStmtId),
    Loop(u32, LoopId),
}

fn group_key(trace: &ErrorTrace, part: &Part, index: u32, grouping: Grouping) -> GroupKey {
    let step = &trace.steps[part.step as usize];
    if grouping != Grouping::Part && (part.step as usize) < trace.first_executed() {
        // What exists at the start belongs to no statement.
        return GroupKey::Step(part.step);
    }
    match grouping {
        Grouping::Part => GroupKey::Part(index),
        Grouping::Step => GroupKey::Step(part.step),
        Grouping::Source => GroupKey::Source(step.source),
        Grouping::Loop => match trace.contexts[step.context as usize].loops.last() {
            Some(&(id, _)) => GroupKey::Loop(step.point.function.0, id),
            None => GroupKey::Source(step.source),
        },
    }
}

/// Puts contributions together.
struct Assembly<'a> {
    trace: &'a ErrorTrace,
    terms: &'a mut Terms,
    flow: Flow,
    frame_parts: &'a [FramePart],
    next_frame: usize,
    /// The conditions of the scope that a branch opens, those around it included.
    scopes: Vec<Term>,
    parts: Vec<Part>,
    precondition: Vec<Term>,
    reach: Term,
}

impl Assembly<'_> {
    fn step(&mut self, index: usize, contribution: &Contribution) {
        let step = &self.trace.steps[index];
        let is_precondition = matches!(step.kind, StepKind::Check(CheckKind::Requires))
            && self.trace.frames[step.frame as usize].caller.is_none();
        let around = match (self.flow, step.scope) {
            (Flow::Sensitive, Some(branch)) => self.scopes[branch.index()],
            _ => Term::TRUE,
        };
        let guards = self.terms.and(&contribution.guards);
        let mut body = contribution.equations.clone();
        body.extend(&contribution.facts);
        match (contribution.condition, step.kind) {
            (Some(condition), StepKind::Branch { .. }) if self.flow == Flow::Sensitive => {
                self.scopes[index] = self.terms.and(&[around, guards, condition]);
            }
            (Some(condition), _) if is_precondition => self.precondition.push(condition),
            (Some(condition), _) => body.push(condition),
            (None, _) => {}
        }
        if self.flow == Flow::Plain {
            body.push(guards);
        }
        let mut term = self.terms.and(&body);
        if self.flow == Flow::Sensitive {
            term = self.terms.implies(guards, term);
            term = self.terms.implies(around, term);
            if index + 1 == self.trace.steps.len() {
                self.reach = self.terms.and(&[around, guards]);
            }
        }
        self.push(index, PartKind::Step, term);
        while let Some(frame) = self.frame_parts.get(self.next_frame)
            && frame.step as usize == index
        {
            let scope = self.scopes[frame.branch.index()];
            let term = self.terms.implies(scope, frame.framed);
            self.push(index, PartKind::Frame(of_position(self.next_frame)), term);
            self.next_frame += 1;
        }
    }

    fn push(&mut self, step: usize, kind: PartKind, term: Term) {
        if term != Term::TRUE {
            self.parts.push(Part { step: of_position(step), kind, term });
        }
    }
}
