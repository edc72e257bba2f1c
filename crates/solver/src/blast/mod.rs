//! Bit-blasting: from terms to gates.
//!
//! Each term becomes a row of bits, lowest first; a Boolean is a row of one. Terms are translated once, operands first, without
//! recursion, so nesting may be as deep as memory allows. A variable becomes a row of inputs, unless it was bound to
//! the bits of another term before anyone asked for it: that is how an asserted `x = t` costs no clause.
//!
//! Floating-point operations are lowered to bit-vector operations first. Applications of uninterpreted functions become inputs; see
//! [`applications`].

mod add;
pub(crate) mod applications;
mod bits;
mod compare;
mod divide;
mod multiply;
mod operation;
mod overflow;
mod shift;

use applications::Applications;
use whydunit_term::{FloatLowering, Op, Term, Terms};

use crate::gates::{Bit, Gates};
use crate::limits::TERMS_BETWEEN_LOOKS;
use crate::{Budget, Reason};

const ABSENT: u32 = u32::MAX;

#[derive(Debug)]
pub(crate) struct Blaster {
    pub(crate) gates: Gates,
    /// Position in `rows` of each term's bits, by the term's index.
    starts: Vec<u32>,
    rows: Vec<Bit>,
    /// Variables in the order in which they were met.
    variables: Vec<Term>,
    pub(crate) applications: Applications,
    floats: FloatLowering,
}

impl Blaster {
    pub(crate) fn new() -> Blaster {
        Blaster {
            gates: Gates::new(),
            starts: Vec::new(),
            rows: Vec::new(),
            variables: Vec::new(),
            applications: Applications::default(),
            floats: FloatLowering::new(),
        }
    }

    pub(crate) fn memory(&self) -> u64 {
        self.gates.memory() + (self.starts.capacity() + self.rows.capacity()) as u64 * 4
    }

    pub(crate) fn variables(&self) -> &[Term] {
        &self.variables
    }

    pub(crate) fn is_translated(&self, term: Term) -> bool {
        self.starts.get(term.index()).is_some_and(|&start| start != ABSENT)
    }

    /// The bits of a term that has been translated.
    pub(crate) fn row(&self, terms: &Terms, term: Term) -> &[Bit] {
        let start = self.starts[term.index()] as usize;
        &self.rows[start..start + terms.width(term) as usize]
    }

    /// The bit of a Boolean term that has been translated.
    pub(crate) fn bit(&self, terms: &Terms, term: Term) -> Bit {
        self.row(terms, term)[0]
    }

    /// Makes a variable that has not been translated stand for the bits of a term that has.
    pub(crate) fn bind(&mut self, terms: &Terms, variable: Term, value: Term) {
        debug_assert!(!self.is_translated(variable) && self.is_translated(value));
        let row = self.row(terms, value).to_vec();
        self.variables.push(variable);
        self.set_row(variable, &row);
    }

    fn set_row(&mut self, term: Term, row: &[Bit]) {
        let start = u32::try_from(self.rows.len()).expect("fewer than 2^32 bits should do");
        self.rows.extend_from_slice(row);
        if term.index() >= self.starts.len() {
            self.starts.resize((term.index() + 1).max(self.starts.len() * 2), ABSENT);
        }
        self.starts[term.index()] = start;
    }

    /// Translates a term and all below it. When the budget ends first, a later call goes on.
    pub(crate) fn translate(
        &mut self,
        terms: &mut Terms,
        root: Term,
        budget: &Budget,
        held: u64,
    ) -> Result<(), Reason> {
        let mut stack = vec![root];
        let mut count = 0;
        while let Some(&term) = stack.last() {
            if self.is_translated(term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let children = terms.children(term).iter().rev();
            stack.extend(children.copied().filter(|&child| !self.is_translated(child)));
            if stack.len() > before {
                continue;
            }
            if crate::float::is_float(terms.op(term)) {
                let lowered = self.floats.lower(terms, term);
                if self.is_translated(lowered) {
                    let row = self.row(terms, lowered).to_vec();
                    self.set_row(term, &row);
                } else {
                    stack.push(lowered);
                    continue;
                }
            } else {
                self.translate_node(terms, term);
            }
            stack.pop();
            count += 1;
            if count % TERMS_BETWEEN_LOOKS == 0
                && let Some(reason) = budget.exceeded_by(held + self.memory())
            {
                return Err(reason);
            }
        }
        Ok(())
    }

    fn translate_node(&mut self, terms: &Terms, term: Term) {
        let node = terms.node(term);
        let width = node.sort.width();
        let row = match node.op {
            Op::Constant(_) => {
                let value = terms.value(term).expect("a constant should have a value");
                bits::constant(value, width)
            }
            Op::Variable(_) => {
                self.variables.push(term);
                self.gates.inputs(width)
            }
            Op::Opaque(_) => {
                let row = self.gates.inputs(width);
                self.applications.add(term, row.clone());
                row
            }
            _ => {
                let operands: Vec<&[Bit]> = node
                    .children
                    .iter()
                    .map(|&child| row_of(&self.starts, &self.rows, terms, child))
                    .collect();
                operation::apply(&mut self.gates, node.op, &operands)
                    .expect("every operation but the opaque ones should have gates")
            }
        };
        debug_assert_eq!(row.len(), width as usize, "{:?} should keep its width", node.op);
        self.set_row(term, &row);
    }
}

fn row_of<'a>(starts: &[u32], rows: &'a [Bit], terms: &Terms, term: Term) -> &'a [Bit] {
    let start = starts[term.index()] as usize;
    &rows[start..start + terms.width(term) as usize]
}
