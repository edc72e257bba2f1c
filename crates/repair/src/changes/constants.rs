//! Another constant: by one, rounder, one that the function uses elsewhere, the value of a macro.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use whydunit_program::{Expr, ExprKind, FunctionId, Program, SourceStmtId, TypeId};
use whydunit_source::{FileId, Span};

use super::{Aim, Change, Generator, Site, Use, Variant, core, cost};
use crate::Edit;
use crate::macros::named_numbers;
use crate::piece::{Piece, Sort};

impl<'p> Generator<'p> {
    pub(super) fn constants(&mut self, site: &Site<'p>) {
        if let ExprKind::Float(value) = site.expr.kind {
            self.near_float(site, value);
        }
        let is_leaf = matches!(site.expr.kind, ExprKind::Load(_) | ExprKind::Int(_));
        if self.sort(site.expr.ty) != Some(Sort::Integer) || !is_leaf {
            return;
        }
        let span = site.expr.span;
        if let ExprKind::Int(value) = site.expr.kind {
            for (other, price) in near(value) {
                self.with_constant(site, other, price);
            }
        }
        if site.used == Use::Decision {
            return;
        }
        let further = match site.expr.kind {
            ExprKind::Int(_) => 0,
            _ => 4,
        };
        if let (ExprKind::Int(_), Aim::All { seen_in_tests }) = (&site.expr.kind, self.aim) {
            for &value in seen_in_tests {
                let piece = Piece::int(value, site.expr.ty, span);
                self.replace(site, &piece, cost::ADDED);
            }
        }
        for value in self.pool.constants().to_vec() {
            let piece = Piece::int(value, site.expr.ty, span);
            self.replace(site, &piece, cost::TOKEN + 1 + further);
        }
    }
}

impl<'p> Generator<'p> {
    /// Another number in place of one, written like it.
    pub(crate) fn with_constant(&mut self, site: &Site<'p>, value: i128, price: u32) {
        let text = spelled_like(site.text, value);
        let expr = Expr::int(value, site.expr.ty, site.expr.span);
        self.replace(site, &Piece::new(expr, text), price);
    }

    fn near_float(&mut self, site: &Site<'p>, value: f64) {
        let is_single = site.text.ends_with(['f', 'F']);
        for (other, price) in [
            (value + 1.0, cost::NEIGHBOUR + 1),
            (value - 1.0, cost::NEIGHBOUR + 1),
            (0.0, cost::TOKEN),
            (1.0, cost::TOKEN),
            (-value, cost::TOKEN + 1),
            (value + 0.5, cost::DISTANT_TOKEN),
            (value - 0.5, cost::DISTANT_TOKEN),
            (value + 0.1, cost::DISTANT_TOKEN),
            (value - 0.1, cost::DISTANT_TOKEN),
            (value * 2.0, cost::DISTANT_TOKEN),
            (value / 2.0, cost::DISTANT_TOKEN),
            (value * 10.0, cost::DISTANT_TOKEN),
            (value / 10.0, cost::DISTANT_TOKEN),
            (value * 100.0, cost::DISTANT_TOKEN + 1),
            (value / 100.0, cost::DISTANT_TOKEN + 1),
            (1.0 / value, cost::DISTANT_TOKEN + 1),
        ] {
            // As short as it is written: 0.30000000000000004 is not what anybody means.
            let rounded = (other * 1e9).round() / 1e9;
            if !rounded.is_finite() || rounded == value {
                continue;
            }
            let text = format!("{rounded:?}{}", if is_single { "f" } else { "" });
            let expr = Expr::new(ExprKind::Float(rounded), site.expr.ty, site.expr.span);
            self.replace(site, &Piece::new(expr, text), price);
        }
    }
}

/// Values that a constant is mistaken for, and how easily.
pub(crate) fn near(value: i128) -> Vec<(i128, u32)> {
    let mut found: BTreeMap<i128, u32> = BTreeMap::new();
    let mut add = |other: i128, price: u32| {
        if other != value {
            let known = found.entry(other).or_insert(price);
            *known = (*known).min(price);
        }
    };
    for by in [1, -1] {
        add(value + by, cost::NEIGHBOUR + 1);
    }
    add(value + 2, cost::TOKEN);
    add(value - 2, cost::TOKEN);
    add(0, cost::TOKEN);
    add(-value, cost::TOKEN + 1);
    let magnitude = value.unsigned_abs();
    for (step, least) in
        [(10, 10), (20, 40), (30, 60), (50, 50), (100, 100), (200, 400), (1000, 1000)]
    {
        if magnitude >= least {
            add(value + step, cost::DISTANT_TOKEN);
            add(value - step, cost::DISTANT_TOKEN);
            // To the round numbers around.
            add(value - value.rem_euclid(step), cost::TOKEN);
            add(value - value.rem_euclid(step) + step, cost::TOKEN + 1);
        }
    }
    // Round numbers further off, and whatever lies close by.
    for (step, least) in [(10, 50), (100, 500), (1000, 5000)] {
        if magnitude >= least {
            let around = i128::try_from(magnitude / 2).unwrap_or(0).min(step * 40);
            let first = (value - around) - (value - around).rem_euclid(step);
            let round = (0..).map(|k| first + k * step).take_while(|&one| one <= value + around);
            round.take(90).for_each(|one| add(one, cost::DISTANT_TOKEN + 1));
        }
    }
    (-10..=10).for_each(|by| add(value + by, cost::DISTANT_TOKEN + 2));
    if magnitude > 1 {
        add(value * 2, cost::DISTANT_TOKEN);
        add(value / 2, cost::DISTANT_TOKEN);
        add(value * 10, cost::DISTANT_TOKEN);
        if value % 10 == 0 {
            add(value / 10, cost::DISTANT_TOKEN);
        }
    }
    found.into_iter().collect()
}

/// A character stays a character, and hexadecimal stays so.
fn spelled_like(text: &str, value: i128) -> String {
    let printable =
        u8::try_from(value).ok().filter(|byte| byte.is_ascii_graphic() || *byte == b' ');
    match printable {
        Some(byte) if text.starts_with('\'') && byte != b'\'' && byte != b'\\' => {
            format!("'{}'", byte as char)
        }
        _ if text.starts_with("0x") && value >= 0 => format!("{value:#x}"),
        _ => value.to_string(),
    }
}

/// Constants that a macro of the user's names: all uses change at once.
pub(super) fn named(
    program: &Program,
    files: &[FileId],
    wanted: &dyn Fn(SourceStmtId) -> bool,
    into: &mut Vec<Change>,
) {
    for (file, source) in program.sources.files() {
        if !files.contains(&file) {
            continue;
        }
        for named in named_numbers(file, source.text()) {
            let uses = uses_of(program, &named.name, wanted);
            let Some(&(_, source, ty, value)) = uses.first() else { continue };
            let at: Vec<Span> = uses.iter().map(|one| one.0).collect();
            let parts = named.numbers.iter().map(|&number| (number, cost::LEFT_OUT));
            for (other, price) in parts.chain(near(value)).filter(|(other, _)| *other != value) {
                if i32::try_from(other).is_err() {
                    continue;
                }
                let edit = Edit { span: named.span, new: other.to_string() };
                let with = Expr::int(other, ty, named.span);
                let variant = Variant::Value { at: at.clone(), with };
                into.push(Change { edit, variant, cost: price + 1, source });
            }
        }
    }
}

fn uses_of(
    program: &Program,
    name: &str,
    wanted: &dyn Fn(SourceStmtId) -> bool,
) -> Vec<(Span, SourceStmtId, TypeId, i128)> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for index in 0..program.functions.len() {
        let function = program.function(FunctionId(index as u32));
        if function.is_library {
            continue;
        }
        for block in function.blocks() {
            let mut look = |expr: &Expr, source: SourceStmtId| {
                let mut work = vec![expr];
                while let Some(expr) = work.pop() {
                    let inner = core(expr);
                    if let ExprKind::Int(value) = inner.kind
                        && program.sources.file(inner.span.file).is_user()
                        && program.sources.text(inner.span) == name
                        && wanted(source)
                        && seen.insert(inner.span)
                    {
                        found.push((inner.span, source, inner.ty, value));
                    }
                    work.extend(expr.operands());
                }
            };
            for stmt in &block.stmts {
                stmt.kind.operands().for_each(|expr| look(expr, stmt.source));
            }
            let source = block.terminator.source;
            block.terminator.kind.operand().into_iter().for_each(|expr| look(expr, source));
        }
    }
    found
}
