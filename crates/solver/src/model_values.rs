//! Reading the SAT solver's assignment.
//!
//! Gates with a variable have the value of the variable. Others, which no clause mentions, are computed from their operands; inputs
//! among them are free and taken as false.

use rustc_hash::FxHashMap;

use crate::gates::values::{self, Value};
use crate::gates::{Bit, Clauses, Gates, Kind};
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
        if let Some(value) = self.lookup(bit.gate()) {
            return value != bit.is_inverted();
        }
        let mut stack = vec![bit.gate()];
        let value = loop {
            let number = *stack.last().expect("the stack should not run empty");
            let waiting = stack.len();
            let value = self.lookup(number).or_else(|| self.compute(number, &mut stack));
            if stack.len() > waiting {
                continue;
            }
            let value = value.expect("a gate with known operands should have a value");
            self.computed.insert(number, value);
            stack.pop();
            if stack.is_empty() {
                break value;
            }
        };
        value != bit.is_inverted()
    }

    fn lookup(&mut self, number: usize) -> Option<bool> {
        if let Some(literal) = self.clauses.known_literal(Bit::of_gate(number)) {
            return Some(self.sat.value(literal));
        }
        self.computed.get(&number).copied()
    }

    /// The value from those of the operands, or nothing after pushing operands that have none yet.
    fn compute(&mut self, number: usize, stack: &mut Vec<usize>) -> Option<bool> {
        let gate = self.gates.gate(number);
        match gate.kind {
            Kind::False | Kind::Input => return Some(false),
            _ => {}
        }
        let mut values = [Value::False; 3];
        let mut complete = true;
        for (value, operand) in values.iter_mut().zip(gate.operands) {
            if operand.is_constant() {
                continue;
            }
            match self.lookup(operand.gate()) {
                Some(known) => *value = Value::from(known != operand.is_inverted()),
                None => {
                    stack.push(operand.gate());
                    complete = false;
                }
            }
        }
        complete.then(|| values::apply(gate.kind, values) == Value::True)
    }
}
