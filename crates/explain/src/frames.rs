//! What did not happen: other arms of branches, and writes that went elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use whydunit_encode::{Exposure, FrameClass, Range, Storage, Store};
use whydunit_interp::{CellObject, ObjectId};
use whydunit_term::Term;
use whydunit_trace::{MayAssign, Scalar, StepIndex, StepKind};

use crate::limits::MOST_FRAMED;
use crate::variables::Variables;
use crate::walk::{Flow, Left, Subject, Walk};

/// What a walk notes where it looks at the arms of branches that were not taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames {
    /// What other arms of a branch may set of what matters after its join.
    at_join: FxHashMap<usize, Vec<Left>>,
    /// Variables in the facts by the object whose contents they are.
    held: BTreeMap<ObjectId, BTreeSet<Term>>,
    /// Variables in the facts by the variable of the program they are the contents of.
    live: FxHashMap<FrameClass, BTreeSet<Term>>,
    /// Those that writes through pointers may reach.
    exposed: BTreeMap<Exposure, BTreeSet<Term>>,
}

impl<F: Flow> Walk<'_, '_, F> {
    /// What the step would have set, had its addresses or sizes been other ones: storage without a value, and what the facts speak of.
    pub(crate) fn missed(&mut self, index: usize) -> Vec<Left> {
        let Subject { trace, formula, .. } = self.subject;
        if self.flow.frames().is_none() || formula.guards(index) == Term::TRUE {
            return Vec::new();
        }
        let step = &trace.steps[index];
        let might_be_written = |range: &Range| {
            let is_written = |object: CellObject| Storage::from(object) == range.storage;
            trace.writes(step).iter().any(|access| is_written(access.cell.object))
                || trace
                    .bulk_writes(step)
                    .iter()
                    .any(|bulk| range.storage == Storage::Object(bulk.object))
                || self.is_in_reach(index, range.storage)
        };
        let mut missed: Vec<Left> =
            self.facts.unset().filter(might_be_written).map(Left::Unset).collect();
        if !missed.is_empty() {
            F::reached(self, index, false);
        }
        for store in formula.stores(index) {
            missed.extend(self.missed_here(index, store));
            if trace.is_aimed(index) {
                missed.extend(self.missed_in_other_objects(index, store));
            }
        }
        missed
    }

    /// Might the step have written another object?
    fn is_in_reach(&self, index: usize, storage: Storage) -> bool {
        let trace = self.subject.trace;
        let Storage::Object(id) = storage else { return false };
        trace.object(id).is_some_and(|object| trace.may_hit(index, object))
    }

    /// What the facts say of an object, as it was before a step.
    fn facts_about(&mut self, object: ObjectId, index: usize) -> BTreeMap<Range, Term> {
        let formula = self.subject.formula;
        let frames = self.flow.frames();
        let Some(candidates) = frames.and_then(|frames| frames.held.get_mut(&object)) else {
            return BTreeMap::new();
        };
        let facts = &self.facts;
        candidates.retain(|&variable| facts.mentions(variable));
        let is_older = |variable: &&Term| {
            formula.defining_step(**variable).is_none_or(|defined| defined < index)
        };
        let older = candidates.iter().filter(is_older);
        older.filter_map(|&variable| Some((formula.range_of(variable)?, variable))).collect()
    }

    /// What a store to another place of its object would have set. That it went elsewhere becomes a fact before it.
    fn missed_here(&mut self, index: usize, store: &Store) -> Vec<Left> {
        let mut missed = Vec::new();
        for (range, variable) in self.facts_about(store.object, index) {
            let elsewhere = self.goes_elsewhere(store, range);
            if elsewhere == Some(Term::TRUE) && store.given == Term::TRUE {
                continue;
            }
            match elsewhere.filter(|&condition| condition != Term::FALSE) {
                Some(condition) => {
                    // Not even that the store stays in its object is given: with another address or size it need not.
                    self.imply(condition);
                    self.imply(store.given);
                    F::enclosed(self, index);
                }
                None => F::reached(self, index, false),
            }
            missed.push(Left::Variable(variable));
        }
        missed.truncate(MOST_FRAMED);
        missed
    }

    /// The condition under which a store leaves a range alone. `None` where it is not simply another element, or more of them.
    fn goes_elsewhere(&mut self, store: &Store, range: Range) -> Option<Term> {
        let terms = &mut *self.terms;
        let offset = u64::from(range.offset);
        let distance = store.known.abs_diff(offset);
        if terms.value(store.offset).is_some() {
            // Only how far it reaches is computed: what lies before it is out of reach.
            let Some(before) = offset.checked_sub(store.known) else { return Some(Term::TRUE) };
            let before = terms.bits(64, before.into());
            return Some(terms.ule(store.bytes, before));
        }
        let size = u64::from(range.size);
        let is_fixed = terms.value(store.bytes).is_some();
        if !is_fixed || store.size != size || distance == 0 || distance % size != 0 {
            return None;
        }
        let width = terms.width(store.offset);
        let here = terms.bits(width, range.offset.into());
        let same = terms.eq(store.offset, here);
        Some(terms.not(same))
    }

    /// What a store to another object would have set: a pointer on the way to it was chosen. What was not chosen becomes a fact before it; for many
    /// cells at once, or cells of another size, what was.
    fn missed_in_other_objects(&mut self, index: usize, store: &Store) -> Vec<Left> {
        let trace = self.subject.trace;
        let Some(frames) = self.flow.frames() else { return Vec::new() };
        let others = frames.held.keys().filter(|&&id| {
            id != store.object && trace.object(id).is_some_and(|it| trace.may_hit(index, it))
        });
        let others: Vec<ObjectId> = others.take(MOST_FRAMED + 1).copied().collect();
        let mut missed: Vec<(Range, Term)> = Vec::new();
        for object in others {
            missed.extend(self.facts_about(object, index));
        }
        if missed.is_empty() {
            return Vec::new();
        }
        let is_few = missed.len() <= MOST_FRAMED;
        let apart: Option<Vec<Term>> = match is_few {
            true => missed.iter().map(|&(range, _)| self.is_apart(store, range)).collect(),
            false => None,
        };
        match apart {
            Some(conditions) => {
                conditions.into_iter().for_each(|condition| self.imply(condition));
                self.imply(store.given);
                F::enclosed(self, index);
            }
            None => F::reached(self, index, false),
        }
        missed.truncate(MOST_FRAMED);
        missed.into_iter().map(|(_, variable)| Left::Variable(variable)).collect()
    }

    /// The condition under which a store through a pointer leaves a cell of its size in another object alone.
    fn is_apart(&mut self, store: &Store, range: Range) -> Option<Term> {
        let trace = self.subject.trace;
        let Storage::Object(id) = range.storage else { return None };
        let address = store.address?;
        if self.terms.value(store.bytes) != Some(range.size.into()) {
            return None;
        }
        let width = self.terms.width(address);
        let mut all = Vec::new();
        for cell in trace.addresses_of(trace.object(id)?, range.offset.into()) {
            let cell = self.terms.bits(width, cell.into());
            all.push(self.terms.ne(address, cell));
        }
        Some(self.terms.and(&all))
    }

    /// ArmEffects join: what of the facts might another arm have set?
    pub(crate) fn join(&mut self, branch: usize) {
        if self.flow.frames().is_none() {
            return;
        }
        let trace = self.subject.trace;
        let step = &trace.steps[branch];
        let StepKind::Branch { others, .. } = step.kind else { return };
        let left = self.left_of(&trace.arms[others as usize], step.frame);
        if !left.is_empty()
            && let Some(frames) = self.flow.frames()
        {
            frames.at_join.insert(branch, left.into_iter().collect());
        }
    }

    /// What of the facts a jump or an early return has kept from being set.
    pub(crate) fn skipped(&mut self, index: usize) -> Vec<Left> {
        let trace = self.subject.trace;
        let places = trace.skipped_by(StepIndex(index as u32));
        if places.is_empty() || self.flow.frames().is_none() {
            return Vec::new();
        }
        let left = self.left_of(places, trace.steps[index].frame);
        if !left.is_empty() {
            F::enclosed(self, index);
        }
        left.into_iter().collect()
    }

    /// The facts about storage that something in this frame may assign.
    fn left_of(&mut self, places: &[MayAssign], frame: u32) -> BTreeSet<Left> {
        let mut left = BTreeSet::new();
        for place in places {
            match *place {
                MayAssign::Local { local, offset, size } => {
                    let class = FrameClass::Local { frame, local, offset: 0, size: 0 };
                    self.left_of_variable(class, offset..offset + size, &mut left);
                }
                MayAssign::Global { global, offset, size } => {
                    let class = FrameClass::Global { global, offset: 0, size: 0 };
                    self.left_of_variable(class, offset..offset + size, &mut left);
                }
                MayAssign::Pointee(scalar) => self.left_behind_pointers(Some(scalar), &mut left),
                MayAssign::Memory => self.left_behind_pointers(None, &mut left),
            }
        }
        left
    }

    /// What other arms of a branch might have set, as far as it matters before the branch.
    pub(crate) fn left_alone(&mut self, branch: usize) -> Vec<Left> {
        let noted = self.flow.frames().and_then(|frames| frames.at_join.remove(&branch));
        let mut left = noted.unwrap_or_default();
        left.retain(|left| match left {
            Left::Variable(variable) => {
                let set_at = self.subject.formula.defining_step(*variable);
                self.facts.mentions(*variable) && set_at.is_none_or(|step| step < branch)
            }
            Left::Unset(range) => self.facts.is_unset(*range),
        });
        left
    }

    /// Facts about a part of a variable of the program.
    fn left_of_variable(
        &mut self,
        class: FrameClass,
        part: std::ops::Range<u64>,
        left: &mut BTreeSet<Left>,
    ) {
        let formula = self.subject.formula;
        let overlaps = |range: Range| {
            let start = u64::from(range.offset);
            part.start < start + u64::from(range.size) && start < part.end
        };
        for range in self.facts.unset() {
            if self.others.variable(range.storage) == Some(class) && overlaps(range) {
                left.insert(Left::Unset(range));
            }
        }
        let frames = self.flow.frames();
        let Some(candidates) = frames.and_then(|frames| frames.live.get_mut(&class)) else {
            return;
        };
        let facts = &self.facts;
        candidates.retain(|&variable| facts.mentions(variable));
        let affected =
            candidates.iter().filter(|&&variable| formula.range_of(variable).is_some_and(overlaps));
        left.extend(affected.take(MOST_FRAMED).map(|&variable| Left::Variable(variable)));
    }

    /// Facts about storage that a write through a pointer might reach: of one kind, or any.
    fn left_behind_pointers(&mut self, scalar: Option<Scalar>, left: &mut BTreeSet<Left>) {
        let program = self.subject.program;
        let admits =
            |exposure: Exposure| scalar.is_none_or(|scalar| exposure.admits(program, scalar));
        for range in self.facts.unset() {
            if self.others.exposure(range).is_some_and(admits) {
                left.insert(Left::Unset(range));
            }
        }
        let facts = &self.facts;
        let Some(frames) = self.flow.frames() else { return };
        for (&exposure, candidates) in &mut frames.exposed {
            if admits(exposure) {
                candidates.retain(|&variable| facts.mentions(variable));
                let some = candidates.iter().take(MOST_FRAMED);
                left.extend(some.map(|&variable| Left::Variable(variable)));
            }
        }
    }

    /// Notes which storage the variables are that have come into the facts.
    pub(crate) fn settle_arrivals(&mut self) {
        let arrivals = self.facts.take_arrivals();
        let Some(frames) = self.flow.frames() else { return };
        for variable in arrivals {
            let Some(range) = self.subject.formula.range_of(variable) else { continue };
            if let Storage::Object(object) = range.storage {
                frames.held.entry(object).or_default().insert(variable);
            }
            if let Some(class) = self.others.variable(range.storage) {
                frames.live.entry(class).or_default().insert(variable);
            }
            if let Some(exposure) = self.others.exposure(range) {
                frames.exposed.entry(exposure).or_default().insert(variable);
            }
        }
    }
}

/// Names of what was left alone, each once.
pub(crate) fn names_of(
    subject: &Subject<'_>,
    variables: &Variables<'_>,
    left: &[Left],
) -> Vec<String> {
    let mut names = BTreeSet::new();
    for left in left {
        let name = match left {
            Left::Variable(variable) => {
                variables.renderer.variable(*variable).map(|shown| shown.text.to_string())
            }
            Left::Unset(range) => whydunit_encode::cell_of(*range)
                .and_then(|cell| whydunit_trace::cell_name(subject.program, subject.trace, cell)),
        };
        names.extend(name);
    }
    names.into_iter().collect()
}
