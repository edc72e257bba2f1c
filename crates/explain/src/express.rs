//! Facts as terms, and as C text.

use whydunit_encode::{Renderer, ShownKind};
use whydunit_term::{Op, Term, Terms};

use crate::linear::{Bounds, Vector};
use crate::variables::Number;

/// Bounds of a vector as a Boolean term: the sum is computed in as many bits as it needs.
pub(crate) fn linear_term(
    terms: &mut Terms,
    vector: &Vector,
    bounds: &Bounds,
    number_of: impl Fn(&Terms, Term) -> Option<Number>,
) -> Term {
    if let Some(variable) = vector.single()
        && let Some(number) = number_of(terms, variable)
    {
        return single_term(terms, variable, number, bounds);
    }
    let mut largest: u128 = 1;
    for limit in bounds.low.iter().chain(&bounds.high).chain(&bounds.holes) {
        largest = largest.saturating_add(limit.unsigned_abs());
    }
    for &(variable, coefficient) in &vector.0 {
        let width = terms.width(variable);
        largest = largest.saturating_add(coefficient.unsigned_abs() << width.min(80));
    }
    let width = (128 - largest.leading_zeros() + 1).min(128);
    let mut sum = terms.bits(width, 0);
    for &(variable, coefficient) in &vector.0 {
        let is_signed = number_of(terms, variable).is_some_and(|number| number.is_signed);
        let value = terms.resize(variable, width, is_signed);
        let factor = wide(terms, width, coefficient);
        let product = terms.apply(Op::Mul, &[value, factor]);
        sum = terms.apply(Op::Add, &[sum, product]);
    }
    let mut all = Vec::new();
    if let Some(low) = bounds.low {
        let low = wide(terms, width, low);
        all.push(terms.apply(Op::SLe, &[low, sum]));
    }
    if let Some(high) = bounds.high {
        let high = wide(terms, width, high);
        all.push(terms.apply(Op::SLe, &[sum, high]));
    }
    for &hole in &bounds.holes {
        let hole = wide(terms, width, hole);
        all.push(terms.ne(sum, hole));
    }
    terms.and(&all)
}

fn wide(terms: &mut Terms, width: u32, value: i128) -> Term {
    terms.bits(width, value as u128 & (u128::MAX >> (128 - width)))
}

fn single_term(terms: &mut Terms, variable: Term, number: Number, bounds: &Bounds) -> Term {
    let at_most = if number.is_signed { Op::SLe } else { Op::ULe };
    let constant = |terms: &mut Terms, value| terms.bits(number.width, number.bits(value));
    let mut all = Vec::new();
    if let Some(value) = bounds.value().filter(|&value| number.contains(value)) {
        let value = constant(terms, value);
        return terms.eq(variable, value);
    }
    if let Some(low) = bounds.low.filter(|&low| low > number.low()) {
        if low > number.high() {
            return Term::FALSE;
        }
        let low = constant(terms, low);
        all.push(terms.apply(at_most, &[low, variable]));
    }
    if let Some(high) = bounds.high.filter(|&high| high < number.high()) {
        if high < number.low() {
            return Term::FALSE;
        }
        let high = constant(terms, high);
        all.push(terms.apply(at_most, &[variable, high]));
    }
    for &hole in bounds.holes.iter().filter(|&&hole| number.contains(hole)) {
        let hole = constant(terms, hole);
        all.push(terms.ne(variable, hole));
    }
    terms.and(&all)
}

/// Bounds of a vector as a C expression.
pub(crate) fn linear_text(
    terms: &Terms,
    renderer: &Renderer<'_>,
    vector: &Vector,
    bounds: &Bounds,
    number_of: impl Fn(Term) -> Option<Number>,
) -> String {
    let mut parts = Vec::new();
    if let Some(variable) = vector.single() {
        let name = name(terms, renderer, variable);
        let value = |value: i128| constant_text(renderer, variable, number_of(variable), value);
        if name.starts_with("\\valid(") {
            return if bounds.contains(1) { name } else { format!("!{name}") };
        }
        if let Some(only) = bounds.value() {
            return format!("{name} == {}", value(only));
        }
        let kind = renderer.variable(variable).map(|shown| shown.kind);
        match (bounds.low, bounds.high) {
            (Some(1), None) if kind == Some(ShownKind::Pointer) => {
                parts.push(format!("{name} != NULL"));
            }
            (Some(low), Some(high)) => {
                parts.push(format!("{} <= {name} && {name} <= {}", value(low), value(high)));
            }
            (Some(low), None) => parts.push(format!("{name} >= {}", value(low))),
            (None, Some(high)) => parts.push(format!("{name} <= {}", value(high))),
            (None, None) => {}
        }
        parts.extend(bounds.holes.iter().map(|&hole| format!("{name} != {}", value(hole))));
        return parts.join(" && ");
    }
    if let Some(text) = pointer_text(terms, renderer, vector, bounds, &number_of) {
        return text;
    }
    let sides = Sides::new(terms, renderer, vector, number_of);
    if let Some(only) = bounds.value() {
        return sides.relation("==", only);
    }
    if let Some(low) = bounds.low {
        parts.push(match low {
            1 => sides.relation(">", 0),
            _ => sides.relation(">=", low),
        });
    }
    if let Some(high) = bounds.high {
        parts.push(match high {
            -1 => sides.relation("<", 0),
            _ => sides.relation("<=", high),
        });
    }
    parts.extend(bounds.holes.iter().map(|&hole| sides.relation("!=", hole)));
    parts.join(" && ")
}

/// A pointer against a place and numbers of elements, as C compares them: `&a[3] + i <= end`. None where it is something else.
fn pointer_text(
    terms: &Terms,
    renderer: &Renderer<'_>,
    vector: &Vector,
    bounds: &Bounds,
    number_of: &impl Fn(Term) -> Option<Number>,
) -> Option<String> {
    let is_pointer = |variable: Term| {
        renderer.variable(variable).is_some_and(|shown| shown.kind == ShownKind::Pointer)
    };
    let mut pointers = vector.0.iter().filter(|(variable, _)| is_pointer(*variable));
    let (&(pointer, sign), None) = (pointers.next()?, pointers.next()) else { return None };
    let size = i128::from(renderer.pointee_size(pointer)?);
    let number = number_of(pointer)?;
    if sign.abs() != 1 {
        return None;
    }
    let mut steps = String::new();
    for &(variable, coefficient) in vector.0.iter().filter(|(variable, _)| *variable != pointer) {
        let count = -coefficient * sign;
        if count % size != 0 {
            return None;
        }
        let count = count / size;
        let operator = if count < 0 { "-" } else { "+" };
        let times = if count.abs() == 1 { String::new() } else { format!("{} * ", count.abs()) };
        steps.push_str(&format!(" {operator} {times}{}", name(terms, renderer, variable)));
    }
    let place = |limit: i128| {
        let address = limit * sign;
        let text = constant_text(renderer, pointer, Some(number), address);
        let is_place = number.contains(address) && !text.starts_with("0x") && text != "NULL";
        is_place.then(|| format!("{text}{steps}"))
    };
    let pointer = name(terms, renderer, pointer);
    if let Some(only) = bounds.value() {
        return Some(format!("{pointer} == {}", place(only)?));
    }
    let (low, high) = if sign > 0 { (bounds.low, bounds.high) } else { (bounds.high, bounds.low) };
    let mut parts = Vec::new();
    if let Some(low) = low {
        parts.push(format!("{} <= {pointer}", place(low)?));
    }
    if let Some(high) = high {
        parts.push(format!("{pointer} <= {}", place(high)?));
    }
    for &hole in &bounds.holes {
        parts.push(format!("{pointer} != {}", place(hole)?));
    }
    Some(parts.join(" && "))
}

/// `x + y ⋈ z + c`: everything with a plus sign, on the side where it has one.
struct Sides {
    left: String,
    right: String,
}

impl Sides {
    fn new(
        terms: &Terms,
        renderer: &Renderer<'_>,
        vector: &Vector,
        number_of: impl Fn(Term) -> Option<Number>,
    ) -> Sides {
        let numbers: Vec<Option<Number>> = vector.variables().map(number_of).collect();
        let all_signed = numbers.iter().flatten().all(|number| number.is_signed);
        let alike = numbers.windows(2).all(|pair| pair[0] == pair[1]);
        let plain_pair = vector.0.len() == 2 && vector.0.iter().map(|&(_, a)| a).sum::<i128>() == 0;
        let is_plain_comparison = alike && plain_pair;
        let needs_casts = !all_signed && !is_plain_comparison;
        let mut sides = [String::new(), String::new()];
        let mut parts: Vec<_> = vector.0.iter().zip(&numbers).collect();
        parts.sort_by_cached_key(|&(&(variable, _), _)| name(terms, renderer, variable));
        for (&(variable, coefficient), number) in parts {
            let side = &mut sides[usize::from(coefficient < 0)];
            if !side.is_empty() {
                side.push_str(" + ");
            }
            if coefficient.abs() != 1 {
                side.push_str(&format!("{} * ", coefficient.abs()));
            }
            if let Some(number) = number
                && needs_casts
                && !number.is_signed
            {
                let is_pointer = renderer
                    .variable(variable)
                    .is_some_and(|shown| shown.kind == ShownKind::Pointer);
                side.push_str(match number.width {
                    ..64 => "(long)",
                    _ if is_pointer => "(uintptr_t)",
                    _ => "(__int128)",
                });
            }
            side.push_str(&name(terms, renderer, variable));
        }
        let [left, right] = sides;
        Sides { left, right }
    }

    fn relation(&self, symbol: &str, constant: i128) -> String {
        let Sides { left, right } = self;
        // Differences read best from the smaller to the larger.
        let (left, right, symbol, constant) = match symbol {
            ">" if !right.is_empty() => (right, left, "<", -constant),
            ">=" if !right.is_empty() => (right, left, "<=", -constant),
            _ => (left, right, symbol, constant),
        };
        let with = |side: &str, constant: i128| match (side.is_empty(), constant) {
            (true, _) => constant.to_string(),
            (false, 0) => side.to_string(),
            (false, _) => format!("{side} + {constant}"),
        };
        match constant {
            0.. => format!("{left} {symbol} {}", with(right, constant)),
            _ if right.is_empty() => format!("{left} {symbol} {constant}"),
            _ => format!("{} {symbol} {right}", with(left, -constant)),
        }
    }
}

fn name(terms: &Terms, renderer: &Renderer<'_>, variable: Term) -> String {
    match renderer.variable(variable) {
        Some(shown) => shown.text.to_string(),
        None => terms.display(variable).to_string(),
    }
}

fn constant_text(
    renderer: &Renderer<'_>,
    variable: Term,
    number: Option<Number>,
    value: i128,
) -> String {
    let Some(number) = number else { return value.to_string() };
    let kind = renderer.variable(variable).map(|shown| shown.kind);
    if kind == Some(ShownKind::Pointer) && value == 0 {
        return "NULL".to_string();
    }
    match renderer.value_text(variable, number.bits(value)) {
        // A character is shown with its code, an address with a remark.
        Some(text) => match (text.split_once(' '), text.split_once(" (")) {
            (Some((_, character)), _) if character.starts_with('\'') => character.to_string(),
            (_, Some((address, _))) if text.starts_with('&') => address.to_string(),
            _ => text,
        },
        None => value.to_string(),
    }
}

/// Any other fact as a C expression.
pub(crate) fn term_text(terms: &Terms, renderer: &Renderer<'_>, term: Term) -> String {
    if let Some(text) = renderer.render(terms, term) {
        return text;
    }
    if let (Op::Eq, &[a, b]) = (terms.op(term), terms.children(term)) {
        let (variable, constant) = if terms.value(a).is_some() { (b, a) } else { (a, b) };
        if let Some(value) = terms.value(constant)
            && let Some(text) = renderer.value_text(variable, value)
        {
            return format!("{} == {text}", name(terms, renderer, variable));
        }
    }
    terms.display(term).to_string()
}
