//! Which steps of a trace have anything to do with its failing check? (section 3.2: "the simplest way to determine the untrusted code is to compute a slice of an error trace".)
//!
//! Data dependence is read off the trace formula: what a step sets is an equation over what earlier steps have set, and the failing check is a condition over that,
//! so that operands which are evaluated beside the failing one do not count. A step in the scope of a branch depends on the branch. A branch whose other arms
//! assign something that is used later counts too: perhaps it should have been assigned there. Through pointers that may be anything of the same size; characters are not looked at, because
//! they may be a part of anything.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_encode::{EncodeError, Options, Range, Storage, TraceFormula};
use whydunit_interp::{Cell, ObjectKind};
use whydunit_program::{GlobalId, LocalId, Program};
use whydunit_term::{Term, Terms};
use whydunit_trace::{ErrorTrace, MayAssign, Scalar, StepKind};

use crate::limits::MOST_LIVES;

/// The part of a trace that matters.
#[derive(Debug)]
pub(super) struct Slice {
    /// By step.
    pub(super) contains: Vec<bool>,
    /// Steps that set something, and steps of the slice that use it, ascending.
    pub(super) uses: Vec<(u32, u32)>,
    /// Storage that the steps of the slice set and that matters.
    pub(super) set: FxHashSet<(u32, Range)>,
    /// The variables among it.
    pub(super) variables: FxHashSet<Holder>,
    /// Calls that pass nothing but constants.
    pub(super) passes_constants: FxHashSet<u32>,
}

struct Slicer<'a> {
    trace: &'a ErrorTrace,
    terms: &'a Terms,
    formula: &'a TraceFormula,
    slice: Slice,
    seen: FxHashSet<Term>,
    /// Terms whose variables are wanted by a step.
    pending: Vec<(Term, u32)>,
    /// The last step that uses what a step has set.
    lives: FxHashMap<(u32, Range), u32>,
}

/// Storage was set by a step, and used by another.
#[derive(Clone, Copy)]
struct Life {
    range: Range,
    set: u32,
    used: u32,
}

impl Slice {
    pub(super) fn new(program: &Program, trace: &ErrorTrace) -> Result<Slice, EncodeError> {
        let mut terms = Terms::new();
        let formula = TraceFormula::encode(program, trace, &mut terms, Options::default())?;
        let last = trace.steps.len() - 1;
        let slice = Slice {
            contains: vec![false; trace.steps.len()],
            uses: Vec::new(),
            set: FxHashSet::default(),
            variables: FxHashSet::default(),
            passes_constants: FxHashSet::default(),
        };
        let mut slicer = Slicer {
            trace,
            terms: &terms,
            formula: &formula,
            slice,
            seen: FxHashSet::default(),
            pending: Vec::new(),
            lives: FxHashMap::default(),
        };
        slicer.slice.contains[last] = true;
        slicer.pending.push((formula.check, last as u32));
        slicer.pending.push((formula.guards(last), last as u32));
        slicer.scopes(last);
        slicer.run();
        while slicer.missing_assignments() {
            slicer.run();
        }
        let variables =
            slicer.slice.set.iter().filter_map(|(_, range)| slicer.holder(range.storage));
        let variables = variables.collect();
        let mut slice = slicer.slice;
        slice.variables = variables;
        slice.uses.sort_unstable();
        slice.uses.dedup();
        for (index, step) in trace.steps.iter().enumerate() {
            let is_constant = |definition: &whydunit_encode::Definition| {
                let is_set = slice.set.contains(&(index as u32, definition.range));
                !is_set || terms.value(definition.value).is_some()
            };
            if matches!(step.kind, StepKind::Call { .. })
                && formula.definitions_of(index).iter().all(is_constant)
            {
                slice.passes_constants.insert(index as u32);
            }
        }
        Ok(slice)
    }

    /// Does what the step writes to a cell matter?
    pub(super) fn sets(&self, step: u32, cell: Cell) -> bool {
        let range = |size| Range { storage: cell.object.into(), offset: cell.offset, size };
        let all = [cell.size, cell.size.min(8)];
        all.iter().any(|&size| self.set.contains(&(step, range(size))))
    }
}

impl Slicer<'_> {
    fn run(&mut self) {
        while let Some((term, user)) = self.pending.pop() {
            for variable in self.terms.variables(&[term]) {
                self.variable(variable, user);
            }
        }
    }

    fn variable(&mut self, variable: Term, user: u32) {
        let Some(definition) = self.formula.definition(variable).copied() else { return };
        let step = definition.step;
        if step != user {
            self.slice.uses.push((step, user));
        }
        let used = self.lives.entry((step, definition.range)).or_default();
        *used = user.max(*used);
        if !self.seen.insert(variable) {
            return;
        }
        self.slice.set.insert((step, definition.range));
        self.pending.push((definition.value, step));
        self.add(step as usize);
    }

    fn add(&mut self, step: usize) {
        if self.slice.contains[step] {
            return;
        }
        self.slice.contains[step] = true;
        self.pending.push((self.formula.guards(step), step as u32));
        if let Some(condition) = self.formula.condition(step) {
            self.pending.push((condition, step as u32));
        }
        self.scopes(step);
    }

    /// The branches that a step lies in.
    fn scopes(&mut self, step: usize) {
        let mut scope = self.trace.steps[step].scope;
        while let Some(branch) = scope {
            let index = branch.index();
            if self.slice.contains[index] {
                break;
            }
            self.slice.contains[index] = true;
            self.pending.push((self.formula.guards(index), branch.0));
            if let Some(condition) = self.formula.condition(index) {
                self.pending.push((condition, branch.0));
            }
            scope = self.trace.steps[index].scope;
        }
    }

    /// Adds branches whose other arms assign what is used after them. Were there any?
    fn missing_assignments(&mut self) -> bool {
        let mut lives: FxHashMap<Holder, Vec<Life>> = FxHashMap::default();
        for (&(set, range), &used) in &self.lives {
            let life = Life { range, set, used };
            if let Some(holder) = self.holder(range.storage) {
                lives.entry(holder).or_default().push(life);
            }
            if matches!(range.storage, Storage::Object(_)) {
                lives.entry(Holder::Memory(range.size.into())).or_default().push(life);
            }
        }
        for list in lives.values_mut() {
            list.sort_unstable_by_key(|life| (life.set, life.range));
        }
        let mut found = Vec::new();
        for (index, step) in self.trace.steps.iter().enumerate() {
            let StepKind::Branch { others, .. } = step.kind else { continue };
            if self.slice.contains[index] {
                continue;
            }
            let arms = &self.trace.arms[others as usize];
            if arms.iter().any(|arm| is_missed(&lives, arm, step.frame, index as u32)) {
                found.push(index);
            }
        }
        for &index in &found {
            self.add(index);
        }
        !found.is_empty()
    }

    fn holder(&self, storage: Storage) -> Option<Holder> {
        match storage {
            Storage::Register { frame, local } => Some(Holder::Local(frame, local)),
            Storage::Object(id) => match self.trace.object(id)?.info.kind {
                ObjectKind::Local { frame, local, .. } => Some(Holder::Local(frame, local)),
                ObjectKind::Global(global) => Some(Holder::Global(global)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// What may be assigned: a variable, or anything of a size that pointers reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Holder {
    Local(u32, LocalId),
    Global(GlobalId),
    Memory(u64),
}

/// Bytes of a pointer.
const POINTER: u64 = 8;

/// Would the arm have assigned something that is used after the branch and not assigned in between?
fn is_missed(
    lives: &FxHashMap<Holder, Vec<Life>>,
    arm: &MayAssign,
    frame: u32,
    branch: u32,
) -> bool {
    let (holder, offset, size) = match *arm {
        MayAssign::Local { local, offset, size } => (Holder::Local(frame, local), offset, size),
        MayAssign::Global { global, offset, size } => (Holder::Global(global), offset, size),
        MayAssign::Pointee(Scalar::Int { size }) => (Holder::Memory(size), 0, u64::MAX),
        MayAssign::Pointee(Scalar::Pointer) => (Holder::Memory(POINTER), 0, u64::MAX),
        // Characters, and floating numbers that nobody takes for a length.
        MayAssign::Pointee(Scalar::Float { .. }) | MayAssign::Memory => return false,
    };
    let Some(lives) = lives.get(&holder) else { return false };
    let before = lives.partition_point(|life| life.set < branch);
    let is_used_after = |life: &Life| {
        let overlaps = u64::from(life.range.offset) < offset.saturating_add(size)
            && offset < u64::from(life.range.offset + life.range.size);
        overlaps && branch < life.used
    };
    lives[..before].iter().rev().take(MOST_LIVES).any(is_used_after)
}
