//! Structures and unions: their types, and functions that take and return them.

use super::expr::convert;
use super::types::Ty;
use super::{Field, Generator, Object, Record, Var};

/// A function without side effects from a record and a number to a record of the same type.
#[derive(Clone, Debug)]
pub(super) struct RecordHelper {
    name: String,
    record: usize,
    param: Ty,
}

impl Generator {
    pub(super) fn record(&mut self) {
        let name = format!("{}_t{}", self.name, self.records.len());
        let is_union = self.rng.percent(20);
        let packed = self.rng.percent(12);
        let count = self.rng.between(1, 6);
        let fields: Vec<Field> =
            (0..count).map(|index| self.field(index, is_union, packed)).collect();
        self.line(format!("{} {name} {{", if is_union { "union" } else { "struct" }));
        self.indent += 1;
        for field in &fields {
            let suffix = match (field.bits, field.length) {
                (Some(bits), _) => format!(" : {bits}"),
                (None, 0) => String::new(),
                (None, length) => format!("[{length}]"),
            };
            self.line(format!("{} {}{suffix};", field.ty.name(), field.name));
            if field.bits.is_some() && self.rng.percent(8) {
                self.line("int : 0;");
            }
        }
        self.indent -= 1;
        let attribute = if packed { " __attribute__((packed))" } else { "" };
        self.line(format!("}}{attribute};"));
        self.records.push(Record { name, fields, is_union });
    }

    fn field(&mut self, index: i64, is_union: bool, packed: bool) -> Field {
        let mut ty = Ty::any(&mut self.rng);
        if is_union && (ty.is_float() || ty == Ty::Bool) {
            ty = Ty::U16;
        }
        let mut field = Field { name: format!("f{index}"), ty, bits: None, length: 0 };
        if self.rng.percent(20) {
            field.length = *self.rng.pick(&[2, 4, 8]);
            // Pointers to its elements must be aligned.
            if packed {
                field.ty = Ty::U8;
            }
        } else if self.rng.percent(40) && ty.width() <= 32 && !ty.is_float() && !is_union {
            field.bits = Some(self.rng.between(1, i64::from(ty.width())) as u32);
            // Whether a plain `char` field is signed differs between compilers.
            if ty == Ty::Char {
                field.ty = Ty::I8;
            }
        }
        field
    }

    pub(super) fn record_type(&self, record: usize) -> String {
        let record = &self.records[record];
        format!("{} {}", if record.is_union { "union" } else { "struct" }, record.name)
    }

    pub(super) fn record_helper(&mut self) {
        if self.records.is_empty() {
            return;
        }
        let record = self.rng.below(self.records.len());
        let param = Ty::any(&mut self.rng);
        let ty = self.record_type(record);
        let name = self.fresh_global("m");
        let outer = std::mem::take(&mut self.scope);
        let text = "x".to_string();
        self.scope.vars.push(Var { text, ty: param, bits: None, writable: true, plain: true });
        let fields = self.records[record].fields.clone();
        self.fields_of("o.", &fields);
        self.begin_function(&format!("static {ty} {name}({ty} o, {} x)", param.name()));
        (self.pure, self.budget, self.loop_depth) = (true, 4, 1);
        let count = self.rng.between(1, 3);
        self.statements(count);
        self.line("return o;");
        (self.pure, self.loop_depth) = (false, 0);
        self.end_function();
        self.scope = outer;
        self.record_helpers.push(RecordHelper { name, record, param });
    }

    /// A call of such a function: all of its result, or one member of it.
    pub(super) fn record_call(&mut self) {
        let objects: Vec<Object> = self.scope.objects.clone();
        let usable: Vec<RecordHelper> = self
            .record_helpers
            .iter()
            .filter(|helper| objects.iter().any(|object| object.record == helper.record))
            .cloned()
            .collect();
        if usable.is_empty() {
            return self.assignment();
        }
        let helper = self.rng.pick(&usable).clone();
        let same: Vec<&Object> =
            objects.iter().filter(|object| object.record == helper.record).collect();
        let (to, from) = ((*self.rng.pick(&same)).clone(), (*self.rng.pick(&same)).clone());
        let argument = self.expression_of(helper.param, 2);
        let call = format!("{}({}, {argument})", helper.name, from.text);
        let fields: Vec<Field> = self.records[helper.record]
            .fields
            .iter()
            .filter(|field| field.length == 0)
            .cloned()
            .collect();
        match self.target() {
            Some(var) if !fields.is_empty() && self.rng.percent(40) => {
                let field = self.rng.pick(&fields).clone();
                let value = convert(format!("{call}.{}", field.name), field.ty, var.ty);
                self.line(format!("{} = {value};", var.text));
            }
            _ => self.line(format!("{} = {call};", to.text)),
        }
    }

    /// An array of structures; its elements are known by constant indices.
    pub(super) fn local_objects(&mut self) {
        let plain: Vec<usize> =
            (0..self.records.len()).filter(|&index| !self.records[index].is_union).collect();
        if plain.is_empty() {
            return self.locals(1);
        }
        let record = *self.rng.pick(&plain);
        let name = self.fresh("os");
        let ty = self.record_type(record);
        let fields = self.records[record].fields.clone();
        let first = &fields[0];
        let value = if first.length > 0 {
            format!("{{ {} }}", self.constant(first.ty))
        } else {
            self.expression_of(first.ty, 1)
        };
        self.line(format!("{ty} {name}[4] = {{ {{ {value} }}, [2] = {{ {value} }} }};"));
        let scalars: Vec<Field> =
            fields.iter().filter(|field| field.length == 0).cloned().collect();
        if !scalars.is_empty() {
            let field = self.rng.pick(&scalars).clone();
            let (cursor, value) = (self.fresh("c"), self.expression_of(field.ty, 2));
            self.line(format!("for ({ty} *{cursor} = {name}; {cursor} != {name} + 4; {cursor}++)"));
            self.line(format!("    {cursor}->{} = {value};", field.name));
        }
        let index = self.rng.below(4);
        let text = format!("{name}[{index}]");
        self.fields_of(&format!("{text}."), &fields);
        self.scope.objects.push(Object { text, record, writable: true });
    }
}
