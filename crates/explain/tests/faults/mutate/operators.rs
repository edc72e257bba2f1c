//! Wrong operators and conditions.

use super::Kind;
use super::line::Line;

pub(super) fn changes(line: &Line<'_>) -> Vec<(Kind, String)> {
    let mut list = Vec::new();
    for at in line.values() {
        let operator = line.token(at);
        let (kind, others): (Kind, &[&str]) = match operator {
            "+" if line.follows_operand(at) => (Kind::Arithmetic, &["-"]),
            "-" if line.follows_operand(at) => (Kind::Arithmetic, &["+"]),
            "*" if line.follows_operand(at) => (Kind::Arithmetic, &["+", "/"]),
            "/" => (Kind::Arithmetic, &["*", "-"]),
            "%" => (Kind::Arithmetic, &["/"]),
            "+=" => (Kind::Arithmetic, &["-=", "="]),
            "-=" => (Kind::Arithmetic, &["+=", "="]),
            "*=" => (Kind::Arithmetic, &["+=", "="]),
            "/=" => (Kind::Arithmetic, &["-=", "*="]),
            "%=" => (Kind::Arithmetic, &["/="]),
            "++" => (Kind::Arithmetic, &["--"]),
            "--" => (Kind::Arithmetic, &["++"]),
            "<" => (Kind::Comparison, &["<=", ">", ">="]),
            "<=" => (Kind::Comparison, &["<", ">="]),
            ">" => (Kind::Comparison, &[">=", "<"]),
            ">=" => (Kind::Comparison, &[">", "<="]),
            "==" => (Kind::Comparison, &["!=", "<=", ">="]),
            "!=" => (Kind::Comparison, &["==", "<", ">"]),
            "&&" => (Kind::Logic, &["||"]),
            "||" => (Kind::Logic, &["&&"]),
            "!" => (Kind::Negation, &[""]),
            _ => continue,
        };
        list.extend(others.iter().map(|other| (kind, line.with(at, other))));
    }
    if let Some((from, to)) = line.condition() {
        let negated = format!("!({})", line.slice(from, to));
        list.push((Kind::Negation, line.with_range(from, to - 1, &negated)));
    }
    list.extend(bounds(line));
    list
}

/// One iteration more or less: `i < n` as `i < n - 1` and `i < n + 1`.
fn bounds(line: &Line<'_>) -> Vec<(Kind, String)> {
    let mut list = Vec::new();
    if !line.is_loop() {
        return list;
    }
    for at in line.values() {
        if !matches!(line.token(at), "<" | "<=" | ">" | ">=") {
            continue;
        }
        let is_end = |token: &str| matches!(token, ";" | ")" | "&&" | "||");
        let Some(end) = (at + 1..line.tokens.len()).find(|&end| is_end(line.token(end))) else {
            continue;
        };
        let bound = line.slice(at + 1, end);
        for change in ["+ 1", "- 1"] {
            let longer = line.with_range(at + 1, end - 1, &format!("{bound} {change}"));
            list.push((Kind::Bound, longer));
        }
    }
    list
}
