//! How many gates a circuit has when it is turned into gates in the straightforward way: ripple-carry adders of sum and
//! majority gates, one multiplexer per bit of a choice, rows of adders for a product. Gates with constant or equal operands
//! vanish, and no gate is made twice.

use rustc_hash::FxHashMap;

use crate::{Op, Term, Terms};

/// Twice the number of the gate that makes it, plus one if inverted. Gate 0 is the constant false.
type Bit = u32;

const FALSE: Bit = 0;
const TRUE: Bit = 1;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    And,
    Xor,
    Choice,
    Majority,
}

#[derive(Default)]
struct Gates {
    known: FxHashMap<(Kind, [Bit; 3]), Bit>,
    inputs: u32,
}

/// The number of gates of a term, inputs not counted.
pub(super) fn count(terms: &Terms, root: Term) -> usize {
    let mut gates = Gates::default();
    let mut rows: FxHashMap<Term, Vec<Bit>> = FxHashMap::default();
    for term in terms.post_order(&[root]) {
        let width = terms.width(term);
        let row = if let Some(value) = terms.value(term) {
            (0..width).map(|bit| (value >> bit & 1) as Bit).collect()
        } else if terms.symbol(term).is_some() {
            (0..width).map(|_| gates.input()).collect()
        } else {
            let operands: Vec<&[Bit]> =
                terms.children(term).iter().map(|child| rows[child].as_slice()).collect();
            gates.apply(terms.op(term), width, &operands)
        };
        rows.insert(term, row);
    }
    gates.known.len()
}

impl Gates {
    fn input(&mut self) -> Bit {
        self.inputs += 1;
        2 * (self.inputs + self.known.len() as u32)
    }

    fn gate(&mut self, kind: Kind, operands: [Bit; 3]) -> Bit {
        let next = 2 * (self.inputs + self.known.len() as u32 + 1);
        *self.known.entry((kind, operands)).or_insert(next)
    }

    fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (FALSE, _) => FALSE,
            (TRUE, _) => b,
            _ if a == b => a,
            _ if a == b ^ 1 => FALSE,
            _ => self.gate(Kind::And, [a, b, 0]),
        }
    }

    fn or(&mut self, a: Bit, b: Bit) -> Bit {
        self.and(a ^ 1, b ^ 1) ^ 1
    }

    fn xor(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let inverted = (a ^ b ^ c) & 1;
        let mut list: Vec<Bit> = Vec::new();
        for bit in [a & !1, b & !1, c & !1] {
            match list.iter().position(|&other| other == bit) {
                Some(twin) => drop(list.remove(twin)),
                None => list.push(bit),
            }
        }
        list.retain(|&bit| bit != FALSE);
        list.sort_unstable();
        inverted
            ^ match *list {
                [] => FALSE,
                [only] => only,
                [a, b] => self.gate(Kind::Xor, [a, b, 0]),
                _ => self.gate(Kind::Xor, [list[0], list[1], list[2]]),
            }
    }

    fn choice(&mut self, condition: Bit, a: Bit, b: Bit) -> Bit {
        let (condition, a, b) =
            if condition & 1 == 1 { (condition ^ 1, b, a) } else { (condition, a, b) };
        match (a, b) {
            _ if condition == FALSE => b,
            _ if a == b => a,
            _ if a == b ^ 1 => self.xor(condition, b, 0),
            (FALSE, _) => self.and(condition ^ 1, b),
            (TRUE, _) => self.or(condition, b),
            (_, FALSE) => self.and(condition, a),
            (_, TRUE) => self.or(condition ^ 1, a),
            _ => self.gate(Kind::Choice, [condition, a & !1, b ^ (a & 1)]) ^ (a & 1),
        }
    }

    fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut list = [a, b, c];
        list.sort_unstable();
        let [a, b, c] = list;
        match a {
            FALSE => self.and(b, c),
            TRUE => self.or(b, c),
            _ if a == b || b ^ 1 == c => a,
            _ if b == c => b,
            _ if a ^ 1 == b => c,
            _ => self.gate(Kind::Majority, [a, b, c]),
        }
    }

    fn add(&mut self, a: &[Bit], b: &[Bit], mut carry: Bit) -> Vec<Bit> {
        let mut sum = Vec::new();
        for (&a, &b) in a.iter().zip(b) {
            sum.push(self.xor(a, b, carry));
            carry = self.majority(a, b, carry);
        }
        sum
    }

    fn multiply(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let mut product = vec![FALSE; a.len()];
        for (shift, &digit) in b.iter().enumerate() {
            let row: Vec<Bit> =
                a[..a.len() - shift].iter().map(|&bit| self.and(bit, digit)).collect();
            let sum = self.add(&product[shift..], &row, FALSE);
            product.splice(shift.., sum);
        }
        product
    }

    /// Is the first one smaller, or (with `equal`) equal?
    fn less(&mut self, a: &[Bit], b: &[Bit], equal: Bit) -> Bit {
        let mut less = equal;
        for (&a, &b) in a.iter().zip(b) {
            less = self.majority(a ^ 1, b, less);
        }
        less
    }

    fn signed_less(&mut self, a: &[Bit], b: &[Bit], equal: Bit) -> Bit {
        let flipped = |row: &[Bit]| {
            let mut row = row.to_vec();
            *row.last_mut().expect("a row should have bits") ^= 1;
            row
        };
        self.less(&flipped(a), &flipped(b), equal)
    }

    fn apply(&mut self, op: Op, width: u32, operands: &[&[Bit]]) -> Vec<Bit> {
        let width = width as usize;
        match (op, operands) {
            (Op::Not | Op::BitNot, [a]) => a.iter().map(|bit| bit ^ 1).collect(),
            (Op::FromBool, [a]) => a.to_vec(),
            (Op::Neg, [a]) => {
                let flipped: Vec<Bit> = a.iter().map(|bit| bit ^ 1).collect();
                self.add(&flipped, &vec![FALSE; width], TRUE)
            }
            (Op::ZeroExtend(_), [a]) => (0..width).map(|i| *a.get(i).unwrap_or(&FALSE)).collect(),
            (Op::SignExtend(_), [a]) => (0..width).map(|i| a[i.min(a.len() - 1)]).collect(),
            (Op::Extract { high, low }, [a]) => a[low.into()..=high.into()].to_vec(),
            (Op::And, list) => {
                vec![list.iter().fold(TRUE, |all, operand| self.and(all, operand[0]))]
            }
            (Op::Or, list) => {
                vec![list.iter().fold(FALSE, |any, operand| self.or(any, operand[0]))]
            }
            (Op::Ite, [c, a, b]) => {
                a.iter().zip(*b).map(|(&a, &b)| self.choice(c[0], a, b)).collect()
            }
            (Op::Xor | Op::BitXor, [a, b]) => {
                a.iter().zip(*b).map(|(&a, &b)| self.xor(a, b, FALSE)).collect()
            }
            (Op::BitAnd, [a, b]) => a.iter().zip(*b).map(|(&a, &b)| self.and(a, b)).collect(),
            (Op::BitOr, [a, b]) => a.iter().zip(*b).map(|(&a, &b)| self.or(a, b)).collect(),
            (Op::Add, [a, b]) => self.add(a, b, FALSE),
            (Op::Sub, [a, b]) => {
                let flipped: Vec<Bit> = b.iter().map(|bit| bit ^ 1).collect();
                self.add(a, &flipped, TRUE)
            }
            (Op::Mul, [a, b]) => self.multiply(a, b),
            (Op::Concat, [a, b]) => [*b, *a].concat(),
            (Op::Eq, [a, b]) => {
                let same = a.iter().zip(*b).fold(TRUE, |all, (&a, &b)| {
                    let same = self.xor(a, b, TRUE);
                    self.and(all, same)
                });
                vec![same]
            }
            (Op::ULt, [a, b]) => vec![self.less(a, b, FALSE)],
            (Op::ULe, [a, b]) => vec![self.less(a, b, TRUE)],
            (Op::SLt, [a, b]) => vec![self.signed_less(a, b, FALSE)],
            (Op::SLe, [a, b]) => vec![self.signed_less(a, b, TRUE)],
            _ => panic!("{op:?} should not occur in a circuit"),
        }
    }
}
