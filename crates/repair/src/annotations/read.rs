//! Entries from TOML. All that is wrong with a file is told at once, each with its line and column.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use whydunit_source::{Diagnostic, SourcePlace, similar};

use super::Entry;
use super::rule::{KINDS, Rule, rule};
use crate::limits::HEAVIEST;

type Value<'t> = Spanned<DeValue<'t>>;

/// A word of a key, and where it stands.
type Word<'t> = (&'t str, Range<usize>);

pub(super) fn entries(text: &str, name: &str) -> Result<Vec<Entry>, Vec<Diagnostic>> {
    let mut reader = Reader { text, name, entries: Vec::new(), problems: Vec::new() };
    let (top, mistakes) = DeTable::parse_recoverable(text);
    // What follows a mistake in the notation is often no mistake of its own.
    if let Some(mistake) = mistakes.first() {
        let offset = mistake.span().map_or(0, |span| span.start);
        return Err(vec![reader.error(offset, mistake.message().trim().to_owned())]);
    }
    for (key, value) in top.get_ref() {
        let kind = key.get_ref().as_ref();
        match KINDS.iter().find(|(name, _)| *name == kind) {
            Some((_, depth)) => reader.below(&mut vec![(kind, key.span())], value, *depth),
            None => {
                let known = KINDS.map(|(name, _)| name);
                reader.complain(key.span(), format!("unknown key `{kind}`"), kind, &known);
            }
        }
    }
    let Reader { entries, mut problems, .. } = reader;
    // A key above several entries is wrong once.
    problems.sort_by_key(|(offset, _)| *offset);
    problems.dedup_by_key(|(offset, _)| *offset);
    match problems.is_empty() {
        true => Ok(entries),
        false => Err(problems.into_iter().map(|(_, problem)| problem).collect()),
    }
}

struct Reader<'t> {
    text: &'t str,
    name: &'t str,
    entries: Vec<Entry>,
    /// With the offset that each is about.
    problems: Vec<(usize, Diagnostic)>,
}

impl Reader<'_> {
    fn error(&self, offset: usize, message: String) -> Diagnostic {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let mut diagnostic = Diagnostic::error(message);
        diagnostic.place = Some(SourcePlace {
            file: self.name.to_owned(),
            line: before.matches('\n').count() as u32 + 1,
            column: self.text[line_start..offset].chars().count() as u32 + 1,
            line_text: self.text[line_start..].lines().next().unwrap_or("").to_owned(),
        });
        diagnostic
    }

    /// Says what is wrong with a word, and what was meant.
    fn complain(&mut self, at: Range<usize>, message: String, word: &str, known: &[&str]) {
        let problem = self.error(at.start, message);
        let problem = match similar(word, known.iter().copied()) {
            Some(meant) => problem.note(format!("did you mean `{meant}`?")),
            None if known.is_empty() => problem,
            None => problem.note(format!("known: {}", known.join(", "))),
        };
        self.problems.push((at.start, problem));
    }

    /// The entries below a key that is to have `depth` words.
    fn below<'t>(&mut self, key: &mut Vec<Word<'t>>, value: &'t Value<'_>, depth: usize) {
        if key.len() == depth {
            return self.entry(key, value);
        }
        let DeValue::Table(table) = value.get_ref() else {
            let words: Vec<&str> = key.iter().map(|(word, _)| *word).collect();
            let message = format!("`{}` is a table of entries", words.join("."));
            self.problems.push((value.span().start, self.error(value.span().start, message)));
            return;
        };
        for (word, value) in table {
            key.push((word.get_ref().as_ref(), word.span()));
            self.below(key, value, depth);
            key.pop();
        }
    }

    fn entry(&mut self, key: &[Word<'_>], value: &Value<'_>) {
        let words: Vec<&str> = key.iter().map(|(word, _)| *word).collect();
        let rule = match rule(&words) {
            Ok(rule) => rule,
            Err(wrong) => {
                let (word, at) = &key[wrong.at];
                return self.complain(at.clone(), wrong.message, word, &wrong.known);
            }
        };
        let weight = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => {
                number.as_str().parse::<u32>().ok().filter(|weight| *weight <= HEAVIEST)
            }
            _ => None,
        };
        match weight {
            Some(weight) => self.entries.push(Entry { name: named(&words, rule), rule, weight }),
            None => {
                let at = value.span();
                let message = format!("a weight is a whole number from 0 to {HEAVIEST}");
                self.complain(at, message, "", &[]);
            }
        }
    }
}

/// The name of an entry; `+1` and `+ 1` are the same.
fn named(words: &[&str], rule: Rule) -> String {
    match rule {
        Rule::ConstantBy { by, .. } | Rule::ExpressionBy { by, .. } => {
            dotted(&[words[0], words[1], &by.to_string()])
        }
        _ => dotted(words),
    }
}

/// As TOML writes a dotted key.
fn dotted(words: &[&str]) -> String {
    let is_bare = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let quoted = |word: &&str| match is_bare(word) {
        true => (*word).to_owned(),
        false => format!("\"{word}\""),
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(".")
}
