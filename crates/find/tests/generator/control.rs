//! Branches, loops and jumps.

use super::types::Ty;
use super::{Generator, Var};

impl Generator {
    pub(super) fn branch(&mut self) {
        let condition = self.condition(1);
        self.line_or(format!("if ({condition}) {{"), "if (1) {");
        self.indent += 1;
        self.block();
        if self.rng.percent(45) {
            self.close("} else {");
            self.indent += 1;
            self.block();
        }
        self.close("}");
    }

    fn counter_variable(&mut self, text: &str) {
        let text = text.to_owned();
        let (is_writable, has_address) = (false, false);
        self.scope.vars.push(Var { text, ty: Ty::Int, is_writable, has_address, is_small: true });
    }

    /// A loop. Its counter belongs to it alone; a bound is computed before.
    pub(super) fn repetition(&mut self) {
        let (counter, bound) = (self.fresh("i"), self.fresh("k"));
        let amount = self.amount();
        self.line_or(format!("int {bound} = {amount};"), format!("int {bound} = 2;"));
        self.loop_depth += 1;
        self.scoped(|this| {
            this.counter_variable(&bound);
            let was_in_loop = std::mem::replace(&mut this.is_in_loop, true);
            match this.rng.weighted(&[5, 2, 2, 2, 1, 2]) {
                0 => {
                    this.counter_variable(&counter);
                    let further = match this.rng.percent(20) {
                        true => format!(" && {}", this.condition(0)),
                        false => String::new(),
                    };
                    this.line_or(
                        format!(
                            "for (int {counter} = 0; {counter} < {bound}{further}; {counter}++) {{"
                        ),
                        format!("for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"),
                    );
                    this.indent += 1;
                    this.loop_body();
                    this.close("}");
                }
                1 => {
                    this.open(format!("while ({bound}-- > 0) {{"));
                    this.loop_body();
                    this.close("}");
                }
                2 => {
                    this.open("do {");
                    this.loop_body();
                    this.close(&format!("}} while (--{bound} > 0);"));
                }
                3 => {
                    this.open("for (;;) {");
                    this.line(format!("if ({bound}-- <= 0) break;"));
                    this.loop_body();
                    this.close("}");
                }
                4 => this.entered_in_the_middle(&bound),
                _ => {
                    let step = this.condition(0);
                    this.open(format!("while ({bound} > 0) {{"));
                    this.line_or(format!("{bound} -= 1 + ({step});"), format!("{bound} -= 1;"));
                    this.loop_body();
                    this.close("}");
                }
            }
            this.is_in_loop = was_in_loop;
        });
        self.loop_depth -= 1;
    }

    /// A loop with a second way in.
    fn entered_in_the_middle(&mut self, bound: &str) {
        let (label, condition) = (self.fresh("label"), self.condition(1));
        self.statement_line(format!("if ({condition}) goto {label};"));
        self.open(format!("while ({bound}-- > 0) {{"));
        self.assignment();
        self.line(format!("{label}: ;"));
        self.loop_body();
        self.close("}");
    }

    fn loop_body(&mut self) {
        self.scoped(|this| {
            if this.loop_depth == 1 && this.returns.is_some() && this.rng.percent(20) {
                this.input_variable(3);
            }
            if this.rng.percent(25) {
                let (condition, jump) = (this.condition(1), this.rng.pick(&["break", "continue"]));
                this.statement_line(format!("if ({condition}) {jump};"));
            }
            this.block();
        });
    }

    pub(super) fn selection(&mut self) {
        let (value, mask) = (self.leaf(), self.rng.pick(&["", " & 3", " & 1"]));
        self.line_or(format!("switch ({value}{mask}) {{"), "switch (1) {");
        for case in 0..self.rng.between(1, 3) {
            self.open(format!("case {case}: {{"));
            self.block();
            self.close("}");
            if self.rng.percent(60) {
                self.line("break;");
            }
        }
        if self.rng.percent(60) {
            self.open("default: {");
            self.block();
            self.close("}");
        }
        self.line("}");
    }

    /// A jump forwards over statements, or backwards a few times.
    pub(super) fn jump(&mut self) {
        let label = self.fresh("label");
        if self.rng.percent(60) {
            let condition = self.condition(1);
            self.statement_line(format!("if ({condition}) goto {label};"));
            self.open("{");
            self.block();
            self.close("}");
            self.line(format!("{label}: ;"));
        } else {
            let (fuel, amount) = (self.fresh("k"), self.amount());
            self.line_or(format!("int {fuel} = {amount};"), format!("int {fuel} = 1;"));
            self.line(format!("{label}:"));
            self.loop_depth += 1;
            self.open("{");
            self.block();
            self.close("}");
            self.loop_depth -= 1;
            self.line(format!("if ({fuel}-- > 0) goto {label};"));
        }
    }

    pub(super) fn early_end(&mut self) {
        let condition = self.condition(1);
        let text = match self.rng.below(7) {
            0 => format!("__VERIFIER_assume({condition});"),
            1 if self.is_in_loop => format!("if ({condition}) continue;"),
            2 => format!("if ({condition}) exit(0);"),
            3 => format!("if ({condition}) abort();"),
            4 => format!("if ({condition}) __VERIFIER_error();"),
            _ => format!("if ({condition}) return {};", self.leaf()),
        };
        self.statement_line(text);
    }
}
