//! Functions of the C library that are not written in C: the heap, copies of bytes, output, input.

use whydunit_program::{CheckKind, Expr, ExprKind, InitValue, Intrinsic, Place, PlaceBase, Stmt};

use crate::access::Location;
use crate::blocks::{Fresh, Layout};
use crate::eval::{Pointer, Value};
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::Number;
use crate::numeric::Interval;
use crate::objects::{ObjectId, Origin};
use crate::state::Target;

impl Machine<'_, '_> {
    pub(crate) fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        dest: Option<&Place>,
        args: &[Expr],
        stmt: &Stmt,
    ) -> Reached<()> {
        match intrinsic {
            Intrinsic::Malloc | Intrinsic::Alloca => {
                let size = self.eval_int(&args[0])?;
                let origin = match intrinsic {
                    Intrinsic::Malloc => Origin::Heap(self.context, self.point),
                    _ => Origin::Stack(self.context, self.point),
                };
                let element = self.element_type(dest);
                let is_whole = self.is_multiple(&args[..1], element);
                let layout = Layout { origin, element, is_whole, fresh: Fresh::Nothing };
                let mut pointer = self.new_block(&size, layout);
                // What does not fit on the stack ends the run.
                pointer.targets.may_be_null &= intrinsic == Intrinsic::Malloc;
                self.result(dest, Value::Pointer(pointer))
            }
            Intrinsic::Calloc => {
                let (count, size) = (self.eval_int(&args[0])?, self.eval_int(&args[1])?);
                let numbers = &self.state.numbers;
                let (x, y) = (numbers.range(&count), numbers.range(&size));
                let linear = match (x.as_point(), y.as_point()) {
                    (_, Some(by)) => count.linear.as_ref().and_then(|form| form.scale(by)),
                    (Some(by), _) => size.linear.as_ref().and_then(|form| form.scale(by)),
                    _ => None,
                };
                let total = Number::new(linear, x.mul(y));
                let origin = Origin::Heap(self.context, self.point);
                let element = self.element_type(dest);
                let is_whole = self.is_multiple(&args[..2], element);
                let layout = Layout { origin, element, is_whole, fresh: Fresh::Zeros };
                let pointer = self.new_block(&total, layout);
                self.result(dest, Value::Pointer(pointer))
            }
            Intrinsic::Free => self.free(args, stmt),
            Intrinsic::Realloc => {
                self.free(&args[..1], stmt)?;
                self.eval_int(&args[1])?;
                self.may_fail_anyhow(stmt);
                self.any_result(dest)
            }
            Intrinsic::Memcpy | Intrinsic::Memmove => self.copy_bytes(dest, args, stmt),
            Intrinsic::Memset => self.fill_bytes(dest, args, stmt),
            Intrinsic::Exit | Intrinsic::QuickExit => {
                self.evaluate(args)?;
                Err(Unreachable)
            }
            Intrinsic::Abort => {
                self.demand_that(CheckKind::Abort, stmt.span, false);
                Err(Unreachable)
            }
            Intrinsic::Printf | Intrinsic::Fprintf => {
                self.evaluate(args)?;
                let format = usize::from(intrinsic == Intrinsic::Fprintf);
                let is_plain =
                    args.get(format).is_some_and(|arg| self.is_plain_format(arg, args, format));
                if !is_plain {
                    self.may_fail_anyhow(stmt);
                }
                if args.get(format).is_none_or(|arg| self.may_store_a_count(arg)) {
                    self.forget_memory();
                }
                self.any_result(dest)
            }
            Intrinsic::Fputc
            | Intrinsic::Fflush
            | Intrinsic::Ungetc
            | Intrinsic::Feof
            | Intrinsic::Clearerr => {
                self.evaluate(args)?;
                self.any_result(dest)
            }
            Intrinsic::Getchar => {
                self.evaluate(args)?;
                self.result(dest, Value::Int(Number::range(Interval::new(-1, 255))))
            }
            Intrinsic::Scanf if self.plain_scan(args).is_some() => {
                let sizes = self.plain_scan(args).unwrap_or_default();
                self.scan(&sizes, &args[1..], dest, stmt)
            }
            Intrinsic::Time | Intrinsic::Clock if args.iter().all(is_null) => self.any_result(dest),
            Intrinsic::Math(_) => {
                self.evaluate(args)?;
                self.any_result(dest)
            }
            // Whatever else there is may write through any pointer, and fail.
            _ => {
                self.evaluate(args)?;
                self.may_fail_anyhow(stmt);
                self.forget_memory();
                self.any_result(dest)
            }
        }
    }

    fn evaluate(&mut self, args: &[Expr]) -> Reached<()> {
        for arg in args {
            self.eval(arg)?;
        }
        Ok(())
    }

    fn result(&mut self, dest: Option<&Place>, value: Value) -> Reached<()> {
        match dest {
            Some(dest) => self.store(dest, &value),
            None => Ok(()),
        }
    }

    pub(crate) fn any_result(&mut self, dest: Option<&Place>) -> Reached<()> {
        match dest {
            Some(dest) => {
                let value = self.anything(dest.ty);
                self.store(dest, &value)
            }
            None => Ok(()),
        }
    }

    /// Checks of which nothing is known.
    fn may_fail_anyhow(&mut self, stmt: &Stmt) {
        use CheckKind::{Bounds, Lifetime, Null, Uninit};
        for kind in [Bounds, Null, Lifetime, Uninit] {
            self.demand_that(kind, stmt.span, false);
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

    fn free(&mut self, args: &[Expr], stmt: &Stmt) -> Reached<()> {
        let pointer = self.eval_pointer(&args[0])?;
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
        self.demand_that(CheckKind::Lifetime, stmt.span, is_fine);
        let heap = |id: &ObjectId| matches!(self.objects.get(*id).origin, Origin::Heap(..));
        let gone: Vec<ObjectId> = gone.into_iter().filter(heap).collect();
        self.state.dead.extend(gone);
        Ok(())
    }

    fn location(&mut self, pointer: &Expr) -> Reached<Location> {
        let Pointer { targets, offset } = self.eval_pointer(pointer)?;
        Ok(Location::pointed_to(targets, offset))
    }

    fn copy_bytes(&mut self, dest: Option<&Place>, args: &[Expr], stmt: &Stmt) -> Reached<()> {
        use crate::access::Access;
        let to = self.location(&args[0])?;
        let from = self.location(&args[1])?;
        let count = self.eval_int(&args[2])?;
        let range = self.state.numbers.range(&count);
        if range != Interval::point(0) {
            self.reach(&from, &count, Access::Read, stmt.span)?;
            self.reach(&to, &count, Access::Write, stmt.span)?;
            self.overwrite(&to, range.high);
        }
        let value = Value::Pointer(Pointer { targets: to.targets, offset: to.offset });
        self.result(dest, value)
    }

    fn fill_bytes(&mut self, dest: Option<&Place>, args: &[Expr], stmt: &Stmt) -> Reached<()> {
        use crate::access::Access;
        let to = self.location(&args[0])?;
        let value = self.eval_int(&args[1])?;
        let count = self.eval_int(&args[2])?;
        let range = self.state.numbers.range(&count);
        if range != Interval::point(0) {
            self.reach(&to, &count, Access::Write, stmt.span)?;
            self.overwrite(&to, range.high);
            let is_zero = self.state.numbers.range(&value) == Interval::point(0);
            let at = self.state.numbers.range(&to.offset).as_point();
            if let (Some(target), Some(0), Some(bytes)) =
                (to.targets.single(), at, range.as_point())
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
        let value = Value::Pointer(Pointer { targets: to.targets, offset: to.offset });
        self.result(dest, value)
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

fn is_null(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(0) => true,
        ExprKind::Cast(inner) => is_null(inner),
        _ => false,
    }
}
