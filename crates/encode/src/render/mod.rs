//! Terms as C expressions over the program's own names.
//!
//! A variable of a formula is shown by the name of the storage it is the contents of. The text means what the term means: conversions
//! that C makes by itself are not written, all others are casts. Signed arithmetic is meant to wrap around, as terms do. What has no C
//! spelling (unknown values) or would become too long is not rendered at all.

mod text;

use rustc_hash::FxHashMap;
use whydunit_interp::{Cell, ObjectKind};
use whydunit_program::{FloatKind, LocalRole, Program, StmtKind, Target, Type, TypeId};
use whydunit_term::{Op, Term, Terms};
use whydunit_trace::{ErrorTrace, StepKind, cell_name, object_name, value_text};

use crate::formula::TraceFormula;
use crate::generated::Definition;
use crate::limits::{LONGEST_CALL, LONGEST_TEXT};
use crate::names::{cell_of, cell_type, range_name};
use crate::number::{bit, low_half, low_word};
use crate::storage::{Range, Storage};
use text::{Kind, Level, Text};

/// What a variable is called, and its type.
#[derive(Clone, Debug)]
struct Name {
    text: String,
    ty: Option<TypeId>,
}

/// A variable of a formula as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown<'r> {
    pub text: &'r str,
    pub kind: ShownKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShownKind {
    Signed,
    Unsigned,
    Pointer,
    Float,
}

/// Renders terms of one formula.
#[derive(Debug)]
pub struct Renderer<'a> {
    program: &'a Program,
    trace: &'a ErrorTrace,
    names: FxHashMap<Term, Name>,
}

impl<'a> Renderer<'a> {
    pub fn new(
        program: &'a Program,
        trace: &'a ErrorTrace,
        formula: &TraceFormula,
    ) -> Renderer<'a> {
        let mut names = FxHashMap::default();
        for definition in &formula.definitions {
            let text = call_text(program, trace, definition)
                .or_else(|| old_text(program, trace, definition))
                .or_else(|| temporary_text(program, trace, definition))
                .unwrap_or_else(|| shown_name(program, trace, definition.range));
            let ty = cell_type(program, trace, definition.range);
            names.insert(definition.variable, Name { text, ty });
        }
        for link in &formula.links {
            let text = shown_name(program, trace, link.range);
            let ty = cell_type(program, trace, link.range);
            names.insert(link.variable, Name { text, ty });
        }
        for unset in &formula.unset {
            let text = shown_name(program, trace, unset.range);
            let ty = cell_type(program, trace, unset.range);
            names.insert(unset.variable, Name { text, ty });
        }
        let input_names = trace.input_names();
        for input in &formula.inputs {
            let record = input.record as usize;
            let (text, ty) = (input_names[record].clone(), trace.inputs[record].ty);
            names.insert(input.variable, Name { text, ty: Some(ty) });
        }
        Renderer { program, trace, names }
    }

    /// Lets a new variable be shown as one of the formula, by another name.
    pub fn alias(&mut self, variable: Term, like: Term, text: String) {
        let ty = self.names.get(&like).and_then(|name| name.ty);
        self.names.insert(variable, Name { text, ty });
    }

    pub fn rename(&mut self, variable: Term, text: String) {
        if let Some(name) = self.names.get_mut(&variable) {
            name.text = text;
        }
    }

    /// Name and kind of a variable.
    pub fn variable(&self, variable: Term) -> Option<Shown<'_>> {
        let name = self.names.get(&variable)?;
        let types = &self.program.types;
        let kind = match name.ty.map(|ty| (ty, types.get(ty))) {
            Some((_, Type::Pointer(_))) => ShownKind::Pointer,
            Some((_, Type::Float(_))) => ShownKind::Float,
            Some((ty, _)) if types.int_kind(ty).is_some_and(|kind| kind.signed) => {
                ShownKind::Signed
            }
            Some(_) => ShownKind::Unsigned,
            None => ShownKind::Signed,
        };
        Some(Shown { text: &name.text, kind })
    }

    /// Of a pointer: the size of what it points to.
    pub fn pointee_size(&self, variable: Term) -> Option<u64> {
        let types = &self.program.types;
        let pointee = types.pointee(self.names.get(&variable)?.ty?)?;
        types.size_of(pointee).filter(|&size| size > 0)
    }

    /// The variable's value as the user would write it.
    pub fn value_text(&self, variable: Term, value: u128) -> Option<String> {
        let Name { text: name, ty } = self.names.get(&variable)?;
        let text = value_text(self.program, Some(self.trace), (*ty)?, low_word(value));
        // What a parameter points to has no name but the parameter's: it still is what was passed.
        Some(if text == *name { format!("\\old({text})") } else { text })
    }

    /// The term as a C expression; `None` where it has none of a readable length.
    pub fn render(&self, terms: &Terms, term: Term) -> Option<String> {
        let mut rendering = Rendering { renderer: self, terms, left: LONGEST_TEXT };
        let text = match terms.sort(term).is_bool() {
            true => rendering.truth(term)?,
            false => rendering.value(term, None)?,
        };
        Some(text.text)
    }
}

/// A name for people: that of formulas, or what specifications call it.
fn shown_name(program: &Program, trace: &ErrorTrace, range: Range) -> String {
    let address = |id| match trace.object(id) {
        // A block is called like the call that made it, which returned its address.
        Some(object) => match object.info.kind {
            ObjectKind::Heap { .. } | ObjectKind::Alloca { .. } => object_name(program, object),
            _ => format!("&{}", object_name(program, object)),
        },
        None => range_name(program, trace, range),
    };
    match range.storage {
        Storage::Alive(id) => format!("\\valid({})", address(id)),
        Storage::Extent(id) => format!("\\block_length({})", address(id)),
        Storage::Register { local, .. } if local == Cell::RESULT => "\\result".into(),
        _ => range_name(program, trace, range),
    }
}

/// What a call returned and nothing has a name for yet is called like the call: `fact(n - 1)`.
fn call_text(program: &Program, trace: &ErrorTrace, definition: &Definition) -> Option<String> {
    let step = trace.steps.get(definition.step as usize)?;
    if step.kind != StepKind::Return {
        return None;
    }
    let cell = cell_of(definition.range)?;
    if cell_name(program, trace, cell).is_some() {
        return None;
    }
    let call = trace.frames.get(step.frame as usize)?.call?;
    let text = program.sources.text(trace.step(call).span).split_whitespace();
    let text = text.collect::<Vec<_>>().join(" ");
    (text.ends_with(')') && text.len() <= LONGEST_CALL).then_some(text)
}

/// A value on the way, for which the program has no name, is called like the expression that it is the value of.
fn temporary_text(
    program: &Program,
    trace: &ErrorTrace,
    definition: &Definition,
) -> Option<String> {
    if cell_of(definition.range).is_none_or(|cell| cell_name(program, trace, cell).is_some()) {
        return None;
    }
    let Storage::Register { local, .. } = definition.range.storage else { return None };
    let step = trace.steps.get(definition.step as usize).filter(|_| local != Cell::RESULT)?;
    let statement = program.stmt_at(step.point)?;
    let span = match &statement.kind {
        StmtKind::Assign { value, .. } => value.span,
        _ => statement.span,
    };
    let text = program.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.trim_end_matches(';');
    match !text.is_empty() && text.len() <= LONGEST_CALL {
        true => Some(text.to_owned()),
        false => Some(format!("the value of line {}", program.sources.line_column(span).line)),
    }
}

/// What a contract keeps of the state at the start of its function: `\\old(x)`. Its expression stands outside of the function.
fn old_text(program: &Program, trace: &ErrorTrace, definition: &Definition) -> Option<String> {
    let step = trace.steps.get(definition.step as usize)?;
    let Storage::Register { frame, local } = definition.range.storage else { return None };
    let function = program.function(trace.frames.get(frame as usize)?.function);
    if function.locals.get(local.index())?.role != LocalRole::Temporary {
        return None;
    }
    let Some(StmtKind::Assign { value, .. }) = program.stmt_at(step.point).map(|stmt| &stmt.kind)
    else {
        return None;
    };
    let is_outside =
        value.span.file != function.span.file || value.span.start < function.span.start;
    let text = program.sources.text(value.span).trim();
    (is_outside && !text.is_empty() && text.len() <= LONGEST_CALL).then(|| format!("\\old({text})"))
}

/// The rendering of one term.
struct Rendering<'r, 'a> {
    renderer: &'r Renderer<'a>,
    terms: &'r Terms,
    /// Nodes that may still be written.
    left: usize,
}

impl Rendering<'_, '_> {
    fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    // Conditions.

    fn truth(&mut self, term: Term) -> Option<Text> {
        self.spend()?;
        if let Some(value) = self.terms.value(term) {
            return Some(Text::new(value.to_string(), Level::Primary, Kind::Truth));
        }
        let node = self.terms.node(term);
        match (node.op, node.children) {
            (Op::Variable(symbol), _) => {
                let name = self.terms.symbol_name(symbol).to_owned();
                Some(Text::new(name, Level::Primary, Kind::Truth))
            }
            (Op::Not, &[inner]) => match (self.terms.op(inner), self.terms.children(inner)) {
                (Op::Eq, &[a, b]) if !self.terms.sort(a).is_bool() => self.equality("!=", a, b),
                _ => {
                    let inner = self.truth(inner)?.at(Level::Unary);
                    Some(Text::new(format!("!{inner}"), Level::Unary, Kind::Truth))
                }
            },
            (Op::And, list) => self.joined(list, " && ", Level::And),
            (Op::Or, list) => self.joined(list, " || ", Level::Or),
            (Op::Xor, &[a, b]) => self.truths("!=", a, b),
            (Op::Eq, &[a, b]) if self.terms.sort(a).is_bool() => self.truths("==", a, b),
            (Op::Eq, &[a, b]) => self.equality("==", a, b),
            (Op::SLt, &[a, b]) => self.comparison("<", a, b, Some(true)),
            (Op::SLe, &[a, b]) => self.comparison("<=", a, b, Some(true)),
            (Op::ULt, &[a, b]) => self.comparison("<", a, b, Some(false)),
            (Op::ULe, &[a, b]) => self.comparison("<=", a, b, Some(false)),
            (Op::FLt, &[a, b]) => self.float_comparison("<", a, b),
            (Op::FLe, &[a, b]) => self.float_comparison("<=", a, b),
            (Op::FEq, &[a, b]) => self.float_comparison("==", a, b),
            (Op::Ite, &[cond, then, otherwise]) => {
                let cond = self.truth(cond)?.at(Level::Or);
                let then = self.truth(then)?.at(Level::Or);
                let otherwise = self.truth(otherwise)?.at(Level::Conditional);
                let text = format!("{cond} ? {then} : {otherwise}");
                Some(Text::new(text, Level::Conditional, Kind::Truth))
            }
            (Op::SAddOverflow | Op::UAddOverflow, &[a, b]) => self.overflow("add", node.op, a, b),
            (Op::SSubOverflow | Op::USubOverflow, &[a, b]) => self.overflow("sub", node.op, a, b),
            (Op::SMulOverflow | Op::UMulOverflow, &[a, b]) => self.overflow("mul", node.op, a, b),
            _ => None,
        }
    }

    fn joined(&mut self, list: &[Term], symbol: &str, level: Level) -> Option<Text> {
        let mut parts = Vec::with_capacity(list.len());
        for &term in list {
            // Mixed conjunctions and disjunctions read better with parentheses.
            parts.push(self.truth(term)?.at(Level::BitOr));
        }
        Some(Text::new(parts.join(symbol), level, Kind::Truth))
    }

    fn truths(&mut self, symbol: &str, a: Term, b: Term) -> Option<Text> {
        let a = self.truth(a)?.at(Level::Unary);
        let b = self.truth(b)?.at(Level::Unary);
        // Truth values are compared as such, whatever numbers they are made of.
        let text = format!("!{a} {symbol} !{b}");
        Some(Text::new(text, Level::Equality, Kind::Truth))
    }

    fn equality(&mut self, symbol: &'static str, a: Term, b: Term) -> Option<Text> {
        let (a, b) = if self.terms.value(a).is_some() { (b, a) } else { (a, b) };
        self.related(symbol, Level::Equality, a, b, None)
    }

    fn comparison(
        &mut self,
        symbol: &'static str,
        a: Term,
        b: Term,
        signed: Option<bool>,
    ) -> Option<Text> {
        match (self.terms.value(a), symbol) {
            (Some(_), "<") => self.related(">", Level::Relation, b, a, signed),
            (Some(_), _) => self.related(">=", Level::Relation, b, a, signed),
            (None, _) => self.related(symbol, Level::Relation, a, b, signed),
        }
    }

    fn related(
        &mut self,
        symbol: &str,
        level: Level,
        a: Term,
        b: Term,
        signed: Option<bool>,
    ) -> Option<Text> {
        let left = self.value(a, signed)?;
        if left.kind == Kind::Float {
            // Bits of floating numbers are compared, not their values.
            return None;
        }
        let right = match (left.kind, self.terms.value(b)) {
            (Kind::Pointer, Some(value)) => self.pointer_constant(a, value)?,
            (kind, _) => self.value(b, kind.signed())?,
        };
        if (left.kind == Kind::Pointer) != (right.kind == Kind::Pointer) {
            return None;
        }
        let text = format!("{} {symbol} {}", left.at(level.next()), right.at(level.next()));
        Some(Text::new(text, level, Kind::Truth))
    }

    fn float_comparison(&mut self, symbol: &str, a: Term, b: Term) -> Option<Text> {
        let (symbol, a, b) = match (self.terms.value(a), symbol) {
            (Some(_), "<") => (">", b, a),
            (Some(_), "<=") => (">=", b, a),
            (Some(_), _) => (symbol, b, a),
            (None, _) => (symbol, a, b),
        };
        let a = self.float(a)?.at(Level::Shift);
        let b = self.float(b)?.at(Level::Shift);
        let level = if symbol == "==" { Level::Equality } else { Level::Relation };
        Some(Text::new(format!("{a} {symbol} {b}"), level, Kind::Truth))
    }

    fn overflow(&mut self, what: &str, op: Op, a: Term, b: Term) -> Option<Text> {
        let signed = matches!(op, Op::SAddOverflow | Op::SSubOverflow | Op::SMulOverflow);
        let width = self.terms.width(a);
        let ty = self.int_name(width, signed).filter(|_| width >= 32)?;
        let a = self.value(a, Some(signed))?.text;
        let b = self.value(b, Some(signed))?.text;
        let text = format!("__builtin_{what}_overflow_p({a}, {b}, ({ty})0)");
        Some(Text::new(text, Level::Primary, Kind::Truth))
    }

    // Numbers.

    /// A number (or pointer) whose value is that of the bits, read as signed or not as its kind says; of 32 bits and more it has a C type
    /// of that width, of fewer it is an `int`. `wanted` asks for one reading.
    fn value(&mut self, term: Term, wanted: Option<bool>) -> Option<Text> {
        self.spend()?;
        let width = self.terms.width(term);
        let text = match self.terms.value(term) {
            Some(value) => self.constant(width, value, wanted.unwrap_or(true)),
            None => self.number(term)?,
        };
        match (text.kind, wanted) {
            (Kind::Number { signed }, Some(wanted)) if signed != wanted => {
                if width > 64 {
                    return None;
                }
                Some(text.cast(&self.int_name(width, wanted)?, wanted))
            }
            _ => Some(text),
        }
    }

    fn number(&mut self, term: Term) -> Option<Text> {
        let width = self.terms.width(term);
        if let Some(name) = self.renderer.names.get(&term) {
            return Some(Text::new(name.text.clone(), Level::Primary, self.kind_of(name.ty)));
        }
        let node = self.terms.node(term);
        match (node.op, node.children) {
            (Op::Variable(symbol), _) => {
                let name = self.terms.symbol_name(symbol).to_owned();
                Some(Text::new(name, Level::Primary, Kind::Number { signed: true }))
            }
            (Op::Ite, &[cond, then, otherwise]) => {
                let cond = self.truth(cond)?.at(Level::Or);
                let constant = self.terms.value(then).is_some();
                let hint = if constant { self.value(otherwise, None)?.kind.signed() } else { None };
                let then = self.value(then, hint)?;
                let otherwise = self.value(otherwise, then.kind.signed())?;
                let kind = then.kind;
                let (then, otherwise) = (then.at(Level::Or), otherwise.at(Level::Conditional));
                let text = format!("{cond} ? {then} : {otherwise}");
                Some(Text::new(text, Level::Conditional, kind))
            }
            (Op::ZeroExtend(_) | Op::SignExtend(_), &[inner]) => {
                self.extended(node.op == Op::SignExtend(bit(width)), inner, width)
            }
            (Op::Extract { high, low }, &[inner]) => self.part(inner, high.into(), low.into()),
            (Op::Concat, &[high, low]) => {
                let (whole, factor) = text::multiple(self.terms, high, low)?;
                let whole = self.value(whole, None)?;
                let kind = whole.kind;
                let text = format!("{} * {factor}", whole.at(Level::Product));
                self.wrapped(Text::new(text, Level::Product, kind), width)
            }
            (Op::Neg | Op::BitNot, &[inner]) => {
                let symbol = if node.op == Op::Neg { "-" } else { "~" };
                let inner = self.value(inner, None)?;
                let kind = inner.kind;
                let text = format!("{symbol}{}", inner.at(Level::Unary));
                self.wrapped(Text::new(text, Level::Unary, kind), width)
            }
            (op, &[a, b]) => self.binary(op, a, b, width),
            _ => None,
        }
    }

    fn binary(&mut self, op: Op, a: Term, b: Term, width: u32) -> Option<Text> {
        let (symbol, level, wanted) = match op {
            Op::Add => ("+", Level::Sum, None),
            Op::Sub => ("-", Level::Sum, None),
            Op::Mul => ("*", Level::Product, None),
            Op::SDiv => ("/", Level::Product, Some(true)),
            Op::UDiv => ("/", Level::Product, Some(false)),
            Op::SRem => ("%", Level::Product, Some(true)),
            Op::URem => ("%", Level::Product, Some(false)),
            Op::Shl => ("<<", Level::Shift, None),
            Op::LShr => (">>", Level::Shift, Some(false)),
            Op::AShr => (">>", Level::Shift, Some(true)),
            Op::BitAnd => ("&", Level::BitAnd, None),
            Op::BitOr => ("|", Level::BitOr, None),
            Op::BitXor => ("^", Level::BitXor, None),
            _ => return None,
        };
        let is_shift = level == Level::Shift;
        let turns = matches!(op, Op::Add | Op::Mul | Op::BitAnd | Op::BitOr | Op::BitXor);
        let (a, b) = if turns && self.terms.value(a).is_some() { (b, a) } else { (a, b) };
        let mut left = self.value(a, wanted)?;
        if is_shift && self.terms.value(a).is_some() {
            let signed = left.kind.signed()?;
            left = left.cast(&self.int_name(width, signed)?, signed);
        }
        if !matches!(left.kind, Kind::Number { .. }) {
            return None;
        }
        // `x + c` with a high bit in `c` is meant as a difference.
        let mask = self.terms.sort(b).mask();
        if let (Op::Add, Some(value)) = (op, self.terms.value(b))
            && value > mask / 2
            && value != mask / 2 + 1
        {
            let kind = left.kind;
            let negative = value.wrapping_neg() & mask;
            let text = format!("{} - {negative}", left.at(Level::Sum));
            return self.wrapped(Text::new(text, Level::Sum, kind), width);
        }
        let right = match (is_shift, self.terms.value(b).is_some()) {
            (true, _) => self.value(b, Some(false))?,
            (false, true) => self.value(b, left.kind.signed())?,
            (false, false) => self.value(b, wanted)?,
        };
        if !matches!(right.kind, Kind::Number { .. }) {
            return None;
        }
        let signed = match is_shift {
            true => left.kind.signed()?,
            false => left.kind.signed()? && right.kind.signed()?,
        };
        let text = format!("{} {symbol} {}", left.at(level), right.at(level.next()));
        self.wrapped(Text::new(text, level, Kind::Number { signed }), width)
    }

    /// The result of arithmetic: below 32 bits C computes in `int`, so the bits above are cut off.
    fn wrapped(&self, text: Text, width: u32) -> Option<Text> {
        match width {
            32 | 64 | 128 => Some(text),
            _ => Some(text.cast(&self.int_name(width, false)?, false)),
        }
    }

    fn extended(&mut self, signed: bool, inner: Term, width: u32) -> Option<Text> {
        if let (Op::Extract { high, low }, &[whole]) =
            (self.terms.op(inner), self.terms.children(inner))
            && self.terms.width(whole) == width
            && matches!(width, 32 | 64)
        {
            if u32::from(high) + 1 == width {
                let whole = self.value(whole, Some(signed))?.at(Level::Shift);
                let kind = Kind::Number { signed };
                return Some(Text::new(format!("{whole} >> {low}"), Level::Shift, kind));
            }
            if low == 0 && !signed && high < 31 {
                let whole = self.value(whole, None)?;
                let kind = whole.kind;
                let text = format!("{} & {}", whole.at(Level::BitAnd), (2_u64 << high) - 1);
                return Some(Text::new(text, Level::BitAnd, kind));
            }
        }
        let text = self.value(inner, Some(signed))?;
        let kind = Kind::Number { signed: true };
        match width {
            // Narrow numbers are promoted; those of specifications have no width.
            16 | 32 | 128 => Some(Text { kind, ..text }),
            64 => Some(text.cast(&self.int_name(64, true)?, true)),
            _ => None,
        }
    }

    /// Bits `high` down to `low`, an unsigned number.
    fn part(&mut self, inner: Term, high: u32, low: u32) -> Option<Text> {
        let width = high - low + 1;
        let whole = self.value(inner, (low > 0).then_some(false))?;
        if !matches!(whole.kind, Kind::Number { .. }) {
            return None;
        }
        if let (0, Some(ty)) = (low, self.int_name(width, false)) {
            return Some(whole.cast(&ty, false));
        }
        let mask = u128::MAX >> (128 - width);
        let text = match low {
            0 => format!("{} & {mask:#x}", whole.at(Level::BitAnd)),
            _ => format!("{} >> {low} & {mask:#x}", whole.at(Level::Shift)),
        };
        Some(Text::new(text, Level::BitAnd, Kind::Number { signed: false }))
    }

    fn constant(&self, width: u32, value: u128, signed: bool) -> Text {
        let unused = 128 - width;
        let text = match signed {
            true => ((value << unused).cast_signed() >> unused).to_string(),
            false if width == 32 && value > i32::MAX as u128 => format!("{value}u"),
            false if width == 64 && value > i64::MAX as u128 => format!("{value}ul"),
            false => value.to_string(),
        };
        let level = if text.starts_with('-') { Level::Unary } else { Level::Primary };
        Text::new(text, level, Kind::Number { signed })
    }

    /// What a constant is as the value of a pointer like `beside`.
    fn pointer_constant(&self, beside: Term, value: u128) -> Option<Text> {
        let text = self.renderer.value_text(beside, value)?;
        Some(Text::new(text, Level::Primary, Kind::Pointer))
    }

    // Floating numbers.

    fn float(&mut self, term: Term) -> Option<Text> {
        self.spend()?;
        if let Some(value) = self.terms.value(term) {
            let text = match self.terms.width(term) {
                32 => format!("{:?}f", f32::from_bits(low_half(value))),
                _ => format!("{:?}", f64::from_bits(low_word(value))),
            };
            let is_plain = text.chars().all(|c| c.is_ascii_digit() || "-+.ef".contains(c));
            return is_plain.then(|| Text::new(text, Level::Unary, Kind::Float));
        }
        if let Some(name) = self.renderer.names.get(&term) {
            let kind = self.kind_of(name.ty);
            return (kind == Kind::Float)
                .then(|| Text::new(name.text.clone(), Level::Primary, kind));
        }
        let node = self.terms.node(term);
        let (symbol, level) = match node.op {
            Op::FAdd => ("+", Level::Sum),
            Op::FSub => ("-", Level::Sum),
            Op::FMul => ("*", Level::Product),
            Op::FDiv => ("/", Level::Product),
            _ => return None,
        };
        let &[a, b] = node.children else { return None };
        let a = self.float(a)?.at(level);
        let b = self.float(b)?.at(level.next());
        Some(Text::new(format!("{a} {symbol} {b}"), level, Kind::Float))
    }

    // Types.

    fn kind_of(&self, ty: Option<TypeId>) -> Kind {
        let types = &self.renderer.program.types;
        let Some(ty) = ty else { return Kind::Number { signed: true } };
        match types.get(ty) {
            Type::Pointer(_) => Kind::Pointer,
            Type::Float(FloatKind::F32 | FloatKind::F64) => Kind::Float,
            _ => {
                let signed = types.int_kind(ty).is_some_and(|kind| kind.signed);
                Kind::Number { signed }
            }
        }
    }

    fn int_name(&self, width: u32, signed: bool) -> Option<String> {
        let long = match self.renderer.program.types.target() {
            Target::Lp64 => "long",
            Target::Ilp32 => "long long",
        };
        let name = match width {
            8 => "char",
            16 => "short",
            32 => "int",
            64 => long,
            _ => return None,
        };
        Some(match (signed, width) {
            (true, 8) => "signed char".into(),
            (true, _) => name.into(),
            (false, 32) => "unsigned".into(),
            (false, _) => format!("unsigned {name}"),
        })
    }
}
