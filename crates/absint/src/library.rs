//! Functions of the C library that are not written in C: the heap, copies of bytes, output, input.

use whydunit_program::obligation::{Count, LibraryObligation};
use whydunit_program::{
    CheckKind, Class, Expr, ExprKind, InitValue, Intrinsic, MathFunction, PlaceBase, obligation,
};
use whydunit_semantics::{Block, Library, LibraryCall, Scalars};
use whydunit_source::Span;

use crate::access::Location;
use crate::blocks::{Fresh, Layout};
use crate::eval::{Pointer, Value};
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::Number;
use crate::numeric::Interval;
use crate::objects::{ObjectId, Origin};
use crate::state::Target;

impl<'p> Library<'p> for Machine<'_, 'p> {
    type Reached = Location;

    fn reach(
        &mut self,
        pointer: Value,
        bytes: Value,
        access: obligation::Access,
        span: Span,
        (): &mut (),
    ) -> Reached<Location> {
        let Pointer { targets, offset } = pointer.into_pointer();
        let location = Location::pointed_to(targets, offset);
        let bytes = self.size(&bytes);
        Machine::reach(self, &location, &bytes, access.into(), span)?;
        Ok(location)
    }

    fn where_any(
        &mut self,
        bytes: Value,
        (): &mut (),
        act: &mut dyn FnMut(&mut Self, &mut ()) -> Reached<()>,
    ) -> Reached<()> {
        match self.truth_of(&bytes) {
            Some(false) => Ok(()),
            _ => act(self, &mut ()),
        }
    }

    fn move_bytes(
        &mut self,
        to: Location,
        _: Location,
        bytes: Value,
        _: Span,
        (): &mut (),
    ) -> Reached<()> {
        let bytes = self.size(&bytes);
        self.overwrite(&to, self.state.numbers.range(&bytes).high);
        Ok(())
    }

    fn set_bytes(
        &mut self,
        to: Location,
        byte: Value,
        bytes: Value,
        _: Span,
        (): &mut (),
    ) -> Reached<()> {
        let bytes = self.size(&bytes);
        self.fill_bytes(&to, self.truth_of(&byte) == Some(false), &bytes);
        Ok(())
    }

    fn allocate(
        &mut self,
        block: Block<Value, Option<bool>>,
        origin: whydunit_semantics::Origin,
        call: &LibraryCall<'_, Value>,
        (): &mut (),
    ) -> Reached<Value> {
        use whydunit_semantics::Origin as From;
        let (at, fresh) = match origin {
            From::Heap { is_zero: true } => (Origin::Heap(self.context, self.point), Fresh::Zeros),
            From::Heap { .. } => (Origin::Heap(self.context, self.point), Fresh::Nothing),
            From::Frame => (Origin::Stack(self.context, self.point), Fresh::Nothing),
        };
        let element = self.element_type(call.dest);
        let is_whole = self.is_multiple(call.passed, element);
        let layout = Layout { origin: at, element, is_whole, fresh };
        let bytes = self.size(&block.bytes);
        let mut pointer = self.new_block(&bytes, layout);
        // What does not fit on the stack ends the run.
        pointer.targets.may_be_null &= origin != From::Frame;
        Ok(Value::Pointer(pointer))
    }

    fn reallocate(
        &mut self,
        pointer: Value,
        _: Block<Value, Option<bool>>,
        call: &LibraryCall<'_, Value>,
        (): &mut (),
    ) -> Reached<Value> {
        self.release(pointer, call.span, &mut ())?;
        self.may_fail_anyhow(call.intrinsic, call.span);
        Ok(Value::Pointer(Pointer::unknown()))
    }

    fn release(&mut self, pointer: Value, span: Span, (): &mut ()) -> Reached<()> {
        self.free(&pointer.into_pointer(), span);
        Ok(())
    }

    fn exit(&mut self, _: bool, _: Span, (): &mut ()) -> Reached<()> {
        Err(Unreachable)
    }

    fn never(&mut self, kind: CheckKind, span: Span, (): &mut ()) -> Reached<()> {
        self.require_that(kind, span, false);
        Err(Unreachable)
    }

    fn math(
        &mut self,
        _: MathFunction,
        call: &LibraryCall<'_, Value>,
        (): &mut (),
    ) -> Reached<Option<Value>> {
        Ok(self.any_of(call))
    }

    fn other(&mut self, call: &LibraryCall<'_, Value>, (): &mut ()) -> Reached<Option<Value>> {
        let args = call.passed;
        self.streams(call)?;
        match call.intrinsic {
            Intrinsic::Printf | Intrinsic::Fprintf => {
                let format = usize::from(call.intrinsic == Intrinsic::Fprintf);
                let is_plain =
                    args.get(format).is_some_and(|arg| self.is_plain_format(arg, args, format));
                if !is_plain {
                    self.may_fail_anyhow(call.intrinsic, call.span);
                }
                if args.get(format).is_none_or(|arg| self.may_store_a_count(arg)) {
                    self.forget_memory();
                }
            }
            Intrinsic::Ungetc | Intrinsic::Feof | Intrinsic::Clearerr => {}
            Intrinsic::Getchar => {
                return Ok(Some(Value::Int(Number::range(Interval::new(-1, 255)))));
            }
            Intrinsic::Scanf if self.plain_scan(args).is_some() => {
                let sizes = self.plain_scan(args).unwrap_or_default();
                self.scan(&sizes, &args[1..], call.dest, call.span)?;
                return Ok(None);
            }
            // Whatever else there is may write through any pointer, and fail.
            _ => {
                self.may_fail_anyhow(call.intrinsic, call.span);
                self.forget_memory();
            }
        }
        Ok(self.any_of(call))
    }
}

impl Machine<'_, '_> {
    /// Some value for what gets the result.
    fn any_of(&self, call: &LibraryCall<'_, Value>) -> Option<Value> {
        call.dest.map(|dest| self.anything(dest.ty))
    }

    /// A number of bytes.
    pub(crate) fn size(&self, value: &Value) -> Number {
        self.number(value, Class::size(self.program.types.target()))
    }

    /// The streams that a call demands are there.
    fn streams(&mut self, call: &LibraryCall<'_, Value>) -> Reached<()> {
        for obligation in obligation::of_intrinsic(call.intrinsic) {
            if let LibraryObligation::Bytes { at, count: Count::Stream, access } = *obligation
                && let Some(pointer) = call.args.get(at)
            {
                // The number of the stream.
                let bytes = self.constant(Class::size(self.program.types.target()), 4);
                Library::reach(self, pointer.clone(), bytes, access, call.span, &mut ())?;
            }
        }
        Ok(())
    }

    /// Obligations of which nothing is known.
    fn may_fail_anyhow(&mut self, intrinsic: Intrinsic, span: Span) {
        for obligation in obligation::of_intrinsic(intrinsic) {
            for kind in obligation.kinds() {
                self.require_that(kind, span, false);
            }
        }
    }

    /// A format without strings, with as many numbers as it asks for.
    fn is_plain_format(&self, format: &Expr, args: &[Expr], position: usize) -> bool {
        let Some(text) = self.literal(format) else { return false };
        let mut wanted = 0;
        let mut rest = text.as_slice();
        while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
            rest = &rest[at + 1..];
            let is_flag = |byte: &u8| b"0123456789.-+ #hlzjt".contains(byte);
            let flags = rest.iter().take_while(|byte| is_flag(byte)).count();
            match rest.get(flags) {
                Some(b'%') if flags == 0 => {}
                Some(byte) if b"diuxXocpfgeFGE".contains(byte) => wanted += 1,
                _ => return false,
            }
            rest = &rest[flags + 1..];
        }
        wanted + position + 1 == args.len()
    }

    /// What a call of `scanf` with a plain format stores, if there is a place for each value.
    fn plain_scan(&self, args: &[Expr]) -> Option<Vec<u64>> {
        let text = self.literal(args.first()?)?;
        let sizes = crate::scan::conversions(&text, self.program.types.target())?;
        (sizes.len() + 1 == args.len()).then_some(sizes)
    }

    /// `%n`
    fn may_store_a_count(&self, format: &Expr) -> bool {
        self.literal(format).is_none_or(|text| {
            text.contains(&b'%') && text.contains(&b'n') && {
                let is_modifier = |byte: &u8| b"0123456789.-+ #hlzjtL*".contains(byte);
                let mut parts = text.split(|byte| *byte == b'%').skip(1);
                parts.any(|part| part.iter().find(|byte| !is_modifier(byte)) == Some(&b'n'))
            }
        })
    }

    /// The characters of a string literal.
    fn literal(&self, expr: &Expr) -> Option<Vec<u8>> {
        match &expr.kind {
            ExprKind::Cast(inner) => self.literal(inner),
            ExprKind::Decay(place) if place.path.is_empty() => {
                let PlaceBase::Global(id) = place.base else { return None };
                let global = self.program.global(id);
                if !global.is_literal {
                    return None;
                }
                match global.init.as_slice() {
                    [] => Some(Vec::new()),
                    [part] => match &part.value {
                        InitValue::Bytes(bytes) if part.offset == 0 => {
                            let end = bytes.iter().position(|byte| *byte == 0);
                            Some(bytes[..end.unwrap_or(bytes.len())].to_vec())
                        }
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn free(&mut self, pointer: &Pointer, span: Span) {
        let targets = &pointer.targets;
        let is_start = self.state.numbers.range(&pointer.offset) == Interval::point(0);
        let is_block = |target: &Target| {
            let is_heap = matches!(self.objects.get(target.object).origin, Origin::Heap(..));
            is_heap && target.len.is_none() && !self.state.dead.contains(&target.object)
        };
        let is_fine = targets.is_null()
            || (is_start && !targets.is_unknown && targets.known.iter().all(is_block));
        let gone: Vec<ObjectId> = match targets.is_unknown {
            true => self.state.allocated.iter().copied().collect(),
            false => targets.known.iter().map(|target| target.object).collect(),
        };
        self.require_that(obligation::OF_RELEASE, span, is_fine);
        let heap = |id: &ObjectId| matches!(self.objects.get(*id).origin, Origin::Heap(..));
        let gone: Vec<ObjectId> = gone.into_iter().filter(heap).collect();
        self.state.dead.extend(gone);
    }

    fn fill_bytes(&mut self, to: &Location, is_zero: bool, bytes: &Number) {
        let range = self.state.numbers.range(bytes);
        self.overwrite(to, range.high);
        let at = self.state.numbers.range(&to.offset).as_point();
        if let (Some(target), Some(0), Some(bytes)) = (to.targets.single(), at, range.as_point())
            && self.objects.get(target.object).size.map(i128::from) == Some(bytes)
            && target.start == 0
            && !self.is_several(target.object)
        {
            for slot in self.objects.get(target.object).slots.clone() {
                if is_zero {
                    self.set_slot_to_zero(slot);
                } else {
                    self.state.set.insert(slot);
                }
            }
        }
    }

    /// Up to so many bytes from there on are something else now; perhaps without values.
    fn overwrite(&mut self, to: &Location, bytes: i128) {
        if to.targets.is_unknown {
            self.forget_memory();
            self.forget_all_values_given();
            return;
        }
        for target in to.targets.known.clone() {
            let range = self.state.numbers.range(&to.offset);
            let start = i128::from(target.start);
            let (low, high) = (range.low.saturating_add(start), range.high.saturating_add(start));
            for id in self.objects.get(target.object).slots.clone() {
                let slot = *self.objects.slot(id);
                let is_touched = i128::from(slot.offset) < high.saturating_add(bytes)
                    && low < i128::from(slot.end());
                if is_touched {
                    self.spoil(id);
                    self.forget_values_given(id);
                }
            }
        }
    }
}
