//! Lists of faulty programs: the entries of a TOML file.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

/// One entry: its keys, with texts, numbers and truth values as they are written, and lists by their parts.
#[derive(Clone, Debug)]
pub(crate) struct Entry(BTreeMap<String, Vec<String>>);

impl Entry {
    pub(crate) fn text(&self, key: &str) -> &str {
        self.find(key).unwrap_or_else(|| panic!("{self:?} should have `{key}`"))
    }

    pub(crate) fn find(&self, key: &str) -> Option<&str> {
        self.0.get(key)?.first().map(String::as_str)
    }

    pub(crate) fn number(&self, key: &str) -> usize {
        self.text(key).parse().unwrap_or_else(|_| panic!("`{key}` should be a number: {self:?}"))
    }

    /// The parts of a list; none where there is none.
    pub(crate) fn texts(&self, key: &str) -> &[String] {
        self.0.get(key).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn numbers(&self, key: &str) -> Vec<usize> {
        let parts = self.texts(key).iter();
        parts.map(|part| part.parse().expect("a list should be of numbers")).collect()
    }
}

/// The `[[KIND]]` entries of `tests/repair/NAME`, in their order.
pub(crate) fn entries(name: &str, kind: &str) -> Vec<Entry> {
    entries_of(&directory().join(name), kind)
}

/// The `[[KIND]]` entries of a file, in their order.
pub(crate) fn entries_of(path: &Path, kind: &str) -> Vec<Entry> {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let table = DeTable::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let found = table.get_ref().iter().find(|(key, _)| key.get_ref() == kind);
    let list = found.and_then(|(_, value)| value.get_ref().as_array());
    let list = list.unwrap_or_else(|| panic!("{} should have [[{kind}]]", path.display()));
    list.iter().filter_map(|value| value.get_ref().as_table()).map(entry).collect()
}

fn entry(table: &DeTable<'_>) -> Entry {
    let written = table.iter().map(|(key, value)| {
        let parts = match value.get_ref().as_array() {
            Some(parts) => parts.iter().map(|part| scalar(part.get_ref())).collect(),
            None => vec![scalar(value.get_ref())],
        };
        (key.get_ref().to_string(), parts)
    });
    Entry(written.collect())
}

fn scalar(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) => number.as_str().to_owned(),
        DeValue::Boolean(truth) => truth.to_string(),
        other => panic!("neither a text, a number nor a truth value: {other:?}"),
    }
}

/// `tests/repair`.
pub(crate) fn directory() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/repair");
    root.canonicalize().expect("tests/repair should exist")
}

/// A text with `old` replaced by `new` on a line.
pub(crate) fn replaced(text: &str, line: usize, old: &str, new: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let count = lines.len();
    let found = lines.get_mut(line - 1).unwrap_or_else(|| panic!("line {line} of {count}"));
    assert!(found.contains(old), "line {line} is {found:?}, without {old:?}");
    *found = found.replacen(old, new, 1);
    lines.join("\n") + "\n"
}
