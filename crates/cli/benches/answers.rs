//! Is a failing test answered, is the faulty line in the answer, and how much else is? Public suites.
//!
//! The programs are not part of this repository. `cargo bench -p whydunit-cli --bench answers -- --suite NAME --programs DIR` prints a line for each program and
//! the table. `--count N` takes N programs, drawn by a hash (`--seed` draws others); `--only NAME` (several times) takes these alone. `--timeout` is for one answer, in seconds.
//! A suite lies in a directory of the form that it is published in:
//!
//! ```text
//! siemens      DIR/NAME/source.alt/source.orig/*.c, versions.alt/versions.orig/vN/*.c, testplans.alt/universe, inputs
//! codeflaws    DIR/NAME/: the C files of the two numbers at the end of NAME, of which the first is faulty; input-*, output-*
//! ipas         DIR/semantically_incorrect_submissions/**/X.c and X_fixed.c; DIR/tests/labNN/exNN/*.in and *.out
//! ```
//!
//! The lines that count as the fault are those that the correct program has not; where it only has more, the statements before and behind. Of Codeflaws only defects of one line are
//! drawn. Of the tests that fail, and that the correct program passes, one is taken by a hash.

#![expect(clippy::print_stdout, reason = "a benchmark's result is what it prints")]

#[path = "answers/pairs.rs"]
mod pairs;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pairs::{Pair, Suite};
use whydunit::report::{FailureReport, TestVerdict};
use whydunit::{BudgetOptions, ExplainOptions, Options, Session, TestsOptions};

struct Asked {
    suite: Suite,
    programs: PathBuf,
    only: Vec<String>,
    count: usize,
    seed: u64,
    timeout: u64,
}

fn main() {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(why) => return println!("{why}"),
    };
    let mut names = asked.suite.names(&asked.programs);
    names.sort_by_cached_key(|name| pairs::drawn(name, asked.seed));
    names.retain(|name| asked.only.is_empty() || asked.only.contains(name));
    let work = tempfile::tempdir().expect("a directory should be possible");
    let mut table = Table::default();
    for name in names {
        if table.seen.len() >= asked.count {
            break;
        }
        let judged = asked
            .suite
            .pair(&asked.programs, &name, work.path())
            .and_then(|pair| look_at(&pair, &asked));
        match judged {
            Ok(seen) => {
                println!("{}", seen.line(&name));
                table.seen.push(seen);
            }
            Err(why) => {
                println!("{name:<40} left out: {why}");
                table.left_out += 1;
            }
        }
    }
    table.print();
}

fn asked() -> Result<Asked, String> {
    let (mut suite, mut programs) = (None, None);
    let (mut only, mut count, mut seed, mut timeout) = (Vec::new(), usize::MAX, 0, 10);
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("{text} is no number"));
        match word.as_str() {
            "--suite" => suite = Some(Suite::of(&value()?)?),
            "--programs" => programs = Some(PathBuf::from(value()?)),
            "--only" => only.push(value()?),
            "--count" => count = usize::try_from(number(value()?)?).unwrap_or(usize::MAX),
            "--seed" => seed = number(value()?)?,
            "--timeout" => timeout = number(value()?)?,
            other => return Err(format!("unknown option {other}")),
        }
    }
    match (suite, programs) {
        (Some(suite), Some(programs)) => Ok(Asked { suite, programs, only, count, seed, timeout }),
        _ => Err("--suite siemens|codeflaws|ipas --programs DIR".to_owned()),
    }
}

/// What came of a program.
struct Seen {
    test: String,
    /// What the answer is about; `Err`: why there is none.
    answer: Result<String, String>,
    is_named: bool,
    faulty: BTreeSet<u32>,
    reported: usize,
    executed: usize,
    time: Duration,
}

fn session(file: &Path, pair: &Pair, timeout: u64) -> Result<Session, String> {
    let mut options = Options::of([file.to_owned()]);
    let timeout = Some(Duration::from_secs(timeout));
    options.budget = BudgetOptions { timeout, ..options.budget };
    options.compiler.std.clone_from(&pair.std);
    options.tests =
        TestsOptions { tests: vec![pair.tests.clone()], reference: pair.reference.clone() };
    Session::open(options).map_err(|error| one_line(&error.to_string()))
}

/// The tests of which this is the verdict.
fn tests(session: &Session, verdict: TestVerdict) -> Result<BTreeSet<String>, String> {
    let answer = session.run_suite().map_err(|error| one_line(&error.to_string()))?;
    let tests = answer.report.tests.unwrap_or_default().into_iter();
    Ok(tests.filter(|test| test.verdict == verdict).map(|test| test.name).collect())
}

/// To run all tests of a program: there are thousands of some.
const SECONDS_OF_TESTS: u64 = 120;

fn look_at(pair: &Pair, asked: &Asked) -> Result<Seen, String> {
    let failing = tests(&session(&pair.faulty, pair, SECONDS_OF_TESTS)?, TestVerdict::Failed)?;
    let mut fair: Vec<String> = match pair.reference.is_empty() {
        true => {
            let correct = session(&pair.correct, pair, SECONDS_OF_TESTS)?;
            let passing = tests(&correct, TestVerdict::Passed)?;
            failing.intersection(&passing).cloned().collect()
        }
        // What the reference fails itself is not judged.
        false => failing.into_iter().collect(),
    };
    fair.sort_by_cached_key(|test| pairs::drawn(test, asked.seed));
    let Some(test) = fair.into_iter().next() else {
        return Err("no test fails that the correct program passes".to_owned());
    };
    let session = session(&pair.faulty, pair, asked.timeout)?;
    let mut explain = ExplainOptions { causes: false, ..ExplainOptions::default() };
    explain.expect.test = Some(test.clone());
    let begin = Instant::now();
    let answer = session.explain(&explain).map_err(|error| one_line(&error.to_string()))?;
    let time = begin.elapsed();
    let own = pair.faulty.to_string_lossy();
    let failure = answer.report.failures.first();
    let explained = failure.filter(|failure| !failure.explanations.is_empty());
    let reported = explained.map(|it| reported(it, &own)).unwrap_or_default();
    let executed = explained.map(|it| executed(it, &own)).unwrap_or_default();
    let why = || answer.hint.clone().unwrap_or_else(|| "not explained".to_owned());
    Ok(Seen {
        test,
        answer: explained.map(|it| it.property.message.clone()).ok_or_else(why),
        is_named: reported.intersection(&pair.fault).next().is_some(),
        faulty: pair.fault.clone(),
        reported: reported.len(),
        executed: executed.union(&reported).count(),
        time,
    })
}

/// The lines of the answer: those that matter, and the one that is explained.
fn reported(failure: &FailureReport, own: &str) -> BTreeSet<u32> {
    // The second one marks what the first one names.
    let told = if failure.is_joined { 1 } else { usize::MAX };
    let relevant = failure.explanations.iter().take(told).flat_map(|it| &it.relevant);
    let relevant = relevant.filter(|it| it.file == own).map(|it| it.line);
    let place = &failure.property.place;
    let property = (place.file == own).then_some(place.line);
    relevant.chain(property).collect()
}

fn executed(failure: &FailureReport, own: &str) -> BTreeSet<u32> {
    let steps = failure.trace.iter().flat_map(|trace| &trace.steps);
    steps.filter(|step| step.file == own).map(|step| step.line).collect()
}

fn one_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

impl Seen {
    fn share(&self) -> f64 {
        let count = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        count(self.reported) / count(self.executed.max(1))
    }

    fn line(&self, name: &str) -> String {
        let faulty: Vec<String> = self.faulty.iter().map(u32::to_string).collect();
        let answer = match &self.answer {
            Ok(answer) => {
                let is_named = if self.is_named { "named " } else { "MISSED" };
                format!("{is_named} {:>3} of {:>3} lines  {answer}", self.reported, self.executed)
            }
            Err(why) => format!("UNANSWERED  {why}"),
        };
        let faulty = faulty.join(",");
        let time = self.time.as_secs_f64();
        format!("{name:<34} {:<12} fault {faulty:<8} {time:>5.1} s  {answer}", self.test)
    }
}

#[derive(Default)]
struct Table {
    seen: Vec<Seen>,
    left_out: usize,
}

impl Table {
    fn print(&self) {
        let all = self.seen.len();
        let share = |part: usize, of: usize| (part * 1000 + of / 2) / of.max(1);
        let percent = |part: usize, of: usize| {
            let share = share(part, of);
            format!("{part} of {of} ({}.{}%)", share / 10, share % 10)
        };
        let answered = self.seen.iter().filter(|seen| seen.answer.is_ok()).count();
        let named = self.seen.iter().filter(|seen| seen.is_named).count();
        let middle = |mut values: Vec<f64>| {
            values.sort_by(f64::total_cmp);
            values.get(values.len() / 2).copied().unwrap_or_default()
        };
        let of = |value: fn(&Seen) -> f64| {
            middle(self.seen.iter().filter(|seen| seen.answer.is_ok()).map(value).collect())
        };
        println!("\nanswered                            {}", percent(answered, all));
        println!("faulty line in the answer           {}", percent(named, answered));
        println!("lines of those executed, median     {:.0}%", 100.0 * of(Seen::share));
        println!("seconds, median                     {:.1}", of(|seen| seen.time.as_secs_f64()));
        println!("left out                            {}", self.left_out);
    }
}
