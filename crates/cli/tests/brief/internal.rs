//! Names that only whydunit knows, where people read.

use serde_json::Value;

/// Fields that are for people, wherever they stand; the others name things for programs.
const SAID: [&str; 14] = [
    "why",
    "formula",
    "general",
    "message",
    "value",
    "name",
    "expected",
    "actual",
    "inferred",
    "failing_value",
    "passing_value",
    "what",
    "reason",
    "had",
];

/// Of a report: in everything that is said, but for names that the program itself has.
pub(super) fn internal_in_report(report: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(&report["failures"], "", &mut found);
    found.sort();
    found.dedup();
    found
}

fn collect(value: &Value, field: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields.iter().filter(|(name, _)| *name != "cell") {
                collect(value, name, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, field, found)),
        Value::String(text) if SAID.contains(&field) => {
            // Formulas have the notation of contracts, and are exact where sums of C's unsigned numbers would not be.
            let names = internal_names(text).into_iter();
            let is_formula = matches!(field, "formula" | "general");
            let is_exact = |name: &String| field.ends_with("value") && name.parse::<u64>().is_ok();
            let is_exact_sum = |name: &String| {
                name.starts_with('\\') || matches!(name.as_str(), "__int128" | "uintptr_t")
            };
            let told = names.filter(|name| !is_formula || !is_exact_sum(name));
            let told = told.filter(|name| !is_exact(name));
            found.extend(told.map(|name| format!("{field}: {name} in {text}")));
        }
        _ => {}
    }
}

/// In a page or a log: only what cannot be anything else.
pub(super) fn in_reasons(text: &str) -> Vec<String> {
    internal_names(text)
        .into_iter()
        .filter(|name| name.contains("alloc@") || name.contains("__int128"))
        .collect()
}

/// `malloc@243#29`, `t6.83`, `main::n`, `(__int128)p`, `\block_length(p)`, numbers of twenty digits.
pub(super) fn internal_names(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || "(),;[]{}&!*\"<>=+-".contains(c)) {
        if is_internal(word) {
            found.push(word.to_owned());
        }
    }
    found
}

fn is_internal(word: &str) -> bool {
    let is_name = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && text.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
    let made_at =
        word.split_once('@').is_some_and(|(name, line)| is_name(name) && digits(line) > 0);
    let temporary = word.strip_prefix('t').and_then(|rest| rest.split_once('.'));
    let is_temporary =
        temporary.is_some_and(|(number, frame)| is_number(number) && digits(frame) > 0);
    let is_qualified =
        word.split_once("::").is_some_and(|(function, name)| is_name(function) && is_name(name));
    let is_unsigned = is_number(word) && word.len() == 20 && word.starts_with("18446744073709");
    made_at
        || is_temporary
        || is_qualified
        || is_unsigned
        || word == "__int128"
        || word == "uintptr_t"
        || word == "\\block_length"
        || word.starts_with("object") && word[6..].contains('+')
}

#[test]
fn names_of_ours_are_found() {
    let found = |text: &str| internal_names(text).len();
    assert_eq!(found("makes malloc@8#2->value <= t6.83 and main::n"), 3);
    assert_eq!(found("(__int128)p + 1 == 2, had i been 18446744073709551615"), 2);
    assert_eq!(found("\\block_length(p) <= 8"), 1);
    assert_eq!(found("a.c:12: list->next is the block from line 12, t1 is 0.5"), 0);
}
