//! No text makes the front end panic or give a program that is not valid.

use std::path::Path;

use whydunit_front_boogie::{Options, compile_text};
use whydunit_program::validate;

/// Compiles without looking at the result, but a program must be valid.
fn try_text(text: &str) {
    if let Ok(compiled) = compile_text("damaged.bpl", text, &Options::default()) {
        let problems = validate(&compiled.program);
        assert!(problems.is_empty(), "{}\nin\n{text}", problems.join("\n"));
    }
}

/// xorshift: the same texts every time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

fn corpus() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut files: Vec<_> = ["programs/boogie", "programs/boogie/bad", "papers"]
        .iter()
        .flat_map(|directory| std::fs::read_dir(root.join(directory)).expect("it should be there"))
        .map(|entry| entry.expect("entries should be readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "bpl"))
        .collect();
    files.sort();
    files.iter().map(|path| std::fs::read_to_string(path).expect("programs are text")).collect()
}

/// Pieces of the texts: words, numbers, signs, with the space behind them.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        pieces.push(&rest[..end]);
        rest = &rest[end..];
    }
    pieces
}

#[test]
fn mutated_programs_are_refused_or_valid() {
    let corpus = corpus();
    let pieces: Vec<Vec<&str>> = corpus.iter().map(|text| pieces(text)).collect();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..3000 {
        let mut text = pieces[random.below(pieces.len())].clone();
        for _ in 0..=random.below(4) {
            let other = &pieces[random.below(pieces.len())];
            let (at, from) = (random.below(text.len()), random.below(other.len()));
            match random.below(5) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, other[from]),
                2 => text[at] = other[from],
                3 => {
                    let end = (from + random.below(20)).min(other.len());
                    text.splice(at..at, other[from..end].iter().copied());
                }
                _ => text.truncate(at.max(1)),
            }
            if text.is_empty() {
                break;
            }
        }
        try_text(&text.concat());
    }
}

#[test]
fn any_bytes_are_refused_or_valid() {
    let mut random = Random(42);
    let alphabet: Vec<char> =
        "procedure main(){}[];:=<>!&|+-*/\"\\0123abv∀⇒é\u{feff}\0\n\r\t@#$".chars().collect();
    for _ in 0..2000 {
        let length = random.below(60);
        let text: String = (0..length).map(|_| alphabet[random.below(alphabet.len())]).collect();
        try_text(&text);
        try_text(&format!("procedure main() {{ {text} }}"));
    }
}

/// Nested and repeated far beyond what anybody writes.
#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let many = 20_000;
    let body = |inner: String| format!("procedure main(b: bool, x: int) {{ {inner} }}");
    let wrap = |open: &str, middle: &str, close: &str| {
        format!("{}{middle}{}", open.repeat(many), close.repeat(many))
    };
    for text in [
        body(format!("assert {};", wrap("(", "b", ")"))),
        body(format!("assert {} b;", "!".repeat(many))),
        body(format!("assert b{};", " && b".repeat(many))),
        body(format!("assert b{};", " ==> b".repeat(many))),
        body(format!("assert x{} > 0;", " + 1".repeat(many))),
        body(format!("assert {} > 0;", wrap("(1 + ", "x", ")"))),
        body(format!("assert {};", wrap("(forall i: int :: ", "b", ")"))),
        body(format!("assert {} > 0;", wrap("if b then x else ", "x", ""))),
        body(wrap("if (b) { ", "", " }")),
        body(wrap("while (b) { ", "", " }")),
        body(format!("if (b) {{ }} {}", "else if (b) { } ".repeat(many))),
        body(format!("var m: {}int;", "[int]".repeat(many))),
        format!("var m: {}; procedure main() {{ }}", wrap("(", "int", ")")),
        format!("{}{}", "/*".repeat(many), "*/".repeat(many)),
        body(format!("goto a; a: assume x{} == x;", "[0]".repeat(many))),
    ] {
        try_text(&text);
    }
}

/// Functions that double what they are given, in a row: written out they are huge.
#[test]
fn functions_that_explode_are_a_limit() {
    let mut text = String::from("function f0(x: int): int { x + x }\n");
    for level in 1..40 {
        let below = level - 1;
        text += &format!("function f{level}(x: int): int {{ f{below}(f{below}(x)) }}\n");
    }
    text += "procedure main(x: int) { assert f39(x) > 0; assert f3(1) == 256; }";
    try_text(&text);
}
