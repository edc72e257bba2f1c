//! Numbers that the user's macros name: `#define LIMIT 10`, `#define LIMIT (10 + 1)`.

use whydunit_source::{FileId, Span};

/// A macro without parameters whose body is made of numbers.
#[derive(Clone, Debug)]
pub(crate) struct NamedNumber {
    pub(crate) name: String,
    /// The body, without parentheses around it.
    pub(crate) span: Span,
    /// The numbers in the body.
    pub(crate) numbers: Vec<i128>,
    /// Its value, where the body is one number.
    pub(crate) value: Option<i128>,
}

pub(crate) fn named_numbers(file: FileId, text: &str) -> Vec<NamedNumber> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(one) = of_line(file, start, line) {
            found.push(one);
        }
        start += line.len();
    }
    found
}

fn of_line(file: FileId, start: usize, line: &str) -> Option<NamedNumber> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
    if !rest.starts_with([' ', '\t']) {
        return None;
    }
    let rest = rest.trim_start();
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let (name, body) = rest.split_at(end);
    if body.starts_with('(') {
        return None;
    }
    let code = body.split("/*").next()?.split("//").next()?.trim();
    let inner = match code.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) if !inner.contains(['(', ')']) => inner.trim(),
        _ => code,
    };
    let is_arithmetic = |c: char| c.is_ascii_digit() || " \t()+-*/%".contains(c);
    if inner.is_empty() || !inner.chars().all(is_arithmetic) {
        return None;
    }
    let numbers: Vec<i128> =
        inner.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    let at = (start + line.rfind(inner)?) as u32;
    let span = Span::new(file, at, at + inner.len() as u32);
    let value = inner.parse().ok();
    Some(NamedNumber { name: name.to_owned(), span, numbers, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_macros_name() {
        let text = "#define A 10\n # define B\t(20 + 1) /* b */\n#define F(x) 3\n#define G f(3)\n#define H\n";
        let found = named_numbers(FileId(0), text);
        let seen: Vec<_> = found
            .iter()
            .map(|one| {
                let text = &text[one.span.start as usize..one.span.end as usize];
                (one.name.as_str(), text, one.value, one.numbers.clone())
            })
            .collect();
        assert_eq!(seen, [("A", "10", Some(10), vec![10]), ("B", "20 + 1", None, vec![20, 1])]);
    }
}
