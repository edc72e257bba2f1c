//! Expressions: text and type. None has side effects.

use super::Generator;
use super::types::{INTEGERS, Ty};

type Typed = (String, Ty);

impl Generator {
    /// An expression that may be assigned to an object of this type.
    pub(super) fn expression_of(&mut self, ty: Ty, depth: u32) -> String {
        let (text, from) = self.expression(depth);
        convert(text, from, ty)
    }

    pub(super) fn expression(&mut self, depth: u32) -> Typed {
        if self.rng.percent(15) { self.floating(depth) } else { self.integer(depth) }
    }

    /// A condition, as it stands in `if (...)`.
    pub(super) fn condition(&mut self, depth: u32) -> String {
        match self.rng.below(6) {
            0 => self.expression(depth).0,
            1 | 2 => self.logical(depth),
            _ => self.comparison(depth).0,
        }
    }

    fn logical(&mut self, depth: u32) -> String {
        let (a, b) = (self.condition_part(depth), self.condition_part(depth));
        let op = self.rng.pick(&["&&", "||"]);
        format!("{a} {op} {b}")
    }

    fn condition_part(&mut self, depth: u32) -> String {
        if self.rng.percent(25) {
            format!("!({})", self.expression(depth.saturating_sub(1)).0)
        } else {
            self.comparison(depth.saturating_sub(1)).0
        }
    }

    fn comparison(&mut self, depth: u32) -> Typed {
        let (a, b) =
            (self.expression(depth.saturating_sub(1)), self.expression(depth.saturating_sub(1)));
        let op = self.rng.pick(&["<", "<=", ">", ">=", "==", "!="]);
        (format!("({} {op} {})", a.0, b.0), Ty::I32)
    }

    pub(super) fn integer(&mut self, depth: u32) -> Typed {
        if depth == 0 || self.rng.percent(20) {
            return self.integer_leaf(depth);
        }
        let depth = depth - 1;
        match self.rng.below(22) {
            0..=4 => {
                let op = *self.rng.pick(&["+", "-", "*"]);
                self.arithmetic(op, depth)
            }
            5 | 6 => self.division(depth),
            7 | 8 => self.shift(depth),
            9..=11 => {
                let (a, b) = (self.integer(depth), self.integer(depth));
                let op = self.rng.pick(&["&", "|", "^"]);
                (format!("({} {op} {})", a.0, b.0), a.1.common(b.1))
            }
            12 | 13 => self.comparison(depth),
            14 => {
                let condition = self.logical(depth);
                (format!("({condition})"), Ty::I32)
            }
            15 => {
                let condition = self.condition(depth);
                let (a, b) = (self.integer(depth), self.integer(depth));
                (format!("({condition} ? {} : {})", a.0, b.0), a.1.common(b.1))
            }
            16 => self.unary(depth),
            17 | 18 => {
                let to = Ty::any_integer(&mut self.rng);
                let (text, from) = self.expression(depth);
                if from.is_float() {
                    (convert(text, from, to), to)
                } else {
                    (format!("({})({text})", to.name()), to)
                }
            }
            19 => self.call(depth).unwrap_or_else(|| self.integer_leaf(depth)),
            20 => self.oddity(depth),
            _ => {
                let condition = self.integer(depth);
                let other = self.integer(depth);
                (format!("({} ?: {})", condition.0, other.0), condition.1.common(other.1))
            }
        }
    }

    /// `+`, `-` and `*` that cannot overflow.
    fn arithmetic(&mut self, op: &str, depth: u32) -> Typed {
        let (a, b) = (self.integer(depth), self.integer(depth));
        let ty = a.1.common(b.1);
        if ty.is_unsigned() {
            return (format!("({} {op} {})", a.0, b.0), ty);
        }
        match self.rng.below(3) {
            0 => {
                let ut = ty.unsigned().name();
                (format!("({})(({ut}){} {op} ({ut}){})", ty.name(), a.0, b.0), ty)
            }
            1 if ty == Ty::I32 => (format!("((long){} {op} {})", a.0, b.0), Ty::Long),
            _ => {
                let limit = self.rng.pick(&["1000", "30000", "7"]);
                (format!("(({} % {limit}) {op} ({} % {limit}))", a.0, b.0), ty)
            }
        }
    }

    fn division(&mut self, depth: u32) -> Typed {
        let (a, b) = (self.integer(depth), self.integer(depth));
        let op = self.rng.pick(&["/", "%"]);
        let b = match self.rng.below(3) {
            0 => (format!("(({} & 63) - 70)", b.0), b.1.common(Ty::I32)),
            1 => (format!("(({} & 255) + 1)", b.0), b.1.common(Ty::I32)),
            _ if b.1.promoted().is_unsigned() => (format!("({} | 1)", b.0), b.1),
            _ => (self.rng.pick(&["3", "-5", "10", "256", "-1000"]).to_string(), Ty::I32),
        };
        (format!("({} {op} {})", a.0, b.0), a.1.common(b.1))
    }

    fn shift(&mut self, depth: u32) -> Typed {
        let (a, b) = (self.integer(depth), self.integer(depth));
        let ty = a.1.promoted();
        let mask = ty.width() - 1;
        if self.rng.percent(50) {
            return (format!("({} >> ({} & {mask}))", a.0, b.0), ty);
        }
        if ty.is_unsigned() {
            return (format!("({} << ({} & {mask}))", a.0, b.0), ty);
        }
        if self.rng.percent(50) {
            return (format!("(({} & 127) << ({} & 15))", a.0, b.0), ty);
        }
        (format!("(({}){} << ({} & {mask}))", ty.unsigned().name(), a.0, b.0), ty.unsigned())
    }

    fn unary(&mut self, depth: u32) -> Typed {
        let (text, ty) = self.integer(depth);
        let promoted = ty.promoted();
        match self.rng.below(4) {
            0 => (format!("(~{text})"), promoted),
            1 => (format!("(!{text})"), Ty::I32),
            2 => (format!("(+{text})"), promoted),
            _ if promoted.is_unsigned() => (format!("(-{text})"), promoted),
            _ => (format!("(-({text} % 12345))"), promoted),
        }
    }

    fn oddity(&mut self, depth: u32) -> Typed {
        match self.rng.below(10) {
            7 => self.variadic_call(depth),
            8 => {
                let (text, _) = self.integer(depth);
                let format =
                    self.rng.pick(&["%ld", "%+ld", "%-9ldx", "%09ld", "% .4ld", "%#lx", "%lo"]);
                (format!("looks(\"{format}\", {text})"), Ty::U32)
            }
            9 => self.pointer_difference(depth),
            0 => {
                let (a, b) = (self.expression(depth), self.integer(depth));
                (format!("((void){}, +{})", a.0, b.0), b.1.promoted())
            }
            1 => {
                let (text, _) = self.expression(depth);
                (format!("TYPE(+{text})"), Ty::I32)
            }
            2 => {
                let (text, _) = self.expression(depth);
                (format!("(int)sizeof(+{text})"), Ty::I32)
            }
            3 => {
                let (index, _) = self.integer(depth);
                (format!("\"whydunit\"[{index} & 7]"), Ty::Char)
            }
            4 => {
                let (text, ty) = self.integer(depth);
                let name = self.fresh("e");
                let ty = ty.promoted();
                (format!("({{ {} {name} = {text}; {name} ^ 5; }})", ty.name()), ty)
            }
            5 => {
                let (index, _) = self.integer(depth);
                let (a, b) =
                    (self.expression_of(Ty::I16, depth), self.expression_of(Ty::I16, depth));
                (format!("((short[4]){{ {a}, [2] = {b} }})[{index} & 3]"), Ty::I16)
            }
            _ => {
                let (text, ty) = self.integer(depth);
                let (low, high) = (self.constant(Ty::I8), self.constant(Ty::U8));
                (format!("({text} == {low} ? {high} : {text})"), ty.common(Ty::I32))
            }
        }
    }

    fn variadic_call(&mut self, depth: u32) -> Typed {
        let (mut letters, mut args) = (String::new(), String::new());
        for _ in 0..self.rng.between(1, 4) {
            let (letter, ty) = *self.rng.pick(&[
                ('i', Ty::I16),
                ('i', Ty::I32),
                ('u', Ty::U32),
                ('l', Ty::Long),
                ('q', Ty::ULongLong),
                ('d', Ty::Float),
                ('d', Ty::Double),
            ]);
            letters.push(letter);
            let value = self.expression_of(ty, depth.min(1));
            args.push_str(&format!(", ({})({value})", ty.name()));
        }
        (format!("total(\"{letters}s\"{args}, \"{letters}\")"), Ty::Long)
    }

    fn pointer_difference(&mut self, depth: u32) -> Typed {
        if self.scope.arrays.is_empty() || !self.excluded.is_empty() {
            return self.integer_constant();
        }
        let array = self.rng.pick(&self.scope.arrays).clone();
        let (i, j) = (self.index(array.length, depth.min(1)), self.index(array.length, 0));
        let op = *self.rng.pick(&["-", "<", "==", ">="]);
        let ty = if op == "-" { Ty::Long } else { Ty::I32 };
        (format!("(&{0}[{i}] {op} &{0}[{j}])", array.text), ty)
    }

    /// A call of a function without side effects.
    fn call(&mut self, depth: u32) -> Option<Typed> {
        let candidates: Vec<usize> = (0..self.helpers.len())
            .filter(|&index| self.helpers[index].pure && !self.helpers[index].result.is_float())
            .collect();
        if candidates.is_empty() || self.loop_depth > 2 {
            return None;
        }
        let helper = self.helpers[*self.rng.pick(&candidates)].clone();
        Some((self.call_text(&helper, depth.min(1)), helper.result))
    }

    pub(super) fn call_text(&mut self, helper: &super::Helper, depth: u32) -> String {
        let args: Vec<String> =
            helper.params.clone().into_iter().map(|ty| self.expression_of(ty, depth)).collect();
        let args = args.join(", ");
        if helper.is_table {
            let index = self.index(4, 1);
            return format!("{}[{index}]({args})", helper.name);
        }
        format!("{}({args})", helper.name)
    }

    fn integer_leaf(&mut self, depth: u32) -> Typed {
        match self.rng.below(10) {
            0..=4 => {
                let excluded = &self.excluded;
                let usable: Vec<usize> = (0..self.scope.vars.len())
                    .filter(|&index| {
                        let var = &self.scope.vars[index];
                        !var.ty.is_float() && !excluded.contains(&var.text)
                    })
                    .collect();
                if usable.is_empty() {
                    return self.integer_constant();
                }
                let var = &self.scope.vars[*self.rng.pick(&usable)];
                (var.text.clone(), var.value_ty())
            }
            5 | 6 => self.array_element(false, depth).unwrap_or_else(|| self.integer_constant()),
            7 => {
                let usable: Vec<(String, Ty)> =
                    self.scope.pointers.iter().filter(|(_, ty)| !ty.is_float()).cloned().collect();
                if usable.is_empty() || !self.excluded.is_empty() {
                    return self.integer_constant();
                }
                let (name, ty) = self.rng.pick(&usable).clone();
                (format!("(*{name})"), ty)
            }
            _ => self.integer_constant(),
        }
    }

    /// Reads an element of an array of the wanted class.
    fn array_element(&mut self, float: bool, depth: u32) -> Option<Typed> {
        let usable: Vec<usize> = (0..self.scope.arrays.len())
            .filter(|&index| self.scope.arrays[index].ty.is_float() == float)
            .collect();
        if usable.is_empty() || !self.excluded.is_empty() {
            return None;
        }
        let array = self.scope.arrays[*self.rng.pick(&usable)].clone();
        let index = self.index(array.length, depth.min(1));
        Some((format!("{}[{index}]", array.text), array.ty))
    }

    /// An index below `length`.
    pub(super) fn index(&mut self, length: usize, depth: u32) -> String {
        if self.rng.percent(25) {
            return self.rng.below(length).to_string();
        }
        let (text, _) = self.integer(depth);
        format!("{text} & {}", length - 1)
    }

    fn floating(&mut self, depth: u32) -> Typed {
        if depth == 0 || self.rng.percent(25) {
            return self.floating_leaf(depth);
        }
        let depth = depth - 1;
        match self.rng.below(8) {
            0..=4 => {
                let (a, b) = (self.floating(depth), self.expression(depth));
                let op = self.rng.pick(&["+", "-", "*", "/"]);
                (format!("({} {op} {})", a.0, b.0), a.1.common(b.1))
            }
            5 => {
                let to = *self.rng.pick(&[Ty::Float, Ty::Double]);
                let (text, _) = self.expression(depth);
                (format!("({})({text})", to.name()), to)
            }
            6 => {
                let (text, ty) = self.floating(depth);
                (format!("(-{text})"), ty)
            }
            _ => {
                let condition = self.condition(depth);
                let (a, b) = (self.floating(depth), self.expression(depth));
                (format!("({condition} ? {} : {})", a.0, b.0), a.1.common(b.1))
            }
        }
    }

    fn floating_leaf(&mut self, depth: u32) -> Typed {
        let excluded = &self.excluded;
        let usable: Vec<usize> = (0..self.scope.vars.len())
            .filter(|&i| {
                self.scope.vars[i].ty.is_float() && !excluded.contains(&self.scope.vars[i].text)
            })
            .collect();
        if !usable.is_empty() && self.rng.percent(60) {
            let var = &self.scope.vars[*self.rng.pick(&usable)];
            return (var.text.clone(), var.ty);
        }
        if self.rng.percent(30)
            && let Some(element) = self.array_element(true, depth)
        {
            return element;
        }
        let ty = *self.rng.pick(&[Ty::Float, Ty::Double]);
        (self.constant(ty), ty)
    }

    pub(super) fn integer_constant(&mut self) -> Typed {
        let ty = *self.rng.pick(&INTEGERS[6..]);
        if self.rng.percent(10) {
            let letter = (b'a' + self.rng.below(26) as u8) as char;
            return (format!("'{letter}'"), Ty::I32);
        }
        (self.constant(ty), ty)
    }

    /// A constant of the type (after conversion, where the type has no constants of its own).
    pub(super) fn constant(&mut self, ty: Ty) -> String {
        if ty.is_float() {
            let suffix = if ty == Ty::Float { "f" } else { "" };
            return match self.rng.below(5) {
                0 => format!("({}.0{suffix})", self.rng.between(-100, 100)),
                1 => format!("({}.{}{suffix})", self.rng.between(-9, 9), self.rng.below(100_000)),
                2 => format!("{}e{}{suffix}", self.rng.between(1, 9), self.rng.between(-30, 30)),
                3 => format!(
                    "0x1.{:x}p{}{suffix}",
                    self.rng.below(0x10000),
                    self.rng.between(-20, 20)
                ),
                _ => format!("{}.5{suffix}", self.rng.between(0, 3)),
            };
        }
        let width = ty.width().clamp(8, 64);
        let unsigned = ty.is_unsigned();
        let (min, max): (i128, i128) = match (ty, unsigned) {
            (Ty::Bool, _) => (0, 1),
            (_, true) => (0, (1i128 << width) - 1),
            (_, false) => (-(1i128 << (width - 1)), (1i128 << (width - 1)) - 1),
        };
        let value: i128 = match self.rng.below(8) {
            0 => max,
            1 => min,
            2 => max - 1,
            3 => 1i128 << self.rng.below(width as usize - 1),
            4 => i128::from(self.rng.bits()),
            _ => i128::from(self.rng.between(-20, 100)),
        };
        let value = if (min..=max).contains(&value) {
            value
        } else {
            value.rem_euclid(max - min + 1) + min
        };
        let suffix = match ty {
            Ty::U32 => "u",
            Ty::Long => "l",
            Ty::ULong => "ul",
            Ty::LongLong => "ll",
            Ty::ULongLong => "ull",
            _ => "",
        };
        match value {
            // The smallest value has no constant.
            v if v < 0 && v == min => format!("({}{suffix} - 1)", v + 1),
            v if v < 0 => format!("({v}{suffix})"),
            v => match self.rng.below(4) {
                0 => format!("0x{v:x}{suffix}"),
                1 => format!("0{v:o}{suffix}"),
                _ => format!("{v}{suffix}"),
            },
        }
    }

    /// Values of up to `length` elements, without designators.
    pub(super) fn constants(&mut self, ty: Ty, length: usize) -> String {
        let count = self.rng.between(1, length as i64);
        let values: Vec<String> = (0..count).map(|_| self.constant(ty)).collect();
        values.join(", ")
    }

    pub(super) fn array_values(&mut self, ty: Ty, length: usize) -> String {
        let count = self.rng.between(1, length as i64);
        let mut values = Vec::new();
        for index in 0..count {
            let value = self.constant(ty);
            let designator = self.rng.percent(10);
            values.push(if designator { format!("[{index}] = {value}") } else { value });
        }
        values.join(", ")
    }
}

/// Floating values go through a range check on their way to an integer.
pub(super) fn convert(text: String, from: Ty, to: Ty) -> String {
    if from.is_float() && !to.is_float() {
        format!("{}({text})", to.float_conversion())
    } else {
        text
    }
}
