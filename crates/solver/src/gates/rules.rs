//! Making gates: constants, equal and opposite operands, and one level of looking into operands.
//!
//! Normal forms: operands of symmetric gates ascend; `Xor` and `Sum` have no inverted operand; the condition and the first branch
//! of an `Ite` are not inverted; at most one operand of a `Majority` is.

use super::{Bit, Gate, Gates, Kind};

impl Gates {
    pub(crate) fn and(&mut self, a: Bit, b: Bit) -> Bit {
        let (mut a, mut b) = (self.known(a), self.known(b));
        if a > b {
            std::mem::swap(&mut a, &mut b);
        }
        if a == Bit::FALSE || a == !b {
            return Bit::FALSE;
        }
        if a == Bit::TRUE || a == b {
            return b;
        }
        if let Some(simpler) = self.and_inside(a, b).or_else(|| self.and_inside(b, a)) {
            return simpler;
        }
        if self.contradict(a, b) {
            return Bit::FALSE;
        }
        self.intern(Kind::And, [a, b, Bit::FALSE])
    }

    /// `a and b` where `b` is, or is the opposite of, a conjunction that `a` decides.
    fn and_inside(&mut self, a: Bit, b: Bit) -> Option<Bit> {
        let [x, y] = self.conjuncts(b)?;
        if !b.is_inverted() {
            if a == x || a == y {
                return Some(b);
            }
            return (a == !x || a == !y).then_some(Bit::FALSE);
        }
        if a == !x || a == !y {
            return Some(a);
        }
        if a == x {
            return Some(self.and(a, !y));
        }
        if a == y {
            return Some(self.and(a, !x));
        }
        None
    }

    /// Are both conjunctions, with a conjunct of one the opposite of one of the other?
    fn contradict(&self, a: Bit, b: Bit) -> bool {
        if a.is_inverted() || b.is_inverted() {
            return false;
        }
        match (self.conjuncts(a), self.conjuncts(b)) {
            (Some([x, y]), Some([u, v])) => x == !u || x == !v || y == !u || y == !v,
            _ => false,
        }
    }

    /// The operands of the bit's gate, if that is an `And`.
    fn conjuncts(&self, bit: Bit) -> Option<[Bit; 2]> {
        let Gate { kind, operands: [x, y, _] } = *self.gate(bit.gate());
        (kind == Kind::And).then_some([x, y])
    }

    pub(crate) fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    pub(crate) fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let (a, b) = (self.known(a), self.known(b));
        let inverted = a.is_inverted() != b.is_inverted();
        let (mut a, mut b) = (a.uninverted(), b.uninverted());
        if a > b {
            std::mem::swap(&mut a, &mut b);
        }
        if a == Bit::FALSE {
            return b.flip_if(inverted);
        }
        if a == b {
            return Bit::constant(inverted);
        }
        let Gate { kind, operands: [x, y, _] } = *self.gate(b.gate());
        if kind == Kind::Xor && (a == x || a == y) {
            let other = if a == x { y } else { x };
            return self.known(other).flip_if(inverted);
        }
        self.intern(Kind::Xor, [a, b, Bit::FALSE]).flip_if(inverted)
    }

    pub(crate) fn equal(&mut self, a: Bit, b: Bit) -> Bit {
        !self.xor(a, b)
    }

    pub(crate) fn ite(&mut self, cond: Bit, then: Bit, otherwise: Bit) -> Bit {
        let cond = self.known(cond);
        let (mut then, mut otherwise) = (self.known(then), self.known(otherwise));
        if cond.is_inverted() {
            std::mem::swap(&mut then, &mut otherwise);
        }
        let cond = cond.uninverted();
        if cond == Bit::FALSE || then == otherwise {
            return otherwise;
        }
        if then.is_constant() || then == cond || then == !cond {
            let value = then == Bit::TRUE || then == cond;
            return if value { self.or(cond, otherwise) } else { self.and(!cond, otherwise) };
        }
        if otherwise.is_constant() || otherwise == cond || otherwise == !cond {
            let value = otherwise == Bit::TRUE || otherwise == !cond;
            return if value { self.or(!cond, then) } else { self.and(cond, then) };
        }
        if then == !otherwise {
            return self.equal(cond, then);
        }
        let inverted = then.is_inverted();
        self.intern(Kind::Ite, [cond, then.flip_if(inverted), otherwise.flip_if(inverted)])
            .flip_if(inverted)
    }

    /// The sum bit of three bits.
    pub(crate) fn sum(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let bits = [self.known(a), self.known(b), self.known(c)];
        let inverted = bits.iter().filter(|bit| bit.is_inverted()).count() % 2 == 1;
        let mut bits = bits.map(Bit::uninverted);
        bits.sort_unstable();
        let [a, b, c] = bits;
        if a == Bit::FALSE {
            return self.xor(b, c).flip_if(inverted);
        }
        if a == b {
            return c.flip_if(inverted);
        }
        if b == c {
            return a.flip_if(inverted);
        }
        self.intern(Kind::Sum, bits).flip_if(inverted)
    }

    /// At least two of three.
    pub(crate) fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut bits = [self.known(a), self.known(b), self.known(c)];
        bits.sort_unstable();
        let [a, b, c] = bits;
        match a {
            Bit::FALSE => return self.and(b, c),
            Bit::TRUE => return self.or(b, c),
            _ => {}
        }
        if a == b || b == !c {
            return a;
        }
        if b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        // The opposite of a majority is the majority of the opposites. The order of gates is the order of bits.
        let inverted = bits.iter().filter(|bit| bit.is_inverted()).count() >= 2;
        self.intern(Kind::Majority, bits.map(|bit| bit.flip_if(inverted))).flip_if(inverted)
    }

    pub(crate) fn and_all(&mut self, bits: &[Bit]) -> Bit {
        self.balanced(bits, Bit::TRUE, Gates::and)
    }

    pub(crate) fn or_all(&mut self, bits: &[Bit]) -> Bit {
        self.balanced(bits, Bit::FALSE, Gates::or)
    }

    /// A balanced tree: nesting as deep as the logarithm only.
    fn balanced(&mut self, bits: &[Bit], none: Bit, op: fn(&mut Gates, Bit, Bit) -> Bit) -> Bit {
        let mut level = bits.to_vec();
        while level.len() > 1 {
            let mut next = Vec::with_capacity(level.len().div_ceil(2));
            for pair in level.chunks(2) {
                next.push(match *pair {
                    [a, b] => op(self, a, b),
                    _ => pair[0],
                });
            }
            level = next;
        }
        level.first().copied().unwrap_or(none)
    }

    /// All bits of two vectors are equal.
    pub(crate) fn equal_all(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let bits: Vec<Bit> = a.iter().zip(b).map(|(&a, &b)| self.equal(a, b)).collect();
        self.and_all(&bits)
    }

    pub(crate) fn ite_all(&mut self, cond: Bit, then: &[Bit], otherwise: &[Bit]) -> Vec<Bit> {
        then.iter().zip(otherwise).map(|(&t, &e)| self.ite(cond, t, e)).collect()
    }
}
