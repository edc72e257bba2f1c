//! From gates to clauses, on demand.
//!
//! A gate gets a SAT variable and its defining clauses (Tseitin) when a literal for it is asked for, and with it all gates below.
//! Conjunctions of conjunctions that nobody else uses become one wide gate. What is asserted at the root needs no variable of its
//! own: disjunctions become clauses, and in `guard or (x = y and ...)` the guard is distributed over the conjunction (the
//! polarity-aware encoding of Plaisted and Greenbaum, at the place where it saves most: formulas that say which step
//! implies which equation are almost entirely of this shape).
//!
//! Invariant: the gates whose variable exists have all their defining clauses in the solver, except those still waiting in `work`.

use super::{Bit, Gate, Gates, Kind};
use crate::limits::{GATES_BETWEEN_LOOKS, LONGEST_GUARD};
use crate::sat::Sat;
use crate::{Budget, Reason};

#[derive(Debug, Default)]
pub(crate) struct Clauses {
    /// SAT variable of each gate, 0 for none.
    variables: Vec<i32>,
    /// Gates with a variable whose clauses are still to be added.
    work: Vec<u32>,
    leaves: Vec<Bit>,
    buffer: Vec<i32>,
}

impl Clauses {
    pub(crate) fn memory(&self) -> u64 {
        (self.variables.capacity() + self.work.capacity()) as u64 * 4
    }

    /// The literal of a bit that is not a constant. Its clauses are added by [`Clauses::finish`].
    pub(crate) fn literal(&mut self, sat: &mut Sat, bit: Bit) -> i32 {
        debug_assert!(!bit.is_constant());
        let gate = bit.gate();
        if gate >= self.variables.len() {
            self.variables.resize((gate + 1).max(self.variables.len() * 2), 0);
        }
        let variable = &mut self.variables[gate];
        if *variable == 0 {
            *variable = sat.variable();
            self.work.push(bit.number());
        }
        if bit.is_inverted() { -*variable } else { *variable }
    }

    /// The literal of a bit, if the solver knows it.
    pub(crate) fn known_literal(&self, bit: Bit) -> Option<i32> {
        match self.variables.get(bit.gate()) {
            None | Some(0) => None,
            Some(&variable) => Some(if bit.is_inverted() { -variable } else { variable }),
        }
    }

    fn has_variable(&self, bit: Bit) -> bool {
        self.known_literal(bit).is_some()
    }

    /// Adds the clauses that are owed. When the budget ends first, a later call goes on.
    pub(crate) fn finish(
        &mut self,
        gates: &Gates,
        sat: &mut Sat,
        budget: &Budget,
    ) -> Result<(), Reason> {
        let mut count = 0;
        while let Some(number) = self.work.pop() {
            self.define(gates, sat, number as usize);
            count += 1;
            if count % GATES_BETWEEN_LOOKS == 0
                && let Some(reason) =
                    budget.exceeded_by(gates.memory() + self.memory() + sat.memory())
            {
                return Err(reason);
            }
        }
        Ok(())
    }

    fn define(&mut self, gates: &Gates, sat: &mut Sat, number: usize) {
        let output = self.variables[number];
        match gates.known(Bit::of_gate(number)).value() {
            Some(true) => sat.clause(&[output]),
            Some(false) => sat.clause(&[-output]),
            None => {}
        }
        let Gate { kind, operands } = *gates.gate(number);
        match kind {
            Kind::False | Kind::Input => {}
            Kind::And => self.define_and(gates, sat, output, number),
            Kind::Xor => {
                let [a, b, _] = operands;
                let (a, b) = (self.literal(sat, a), self.literal(sat, b));
                sat.clause(&[-output, a, b]);
                sat.clause(&[-output, -a, -b]);
                sat.clause(&[output, -a, b]);
                sat.clause(&[output, a, -b]);
            }
            Kind::Ite => {
                let [cond, then, otherwise] = operands.map(|bit| self.literal(sat, bit));
                sat.clause(&[-cond, -then, output]);
                sat.clause(&[-cond, then, -output]);
                sat.clause(&[cond, -otherwise, output]);
                sat.clause(&[cond, otherwise, -output]);
                // Implied; they let equal branches propagate before the condition is decided.
                sat.clause(&[-then, -otherwise, output]);
                sat.clause(&[then, otherwise, -output]);
            }
            Kind::Sum => {
                let [a, b, c] = operands.map(|bit| self.literal(sat, bit));
                for signs in 0..8 {
                    let flip = |literal: i32, index: u32| {
                        if signs >> index & 1 == 1 { -literal } else { literal }
                    };
                    let odd = u32::count_ones(signs) % 2 == 1;
                    let output = if odd { output } else { -output };
                    sat.clause(&[flip(a, 0), flip(b, 1), flip(c, 2), output]);
                }
            }
            Kind::Majority => {
                let [a, b, c] = operands.map(|bit| self.literal(sat, bit));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    sat.clause(&[-x, -y, output]);
                    sat.clause(&[x, y, -output]);
                }
            }
        }
    }

    fn define_and(&mut self, gates: &Gates, sat: &mut Sat, output: i32, number: usize) {
        self.collect_conjuncts(gates, number);
        let leaves = std::mem::take(&mut self.leaves);
        self.buffer.clear();
        self.buffer.push(output);
        for &leaf in &leaves {
            let literal = self.literal(sat, leaf);
            sat.clause(&[-output, literal]);
            self.buffer.push(-literal);
        }
        sat.clause(&self.buffer);
        self.leaves = leaves;
    }

    /// Puts into `leaves` the operands of the wide conjunction that the `And` stands for.
    fn collect_conjuncts(&mut self, gates: &Gates, number: usize) {
        self.leaves.clear();
        let [a, b, _] = gates.gate(number).operands;
        let mut stack = vec![b, a];
        while let Some(bit) = stack.pop() {
            let gate = gates.gate(bit.gate());
            let inner = gate.kind == Kind::And
                && !bit.is_inverted()
                && gates.uses(bit.gate()) == 1
                && !self.has_variable(bit);
            if inner {
                let [a, b, _] = gate.operands;
                stack.extend([b, a]);
            } else {
                self.leaves.push(bit);
            }
        }
        self.leaves.sort_unstable();
        self.leaves.dedup();
    }

    /// Adds clauses that make the bit true. [`Clauses::finish`] completes them.
    pub(crate) fn assert(&mut self, gates: &mut Gates, sat: &mut Sat, root: Bit) {
        let mut stack: Vec<(Bit, Vec<Bit>)> = vec![(root, Vec::new())];
        while let Some((bit, mut guard)) = stack.pop() {
            let conjunction = gates.gate(bit.gate()).kind == Kind::And && !bit.is_inverted();
            if guard.is_empty() && !bit.is_constant() {
                gates.fix(bit);
                if let Some(literal) = self.known_literal(bit) {
                    sat.clause(&[literal]);
                    if !conjunction {
                        continue;
                    }
                }
            }
            let open = gates.uses(bit.gate()) <= 1 && !self.has_variable(bit);
            match gates.gate(bit.gate()).kind {
                Kind::And if conjunction && (open || guard.is_empty()) => {
                    self.collect_conjuncts(gates, bit.gate());
                    for &leaf in self.leaves.iter().rev() {
                        stack.push((leaf, guard.clone()));
                    }
                }
                Kind::And if bit.is_inverted() && (open || guard.is_empty()) => {
                    self.collect_conjuncts(gates, bit.gate());
                    let spread = self.take_distributable(gates, guard.len());
                    guard.extend(self.leaves.iter().map(|&leaf| !leaf));
                    match spread {
                        Some(inner) => stack.push((inner, guard)),
                        None => self.add_disjunction(sat, &guard),
                    }
                }
                Kind::Xor if open || guard.is_empty() => {
                    let [a, b, _] = gates.gate(bit.gate()).operands;
                    let a = a.flip_if(bit.is_inverted());
                    for (a, b) in [(a, b), (!a, !b)] {
                        guard.extend([a, b]);
                        self.add_disjunction(sat, &guard);
                        guard.truncate(guard.len() - 2);
                    }
                }
                Kind::Ite if open && guard.len() < LONGEST_GUARD => {
                    let [cond, then, otherwise] = gates.gate(bit.gate()).operands;
                    for (cond, branch) in [(cond, otherwise), (!cond, then)] {
                        let mut guard = guard.clone();
                        guard.push(cond);
                        stack.push((branch.flip_if(bit.is_inverted()), guard));
                    }
                }
                _ => {
                    guard.push(bit);
                    self.add_disjunction(sat, &guard);
                }
            }
        }
    }

    /// Takes out of `leaves`, whose opposites are the members of a disjunction, the one member over which the others
    /// are to be distributed: a conjunction, an exclusive or, or a choice that only this disjunction uses.
    fn take_distributable(&mut self, gates: &Gates, guard: usize) -> Option<Bit> {
        if guard + self.leaves.len() - 1 > LONGEST_GUARD {
            return None;
        }
        let position = self.leaves.iter().position(|&leaf| {
            let member = !leaf;
            let open = gates.uses(member.gate()) <= 1 && !self.has_variable(member);
            open && match gates.gate(member.gate()).kind {
                Kind::And => !member.is_inverted(),
                Kind::Xor | Kind::Ite => true,
                _ => false,
            }
        })?;
        Some(!self.leaves.remove(position))
    }

    fn add_disjunction(&mut self, sat: &mut Sat, bits: &[Bit]) {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        for &bit in bits {
            match bit.value() {
                Some(true) => {
                    self.buffer = buffer;
                    return;
                }
                Some(false) => {}
                None => buffer.push(self.literal(sat, bit)),
            }
        }
        sat.clause(&buffer);
        self.buffer = buffer;
    }
}
