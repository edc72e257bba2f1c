//! The rules of simplification, one by one: `rules.txt` says what becomes of which term.

use whydunit_term::Terms;

#[test]
fn rules() {
    let mut failures = String::new();
    let mut count = 0;
    for (index, line) in include_str!("rules.txt").lines().enumerate() {
        if line.is_empty() || line.starts_with(';') {
            continue;
        }
        let (text, expected) = line.split_once(" => ").expect("a line should have an arrow");
        let mut terms = Terms::new();
        let term = terms.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let actual = terms.display(term).to_string();
        let again = terms.parse(&actual).unwrap_or_else(|error| panic!("{actual}: {error}"));
        if actual != expected || again != term {
            failures += &format!("line {}: {text}\n  gives    {actual}\n", index + 1);
            failures += &format!("  expected {expected}\n  again    {}\n", terms.display(again));
        }
        count += 1;
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(count > 200, "{count} rules should be more");
}
