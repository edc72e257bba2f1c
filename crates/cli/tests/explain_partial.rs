//! What is partial says so: every method under budgets that are too small, held against its answer with enough.
//!
//! Whatever is missing is announced, in every form, and nothing contradicts the answer that had time.

use crate::command_support;
use crate::common;

use std::collections::BTreeSet;

use command_support::Directory;
use serde_json::Value;

const METHODS: [Option<&str>; 10] = [
    None,
    Some("error-invariants"),
    Some("flow-sensitive"),
    Some("relevance"),
    Some("branch-relevance"),
    Some("restrictive"),
    Some("becoming-restrictive"),
    Some("more-blocking"),
    Some("coreachable"),
    Some("minimal-set"),
];

/// From too little for anything to nearly enough.
const BUDGETS: [&[&str]; 4] =
    [&["--timeout", "0.05"], &["--timeout", "0.2"], &["--timeout", "0.6"], &["--max-steps", "12"]];

const PROGRAMS: [(&str, &str, &[&str]); 4] = [
    (
        "sum.c",
        "#include <assert.h>
int main(int argc, char **argv) {
  int a[6] = { 3, 1, 4, 1, 5, 9 }, s = argc, m = 0;
  for (int i = 0; i < 6; i++) {
    s += a[i] * (i + argc);
    if (a[i] > m) m = a[i];
  }
  int unrelated = m * 2;
  if (unrelated > 100) s = 0;
  assert(s < 20 * argc);
  return 0;
}
",
        &["--", "x"],
    ),
    (
        "hash.c",
        "#include <assert.h>
unsigned step(unsigned h, unsigned c) { h ^= c; h *= 16777619u; return h ^ (h >> 13); }
int f(unsigned a, unsigned b) {
  unsigned h = 2166136261u;
  for (int i = 0; i < 4; i++) { h = step(h, a); h = step(h, b + i); }
  assert(h == 0);
  return 0;
}
",
        &["--function", "f", "--input", "a=5", "--input", "b=9"],
    ),
    (
        "index.c",
        "int f(int n, int k) {
  int v[8], s = 0;
  for (int i = 0; i < 8; i++) v[i] = (i * k) % 11;
  for (int i = 0; i < n; i++) s += v[v[i] % 9];
  return s;
}
",
        &["--function", "f", "--input", "n=8", "--input", "k=5"],
    ),
    (
        "loop.c",
        "#include <assert.h>
int main(void) {
  int x = 0, y = 1, z = 0;
  for (int i = 0; i < 300; i++) { x = x + y; if (x > 1000) { x = x % 7; z++; } y = (y * 3 + i) % 17; }
  assert(z > 100);
  return 0;
}
",
        &[],
    ),
];

/// Besides JSON.
const FORMS: [&str; 3] = ["text", "html", "sarif"];

#[derive(Clone, Copy)]
struct Row {
    program: usize,
    /// Among [`METHODS`].
    method: usize,
    /// Every form is asked for under every budget; otherwise one under each, in turns.
    has_all_forms: bool,
}

impl Row {
    fn forms(self, budget: usize) -> Vec<&'static str> {
        match self.has_all_forms {
            true => FORMS.to_vec(),
            false => vec![FORMS[(self.method + budget) % FORMS.len()]],
        }
    }
}

#[test]
fn what_is_missing_is_announced() {
    let files: Vec<(&str, &str)> = PROGRAMS.iter().map(|(name, text, _)| (*name, *text)).collect();
    let directory = Directory::with(&files);
    // All programs under all methods in all forms take a quarter of an hour: `WHYDUNIT_SWEEP=all`. Otherwise each method meets every budget on one program, and all programs, forms and budgets meet.
    let is_all = std::env::var("WHYDUNIT_SWEEP").as_deref() == Ok("all");
    let programs = |method: usize| match is_all {
        true => 0..PROGRAMS.len(),
        false => method % PROGRAMS.len()..method % PROGRAMS.len() + 1,
    };
    let row = |method| {
        programs(method).map(move |program| Row { program, method, has_all_forms: is_all })
    };
    let rows: Vec<Row> = (0..METHODS.len()).flat_map(row).collect();
    let problems = common::parallel(&rows, |row| of_row(&directory, *row));
    common::finish("rows", rows.len(), &problems.concat());
}

fn of_row(directory: &Directory, row: Row) -> Vec<String> {
    let ask = |budget: &[&str], form: &str| -> (Option<i32>, String) {
        let (file, _, given) = PROGRAMS[row.program];
        let mut words = vec!["explain", file, "--format", form];
        words.extend(budget);
        words.extend(METHODS[row.method].iter().flat_map(|method| ["--method", method]));
        words.extend(given);
        let output = directory.output(&words);
        // Without a failure the text is beside the program's own output.
        let is_text = form == "text";
        let said = if is_text { [output.stdout, output.stderr].concat() } else { output.stdout };
        (output.status.code(), String::from_utf8_lossy(&said).into_owned())
    };
    let name = format!("{} {}", PROGRAMS[row.program].0, METHODS[row.method].unwrap_or("(joined)"));
    let read = |text: &str| serde_json::from_str::<Value>(text).ok();
    let Some(whole) = read(&ask(&["--timeout", "10"], "json").1) else {
        return vec![format!("{name}: no answer")];
    };
    let mut problems = Vec::new();
    for (number, budget) in BUDGETS.into_iter().enumerate() {
        let (code, text) = ask(budget, "json");
        let Some(part) = read(&text) else {
            problems.push(format!("{name} {budget:?}: no document"));
            continue;
        };
        let found = compare(&whole, &part, code);
        problems.extend(found.into_iter().map(|it| format!("{name} {budget:?}: {it}")));
        // Each form is another run, which may get further: it is held against itself.
        for form in row.forms(number) {
            let (code, said) = ask(budget, form);
            let is_said =
                ["partial", "not decided", "stopped", "ran out"].iter().any(|it| said.contains(it));
            if code == Some(3) && !is_said {
                problems
                    .push(format!("{name} {budget:?} {form}: exit code 3, and why is not said"));
            }
        }
    }
    problems
}

/// What `part` has not, and does not say that it has not; and what it says against `whole`.
fn compare(whole: &Value, part: &Value, code: Option<i32>) -> Vec<String> {
    let mut problems = Vec::new();
    let mut limits = part["limits"].as_array().into_iter().flatten();
    let is_limited = limits.any(|limit| limit["reached"] == true);
    if !matches!(code, Some(1 | 3)) {
        return vec![format!("exit code {code:?}")];
    }
    if code == Some(3) && !is_limited {
        problems.push(format!("exit code 3 without a limit: {}", part["limits"]));
    }
    let Some(failure) = part["failures"].as_array().and_then(|failures| failures.first()) else {
        if part["verdict"] != "unknown" || !is_limited {
            problems.push(format!("no failure, {}, {}", part["verdict"], part["limits"]));
        }
        return problems;
    };
    let same = &whole["failures"][0];
    if failure["property"] != same["property"]
        && failure["property"]["line"] != same["property"]["line"]
    {
        return vec![format!("another failure: {}", failure["property"])];
    }
    let empty = Vec::new();
    let explanations =
        |failure: &Value| failure["explanations"].as_array().unwrap_or(&empty).clone();
    let (all, known) = (explanations(same), explanations(failure));
    if known.len() < all.len() && !is_limited {
        problems.push("an explanation is missing".to_owned());
    }
    for one in &known {
        if let Some(other) = all.iter().find(|other| other["method"] == one["method"]) {
            problems.extend(compare_explanations(other, one, is_limited));
        }
    }
    if let ([told, judged, ..], [all_told, ..]) = (known.as_slice(), all.as_slice()) {
        problems.extend(missing_marks(all_told, told, judged));
    }
    let class = |failure: &Value| failure["security"]["classification"].as_str().map(str::to_owned);
    if let (Some(here), Some(there)) = (class(failure), class(same))
        && here != there
        && here != "unknown"
        && there != "unknown"
    {
        problems.push(format!("{here} instead of {there}"));
    }
    problems
}

fn lines(explanation: &Value) -> BTreeSet<u64> {
    explanation["lines"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
}

fn undecided(explanation: &Value) -> BTreeSet<u64> {
    let unknown = explanation["unknown"].as_array().into_iter().flatten();
    unknown.filter_map(|entry| entry["line"].as_u64()).collect()
}

fn compare_explanations(whole: &Value, part: &Value, is_limited: bool) -> Vec<String> {
    let method = part["method"].as_str().unwrap_or_default();
    let mut problems = Vec::new();
    let is_complete = part["status"] == "complete";
    if !is_complete && !is_limited {
        problems.push(format!("{method} is partial, and no limit says so"));
    }
    let (all, known) = (lines(whole), lines(part));
    if is_complete && whole["status"] == "complete" && all != known {
        problems.push(format!("{method} is complete with {known:?}, not {all:?}"));
    }
    let is_judged = part["unknown"].is_array();
    if !is_judged || whole["status"] != "complete" || method == "minimal-set" {
        return problems;
    }
    let wrong: Vec<&u64> = known.difference(&all).collect();
    if !wrong.is_empty() {
        problems.push(format!("{method}: lines {wrong:?} do not matter with more time"));
    }
    let open = undecided(part);
    let silent: Vec<&u64> = all.difference(&known).filter(|line| !open.contains(line)).collect();
    if !silent.is_empty() {
        problems.push(format!("{method}: lines {silent:?} are missing, and not undecided"));
    }
    problems
}

/// Marks of a joined explanation that are not there although there is time for the explanation.
fn missing_marks(whole: &Value, part: &Value, judged: &Value) -> Vec<String> {
    let marked = |explanation: &Value| -> BTreeSet<u64> {
        let entries = explanation["relevant"].as_array().into_iter().flatten();
        let marked = entries.filter(|entry| !entry["label"].is_null());
        marked.filter_map(|entry| entry["line"].as_u64()).collect()
    };
    let missing: Vec<u64> = marked(whole).difference(&marked(part)).copied().collect();
    match missing.is_empty() || judged["status"] == "partial" || part["status"] == "partial" {
        true => Vec::new(),
        false => vec![format!("marks of lines {missing:?} are missing without a word")],
    }
}
