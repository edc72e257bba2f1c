//! What did not happen: other sides of branches, and writes that went elsewhere.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use whydunit_encode::{Exposure, FrameClass, Range, Storage, Store};
use whydunit_interp::ObjectId;
use whydunit_term::Term;
use whydunit_trace::{MayAssign, Scalar, StepKind};

use crate::limits::MOST_FRAMED;
use crate::variables::Variables;
use crate::walk::{Flow, Left, Subject, Walk};

/// What a walk notes where it looks at the sides of branches that were not taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames {
    /// What other sides of a branch may set of what matters after its join.
    at_join: FxHashMap<usize, Vec<Left>>,
    /// Variables in the facts by the object whose contents they are.
    held: FxHashMap<ObjectId, BTreeSet<Term>>,
    /// Variables in the facts by the variable of the program they are the contents of.
    live: FxHashMap<FrameClass, BTreeSet<Term>>,
    /// Those that writes through pointers may reach.
    exposed: BTreeMap<Exposure, BTreeSet<Term>>,
}

impl<F: Flow> Walk<'_, '_, F> {
    /// What the step would have set, had its address been another one: storage without a value, and what the facts speak of.
    pub(crate) fn missed(&mut self, index: usize) -> Vec<Left> {
        let Subject { trace, formula, .. } = self.subject;
        if self.flow.frames().is_none() || formula.guards(index) == Term::TRUE {
            return Vec::new();
        }
        let step = &trace.steps[index];
        let is_written = |range: &Range| {
            trace
                .writes(step)
                .iter()
                .any(|access| Storage::from(access.cell.object) == range.storage)
        };
        let mut missed: Vec<Left> =
            self.facts.unset().filter(is_written).map(Left::Unset).collect();
        if !missed.is_empty() {
            F::reached(self, index, false);
        }
        for store in formula.stores(index) {
            missed.extend(self.missed_by(index, store));
        }
        missed
    }

    /// What a store to another place of its object would have set. That it went elsewhere becomes a fact before it.
    fn missed_by(&mut self, index: usize, store: &Store) -> Vec<Left> {
        let formula = self.subject.formula;
        let frames = self.flow.frames();
        let Some(candidates) = frames.and_then(|frames| frames.held.get_mut(&store.object)) else {
            return Vec::new();
        };
        let facts = &self.facts;
        candidates.retain(|&variable| facts.mentions(variable));
        let is_older = |variable: &&Term| {
            formula.defining_step(**variable).is_none_or(|defined| defined < index)
        };
        let ranges: BTreeMap<Range, Term> = candidates
            .iter()
            .filter(is_older)
            .filter_map(|&variable| Some((formula.range_of(variable)?, variable)))
            .collect();
        let mut missed = Vec::new();
        for (range, variable) in ranges {
            let elsewhere = self.goes_elsewhere(store, range);
            if elsewhere == Some(Term::TRUE) {
                continue;
            }
            match elsewhere {
                Some(condition) => {
                    self.require(condition, index);
                    F::enclosed(self, index);
                }
                None => F::reached(self, index, false),
            }
            missed.push(Left::Variable(variable));
        }
        missed.truncate(MOST_FRAMED);
        missed
    }

    /// The condition under which a store leaves a range alone. `None` where it is not simply another element.
    fn goes_elsewhere(&mut self, store: &Store, range: Range) -> Option<Term> {
        let size = u64::from(range.size);
        let distance = store.known.abs_diff(range.offset.into());
        if store.size != size || distance == 0 || distance % size != 0 {
            return None;
        }
        let width = self.terms.width(store.offset);
        let here = self.terms.bits(width, range.offset.into());
        let same = self.terms.eq(store.offset, here);
        Some(self.terms.not(same))
    }

    /// Sides join: what of the facts might another side have set?
    pub(crate) fn join(&mut self, branch: usize) {
        if self.flow.frames().is_none() {
            return;
        }
        let trace = self.subject.trace;
        let step = &trace.steps[branch];
        let StepKind::Branch { others, .. } = step.kind else { return };
        let mut left = BTreeSet::new();
        for place in &trace.sides[others as usize] {
            match *place {
                MayAssign::Local { local, offset, size } => {
                    let class = FrameClass::Local { frame: step.frame, local, offset: 0, size: 0 };
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
        if !left.is_empty()
            && let Some(frames) = self.flow.frames()
        {
            frames.at_join.insert(branch, left.into_iter().collect());
        }
    }

    /// What other sides of a branch might have set, as far as it matters before the branch.
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
