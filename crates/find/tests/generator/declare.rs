//! Declarations of globals and locals.

use super::types::Ty;
use super::{Array, Generator, Matrix, Pointer, Var, pick};

impl Generator {
    pub(super) fn globals(&mut self) {
        for _ in 0..self.rng.between(1, 2) {
            let (ty, name) = (Ty::any(&mut self.rng), self.fresh("g"));
            let value = self.rng.between(0, 5);
            self.line(format!("static {} {name} = {value};", ty.name()));
            self.add_var(name, ty);
        }
        if self.rng.percent(55) {
            self.array("static ", true);
        }
        if self.rng.percent(25) {
            self.matrix();
        }
        if self.rng.percent(40) {
            self.record();
        }
        if self.rng.percent(20) {
            self.enumeration();
        }
        if self.rng.percent(20) {
            self.union();
        }
        if self.rng.percent(20) {
            self.bit_fields();
        }
    }

    fn array(&mut self, prefix: &str, is_initialised: bool) {
        let (ty, name) = (Ty::any(&mut self.rng), self.fresh("a"));
        let length = self.rng.between(2, 6) as usize;
        let first = self.rng.between(0, 9);
        let values = if is_initialised { format!(" = {{{first}, 1}}") } else { String::new() };
        self.line(format!("{prefix}{} {name}[{length}]{values};", ty.name()));
        self.scope.arrays.push(Array { text: name, ty, length });
    }

    fn matrix(&mut self) {
        let (ty, text) = (Ty::any(&mut self.rng), self.fresh("m"));
        let (rows, columns) = (2 + self.rng.below(2), 2 + self.rng.below(3));
        let ty_name = ty.name();
        self.line(format!("static {ty_name} {text}[{rows}][{columns}] = {{{{1, 2}}, {{3}}}};"));
        self.scope.matrices.push(Matrix { text, ty, rows, columns });
    }

    fn enumeration(&mut self) {
        let name = self.fresh("kind");
        self.line(format!("enum {name} {{ {name}_a, {name}_b = 3, {name}_c }};"));
        self.line(format!("static enum {name} e_{name} = {name}_b;"));
        self.add_var(format!("e_{name}"), Ty::Unsigned);
        for constant in ["a", "b", "c"] {
            let text = format!("{name}_{constant}");
            self.add_without_address(text, Ty::Int, false);
        }
    }

    fn union(&mut self) {
        let name = self.fresh("u");
        let members = "unsigned word; unsigned char bytes[4]; short halves[2];";
        self.line(format!("static union {{ {members} }} {name};"));
        self.add_var(format!("{name}.word"), Ty::Unsigned);
        for (member, ty, length) in [("bytes", Ty::UChar, 4), ("halves", Ty::Short, 2)] {
            let text = format!("{name}.{member}");
            self.scope.arrays.push(Array { text, ty, length });
        }
    }

    fn bit_fields(&mut self) {
        let name = self.fresh("bits");
        let members = "unsigned low : 3; int middle : 5; unsigned char one : 1; short rest : 9;";
        self.line(format!("static struct {{ {members} }} {name};"));
        for (member, ty) in
            [("low", Ty::Unsigned), ("middle", Ty::Int), ("one", Ty::UChar), ("rest", Ty::Short)]
        {
            self.add_without_address(format!("{name}.{member}"), ty, true);
        }
    }

    fn add_without_address(&mut self, text: String, ty: Ty, is_writable: bool) {
        let var = Var { text, ty, is_writable, has_address: false, is_small: false };
        self.scope.vars.push(var);
    }

    pub(super) fn locals(&mut self, count: i64) {
        for _ in 0..count {
            match self.rng.weighted(&[50, 16, 14, 12, 8]) {
                0 => self.local(),
                1 => {
                    let is_initialised = self.rng.percent(80);
                    self.array("", is_initialised);
                }
                2 => self.local_string(),
                3 => self.local_pointer(),
                _ => self.perhaps_uninitialised(),
            }
        }
    }

    fn local(&mut self) {
        let (ty, name) = (Ty::any(&mut self.rng), self.fresh("v"));
        let (value, ty_name) = (self.expression(1), ty.name());
        self.line_or(format!("{ty_name} {name} = {value};"), format!("{ty_name} {name} = 1;"));
        self.add_var(name, ty);
    }

    fn local_string(&mut self) {
        let (name, value) = (self.fresh("t"), self.rng.pick(&["a", "bc", "xy"]));
        let length = 3 + self.rng.below(6);
        self.line(format!("char {name}[{length}] = \"{value}\";"));
        self.scope.strings.push(Array { text: name, ty: Ty::Char, length });
    }

    fn local_pointer(&mut self) {
        let ty = pick(&mut self.rng, &self.scope.arrays).map_or(Ty::Int, |array| array.ty);
        let (name, ty_name, value) = (self.fresh("p"), ty.name(), self.address(ty));
        self.line_or(format!("{ty_name} *{name} = {value};"), format!("{ty_name} *{name} = 0;"));
        self.scope.pointers.push(Pointer { text: name, ty });
    }

    fn perhaps_uninitialised(&mut self) {
        let (ty, name) = (Ty::any(&mut self.rng), self.fresh("w"));
        self.line(format!("{} {name};", ty.name()));
        let condition = self.condition(1);
        self.line_or(format!("if ({condition}) {name} = 2;"), format!("{name} = 2;"));
        self.add_var(name, ty);
    }
}
