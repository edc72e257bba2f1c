//! Functions: helpers of several kinds, and the one that is started.

use super::types::Ty;
use super::{Generator, Helper, Var};

impl Generator {
    pub(super) fn functions(&mut self) {
        self.through_pointers();
        for _ in 0..self.rng.below(3) {
            self.helper();
        }
        if self.rng.percent(25) {
            self.recursive();
        }
        if self.rng.percent(20) {
            self.counter();
        }
        if self.rng.percent(20) {
            self.table();
        }
        if self.rng.percent(40) {
            self.with_contract();
        }
    }

    fn body(&mut self, returns: Ty, statements: i64) {
        self.returns = Some(returns);
        self.budget = 5;
        self.loop_depth = 1;
        self.statements(statements);
        let value = self.expression(2);
        self.line_or(format!("return {value};"), "return 1;");
        self.loop_depth = 0;
        self.returns = None;
    }

    fn helper(&mut self) {
        let (name, returns) = (self.fresh("f"), Ty::any(&mut self.rng));
        let parameters = self.rng.between(1, 2) as usize;
        self.scoped(|this| {
            let mut declared = Vec::new();
            for _ in 0..parameters {
                let (parameter, ty) = (this.fresh("x"), Ty::any(&mut this.rng));
                declared.push(format!("{} {parameter}", ty.name()));
                this.add_var(parameter, ty);
            }
            this.open(format!("static {} {name}({}) {{", returns.name(), declared.join(", ")));
            if this.rng.percent(40) {
                this.locals(1);
            }
            let statements = this.rng.between(1, 3);
            this.body(returns, statements);
            this.close("}");
        });
        self.helpers.push(Helper { name, parameters, is_recursive: false, table: 0 });
    }

    fn recursive(&mut self) {
        let (name, returns) = (self.fresh("r"), Ty::any(&mut self.rng));
        self.scoped(|this| {
            let text = "fuel".to_owned();
            let var =
                Var { text, ty: Ty::Int, is_writable: false, has_address: false, is_small: true };
            this.scope.vars.push(var);
            this.add_var("x", Ty::Int);
            this.open(format!("static {} {name}(int fuel, int x) {{", returns.name()));
            let base = this.leaf();
            this.line_or(format!("if (fuel <= 0) return {base};"), "if (fuel <= 0) return 2;");
            this.returns = Some(returns);
            this.budget = 2;
            this.loop_depth = 2;
            this.statements(1);
            let (argument, other) = (this.expression(1), this.leaf());
            let operator = this.rng.pick(&["+", "-", "^", "|"]);
            this.line_or(
                format!("return {name}(fuel - 1, {argument}) {operator} {other};"),
                format!("return {name}(fuel - 1, x & 3);"),
            );
            (this.loop_depth, this.returns) = (0, None);
            this.close("}");
        });
        self.helpers.push(Helper { name, parameters: 2, is_recursive: true, table: 0 });
    }

    /// A function that remembers its calls.
    fn counter(&mut self) {
        let (name, ty) = (self.fresh("tick"), Ty::any(&mut self.rng));
        let step = self.rng.pick(&["count++", "count += x", "count = count * 2 + 1", "count ^= x"]);
        self.open(format!("static int {name}(int x) {{"));
        self.line(format!("static {} count = 1;", ty.name()));
        self.statement_line(format!("{step};"));
        self.line("return (int)count;");
        self.close("}");
        self.helpers.push(Helper { name, parameters: 1, is_recursive: false, table: 0 });
    }

    /// A table of functions.
    fn table(&mut self) {
        let name = self.fresh("table");
        let count = self.rng.between(2, 3) as usize;
        let mut entries = Vec::new();
        for _ in 0..count {
            let (entry, operator) = (self.fresh("op"), self.rng.pick(&["+", "-", "*", "&", "%"]));
            let operand = self.rng.between(1, 9);
            self.line_or(
                format!("static int {entry}(int x) {{ return x {operator} {operand}; }}"),
                format!("static int {entry}(int x) {{ return !x; }}"),
            );
            entries.push(entry);
        }
        self.line(format!(
            "static int (*const {name}[{count}])(int) = {{ {} }};",
            entries.join(", ")
        ));
        self.helpers.push(Helper { name, parameters: 1, is_recursive: false, table: count });
    }

    fn with_contract(&mut self) {
        let name = self.fresh("c");
        let (least, operator) = (self.rng.between(-3, 1), self.rng.pick(&[">=", "!="]));
        self.line(format!("//@ requires x {operator} {least};"));
        if self.rng.percent(40) {
            let most = self.rng.between(9, 16);
            self.line(format!("//@ ensures \\result <= {most};"));
        }
        self.line_or(
            format!("static int {name}(int x) {{ return x & 15; }}"),
            format!("static int {name}(int x) {{ return x & 7; }}"),
        );
        self.helpers.push(Helper { name, parameters: 1, is_recursive: false, table: 0 });
    }

    /// Functions that write through pointers.
    fn through_pointers(&mut self) {
        let (operator, test) = (self.rng.pick(&["+=", "-=", "="]), self.rng.pick(&["", "if (p) "]));
        self.line_or(
            format!("static void put(int *p, int x) {{ {test}*p {operator} x; }}"),
            "static void put(int *p, int x) { if (p) *p = x & 1; }",
        );
        let limit = self.rng.pick(&["n", "n && i < 2", "n + 1"]);
        self.line_or(
            format!("static void fill(int *p, int n, int x) {{ for (int i = 0; i < {limit}; i++) p[i] = x; }}"),
            "static void fill(int *p, int n, int x) { }",
        );
    }

    /// The function that is started.
    pub(super) fn entry(&mut self) {
        self.returns = Some(Ty::Int);
        if self.draft.start == "start" {
            self.start_head();
        } else {
            self.open("int main(void) {");
            for _ in 0..self.rng.between(1, 3) {
                self.input_variable(1);
            }
        }
        let count = self.rng.between(1, 4);
        self.locals(count);
        self.budget = 22;
        let count = self.rng.between(5, 11);
        self.statements(count);
        self.assertion();
        self.line("return 0;");
        self.close("}");
    }
}
