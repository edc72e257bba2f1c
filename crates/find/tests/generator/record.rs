//! Structures: objects, arrays and pointers of them, functions that make and change one, copies.

use super::types::Ty;
use super::{Array, Generator, Record, pick};

impl Generator {
    /// A structure type `s`, the objects `one_s`, `all_s` and `at_s`, and the functions `make_s` and `change_s`.
    pub(super) fn record(&mut self) {
        let name = self.fresh("s");
        let mut fields = Vec::new();
        for field in ["x", "y", "z"].into_iter().take(2 + self.rng.below(2)) {
            fields.push((field, Ty::any(&mut self.rng)));
        }
        let mut members = String::new();
        for (field, ty) in &fields {
            let width = match self.has_bit_fields && self.rng.percent(70) {
                true => format!(" : {}", self.rng.between(1, 8)),
                false => String::new(),
            };
            members.push_str(&format!("{} {field}{width}; ", ty.name()));
        }
        if self.rng.percent(40) {
            let ty = Ty::any(&mut self.rng);
            members.push_str(&format!("{} data[3]; ", ty.name()));
            let text = format!("one_{name}.data");
            self.scope.arrays.push(Array { text, ty, length: 3 });
        }
        self.line(format!("struct {name} {{ {members}}};"));
        self.line(format!("static struct {name} one_{name};"));
        self.line(format!("static struct {name} all_{name}[3] = {{{{1, 2}}, {{3}}}};"));
        self.line(format!("static struct {name} *at_{name} = all_{name};"));
        self.open(format!("static struct {name} make_{name}(int a) {{"));
        self.line(format!("struct {name} made;"));
        for (field, _) in &fields {
            if self.rng.percent(85) {
                let factor = self.rng.between(0, 9);
                self.statement_line(format!("made.{field} = a * {factor};"));
            }
        }
        self.line("return made;");
        self.close("}");
        self.open(format!("static void change_{name}(struct {name} *to, int a) {{"));
        for (field, _) in &fields {
            let operator = self.rng.pick(&["=", "+=", "^=", "-="]);
            self.statement_line(format!("to->{field} {operator} a;"));
        }
        self.close("}");
        self.scope.records.push(Record { name, fields });
    }

    fn object(&mut self, name: &str) -> String {
        match self.rng.below(5) {
            0 | 1 => format!("one_{name}"),
            2 => format!("(*at_{name})"),
            3 => format!("at_{name}[{}]", self.index(2)),
            _ => format!("all_{name}[{}]", self.index(3)),
        }
    }

    /// A field of an object that is a structure.
    pub(super) fn field(&mut self) -> Option<String> {
        let record = pick(&mut self.rng, &self.scope.records)?;
        let (field, _) = pick(&mut self.rng, &record.fields)?;
        Some(format!("{}.{field}", self.object(&record.name)))
    }

    /// Changes a whole object, or which one is pointed to.
    pub(super) fn change_record(&mut self) {
        let Some(Record { name, .. }) = pick(&mut self.rng, &self.scope.records) else {
            return self.assignment();
        };
        let (to, from) = (self.object(&name), self.object(&name));
        let text = match self.rng.below(5) {
            0 => format!("{to} = make_{name}({});", self.leaf()),
            1 => format!("change_{name}(&{to}, {});", self.leaf()),
            2 => format!("at_{name} = &{from};"),
            3 => format!("at_{name}{};", self.rng.pick(&["++", "--"])),
            _ => format!("{to} = {from};"),
        };
        self.statement_line(text);
    }
}
