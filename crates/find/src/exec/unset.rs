//! What has no value, on its way through assignments, arguments and results.
//!
//! A scalar that is merely moved, converted or computed with may have no value: what it goes into has none then either (`is_set` of the cell). Where it decides something (a condition, an address, a
//! demand of an operation, what leaves the program) the check `uninit` asks for it. This is coarser than the machine, which knows single bits: a result counts as unset where an
//! operand is and the result is not a constant. So what is found is replayed, and what the machine does not confirm leaves the verdict *unknown*.
//!
//! What stands for the missing value is an unknown of its own: nothing holds because of it.

use whydunit_program::obligation::OF_USE;
use whydunit_program::{Expr, ExprKind, UnaryOp};
use whydunit_source::Span;
use whydunit_term::Term;

use super::state::State;
use super::{Exec, Run};

impl Exec<'_> {
    /// The value of an expression that is only moved somewhere, and when it has one.
    pub(crate) fn carried(&mut self, state: &mut State, expr: &Expr) -> Run<(Term, Term)> {
        if !self.checks.contains(OF_USE) {
            return Ok((self.expr(state, expr)?, Term::TRUE));
        }
        let outer = self.carry.replace(Term::TRUE);
        let value = self.part_of_carried(state, expr);
        let is_set = std::mem::replace(&mut self.carry, outer).unwrap_or(Term::TRUE);
        let value = value?;
        // Whatever the missing bits are, a constant is what it is.
        let is_set = if self.terms.value(value).is_some() { Term::TRUE } else { is_set };
        Ok((value, is_set))
    }

    /// Parts of such an expression: what decides something inside of it is evaluated as always.
    pub(crate) fn part_of_carried(&mut self, state: &mut State, expr: &Expr) -> Run<Term> {
        match &expr.kind {
            ExprKind::Load(place) => {
                let located =
                    self.strictly(|this| whydunit_semantics::locate(this, place, false, state))?;
                self.load_located(state, place, located)
            }
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::BitNot | UnaryOp::Not, _)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_) => whydunit_semantics::expr(self, expr, state),
            _ => self.expr(state, expr),
        }
    }

    /// Evaluates something in which every value has to be one.
    pub(crate) fn strictly<T>(&mut self, evaluate: impl FnOnce(&mut Self) -> Run<T>) -> Run<T> {
        let outer = self.carry.take();
        let result = evaluate(self);
        self.carry = outer;
        result
    }

    /// Something is read that is set under a condition: checked, unless it is only moved. What is missing is unknown then.
    pub(crate) fn read_as(
        &mut self,
        state: &mut State,
        (value, is_set): (Term, Term),
        width: u32,
        span: Span,
    ) -> Run<Term> {
        let Some(carry) = self.carry.filter(|_| is_set != Term::TRUE) else {
            self.check_set(state, is_set, span)?;
            return Ok(value);
        };
        self.carry = Some(self.terms.and(&[carry, is_set]));
        let open = self.unknown_bits(width, "unset");
        Ok(match is_set {
            Term::FALSE => open,
            _ => self.terms.ite(is_set, value, open),
        })
    }

    /// An operation inside of what is moved has a demand that its operands decide.
    pub(crate) fn demand_values(&mut self, state: &mut State, span: Span) -> Run<()> {
        match self.carry.replace(Term::TRUE) {
            Some(carry) => {
                let missing = self.terms.not(carry);
                let when = self.terms.and(&[state.path.condition(), missing]);
                if when != Term::FALSE {
                    let place = self.user_span(span);
                    self.done.undecided.push((when, place));
                }
                self.check_set(state, carry, span)
            }
            None => {
                self.carry = None;
                Ok(())
            }
        }
    }

    /// Bits beside a bit-field that may never have been set: unknowns that are recognised where they are read.
    pub(crate) fn beside_field(&mut self, value: Term, is_set: Term, width: u32) -> Term {
        if is_set == Term::TRUE || !self.checks.contains(OF_USE) {
            return value;
        }
        let open = self.unknown_bits(width, "unset");
        self.unset_bits.insert(open);
        match is_set {
            Term::FALSE => open,
            _ => self.terms.ite(is_set, value, open),
        }
    }

    /// When do all bits of a bit-field have a value? The bits beside fields are only moved about, never computed with: the field holds none of them exactly where
    /// it is the same whether they are all zeros or all ones.
    pub(crate) fn is_field_set(&mut self, field: Term) -> Term {
        if self.unset_bits.is_empty() {
            return Term::TRUE;
        }
        let variables = self.terms.variables(&[field]);
        let open: Vec<Term> =
            variables.into_iter().filter(|variable| self.unset_bits.contains(variable)).collect();
        if open.is_empty() {
            return Term::TRUE;
        }
        let filled = |terms: &mut whydunit_term::Terms, bits: u128| {
            let values: Vec<(Term, Term)> = open
                .iter()
                .map(|&variable| (variable, terms.constant(terms.sort(variable), bits)))
                .collect();
            terms.substitute(field, &values)
        };
        let zeros = filled(self.terms, 0);
        let ones = filled(self.terms, u128::MAX);
        self.terms.eq(zeros, ones)
    }
}
