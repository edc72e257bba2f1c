//! Random programs over bytes, small enough that everything about them can be tried.
//!
//! Every input is followed by an assumption that leaves it [`INPUT_VALUES`] values, or is a `_Bool`.

use std::fmt::Write;

use super::rng::Rng;

/// Values that the assumption after an input leaves; the next one stands for all others.
pub(crate) const INPUT_VALUES: u64 = 3;

const VARIABLES: [&str; 5] = ["x", "y", "z", "g", "h"];

/// The text of a program; it may or may not fail.
pub(crate) fn program(seed: u64) -> String {
    text(seed, "unsigned char", false)
}

/// A program all of whose variables are truth values.
pub(crate) fn truth_program(seed: u64) -> String {
    text(seed, "_Bool", false)
}

/// A program in which the sides of conditionals neither call nor take inputs.
pub(crate) fn plain_sided_program(seed: u64) -> String {
    text(seed, "unsigned char", true)
}

fn text(seed: u64, value_type: &'static str, has_plain_sides: bool) -> String {
    let mut writer = Writer {
        rng: Rng::new(seed),
        value_type,
        has_plain_sides,
        text: String::new(),
        depth: 1,
        inputs: 0,
        counters: 0,
        in_function: false,
        may_stray: seed.is_multiple_of(4),
    };
    writer.whole();
    writer.text
}

struct Writer {
    rng: Rng,
    value_type: &'static str,
    has_plain_sides: bool,
    text: String,
    depth: usize,
    /// Inputs so far; those in loops count twice.
    inputs: usize,
    counters: usize,
    in_function: bool,
    /// May indexes lie outside of the array?
    may_stray: bool,
}

impl Writer {
    fn whole(&mut self) {
        writeln!(self.text, "typedef {} u8;", self.value_type)
            .expect("writing to a string should work");
        self.text.push_str(
            "extern u8 __VERIFIER_nondet_uchar(void);\n\
             extern _Bool __VERIFIER_nondet_bool(void);\n\
             extern void __VERIFIER_assume(int);\n\
             u8 g, h = 2;\nu8 a[4] = {1, 2, 3};\n",
        );
        self.in_function = true;
        self.text.push_str("static u8 f(u8 x, u8 y)\n{\n  u8 z = 1;\n");
        for _ in 0..1 + self.rng.below(2) {
            self.statement(1);
        }
        let result = self.expression(2);
        writeln!(self.text, "  return {result};\n}}").expect("writing to a string should work");
        self.in_function = false;
        self.text.push_str(
            "int main(void)\n{\n  u8 x = 1, y = 0, z = 3;\n  u8 *p = a;\n  _Bool b = 0;\n",
        );
        for _ in 0..3 + self.rng.below(5) {
            self.statement(1);
        }
        let condition = self.condition();
        writeln!(self.text, "  __VERIFIER_assert({condition});\n  return 0;\n}}")
            .expect("writing to a string should work");
    }

    fn line(&mut self, line: &str) {
        let indent = "  ".repeat(self.depth);
        writeln!(self.text, "{indent}{line}").expect("writing to a string should work");
    }

    fn statement(&mut self, weight: usize) {
        let kinds: &[usize] = match (self.in_function, self.depth) {
            (true, _) => &[6, 2, 2, 0, 0, 0, 0, 0],
            (false, 1) => &[7, 3, 4, 2, 3, 2, 4, 1],
            (false, _) if self.has_plain_sides => &[7, 2, 2, 1, 0, 1, 0, 1],
            (false, 2) => &[7, 2, 2, 1, 1, 1, 1, 1],
            _ => &[6, 2, 0, 0, 1, 1, 0, 0],
        };
        match self.rng.weighted(kinds) {
            0 => self.assignment(),
            1 => {
                let (index, value) = (self.index(), self.expression(1));
                self.line(&format!("a[{index}] = {value};"));
            }
            2 => self.conditional(weight),
            3 => self.repetition(weight),
            4 => {
                let (target, first, second) =
                    (self.variable(), self.expression(1), self.expression(0));
                self.line(&format!("{target} = f({first}, {second});"));
            }
            5 => self.indirect(),
            6 => self.input(weight),
            _ => {
                let condition = self.condition();
                self.line(&format!("b = {condition};"));
                let target = self.variable();
                self.line(&format!("if (b) {target} = {target} ^ 1;"));
            }
        }
    }

    fn assignment(&mut self) {
        let (target, value) = (self.variable(), self.expression(2));
        match self.rng.below(5) {
            0 => self.line(&format!("{target}++;")),
            1 => self.line(&format!("{target} += {value};")),
            _ => self.line(&format!("{target} = {value};")),
        }
    }

    fn conditional(&mut self, weight: usize) {
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.block(weight);
        if self.rng.percent(50) {
            self.line("} else {");
            self.block(weight);
        }
        self.line("}");
    }

    fn repetition(&mut self, weight: usize) {
        self.counters += 1;
        let counter = format!("i{}", self.counters);
        let header = match self.rng.below(3) {
            0 => format!("for (u8 {counter} = 0; {counter} < (x & 1) + 1; {counter}++) {{"),
            _ => format!("for (u8 {counter} = 0; {counter} < 2; {counter}++) {{"),
        };
        self.line(&header);
        self.block(2 * weight);
        if self.rng.percent(30) {
            let condition = self.condition();
            self.line(&format!("  if ({condition}) break;"));
        }
        self.line("}");
    }

    fn block(&mut self, weight: usize) {
        self.depth += 1;
        for _ in 0..self.rng.below(3) {
            self.statement(weight);
        }
        self.depth -= 1;
    }

    fn indirect(&mut self) {
        match self.rng.below(3) {
            0 => {
                let index = self.index();
                self.line(&format!("p = &a[{index}];"));
            }
            1 => {
                let value = self.expression(1);
                self.line(&format!("*p = {value};"));
            }
            _ => {
                let target = self.variable();
                self.line(&format!("{target} = *p;"));
            }
        }
    }

    fn input(&mut self, weight: usize) {
        if self.inputs + weight > 3 {
            return self.assignment();
        }
        self.inputs += weight;
        if self.rng.percent(20) {
            return self.line("b = __VERIFIER_nondet_bool();");
        }
        let target = self.variable();
        self.line(&format!("{target} = __VERIFIER_nondet_uchar();"));
        self.line(&format!("__VERIFIER_assume({target} < {INPUT_VALUES});"));
    }

    fn variable(&mut self) -> &'static str {
        VARIABLES[self.rng.below(VARIABLES.len())]
    }

    fn index(&mut self) -> String {
        let variable = self.variable();
        match self.may_stray && self.rng.percent(50) {
            true => variable.to_owned(),
            false => format!("{variable} & 3"),
        }
    }

    fn expression(&mut self, depth: usize) -> String {
        if depth == 0 || self.rng.percent(25) {
            return match self.rng.below(5) {
                0 => self.rng.below(6).to_string(),
                1 => format!("a[{}]", self.index()),
                2 if !self.in_function => "b".to_owned(),
                _ => self.variable().to_owned(),
            };
        }
        let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.rng.below(9) {
            0 | 1 => format!("({left} + {right})"),
            2 => format!("({left} - {right})"),
            3 => format!("({left} & {right})"),
            4 => format!("({left} | 1)"),
            5 => format!("({left} * 2)"),
            6 => format!("({left} ^ {right})"),
            7 => format!("({left} > {right})"),
            _ => {
                let condition = self.condition();
                format!("({condition} ? {left} : {right})")
            }
        }
    }

    fn condition(&mut self) -> String {
        let left = self.expression(1);
        let operator = self.rng.pick(&["==", "!=", "<", ">=", ">", "<="]);
        let right = match self.rng.percent(60) {
            true => self.rng.below(5).to_string(),
            false => self.expression(1),
        };
        format!("{left} {operator} {right}")
    }
}
