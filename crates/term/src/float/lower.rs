//! Replaces floating-point operations by circuits.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::float::format::Format;
use crate::float::number::Number;
use crate::float::{add, compare, convert, divide, integer, multiply};
use crate::{Op, Term, Terms};

/// Rewrites terms so that no floating-point operation is left in them, and remembers what became of each: what
/// several calls have in common is rewritten once. Good for one store.
#[derive(Clone, Default, Debug)]
pub struct FloatLowering {
    lowered: FxHashMap<Term, Term>,
}

impl FloatLowering {
    pub fn new() -> FloatLowering {
        FloatLowering::default()
    }

    /// A term without floating-point operations that has the value of `root` in every model.
    pub fn lower(&mut self, terms: &mut Terms, root: Term) -> Term {
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.lowered.contains_key(&term) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let children = terms.children(term);
            pending.extend(children.iter().filter(|child| !self.lowered.contains_key(child)));
            if pending.len() > before {
                continue;
            }
            pending.pop();
            let new_children: SmallVec<[Term; 4]> =
                children.iter().map(|child| self.lowered[child]).collect();
            let op = terms.op(term);
            let lowered = match circuit(terms, op, &new_children) {
                Some(circuit) => circuit,
                None if new_children.as_slice() == terms.children(term) => term,
                None => terms.apply(op, &new_children),
            };
            self.lowered.insert(term, lowered);
        }
        self.lowered[&root]
    }
}

impl Terms {
    /// Terms without floating-point operations that have the values of `roots` in every model. For several calls see
    /// [`FloatLowering`].
    pub fn lower_floats(&mut self, roots: &[Term]) -> Vec<Term> {
        let mut lowering = FloatLowering::new();
        roots.iter().map(|&root| lowering.lower(self, root)).collect()
    }

    /// The circuit of a term that is a floating-point operation, over its operands as they stand: these may be such
    /// operations themselves. For callers that walk the terms anyway. `None` for all other terms.
    pub fn float_circuit(&mut self, term: Term) -> Option<Term> {
        let node = self.node(term);
        let operands: SmallVec<[Term; 4]> = node.children.into();
        circuit(self, node.op, &operands)
    }
}

/// The circuit for an operation on operands that have none in them; `None` for other operations.
fn circuit(terms: &mut Terms, op: Op, operands: &[Term]) -> Option<Term> {
    let number =
        |terms: &Terms, bits: Term| Number { format: Format::of_width(terms.width(bits)), bits };
    Some(match (op, operands) {
        (Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FEq | Op::FLt | Op::FLe, &[a, b]) => {
            let (a, b) = (number(terms, a), number(terms, b));
            binary_circuit(op)(terms, a, b)
        }
        (Op::FConvert(to), &[a]) => {
            let a = number(terms, a);
            convert::convert(terms, a, Format::of_width(to.into()))
        }
        (Op::FFromUnsigned(to), &[a]) => {
            integer::from_unsigned(terms, a, Format::of_width(to.into()))
        }
        (Op::FFromSigned(to), &[a]) => integer::from_signed(terms, a, Format::of_width(to.into())),
        (Op::FToUnsigned(to), &[a]) => {
            let a = number(terms, a);
            integer::to_unsigned(terms, a, to.into())
        }
        (Op::FToSigned(to), &[a]) => {
            let a = number(terms, a);
            integer::to_signed(terms, a, to.into())
        }
        _ => return None,
    })
}

type BinaryCircuit = fn(&mut Terms, Number, Number) -> Term;

/// The circuit for an operation on two numbers of one format.
pub(super) fn binary_circuit(op: Op) -> BinaryCircuit {
    match op {
        Op::FAdd => add::add,
        Op::FSub => add::subtract,
        Op::FMul => multiply::multiply,
        Op::FDiv => divide::divide,
        Op::FEq => compare::equal,
        Op::FLt => compare::less,
        Op::FLe => compare::less_or_equal,
        _ => unreachable!("{op:?} should not be taken for an operation on two numbers"),
    }
}
