//! Programs as the machine executes them: flat code with resolved slots, types and addresses.

mod op;

use rustc_hash::FxHashMap;
use whydunit_program::{
    BitField, Expr, FunctionId, Intrinsic, Place, Point, Stmt, Terminator, TypeId,
};

pub(crate) use op::{Arith, Compare, NO_SLOT, Op, Scalar, Slot, raw};

/// The program after translation, for one level of observation.
#[derive(Debug)]
pub(crate) struct Code<'p> {
    pub(crate) ops: Vec<Op>,
    /// One for each instruction.
    pub(crate) infos: Vec<Info<'p>>,
    pub(crate) functions: Vec<FunctionCode>,
    pub(crate) calls: Vec<CallSite>,
    pub(crate) switches: Vec<SwitchSite>,
    pub(crate) bits: Vec<BitSite>,
    pub(crate) types: Vec<TypeId>,
}

/// Where an instruction comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Info<'p> {
    pub(crate) point: Point,
    /// Steps of the current stretch that come after this one.
    pub(crate) remaining: u32,
    pub(crate) node: Node<'p>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Node<'p> {
    None,
    Expr(&'p Expr),
    Place(&'p Place),
    Stmt(&'p Stmt),
    Terminator(&'p Terminator),
}

#[derive(Debug)]
pub(crate) struct FunctionCode {
    pub(crate) kind: FunctionKind,
    /// First instruction: takes over the parameters.
    pub(crate) entry: u32,
    /// First instruction after that.
    pub(crate) body: u32,
    /// Initial contents of a frame.
    pub(crate) template: Vec<u64>,
    /// Slots of the locals that are objects.
    pub(crate) memory_locals: Vec<Slot>,
    /// Flag of each local that may be read before it is written.
    pub(crate) flags: FxHashMap<u32, Slot>,
    pub(crate) param_count: u32,
    pub(crate) is_variadic: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FunctionKind {
    Code,
    Intrinsic(Intrinsic),
    Undefined,
}

#[derive(Debug)]
pub(crate) struct CallSite {
    /// Of a direct call.
    pub(crate) callee: Option<FunctionId>,
    pub(crate) args: Vec<Slot>,
    pub(crate) arg_types: Vec<TypeId>,
    /// Where a scalar result goes.
    pub(crate) dst: Slot,
    /// Set or cleared as the callee returns something or nothing.
    pub(crate) flag: Slot,
    /// Type of the destination, if the result is used.
    pub(crate) result: Option<TypeId>,
    /// The destination is the whole of this local.
    pub(crate) dst_is_local: bool,
}

#[derive(Debug)]
pub(crate) struct SwitchSite {
    pub(crate) signed: bool,
    /// Ascending and disjoint: low, high, index of the successor.
    pub(crate) cases: Vec<(i128, i128, u32)>,
    pub(crate) default: u32,
    /// Instruction of each successor.
    pub(crate) targets: Vec<u32>,
}

/// A bit-field relative to an address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitSite {
    pub(crate) field: BitField,
    pub(crate) signed: bool,
}
