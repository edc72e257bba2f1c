//! The trace itself.

use std::ops::Range;

use rustc_hash::FxHashMap;
use whydunit_interp::{
    BulkSource, Cell, CheckSet, Failure, InputRecord, ObjectId, ObjectInfo, ObjectKind, RunSpec,
};
use whydunit_program::address::{self, NARROW_REACH, NarrowRegion};
use whydunit_program::{CheckKind, FunctionId, LoopId, Point, SourceStmtId, Target, TypeId};
use whydunit_source::Span;

use crate::targets::Targets;
use crate::{AddressGuard, MayAssign};

/// Position in [`ErrorTrace::steps`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StepIndex(pub u32);

impl StepIndex {
    /// The position as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A failed run, step by step: `s_0 … s_{n-1}` and the check that fails in the last of them.
#[derive(Clone, Debug)]
pub struct ErrorTrace {
    /// The steps; the check of the last one fails.
    pub steps: Vec<Step>,
    /// The check that fails, and where.
    pub failure: Failure,
    /// What the run was started with: running the program on it again gives this trace again.
    pub spec: RunSpec,
    /// The checks that were on. Every step but the last has passed those that apply to it, which are
    /// told by its operations and their types.
    pub checks: CheckSet,
    /// All values the program did not determine, in the order in which it received them.
    pub inputs: Vec<InputRecord>,
    /// Indexed by the frame numbers in steps and cells.
    pub frames: Vec<Frame>,
    /// Every storage object that existed, in order of creation.
    pub objects: Vec<TraceObject>,
    /// Distinct positions in loops; steps refer to them.
    pub contexts: Vec<LoopContext>,
    /// Distinct sets of places that the arms not taken may assign.
    pub arms: Vec<Vec<MayAssign>>,
    // Arenas: steps hold ranges of these, so that a step costs no allocation.
    pub(crate) accesses: Vec<Access>,
    /// By step, ascending.
    pub(crate) carried: Vec<(StepIndex, Carried)>,
    pub(crate) bulk_writes: Vec<BulkWrite>,
    pub(crate) bulk_bytes: Vec<u8>,
    pub(crate) guards: Vec<AddressGuard>,
    /// First addresses of objects and of parts of objects, ascending.
    pub(crate) by_address: Vec<(u64, AddressTarget)>,
    /// Root address and size of a part of an object, to the pointer that is confined to it.
    pub(crate) views: FxHashMap<(u64, u64), u64>,
    /// The same by objects.
    pub(crate) parts: FxHashMap<ObjectId, Vec<Part>>,
    /// Address of every function of the program, in order.
    pub(crate) function_addresses: Vec<u64>,
    pub(crate) first_executed: usize,
    pub(crate) targets: Targets,
    /// What jumps and returns skipped: indices in `arms`.
    pub(crate) skips: FxHashMap<StepIndex, u32>,
}

/// One atomic step.
#[derive(Clone, Debug)]
pub struct Step {
    /// What the step does.
    pub kind: StepKind,
    /// The statement or terminator of the program.
    pub point: Point,
    /// The frame that it runs in.
    pub frame: u32,
    /// The place in *user* code: for a step inside a library function, the call that led there.
    pub span: Span,
    /// The statement in user code.
    pub source: SourceStmtId,
    /// The innermost branch whose scope this step lies in, through calls.
    pub scope: Option<StepIndex>,
    /// Conditionals around the step in the source of its function; a loop's condition counts once.
    pub nesting: u32,
    /// Index into [`ErrorTrace::contexts`].
    pub context: u32,
    pub(crate) reads: Range<u32>,
    pub(crate) writes: Range<u32>,
    pub(crate) bulk: Range<u32>,
    pub(crate) inputs: Range<u32>,
    pub(crate) guards: Range<u32>,
}

/// What a step does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// Sets cells from values the program determines.
    Assign,
    /// Receives values the program does not determine.
    Input,
    /// A decision. `taken` counts the terminator's successors; `others` is the index in
    /// [`ErrorTrace::arms`] of what the other arms may assign.
    Branch {
        /// The successor that was taken.
        taken: u32,
        /// The index in [`ErrorTrace::arms`].
        others: u32,
    },
    /// The scope of a branch closes: its arms have joined.
    ScopeEnd(ScopeEnd),
    /// Passes arguments: writes the callee's parameters.
    Call {
        /// The frame that the call makes.
        callee: u32,
    },
    /// Ends a call: writes the caller's destination.
    Return,
    /// `break`, `continue` or `goto` in user code.
    Jump,
    /// A condition that the run is assumed to meet.
    Assume,
    /// A check; of the last step, the one that failed.
    Check(CheckKind),
    /// Nothing that changes a cell (output, release of storage).
    Other,
}

impl StepKind {
    /// Does the machine execute it as a step of its own? The others tell where control went.
    pub fn is_executed(self) -> bool {
        !matches!(self, StepKind::ScopeEnd(_) | StepKind::Jump)
    }
}

/// The end of the scope of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScopeEnd {
    /// The branch.
    pub branch: StepIndex,
}

/// A cell that was read or written, and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// The cell.
    pub cell: Cell,
    /// Zero-extended from the size of the cell.
    pub bits: u64,
}

/// A step wrote something that has no value, in some of its bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carried {
    /// What was read for it and has none either.
    pub from: Cell,
    /// What was written.
    pub to: Cell,
}

/// A run of bytes set at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BulkWrite {
    /// The object that they are in.
    pub object: ObjectId,
    /// Where they begin in it.
    pub offset: u64,
    /// How many there are.
    pub size: u64,
    /// Where their values come from.
    pub source: BulkSource,
    pub(crate) kept: Range<u32>,
}

/// What an address stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum AddressTarget {
    /// Index in [`ErrorTrace::objects`].
    Object(u32),
    /// A part of an object; `root` is the same place as an address in the object itself.
    View { root: u64, size: u64 },
}

/// A part of an object that has addresses of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) address: u64,
}

/// What a pointer may be used for: an object, or the part of one that the pointer is confined to.
#[derive(Clone, Copy, Debug)]
pub struct PointerEntry<'t> {
    /// The address of the first byte.
    pub start: u64,
    /// The object that it is, or is a part of.
    pub object: &'t TraceObject,
    /// Where the first byte lies in the object.
    pub offset: u64,
    /// The size of the object or part.
    pub size: u64,
}

/// A call of a function, or the run itself.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function that runs in it.
    pub function: FunctionId,
    /// The frame of the caller; `None` for the start function.
    pub caller: Option<u32>,
    /// The step that called; `None` for the start function.
    pub call: Option<StepIndex>,
    /// Calls of *user* functions around this one; a library frame counts as its caller.
    pub depth: u32,
    /// Is it a frame of a function of the library?
    pub is_library: bool,
}

/// A storage object of the run.
#[derive(Clone, Debug)]
pub struct TraceObject {
    /// Its number in the run.
    pub id: ObjectId,
    /// Its kind, address and size.
    pub info: ObjectInfo,
    /// Number of steps that existed when it was created.
    pub created: u32,
    /// Number of steps that existed when it was released.
    pub released: Option<u32>,
    /// Counts, from 1, the blocks that the same function returned to the same line of the source.
    pub ordinal: u32,
    /// Of a block without a type: what the first typed pointer to it points to.
    pub elem: Option<TypeId>,
}

impl TraceObject {
    /// Type of the elements of storage that is known by the pointer to it.
    pub fn element_type(&self) -> Option<TypeId> {
        match self.info.kind {
            ObjectKind::Pointee { elem, .. } => Some(elem),
            _ => self.elem,
        }
    }
}

/// Loops around a step inside its function, outermost first, with the iteration (from 1).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoopContext {
    /// The loops and the iterations in them.
    pub loops: Vec<(LoopId, u32)>,
}

impl ErrorTrace {
    /// The step at a position.
    pub fn step(&self, index: StepIndex) -> &Step {
        &self.steps[index.index()]
    }

    /// Steps before this one are inputs that exist when the run starts (parameters, arguments).
    pub fn first_executed(&self) -> usize {
        self.first_executed
    }

    /// What the statements may assign that a jump or an early return skipped.
    pub fn skipped_by(&self, step: StepIndex) -> &[MayAssign] {
        self.skips.get(&step).map_or(&[], |&set| &self.arms[set as usize])
    }

    /// Cells read, in order of evaluation.
    pub fn reads(&self, step: &Step) -> &[Access] {
        &self.accesses[step.reads.start as usize..step.reads.end as usize]
    }

    /// Cells written.
    pub fn writes(&self, step: &Step) -> &[Access] {
        &self.accesses[step.writes.start as usize..step.writes.end as usize]
    }

    /// Scalars that the step at a position wrote although they have no value.
    pub fn carried(&self, step: StepIndex) -> impl DoubleEndedIterator<Item = Carried> + '_ {
        let from = self.carried.partition_point(|&(at, _)| at < step);
        let to = self.carried.partition_point(|&(at, _)| at <= step);
        self.carried[from..to].iter().map(|&(_, carried)| carried)
    }

    /// Runs of bytes written at once.
    pub fn bulk_writes(&self, step: &Step) -> &[BulkWrite] {
        &self.bulk_writes[step.bulk.start as usize..step.bulk.end as usize]
    }

    /// What a run of bytes was set to; of a long run only the beginning.
    pub fn bytes_of(&self, bulk: &BulkWrite) -> &[u8] {
        &self.bulk_bytes[bulk.kept.start as usize..bulk.kept.end as usize]
    }

    /// Values that the step received from outside.
    pub fn inputs_of(&self, step: &Step) -> &[InputRecord] {
        &self.inputs[step.inputs.start as usize..step.inputs.end as usize]
    }

    /// Positions in [`ErrorTrace::inputs`] of what [`ErrorTrace::inputs_of`] gives.
    pub fn input_positions(&self, step: &Step) -> Range<usize> {
        step.inputs.start as usize..step.inputs.end as usize
    }

    /// Which addresses of the step depended on values, and the values they had.
    pub fn guards(&self, step: &Step) -> &[AddressGuard] {
        &self.guards[step.guards.start as usize..step.guards.end as usize]
    }

    /// The object of this number.
    pub fn object(&self, id: ObjectId) -> Option<&TraceObject> {
        let found = self.objects.binary_search_by_key(&id, |object| object.id).ok()?;
        Some(&self.objects[found])
    }

    /// The object an address belongs to, and the offset in it. Addresses up to one past the end of
    /// an object belong to it.
    pub fn locate(&self, address: u64) -> Option<(&TraceObject, i64)> {
        let following = self.by_address.partition_point(|&(start, _)| start <= address);
        let (start, target) = self.by_address[following.checked_sub(1)?];
        let distance = address - start;
        let (object, offset) = match target {
            AddressTarget::Object(index) => (&self.objects[index as usize], distance),
            AddressTarget::View { root, .. } => {
                let (object, start) = self.locate(root)?;
                (object, u64::try_from(start).ok()?.checked_add(distance)?)
            }
        };
        (offset <= object.info.size).then_some((object, offset as i64))
    }

    /// The entry that a pointer belongs to, even when it points outside of it (`whydunit_program::address`).
    pub fn pointer_entry(&self, target: Target, address: u64) -> Option<PointerEntry<'_>> {
        let position = match target {
            Target::Lp64 => {
                let start = address::wide_address(address::wide_parts(address).0);
                self.by_address.binary_search_by_key(&start, |&(start, _)| start).ok()?
            }
            Target::Ilp32 => {
                let before = |&(start, _): &(u64, _)| start <= address + NARROW_REACH;
                self.by_address.partition_point(before).checked_sub(1)?
            }
        };
        let (start, entry) = self.by_address[position];
        let found = match entry {
            AddressTarget::Object(index) => {
                let object = &self.objects[index as usize];
                Some(PointerEntry { start, object, offset: 0, size: object.info.size })
            }
            AddressTarget::View { root, size } => {
                let (object, offset) = self.locate(root)?;
                Some(PointerEntry { start, object, offset: u64::try_from(offset).ok()?, size })
            }
        };
        let is_in_region = |found: &PointerEntry<'_>| {
            target == Target::Lp64
                || NarrowRegion::around(found.start, found.size).contains(address)
        };
        found.filter(is_in_region)
    }

    /// The pointer that is confined to the `size` bytes at `root`, where the run made one.
    pub fn view_at(&self, root: u64, size: u64) -> Option<u64> {
        self.views.get(&(root, size)).copied()
    }

    /// Every address that pointers to a byte of an object may have: in the object itself, and in the parts of it that pointers of the run are confined to.
    pub fn addresses_of(&self, object: &TraceObject, offset: u64) -> impl Iterator<Item = u64> {
        let parts = self.parts.get(&object.id).into_iter().flatten();
        let in_parts = parts.filter_map(move |part| {
            let distance = offset.checked_sub(part.offset)?;
            (distance < part.size).then(|| part.address.wrapping_add(distance))
        });
        std::iter::once(object.info.address.wrapping_add(offset)).chain(in_parts)
    }

    /// Did the run make pointers that are confined to parts of objects?
    pub fn has_views(&self) -> bool {
        !self.views.is_empty()
    }

    /// The function at an address, if there is one.
    pub fn function_at(&self, address: u64) -> Option<FunctionId> {
        let index = self.function_addresses.binary_search(&address).ok()?;
        Some(FunctionId(index as u32))
    }

    /// The address of a function.
    pub fn function_address(&self, function: FunctionId) -> u64 {
        self.function_addresses[function.index()]
    }
}
