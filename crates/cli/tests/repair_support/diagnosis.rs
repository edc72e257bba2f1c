//! Error diagnoses, as `whydunit repair --method ped --format json` reports them in `repairing.diagnosis`.

use serde_json::Value;

#[derive(Debug)]
pub(crate) struct Diagnosis {
    /// Length of the error trace.
    pub(crate) steps: u64,
    /// Best first.
    pub(crate) solutions: Vec<Solution>,
}

/// Places that must change together.
#[derive(Debug)]
pub(crate) struct Solution {
    pub(crate) fixes: Vec<Fix>,
}

#[derive(Debug)]
pub(crate) struct Fix {
    pub(crate) line: usize,
    pub(crate) text: String,
    /// What to write there, or which values would do.
    pub(crate) becomes: String,
}

impl Diagnosis {
    pub(crate) fn of(report: &Value) -> Option<Diagnosis> {
        let value = &report["repairing"]["diagnosis"];
        let solutions = value["solutions"].as_array()?.iter().map(|solution| Solution {
            fixes: solution["fixes"].as_array().into_iter().flatten().map(fix_of).collect(),
        });
        Some(Diagnosis {
            steps: value["steps"].as_u64().unwrap_or_default(),
            solutions: solutions.collect(),
        })
    }

    /// How many solutions name one of these lines.
    pub(crate) fn naming(&self, lines: &[usize]) -> usize {
        self.solutions.iter().filter(|solution| solution.names(lines)).count()
    }

    /// The rank of the first solution that does.
    pub(crate) fn first_naming(&self, lines: &[usize]) -> Option<usize> {
        let index = self.solutions.iter().position(|solution| solution.names(lines))?;
        Some(index + 1)
    }
}

impl Solution {
    fn names(&self, lines: &[usize]) -> bool {
        self.fixes.iter().any(|fix| lines.contains(&fix.line))
    }

    /// `12: i <= n -> i < n`.
    pub(crate) fn summary(&self) -> String {
        let fixes = self.fixes.iter();
        let fixes = fixes.map(|fix| format!("{}: {} -> {}", fix.line, fix.text, fix.becomes));
        fixes.collect::<Vec<_>>().join("; ")
    }
}

fn fix_of(value: &Value) -> Fix {
    let becomes = value["change"].as_str().or_else(|| value["values"].as_str());
    Fix {
        line: value["line"].as_u64().map_or(0, |line| line as usize),
        text: value["text"].as_str().unwrap_or_default().to_owned(),
        becomes: becomes.unwrap_or("?").to_owned(),
    }
}
