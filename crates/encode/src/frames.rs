//! Frame parts: what the arms *not* taken would have changed.
//!
//! In the flow-sensitive formula an assignment inside a branch holds only under the branch's condition. For a
//! variable that the arm taken leaves alone and another arm may assign, "unchanged" must be said as well, and may be doubted
//! as well: seed of the reports that name a *missing* assignment (flow-sensitive fault localization, Figs. 5 and 7).
//!
//! Written out for every variable at every join, this would be quadratic. Instead each pair of a branch and a class of storage has
//! one Boolean, `framed`: the part is `c_1 ⇒ … ⇒ c_k ⇒ framed`. A *read* of storage that was last written before such
//! scopes havocked goes through them at once: with `F` the conjunction of their `framed`, a new variable
//! `x'` and the link `F ⇒ x' = x`. `F` is a range of a segment tree, so a read costs a logarithm.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_interp::CellObject;
use whydunit_program::{GlobalId, LocalId, Program};
use whydunit_term::{Term, Terms};
use whydunit_trace::{ErrorTrace, MayAssign, Scalar, StepIndex};

use crate::exposure::{Exposed, Exposure, Owner, owner_of};
use crate::memory::Time;
use crate::number::{in_object, of_position};
use crate::storage::{Range, Storage};

/// Storage that one statement may assign as a whole.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FrameClass {
    Local {
        frame: u32,
        local: LocalId,
        offset: u32,
        size: u32,
    },
    Global {
        global: GlobalId,
        offset: u32,
        size: u32,
    },
    /// Whatever of this kind pointers reach.
    Pointee(Scalar),
    /// Whatever pointers reach.
    Memory,
}

/// A read that went through joins. A variable may have two: to what was written, and to what an earlier read found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    pub range: Range,
    /// Number of steps before the read.
    pub step: u32,
    pub variable: Term,
    pub before: Term,
    /// Conjunction of the `framed` of the joins in between.
    pub framed: Term,
}

/// A branch's frame part for one class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FramePart {
    pub branch: StepIndex,
    pub class: FrameClass,
    /// The scope's end, which the part belongs to.
    pub step: u32,
    pub framed: Term,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Frames {
    classes: FxHashMap<FrameClass, Joins>,
    /// The same, in the order in which scopes close, by step.
    closings: FxHashMap<FrameClass, Joins>,
    /// Distinct classes of each variable.
    by_storage: FxHashMap<Owner, Vec<FrameClass>>,
    /// Leaves of the branches whose scopes are open.
    open: FxHashMap<u32, Vec<(FrameClass, usize)>>,
    exposed: Exposed,
    /// Classes that nothing in the trace reads need no frames.
    read: FxHashSet<Owner>,
    pub(crate) parts: Vec<FramePart>,
    pub(crate) links: Vec<Link>,
}

impl FrameClass {
    fn owner(self) -> Owner {
        match self {
            FrameClass::Local { frame, local, .. } => Owner::Local(frame, local),
            FrameClass::Global { global, .. } => Owner::Global(global),
            FrameClass::Pointee(_) | FrameClass::Memory => Owner::Memory,
        }
    }

    fn overlaps(self, program: &Program, trace: &ErrorTrace, range: Range) -> bool {
        match self {
            FrameClass::Local { offset, size, .. } | FrameClass::Global { offset, size, .. } => {
                offset < range.end() && range.offset < offset + size
            }
            FrameClass::Pointee(scalar) => {
                Exposure::of(program, trace, range).admits(program, scalar)
            }
            FrameClass::Memory => true,
        }
    }
}

impl Frames {
    pub(crate) fn new(program: &Program, trace: &ErrorTrace) -> Frames {
        let mut read = FxHashSet::default();
        for step in &trace.steps {
            for access in trace.reads(step) {
                read.extend(owner_of(trace, access.cell.object.into()));
                if let CellObject::Memory(_) = access.cell.object {
                    read.insert(Owner::Memory);
                }
            }
            for bulk in trace.bulk_writes(step) {
                if let whydunit_interp::BulkSource::Copy { object, .. } = bulk.source {
                    read.extend(owner_of(trace, Storage::Object(object)));
                    read.insert(Owner::Memory);
                }
            }
        }
        // The cell without a value is read by the failing check, unrecorded.
        if trace.failure.kind == whydunit_program::CheckKind::Uninit {
            read.insert(Owner::Memory);
            read.extend(
                trace
                    .objects
                    .iter()
                    .filter_map(|object| owner_of(trace, Storage::Object(object.id))),
            );
            if let Some(step) = trace.steps.last() {
                let function = program.function(step.point.function);
                let locals = 0..of_position(function.locals.len());
                read.extend(locals.map(|local| Owner::Local(step.frame, LocalId(local))));
            }
        }
        Frames { exposed: Exposed::new(program), read, ..Frames::default() }
    }

    /// A branch opens its scope. `time` is the moment before it.
    pub(crate) fn open(
        &mut self,
        branch: StepIndex,
        (frame, function): (u32, u32),
        others: &[MayAssign],
        time: Time,
    ) {
        let mut leaves = Vec::new();
        for place in others {
            let class = match *place {
                MayAssign::Local { local, offset, size } => FrameClass::Local {
                    frame,
                    local,
                    offset: in_object(offset),
                    size: in_object(size),
                },
                MayAssign::Global { global, offset, size } => {
                    FrameClass::Global { global, offset: in_object(offset), size: in_object(size) }
                }
                MayAssign::Pointee(scalar) => FrameClass::Pointee(scalar),
                MayAssign::Memory => FrameClass::Memory,
            };
            let is_lazily_read = match class {
                FrameClass::Local { local, .. } => {
                    self.exposed.lazy_locals.contains(&(function, local))
                }
                FrameClass::Global { global, .. } => self.exposed.lazy_globals.contains(&global),
                FrameClass::Pointee(_) | FrameClass::Memory => false,
            };
            if !is_lazily_read && !self.read.contains(&class.owner()) {
                continue;
            }
            let joins = self.classes.entry(class).or_default();
            if joins.begins.is_empty() {
                self.by_storage.entry(class.owner()).or_default().push(class);
            }
            leaves.push((class, joins.push(time)));
        }
        if !leaves.is_empty() {
            self.open.insert(branch.0, leaves);
        }
    }

    /// The branch's arms join.
    pub(crate) fn close(&mut self, terms: &mut Terms, branch: StepIndex, step: u32) {
        let leaves = self.open.remove(&branch.0).unwrap_or_default();
        for (class, leaf) in leaves {
            let framed = terms.fresh(&format!("framed@{}", branch.0), whydunit_term::Sort::Bool);
            if let Some(joins) = self.classes.get_mut(&class) {
                joins.set_leaf(leaf, framed);
            }
            let closings = self.closings.entry(class).or_default();
            let leaf = closings.push(Time(step));
            closings.set_leaf(leaf, framed);
            self.parts.push(FramePart { branch, class, step, framed });
        }
    }

    /// Conjunction of the `framed` between the moment `since` and now, for whatever a range belongs to.
    pub(crate) fn pending(
        &mut self,
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        range: Range,
        since: Time,
    ) -> Term {
        let classes = self.concerned(program, trace, range);
        conjunction(terms, &mut self.classes, &classes, since)
    }

    /// Conjunction of the `framed` of scopes that closed at a step or after it.
    pub(crate) fn closed_since(
        &mut self,
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        range: Range,
        step: u32,
    ) -> Term {
        let classes = self.concerned(program, trace, range);
        conjunction(terms, &mut self.closings, &classes, Time(step))
    }

    /// The classes that a range may belong to.
    fn concerned(&self, program: &Program, trace: &ErrorTrace, range: Range) -> Vec<FrameClass> {
        let owner = owner_of(trace, range.storage);
        let by_pointer = match range.storage {
            Storage::Object(id) => trace
                .object(id)
                .is_some_and(|object| self.exposed.may_be_reached(program, &object.info.kind)),
            _ => false,
        };
        let owners = owner.into_iter().chain(by_pointer.then_some(Owner::Memory));
        let classes = owners.filter_map(|owner| self.by_storage.get(&owner)).flatten().copied();
        classes.filter(|class| class.overlaps(program, trace, range)).collect()
    }
}

fn conjunction(
    terms: &mut Terms,
    joins: &mut FxHashMap<FrameClass, Joins>,
    classes: &[FrameClass],
    since: Time,
) -> Term {
    let mut all = Vec::new();
    for class in classes {
        if let Some(joins) = joins.get_mut(class) {
            all.push(joins.since(terms, since));
        }
    }
    terms.and(&all)
}

/// The branches that may assign one class, in the order in which their scopes open, as a segment tree of conjunctions. A
/// scope that is still open says nothing yet.
#[derive(Clone, Debug, Default)]
struct Joins {
    begins: Vec<Time>,
    /// `levels[0]` are the leaves; `None` is not computed.
    levels: Vec<Vec<Option<Term>>>,
}

impl Joins {
    fn push(&mut self, begin: Time) -> usize {
        let leaf = self.begins.len();
        self.begins.push(begin);
        self.set_leaf(leaf, Term::TRUE);
        leaf
    }

    fn set_leaf(&mut self, leaf: usize, term: Term) {
        let mut index = leaf;
        for level in 0.. {
            if self.levels.len() == level {
                self.levels.push(Vec::new());
            }
            let nodes = &mut self.levels[level];
            if nodes.len() <= index {
                nodes.resize(index + 1, None);
            }
            nodes[index] = if level == 0 { Some(term) } else { None };
            if nodes.len() == 1 {
                return;
            }
            index /= 2;
        }
    }

    fn node(&mut self, terms: &mut Terms, level: usize, index: usize) -> Term {
        match self.levels.get(level).and_then(|nodes| nodes.get(index)) {
            None => return Term::TRUE,
            Some(Some(term)) => return *term,
            Some(None) => {}
        }
        let low = self.node(terms, level - 1, 2 * index);
        let high = self.node(terms, level - 1, 2 * index + 1);
        let term = terms.and(&[low, high]);
        self.levels[level][index] = Some(term);
        term
    }

    /// All whose scopes havocked at that moment or later.
    fn since(&mut self, terms: &mut Terms, time: Time) -> Term {
        let mut first = self.begins.partition_point(|&begin| begin < time);
        let mut all = Vec::new();
        let mut level = 0;
        while level < self.levels.len() && first < self.levels[level].len() {
            if first % 2 == 1 || level + 1 == self.levels.len() {
                all.push(self.node(terms, level, first));
                first += 1;
            }
            first /= 2;
            level += 1;
        }
        all.retain(|&term| term != Term::TRUE);
        terms.and(&all)
    }
}
