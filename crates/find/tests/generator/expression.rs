//! Expressions and conditions, in parentheses where they have operators.

use super::types::Ty;
use super::{Generator, pick};

impl Generator {
    pub(super) fn constant(&mut self) -> String {
        match self.rng.weighted(&[60, 20, 12, 8]) {
            0 => self.rng.between(0, 6).to_string(),
            1 => format!("({})", self.rng.between(-9, -1)),
            2 => self.rng.between(7, 300).to_string(),
            _ => {
                let extremes = ["2147483647", "(-2147483647 - 1)", "0x80000000u", "65535", "-1L"];
                self.rng.pick(&extremes).to_string()
            }
        }
    }

    /// A value that needs no operator.
    pub(super) fn leaf(&mut self) -> String {
        let choice = self.rng.weighted(&[54, 12, 18, 6, 6, 4]);
        let found = match choice {
            0 => self.pick_var().map(|var| var.text),
            2 => self.element(),
            3 => self.matrix_element(),
            4 => self.pointed_to(),
            5 => self.field(),
            _ => None,
        };
        found.unwrap_or_else(|| self.constant())
    }

    pub(super) fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.rng.percent(15) {
            return self.leaf();
        }
        match self.rng.weighted(&[34, 12, 8, 6, 8, 8, 6, 6, 9, 4, 4, 5, 3]) {
            0 => {
                let operator = self.rng.pick(&["+", "-", "+", "-", "*"]);
                self.binary(operator, depth)
            }
            1 => {
                let operator = self.rng.pick(&["&", "|", "^"]);
                self.binary(operator, depth)
            }
            2 => self.shift(depth),
            3 => self.division(depth),
            4 => {
                let operator = self.rng.pick(&["<", "<=", "==", "!=", ">", ">="]);
                self.binary(operator, depth)
            }
            5 => {
                let (operator, operand) = (self.rng.pick(&["-", "~", "!"]), self.variable());
                format!("({operator}{operand})")
            }
            6 => {
                let ty = Ty::any(&mut self.rng).name();
                format!("(({ty}){})", self.expression(depth - 1))
            }
            7 => {
                let condition = self.condition(depth - 1);
                let (yes, no) = (self.expression(depth - 1), self.expression(depth - 1));
                format!("({condition} ? {yes} : {no})")
            }
            8 => self.call(depth - 1).unwrap_or_else(|| self.leaf()),
            9 => {
                let operator = self.rng.pick(&["&&", "||"]);
                let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
                format!("({left} {operator} {right})")
            }
            10 => self.sequence(depth - 1),
            11 => self.near_a_limit(),
            _ => self.pointer_value().unwrap_or_else(|| self.leaf()),
        }
    }

    /// A value that overflows for some inputs.
    fn near_a_limit(&mut self) -> String {
        let Some(var) = self.pick_small() else { return self.constant() };
        let (name, distance) = (var.text, self.rng.between(0, 9));
        match self.rng.below(5) {
            0 => format!("({name} + {})", i64::from(i32::MAX) - distance),
            1 => format!("({name} * {})", i64::from(i32::MAX) / (distance + 2)),
            2 => format!("({name} - {})", i64::from(i32::MAX) - distance),
            3 => format!("({name} << {})", 31 - distance),
            _ => format!("({} / {name})", self.variable()),
        }
    }

    fn binary(&mut self, operator: &str, depth: u32) -> String {
        let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
        format!("({left} {operator} {right})")
    }

    fn shift(&mut self, depth: u32) -> String {
        let operator = self.rng.pick(&["<<", ">>"]);
        let left = self.expression(depth - 1);
        let left = if self.rng.percent(60) { format!("(unsigned){left}") } else { left };
        let count = match self.rng.weighted(&[3, 3, 3]) {
            0 => self.rng.between(0, 9).to_string(),
            1 => format!("({} & 7)", self.leaf()),
            _ => self.variable(),
        };
        format!("({left} {operator} {count})")
    }

    fn division(&mut self, depth: u32) -> String {
        let operator = self.rng.pick(&["/", "%"]);
        let left = self.expression(depth - 1);
        let divisor = match self.rng.weighted(&[5, 2, 2]) {
            0 => self.rng.between(2, 9).to_string(),
            1 => format!("(({} & 3) + 1)", self.leaf()),
            _ => self.pick_small().map_or_else(|| self.leaf(), |var| var.text),
        };
        format!("({left} {operator} {divisor})")
    }

    /// A comma expression with an effect on a variable that the rest reads.
    fn sequence(&mut self, depth: u32) -> String {
        let Some(var) = self.pick_writable() else { return self.leaf() };
        let value = self.expression(depth);
        let name = &var.text;
        match self.rng.below(3) {
            0 => format!("({name}++, {name})"),
            1 => format!("({name} = {value}, {name})"),
            _ => format!("({name} -= {value}, -{name})"),
        }
    }

    pub(super) fn condition(&mut self, depth: u32) -> String {
        match self.rng.weighted(&[60, 14, 10, 8, 8]) {
            0 => {
                let operator = self.rng.pick(&["<", "<=", "==", "!=", ">", ">=", "==", "<"]);
                let left = match self.pick_var() {
                    Some(var) if depth == 0 || self.rng.percent(50) => var.text,
                    _ => self.expression(1),
                };
                let right = if self.rng.percent(65) { self.constant() } else { self.leaf() };
                format!("{left} {operator} {right}")
            }
            1 => format!("({} & {}) != 0", self.variable(), self.rng.between(1, 7)),
            2 => self.variable(),
            3 if depth > 0 => {
                let operator = self.rng.pick(&["&&", "||"]);
                format!(
                    "({}) {operator} ({})",
                    self.condition(depth - 1),
                    self.condition(depth - 1)
                )
            }
            _ => {
                let (first, second) = (self.pick_small(), self.pick_small());
                match (first, second) {
                    (Some(first), Some(second)) => {
                        let sum = self.rng.between(-1, 6);
                        format!("{} + {} == {sum}", first.text, second.text)
                    }
                    _ => format!("!{}", self.leaf()),
                }
            }
        }
    }

    /// An index into so many elements: mostly one that fits.
    pub(super) fn index(&mut self, length: usize) -> String {
        match self.rng.weighted(&[22, 18, 18, 36, 6]) {
            0 => self.rng.below(length).to_string(),
            1 if length.is_power_of_two() => format!("{} & {}", self.variable(), length - 1),
            1 | 2 => format!("(unsigned){} % {length}", self.variable()),
            3 => self.pick_small().map_or_else(|| "0".into(), |var| var.text),
            _ => self.rng.between(-1, length as i64).to_string(),
        }
    }

    /// A small amount, such as a bound of a loop.
    pub(super) fn amount(&mut self) -> String {
        match self.rng.weighted(&[3, 3, 3]) {
            0 => self.rng.between(1, 3).to_string(),
            1 => format!("({} & 3)", self.leaf()),
            _ => match self.pick_small() {
                Some(var) if var.is_writable => format!("({} & 7)", var.text),
                Some(var) => var.text,
                None => "2".into(),
            },
        }
    }

    /// A variable, not an element: indices do not nest.
    pub(super) fn variable(&mut self) -> String {
        self.pick_var().map_or_else(|| "1".into(), |var| var.text)
    }

    fn call(&mut self, depth: u32) -> Option<String> {
        let helper = pick(&mut self.rng, &self.helpers)?;
        let mut arguments = Vec::new();
        for position in 0..helper.parameters {
            let is_fuel = helper.is_recursive && position == 0;
            arguments.push(if is_fuel { self.amount() } else { self.expression(depth.min(1)) });
        }
        let index = if helper.table > 0 {
            format!("[{}]", self.index(helper.table))
        } else {
            String::new()
        };
        Some(format!("{}{index}({})", helper.name, arguments.join(", ")))
    }
}
