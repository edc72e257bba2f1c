//! Statements along a trace: what each does to the contents that the formula speaks of.

use std::rc::Rc;

use whydunit_program::obligation::Access;
use whydunit_program::{CheckKind, Expr, InputOrigin, LocalId, Place};
use whydunit_semantics::{Block, Call, Execution};
use whydunit_source::Span;

use crate::encoder::{Encoder, Evaluated, Scope};
use crate::memory::Filling;
use crate::storage::{Range, Storage, Value};

impl<'a> Execution<'a> for Encoder<'a> {
    fn is_expected(&self, _: &Scope) -> bool {
        self.is_last()
    }

    fn is_start(&self, scope: &Scope) -> bool {
        let frame = self.trace.frames.get(scope.frame as usize);
        frame.is_some_and(|frame| frame.caller.is_none())
    }

    fn store(&mut self, place: &Place, value: Value, scope: &mut Scope) -> Evaluated<()> {
        Encoder::store(self, place, value, scope)
    }

    fn copy(&mut self, to: &Place, from: &Place, bytes: u64, scope: &mut Scope) -> Evaluated<()> {
        if bytes == 0 {
            return Ok(());
        }
        let source = self.locate_place(from, bytes, Access::Read, scope)?;
        let target = self.locate_place(to, bytes, Access::Write, scope)?;
        self.copy_located(&target, &source, bytes)
    }

    fn zero(&mut self, place: &Place, bytes: u64, scope: &mut Scope) -> Evaluated<()> {
        let located = self.locate_place(place, bytes, Access::Write, scope)?;
        let zero = self.bits(8, 0);
        self.fill_located(&located, bytes, Filling::Repeat(zero))
    }

    fn input(
        &mut self,
        place: &Place,
        _: &InputOrigin,
        _: Span,
        scope: &mut Scope,
    ) -> Evaluated<()> {
        self.settle_input(place, scope)
    }

    fn call(&mut self, call: Call<'a>, scope: &mut Scope) -> Evaluated<()> {
        self.call_step(&call, scope)
    }

    fn next_argument(
        &mut self,
        place: &Place,
        list: Value,
        _: Span,
        scope: &mut Scope,
    ) -> Evaluated<()> {
        self.va_arg(place, list, scope)
    }

    fn assume(&mut self, condition: &Expr, scope: &mut Scope) -> Evaluated<()> {
        let condition = self.condition(condition, scope)?;
        self.contribution().condition = Some(condition.term);
        Ok(())
    }

    fn state(&mut self, kind: CheckKind, condition: &Expr, scope: &mut Scope) -> Evaluated<()> {
        let condition = self.condition(condition, scope)?;
        self.check(kind, condition)
    }

    /// Lives are those of the run.
    fn begin(&mut self, _: LocalId, _: &mut Scope) -> Evaluated<()> {
        Ok(())
    }

    fn end(&mut self, _: LocalId, _: &mut Scope) -> Evaluated<()> {
        Ok(())
    }

    fn array(&mut self, _: LocalId, block: Block<Value, Value>, _: &mut Scope) -> Evaluated<()> {
        self.require(block.is_possible)?;
        if let Some(object) = self.made_here() {
            let bytes = self.resize(block.bytes, 64, false);
            self.write(Range::new(Storage::Extent(object), 0, 8), bytes);
        }
        self.write_address()
    }

    fn keep(&mut self, slot: u32, scope: &mut Scope) -> Evaluated<()> {
        let kept = (self.step, self.memory.now());
        let snapshots = Rc::make_mut(&mut self.history.snapshots);
        snapshots.entry((scope.frame, slot)).or_default().push(kept);
        Ok(())
    }
}
