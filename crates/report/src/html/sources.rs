//! The files that a page shows: those of the user that the runs touch, whole where their text is known, else the lines that the report quotes.

use std::collections::{BTreeMap, BTreeSet};

use super::highlight::source_lines;
use crate::{FailureReport, Report};

/// The number of a file is its place in the list.
pub(super) struct Sources<'r> {
    pub(super) files: Vec<SourceFile<'r>>,
    numbers: BTreeMap<&'r str, u32>,
}

pub(super) struct SourceFile<'r> {
    pub(super) name: &'r str,
    /// The whole text; `None` if only `quoted` is known.
    pub(super) text: Option<&'r str>,
    pub(super) quoted: BTreeMap<u32, &'r str>,
}

impl SourceFile<'_> {
    /// Number of its last line.
    pub(super) fn length(&self) -> u32 {
        match self.text {
            Some(text) => source_lines(text).count() as u32,
            None => self.quoted.keys().next_back().copied().unwrap_or(0),
        }
    }
}

impl<'r> Sources<'r> {
    /// In the order of the command line, then those that it does not name.
    pub(super) fn of(report: &'r Report) -> Sources<'r> {
        let mut quoted: BTreeMap<&str, BTreeMap<u32, &str>> = BTreeMap::new();
        for failure in &report.failures {
            quote(failure, &mut quoted);
        }
        if let Some(place) = report.run.as_ref().and_then(|run| run.place.as_ref()) {
            quoted.entry(&place.file).or_default().insert(place.line, &place.line_text);
        }
        let touched: BTreeSet<&str> = quoted.keys().copied().collect();
        let known = report.origin.sources.iter();
        let mut files: Vec<SourceFile<'_>> = known
            .filter(|source| touched.is_empty() || touched.contains(source.name.as_str()))
            .map(|source| SourceFile {
                name: &source.name,
                text: Some(&source.text),
                quoted: BTreeMap::new(),
            })
            .collect();
        for (name, lines) in quoted {
            if !files.iter().any(|file| file.name == name) {
                files.push(SourceFile { name, text: None, quoted: lines });
            }
        }
        let numbers = files.iter().enumerate().map(|(at, file)| (file.name, at as u32)).collect();
        Sources { files, numbers }
    }

    pub(super) fn number(&self, name: &str) -> u32 {
        self.numbers.get(name).copied().unwrap_or(0)
    }
}

fn quote<'r>(failure: &'r FailureReport, quoted: &mut BTreeMap<&'r str, BTreeMap<u32, &'r str>>) {
    for step in failure.trace.iter().flat_map(|trace| &trace.steps) {
        let lines = quoted.entry(&step.file).or_default();
        lines.entry(step.line).or_insert(&step.text);
    }
    for entry in failure.explanations.iter().flat_map(|explanation| &explanation.relevant) {
        quoted.entry(&entry.file).or_default().insert(entry.line, &entry.line_text);
    }
    let place = &failure.property.place;
    quoted.entry(&place.file).or_default().insert(place.line, &place.line_text);
}
