//! Objects of the heap: blocks that are freed on some paths, lists.

use super::types::Ty;
use super::{Generator, Pointer};

impl Generator {
    pub(super) fn heap(&mut self) {
        if self.loop_depth == 0 && self.rng.percent(30) { self.list() } else { self.heap_block() }
    }

    fn heap_block(&mut self) {
        let (name, ty) = (self.fresh("h"), Ty::any(&mut self.rng));
        let ty_name = ty.name();
        let count = self.amount();
        let block = match self.rng.below(4) {
            0 => format!("calloc({count}, sizeof *{name})"),
            _ => format!("malloc({count} * sizeof *{name})"),
        };
        self.line_or(
            format!("{ty_name} *{name} = {block};"),
            format!("{ty_name} *{name} = malloc(4 * sizeof *{name});"),
        );
        self.line(format!("if (!{name}) return 0;"));
        for _ in 0..self.rng.between(1, 2) {
            let (index, value) = (self.amount(), self.leaf());
            self.statement_line(format!("{name}[{index}] = {value};"));
        }
        let condition = self.condition(1);
        match self.rng.below(6) {
            0..=2 => self.statement_line(format!("if ({condition}) free({name});")),
            3 => {
                let count = self.amount();
                self.statement_line(format!(
                    "if ({condition}) {name} = realloc({name}, (1 + {count}) * sizeof *{name});"
                ));
            }
            _ => {}
        }
        if self.rng.percent(50) {
            self.scoped(|this| {
                let text = name.clone();
                this.scope.pointers.push(Pointer { text, ty });
                this.statements(1);
            });
        }
        let (target, index) = (self.target(), self.amount());
        if let Some(target) = target {
            self.statement_line(format!("{target} = {name}[{index}];"));
        }
        if self.rng.percent(60) {
            let condition = self.condition(1);
            self.statement_line(format!("if ({condition}) free({name});"));
        }
    }

    /// A linked list of a length that depends on inputs, and a walk along it.
    fn list(&mut self) {
        let (node, list, at) = (self.fresh("node"), self.fresh("list"), self.fresh("q"));
        let bound = self.fresh("k");
        let (amount, value) = (self.amount(), self.leaf());
        self.line(format!("struct {node} {{ int value; struct {node} *next; }} *{list} = 0;"));
        self.line_or(format!("int {bound} = {amount};"), format!("int {bound} = 2;"));
        self.open(format!("while ({bound}-- > 0) {{"));
        self.line(format!("struct {node} *{at} = malloc(sizeof *{at});"));
        self.line_or(
            format!("{at}->value = {value} + {bound};"),
            format!("{at}->value = {bound};"),
        );
        if self.rng.percent(90) {
            self.line(format!("{at}->next = {list};"));
        }
        self.line(format!("{list} = {at};"));
        self.close("}");
        if self.rng.percent(30) {
            let target = self.pick_writable().map(|var| var.text).unwrap_or_else(|| "g1".into());
            self.statement_line(format!("{target} = {list}->value;"));
        }
        let (condition, unwanted) = (self.condition(0), self.rng.between(0, 9));
        self.open(format!("while ({list}) {{"));
        self.statement_line(format!("__VERIFIER_assert({list}->value != {unwanted});"));
        self.line(format!("struct {node} *{at} = {list};"));
        self.line_or(format!("{list} = {list}->next;"), format!("{list} = 0;"));
        self.statement_line(format!("if ({condition}) free({at});"));
        self.close("}");
    }
}
