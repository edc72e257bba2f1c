//! Programs as the machine executes them: flat code with resolved slots, types and addresses.

mod op;
mod steps;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use whydunit_program::{
    BitField, Expr, FunctionId, Intrinsic, Place, Point, Stmt, Terminator, TypeId,
};

pub(crate) use op::{Arith, Compare, NO_SLOT, Op, Scalar, Slot, Writes, raw};
pub(crate) use steps::{StepMap, StepShape};

use crate::limits::MOST_KEYS;

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
    /// At [`crate::Detail::Steps`]: how to read the log of a run.
    pub(crate) steps: Arc<StepMap>,
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
    /// A copy to the first place from the second.
    Copy(&'p Place, &'p Place),
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

/// Cases are compared by their keys, unsigned numbers in the order of the values.
#[derive(Debug)]
pub(crate) struct SwitchSite {
    signed: bool,
    /// Ascending and disjoint: low key, high key, index of the successor.
    cases: Vec<(u64, u64, u32)>,
    /// Successors of the keys from the first case on, if the cases lie close together.
    table: Vec<u32>,
    default: u32,
    /// Instruction of each successor.
    pub(crate) targets: Vec<u32>,
}

impl SwitchSite {
    /// `cases` are low and high end with the index of the successor; `targets` has the default last.
    pub(crate) fn new(
        signed: bool,
        cases: impl Iterator<Item = (i128, i128, u32)>,
        targets: Vec<u32>,
    ) -> SwitchSite {
        let default = targets.len() as u32 - 1;
        let mut cases: Vec<(u64, u64, u32)> = cases
            .filter(|(low, high, _)| low <= high)
            .map(|(low, high, index)| (key(signed, low as u64), key(signed, high as u64), index))
            .collect();
        cases.sort_unstable();
        let mut table = Vec::new();
        if let (Some(&(first, ..)), Some(&(_, last, _))) = (cases.first(), cases.last())
            && last - first < MOST_KEYS
        {
            table = vec![default; (last - first) as usize + 1];
            for &(low, high, successor) in &cases {
                table[(low - first) as usize..=(high - first) as usize].fill(successor);
            }
        }
        SwitchSite { signed, cases, table, default, targets }
    }

    /// Index of the successor that a value selects.
    #[inline]
    pub(crate) fn successor(&self, value: u64) -> u32 {
        let key = key(self.signed, value);
        if !self.table.is_empty() {
            let position = key.wrapping_sub(self.cases[0].0) as usize;
            return self.table.get(position).copied().unwrap_or(self.default);
        }
        let after = self.cases.partition_point(|&(low, _, _)| low <= key);
        match self.cases.get(after.wrapping_sub(1)) {
            Some(&(_, high, successor)) if key <= high => successor,
            _ => self.default,
        }
    }
}

/// Maps canonical values to unsigned numbers of the same order.
fn key(signed: bool, value: u64) -> u64 {
    if signed { value ^ 1 << 63 } else { value }
}

/// A bit-field relative to an address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitSite {
    pub(crate) field: BitField,
    pub(crate) signed: bool,
}

impl BitSite {
    /// The byte that it starts in.
    pub(crate) fn first(self) -> i64 {
        (self.field.bit_offset / 8) as i64
    }

    /// The bit that it starts at there.
    pub(crate) fn shift(self) -> u32 {
        (self.field.bit_offset % 8) as u32
    }

    /// The number of bytes that it touches.
    pub(crate) fn touched(self) -> u8 {
        (self.shift() + u32::from(self.field.width)).div_ceil(8).max(1) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_find_their_case() {
        let near = [(-2, -2, 0), (5, 7, 1)];
        let far = [(i128::from(i64::MIN), -9, 0), (5, 1 << 40, 1)];
        for (cases, probes) in [
            (near, [(-2, 0), (-1, 2), (4, 2), (5, 1), (7, 1), (8, 2), (i64::MIN, 2)]),
            (far, [(-9, 0), (-8, 2), (4, 2), (5, 1), (1 << 40, 1), (i64::MAX, 2), (i64::MIN, 0)]),
        ] {
            let site = SwitchSite::new(true, cases.into_iter(), vec![0, 0, 0]);
            for (value, successor) in probes {
                assert_eq!(site.successor(value as u64), successor, "{value}");
            }
        }
        let top = u128::from(u64::MAX) as i128;
        let site = SwitchSite::new(false, [(top, top, 0)].into_iter(), vec![0, 0]);
        assert_eq!(site.successor(u64::MAX), 0);
        assert_eq!(site.successor(0), 1);
    }
}
