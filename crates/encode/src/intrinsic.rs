//! Library functions that the interpreter performs itself.
//!
//! The heap, raw bytes and single characters are followed exactly as far as sizes and addresses stay. Conversions (`printf`, `scanf`, `strtod`) and the functions of
//! `math.h` are known for the values of the run only; with others their results are unknown.

use std::rc::Rc;

use whydunit_interp::{CellObject, ObjectId, ObjectKind};
use whydunit_program::obligation::Access;
use whydunit_program::{CheckKind, Class, Intrinsic, MathFunction};
use whydunit_semantics::{Block, Library, LibraryCall, Origin, Scalars};
use whydunit_source::Span;
use whydunit_term::{Op, Sort, Term};
use whydunit_trace::TraceObject;

use crate::encoder::{Addresses, Encoder, Evaluated, Halt, Scope, Style};
use crate::limits::MOST_BLOCKS;
use crate::memory::Filling;
use crate::number::low_word;
use crate::pointer::Located;
use crate::storage::{Range, Storage, Value};

impl<'a> Library<'a> for Encoder<'a> {
    /// With the pointer that leads there.
    type Reached = (Located, Value);

    fn reach(
        &mut self,
        pointer: Value,
        bytes: Value,
        access: Access,
        _: Span,
        _: &mut Scope,
    ) -> Evaluated<(Located, Value)> {
        let bytes = self.resize(bytes, 64, false);
        let located = self.locate(pointer, bytes, access)?;
        self.follow_pointer(pointer)?;
        Ok((located, pointer))
    }

    /// The call fails already: it would not, were this reached as well.
    fn would_reach(&mut self, pointer: Value, bytes: Value, access: Access, _: &mut Scope) {
        // In equations the check that fails stands for all.
        if self.style == Style::Equations {
            return;
        }
        let Some(first) = self.ending.violated.take() else { return };
        let bytes = self.resize(bytes, 64, false);
        let before = self.contribution().facts.len();
        let is_shown = match self.locate(pointer, bytes, access) {
            Ok(_) | Err(Halt::Violated) => true,
            // What it demands was said before that.
            Err(Halt::Gap(_)) => self.ending.violated.is_some(),
        };
        let mut all = self.contribution().facts.split_off(before);
        all.extend(self.ending.violated);
        all.push(first);
        let all = if is_shown { self.terms.and(&all) } else { first };
        self.ending.violated = Some(all);
    }

    fn where_any(
        &mut self,
        bytes: Value,
        scope: &mut Scope,
        act: &mut dyn FnMut(&mut Self, &mut Scope) -> Evaluated<()>,
    ) -> Evaluated<()> {
        if self.known(bytes) == 0 {
            return self.stays_in_memory(bytes);
        }
        // None at all would have been a way out. What the step does is only followed for some, but nothing follows the failing one.
        if self.style == Style::Functions && self.is_last() && !bytes.is_constant() {
            let class = Class::Int { width: self.terms.width(bytes.known), signed: false };
            let any = self.is_nonzero(bytes, class);
            return self.under(any, |this| act(this, scope));
        }
        act(self, scope)
    }

    fn move_bytes(
        &mut self,
        (target, to): (Located, Value),
        (source, from): (Located, Value),
        bytes: Value,
        _: Span,
        _: &mut Scope,
    ) -> Evaluated<()> {
        let wide = self.resize(bytes, 64, false);
        let given = self.guarded_since(0);
        self.note_store(&target, wide, (to, &[to]), given);
        let source = self.settled(source, &[from]);
        let target = self.settled(target, &[to, bytes]);
        if self.addresses == Addresses::Exact {
            self.stays_in_memory(bytes)?;
        }
        self.copy_located(&target, &source, low_word(self.known(bytes)))
    }

    fn set_bytes(
        &mut self,
        (target, to): (Located, Value),
        byte: Value,
        bytes: Value,
        _: Span,
        _: &mut Scope,
    ) -> Evaluated<()> {
        let wide = self.resize(bytes, 64, false);
        let given = self.guarded_since(0);
        self.note_store(&target, wide, (to, &[to]), given);
        let target = self.settled(target, &[to, bytes]);
        if self.addresses == Addresses::Exact {
            self.stays_in_memory(bytes)?;
        }
        self.fill_located(&target, low_word(self.known(bytes)), Filling::Repeat(byte))
    }

    fn allocate(
        &mut self,
        block: Block<Value, Value>,
        origin: Origin,
        _: &LibraryCall<'_, Value>,
        _: &mut Scope,
    ) -> Evaluated<Value> {
        if origin == Origin::Frame {
            self.require(block.is_possible)?;
        }
        self.new_block(block)
    }

    fn reallocate(
        &mut self,
        old: Value,
        block: Block<Value, Value>,
        _: &LibraryCall<'_, Value>,
        _: &mut Scope,
    ) -> Evaluated<Value> {
        let trace = self.trace;
        self.stays(old)?;
        if self.known(old) == 0 {
            return self.new_block(block);
        }
        let size = self.resize(block.bytes, 64, false);
        let is_empty = self.is_nonzero(size, Class::Int { width: 64, signed: false });
        self.stays(is_empty)?;
        if self.known(size) == 0 {
            self.stays(size)?;
            self.free(old)?;
            let width = self.pointer_width();
            return Ok(self.bits(width, 0));
        }
        let made = self.new_block(block)?;
        if self.made_here().is_some() {
            for bulk in trace.bulk_writes(self.current()) {
                self.bulk_as_recorded(bulk)?;
            }
            self.free(old)?;
        }
        Ok(made)
    }

    fn release(&mut self, pointer: Value, _: Span, _: &mut Scope) -> Evaluated<()> {
        self.free(pointer)
    }

    fn exit(&mut self, _: bool, _: Span, _: &mut Scope) -> Evaluated<()> {
        Ok(())
    }

    fn never(&mut self, _: CheckKind, _: Span, _: &mut Scope) -> Evaluated<()> {
        let never = self.truth(false);
        self.require(never)
    }

    fn math(
        &mut self,
        function: MathFunction,
        call: &LibraryCall<'_, Value>,
        _: &mut Scope,
    ) -> Evaluated<Option<Value>> {
        Ok(self.number_of(function, call.args))
    }

    fn other(&mut self, call: &LibraryCall<'_, Value>, _: &mut Scope) -> Evaluated<Option<Value>> {
        match (call.intrinsic, call.args) {
            (Intrinsic::Getchar, _) => Ok(self.getchar()),
            (Intrinsic::Ungetc, [value, ..]) => self.ungetc(*value).map(Some),
            (Intrinsic::Feof, _) => Ok(self.recorded_result()),
            _ => {
                self.opaque_call(call)?;
                Ok(None)
            }
        }
    }
}

impl Encoder<'_> {
    fn ungetc(&mut self, value: Value) -> Evaluated<Value> {
        let minus_one = self.bits(32, u32::MAX.into());
        let is_end = self.equal(value, minus_one);
        self.stays(is_end)?;
        if self.known(value) == self.known(minus_one) {
            return Ok(minus_one);
        }
        let byte = self.apply(Op::Extract { high: 7, low: 0 }, &[value]);
        let depth = self.pushed_depth();
        self.write(Range::new(Storage::PushedBack(depth), 0, 1), byte);
        self.set_pushed_depth(depth + 1);
        Ok(self.resize(byte, 32, false))
    }

    /// What the run got, where nothing that a formula speaks of decides it.
    fn recorded_result(&mut self) -> Option<Value> {
        let access = self.trace.writes(self.current()).last()?;
        let width = 8 * access.cell.size.min(8);
        Some(self.bits(width, access.bits.into()))
    }

    /// Results and effects are those of the run as long as everything it read is the same; otherwise it is not known whether the run
    /// goes on, either.
    fn opaque_call(&mut self, call: &LibraryCall<'_, Value>) -> Evaluated<()> {
        let trace = self.trace;
        if self.addresses == Addresses::Exact {
            // Output goes on whatever the numbers are; only what it reads through pointers may end it.
            let is_output = matches!(call.intrinsic, Intrinsic::Printf | Intrinsic::Fprintf);
            let mut same = if is_output { self.same_bytes()? } else { self.same_reads()? };
            for (&arg, expr) in call.args.iter().zip(call.passed) {
                if is_output && self.program.types.pointee(expr.ty).is_none() {
                    continue;
                }
                let this = self.unchanged(arg);
                same = self.both(same, this);
            }
            match call.intrinsic {
                _ if is_output => {
                    let goes_on = self.truth(true);
                    let goes_on = self.only_when(same, goes_on, "call");
                    self.require(goes_on)?;
                }
                // What they leave of standard input is read later, too.
                Intrinsic::Scanf | Intrinsic::Fscanf | Intrinsic::Vscanf | Intrinsic::Vfscanf => {
                    self.only_followed(same, "call")?;
                }
                _ => self.only_followed_in_memory(same, "call")?,
            }
        }
        self.note_stores_of(call);
        self.write_rest()?;
        for bulk in trace.bulk_writes(self.current()) {
            self.bulk_as_recorded(bulk)?;
        }
        Ok(())
    }

    /// Through which pointers the call wrote: it might have written something else.
    fn note_stores_of(&mut self, call: &LibraryCall<'_, Value>) {
        if self.style != Style::Equations || self.addresses == Addresses::Exact {
            return;
        }
        let given = self.guarded_since(0);
        for (&arg, expr) in call.args.iter().zip(call.passed) {
            if arg.is_constant() || self.program.types.pointee(expr.ty).is_none() {
                continue;
            }
            let Some(entry) = self.entry(low_word(self.known(arg))) else { continue };
            let offset = self.offset_in(&entry, arg);
            let object = entry.object.id;
            let from = low_word(self.known(offset));
            let Some(end) = self.written_up_to(object).filter(|&end| end > from) else { continue };
            let located = Located { object, offset, low: 0, high: entry.object.info.size };
            let bytes = self.bits(64, (end - from).into());
            self.note_store(&located, bytes, (arg, &[arg]), given);
            self.guard(arg);
        }
    }

    /// The end of what the step wrote in an object.
    fn written_up_to(&self, object: ObjectId) -> Option<u64> {
        let (trace, step) = (self.trace, self.current());
        let scalars = trace.writes(step).iter().map(|access| access.cell);
        let scalars = scalars
            .filter(|cell| cell.object == CellObject::Memory(object))
            .map(|cell| u64::from(cell.offset + cell.size));
        let runs = trace.bulk_writes(step).iter().filter(|bulk| bulk.object == object);
        scalars.chain(runs.map(|bulk| bulk.offset + bulk.size)).max()
    }

    // The heap.

    /// A new block, or null where there cannot be one of that size.
    fn new_block(&mut self, block: Block<Value, Value>) -> Evaluated<Value> {
        let possible = block.is_possible;
        let width = self.pointer_width();
        let null = self.bits(width, 0);
        let Some(object) = self.made_here() else {
            let impossible = self.not(possible);
            return Ok(self.only_when(impossible, null, "block"));
        };
        let size = self.resize(block.bytes, 64, false);
        self.write(Range::new(Storage::Extent(object), 0, 8), size);
        let address = self.trace.object(object).map_or(0, |object| object.info.address);
        let address = self.bits(width, address.into());
        if self.addresses == Addresses::Guarded {
            // That there was a block is a fact of the step, as a passed check is.
            self.require(possible)?;
            return Ok(address);
        }
        Ok(self.apply(Op::Ite, &[possible, address, null]))
    }

    fn free(&mut self, pointer: Value) -> Evaluated<()> {
        let address = low_word(self.known(pointer));
        if address == 0 {
            return self.stays(pointer);
        }
        let same = self.unchanged(pointer);
        let root = self.canonical(Value::constant(pointer.known));
        let entry = self.entry(low_word(self.known(root)));
        let block = entry.filter(|entry| {
            matches!(entry.object.info.kind, ObjectKind::Heap { .. })
                && entry.start == low_word(self.known(root))
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

    fn number_of(&mut self, function: MathFunction, args: &[Value]) -> Option<Value> {
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
