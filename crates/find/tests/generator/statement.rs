//! Statements.

use super::{Generator, pick};

impl Generator {
    pub(super) fn statements(&mut self, count: i64) {
        for _ in 0..count {
            self.statement();
        }
    }

    /// A few statements with their own scope, inside braces that the caller makes.
    pub(super) fn block(&mut self) {
        self.scoped(|this| {
            if this.rng.percent(15) {
                this.locals(1);
            }
            let count = this.rng.between(1, 3);
            this.statements(count);
        });
    }

    pub(super) fn statement(&mut self) {
        self.budget -= 1;
        if self.budget < 0 {
            return self.assignment();
        }
        match self.rng.weighted(&[26, 16, 10, 6, 5, 5, 10, 5, 4, 5, 6, 3, 5, 4]) {
            0 => self.assignment(),
            1 => self.branch(),
            2 if self.loop_depth < 2 => self.repetition(),
            3 => self.selection(),
            4 if self.loop_depth < 2 => self.jump(),
            5 => self.early_end(),
            6 => self.assertion(),
            7 => self.move_pointer(),
            8 => self.change_record(),
            9 => self.bytes(),
            10 => self.heap(),
            11 => self.input_branch(),
            12 => self.pointers(),
            _ => self.effect(),
        }
    }

    pub(super) fn assignment(&mut self) {
        let Some(target) = self.target() else { return };
        let value = self.expression(2);
        let operator = self.rng.pick(&["=", "=", "=", "+=", "-=", "^=", "|="]);
        self.statement_line(format!("{target} {operator} {value};"));
    }

    /// A statement whose effect is not that of an assignment.
    fn effect(&mut self) {
        let Some(target) = self.target() else { return };
        let condition = self.condition(1);
        let other = pick(&mut self.rng, &self.scope.vars).filter(|var| var.is_writable);
        let text = match (self.rng.below(4), other) {
            (0, Some(other)) if other.text != target => {
                format!("({condition}) ? {target}++ : --{};", other.text)
            }
            (1, _) => format!("({condition}) && ({target} = {});", self.leaf()),
            (2, _) => format!("{target}--;"),
            _ => format!("{target}++;"),
        };
        self.statement_line(text);
    }

    pub(super) fn assertion(&mut self) {
        let condition = match self.rng.weighted(&[5, 3, 2, 2, 5]) {
            0 => {
                let value = self.expression(2);
                format!("{value} != {}", self.rng.between(-2, 60))
            }
            1 => {
                let (first, second) = (self.condition(1), self.condition(1));
                format!("!(({first}) && ({second}))")
            }
            2 => {
                let (left, right) = (self.expression(1), self.expression(1));
                format!("{left} + 0 != {right} + 0 || {}", self.condition(1))
            }
            3 => format!("{} <= {}", self.expression(1), self.rng.between(3, 200)),
            _ => {
                let (name, value) = (self.variable(), self.rng.between(0, 5));
                format!("!({name} == {value} && {})", self.condition(1))
            }
        };
        self.statement_line(format!("__VERIFIER_assert({condition});"));
    }
}
