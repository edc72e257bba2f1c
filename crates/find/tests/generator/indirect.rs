//! Pointers that are chosen, lost and passed on.

use super::types::Ty;
use super::{Generator, Pointer, pick};

impl Generator {
    pub(super) fn pointers(&mut self) {
        match self.rng.below(10) {
            0 => self.chosen(),
            1 => self.outlived(),
            2 => self.table_of_pointers(),
            3 => self.variable_length(),
            4 => self.in_a_record(),
            5 => self.row(),
            6 => self.function_pointer(),
            _ => self.passed_on(),
        }
    }

    /// A pointer to one of two objects, or to none.
    fn chosen(&mut self) {
        let (name, condition) = (self.fresh("p"), self.condition(1));
        let (first, second) = (self.address(Ty::Int), self.address(Ty::Int));
        self.line_or(
            format!("int *{name} = ({condition}) ? {first} : {second};"),
            format!("int *{name} = 0;"),
        );
        let value = self.leaf();
        self.statement_line(format!("*{name} = {value};"));
        if self.loop_depth == 0 {
            self.scope.pointers.push(Pointer { text: name, ty: Ty::Int });
        }
    }

    /// A pointer to a variable that may be gone when it is used.
    fn outlived(&mut self) {
        let (pointer, local) = (self.fresh("p"), self.fresh("v"));
        let (outer, condition) = (self.address(Ty::Int), self.condition(1));
        self.line_or(format!("int *{pointer} = {outer};"), format!("int *{pointer} = 0;"));
        self.open("{");
        self.line(format!("int {local} = 3;"));
        self.statement_line(format!("if ({condition}) {pointer} = &{local};"));
        let effect = self.leaf();
        self.statement_line(format!("{local} = {effect};"));
        self.close("}");
        let guard = self.condition(0);
        if let Some(target) = self.pick_writable() {
            self.statement_line(format!("if ({pointer} && {guard}) {} = *{pointer};", target.text));
        }
    }

    fn table_of_pointers(&mut self) {
        let (name, through) = (self.fresh("all"), self.fresh("pp"));
        let (first, second) = (self.address(Ty::Int), self.address(Ty::Int));
        self.line_or(
            format!("int *{name}[2] = {{ {first}, {second} }};"),
            format!("int *{name}[2] = {{ 0, 0 }};"),
        );
        let (index, value) = (self.index(2), self.leaf());
        self.statement_line(format!("*{name}[{index}] = {value};"));
        let index = self.index(2);
        self.statement_line(format!(
            "{{ int **{through} = &{name}[{index}]; if (*{through}) **{through} += 1; }}"
        ));
    }

    fn variable_length(&mut self) {
        let (name, bound, counter) = (self.fresh("a"), self.fresh("k"), self.fresh("i"));
        let amount = self.amount();
        self.open("{");
        self.line_or(format!("int {bound} = {amount};"), format!("int {bound} = 2;"));
        self.line_or(format!("int {name}[{bound}];"), format!("int {name}[3];"));
        let offset = self.rng.pick(&["", "- 1", "+ 1"]);
        self.statement_line(format!(
            "for (int {counter} = 0; {counter} < {bound} {offset}; {counter}++) {name}[{counter}] = {counter};"
        ));
        let index = self.amount();
        if let Some(target) = self.pick_writable() {
            self.statement_line(format!("{} = {name}[{index}];", target.text));
        }
        self.close("}");
    }

    /// A pointer in a structure that is copied.
    fn in_a_record(&mut self) {
        let (tag, first, second) = (self.fresh("box"), self.fresh("b"), self.fresh("b"));
        let (address, size) = (self.address(Ty::Int), self.amount());
        let other = self.address(Ty::Int);
        self.line(format!("struct {tag} {{ int *at; int size; }} {first} = {{ 0, 0 }}, {second};"));
        self.statement_line(format!("{first}.at = {address}, {first}.size = {size};"));
        self.line(format!("{second} = {first};"));
        let condition = self.condition(1);
        self.statement_line(format!("if ({condition}) {second}.at = {other};"));
        let (index, value) = (self.rng.below(3), self.leaf());
        self.statement_line(format!("if ({index} < {first}.size) {second}.at[{index}] = {value};"));
    }

    /// A pointer to a row of a matrix.
    fn row(&mut self) {
        let Some(matrix) = pick(&mut self.rng, &self.scope.matrices) else {
            return self.passed_on();
        };
        let (row, column, value) =
            (self.index(matrix.rows), self.index(matrix.columns), self.leaf());
        let (name, ty, columns) = (self.fresh("row"), matrix.ty.name(), matrix.columns);
        let step = self.rng.pick(&["", "++", "--"]);
        self.statement_line(format!(
            "{{ {ty} (*{name})[{columns}] = &{}[{row}]; (*{name}{step})[{column}] = {value}; (*{name})[0] = 1; }}",
            matrix.text
        ));
    }

    /// A pointer to a function, or to none.
    fn function_pointer(&mut self) {
        let tables: Vec<_> =
            self.helpers.iter().filter(|helper| helper.table > 0).cloned().collect();
        let (Some(table), Some(target)) = (pick(&mut self.rng, &tables), self.pick_writable())
        else {
            return self.chosen();
        };
        let (name, condition) = (self.fresh("fp"), self.condition(1));
        let (index, argument) = (self.index(table.table), self.leaf());
        self.statement_line(format!(
            "{{ int (*{name})(int) = ({condition}) ? {}[{index}] : 0; {} = {name}({argument}); }}",
            table.name, target.text
        ));
    }

    fn passed_on(&mut self) {
        let address = self.address(Ty::Int);
        let value = self.expression(1);
        let ints: Vec<_> =
            self.scope.arrays.iter().filter(|array| array.ty == Ty::Int).cloned().collect();
        let text = match pick(&mut self.rng, &ints) {
            Some(array) if self.rng.percent(60) => {
                format!("fill({}, {}, {value});", array.text, self.amount())
            }
            _ => format!("put({address}, {value});"),
        };
        self.statement_line(text);
    }
}
