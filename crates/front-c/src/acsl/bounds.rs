//! The bounds of quantifiers.
//!
//! A quantifier is evaluated by trying every value, so its variables need bounds. They are read
//! off the guard: the conjuncts to the left of `==>` for `\forall`, all conjuncts for `\exists`. A
//! conjunct that compares a variable with a term free of variables still to be bound gives a bound; small C
//! types give the others. Conjuncts that give no bound stay conditions.

use whydunit_program::{BinaryOp, UnaryOp};

use super::AcslError;
use super::ast::{SpecExpr, SpecKind};

/// A variable to be bound.
#[derive(Clone, Debug)]
pub(super) struct Binder {
    /// The words of its type.
    pub(super) words: Vec<String>,
    pub(super) name: String,
    pub(super) offset: usize,
}

/// A quantifier over `binders`, with bounds taken from `body`.
pub(super) fn quantify(
    forall: bool,
    binders: Vec<Binder>,
    body: SpecExpr,
    start: usize,
) -> Result<SpecExpr, AcslError> {
    let end = body.end;
    let mut conjuncts = Vec::new();
    let conclusion = if forall {
        Some(split_implication(body, &mut conjuncts))
    } else {
        split_conjunction(body, &mut conjuncts);
        None
    };
    let mut remaining = binders;
    let mut bound = Vec::new();
    while !remaining.is_empty() {
        // Directly set bounds are the tightest, so they are preferred.
        let ready = [0, remaining.len()].into_iter().find_map(|fuel| {
            (0..remaining.len()).find_map(|index| {
                let bounds = find_bounds(&remaining[index], &remaining, &conjuncts, fuel)?;
                Some((index, bounds))
            })
        });
        let Some((index, (low, high))) = ready else {
            let Binder { name, offset, .. } = &remaining[0];
            let message = format!("bounded quantifier needed: no bounds found for `{name}`");
            return Err(AcslError { message, offset: *offset });
        };
        let mut used = vec![low.conjunct, high.conjunct];
        used.sort_unstable();
        used.dedup();
        for &index in used.iter().flatten().rev() {
            conjuncts.remove(index);
        }
        bound.push((remaining.remove(index), low.value, high.value));
    }
    let join = |kind: fn(Box<SpecExpr>, Box<SpecExpr>) -> SpecKind, a: SpecExpr, b: SpecExpr| {
        let (start, end) = (a.start.min(b.start), a.end.max(b.end));
        SpecExpr::new(kind(Box::new(a), Box::new(b)), start, end)
    };
    let guard = conjuncts.into_iter().reduce(|all, next| join(SpecKind::And, all, next));
    let inner = match (guard, conclusion) {
        (Some(guard), Some(conclusion)) => join(SpecKind::Implies, guard, conclusion),
        (Some(only), None) | (None, Some(only)) => only,
        (None, None) => SpecExpr::new(SpecKind::Bool(true), end, end),
    };
    Ok(bound.into_iter().rev().fold(inner, |body, (binder, lo, hi)| {
        let kind = SpecKind::Quantifier {
            forall,
            var: binder.name,
            lo: Box::new(lo),
            hi: Box::new(hi),
            body: Box::new(body),
        };
        SpecExpr::new(kind, start, end)
    }))
}

/// Takes the premises off `a ==> b ==> c`, and returns what they imply.
fn split_implication(expr: SpecExpr, premises: &mut Vec<SpecExpr>) -> SpecExpr {
    let mut rest = expr;
    while let SpecKind::Implies(premise, conclusion) = rest.kind {
        split_conjunction(*premise, premises);
        rest = *conclusion;
    }
    rest
}

fn split_conjunction(expr: SpecExpr, conjuncts: &mut Vec<SpecExpr>) {
    match expr.kind {
        SpecKind::And(left, right) => {
            split_conjunction(*left, conjuncts);
            split_conjunction(*right, conjuncts);
        }
        _ => conjuncts.push(expr),
    }
}

/// An inclusive bound, and the conjunct it was read off.
struct Bound {
    value: SpecExpr,
    conjunct: Option<usize>,
}

/// Which end of a range is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Low,
    High,
}

fn find_bounds(
    binder: &Binder,
    unbound: &[Binder],
    conjuncts: &[SpecExpr],
    fuel: usize,
) -> Option<(Bound, Bound)> {
    let low = find_bound(End::Low, binder, unbound, conjuncts, fuel)?;
    let high = find_bound(End::High, binder, unbound, conjuncts, fuel)?;
    Some((low, high))
}

/// The bound that a conjunct sets directly, or the type does, or another variable's bound does through
/// a comparison with it: from `i < j && j < n`, `i` is below `n` too, and the comparison stays a condition.
fn find_bound(
    end: End,
    binder: &Binder,
    unbound: &[Binder],
    conjuncts: &[SpecExpr],
    fuel: usize,
) -> Option<Bound> {
    let mut through = None;
    for (index, conjunct) in conjuncts.iter().enumerate() {
        let Some((op, other)) = comparison_with(conjunct, &binder.name) else { continue };
        let value = match (end, op) {
            (End::Low, BinaryOp::Ge) | (End::High, BinaryOp::Le) | (_, BinaryOp::Eq) => {
                other.clone()
            }
            (End::Low, BinaryOp::Gt) => shifted(other, BinaryOp::Add),
            (End::High, BinaryOp::Lt) => shifted(other, BinaryOp::Sub),
            _ => continue,
        };
        if !unbound.iter().any(|unbound| other.mentions(&unbound.name)) {
            // Both ends come from an equation, so it must stay.
            let conjunct = (op != BinaryOp::Eq).then_some(index);
            return Some(Bound { value, conjunct });
        }
        if let SpecKind::Name(name) = &other.kind
            && through.is_none()
        {
            through = unbound.iter().find(|unbound| unbound.name == *name && *name != binder.name);
        }
    }
    let (low, high) = type_bounds(&binder.words);
    let of_type = if end == End::Low { low } else { high };
    if let Some(value) = of_type {
        return Some(Bound { value: literal(value, binder.offset), conjunct: None });
    }
    let through = through?;
    let bound = find_bound(end, through, unbound, conjuncts, fuel.checked_sub(1)?)?;
    Some(Bound { conjunct: None, ..bound })
}

/// Reads `conjunct` as `name op other`.
fn comparison_with<'e>(conjunct: &'e SpecExpr, name: &str) -> Option<(BinaryOp, &'e SpecExpr)> {
    let SpecKind::Binary(op, left, right) = &conjunct.kind else { return None };
    let is_variable =
        |side: &SpecExpr| matches!(&side.kind, SpecKind::Name(found) if found == name);
    if is_variable(left) {
        Some((*op, right))
    } else if is_variable(right) {
        Some((mirrored(*op), left))
    } else {
        None
    }
}

fn literal(value: i64, offset: usize) -> SpecExpr {
    let magnitude = SpecKind::Int(value.unsigned_abs().to_string());
    let literal = SpecExpr::new(magnitude, offset, offset);
    if value >= 0 {
        return literal;
    }
    SpecExpr::new(SpecKind::Unary(UnaryOp::Neg, Box::new(literal)), offset, offset)
}

/// `a < b` says the same as `b > a`.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        other => other,
    }
}

/// `value + 1` or `value - 1`.
fn shifted(value: &SpecExpr, op: BinaryOp) -> SpecExpr {
    let one = SpecExpr::new(SpecKind::Int("1".to_owned()), value.end, value.end);
    let kind = SpecKind::Binary(op, Box::new(value.clone()), Box::new(one));
    SpecExpr::new(kind, value.start, value.end)
}

/// Bounds that the type of a variable sets, as far as they are small enough to be of use.
fn type_bounds(words: &[String]) -> (Option<i64>, Option<i64>) {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let has = |word: &str| words.contains(&word);
    let unsigned =
        has("unsigned") || words.iter().any(|word| word.starts_with("uint") || *word == "size_t");
    if has("_Bool") || has("bool") || has("boolean") {
        (Some(0), Some(1))
    } else if has("char") || has("uint8_t") || has("int8_t") {
        if unsigned { (Some(0), Some(255)) } else { (Some(-128), Some(127)) }
    } else if has("short") || has("uint16_t") || has("int16_t") {
        if unsigned { (Some(0), Some(65_535)) } else { (Some(-32_768), Some(32_767)) }
    } else if unsigned {
        (Some(0), None)
    } else {
        (None, None)
    }
}
