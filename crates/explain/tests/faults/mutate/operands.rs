//! Wrong operands: constants, variables, indices, and operands in the wrong order.

use super::super::tokens::{TokenKind, closing};
use super::Kind;
use super::line::Line;

pub(super) fn changes(line: &Line<'_>) -> Vec<(Kind, String)> {
    let mut list = Vec::new();
    for at in line.values() {
        for constant in constants(line, at) {
            list.push((Kind::Constant, line.with(at, &constant)));
        }
        // Another address taken would move variables between registers and memory, and the runs could not be compared.
        let is_address = line.before(at) == "&" && !line.follows_operand(at - 1);
        let names = if is_address { Vec::new() } else { line.alternatives(at) };
        list.extend(names.into_iter().map(|name| (Kind::Variable, line.with(at, name))));
        for index in indices(line, at) {
            list.push((Kind::Index, index));
        }
        list.extend(swapped(line, at).map(|text| (Kind::Swap, text)));
        list.extend(swapped_arguments(line, at).into_iter().map(|text| (Kind::Swap, text)));
    }
    list
}

/// The neighbours of a constant.
fn constants(line: &Line<'_>, at: usize) -> Vec<String> {
    let token = line.tokens[at];
    match token.kind {
        TokenKind::Number => {
            let Ok(number) = token.text.parse::<u32>() else { return Vec::new() };
            let below = number.checked_sub(1).map(|below| below.to_string());
            std::iter::once((number + 1).to_string()).chain(below).collect()
        }
        TokenKind::Character => {
            let Some(inner) = token.text.as_bytes().get(1).copied() else { return Vec::new() };
            let neighbours = [inner.wrapping_sub(1), inner.wrapping_add(1)];
            let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() && token.text.len() == 3;
            let plain = neighbours.into_iter().filter(|byte| is_plain(byte) && is_plain(&inner));
            plain.map(|byte| format!("'{}'", char::from(byte))).collect()
        }
        _ => Vec::new(),
    }
}

/// At a `[`: the element after, and the one before.
pub(super) fn indices(line: &Line<'_>, at: usize) -> Vec<String> {
    if line.token(at) != "[" {
        return Vec::new();
    }
    let Some(close) = closing(&line.tokens, at).filter(|close| *close > at + 1) else {
        return Vec::new();
    };
    let index = line.slice(at + 1, close);
    let changed = match index.split_once(" + ").or_else(|| index.split_once(" - ")) {
        Some((base, _)) => vec![base.to_owned()],
        None => vec![format!("{index} + 1"), format!("{index} - 1")],
    };
    changed.iter().map(|index| line.with_range(at + 1, close - 1, index)).collect()
}

/// `b - a` for `a - b` where both are single names or numbers.
fn swapped(line: &Line<'_>, at: usize) -> Option<String> {
    let is_operator = matches!(line.token(at), "-" | "/" | "%") && line.follows_operand(at);
    let is_single = |at: usize| {
        line.tokens
            .get(at)
            .is_some_and(|token| matches!(token.kind, TokenKind::Word | TokenKind::Number))
    };
    let before = at.checked_sub(2).map_or("", |before| line.token(before));
    let stands_alone = !matches!(before, "." | "->" | "*" | "/" | "%" | "-")
        && !matches!(line.token(at + 2), "." | "->" | "[" | "(" | "*" | "/");
    if !is_operator || !is_single(at - 1) || !is_single(at + 1) || !stands_alone {
        return None;
    }
    let [left, operator, right] = [at - 1, at, at + 1].map(|at| line.token(at));
    Some(line.with_range(at - 1, at + 1, &format!("{right} {operator} {left}")))
}

/// At the name of a function: two neighbouring arguments exchanged.
fn swapped_arguments(line: &Line<'_>, at: usize) -> Vec<String> {
    let is_call = line.tokens[at].kind == TokenKind::Word && line.token(at + 1) == "(";
    let Some(close) = closing(&line.tokens, at + 1).filter(|_| is_call) else { return Vec::new() };
    let mut arguments = Vec::new();
    let (mut from, mut depth) = (at + 2, 0);
    for end in at + 2..=close {
        match line.token(end) {
            "(" | "[" => depth += 1,
            ")" | "]" if end < close => depth -= 1,
            "," | ")" if depth == 0 => {
                arguments.push((from, end));
                from = end + 1;
            }
            _ => {}
        }
    }
    let pairs = arguments.windows(2).filter(|pair| pair[0].0 < pair[0].1);
    pairs
        .map(|pair| {
            let [left, right] = [pair[0], pair[1]].map(|(from, to)| line.slice(from, to));
            line.with_range(pair[0].0, pair[1].1 - 1, &format!("{right}, {left}"))
        })
        .collect()
}
