//! *Had x been v* and *who can trigger it*, held against the program itself: the value is written into the text, or given as an input, and the changed program is run.
//!
//! `WHYDUNIT_COUNTERFACTUALS=10000 cargo test --release -p whydunit-cli --test tests counterfactuals` tries that many programs.

#[path = "counterfactuals/made.rs"]
mod made;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Programs that are made by default.
const PROGRAMS: u64 = 18;
/// ... where there is time.
const PROGRAMS_OF_ALL: u64 = 1_000;

/// Inputs that are tried: what the programs compare with, and some beyond.
const INPUTS: [i64; 14] = [-20, -4, -3, -2, -1, 0, 1, 2, 3, 5, 7, 8, 9, 14];

/// Steps after which a run is one without end: these programs take a few dozen.
const STEPS: &str = "20000";

/// How a run of the program ends, as `ending` names it.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Ending {
    FailsAt(u64),
    Ends,
    NeverEnds,
    Excluded,
}

/// A value in place of another, as it is told.
#[derive(Debug)]
struct Told {
    with: Vec<(String, i64)>,
    name: String,
    value: i64,
    then: String,
}

struct Sweep {
    directory: tempfile::TempDir,
    text: String,
    inputs: Vec<(String, i64)>,
    failing_line: u64,
    wrong: Vec<String>,
    /// Claims that were tried, and claims that there are.
    tried: usize,
    told: usize,
}

#[test]
fn what_other_values_do_is_true() {
    let count = whydunit_testing::count("WHYDUNIT_COUNTERFACTUALS", PROGRAMS, PROGRAMS_OF_ALL);
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let mut sweep = Sweep {
        directory,
        text: String::new(),
        inputs: Vec::new(),
        failing_line: 0,
        wrong: Vec::new(),
        tried: 0,
        told: 0,
    };
    let mut failing: u64 = 0;
    for seed in 1..=count {
        sweep.text = made::program(seed);
        failing += u64::from(sweep.program(seed));
    }
    let Sweep { wrong, tried, told, .. } = sweep;
    assert!(wrong.is_empty(), "{} of {tried} claims are wrong:\n{}", wrong.len(), wrong.join("\n"));
    // Nothing is won by silence.
    assert!(failing * 3 >= count, "only {failing} of {count} programs fail");
    assert!(tried as u64 >= 2 * failing, "only {tried} claims in {failing} programs");
    assert!(tried * 10 >= told * 7, "only {tried} of {told} claims can be tried");
}

impl Sweep {
    fn file(&self, name: &str, text: &str) -> PathBuf {
        let file = self.directory.path().join(name);
        std::fs::write(&file, text).expect("writing it should work");
        file
    }

    /// Does the program fail? Then everything that is said of other values is tried.
    fn program(&mut self, seed: u64) -> bool {
        let file = self.file("made.c", &self.text);
        let methods = "relevance,branch-relevance";
        let arguments = [
            "explain",
            "--function",
            "f",
            "--format",
            "json",
            "--timeout",
            "60",
            "--causes",
            "0",
            // What is told of a run that does not end is no value that would have avoided a failure.
            "--checks",
            "-termination",
            "--method",
            methods,
        ];
        let (code, report) = whydunit(&arguments, &file);
        if code != Some(1) {
            assert!(matches!(code, Some(0 | 3)), "seed {seed}: exit code {code:?}\n{}", self.text);
            return false;
        }
        let failure = &report["failures"][0];
        self.failing_line = failure["property"]["line"].as_u64().expect("failures have lines");
        self.inputs = ["a", "b"]
            .map(|name| {
                let inputs = failure["inputs"].as_array().expect("failures have inputs");
                let found = inputs.iter().find(|input| input["name"] == name);
                let value = found.and_then(|input| input["value"].as_str()?.parse().ok());
                (name.to_owned(), value.unwrap_or(0))
            })
            .to_vec();
        let withdrawn = report["limits"].as_array().into_iter().flatten();
        for limit in withdrawn.filter(|limit| limit["what"] == "claim") {
            self.wrong.push(format!("seed {seed}: withdrawn: {limit}\n{}", self.text));
        }
        for explanation in failure["explanations"].as_array().expect("there are explanations") {
            for entry in explanation["relevant"].as_array().expect("there is a list") {
                self.statement(seed, entry);
            }
            for input in explanation["inputs_that_matter"].as_array().expect("there is a list") {
                self.input(seed, input);
            }
        }
        self.last_input(seed, &failure["explanations"][0]);
        self.security(seed, &failure["security"]);
        true
    }

    /// An assignment is written with another value; of a branch that goes another way only the ending can be wrong.
    fn statement(&mut self, seed: u64, entry: &Value) {
        let (why, line) =
            (entry["why"].as_str().unwrap_or(""), entry["line"].as_u64().unwrap_or(0));
        self.told += 1;
        if let Some(then) = why.strip_prefix("had it gone the other way, ") {
            let switched = self.switched(line);
            return self.compare(seed, why, &entry["ending"], then, switched);
        }
        let Some(told) = told(why) else { return };
        let Some(text) = self.with_value(line, &told) else { return };
        let file = self.file("changed.c", &text);
        let ending = self.run(&file, &told.with);
        self.compare(seed, why, &entry["ending"], &told.then, Some(ending));
    }

    fn input(&mut self, seed: u64, input: &Value) {
        let why = input["why"].as_str().unwrap_or("");
        self.told += 1;
        let Some(mut told) = told(why) else { return };
        told.with.push((told.name.clone(), told.value));
        let file = self.directory.path().join("made.c");
        let ending = self.run(&file, &told.with);
        self.compare(seed, why, &input["ending"], &told.then, Some(ending));
    }

    fn compare(&mut self, seed: u64, why: &str, said: &Value, then: &str, is: Option<Ending>) {
        let Some(is) = is else { return };
        self.tried += 1;
        let fits = match said.as_str() {
            Some("ends") => is == Ending::Ends,
            Some("never-ends") => is == Ending::NeverEnds,
            Some("excluded") => is == Ending::Excluded,
            Some("fails-here") => is == Ending::FailsAt(self.failing_line),
            Some("fails-elsewhere") => {
                matches!(is, Ending::FailsAt(line) if line != self.failing_line)
            }
            _ => then.ends_with("(not tried)"),
        };
        if !fits {
            let text = &self.text;
            self.wrong.push(format!("seed {seed}: {why} [{said}], but {is:?}\n{text}"));
        }
    }

    /// The text with another value assigned in a line.
    fn with_value(&self, line: u64, told: &Told) -> Option<String> {
        let pattern = format!("{} = ", told.name);
        let mut is_changed = false;
        let lines: Vec<String> = (1_u64..)
            .zip(self.text.lines())
            .map(|(number, text)| match text.split_once(&pattern) {
                Some((before, _)) if number == line => {
                    is_changed = true;
                    // What is assigned is evaluated all the same.
                    format!("{before}{pattern}{};", told.value)
                }
                _ => text.to_owned(),
            })
            .collect();
        is_changed.then(|| lines.join("\n") + "\n")
    }

    /// How the program ends when a condition is turned round.
    fn switched(&self, line: u64) -> Option<Ending> {
        let lines: Vec<String> = (1_u64..)
            .zip(self.text.lines())
            .map(|(number, text)| match text.strip_prefix("  if (") {
                Some(condition) if number == line => format!("  if (!({})", condition) + ")",
                _ => text.to_owned(),
            })
            .collect();
        let text = lines.join("\n") + "\n";
        (text != self.text).then(|| self.run(&self.file("changed.c", &text), &[]))
    }

    /// How a program ends on the inputs of the run, but for these.
    fn run(&self, file: &Path, with: &[(String, i64)]) -> Ending {
        let mut words: Vec<String> =
            ["run", "--function", "f", "--format", "json", "--max-steps", STEPS]
                .map(str::to_owned)
                .to_vec();
        for (name, value) in &self.inputs {
            let other = with.iter().rev().find(|(other, _)| other == name);
            let value = other.map_or(*value, |(_, value)| *value);
            words.extend(["--input".to_owned(), format!("{name}={value}")]);
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (code, report) = whydunit(&words, file);
        match report["run"]["ending"].as_str() {
            Some("assumption" | "precondition") => Ending::Excluded,
            Some("finished" | "aborted") => Ending::Ends,
            Some("budget") => Ending::NeverEnds,
            Some("failed") => {
                let line = report["failures"][0]["property"]["line"].as_u64();
                Ending::FailsAt(line.expect("failures have lines"))
            }
            _ => panic!("exit code {code:?}: {report}\n{}", self.text),
        }
    }

    /// The last input has nothing behind it that could make up for it: where it does not matter, every value fails.
    fn last_input(&mut self, seed: u64, explanation: &Value) {
        let matter = explanation["inputs_that_matter"].as_array().expect("there is a list");
        let is_named = matter.iter().any(|input| input["name"] == "b");
        if is_named || explanation["status"] != "complete" {
            return;
        }
        self.all_fail(seed, "b does not matter");
    }

    fn all_fail(&mut self, seed: u64, claim: &str) {
        let file = self.directory.path().join("made.c");
        for value in INPUTS {
            let ending = self.run(&file, &[("b".to_owned(), value)]);
            let fits = matches!(ending, Ending::FailsAt(_) | Ending::Excluded);
            if !fits {
                let text = &self.text;
                self.wrong
                    .push(format!("seed {seed}: {claim}, but b = {value}: {ending:?}\n{text}"));
            }
        }
    }

    fn security(&mut self, seed: u64, security: &Value) {
        if security["classification"] == "not-security" {
            self.all_fail(seed, "not attacker-controlled");
        }
        let file = self.directory.path().join("made.c");
        for input in security["inputs"].as_array().expect("there is a list") {
            let name = input["name"].as_str().expect("inputs have names").to_owned();
            let value = |key: &str| -> Option<i64> { input[key].as_str()?.parse().ok() };
            self.told += 1;
            let (Some(failing), Some(passing)) = (value("failing_value"), value("passing_value"))
            else {
                continue;
            };
            let with = input["with"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let with: Vec<(String, i64)> = with.filter_map(equation).collect();
            let given = |value: i64| [with.clone(), vec![(name.clone(), value)]].concat();
            let why = format!("{name} = {failing} fails, {name} = {passing} does not");
            let ending = self.run(&file, &given(passing));
            self.compare(seed, &why, &input["avoided"], "", Some(ending));
            let mut runs = vec![given(failing)];
            if input["level"] == "program" && name == "a" {
                let b = |value| [given(failing), vec![("b".to_owned(), value)]].concat();
                runs.extend(INPUTS.map(b));
            }
            for run in runs {
                let ending = self.run(&file, &run);
                if !matches!(ending, Ending::Excluded)
                    && ending != Ending::FailsAt(self.failing_line)
                {
                    let text = &self.text;
                    self.wrong.push(format!("seed {seed}: {why}: {run:?}: {ending:?}\n{text}"));
                }
            }
        }
    }
}

/// `with b = 3, had x been 5 here, line 9 would not have been taken`.
fn told(why: &str) -> Option<Told> {
    let (with, had) = match why.strip_prefix("with ") {
        Some(rest) => rest.split_once(", had ")?,
        None => ("", why.strip_prefix("had ")?),
    };
    let with: Vec<&str> = with.split(" and ").flat_map(|part| part.split(", ")).collect();
    let with = with.into_iter().filter(|part| !part.is_empty()).map(equation);
    let (what, then) = had.split_once(", ")?;
    let (name, value) = what.strip_suffix(" here").unwrap_or(what).split_once(" been ")?;
    let (name, value) = (name.to_owned(), value.parse().ok()?);
    Some(Told { with: with.collect::<Option<_>>()?, name, value, then: then.to_owned() })
}

fn equation(text: &str) -> Option<(String, i64)> {
    let (name, value) = text.split_once(" = ")?;
    Some((name.to_owned(), value.parse().ok()?))
}

fn whydunit(arguments: &[&str], file: &Path) -> (Option<i32>, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_whydunit"))
        .args(arguments)
        .arg(file)
        .output()
        .expect("the program should start");
    let report = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code(), report)
}
