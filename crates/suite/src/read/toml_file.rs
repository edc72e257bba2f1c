//! Suites in TOML: a `[[test]]` for each test, or a `[[table]]` of many with one row each.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};
use whydunit_host::Budget;
use whydunit_source::{Diagnostic, similar};

use super::values::{Mistake, Named, described, input_name, named, value};
use super::{Loaded, Origin, SuiteFile, bytes_of, text_of};
use crate::limits::MEMORY_OF_A_BYTE;
use crate::{OutputMode, Test};

type Value<'t> = Spanned<DeValue<'t>>;

const TOP_KEYS: [&str; 4] = ["compare-output", "function", "test", "table"];
const TEST_KEYS: [&str; 14] = [
    "name",
    "compare-output",
    "args",
    "stdin",
    "stdin-file",
    "files",
    "inputs",
    "result",
    "stdout",
    "stdout-file",
    "stderr",
    "exit-code",
    "after",
    "files-after",
];
const TABLE_KEYS: [&str; 3] = ["name", "columns", "rows"];

pub(super) fn read(path: &Path, budget: &Budget) -> Result<Loaded, Vec<Diagnostic>> {
    let text = text_of(path, budget).map_err(|problem| vec![problem])?;
    if let Some(what) = budget.exceeded_with(text.len() as u64 * MEMORY_OF_A_BYTE) {
        let name = path.display();
        return Err(vec![Diagnostic::out_of_budget(format!(
            "`{name}` has too many tests: {what}"
        ))]);
    }
    let file = Arc::new(SuiteFile { name: path.display().to_string(), text });
    let mut reader = Reader {
        file: &file,
        directory: path.parent().unwrap_or(Path::new("")),
        budget,
        loaded: Loaded::default(),
        names: BTreeSet::new(),
        problems: Vec::new(),
    };
    let (top, mistakes) = DeTable::parse_recoverable(&file.text);
    // What follows a mistake in the notation is often no mistake of its own.
    if let Some(mistake) = mistakes.first() {
        let offset = mistake.span().map_or(0, |span| span.start);
        return Err(vec![file.error(offset, mistake.message().trim())]);
    }
    reader.top(top.get_ref());
    if reader.problems.is_empty() && reader.loaded.suite.tests.is_empty() {
        let problem = Diagnostic::error(format!("there are no tests in `{}`", path.display()));
        reader.problems.push(problem.note("a test begins with [[test]]"));
    }
    // The keys of a table come in alphabetical order.
    let place = |problem: &Diagnostic| problem.place.as_ref().map(|at| (at.line, at.column));
    reader.problems.sort_by_key(place);
    if reader.problems.is_empty() { Ok(reader.loaded) } else { Err(reader.problems) }
}

struct Reader<'f> {
    file: &'f Arc<SuiteFile>,
    /// Names of files are relative to it.
    directory: &'f Path,
    budget: &'f Budget,
    loaded: Loaded,
    names: BTreeSet<String>,
    problems: Vec<Diagnostic>,
}

/// A test that is being read.
#[derive(Default)]
struct Draft {
    test: Test,
    parts: BTreeMap<String, usize>,
}

impl Reader<'_> {
    fn complain(&mut self, (span, message): Mistake) {
        self.problems.push(self.file.error(span.start, message));
    }

    fn unknown_key(&mut self, span: Range<usize>, key: &str, known: &[&str]) {
        let problem = self.file.error(span.start, format!("unknown key `{key}`"));
        self.problems.push(match similar(key, known.iter().copied()) {
            Some(meant) => problem.note(format!("did you mean `{meant}`?")),
            None => problem.note(format!("known keys: {}", known.join(", "))),
        });
    }

    fn top(&mut self, top: &DeTable<'_>) {
        // In the order of the file, which the table does not keep.
        let mut tests: Vec<(&Value<'_>, bool)> = Vec::new();
        let mut common = None;
        for (key, value) in top {
            match key.get_ref().as_ref() {
                "function" => match value.get_ref().as_str() {
                    Some(name) => self.loaded.function = Some(name.to_owned()),
                    None => self.expected("the name of a function", value),
                },
                "compare-output" => common = self.mode(value),
                kind @ ("test" | "table") => match value.get_ref().as_array() {
                    Some(values) => {
                        tests.extend(values.iter().map(|value| (value, kind == "test")));
                    }
                    None => self.complain((
                        key.span(),
                        format!(
                            "a {kind} begins with [[{kind}]], between two brackets on each side"
                        ),
                    )),
                },
                unknown => self.unknown_key(key.span(), unknown, &TOP_KEYS),
            }
        }
        tests.sort_by_key(|(value, _)| value.span().start);
        for (value, is_test) in tests {
            match (value.get_ref().as_table(), is_test) {
                (Some(table), true) => self.test(table, value.span().start),
                (Some(table), false) => self.table(table, value),
                (None, _) => self.expected("a table of keys and values", value),
            }
        }
        for test in &mut self.loaded.suite.tests {
            test.expected.compare = test.expected.compare.or(common);
        }
    }

    fn mode(&mut self, given: &Value<'_>) -> Option<OutputMode> {
        let Some(text) = given.get_ref().as_str() else {
            self.expected("a string", given);
            return None;
        };
        match OutputMode::parse(text) {
            Ok(mode) => Some(mode),
            Err(message) => {
                self.complain((given.span(), message));
                None
            }
        }
    }

    fn expected(&mut self, what: &str, found: &Value<'_>) {
        let message = format!("expected {what}, found {}", described(found));
        self.complain((found.span(), message));
    }

    fn test(&mut self, table: &DeTable<'_>, offset: usize) {
        let mut draft = Draft::default();
        draft.parts.insert(String::new(), offset);
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            if TEST_KEYS.contains(&name) {
                self.set(&mut draft, name, key.span(), value);
            } else {
                self.unknown_key(key.span(), name, &TEST_KEYS);
            }
        }
        self.finish(draft);
    }

    /// Takes over one key of a test.
    fn set(&mut self, draft: &mut Draft, key: &str, place: Range<usize>, given: &Value<'_>) {
        draft.parts.insert(key.to_owned(), place.start);
        let rival = match key {
            "stdin" => "stdin-file",
            "stdin-file" => "stdin",
            "stdout" => "stdout-file",
            "stdout-file" => "stdout",
            _ => "",
        };
        if !rival.is_empty() && draft.parts.contains_key(rival) {
            return self.complain((place, format!("both `{rival}` and `{key}` are given")));
        }
        let expected = &mut draft.test.expected;
        match (key, given.get_ref()) {
            ("name", DeValue::String(name)) => draft.test.name = name.to_string(),
            ("compare-output", _) => expected.compare = self.mode(given),
            ("stdin", DeValue::String(text)) => draft.test.stdin = text.as_bytes().to_vec(),
            ("stdout", DeValue::String(text)) => expected.stdout = Some(text.as_bytes().to_vec()),
            ("stderr", DeValue::String(text)) => expected.stderr = Some(text.as_bytes().to_vec()),
            ("name" | "stdin" | "stdout" | "stderr", _) => self.expected("a string", given),
            ("stdin-file" | "stdout-file", DeValue::String(name)) => {
                match bytes_of(&self.directory.join(name.as_ref()), self.budget) {
                    Ok(bytes) if key == "stdin-file" => draft.test.stdin = bytes,
                    Ok(bytes) => expected.stdout = Some(bytes),
                    Err(problem) => {
                        let place = self.file.error(given.span().start, "").place;
                        self.problems.push(Diagnostic { place, ..problem });
                    }
                }
            }
            ("stdin-file" | "stdout-file", _) => self.expected("the name of a file", given),
            ("args", DeValue::Array(args)) => {
                for arg in args {
                    match arg.get_ref() {
                        DeValue::String(text) => draft.test.args.push(text.as_bytes().to_vec()),
                        DeValue::Integer(number) if number.radix() == 10 => {
                            draft.test.args.push(number.as_str().as_bytes().to_vec());
                        }
                        _ => self.expected("a string", arg),
                    }
                }
            }
            ("args", _) => self.expected("a list of strings", given),
            ("files" | "files-after", DeValue::Table(table)) => {
                for (name, content) in table {
                    let name = name.get_ref().as_ref();
                    let text = match content.get_ref() {
                        DeValue::String(text) => Some(text.as_bytes().to_vec()),
                        // A file that is not to be there.
                        DeValue::Boolean(false) if key == "files-after" => None,
                        _ => {
                            self.expected("a string", content);
                            continue;
                        }
                    };
                    match text {
                        Some(text) if key == "files" => {
                            draft.test.files =
                                std::mem::take(&mut draft.test.files).with(name, text);
                        }
                        text => draft.test.expected.files.push((name.to_owned(), text)),
                    }
                }
            }
            ("files" | "files-after", _) => self.expected("a table of names and contents", given),
            ("exit-code", DeValue::Integer(number)) => {
                match number.as_str().parse::<u8>().ok().filter(|_| number.radix() == 10) {
                    Some(code) => expected.exit_code = Some(code.into()),
                    None => {
                        let message = "an exit code is a number from 0 to 255".to_owned();
                        self.complain((given.span(), message));
                    }
                }
            }
            ("exit-code", _) => self.expected("an integer", given),
            ("result", _) => match value(given) {
                Ok(value) => expected.result = Some(value),
                Err(mistake) => self.complain(mistake),
            },
            ("inputs" | "after", _) => match named(given) {
                Ok(values) => {
                    for Named { name, value, offset } in values {
                        draft.parts.insert(format!("{key}.{name}"), offset);
                        match key {
                            "inputs" => draft.test.inputs.set(name, value),
                            _ => draft.test.expected.after.push((name, value)),
                        }
                    }
                }
                Err(mistakes) => mistakes.into_iter().for_each(|it| self.complain(it)),
            },
            _ => {}
        }
    }

    /// A `[[table]]`: `columns` names what each column of `rows` is; what is no key of a test is an input.
    fn table(&mut self, table: &DeTable<'_>, whole: &Value<'_>) {
        let mut columns = None;
        let mut rows = None;
        let mut name = None;
        for (key, value) in table {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("name", DeValue::String(text)) => name = Some(text.as_ref()),
                ("name", _) => self.expected("a string", value),
                ("columns", DeValue::Array(values)) => columns = Some(values),
                ("rows", DeValue::Array(values)) => rows = Some(values),
                ("columns" | "rows", _) => self.expected("a list", value),
                (unknown, _) => self.unknown_key(key.span(), unknown, &TABLE_KEYS),
            }
        }
        let (Some(columns), Some(rows)) = (columns, rows) else {
            if self.problems.is_empty() {
                self.complain((whole.span(), "a table needs `columns` and `rows`".to_owned()));
            }
            return;
        };
        let mut titles: Vec<&str> = Vec::new();
        for column in columns {
            match column.get_ref().as_str() {
                Some(title) => titles.push(title),
                None => return self.expected("the name of a column", column),
            }
        }
        for (number, row) in rows.iter().enumerate() {
            let Some(values) = row.get_ref().as_array() else {
                self.expected("a row, such as [1, 2]", row);
                continue;
            };
            if values.len() != titles.len() {
                let (has, needs) = (values.len(), titles.len());
                let message = format!("the row has {has} values, the table {needs} columns");
                self.complain((row.span(), message));
                continue;
            }
            let mut draft = Draft::default();
            draft.parts.insert(String::new(), row.span().start);
            if let Some(name) = name {
                draft.test.name = format!("{name} {}", number + 1);
            }
            for (title, value) in titles.iter().zip(values.iter()) {
                self.cell(&mut draft, title, value);
            }
            self.finish(draft);
        }
    }

    fn cell(&mut self, draft: &mut Draft, title: &str, given: &Value<'_>) {
        if TEST_KEYS.contains(&title) {
            return self.set(draft, title, given.span(), given);
        }
        let (key, name) = match title.split_once('.') {
            Some((key @ ("inputs" | "after"), name)) => (key, name),
            _ => ("inputs", title),
        };
        let name = input_name(name).map_err(|message| (given.span(), message));
        match (name, value(given)) {
            (Ok(name), Ok(value)) => {
                draft.parts.insert(format!("{key}.{name}"), given.span().start);
                match key {
                    "inputs" => draft.test.inputs.set(name, value),
                    _ => draft.test.expected.after.push((name, value)),
                }
            }
            (name, value) => {
                name.err().into_iter().chain(value.err()).for_each(|it| self.complain(it));
            }
        }
    }

    fn finish(&mut self, mut draft: Draft) {
        if draft.test.name.is_empty() {
            draft.test.name = format!("test {}", self.loaded.suite.tests.len() + 1);
        }
        if !self.names.insert(draft.test.name.clone()) {
            let offset = draft.parts.get("name").or(draft.parts.get("")).copied().unwrap_or(0);
            let message = format!("there are two tests called `{}`", draft.test.name);
            self.complain((offset..offset, message));
        }
        self.loaded.suite.tests.push(draft.test);
        self.loaded.origins.push(Origin { file: Arc::clone(self.file), parts: draft.parts });
    }
}
