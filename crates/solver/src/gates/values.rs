//! Reading the SAT solver's assignment.
//!
//! Gates with a variable have the value of the variable. Others, which no clause mentions, are computed from their operands; inputs
//! among them are free and taken as false.

use rustc_hash::FxHashMap;

use super::{Bit, Clauses, Gates, Kind};
use crate::sat::Sat;

pub(crate) struct Assignment<'a> {
    gates: &'a Gates,
    clauses: &'a Clauses,
    sat: &'a mut Sat,
    computed: FxHashMap<usize, bool>,
}

impl<'a> Assignment<'a> {
    /// To be used before the solver is touched again.
    pub(crate) fn new(gates: &'a Gates, clauses: &'a Clauses, sat: &'a mut Sat) -> Assignment<'a> {
        Assignment { gates, clauses, sat, computed: FxHashMap::default() }
    }

    /// The number that a row of bits, lowest first, stands for.
    pub(crate) fn value(&mut self, row: &[Bit]) -> u128 {
        let mut value = 0;
        for (index, &bit) in row.iter().enumerate() {
            value |= u128::from(self.bit(bit)) << index;
        }
        value
    }

    fn bit(&mut self, bit: Bit) -> bool {
        if let Some(value) = self.lookup(bit) {
            return value;
        }
        let mut stack = vec![bit.gate()];
        while let Some(&number) = stack.last() {
            match self.compute(number, &mut stack) {
                Some(value) => {
                    self.computed.insert(number, value);
                    stack.pop();
                }
                None => continue,
            }
        }
        self.lookup(bit).expect("the walk should have reached its root")
    }

    fn lookup(&mut self, bit: Bit) -> Option<bool> {
        if let Some(literal) = self.clauses.known_literal(bit) {
            return Some(self.sat.value(literal));
        }
        match self.gates.gate(bit.gate()).kind {
            Kind::False | Kind::Input => Some(bit.is_inverted()),
            _ => self.computed.get(&bit.gate()).map(|value| value != &bit.is_inverted()),
        }
    }

    /// The value from those of the operands, or nothing after pushing operands that have none yet.
    fn compute(&mut self, number: usize, stack: &mut Vec<usize>) -> Option<bool> {
        let gate = *self.gates.gate(number);
        let waiting = stack.len();
        let mut values = [false; 3];
        for (value, operand) in values.iter_mut().zip(gate.operands) {
            match self.lookup(operand) {
                Some(known) => *value = known,
                None => stack.push(operand.gate()),
            }
        }
        if stack.len() > waiting {
            return None;
        }
        let [a, b, c] = values;
        Some(match gate.kind {
            Kind::False | Kind::Input => false,
            Kind::And => a && b,
            Kind::Xor => a != b,
            Kind::Ite => (a && b) || (!a && c),
            Kind::Sum => a ^ b ^ c,
            Kind::Majority => u8::from(a) + u8::from(b) + u8::from(c) >= 2,
        })
    }
}
