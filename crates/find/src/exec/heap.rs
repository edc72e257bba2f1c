//! Blocks of the heap.

use whydunit_program::Target;
use whydunit_program::address::{ADDRESS_SPACE, MAX_OBJECT};
use whydunit_program::obligation::{Access, OF_RELEASE};
use whydunit_semantics::{Block, Library};
use whydunit_source::Span;
use whydunit_term::Term;

use super::memory::Fill;
use super::pointer::{Entry, Storage};
use super::state::State;
use super::{CutReason, Exec, Run, Stop};

impl Exec<'_> {
    /// Absurd sizes give null; everything else succeeds, as in the interpreter.
    pub(super) fn malloc(
        &mut self,
        state: &mut State,
        block: Block<Term, Term>,
        fill: Fill,
        span: Span,
    ) -> Run<Term> {
        let is_absurd = self.terms.not(block.is_possible);
        let null = self.pointer_bits(0);
        // Larger than what is followed, but not too large for a machine.
        if self.program.types.target() == Target::Lp64
            && let Some(bytes) = self.terms.value(block.bytes)
            && (u128::from(MAX_OBJECT)..u128::from(ADDRESS_SPACE)).contains(&bytes)
        {
            let place = self.user_span(span);
            let most = MAX_OBJECT >> 30;
            let message = format!("a block of {bytes} bytes: up to {most} GiB are followed");
            self.cut_when(state, Term::TRUE, CutReason::Gap(message, Some(place)))?;
            return Err(Stop::Path);
        }
        self.either_way(state, is_absurd, span, &mut |_, _| Ok(null), &mut |this, state| {
            let entry = this.new_block(state, block.bytes, Storage::Heap, fill)?;
            Ok(this.address(entry))
        })
    }

    /// When is a pointer the start of a heap block that is alive?
    fn is_heap_block(&mut self, state: &State, pointer: Term) -> Term {
        let pointer = self.canonical(pointer);
        let targets = self.targets(pointer);
        let mut good = Term::FALSE;
        for target in &targets.known {
            let Entry::Object(info) = &self.entries[target.entry as usize] else { continue };
            if info.storage != Storage::Heap {
                continue;
            }
            let is_alive = state.memory.get(target.entry).map_or(Term::FALSE, |o| o.is_alive);
            let zero = self.pointer_bits(0);
            let at_start = self.terms.eq(target.offset, zero);
            let block = self.terms.and(&[target.when, is_alive, at_start]);
            good = self.terms.or(&[good, block]);
        }
        good
    }

    pub(super) fn free(&mut self, state: &mut State, pointer: Term, span: Span) -> Run<()> {
        let null = self.pointer_bits(0);
        let is_null = self.terms.eq(pointer, null);
        let is_block = self.is_heap_block(state, pointer);
        let fine = self.terms.or(&[is_null, is_block]);
        self.check(state, OF_RELEASE, fine, span)?;
        let pointer = self.canonical(pointer);
        self.end_pointee(state, pointer);
        Ok(())
    }

    pub(super) fn realloc(
        &mut self,
        state: &mut State,
        pointer: Term,
        block: Block<Term, Term>,
        span: Span,
    ) -> Run<Term> {
        let null = self.pointer_bits(0);
        let is_null = self.terms.eq(pointer, null);
        self.either_way(
            state,
            is_null,
            span,
            &mut |this, state| this.malloc(state, block.clone(), Fill::Unset, span),
            &mut |this, state| this.resize_block(state, pointer, &block, span),
        )
    }

    fn resize_block(
        &mut self,
        state: &mut State,
        pointer: Term,
        block: &Block<Term, Term>,
        span: Span,
    ) -> Run<Term> {
        let size = block.bytes;
        let is_block = self.is_heap_block(state, pointer);
        self.check(state, OF_RELEASE, is_block, span)?;
        let null = self.pointer_bits(0);
        let is_zero = self.terms.eq(size, null);
        self.either_way(
            state,
            is_zero,
            span,
            &mut |this, state| {
                this.free(state, pointer, span)?;
                Ok(null)
            },
            &mut |this, state| {
                let new = this.malloc(state, block.clone(), Fill::Unset, span)?;
                let mut old_size = null;
                for target in &this.targets(pointer).known {
                    if let Entry::Object(info) = &this.entries[target.entry as usize] {
                        old_size = this.terms.ite(target.when, info.size, old_size);
                    }
                }
                let shrinks = this.terms.ult(size, old_size);
                let count = this.terms.ite(shrinks, size, old_size);
                let failed = this.terms.eq(new, null);
                this.either_way(state, failed, span, &mut |_, _| Ok(null), &mut |this, state| {
                    this.where_any(count, state, &mut |this, state| {
                        let from = this.resolve(state, pointer, count, Access::Read, span)?;
                        let to = this.resolve(state, new, count, Access::Write, span)?;
                        this.copy_spots(state, &to, &from, count, span)
                    })?;
                    this.free(state, pointer, span)?;
                    Ok(null)
                })?;
                Ok(new)
            },
        )
    }
}
