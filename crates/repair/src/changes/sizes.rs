//! Another size of an array, another initial value of a global: written in declarations, which have no statement of their own.
//! Such changes are known by their text only.

use whydunit_program::{Program, SourceStmtId};
use whydunit_source::{FileId, Span};

use super::{Change, Variant, cost};
use crate::Edit;

/// Numbers in one initialiser that are changed.
const MOST_NUMBERS: usize = 16;

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
                offer(into, span, other, cost::TOKEN + price);
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
    while position < end && count < MOST_NUMBERS {
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
                    offer(into, span, other, cost::TOKEN + 1);
                }
            }
        }
    }
}

fn offer(into: &mut Vec<Change>, span: Span, value: i128, cost: u32) {
    let edit = Edit { span, new: value.to_string() };
    into.push(Change { edit, variant: Variant::Text, cost, source: SourceStmtId(u32::MAX) });
}
