//! How often is a failing test answered, is the faulty line among those that are named, and how many of the executed lines is that? On programs with known faults that people bring along.
//!
//! ```text
//! cargo bench -p whydunit-cli --bench questions -- --programs DIRECTORY [--timeout SECONDS] [--mode tokens]
//! ```
//!
//! Each folder of the directory is a program:
//!
//! ```text
//! faulty.c     the program with the fault
//! tests/       its tests, as `--tests` takes a directory: NAME.in, NAME.out, NAME.args, NAME.code
//! faults       a line each: `17` is faulty; `17|18`: between these two something is missing, and either counts
//! options      further options of `explain`, if there are any, separated by blanks
//! ```
//!
//! Suites that fit are the Siemens suite, Codeflaws, C-Pack-IPAs and IntroClass; the lines that a fix changes are the faults. Without `faults` a program counts among the answered ones alone.
//! Nothing is fetched. A program none of whose tests fails is left out, and said to be.

#![expect(clippy::print_stdout, reason = "a benchmark's result is what it prints")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use serde_json::Value;

/// What came of a program.
struct Seen {
    name: String,
    /// `None`: no test fails.
    answer: Option<Answer>,
    seconds: f64,
}

struct Answer {
    is_explained: bool,
    /// `None` where it is not known which line is faulty.
    is_named: Option<bool>,
    /// Named lines of the executed ones.
    share: f64,
    said: String,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let value = |name: &str| {
        let at = words.iter().position(|word| word == name)?;
        words.get(at + 1).cloned()
    };
    let Some(directory) = value("--programs").map(PathBuf::from) else {
        println!("--programs should name a directory: see the head of benches/questions.rs");
        return;
    };
    let timeout = value("--timeout").unwrap_or_else(|| "10".to_owned());
    let mode = value("--mode").unwrap_or_else(|| "tokens".to_owned());
    let mut programs: Vec<PathBuf> = std::fs::read_dir(&directory)
        .map(|entries| entries.filter_map(|entry| Some(entry.ok()?.path())).collect())
        .unwrap_or_default();
    programs.retain(|program| program.join("faulty.c").is_file());
    programs.sort();
    let seen = whydunit_testing::parallel(&programs, |program| {
        let seen = look_at(program, &timeout, &mode);
        println!("{}", line(&seen));
        seen
    });
    totals(&seen);
}

fn look_at(program: &Path, timeout: &str, mode: &str) -> Seen {
    let begin = Instant::now();
    let options = std::fs::read_to_string(program.join("options")).unwrap_or_default();
    let output = Command::new(env!("CARGO_BIN_EXE_whydunit"))
        .current_dir(program)
        .args(["explain", "faulty.c", "--tests", "tests", "--compare-output", mode])
        .args(["--timeout", timeout, "--format", "json"])
        .args(options.split_whitespace())
        .output();
    let report = output.ok().and_then(|output| serde_json::from_slice(&output.stdout).ok());
    let report: Value = report.unwrap_or_default();
    let name = program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let faults = std::fs::read_to_string(program.join("faults")).ok();
    let answer = answer(&report, faults.as_deref());
    Seen { name, answer, seconds: begin.elapsed().as_secs_f64() }
}

fn answer(report: &Value, faults: Option<&str>) -> Option<Answer> {
    let failure = &report["failures"][0];
    if failure.is_null() {
        let passes = report["verdict"].as_str().is_some_and(|verdict| verdict.starts_with("holds"));
        let why = report["error"]["message"].as_str().or(report["limits"][0]["value"].as_str());
        let said = why.unwrap_or("no answer").to_owned();
        let is_named = faults.map(|_| false);
        return (!passes).then_some(Answer { is_explained: false, is_named, share: 0.0, said });
    }
    let explanations = failure["explanations"].as_array().cloned().unwrap_or_default();
    let lines = |list: &Value| -> BTreeSet<u64> {
        list.as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
    };
    let mut named: BTreeSet<u64> = explanations.iter().flat_map(|it| lines(&it["lines"])).collect();
    // The failing step is told in the headline.
    named.extend(failure["property"]["line"].as_u64());
    let steps = failure["trace"]["steps"].as_array().cloned().unwrap_or_default();
    let executed: BTreeSet<u64> = steps.iter().filter_map(|step| step["line"].as_u64()).collect();
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let is_named = faults.map(|faults| {
        let mut all = faults.lines().flat_map(|line| line.split('|')).filter_map(number);
        all.any(|line| named.contains(&line))
    });
    let share = named.len() as f64 / executed.len().max(named.len()).max(1) as f64;
    let said = failure["property"]["message"].as_str().unwrap_or("").to_owned();
    Some(Answer { is_explained: !explanations.is_empty(), is_named, share, said })
}

fn line(seen: &Seen) -> String {
    let Seen { name, answer, seconds } = seen;
    match answer {
        None => format!("{name:<28} no test fails"),
        Some(Answer { is_explained, is_named, share, said }) => {
            let answered = if *is_explained { "answered" } else { "no answer" };
            let named = match is_named {
                Some(true) => "named",
                Some(false) => "not named",
                None => "",
            };
            format!("{name:<28} {answered:<9} {named:<9} {share:>5.2} {seconds:>6.1} s  {said}")
        }
    }
}

fn totals(seen: &[Seen]) {
    let answers: Vec<&Answer> = seen.iter().filter_map(|seen| seen.answer.as_ref()).collect();
    let answered = answers.iter().filter(|answer| answer.is_explained).count();
    let known = answers.iter().filter(|answer| answer.is_explained && answer.is_named.is_some());
    let named = answers.iter().filter(|answer| answer.is_named == Some(true)).count();
    let mut shares: Vec<f64> =
        answers.iter().filter(|answer| answer.is_explained).map(|answer| answer.share).collect();
    shares.sort_by(f64::total_cmp);
    let median = shares.get(shares.len() / 2).copied().unwrap_or(0.0);
    println!(
        "{} programs, {} with a failing test: {answered} answered; faulty line named in {named} of {}; share of executed lines, median: {median:.2}",
        seen.len(),
        answers.len(),
        known.count(),
    );
}
