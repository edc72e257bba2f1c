//! Another size: `sizeof(a) / sizeof(*a)` for `sizeof(a)`; in declarations, of an array, or another initial value of a global.
//!
//! Declarations have no statement of their own, and changes of them are known by their text only.

use whydunit_program::{BinaryOp, Expr, ExprKind, Program, SourceStmtId, Type};
use whydunit_source::{FileId, Span};

use super::{Change, Generator, Site, Variant, cost};
use crate::Edit;
use crate::limits::MOST_INITIAL_NUMBERS;
use crate::piece::Piece;

/// An array in scope with its sizes in bytes.
struct Sizes {
    name: String,
    all: i128,
    element: i128,
}

impl<'p> Generator<'p> {
    /// The arrays in scope, and the one whose `sizeof` stands at the site.
    fn measured(&self, site: &Site<'p>) -> Option<(Sizes, Vec<Sizes>)> {
        let ExprKind::Int(bytes) = site.expr.kind else { return None };
        let rest = site.text.strip_prefix("sizeof")?.trim();
        let inner = rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let own = inner.unwrap_or(rest).trim();
        let types = &self.program.types;
        let mut arrays: Vec<Sizes> = self
            .pool
            .arrays_at(site.expr.span.start)
            .filter_map(|array| {
                let Type::Array { elem, .. } = types.get(array.place.ty) else { return None };
                let (all, element) = (types.size_of(array.place.ty)?, types.size_of(*elem)?);
                let (all, element) = (i128::from(all), i128::from(element));
                Some(Sizes { name: array.name.clone(), all, element })
            })
            .collect();
        let at = arrays.iter().position(|array| array.name == own && array.all == bytes)?;
        Some((arrays.remove(at), arrays))
    }

    /// `sizeof(a) / sizeof(*a)` for `sizeof(a)`.
    pub(crate) fn element_count(&mut self, site: &Site<'p>) {
        let Some((own, _)) = self.measured(site) else { return };
        // Where it is divided already, it is counted.
        let is_divided = self.around(site.expr.span).1.starts_with('/');
        if own.element > 1 && !is_divided {
            let (ty, span) = (site.expr.ty, site.expr.span);
            let all = Piece::new(site.expr.clone(), site.text);
            let element = Expr::int(own.element, ty, span);
            let element = Piece::new(element, format!("sizeof(*{})", own.name));
            let count = Piece::binary(BinaryOp::Div, &all, &element, self.int);
            self.replace(site, &count, cost::EXPRESSION);
        }
    }

    /// `sizeof(b)` for `sizeof(a)`, where the elements have the same size.
    pub(crate) fn other_sizes(&mut self, site: &Site<'p>) {
        let Some((own, others)) = self.measured(site) else { return };
        for other in others.into_iter().filter(|other| other.element == own.element) {
            let expr = Expr::int(other.all, site.expr.ty, site.expr.span);
            let piece = Piece::new(expr, format!("sizeof({})", other.name));
            self.replace(site, &piece, cost::TOKEN);
        }
    }
}

pub(super) fn sizes(program: &Program, files: &[FileId], into: &mut Vec<Change>) {
    let own = |span: Span| files.contains(&span.file) && !span.is_empty();
    let globals =
        program.globals.iter().filter(|global| !global.is_literal && !global.is_undefined);
    for global in globals.filter(|global| own(global.span)) {
        let text = program.sources.file(global.span.file).text();
        declaration(text, global.span, into);
    }
    for function in program.functions.iter().filter(|function| own(function.span)) {
        for local in
            function.locals.iter().filter(|local| own(local.span) && !local.name.is_empty())
        {
            let text = program.sources.file(local.span.file).text();
            dimensions(text, local.span, into);
        }
    }
}

/// The dimensions after the name of an array.
fn dimensions(text: &str, name: Span, into: &mut Vec<Change>) -> usize {
    let Some(after) = after_name(text, name) else { return name.end as usize };
    let mut at = after;
    while text[at..].trim_start().starts_with('[') {
        let open = at + text[at..].find('[').unwrap_or(0);
        let Some(length) = text[open..].find(']') else { break };
        let inner = &text[open + 1..open + length];
        if let Ok(size) = inner.trim().parse::<i128>() {
            let start = open + 1 + inner.find(inner.trim()).unwrap_or(0);
            let span = Span::new(name.file, start as u32, (start + inner.trim().len()) as u32);
            for (other, price) in [(size + 1, 0), (size + 2, 2), (size * 2, 3)] {
                propose(into, span, other, cost::TOKEN + price);
            }
        } else if !inner.trim().is_empty() {
            let end = (open + length) as u32;
            into.push(Change {
                edit: Edit { span: Span::new(name.file, end, end), new: " + 1".to_owned() },
                variant: Variant::Text,
                cost: cost::DISTANT_TOKEN,
                source: SourceStmtId(u32::MAX),
            });
        }
        at = open + length + 1;
    }
    at
}

/// Where the name ends: its span may be that of the declarator.
fn after_name(text: &str, span: Span) -> Option<usize> {
    let declared = text.get(span.start as usize..span.end as usize)?;
    let end = declared.find(['[', '=', ';', ',']).unwrap_or(declared.len());
    Some(span.start as usize + end)
}

/// Dimensions, and the numbers of the initialiser.
fn declaration(text: &str, name: Span, into: &mut Vec<Change>) {
    let at = dimensions(text, name, into);
    let Some(rest) = text.get(at..) else { return };
    if !rest.trim_start().starts_with('=') {
        return;
    }
    let end = rest.find(';').unwrap_or(0);
    let bytes = rest.as_bytes();
    let mut position = 0;
    let mut count = 0;
    while position < end && count < MOST_INITIAL_NUMBERS {
        if !bytes[position].is_ascii_digit() {
            let is_word = bytes[position].is_ascii_alphabetic() || bytes[position] == b'_';
            position += 1;
            while is_word && position < end && bytes[position].is_ascii_alphanumeric() {
                position += 1;
            }
            continue;
        }
        let start = position;
        while position < end && bytes[position].is_ascii_alphanumeric() {
            position += 1;
        }
        count += 1;
        if let Ok(value) = rest[start..position].parse::<i128>() {
            let span = Span::new(name.file, (at + start) as u32, (at + position) as u32);
            for other in [value + 1, value - 1, 0, 1] {
                if other != value {
                    propose(into, span, other, cost::TOKEN + 1);
                }
            }
        }
    }
}

fn propose(into: &mut Vec<Change>, span: Span, value: i128, cost: u32) {
    let edit = Edit { span, new: value.to_string() };
    into.push(Change { edit, variant: Variant::Text, cost, source: SourceStmtId(u32::MAX) });
}
