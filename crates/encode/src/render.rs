//! Terms as C expressions over the program's own names.
//!
//! A variable of a formula is shown by the name of the storage it is the contents of. Conversions that C makes by itself
//! are not written; where the signs of operands differ from those of their types, casts say so. What has no C spelling
//! (unknown values) or would become too long is not rendered at all.

use rustc_hash::FxHashMap;
use whydunit_program::{Program, Type, TypeId};
use whydunit_term::{Op, Sort, Term, Terms};
use whydunit_trace::{ErrorTrace, value_text};

use crate::formula::TraceFormula;
use crate::names::{cell_type, range_name};

/// Longer texts are nothing that people read.
const LONGEST: usize = 400;

/// Binding strength of C's operators.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Level {
    Conditional,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Primary,
}

/// An operator: its symbol, how it binds, and whether its operands must be signed (`None`: as they come).
type Operator = (&'static str, Level, Option<bool>);

/// A piece of C text.
#[derive(Clone, Debug)]
struct Text {
    text: String,
    level: Level,
    /// Is it a signed number in C? `None` for what fits both (constants, truth values).
    signed: Option<bool>,
}

/// What a variable is called, and its type.
#[derive(Clone, Debug)]
struct Name {
    text: String,
    ty: Option<TypeId>,
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
            let text = range_name(program, trace, definition.range);
            let ty = cell_type(program, trace, definition.range);
            names.insert(definition.variable, Name { text, ty });
        }
        for link in &formula.links {
            let text = range_name(program, trace, link.range);
            let ty = cell_type(program, trace, link.range);
            names.insert(link.variable, Name { text, ty });
        }
        for unset in &formula.unset {
            let text = range_name(program, trace, unset.range);
            let ty = cell_type(program, trace, unset.range);
            names.insert(unset.variable, Name { text, ty });
        }
        for input in &formula.inputs {
            let record = &trace.inputs[input.record as usize];
            let text = record.variable.clone().unwrap_or_else(|| record.name.clone());
            names.insert(input.variable, Name { text, ty: Some(record.ty) });
        }
        Renderer { program, trace, names }
    }

    /// The term as a C expression; `None` where it has none of a readable length.
    pub fn render(&self, terms: &Terms, term: Term) -> Option<String> {
        let mut budget = LONGEST;
        self.text(terms, term, None, &mut budget).map(|text| text.text)
    }

    fn text(
        &self,
        terms: &Terms,
        term: Term,
        hint: Option<TypeId>,
        budget: &mut usize,
    ) -> Option<Text> {
        *budget = budget.checked_sub(1)?;
        if let Some(name) = self.names.get(&term) {
            let signed = name.ty.map(|ty| self.is_signed(ty));
            return Some(Text { text: name.text.clone(), level: Level::Primary, signed });
        }
        if let Some(value) = terms.value(term) {
            return Some(self.constant(terms.sort(term), value, hint, false));
        }
        let node = terms.node(term);
        match (node.op, node.children) {
            (Op::Variable(symbol), _) => Some(Text {
                text: terms.symbol_name(symbol).to_owned(),
                level: Level::Primary,
                signed: None,
            }),
            (Op::Not, &[inner]) => self.negated(terms, inner, budget),
            (Op::And, list) => self.joined(terms, list, " && ", Level::And, budget),
            (Op::Or, list) => self.joined(terms, list, " || ", Level::Or, budget),
            (Op::Ite, &[cond, then, otherwise]) => {
                let cond = self.text(terms, cond, None, budget)?;
                let ty = self.type_of(terms, then).or_else(|| self.type_of(terms, otherwise));
                let then = self.text(terms, then, ty.or(hint), budget)?;
                let otherwise = self.text(terms, otherwise, ty.or(hint), budget)?;
                let signed = then.signed.or(otherwise.signed);
                let text = format!(
                    "{} ? {} : {}",
                    at(cond, Level::Or),
                    at(then, Level::Or),
                    at(otherwise, Level::Conditional)
                );
                Some(Text { text, level: Level::Conditional, signed })
            }
            (Op::FromBool, &[inner]) => self.text(terms, inner, None, budget),
            (Op::ZeroExtend(_) | Op::SignExtend(_), &[inner])
                if matches!(terms.op(inner), Op::Extract { .. })
                    && self.bits_of(terms, node.op, inner).is_some() =>
            {
                let (whole, symbol, by) = self.bits_of(terms, node.op, inner)?;
                self.with_number(terms, whole, symbol, by, budget)
            }
            (Op::ZeroExtend(_) | Op::SignExtend(_), &[inner]) => {
                let inner_text = self.text(terms, inner, hint, budget)?;
                let signed = matches!(node.op, Op::SignExtend(_));
                Some(match inner_text.signed {
                    Some(own) if own != signed => {
                        let ty = int_name(terms.width(inner), signed)?;
                        cast(&ty, inner_text, signed)
                    }
                    // A narrow unsigned number becomes a signed one of the wider type.
                    _ => inner_text,
                })
            }
            (Op::Extract { high, low }, &[inner]) => {
                let width = u32::from(high - low) + 1;
                let inner = self.text(terms, inner, hint, budget)?;
                if let (0, Some(ty)) = (low, int_name(width, false)) {
                    return Some(cast(&ty, inner, false));
                }
                let mask = terms.sort(term).mask();
                let text = match low {
                    0 => format!("{} & {mask:#x}", at(inner, Level::BitAnd)),
                    _ => format!("{} >> {low} & {mask:#x}", at(inner, Level::Shift)),
                };
                Some(Text { text, level: Level::BitAnd, signed: Some(false) })
            }
            (Op::Neg | Op::BitNot, &[inner]) => {
                let symbol = if node.op == Op::Neg { "-" } else { "~" };
                let inner = self.text(terms, inner, hint, budget)?;
                let signed = inner.signed;
                let text = format!("{symbol}{}", at(inner, Level::Unary));
                Some(Text { text, level: Level::Unary, signed })
            }
            (op, &[a, b]) => self.binary(terms, op, a, b, hint, budget),
            _ => None,
        }
    }

    fn joined(
        &self,
        terms: &Terms,
        list: &[Term],
        symbol: &str,
        level: Level,
        budget: &mut usize,
    ) -> Option<Text> {
        let mut parts = Vec::with_capacity(list.len());
        for &term in list {
            let part = self.text(terms, term, None, budget)?;
            // Mixed conjunctions and disjunctions read better with parentheses.
            parts.push(at(part, Level::BitOr));
        }
        Some(Text { text: parts.join(symbol), level, signed: None })
    }

    fn negated(&self, terms: &Terms, inner: Term, budget: &mut usize) -> Option<Text> {
        let node = terms.node(inner);
        if let (Op::Eq, &[a, b]) = (node.op, node.children)
            && !terms.sort(a).is_bool()
        {
            return self.operation(terms, ("!=", Level::Equality, None), a, b, None, budget);
        }
        let inner = self.text(terms, inner, None, budget)?;
        let text = format!("!{}", at(inner, Level::Unary));
        Some(Text { text, level: Level::Unary, signed: None })
    }

    fn binary(
        &self,
        terms: &Terms,
        op: Op,
        a: Term,
        b: Term,
        hint: Option<TypeId>,
        budget: &mut usize,
    ) -> Option<Text> {
        let (symbol, level, signed) = match op {
            Op::Eq => ("==", Level::Equality, None),
            Op::Xor => ("!=", Level::Equality, None),
            Op::FEq => ("==", Level::Equality, None),
            Op::SLt => ("<", Level::Relation, Some(true)),
            Op::SLe => ("<=", Level::Relation, Some(true)),
            Op::ULt => ("<", Level::Relation, Some(false)),
            Op::ULe => ("<=", Level::Relation, Some(false)),
            Op::FLt => ("<", Level::Relation, None),
            Op::FLe => ("<=", Level::Relation, None),
            Op::Add | Op::FAdd => ("+", Level::Sum, None),
            Op::Sub | Op::FSub => ("-", Level::Sum, None),
            Op::Mul | Op::FMul => ("*", Level::Product, None),
            Op::FDiv => ("/", Level::Product, None),
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
            Op::Concat => {
                return match multiple(terms, a, b) {
                    Some((whole, factor)) => {
                        self.with_number(terms, whole, ("*", Level::Product, None), factor, budget)
                    }
                    None => self.concatenated(terms, a, b, budget),
                };
            }
            Op::SAddOverflow | Op::UAddOverflow => {
                return self.overflow(terms, "add", a, b, budget);
            }
            Op::SSubOverflow | Op::USubOverflow => {
                return self.overflow(terms, "sub", a, b, budget);
            }
            Op::SMulOverflow | Op::UMulOverflow => {
                return self.overflow(terms, "mul", a, b, budget);
            }
            _ => return None,
        };
        if let (Some(_), None) = (terms.value(a), terms.value(b)) {
            let turned = match symbol {
                "<" => Some(">"),
                "<=" => Some(">="),
                _ => None,
            };
            if let Some(turned) = turned {
                return self.operation(terms, (turned, level, signed), b, a, hint, budget);
            }
        }
        // `x + c` with a high bit in `c` is meant as a difference; constants read better on the right.
        let (a, b) = match (symbol, terms.value(a)) {
            ("+" | "*" | "&" | "|" | "^" | "==", Some(_)) => (b, a),
            _ => (a, b),
        };
        if let ("+", Some(value)) = (symbol, terms.value(b))
            && op == Op::Add
        {
            let mask = terms.sort(b).mask();
            let negative = value.wrapping_neg() & mask;
            if value > mask / 2 && negative <= mask / 2 {
                let left = self.text(terms, a, hint, budget)?;
                let signed = left.signed;
                let text = format!("{} - {negative}", at(left, Level::Sum));
                return Some(Text { text, level: Level::Sum, signed });
            }
        }
        self.operation(terms, (symbol, level, signed), a, b, hint, budget)
    }

    fn operation(
        &self,
        terms: &Terms,
        (symbol, level, wanted): Operator,
        a: Term,
        b: Term,
        hint: Option<TypeId>,
        budget: &mut usize,
    ) -> Option<Text> {
        let ty = self.type_of(terms, a).or_else(|| self.type_of(terms, b));
        let hint = ty.or(hint);
        let mut left = self.operand(terms, a, hint, wanted, budget)?;
        let mut right = self.operand(terms, b, hint, wanted, budget)?;
        if let Some(wanted) = wanted {
            let width = terms.width(a);
            let differs = |text: &Text| text.signed.is_some_and(|own| own != wanted);
            if differs(&left) {
                left = cast(&int_name(width, wanted)?, left, wanted);
            }
            if differs(&right) {
                right = cast(&int_name(width, wanted)?, right, wanted);
            }
        }
        let signed = left.signed.or(right.signed);
        let is_truth = matches!(level, Level::Equality | Level::Relation);
        let right_level = next(level);
        let text = format!("{} {symbol} {}", at(left, level), at(right, right_level));
        Some(Text { text, level, signed: if is_truth { None } else { signed } })
    }

    fn operand(
        &self,
        terms: &Terms,
        term: Term,
        hint: Option<TypeId>,
        wanted: Option<bool>,
        budget: &mut usize,
    ) -> Option<Text> {
        match terms.value(term) {
            Some(value) if !self.names.contains_key(&term) => {
                Some(self.constant(terms.sort(term), value, hint, wanted == Some(true)))
            }
            _ => self.text(terms, term, hint, budget),
        }
    }

    /// `x & mask` and `x >> n`, which terms spell as parts of `x`: the whole, the operator and the number.
    fn bits_of(&self, terms: &Terms, extension: Op, part: Term) -> Option<(Term, Operator, u128)> {
        let Op::Extract { high, low } = terms.op(part) else { return None };
        let whole = terms.children(part)[0];
        let width = match extension {
            Op::ZeroExtend(width) | Op::SignExtend(width) => u32::from(width),
            _ => return None,
        };
        let signed = matches!(extension, Op::SignExtend(_));
        if terms.width(whole) != width {
            return None;
        }
        if u32::from(high) + 1 == width {
            return Some((whole, (">>", Level::Shift, Some(signed)), low.into()));
        }
        (low == 0 && !signed).then(|| (whole, ("&", Level::BitAnd, None), (2 << high) - 1))
    }

    /// `term op number`.
    fn with_number(
        &self,
        terms: &Terms,
        term: Term,
        (symbol, level, wanted): Operator,
        number: u128,
        budget: &mut usize,
    ) -> Option<Text> {
        let mut left = self.text(terms, term, None, budget)?;
        if let (Some(wanted), Some(own)) = (wanted, left.signed)
            && wanted != own
        {
            left = cast(&int_name(terms.width(term), wanted)?, left, wanted);
        }
        let signed = left.signed;
        Some(Text { text: format!("{} {symbol} {number}", at(left, level)), level, signed })
    }

    fn concatenated(&self, terms: &Terms, a: Term, b: Term, budget: &mut usize) -> Option<Text> {
        let shift = terms.width(b);
        let high = self.text(terms, a, None, budget)?;
        let low = self.text(terms, b, None, budget)?;
        let text = format!("{} << {shift} | {}", at(high, Level::Shift), at(low, Level::BitXor));
        Some(Text { text, level: Level::BitOr, signed: Some(false) })
    }

    fn overflow(
        &self,
        terms: &Terms,
        what: &str,
        a: Term,
        b: Term,
        budget: &mut usize,
    ) -> Option<Text> {
        let ty = self.type_of(terms, a).or_else(|| self.type_of(terms, b));
        let left = self.text(terms, a, ty, budget)?.text;
        let right = self.text(terms, b, ty, budget)?.text;
        let ty = ty.map_or_else(|| "int".into(), |ty| self.program.types.display(ty));
        let text = format!("__builtin_{what}_overflow_p({left}, {right}, ({ty})0)");
        Some(Text { text, level: Level::Primary, signed: None })
    }

    fn constant(&self, sort: Sort, value: u128, hint: Option<TypeId>, signed: bool) -> Text {
        let primary = |text: String, signed| Text { text, level: Level::Primary, signed };
        if sort.is_bool() {
            return primary(value.to_string(), None);
        }
        let types = &self.program.types;
        if let Some(ty) = hint {
            let fits = types.size_of(ty) == Some(u64::from(sort.width()) / 8);
            if fits && matches!(types.get(ty), Type::Float(_) | Type::Pointer(_)) {
                let text = value_text(self.program, Some(self.trace), ty, value as u64);
                return primary(text, None);
            }
        }
        let is_signed = signed || hint.is_none_or(|ty| self.is_signed(ty));
        let unused = 128 - sort.width();
        let number = match is_signed {
            true => (((value << unused) as i128) >> unused).to_string(),
            false => value.to_string(),
        };
        primary(number, None)
    }

    fn is_signed(&self, ty: TypeId) -> bool {
        // Narrow integers are promoted to `int`.
        self.program.types.int_kind(ty).is_some_and(|kind| kind.signed)
    }

    /// The type of the first variable in a term that the term has the width of.
    fn type_of(&self, terms: &Terms, term: Term) -> Option<TypeId> {
        let mut term = term;
        for _ in 0..8 {
            if let Some(name) = self.names.get(&term) {
                return name.ty;
            }
            match terms.node(term).children {
                [first, ..] if terms.value(*first).is_none() => term = *first,
                [_, second, ..] => term = *second,
                _ => return None,
            }
        }
        None
    }
}

/// A product with a power of two, which terms spell as moved bits: the factor that is not a constant, and the
/// constant.
fn multiple(terms: &Terms, high: Term, low: Term) -> Option<(Term, u128)> {
    let zeros = terms.width(low);
    if terms.value(low) != Some(0) {
        return None;
    }
    let Op::Extract { low: 0, .. } = terms.op(high) else { return None };
    let whole = terms.children(high)[0];
    (terms.width(whole) == terms.width(high) + zeros).then_some((whole, 1 << zeros))
}

/// The text, in parentheses where it binds less than it must.
fn at(text: Text, level: Level) -> String {
    if text.level < level { format!("({})", text.text) } else { text.text }
}

fn cast(ty: &str, inner: Text, signed: bool) -> Text {
    let text = format!("({ty}){}", at(inner, Level::Unary));
    Text { text, level: Level::Unary, signed: Some(signed) }
}

/// What the right operand of a left-associative operator must bind like.
fn next(level: Level) -> Level {
    match level {
        Level::Sum => Level::Product,
        Level::Product => Level::Unary,
        Level::Shift => Level::Sum,
        Level::Relation => Level::Shift,
        Level::Equality => Level::Relation,
        Level::BitAnd => Level::Equality,
        Level::BitXor => Level::BitAnd,
        Level::BitOr => Level::BitXor,
        other => other,
    }
}

fn int_name(width: u32, signed: bool) -> Option<String> {
    let name = match width {
        8 => "char",
        16 => "short",
        32 => "int",
        64 => "long long",
        _ => return None,
    };
    Some(match (signed, width) {
        (true, 8) => "signed char".into(),
        (true, _) => name.into(),
        (false, 32) => "unsigned".into(),
        (false, _) => format!("unsigned {name}"),
    })
}
