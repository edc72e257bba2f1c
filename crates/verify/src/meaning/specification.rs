//! What only specifications have: quantifiers, `\valid`, `\old`.

use whydunit_interp::ObjectKind;
use whydunit_program::{Expr, LocalId, StmtKind};
use whydunit_term::{Sort, Term};

use super::walk::{Evaluated, Scope, Walk, gap};
use crate::limits::MOST_INSTANCES;

impl Walk<'_> {
    /// Is the condition at hand one that the machine evaluates as a specification? It then makes no pointers that are confined to parts of objects.
    pub(super) fn is_specification(&self) -> bool {
        match self.program.stmt_at(self.current().point).map(|stmt| &stmt.kind) {
            Some(StmtKind::Check { cond, .. } | StmtKind::Assume { cond }) => {
                cond.is_specification(&self.program.types)
            }
            _ => false,
        }
    }

    /// Written out over the range of the run; over another range its truth is unknown.
    pub(super) fn quantifier(
        &mut self,
        (forall, variable): (bool, LocalId),
        (low, high): (&Expr, &Expr),
        body: &Expr,
        scope: &mut Scope,
    ) -> Evaluated<Term> {
        let (low, high) = (self.wide(low, scope)?, self.wide(high, scope)?);
        let (first, last) = (self.known(low)? as i128, self.known(high)? as i128);
        if last.saturating_sub(first) >= MOST_INSTANCES {
            return gap(format!("a quantifier from {first} to {last}"));
        }
        let mut result = self.terms.bool(forall);
        for value in first..=last {
            // The machine stops at the instance that decides.
            let undecided = if forall { result } else { self.terms.not(result) };
            scope.bound.push((variable, value));
            let instance = self.lazily(undecided, Sort::Bool, |walk| walk.condition(body, scope));
            scope.bound.pop();
            let instance = instance?;
            result = match forall {
                true => self.terms.and(&[result, instance]),
                false => self.terms.or(&[result, instance]),
            };
        }
        let same_low = self.unchanged(low)?;
        let same_high = self.unchanged(high)?;
        let same = self.terms.and(&[same_low, same_high]);
        Ok(self.only_when(same, result, "range"))
    }

    /// `\valid(pointer + (low .. high))`.
    pub(super) fn valid(
        &mut self,
        pointer: &Expr,
        (low, high): (&Expr, &Expr),
        scope: &mut Scope,
    ) -> Evaluated<Term> {
        let size = self.bits(128, self.pointee_size(pointer.ty));
        let address = self.expr(pointer, scope)?;
        let (low, high) = (self.wide(low, scope)?, self.wide(high, scope)?);
        let is_empty = self.terms.slt(high, low);
        let known = self.known(address)? as u64;
        let Some(entry) = self.entry(known) else {
            let same = self.unchanged(address)?;
            let nothing = self.only_when(same, Term::FALSE, "valid");
            return Ok(self.terms.or(&[is_empty, nothing]));
        };
        let offset = self.offset_in(&entry, address);
        let offset = self.terms.resize(offset, 128, true);
        let before = self.terms.mul(low, size);
        let start = self.terms.add(offset, before);
        let one = self.bits(128, 1_u32);
        let count = self.terms.add(high, one);
        let before = self.terms.mul(count, size);
        let end = self.terms.add(offset, before);
        let first = self.bits(128, entry.offset);
        let past = self.end_of(&entry)?;
        let past = self.terms.resize(past, 128, true);
        let above = self.terms.sle(first, start);
        let below = self.terms.sle(end, past);
        let alive = match entry.object.info.kind {
            ObjectKind::Heap { .. } => self.is_alive(entry.object.id)?,
            _ => self.terms.bool(!self.is_gone(entry.object)),
        };
        let inside = self.terms.and(&[above, below, alive]);
        let same = match self.is_wide() {
            true => self.same_entry(address)?,
            false => self.unchanged(address)?,
        };
        let inside = self.only_when(same, inside, "valid");
        Ok(self.terms.or(&[is_empty, inside]))
    }

    /// An expression in the memory that was kept.
    pub(super) fn old(&mut self, slot: u32, expr: &Expr, scope: &mut Scope) -> Evaluated<Term> {
        let Some(&time) = self.snapshots.get(&(scope.frame, slot)) else {
            return gap("\\old before anything was kept");
        };
        let outer = scope.at.replace(time);
        let result = self.expr(expr, scope);
        scope.at = outer;
        result
    }

    /// An integer in 128 bits, where all integers of programs fit.
    fn wide(&mut self, expr: &Expr, scope: &mut Scope) -> Evaluated<Term> {
        let value = self.expr(expr, scope)?;
        Ok(self.terms.resize(value, 128, self.class(expr.ty).is_signed()))
    }
}
