//! Declarations of locals.

use super::types::Ty;
use super::{Array, Field, Generator, Object, Var};

impl Generator {
    pub(super) fn locals(&mut self, count: usize) {
        for _ in 0..count {
            match self.rng.below(13) {
                0..=5 => self.local_scalar(),
                6 | 7 => self.local_array(),
                8 | 9 => self.local_object(),
                10 => self.local_pointer(),
                11 => self.local_objects(),
                _ => self.local_static(),
            }
        }
    }

    fn local_scalar(&mut self) {
        let ty = Ty::any(&mut self.rng);
        let name = self.fresh("v");
        let value = self.expression_of(ty, 2);
        let qualifier = *self.rng.pick(&["", "", "", "", "register ", "volatile "]);
        self.line(format!("{qualifier}{} {name} = {value};", ty.name()));
        let plain = self.rng.percent(60) || !qualifier.is_empty();
        if !plain {
            let pointer = self.fresh("q");
            self.line(format!("{} *{pointer} = &{name};", ty.name()));
            self.scope.pointers.push((pointer, ty));
        }
        self.scope.vars.push(Var { text: name, ty, bits: None, writable: true, plain });
    }

    /// Keeps its value between calls, so only where calls are in a fixed order.
    fn local_static(&mut self) {
        if self.pure {
            return self.local_scalar();
        }
        let ty = Ty::any(&mut self.rng);
        let name = self.fresh("s");
        let value = self.constant(ty);
        self.line(format!("static {} {name} = {value};", ty.name()));
        self.scope.vars.push(Var { text: name, ty, bits: None, writable: true, plain: true });
    }

    fn local_array(&mut self) {
        let ty = Ty::any(&mut self.rng);
        let name = self.fresh("a");
        let length = *self.rng.pick(&[2, 4, 8, 16]);
        match self.rng.below(4) {
            0 => {
                let (i, mask) = (self.fresh("n"), length - 1);
                let size = self.integer(1).0;
                self.line(format!("int {i} = ({size} & {mask}) + {length};"));
                self.line(format!("{} {name}[{i}];", ty.name()));
                self.line(format!("for (int i = 0; i < {i}; i++)"));
                self.line(format!("    {name}[i] = i & 3;"));
                if !self.pure {
                    self.line(format!("mix(sizeof {name});"));
                }
            }
            1 if length >= 4 => {
                let values = self.constants(ty, length);
                let rows = length / 2;
                self.line(format!("{} {name}_[{rows}][2] = {{ {values} }};", ty.name()));
                self.line(format!("{} *{name} = &{name}_[0][0];", ty.name()));
                let (row, column) = (self.index(rows, 1), self.index(2, 1));
                let value = self.expression_of(ty, 2);
                self.line(format!("{name}_[{row}][{column}] = {value};"));
            }
            _ => {
                let values = self.array_values(ty, length);
                self.line(format!("{} {name}[{length}] = {{ {values} }};", ty.name()));
            }
        }
        self.scope.arrays.push(Array { text: name, ty, length, writable: true });
    }

    pub(super) fn local_pointer(&mut self) {
        let arrays: Vec<usize> =
            (0..self.scope.arrays.len()).filter(|&i| self.scope.arrays[i].writable).collect();
        if arrays.is_empty() {
            return self.local_scalar();
        }
        let array = self.scope.arrays[*self.rng.pick(&arrays)].clone();
        let name = self.fresh("p");
        let index = self.index(array.length, 1);
        let text = if self.rng.percent(50) {
            format!("&{}[{index}]", array.text)
        } else {
            format!("{} + ({index})", array.text)
        };
        self.line(format!("{} *{name} = {text};", array.ty.name()));
        self.scope.pointers.push((name, array.ty));
    }

    fn local_object(&mut self) {
        if self.records.is_empty() {
            return self.local_scalar();
        }
        let record = self.rng.below(self.records.len());
        let name = self.fresh("o");
        let ty = self.record_type(record);
        let fields = self.records[record].fields.clone();
        if self.records[record].is_union {
            // All bytes are set, whatever member is read later.
            self.line(format!("{ty} {name};"));
            let value = self.integer(1).0;
            self.line(format!("memset(&{name}, {value} & 255, sizeof {name});"));
        } else {
            let mut values = Vec::new();
            for field in fields.iter().take(self.rng.between(1, fields.len() as i64) as usize) {
                let value = if field.length > 0 {
                    format!("{{ {} }}", self.array_values(field.ty, field.length))
                } else {
                    self.expression_of(field.ty, 1)
                };
                values.push(if self.rng.percent(30) {
                    format!(".{} = {value}", field.name)
                } else {
                    value
                });
            }
            self.line(format!("{ty} {name} = {{ {} }};", values.join(", ")));
        }
        self.scope.objects.push(Object { text: name.clone(), record, writable: true });
        let pointer = self.rng.percent(30);
        if pointer {
            let p = self.fresh("op");
            self.line(format!("{ty} *{p} = &{name};"));
            self.fields_of(&format!("{p}->"), &fields);
        }
        self.fields_of(&format!("{name}."), &fields);
    }

    pub(super) fn fields_of(&mut self, prefix: &str, fields: &[Field]) {
        for field in fields {
            let text = format!("{prefix}{}", field.name);
            if field.length > 0 {
                let (ty, length) = (field.ty, field.length);
                self.scope.arrays.push(Array { text, ty, length, writable: true });
            } else {
                let (ty, bits) = (field.ty, field.bits);
                self.scope.vars.push(Var { text, ty, bits, writable: true, plain: false });
            }
        }
    }
}
