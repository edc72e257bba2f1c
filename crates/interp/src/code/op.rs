//! The instructions. Operands are slots of the current frame: locals, then flags of locals that may
//! be uninitialised, then constants (copied in with the frame), then temporaries.
//!
//! Values are kept *canonical*: integers sign- or zero-extended to 64 bits according to their type,
//! pointers as they are, `float` as its 32 bits, `double` and `long double` as binary64.
//! Instructions therefore exist per width only where the width matters.

/// Slot of a frame.
pub(crate) type Slot = u32;
/// Index of an instruction.
pub(crate) type Target = u32;

/// No slot.
pub(crate) const NO_SLOT: Slot = u32::MAX;

/// How a scalar lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scalar {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    W64,
    /// `long double`: binary64 followed by zeros.
    Long12,
    Long16,
}

impl Scalar {
    pub(crate) fn size(self) -> u32 {
        match self {
            Scalar::U8 | Scalar::I8 => 1,
            Scalar::U16 | Scalar::I16 => 2,
            Scalar::U32 | Scalar::I32 => 4,
            Scalar::W64 => 8,
            Scalar::Long12 => 12,
            Scalar::Long16 => 16,
        }
    }

    /// Number of bytes that hold the value.
    pub(crate) fn value_size(self) -> u8 {
        self.size().min(8) as u8
    }

    /// Canonical form of the low bits.
    #[inline(always)]
    pub(crate) fn canonical(self, bits: u64) -> u64 {
        match self {
            Scalar::U8 => u64::from(bits as u8),
            Scalar::I8 => bits as i8 as u64,
            Scalar::U16 => u64::from(bits as u16),
            Scalar::I16 => bits as i16 as u64,
            Scalar::U32 => u64::from(bits as u32),
            Scalar::I32 => bits as i32 as u64,
            Scalar::W64 | Scalar::Long12 | Scalar::Long16 => bits,
        }
    }

    /// The value zero-extended from its size, as observers see it.
    #[inline(always)]
    pub(crate) fn raw(self, bits: u64) -> u64 {
        raw(self.size(), bits)
    }
}

/// Keeps the low `size` bytes.
#[inline(always)]
pub(crate) fn raw(size: u32, bits: u64) -> u64 {
    if size >= 8 { bits } else { bits & ((1 << (8 * size)) - 1) }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
}

// Plain comments on purpose: with doc comments rustfmt would spread every variant over many lines.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    // Budgets and observation.
    // A stretch of straight-line code with that many steps begins.
    Enter {
        steps: u32,
    },
    // A block without steps.
    Idle,
    Step,
    // `Enter`, then `Step`.
    EnterStep {
        steps: u32,
    },
    // `Wrote`, then `Step`.
    WroteStep {
        size: u8,
        slot: Slot,
    },
    NoteRead {
        size: u8,
        slot: Slot,
    },
    Wrote {
        size: u8,
        slot: Slot,
    },
    Took {
        successor: u32,
    },
    // The known write of a step: to a register of at most 4 bytes, or of more.
    LogNarrow {
        slot: Slot,
    },
    LogWide {
        slot: Slot,
    },
    // Of the writes from here on to the end of the step the last one is logged.
    LogOpen,
    LogClose,

    // Control.
    Jump {
        target: Target,
    },
    JumpIf {
        a: Slot,
        target: Target,
    },
    JumpIfNot {
        a: Slot,
        target: Target,
    },
    JumpEq {
        a: Slot,
        b: Slot,
        target: Target,
    },
    JumpNe {
        a: Slot,
        b: Slot,
        target: Target,
    },
    JumpLtS {
        a: Slot,
        b: Slot,
        target: Target,
    },
    JumpLeS {
        a: Slot,
        b: Slot,
        target: Target,
    },
    JumpLtU {
        a: Slot,
        b: Slot,
        target: Target,
    },
    JumpLeU {
        a: Slot,
        b: Slot,
        target: Target,
    },
    // `Enter` of one step and the jump after it in one; not taken, they skip that jump.
    StepJumpEq {
        a: Slot,
        b: Slot,
        target: Target,
    },
    StepJumpNe {
        a: Slot,
        b: Slot,
        target: Target,
    },
    StepJumpLtS {
        a: Slot,
        b: Slot,
        target: Target,
    },
    StepJumpLeS {
        a: Slot,
        b: Slot,
        target: Target,
    },
    StepJumpLtU {
        a: Slot,
        b: Slot,
        target: Target,
    },
    StepJumpLeU {
        a: Slot,
        b: Slot,
        target: Target,
    },
    StepJumpIf {
        a: Slot,
        target: Target,
    },
    StepJumpIfNot {
        a: Slot,
        target: Target,
    },
    Switch {
        value: Slot,
        site: u32,
    },
    Call {
        site: u32,
    },
    CallPointer {
        callee: Slot,
        site: u32,
    },
    Intrinsic {
        site: u32,
    },
    Return {
        src: Slot,
    },
    ReturnRecord {
        from: Slot,
        size: u32,
    },
    ReturnNothing,
    Unreachable,

    // Locals.
    Move {
        dst: Slot,
        src: Slot,
    },
    CheckInit {
        slot: Slot,
        flag: Slot,
    },
    SetFlag {
        flag: Slot,
    },
    ClearFlag {
        flag: Slot,
    },
    Live {
        slot: Slot,
    },
    EnsureLive {
        slot: Slot,
    },
    Dead {
        slot: Slot,
    },
    // Ends the variable-length array whose address the slot holds.
    DeadVla {
        slot: Slot,
    },
    AllocVla {
        slot: Slot,
        count: Slot,
        scale: u32,
    },
    // A parameter that needs an object: the slot holds its value, then its address.
    ParamScalar {
        kind: Scalar,
        slot: Slot,
    },
    // The slot holds the address of the record to copy, then that of the copy.
    ParamRecord {
        slot: Slot,
        size: u32,
    },

    // Integers.
    AddI32 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SubI32 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    MulI32 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    DivI32 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    RemI32 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    AddI64 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SubI64 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    MulI64 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    AddU32 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SubU32 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    MulU32 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    AddU64 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SubU64 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    MulU64 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    // All others, by kind of operand (`U8` to `W64`); `signed` tells the two 64-bit kinds apart.
    ArithInt {
        op: Arith,
        kind: Scalar,
        signed: bool,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    And {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Or {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Xor {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    NegInt {
        kind: Scalar,
        signed: bool,
        dst: Slot,
        a: Slot,
    },
    BitNot {
        kind: Scalar,
        dst: Slot,
        a: Slot,
    },
    // `a == 0`, on integers and pointers.
    IsZero {
        dst: Slot,
        a: Slot,
    },
    NotZero {
        dst: Slot,
        a: Slot,
    },
    CmpEq {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    CmpNe {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    CmpLtS {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    CmpLeS {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    CmpLtU {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    CmpLeU {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    Convert {
        kind: Scalar,
        dst: Slot,
        a: Slot,
    },

    // Floating point.
    AddF64 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    SubF64 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    MulF64 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    DivF64 {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    ArithF32 {
        op: Arith,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    CmpFloat {
        op: Compare,
        single: bool,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    NegFloat {
        single: bool,
        dst: Slot,
        a: Slot,
    },
    FloatNotZero {
        single: bool,
        dst: Slot,
        a: Slot,
    },
    IntToFloat {
        signed: bool,
        single: bool,
        dst: Slot,
        a: Slot,
    },
    FloatToInt {
        kind: Scalar,
        signed: bool,
        single: bool,
        dst: Slot,
        a: Slot,
    },
    Widen {
        dst: Slot,
        a: Slot,
    },
    Narrow {
        dst: Slot,
        a: Slot,
    },

    // Pointers and memory.
    // On ILP32 the high half of an address tells nothing of its object: comparison and sum have their own forms.
    CmpPointer {
        op: Compare,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    CmpNarrow {
        op: Compare,
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    PtrAdd {
        scale: u16,
        dst: Slot,
        a: Slot,
        index: Slot,
    },
    NarrowAdd {
        scale: u16,
        dst: Slot,
        a: Slot,
        index: Slot,
    },
    Scale {
        dst: Slot,
        a: Slot,
        scale: u32,
    },
    PtrDiff {
        dst: Slot,
        a: Slot,
        b: Slot,
    },
    // Divides a byte difference by the size of the element.
    DivideExact {
        dst: Slot,
        a: Slot,
        by: u32,
    },
    AddOffset {
        dst: Slot,
        a: Slot,
        offset: u32,
    },
    NarrowOffset {
        dst: Slot,
        a: Slot,
        offset: u32,
    },
    Canonical {
        dst: Slot,
        a: Slot,
    },
    Decay {
        dst: Slot,
        a: Slot,
        len: u32,
    },
    // The index at that position of the place's path. `base` has the address that the indices and the pointer before it lead to, without offsets that are
    // known beforehand.
    CheckIndex {
        position: u16,
        index: Slot,
        len: u32,
        base: Slot,
    },
    LoadI32 {
        dst: Slot,
        address: Slot,
        offset: u32,
    },
    LoadU8 {
        dst: Slot,
        address: Slot,
        offset: u32,
    },
    LoadI8 {
        dst: Slot,
        address: Slot,
        offset: u32,
    },
    LoadW64 {
        dst: Slot,
        address: Slot,
        offset: u32,
    },
    Load {
        kind: Scalar,
        dst: Slot,
        address: Slot,
        offset: u32,
    },
    LoadIndexI32 {
        dst: Slot,
        base: Slot,
        index: Slot,
    },
    LoadIndexU8 {
        dst: Slot,
        base: Slot,
        index: Slot,
    },
    LoadIndexI8 {
        dst: Slot,
        base: Slot,
        index: Slot,
    },
    LoadIndexW64 {
        dst: Slot,
        base: Slot,
        index: Slot,
    },
    LoadIndex {
        kind: Scalar,
        dst: Slot,
        base: Slot,
        index: Slot,
    },
    StoreI32 {
        address: Slot,
        src: Slot,
        offset: u32,
    },
    StoreB8 {
        address: Slot,
        src: Slot,
        offset: u32,
    },
    StoreW64 {
        address: Slot,
        src: Slot,
        offset: u32,
    },
    Store {
        kind: Scalar,
        address: Slot,
        src: Slot,
        offset: u32,
    },
    StoreIndexI32 {
        base: Slot,
        index: Slot,
        src: Slot,
    },
    StoreIndexB8 {
        base: Slot,
        index: Slot,
        src: Slot,
    },
    StoreIndexW64 {
        base: Slot,
        index: Slot,
        src: Slot,
    },
    StoreIndex {
        kind: Scalar,
        base: Slot,
        index: Slot,
        src: Slot,
    },
    LoadBits {
        dst: Slot,
        address: Slot,
        site: u32,
    },
    StoreBits {
        address: Slot,
        src: Slot,
        site: u32,
    },
    Copy {
        to: Slot,
        from: Slot,
        size: u32,
    },
    Zero {
        to: Slot,
        size: u32,
    },
    // Stores the record that the call just returned.
    StoreResult {
        to: Slot,
        size: u32,
    },
    // Marks the storage of a call's result as uninitialised if the callee returned nothing.
    ResultMissing {
        flag: Slot,
        address: Slot,
        size: u32,
    },

    // Inputs, variadic arguments, checks.
    InputRegister {
        dst: Slot,
    },
    InputMemory {
        address: Slot,
    },
    VaArg {
        dst: Slot,
        list: Slot,
        site: u32,
    },
    Check {
        cond: Slot,
    },
    /// Past the check of an expectation, unless this is the execution in which it is asked.
    NotExpected {
        target: Target,
    },
    Assume {
        cond: Slot,
    },
    // A check or assumption that only the evaluator of specifications understands.
    Specification,
    Snapshot {
        slot: u32,
    },
    Unsupported,
    // The value leaves the program, or decides what is not made of instructions.
    Use {
        slot: Slot,
    },
    // A call whose arguments do not fit the callee.
    BadCall {
        site: u32,
    },
}

const _: () = assert!(size_of::<Op>() == 16);

/// The scalar writes of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Writes {
    None,
    /// One of that many bytes.
    One(u8),
    Any,
}

impl Op {
    /// The writes that the instruction itself reports; [`Op::LogNarrow`] and its like count
    /// separately.
    pub(crate) fn writes(self) -> Writes {
        match self {
            Op::StoreB8 { .. } | Op::StoreIndexB8 { .. } => Writes::One(1),
            Op::StoreI32 { .. } | Op::StoreIndexI32 { .. } => Writes::One(4),
            Op::StoreW64 { .. } | Op::StoreIndexW64 { .. } => Writes::One(8),
            Op::Store { kind, .. } | Op::StoreIndex { kind, .. } => Writes::One(kind.size() as u8),
            Op::StoreBits { .. }
            | Op::Call { .. }
            | Op::CallPointer { .. }
            | Op::Intrinsic { .. }
            | Op::Return { .. }
            | Op::ReturnRecord { .. }
            | Op::ReturnNothing
            | Op::InputRegister { .. }
            | Op::InputMemory { .. }
            | Op::VaArg { .. }
            | Op::AllocVla { .. }
            | Op::ResultMissing { .. }
            | Op::StoreResult { .. } => Writes::Any,
            _ => Writes::None,
        }
    }

    /// Is nothing on its way through temporaries where the instruction begins?
    pub(crate) fn begins_statement(self) -> bool {
        matches!(
            self,
            Op::Enter { .. }
                | Op::Idle
                | Op::EnterStep { .. }
                | Op::StepJumpEq { .. }
                | Op::StepJumpNe { .. }
                | Op::StepJumpLtS { .. }
                | Op::StepJumpLeS { .. }
                | Op::StepJumpLtU { .. }
                | Op::StepJumpLeU { .. }
                | Op::StepJumpIf { .. }
                | Op::StepJumpIfNot { .. }
        )
    }

    /// Does a frame begin or end with the instruction, whatever happens?
    pub(crate) fn changes_frame(self) -> bool {
        matches!(
            self,
            Op::Call { .. } | Op::Return { .. } | Op::ReturnRecord { .. } | Op::ReturnNothing
        )
    }
}
