//! Statements.

use super::expr::convert;
use super::types::Ty;
use super::{Array, Generator, Object, Var};

impl Generator {
    pub(super) fn statements(&mut self, count: i64) {
        for _ in 0..count {
            self.statement();
        }
    }

    /// `{ ... }` with its own scope.
    fn braced(&mut self, contents: impl FnOnce(&mut Generator)) {
        let lengths = (
            self.scope.vars.len(),
            self.scope.arrays.len(),
            self.scope.pointers.len(),
            self.scope.objects.len(),
        );
        self.line("{");
        self.indent += 1;
        contents(self);
        self.indent -= 1;
        self.line("}");
        self.scope.vars.truncate(lengths.0);
        self.scope.arrays.truncate(lengths.1);
        self.scope.pointers.truncate(lengths.2);
        self.scope.objects.truncate(lengths.3);
    }

    fn block(&mut self, statements: i64) {
        self.braced(|this| {
            if this.rng.percent(40) {
                this.locals(1);
            }
            this.statements(statements);
        });
    }

    /// Something to assign to. Never a global inside a function without side effects (there is none in scope).
    pub(super) fn target(&mut self) -> Option<Var> {
        let usable: Vec<usize> =
            (0..self.scope.vars.len()).filter(|&i| self.scope.vars[i].writable).collect();
        if usable.is_empty() {
            None
        } else {
            Some(self.scope.vars[*self.rng.pick(&usable)].clone())
        }
    }

    /// A local that nothing else refers to.
    fn plain_target(&mut self, integer: bool) -> Option<Var> {
        let usable: Vec<usize> = (0..self.scope.vars.len())
            .filter(|&i| {
                let var = &self.scope.vars[i];
                var.writable && var.plain && !(integer && var.ty.is_float())
            })
            .collect();
        if usable.is_empty() {
            None
        } else {
            Some(self.scope.vars[*self.rng.pick(&usable)].clone())
        }
    }

    fn statement(&mut self) {
        self.budget -= 1;
        let nest = self.budget > 0 && self.indent < 6;
        match self.rng.below(33) {
            0..=5 => self.assignment(),
            6 | 7 => self.compound_assignment(),
            8 => self.step(),
            9 | 10 => self.element_assignment(),
            11 => self.pointer_assignment(),
            12..=14 if nest => self.conditional(),
            15 | 16 if nest && self.loop_depth < 3 => self.counted_loop(),
            17 if nest && self.loop_depth < 3 => self.other_loop(),
            18 | 19 if nest => self.switch(),
            20 if nest => self.forward_goto(),
            21 => self.call_statement(),
            22 => self.effects(),
            23 => self.object_copy(),
            24 => self.guarded_division(),
            25 if nest => self.block(2),
            26 => self.bytes(),
            27 if self.result.is_some() && self.indent > 1 => self.early_return(),
            28 if !self.pure => self.print_something(),
            29 | 30 => self.record_call(),
            31 => self.checked_arithmetic(),
            _ => self.assignment(),
        }
    }

    pub(super) fn assignment(&mut self) {
        let Some(var) = self.target() else { return };
        let value = self.expression_of(var.ty, 3);
        if self.rng.percent(10)
            && let Some(other) = self.plain_target(false)
            && other.text != var.text
        {
            // The value of an assignment is the stored one.
            let value = self.expression_of(other.ty, 2);
            let chained = convert(format!("({} = {value})", other.text), other.ty, var.ty);
            return self.line(format!("{} = {chained};", var.text));
        }
        self.line(format!("{} = {value};", var.text));
    }

    fn compound_assignment(&mut self) {
        let Some(var) = self.target() else { return };
        let ty = var.value_ty();
        if ty.is_float() {
            let op = *self.rng.pick(&["+", "-", "*", "/"]);
            let value = self.expression(2).0;
            return self.line(format!("{} {op}= {value};", var.text));
        }
        let (value, from) = self.integer(2);
        match self.rng.below(4) {
            0 => {
                let op = *self.rng.pick(&["|", "&", "^"]);
                self.line(format!("{} {op}= {value};", var.text));
            }
            1 => {
                let mask = ty.promoted().width() - 1;
                self.line(format!("{} >>= {value} & {mask};", var.text));
            }
            2 => {
                let op = *self.rng.pick(&["/", "%"]);
                self.line(format!("{} {op}= ({value} & 127) + 1;", var.text));
            }
            _ if ty.common(from).is_unsigned() || ty.width() < 32 => {
                let op = *self.rng.pick(&["+", "-", "*"]);
                let value =
                    if ty.common(from).is_unsigned() { value } else { format!("{value} % 1000") };
                self.line(format!("{} {op}= {value};", var.text));
            }
            _ => {
                self.line(format!("{0} = {0} % 100000;", var.text));
                let op = *self.rng.pick(&["+", "-", "*"]);
                self.line(format!("{} {op}= {value} % 1000;", var.text));
            }
        }
    }

    fn step(&mut self) {
        let Some(var) = self.target() else { return };
        let ty = var.value_ty();
        let op = *self.rng.pick(&["++", "--"]);
        let text = if self.rng.percent(50) {
            format!("{}{op}", var.text)
        } else {
            format!("{op}{}", var.text)
        };
        if ty.is_float()
            || ty.is_unsigned()
            || var.ty.width() < 32
            || var.bits.is_some_and(|b| b < 32)
        {
            self.line(format!("{text};"));
        } else {
            let v = &var.text;
            self.line(format!("if ({v} > -1000000 && {v} < 1000000) {text};"));
        }
    }

    fn element_assignment(&mut self) {
        let usable: Vec<usize> =
            (0..self.scope.arrays.len()).filter(|&i| self.scope.arrays[i].writable).collect();
        if usable.is_empty() {
            return self.assignment();
        }
        let array = self.scope.arrays[*self.rng.pick(&usable)].clone();
        let index = self.index(array.length, 2);
        if self.rng.percent(20)
            && let Some(counter) = self.plain_target(true)
            && counter.ty.is_unsigned()
        {
            self.excluded.push(counter.text.clone());
            let value = self.expression_of(array.ty, 2);
            self.excluded.clear();
            let text = &counter.text;
            return self.line(format!(
                "{}[{text}++ & {}] = {value};",
                array.text,
                array.length - 1
            ));
        }
        let value = self.expression_of(array.ty, 2);
        self.line(format!("{}[{index}] = {value};", array.text));
    }

    fn pointer_assignment(&mut self) {
        if self.scope.pointers.is_empty() {
            return self.local_pointer();
        }
        let (name, ty) = self.rng.pick(&self.scope.pointers.clone()).clone();
        if self.rng.percent(30) {
            let same: Vec<Array> =
                self.scope.arrays.iter().filter(|array| array.ty == ty).cloned().collect();
            // A pointer must not outlive what it points to: outside all blocks nothing in scope ends before it.
            if !same.is_empty() && self.indent == 1 {
                let array = self.rng.pick(&same).clone();
                let index = self.index(array.length, 1);
                return self.line(format!("{name} = &{}[{index}];", array.text));
            }
        }
        let value = self.expression_of(ty, 2);
        self.line(format!("*{name} = {value};"));
    }

    fn conditional(&mut self) {
        let condition = self.condition(2);
        self.line(format!("if ({condition})"));
        let count = self.rng.between(1, 3);
        self.block(count);
        if self.rng.percent(40) {
            self.line("else");
            let count = self.rng.between(1, 2);
            self.block(count);
        }
    }

    fn counted_loop(&mut self) {
        let name = self.fresh("i");
        let ty = *self.rng.pick(&[Ty::I32, Ty::I32, Ty::U32, Ty::U8, Ty::Long, Ty::I16]);
        let end = self.rng.between(1, 7);
        let (start, condition, step) = match self.rng.below(4) {
            0 => (end, format!("{name} > 0"), format!("{name}--")),
            1 => (0, format!("{name} != {}", end * 2), format!("{name} += 2")),
            2 => (1, format!("{name} <= {}", 1 << end.min(6)), format!("{name} *= 2")),
            _ => (0, format!("{name} < {end}"), format!("++{name}")),
        };
        let depth = self.scope.vars.len();
        self.line(format!("for ({} {name} = {start}; {condition}; {step})", ty.name()));
        self.scope.vars.push(Var { text: name, ty, bits: None, writable: false, plain: true });
        self.loop_body();
        self.scope.vars.truncate(depth);
    }

    fn loop_body(&mut self) {
        self.loop_depth += 1;
        self.braced(|this| {
            let count = this.rng.between(1, 2);
            this.statements(count);
            if this.rng.percent(30) {
                let condition = this.condition(2);
                let jump = *this.rng.pick(&["break", "continue"]);
                this.line(format!("if ({condition})"));
                this.line(format!("    {jump};"));
                this.statements(1);
            }
        });
        self.loop_depth -= 1;
    }

    fn other_loop(&mut self) {
        let counter = self.fresh("c");
        let bound = self.rng.between(1, 6);
        let condition = self.condition(1);
        self.line(format!("int {counter} = 0;"));
        match self.rng.below(3) {
            0 => {
                self.line(format!("while ({counter}++ < {bound} && ({condition}))"));
                self.loop_body();
            }
            1 => {
                self.line("do");
                self.loop_body();
                self.line(format!("while (++{counter} < {bound} && ({condition}));"));
            }
            _ => {
                let label = self.fresh("again");
                self.line(format!("{label}:"));
                self.loop_depth += 1;
                self.block(2);
                self.loop_depth -= 1;
                self.line(format!("if (++{counter} < {bound} && ({condition}))"));
                self.line(format!("    goto {label};"));
            }
        }
        let text = counter;
        self.scope.vars.push(Var { text, ty: Ty::I32, bits: None, writable: false, plain: true });
    }

    fn switch(&mut self) {
        let (value, ty) = self.integer(2);
        let mask = *self.rng.pick(&[3, 7]);
        let masked = if self.rng.percent(70) || ty.promoted() != ty {
            format!("{value} & {mask}")
        } else {
            value
        };
        self.line(format!("switch ({masked})"));
        self.line("{");
        self.indent += 1;
        let default_at = self.rng.below(6);
        let mut next = 0;
        for index in 0..self.rng.between(2, 5) as usize {
            if index == default_at {
                self.line("default:");
            } else if self.rng.percent(15) {
                self.line(format!("case {next} ... {}:", next + 1));
                next += 2;
            } else {
                self.line(format!("case {next}:"));
                next += 1;
            }
            let count = self.rng.between(1, 2);
            self.block(count);
            if self.rng.percent(65) {
                self.line("break;");
            }
        }
        self.indent -= 1;
        self.line("}");
    }

    fn forward_goto(&mut self) {
        let label = self.fresh("skip");
        let condition = self.condition(2);
        self.line(format!("if ({condition})"));
        self.line(format!("    goto {label};"));
        self.block(2);
        self.line(format!("{label}: ;"));
    }

    /// A call whose effects on globals nothing else in the statement depends on.
    fn call_statement(&mut self) {
        let usable: Vec<usize> =
            (0..self.helpers.len()).filter(|&i| self.helpers[i].pure || !self.pure).collect();
        if usable.is_empty() || self.loop_depth > 1 {
            return self.assignment();
        }
        let helper = self.helpers[*self.rng.pick(&usable)].clone();
        let call = self.call_text(&helper, 2);
        match self.plain_target(false) {
            Some(var) => {
                let value = convert(call, helper.result, var.ty);
                self.line(format!("{} = {value};", var.text));
            }
            None => self.line(format!("{call};")),
        }
    }

    /// Side effects in order, by sequence points.
    fn effects(&mut self) {
        let (Some(first), Some(target)) = (self.plain_target(true), self.plain_target(true)) else {
            return self.assignment();
        };
        if first.text == target.text || !first.ty.is_unsigned() {
            return self.assignment();
        }
        let (x, y) = (&first.text, &target.text);
        let text = match self.rng.below(5) {
            0 => {
                let value = self.integer(2).0;
                format!("{y} = ({x} += {value} & 15, {x} ^ {});", self.integer(1).0)
            }
            1 => format!("{y} = {x}++ & 1 ? {x} : ({x} = 3);"),
            2 => {
                let condition = self.condition(1);
                format!("if ({condition} && {x}-- > 2 || ({y} = {x}) == 4) {x} += 7;")
            }
            3 => {
                self.excluded.extend([x.clone(), y.clone()]);
                let value = self.integer(2).0;
                self.excluded.clear();
                format!("{y} = {value} ^ {x}++;")
            }
            _ => format!("({x} & 4 ? ({x} >>= 1) : ({x} |= 9)), {y} = {x};"),
        };
        self.line(text);
    }

    fn object_copy(&mut self) {
        let objects = self.scope.objects.clone();
        let Some(first) = objects.first() else { return self.assignment() };
        let same: Vec<&Object> = objects.iter().filter(|o| o.record == first.record).collect();
        let (to, from) = ((*self.rng.pick(&same)).clone(), (*self.rng.pick(&same)).clone());
        if to.text == from.text || !to.writable {
            return self.assignment();
        }
        match self.rng.below(3) {
            0 => self.line(format!("memcpy(&{}, &{}, sizeof {});", to.text, from.text, to.text)),
            1 => self.line(format!("{} = *&{};", to.text, from.text)),
            _ => {
                let condition = self.condition(1);
                self.line(format!("{} = {condition} ? {} : {};", to.text, from.text, to.text));
            }
        }
    }

    fn guarded_division(&mut self) {
        let (Some(x), Some(y)) = (self.plain_target(true), self.plain_target(true)) else {
            return self.assignment();
        };
        let Some(to) = self.plain_target(false) else { return };
        let op = *self.rng.pick(&["/", "%"]);
        let (x, y) = (&x.text, &y.text);
        self.line(format!("if ({y} != 0 && {y} + 1ull != 0)"));
        self.line(format!("    {} = {x} {op} {y};", to.text));
    }

    fn checked_arithmetic(&mut self) {
        let Some(var) = self.target() else { return };
        let ty = *self.rng.pick(&[Ty::I8, Ty::U16, Ty::I32, Ty::U32, Ty::Long, Ty::ULongLong]);
        let (result, a, b) = (self.fresh("k"), self.integer(2).0, self.integer(2).0);
        let op = *self.rng.pick(&["add", "sub", "mul"]);
        self.line(format!("{} {result} = 0;", ty.name()));
        let ty = ty.name();
        self.line(format!("if (__builtin_{op}_overflow(({ty})({a}), ({ty})({b}), &{result}))"));
        self.line(format!("    {result} ^= 3;"));
        self.line(format!("{} = {result};", var.text));
    }

    /// Bytes of an object, written and read.
    fn bytes(&mut self) {
        let arrays: Vec<Array> = self
            .scope
            .arrays
            .iter()
            .filter(|a| !a.ty.is_float() && a.ty != Ty::Bool && a.writable)
            .cloned()
            .collect();
        let Some(array) = arrays.last() else { return self.assignment() };
        let size = array.length as u32 * array.ty.width() / 8;
        let (text, name) = (&array.text, self.fresh("b"));
        match self.rng.below(3) {
            0 => {
                let value = self.integer(1).0;
                self.line(format!("memset({text}, {value} & 255, {size});"));
            }
            1 => {
                let (index, value) = (self.index(size as usize, 1), self.integer(1).0);
                self.line(format!("((unsigned char *){text})[{index}] = {value};"));
            }
            _ => {
                self.line(format!("unsigned char {name}[{size}];"));
                self.line(format!("memcpy({name}, {text}, {size});"));
                self.scope.arrays.push(Array {
                    text: name,
                    ty: Ty::U8,
                    length: 1 << size.ilog2(),
                    writable: true,
                });
            }
        }
    }

    fn early_return(&mut self) {
        let Some(result) = self.result else { return };
        let (condition, value) = (self.condition(1), self.expression_of(result, 1));
        self.line(format!("if ({condition})"));
        self.line(format!("    return {value};"));
    }

    fn print_something(&mut self) {
        let (text, ty) = self.expression(2);
        if self.loop_depth > 0 || self.result.is_some() {
            let mixer = if ty.is_float() { "mix_float" } else { "mix" };
            self.line(format!("{mixer}({text});"));
        } else {
            self.print(&text, ty);
        }
    }

    pub(super) fn print(&mut self, text: &str, ty: Ty) {
        let name = self.name.clone();
        let format = match ty {
            Ty::Float | Ty::Double => return self.line(format!("show_float(\"{name}\", {text});")),
            Ty::Bool | Ty::Char | Ty::I8 | Ty::I16 | Ty::I32 => {
                *self.rng.pick(&["%d", "%d", "%5d|", "%x"])
            }
            Ty::U8 | Ty::U16 | Ty::U32 => *self.rng.pick(&["%u", "%u", "%#x", "%08u"]),
            Ty::Long => "%ld",
            Ty::ULong => *self.rng.pick(&["%lu", "%lx"]),
            Ty::LongLong => *self.rng.pick(&["%lld", "%+lld"]),
            Ty::ULongLong => *self.rng.pick(&["%llu", "%llo"]),
        };
        self.line(format!("printf(\"{name} {format}\\n\", {text});"));
    }
}
