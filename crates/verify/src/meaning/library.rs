//! Library functions that the machine performs itself.
//!
//! The heap, bytes and single characters are followed as far as sizes and addresses stay. Conversions (`printf`, `scanf`, `strtod`) and the
//! functions of `math.h` are known for the values of the run only; with others their results are unknown.

use whydunit_claim::{Range, Storage};
use whydunit_interp::{CellObject, ObjectKind};
use whydunit_program::address::MAX_OBJECT;
use whydunit_program::{Expr, Intrinsic, MathFunction, Place};
use whydunit_term::Term;

use super::Addresses;
use super::elsewhere::Aim;
use super::memory::Filling;
use super::pointer::{Access, Located};
use super::walk::{Evaluated, Scope, Walk};

impl Walk<'_> {
    pub(super) fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        (args, passed): (&[Term], &[Expr]),
        dest: Option<&Place>,
        scope: &mut Scope,
    ) -> Evaluated<()> {
        self.note_handed(args);
        self.stream(intrinsic, args)?;
        let result = match (intrinsic, args) {
            (Intrinsic::Malloc, &[size, ..]) => Some(self.allocate(size, Term::TRUE)?),
            (Intrinsic::Alloca, &[size, ..]) => {
                let wide = self.terms.resize(size, 64, false);
                let is_small = self.is_small(wide);
                self.require(is_small)?;
                Some(self.allocate(size, Term::TRUE)?)
            }
            (Intrinsic::Calloc, &[count, size, ..]) => {
                let count = self.terms.resize(count, 64, false);
                let size = self.terms.resize(size, 64, false);
                let overflows = self.terms.umul_overflow(count, size);
                let fits = self.terms.not(overflows);
                let bytes = self.terms.mul(count, size);
                Some(self.allocate(bytes, fits)?)
            }
            (Intrinsic::Realloc, &[old, size, ..]) => Some(self.reallocate(old, size)?),
            (Intrinsic::Free, &[pointer, ..]) => return self.free(pointer),
            (Intrinsic::Memcpy | Intrinsic::Memmove, &[to, from, count, ..]) => {
                self.move_bytes(to, from, count)?;
                Some(to)
            }
            (Intrinsic::Memset, &[to, byte, count, ..]) => {
                self.set_bytes(to, byte, count)?;
                Some(to)
            }
            (Intrinsic::Fputc, &[byte, ..]) => Some(self.byte(byte)),
            (Intrinsic::Getchar, _) => self.getchar()?,
            (Intrinsic::Ungetc, &[value, ..]) => Some(self.ungetc(value)?),
            (Intrinsic::Math(function), _) => self.math(function, args)?,
            (Intrinsic::Fflush | Intrinsic::Feof, _) => self.recorded_result(),
            (Intrinsic::Exit | Intrinsic::QuickExit | Intrinsic::VaEnd | Intrinsic::Seed, _) => {
                None
            }
            (Intrinsic::Abort, _) => return self.require(Term::FALSE),
            _ => return self.conversion(intrinsic, args, passed),
        };
        let (Some(dest), Some(value)) = (dest, result) else { return Ok(()) };
        let class = self.class(dest.ty);
        let value = self.terms.resize(value, class.width, class.is_signed());
        self.store(dest, value, scope)
    }

    /// The last thing that the step wrote, where nothing that formulas speak of decides it.
    fn recorded_result(&mut self) -> Option<Term> {
        let access = self.trace.writes(self.current()).last()?;
        Some(self.bits(8 * access.cell.size.min(8), access.bits))
    }

    /// Results and effects are those of the run as long as everything that was read is the same; otherwise it is not known whether the run goes on,
    /// either.
    fn conversion(
        &mut self,
        intrinsic: Intrinsic,
        args: &[Term],
        passed: &[Expr],
    ) -> Evaluated<()> {
        if self.addresses == Addresses::Exact {
            // Output goes on whatever the numbers are; only what it reads through pointers may end it.
            let is_output = matches!(intrinsic, Intrinsic::Printf | Intrinsic::Fprintf);
            let mut all = vec![self.same_reads(|cell| {
                !is_output || cell.size == 1 && matches!(cell.object, CellObject::Memory(_))
            })?];
            for (&arg, expr) in args.iter().zip(passed) {
                if !is_output || self.program.types.pointee(expr.ty).is_some() {
                    all.push(self.unchanged(arg)?);
                }
            }
            let same = self.terms.and(&all);
            let goes_on = self.only_when(same, Term::TRUE, "call");
            self.require(goes_on)?;
            match intrinsic {
                _ if is_output => {}
                Intrinsic::Scanf | Intrinsic::Fscanf | Intrinsic::Vscanf | Intrinsic::Vfscanf => {
                    self.known_after_if(same);
                }
                _ => self.known_in_memory_if(same),
            }
        }
        let aims = self.aims(args, passed)?;
        self.write_unexplained()?;
        self.fill_as_recorded();
        for aim in &aims {
            self.store_elsewhere(aim)?;
        }
        Ok(())
    }

    /// Where the pointers lead through which a conversion writes: each is pinned, and with another one something else would have been written.
    fn aims(&mut self, args: &[Term], passed: &[Expr]) -> Evaluated<Vec<Aim>> {
        let mut aims = Vec::new();
        if self.addresses == Addresses::Exact {
            return Ok(aims);
        }
        let given = self.guarded_since(0);
        for (&address, expr) in args.iter().zip(passed) {
            if self.is_constant(address) || self.program.types.pointee(expr.ty).is_none() {
                continue;
            }
            let known = self.known(address)? as u64;
            let Some(entry) = self.entry(known) else { continue };
            let object = entry.object.id;
            let from = known.wrapping_sub(entry.start).wrapping_add(entry.offset);
            let Some(count) = self.last_written(object).and_then(|end| end.checked_sub(from))
            else {
                continue;
            };
            if count == 0 {
                continue;
            }
            let delta = self.address(from.wrapping_sub(known));
            let offset = self.terms.add(address, delta);
            let located = Located { object, offset, low: 0, high: entry.object.info.size };
            let bytes = self.bits(64, count);
            aims.push(Aim { located, address, given, bytes, value: None });
            self.guard(address)?;
        }
        Ok(aims)
    }

    /// The byte after the last that the step wrote in an object.
    fn last_written(&self, id: whydunit_interp::ObjectId) -> Option<u64> {
        let step = self.current();
        let mut end = None;
        for access in self.trace.writes(step) {
            if access.cell.object == CellObject::Memory(id) {
                end = end.max(Some(u64::from(access.cell.offset) + u64::from(access.cell.size)));
            }
        }
        for bulk in self.trace.bulk_writes(step) {
            if bulk.object == id {
                end = end.max(Some(bulk.offset + bulk.size));
            }
        }
        end
    }

    // The heap.

    fn is_small(&mut self, size: Term) -> Term {
        let limit = self.bits(64, MAX_OBJECT);
        self.terms.ult(size, limit)
    }

    /// A new block, or null where there cannot be one of that size.
    fn allocate(&mut self, size: Term, fits: Term) -> Evaluated<Term> {
        let size = self.terms.resize(size, 64, false);
        let is_small = self.is_small(size);
        let is_possible = self.terms.and(&[fits, is_small]);
        let null = self.address(0);
        let Some(object) = self.made_here().and_then(|id| self.trace.object(id)) else {
            let is_impossible = self.terms.not(is_possible);
            return Ok(self.only_when(is_impossible, null, "block"));
        };
        self.write(Range::new(Storage::Extent(object.id), 0, 8), size, Term::TRUE)?;
        let address = self.address(object.info.address);
        if self.addresses == Addresses::Guarded {
            // That there was a block is a fact of the step, as a passed check is.
            self.require(is_possible)?;
            return Ok(address);
        }
        Ok(self.terms.ite(is_possible, address, null))
    }

    fn free(&mut self, pointer: Term) -> Evaluated<()> {
        let address = self.known(pointer)? as u64;
        if address == 0 {
            return self.stays(pointer);
        }
        let same = self.unchanged(pointer)?;
        let root = self.root_of(address);
        let block = self.entry(root).filter(|entry| {
            matches!(entry.object.info.kind, ObjectKind::Heap { .. }) && entry.start == root
        });
        let Some(block) = block else {
            let other = self.terms.not(same);
            return self.require(other);
        };
        let object = block.object.id;
        let is_alive = self.is_alive(object)?;
        let may_be_freed = self.terms.implies(same, is_alive);
        self.require(may_be_freed)?;
        self.stays(pointer)?;
        let range = Range::new(Storage::Alive(object), 0, 1);
        let (before, _) = self.read(range, None)?;
        let zero = self.bits(8, 0_u32);
        let after = self.terms.ite(same, zero, before);
        self.write(range, after, Term::TRUE)
    }

    fn reallocate(&mut self, old: Term, size: Term) -> Evaluated<Term> {
        self.stays(old)?;
        if self.known(old)? == 0 {
            return self.allocate(size, Term::TRUE);
        }
        let is_asked = self.terms.is_nonzero(size);
        self.stays(is_asked)?;
        if self.known(size)? == 0 {
            self.free(old)?;
            return Ok(self.address(0));
        }
        let made = self.allocate(size, Term::TRUE)?;
        if self.made_here().is_some() {
            self.fill_as_recorded();
            self.free(old)?;
        }
        Ok(made)
    }

    // Bytes.

    fn move_bytes(&mut self, to: Term, from: Term, count: Term) -> Evaluated<()> {
        let count = self.terms.resize(count, 64, false);
        let size = self.known(count)? as u64;
        if size == 0 {
            return self.stays_in_memory(count);
        }
        let source = self.locate(from, count, Access::Read)?;
        let target = self.locate(to, count, Access::Write)?;
        let given = self.guarded_since(0);
        let aim = Aim { located: target, address: to, given, bytes: count, value: None };
        self.known_in_object(from)?;
        self.known_in_object(to)?;
        let source = self.pinned(source, &[from])?;
        let target = self.pinned(target, &[to, count])?;
        if self.addresses == Addresses::Exact {
            self.stays_in_memory(count)?;
        }
        self.copy_located(&target, &source, size)?;
        self.store_elsewhere(&aim)
    }

    fn set_bytes(&mut self, to: Term, byte: Term, count: Term) -> Evaluated<()> {
        let byte = self.terms.extract(byte, 7, 0);
        let count = self.terms.resize(count, 64, false);
        let size = self.known(count)? as u64;
        if size == 0 {
            return self.stays_in_memory(count);
        }
        let target = self.locate(to, count, Access::Write)?;
        let given = self.guarded_since(0);
        let aim = Aim { located: target, address: to, given, bytes: count, value: None };
        self.known_in_object(to)?;
        let target = self.pinned(target, &[to, count])?;
        if self.addresses == Addresses::Exact {
            self.stays_in_memory(count)?;
        }
        self.fill_located(&target, size, Filling::Repeat(byte))?;
        self.store_elsewhere(&aim)
    }

    // Streams and characters.

    /// Four bytes of a stream are read. What is a stream in the run goes on; only a pointer to none ends it.
    fn stream(&mut self, intrinsic: Intrinsic, args: &[Term]) -> Evaluated<()> {
        let size = 4;
        let stream = match (intrinsic, args) {
            (Intrinsic::Fputc | Intrinsic::Ungetc, &[_, stream, ..]) => stream,
            (Intrinsic::Feof | Intrinsic::Clearerr, &[stream, ..]) => stream,
            (
                Intrinsic::Fprintf | Intrinsic::Vfprintf | Intrinsic::Fscanf | Intrinsic::Vfscanf,
                &[stream, ..],
            ) => stream,
            _ => return Ok(()),
        };
        let known = self.known(stream)? as u64;
        let is_stream = self
            .entry(known)
            .is_some_and(|entry| entry.size >= size && !self.is_gone(entry.object));
        if is_stream {
            return Ok(());
        }
        let size = self.bits(64, size);
        self.locate(stream, size, Access::Read).map(|_| ())
    }

    /// The low byte of a number, as an `int`.
    fn byte(&mut self, value: Term) -> Term {
        let byte = self.terms.extract(value, 7, 0);
        self.terms.zero_extend(byte, 32)
    }

    /// The next byte of standard input, one that was given back, or the end.
    fn getchar(&mut self) -> Evaluated<Option<Term>> {
        if let Some(byte) = self.last_input() {
            return Ok(Some(self.terms.resize(byte, 32, false)));
        }
        let recorded = self.recorded_result();
        let end = self.bits(32, u32::MAX);
        if recorded.is_none_or(|result| result == end) || self.pushed_back == 0 {
            return Ok(recorded);
        }
        self.pushed_back -= 1;
        let (byte, _) = self.read(Range::new(Storage::PushedBack(self.pushed_back), 0, 1), None)?;
        Ok(Some(self.terms.resize(byte, 32, false)))
    }

    fn ungetc(&mut self, value: Term) -> Evaluated<Term> {
        let end = self.bits(32, u32::MAX);
        let is_end = self.terms.eq(value, end);
        self.stays(is_end)?;
        if self.holds(is_end) {
            return Ok(end);
        }
        let byte = self.terms.extract(value, 7, 0);
        let range = Range::new(Storage::PushedBack(self.pushed_back), 0, 1);
        self.write(range, byte, Term::TRUE)?;
        self.pushed_back += 1;
        Ok(self.terms.zero_extend(byte, 32))
    }

    // Numbers.

    fn math(&mut self, function: MathFunction, args: &[Term]) -> Evaluated<Option<Term>> {
        let Some(result) = self.recorded_result() else { return Ok(None) };
        if let (MathFunction::Fabs { .. }, &[value]) = (function, args) {
            let width = self.terms.width(value);
            let all_but_sign = self.bits(width, (1_u128 << (width - 1)) - 1);
            return Ok(Some(self.terms.bit_and(value, all_but_sign)));
        }
        let mut all = Vec::new();
        for &arg in args {
            all.push(self.unchanged(arg)?);
        }
        let same = self.terms.and(&all);
        let sort = self.terms.sort(result);
        // Equal operands give equal results.
        let elsewhere = self.terms.opaque(function.name(), sort, args);
        Ok(Some(self.terms.ite(same, result, elsewhere)))
    }
}
