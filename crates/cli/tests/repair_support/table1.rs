//! The rows of the paper's Table 1, and what becomes of each.

use std::fs;
use std::path::{Path, PathBuf};

use super::faults::{Entry, directory, entries, replaced};
use super::session::{Job, Repair, Repaired};

/// A fault, the correct program, and what the paper has for it.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) original: String,
    pub(crate) faulty: String,
    pub(crate) paper: String,
    /// The paper's tool corrects it.
    pub(crate) is_corrected: bool,
    line: usize,
    entry: Entry,
}

/// What came out, and how other commands judge it.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) repaired: Repaired,
    /// Why the first repair does not do, if it does not.
    pub(crate) trouble: Option<String>,
    /// The rank of the first repair that is a right one.
    pub(crate) right: Option<usize>,
    pub(crate) how: Option<Rightness>,
}

/// Why a repair counts as right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rightness {
    /// It is the original program.
    Original,
    /// It is what the paper's tool put out.
    AsInPaper,
    /// A comparison by search finds no difference to the original program.
    Equivalent,
}

impl Rightness {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Rightness::Original => "original",
            Rightness::AsInPaper => "as in the paper",
            Rightness::Equivalent => "equivalent",
        }
    }
}

pub(crate) fn rows() -> Vec<Row> {
    let rows = entries("table1/rows.toml", "row").into_iter().map(|entry| Row {
        id: entry.text("id").to_owned(),
        original: entry.text("original").to_owned(),
        faulty: entry.text("faulty").to_owned(),
        paper: entry.text("paper").to_owned(),
        is_corrected: entry.text("corrected") == "true",
        line: entry.number("line"),
        entry,
    });
    rows.collect()
}

impl Row {
    /// The correct program.
    pub(crate) fn correct(&self) -> PathBuf {
        directory().join("table1").join(self.entry.text("program"))
    }

    /// Makes the faulty program in a directory, repairs it and judges the repairs.
    pub(crate) fn repair(&self, scratch: &Path, options: &[&str]) -> Result<Outcome, String> {
        let file = self.entry.text("program").to_owned();
        let correct = fs::read_to_string(self.correct()).expect("the correct program is there");
        let faulty = replaced(&correct, self.line, &self.original, &self.faulty);
        fs::write(scratch.join(&file), &faulty).expect("writing a file should work");
        let job = Job {
            directory: scratch.to_path_buf(),
            file,
            function: Some(self.entry.text("function").to_owned()),
            tests: directory().join("table1").join(self.entry.text("tests")),
            reference: None,
            options: options.iter().map(|&option| option.to_owned()).collect(),
        };
        let repaired = job.repair()?;
        let trouble = first_trouble(&job, &repaired, &faulty);
        let right = repaired.repairs.iter().enumerate().find_map(|(index, repair)| {
            Some((index + 1, self.rightness(&job, repair, &faulty, &correct)?))
        });
        let (right, how) = right.unzip();
        Ok(Outcome { repaired, trouble, right, how })
    }

    fn rightness(
        &self,
        job: &Job,
        repair: &Repair,
        faulty: &str,
        correct: &str,
    ) -> Option<Rightness> {
        let text = repair.applied(faulty)?;
        if without_spaces(&text) == without_spaces(correct) {
            return Some(Rightness::Original);
        }
        if self.is_as_in_paper(repair, &text) {
            return Some(Rightness::AsInPaper);
        }
        job.behaves_like(&text, &self.correct()).then_some(Rightness::Equivalent)
    }

    /// The only edit leaves the statement that the paper prints, `(2, s=a[0])`.
    fn is_as_in_paper(&self, repair: &Repair, text: &str) -> bool {
        let printed = self.paper.strip_prefix('(').and_then(|paper| paper.strip_suffix(')'));
        let Some((_, statement)) = printed.and_then(|paper| paper.split_once(',')) else {
            return false;
        };
        let [edit] = repair.edits.as_slice() else { return false };
        let line = text.lines().nth(edit.line - 1).unwrap_or_default();
        let line = without_spaces(line);
        line.trim_end_matches(['{', ';']) == without_spaces(statement)
    }
}

/// Why the first repair is none that the suite and a bounded search accept.
fn first_trouble(job: &Job, repaired: &Repaired, faulty: &str) -> Option<String> {
    let Some(first) = repaired.repairs.first() else {
        return Some("no repair".to_owned());
    };
    let Some(text) = first.applied(faulty) else {
        return Some(format!("the edit does not fit: {:?}", first.edits));
    };
    // On a busy machine the search may have had no time to finish; then it gets more here.
    let is_accepted = first.is_accepted() || first.grade == "tests" && job.holds(&text);
    if !is_accepted {
        return Some(format!("the first repair ({}) is graded `{}`", first.summary(), first.grade));
    }
    job.passes(&text).err()
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}
