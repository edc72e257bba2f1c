//! Simplification of all combinations of two operations at small widths, for all values: each rule meets its edge
//! cases here.

use crate::reference;

use reference::{BINARY, UNARY, bits, integers, mask, with_parameters};
use whydunit_term::{Evaluator, Model, Op, Sort, Term, Terms};

/// A term with its values under each of the models, computed by the reference.
#[derive(Clone)]
struct Known {
    term: Term,
    values: Vec<u128>,
}

struct Check {
    terms: Terms,
    models: Vec<Model>,
}

impl Check {
    /// A store with variables `x`, `y`, … of the width, with models for all their values.
    fn new(width: u32, names: &[&str]) -> (Check, Vec<Known>) {
        let mut terms = Terms::new();
        let variables: Vec<Term> =
            names.iter().map(|name| terms.variable_bits(name, width)).collect();
        let count = 1u128 << (width * names.len() as u32);
        let value = |all: u128, index: usize| (all >> (width * index as u32)) & mask(width);
        let models = (0..count)
            .map(|all| {
                let mut model = Model::new();
                for (index, &variable) in variables.iter().enumerate() {
                    model.set_term(&terms, variable, value(all, index));
                }
                model
            })
            .collect();
        let known = variables
            .iter()
            .enumerate()
            .map(|(index, &term)| Known {
                term,
                values: (0..count).map(|all| value(all, index)).collect(),
            })
            .collect();
        (Check { terms, models }, known)
    }

    fn constants(&mut self, width: u32) -> Vec<Known> {
        let count = self.models.len();
        (0..=mask(width))
            .map(|value| Known { term: self.terms.bits(width, value), values: vec![value; count] })
            .collect()
    }

    /// Makes the term and compares its values with the expected ones.
    fn make(&mut self, op: Op, operands: &[&Known], expected: impl Fn(&[u128]) -> u128) -> Known {
        let list: Vec<Term> = operands.iter().map(|operand| operand.term).collect();
        let term = self.terms.apply(op, &list);
        let mut values = Vec::new();
        for (index, model) in self.models.iter().enumerate() {
            let inputs: Vec<u128> = operands.iter().map(|operand| operand.values[index]).collect();
            let expected = expected(&inputs);
            let actual = Evaluator::new(model).value(&self.terms, term);
            assert_eq!(
                actual,
                Some(expected),
                "{op:?} of {inputs:?} made as {} from {}",
                self.terms.display(term),
                list.iter().map(|&t| self.terms.display(t).to_string() + " ").collect::<String>(),
            );
            values.push(expected);
        }
        Known { term, values }
    }

    fn unary(&mut self, op: Op, a: &Known) -> Known {
        let width = self.terms.width(a.term);
        self.make(op, &[a], |values| integers::unary(op, width, values[0]))
    }

    fn binary(&mut self, op: Op, a: &Known, b: &Known) -> Known {
        let width = self.terms.width(a.term);
        self.make(op, &[a, b], |values| integers::binary(op, width, values[0], values[1]))
    }

    fn concat(&mut self, a: &Known, b: &Known) -> Known {
        let low = self.terms.width(b.term);
        self.make(Op::Concat, &[a, b], |values| (values[0] << low) | values[1])
    }

    fn ite(&mut self, condition: &Known, a: &Known, b: &Known) -> Known {
        let choose = |values: &[u128]| if values[0] == 1 { values[1] } else { values[2] };
        self.make(Op::Ite, &[condition, a, b], choose)
    }

    fn is_bool(&self, known: &Known) -> bool {
        self.terms.sort(known.term).is_bool()
    }
}

/// All operations on `x` and a constant, on either side.
fn with_constants(check: &mut Check, x: &Known) -> Vec<Known> {
    let width = check.terms.width(x.term);
    let constants = check.constants(width);
    let mut made = vec![x.clone()];
    for &op in UNARY {
        made.push(check.unary(op, x));
    }
    for op in with_parameters(width, width + 2) {
        made.push(check.unary(op, x));
    }
    for constant in &constants {
        for &op in BINARY {
            made.push(check.binary(op, x, constant));
            made.push(check.binary(op, constant, x));
        }
        made.push(check.concat(x, constant));
        made.push(check.concat(constant, x));
    }
    made.sort_by_key(|known| known.term);
    made.dedup_by_key(|known| known.term);
    made
}

#[test]
fn two_operations_with_constants() {
    for width in 1..=3 {
        let (mut check, variables) = Check::new(width, &["x"]);
        for inner in with_constants(&mut check, &variables[0]) {
            if !check.is_bool(&inner) && check.terms.width(inner.term) <= width + 1 {
                with_constants(&mut check, &inner);
            }
        }
    }
}

#[test]
fn choices_between_constants() {
    let (mut check, variables) = Check::new(2, &["x"]);
    let predicates: Vec<Known> = with_constants(&mut check, &variables[0])
        .into_iter()
        .filter(|known| check.is_bool(known))
        .collect();
    let mut branches = check.constants(2);
    branches.push(variables[0].clone());
    for condition in &predicates {
        for a in &branches {
            for b in &branches {
                let chosen = check.ite(condition, a, b);
                with_constants(&mut check, &chosen);
                for c in &branches {
                    let outer = check.ite(&predicates[0], &chosen, c);
                    check.binary(Op::Eq, &outer, &branches[1]);
                    check.ite(condition, c, &chosen);
                    check.ite(condition, &chosen, c);
                    check.binary(Op::Eq, &chosen, c);
                }
            }
        }
    }
}

#[test]
fn operations_on_two_choices() {
    let (mut check, variables) = Check::new(2, &["x"]);
    let mut branches = check.constants(2);
    branches.push(variables[0].clone());
    let mut choices = Vec::new();
    for (op, limit) in [(Op::Eq, 1), (Op::ULt, 2)] {
        let condition = check.binary(op, &variables[0], &branches[limit]);
        for a in &branches {
            for b in &branches {
                choices.push(check.ite(&condition, a, b));
            }
        }
    }
    choices.sort_by_key(|known| known.term);
    choices.dedup_by_key(|known| known.term);
    for a in &choices {
        for b in &choices {
            for &op in BINARY {
                check.binary(op, a, b);
            }
            check.concat(a, b);
        }
    }
}

#[test]
fn two_operations_on_two_variables() {
    let (mut check, variables) = Check::new(2, &["x", "y"]);
    let (x, y) = (&variables[0], &variables[1]);
    let mut level = variables.clone();
    for operand in &variables {
        for &op in UNARY {
            level.push(check.unary(op, operand));
        }
        let one = check.constants(2)[1].clone();
        level.push(check.binary(Op::Add, operand, &one));
        level.push(check.binary(Op::BitOr, operand, &one));
    }
    for &op in BINARY {
        level.push(check.binary(op, x, y));
        level.push(check.binary(op, y, x));
    }
    let (predicates, numbers): (Vec<Known>, Vec<Known>) =
        level.into_iter().partition(|known| check.is_bool(known));
    for a in &numbers {
        for b in &numbers {
            for &op in BINARY {
                check.binary(op, a, b);
            }
            for condition in &predicates {
                check.ite(condition, a, b);
            }
            check.concat(a, b);
        }
    }
}

#[test]
fn operations_on_extended_operands() {
    let (mut check, variables) = Check::new(2, &["x", "y"]);
    let mut operands = check.constants(4);
    for variable in &variables {
        for to in [3, 4] {
            for op in [Op::ZeroExtend(to), Op::SignExtend(to)] {
                let extended = check.unary(op, variable);
                if to == 4 {
                    operands.push(extended);
                } else {
                    operands.push(check.unary(Op::ZeroExtend(4), &extended));
                    operands.push(check.unary(Op::SignExtend(4), &extended));
                }
            }
        }
    }
    let zero = check.constants(2)[0].clone();
    operands.push(check.concat(&variables[0], &zero));
    operands.push(check.concat(&variables[0], &variables[1]));
    operands.push(check.concat(&variables[1], &variables[0]));
    for a in &operands {
        for b in &operands {
            for &op in BINARY {
                let result = check.binary(op, a, b);
                if !check.is_bool(&result) {
                    for (high, low) in [(3, 2), (1, 0), (2, 1), (2, 0), (3, 3)] {
                        check.unary(Op::Extract { high, low }, &result);
                    }
                }
            }
        }
    }
}

#[test]
fn connectives_of_comparisons() {
    let (mut check, variables) = Check::new(2, &["x"]);
    let constants = check.constants(2);
    let mut predicates = Vec::new();
    for constant in &constants {
        for op in [Op::Eq, Op::ULt, Op::SLt] {
            let positive = check.binary(op, &variables[0], constant);
            let negative = check.make(Op::Not, &[&positive], |values| values[0] ^ 1);
            predicates.extend([positive, negative]);
        }
    }
    predicates.sort_by_key(|known| known.term);
    predicates.dedup_by_key(|known| known.term);
    let and = |values: &[u128]| values.iter().product();
    let or = |values: &[u128]| u128::from(values.contains(&1));
    let same = |values: &[u128]| u128::from(values[0] == values[1]);
    for p in &predicates {
        for q in &predicates {
            let (both, either) =
                (check.make(Op::And, &[p, q], and), check.make(Op::Or, &[p, q], or));
            let equal = check.make(Op::Eq, &[p, q], same);
            check.make(Op::Xor, &[p, q], |values| values[0] ^ values[1]);
            check.make(Op::Not, &[&both], |values| values[0] ^ 1);
            check.make(Op::Not, &[&either], |values| values[0] ^ 1);
            for r in &predicates {
                check.make(Op::And, &[&either, r], and);
                check.make(Op::Or, &[&both, r], or);
                check.make(Op::Eq, &[&equal, r], same);
                check.ite(p, q, r);
                check.ite(r, &both, &either);
            }
        }
    }
}

#[test]
fn references_agree() {
    for width in 1..=4 {
        assert_eq!(Sort::Bits(width).mask(), mask(width));
        for (a, b) in (0..=mask(width)).flat_map(|a| (0..=mask(width)).map(move |b| (a, b))) {
            for &op in BINARY {
                assert_eq!(integers::binary(op, width, a, b), bits::binary(op, width, a, b));
            }
            for op in UNARY.iter().copied().chain(with_parameters(width, 6)) {
                assert_eq!(integers::unary(op, width, a), bits::unary(op, width, a));
            }
        }
    }
}
