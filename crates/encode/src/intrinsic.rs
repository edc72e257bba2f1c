//! Library functions that the interpreter performs itself.
//!
//! The heap, raw bytes and single characters are followed exactly as far as sizes and addresses stay. Conversions (`printf`, `scanf`, `strtod`) and the functions of
//! `math.h` are known for the values of the run only; with others their results are unknown.

use std::rc::Rc;

use whydunit_interp::ObjectKind;
use whydunit_program::address::MAX_OBJECT;
use whydunit_program::{Class, Expr, Intrinsic, MathFunction, Place};
use whydunit_semantics::Scalars;
use whydunit_term::{Op, Sort, Term};
use whydunit_trace::TraceObject;

use crate::encoder::{Addresses, Encoder, Evaluated, Scope, Style};
use crate::limits::MOST_BLOCKS;
use crate::memory::Filling;
use crate::pointer::Access;
use crate::storage::{Range, Storage, Value};

impl Encoder<'_> {
    pub(crate) fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        args: &[Value],
        passed: &[Expr],
        dest: Option<&Place>,
        scope: &mut Scope,
    ) -> Evaluated<()> {
        let arg = |index: usize| args.get(index).copied();
        let result = match (intrinsic, arg(0), arg(1), arg(2)) {
            (Intrinsic::Malloc, Some(size), ..) => {
                let exact = self.truth(true);
                self.allocate(size, exact)?
            }
            (Intrinsic::Alloca, Some(size), ..) => {
                let wide = self.resize(size, 64, false);
                let limit = self.bits(64, MAX_OBJECT.into());
                let possible = self.apply(Op::ULt, &[wide, limit]);
                self.require(possible)?;
                self.allocate(size, possible)?
            }
            (Intrinsic::Calloc, Some(count), Some(size), _) => {
                let (count, size) = (self.resize(count, 64, false), self.resize(size, 64, false));
                let overflows = self.apply(Op::UMulOverflow, &[count, size]);
                let exact = self.not(overflows);
                let bytes = self.apply(Op::Mul, &[count, size]);
                self.allocate(bytes, exact)?
            }
            (Intrinsic::Realloc, Some(old), Some(size), _) => self.reallocate(old, size)?,
            (Intrinsic::Free, Some(pointer), ..) => {
                self.free(pointer)?;
                return Ok(());
            }
            (Intrinsic::Memcpy | Intrinsic::Memmove, Some(to), Some(from), Some(count)) => {
                self.move_bytes(to, from, count)?;
                Some(to)
            }
            (Intrinsic::Memset, Some(to), Some(byte), Some(count)) => {
                let byte = self.apply(Op::Extract { high: 7, low: 0 }, &[byte]);
                self.set_bytes(to, byte, count)?;
                Some(to)
            }
            (Intrinsic::Fputc, Some(byte), ..) => {
                let byte = self.apply(Op::Extract { high: 7, low: 0 }, &[byte]);
                Some(self.resize(byte, 32, false))
            }
            (Intrinsic::Getchar, ..) => self.getchar(),
            (Intrinsic::Ungetc, Some(value), ..) => {
                let minus_one = self.bits(32, u32::MAX.into());
                let is_end = self.equal(value, minus_one);
                self.stays(is_end)?;
                if self.known(value) != self.known(minus_one) {
                    let byte = self.apply(Op::Extract { high: 7, low: 0 }, &[value]);
                    let depth = self.pushed_depth();
                    self.write(Range::new(Storage::PushedBack(depth), 0, 1), byte);
                    self.set_pushed_depth(depth + 1);
                    Some(self.resize(byte, 32, false))
                } else {
                    Some(minus_one)
                }
            }
            (Intrinsic::Time | Intrinsic::Clock, ..) => {
                let value = self.last_input();
                if let Some(value) = value
                    && dest.is_none_or(|_| self.trace.writes(self.current()).len() > 1)
                {
                    self.store_time(value);
                }
                value
            }
            (Intrinsic::Math(function), Some(_), ..) => self.math(function, args),
            (Intrinsic::Fflush | Intrinsic::Getenv | Intrinsic::Feof, ..) => self.recorded_result(),
            (Intrinsic::Exit | Intrinsic::QuickExit | Intrinsic::VaEnd, ..) => return Ok(()),
            (Intrinsic::Abort, ..) => {
                let never = self.truth(false);
                self.require(never)?;
                return Ok(());
            }
            _ => return self.opaque_call(intrinsic, args, passed),
        };
        match (dest, result) {
            (Some(dest), Some(value)) => {
                let width = self.class(dest.ty).width();
                let signed = self.class(dest.ty).signed();
                let value = self.resize(value, width, signed);
                self.store(dest, value, scope)
            }
            _ => Ok(()),
        }
    }

    /// `time(&t)` stores its result as well.
    fn store_time(&mut self, value: Value) {
        let trace = self.trace;
        let writes = trace.writes(self.current());
        if let Some(access) = writes.first() {
            let range = crate::step::range_of(access.cell);
            if matches!(range.storage, Storage::Object(_)) {
                let value = self.resize(value, 8 * range.size, true);
                self.write(range, value);
            }
        }
    }

    /// What the run got, where nothing that a formula speaks of decides it.
    fn recorded_result(&mut self) -> Option<Value> {
        let access = self.trace.writes(self.current()).last()?;
        let width = 8 * access.cell.size.min(8);
        Some(self.bits(width, access.bits.into()))
    }

    /// Results and effects are those of the run as long as everything it read is the same; otherwise it is not known whether the run
    /// goes on, either.
    fn opaque_call(
        &mut self,
        intrinsic: Intrinsic,
        args: &[Value],
        passed: &[Expr],
    ) -> Evaluated<()> {
        let trace = self.trace;
        if self.addresses == Addresses::Exact {
            // Output goes on whatever the numbers are; only what it reads through pointers may end it.
            let is_output = matches!(intrinsic, Intrinsic::Printf | Intrinsic::Fprintf);
            let mut same = if is_output { self.same_bytes()? } else { self.same_reads()? };
            for (&arg, expr) in args.iter().zip(passed) {
                if is_output && self.program.types.pointee(expr.ty).is_none() {
                    continue;
                }
                let this = self.unchanged(arg);
                same = self.both(same, this);
            }
            let goes_on = self.truth(true);
            let goes_on = self.only_when(same, goes_on, "call");
            self.require(goes_on)?;
        }
        self.write_rest()?;
        for bulk in trace.bulk_writes(self.current()) {
            self.bulk_as_recorded(bulk)?;
        }
        Ok(())
    }

    // The heap.

    /// A new block, or null where there cannot be one of that size.
    fn allocate(&mut self, size: Value, exact: Value) -> Evaluated<Option<Value>> {
        let size = self.resize(size, 64, false);
        let limit = self.bits(64, MAX_OBJECT.into());
        let small = self.apply(Op::ULt, &[size, limit]);
        let possible = self.both(exact, small);
        let width = self.pointer_width();
        let null = self.bits(width, 0);
        let Some(object) = self.made_here() else {
            let impossible = self.not(possible);
            return Ok(Some(self.only_when(impossible, null, "block")));
        };
        self.write(Range::new(Storage::Extent(object), 0, 8), size);
        let address = self.trace.object(object).map_or(0, |object| object.info.address);
        let address = self.bits(width, address.into());
        if self.addresses == Addresses::Guarded {
            // That there was a block is a fact of the step, as a passed check is.
            self.require(possible)?;
            return Ok(Some(address));
        }
        Ok(Some(self.apply(Op::Ite, &[possible, address, null])))
    }

    fn free(&mut self, pointer: Value) -> Evaluated<()> {
        let address = self.known(pointer) as u64;
        if address == 0 {
            return self.stays(pointer);
        }
        let same = self.unchanged(pointer);
        let root = self.canonical(Value::constant(pointer.known));
        let entry = self.entry(self.known(root) as u64);
        let block = entry.filter(|entry| {
            matches!(entry.object.info.kind, ObjectKind::Heap { .. })
                && entry.start == self.known(root) as u64
        });
        let Some(block) = block else {
            if self.style == Style::Functions {
                return self.free_another(pointer, same);
            }
            let other = self.not(same);
            return self.require(other);
        };
        let object = block.object.id;
        let range = Range::new(Storage::Alive(object), 0, 1);
        let alive = self.read(range, None)?;
        let one = self.bits(8, 1);
        let is_alive = self.equal(alive, one);
        let condition = self.implied(same, is_alive);
        self.require(condition)?;
        self.stays(pointer)?;
        let zero = self.bits(8, 0);
        let after = self.apply(Op::Ite, &[same, zero, alive]);
        self.write(range, after);
        Ok(())
    }

    /// What cannot be freed: null could have been, and the beginning of a block that is alive.
    fn free_another(&mut self, pointer: Value, same: Value) -> Evaluated<()> {
        let trace = self.trace;
        let is_block = |object: &&TraceObject| {
            matches!(object.info.kind, ObjectKind::Heap { .. })
                && object.created <= self.step
                && object.released.is_none_or(|steps| self.step < steps)
        };
        let blocks: Vec<u64> = trace
            .objects
            .iter()
            .rev()
            .filter(is_block)
            .take(MOST_BLOCKS)
            .map(|object| object.info.address)
            .collect();
        let width = self.pointer_width();
        let null = self.bits(width, 0);
        let mut usable = self.equal(pointer, null);
        for address in blocks {
            let start = self.bits(width, address.into());
            let is_start = self.equal(pointer, start);
            usable = self.either(usable, is_start);
        }
        let elsewhere = self.unknown("another block", Sort::Bool);
        let otherwise = self.terms.ite(same.term, Term::FALSE, elsewhere);
        let term = self.terms.ite(usable.term, Term::TRUE, otherwise);
        self.require(Value { term, known: Term::FALSE })
    }

    fn reallocate(&mut self, old: Value, size: Value) -> Evaluated<Option<Value>> {
        let trace = self.trace;
        if self.known(old) == 0 {
            self.stays(old)?;
            let exact = self.truth(true);
            return self.allocate(size, exact);
        }
        self.stays(old)?;
        let is_empty = self.is_nonzero(size, Class::Int { width: 64, signed: false });
        self.stays(is_empty)?;
        if self.known(size) == 0 {
            self.stays(size)?;
            self.free(old)?;
            let width = self.pointer_width();
            return Ok(Some(self.bits(width, 0)));
        }
        let exact = self.truth(true);
        let made = self.allocate(size, exact)?;
        if self.made_here().is_some() {
            for bulk in trace.bulk_writes(self.current()) {
                self.bulk_as_recorded(bulk)?;
            }
            self.free(old)?;
        }
        Ok(made)
    }

    // Bytes.

    fn move_bytes(&mut self, to: Value, from: Value, count: Value) -> Evaluated<()> {
        let count = self.resize(count, 64, false);
        let size = self.known(count) as u64;
        if size == 0 {
            return self.stays(count);
        }
        let source = self.locate(from, count, Access::Read)?;
        let target = self.locate(to, count, Access::Write)?;
        let source = self.settled(source, &[from]);
        let target = self.settled(target, &[to, count]);
        if self.addresses == Addresses::Exact {
            self.stays(count)?;
        }
        self.copy_located(&target, &source, size)
    }

    fn set_bytes(&mut self, to: Value, byte: Value, count: Value) -> Evaluated<()> {
        let count = self.resize(count, 64, false);
        let size = self.known(count) as u64;
        if size == 0 {
            return self.stays(count);
        }
        let target = self.locate(to, count, Access::Write)?;
        let target = self.settled(target, &[to, count]);
        if self.addresses == Addresses::Exact {
            self.stays(count)?;
        }
        self.fill_located(&target, size, Filling::Repeat(byte))
    }

    // Characters.

    /// A byte that was pushed back, the next of standard input, or the end of it.
    fn getchar(&mut self) -> Option<Value> {
        if let Some(byte) = self.last_input() {
            return Some(self.resize(byte, 32, false));
        }
        let recorded = self.recorded_result()?;
        let depth = self.pushed_depth();
        if self.known(recorded) != u128::from(u32::MAX) && depth > 0 {
            self.set_pushed_depth(depth - 1);
            let range = Range::new(Storage::PushedBack(depth - 1), 0, 1);
            let byte = self.read(range, None).ok()?;
            return Some(self.resize(byte, 32, false));
        }
        Some(recorded)
    }

    fn pushed_depth(&self) -> u32 {
        let after = self.history.pushed_back.partition_point(|&(step, _)| step < self.step);
        after.checked_sub(1).map_or(0, |index| self.history.pushed_back[index].1)
    }

    fn set_pushed_depth(&mut self, depth: u32) {
        let step = self.step;
        let list = Rc::make_mut(&mut self.history.pushed_back);
        if list.last().is_none_or(|&(last, _)| last < step) {
            list.push((step, depth));
        }
    }

    // Numbers.

    fn math(&mut self, function: MathFunction, args: &[Value]) -> Option<Value> {
        let result = self.recorded_result()?;
        if let (MathFunction::Fabs { .. }, [value]) = (function, args) {
            let width = self.terms.width(value.known);
            let mask = self.bits(width, u128::MAX >> (128 - width + 1));
            return Some(self.apply(Op::BitAnd, &[*value, mask]));
        }
        let mut same = self.truth(true);
        for &value in args {
            let this = self.unchanged(value);
            same = self.both(same, this);
        }
        if same.term == whydunit_term::Term::TRUE {
            return Some(result);
        }
        let operands: Vec<_> = args.iter().map(|value| value.term).collect();
        let sort = self.terms.sort(result.known);
        let elsewhere = self.terms.opaque(function.name(), sort, &operands);
        let term = self.terms.ite(same.term, result.term, elsewhere);
        Some(Value { term, known: result.known })
    }
}
