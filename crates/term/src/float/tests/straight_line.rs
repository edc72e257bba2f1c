//! Evaluates one term for many operands: the terms below it are put in order once, and each step works on
//! several operands at a time. It shares no code with the evaluation of terms.

use crate::{Op, Term, Terms};

/// Operands that are evaluated together.
pub(super) const LANES: usize = 16;

pub(super) type Lanes = [u128; LANES];

#[derive(Debug)]
struct Step {
    op: Op,
    mask: u128,
    operands: Vec<usize>,
    /// Width of the last operand.
    operand_width: u32,
}

#[derive(Debug)]
pub(super) struct Program {
    steps: Vec<Step>,
    /// The position of each input among the values.
    inputs: Vec<Option<usize>>,
    values: Vec<Lanes>,
}

impl Program {
    pub(super) fn new(terms: &Terms, root: Term, inputs: &[Term]) -> Program {
        let order = terms.post_order(&[root]);
        let position = |term: &Term| order.binary_search(term).ok();
        let mut steps = Vec::new();
        let mut values = Vec::new();
        for &term in &order {
            let node = terms.node(term);
            let operands =
                node.children.iter().map(|child| position(child).expect("operands come first"));
            steps.push(Step {
                op: node.op,
                mask: node.sort.mask(),
                operands: operands.collect(),
                operand_width: node.children.last().map_or(0, |&child| terms.width(child)),
            });
            values.push([terms.value(term).unwrap_or(0); LANES]);
        }
        Program { steps, inputs: inputs.iter().map(position).collect(), values }
    }

    /// The values of the root where input `i` has the values `inputs[i]`.
    pub(super) fn run(&mut self, inputs: &[Lanes]) -> Lanes {
        for (place, values) in self.inputs.iter().zip(inputs) {
            if let Some(place) = *place {
                self.values[place] = *values;
            }
        }
        for (index, step) in self.steps.iter().enumerate() {
            let (before, rest) = self.values.split_at_mut(index);
            step.run(before, &mut rest[0]);
        }
        *self.values.last().expect("there is a root")
    }
}

impl Step {
    fn run(&self, values: &[Lanes], result: &mut Lanes) {
        let mask = self.mask;
        match (self.op, self.operands.as_slice()) {
            (Op::Constant(_) | Op::Variable(_), _) => {}
            (Op::And, list) => self.fold(values, list, result, |a, b| a & b),
            (Op::Or, list) => self.fold(values, list, result, |a, b| a | b),
            (Op::Ite, &[c, a, b]) => {
                let (c, a, b) = (&values[c], &values[a], &values[b]);
                *result = std::array::from_fn(|lane| if c[lane] == 1 { a[lane] } else { b[lane] });
            }
            (_, &[a]) => self.unary(&values[a], result),
            (_, &[a, b]) => self.binary(&values[a], &values[b], result),
            (op, _) => panic!("{op:?} should not occur in a circuit"),
        }
        debug_assert!(result.iter().all(|value| value & !mask == 0), "{:?}", self.op);
    }

    fn fold(
        &self,
        values: &[Lanes],
        operands: &[usize],
        result: &mut Lanes,
        join: impl Fn(u128, u128) -> u128,
    ) {
        *result = values[operands[0]];
        for &operand in &operands[1..] {
            *result = std::array::from_fn(|lane| join(result[lane], values[operand][lane]));
        }
    }

    fn unary(&self, a: &Lanes, result: &mut Lanes) {
        let mask = self.mask;
        let mut each = |f: &dyn Fn(u128) -> u128| *result = std::array::from_fn(|lane| f(a[lane]));
        match self.op {
            Op::Not | Op::BitNot => each(&|a| !a & mask),
            Op::Neg => each(&|a| a.wrapping_neg() & mask),
            Op::ZeroExtend(_) | Op::FromBool => *result = *a,
            Op::SignExtend(_) => {
                let sign = 1 << (self.operand_width - 1);
                each(&|a| (a ^ sign).wrapping_sub(sign) & mask);
            }
            Op::Extract { low, .. } => each(&|a| (a >> low) & mask),
            op => panic!("{op:?} should not occur in a circuit"),
        }
    }

    fn binary(&self, a: &Lanes, b: &Lanes, result: &mut Lanes) {
        let mask = self.mask;
        let width = self.operand_width;
        let sign = 1 << (width - 1);
        macro_rules! each {
            ($f:expr) => {
                *result = std::array::from_fn(|lane| $f(a[lane], b[lane]))
            };
        }
        match self.op {
            Op::Xor | Op::BitXor => each!(|a, b| a ^ b),
            Op::BitAnd => each!(|a, b| a & b),
            Op::BitOr => each!(|a, b| a | b),
            Op::Add => each!(|a: u128, b| a.wrapping_add(b) & mask),
            Op::Sub => each!(|a: u128, b| a.wrapping_sub(b) & mask),
            Op::Mul => each!(|a: u128, b| a.wrapping_mul(b) & mask),
            Op::Concat => each!(|a, b| (a << width) | b),
            Op::Eq => each!(|a, b| u128::from(a == b)),
            Op::ULt => each!(|a, b| u128::from(a < b)),
            Op::ULe => each!(|a, b| u128::from(a <= b)),
            Op::SLt => each!(|a, b| u128::from(a ^ sign < b ^ sign)),
            Op::SLe => each!(|a, b| u128::from(a ^ sign <= b ^ sign)),
            op => panic!("{op:?} should not occur in a circuit"),
        }
    }
}
