//! Is the faulty line among the first causes? Public suites, beside the coefficient of Ochiai on the same tests.
//!
//! The programs are not part of this repository. `cargo bench -p whydunit-cli --bench localization -- --suite NAME --programs DIR --facts FILE.json`
//! prints a line for each program, and how often the fault is among the first 1, 3 and 5. `--only NAME` (several times) takes these programs alone, `--every N` every N-th,
//! `--signals FILE.csv` writes what each line was ranked by, for weighing. A suite lies in a directory of the form that it is published in:
//!
//! ```text
//! siemens      DIR/tcas/source.alt/source.orig/tcas.c          the correct program, whose outputs are expected
//!              DIR/tcas/versions.alt/versions.orig/v1/tcas.c   the faulty versions
//!              DIR/tcas/testplans.alt/universe                 a test a line: arguments < file of DIR/tcas/inputs
//! codeflaws    DIR/NAME/NUMBER.c, input-*, output-*            the first C file is the faulty one
//! searched     DIR/NAME.c                                      programs with assertions; a failing run is searched for
//! ```
//!
//! The facts are a list of `{ "program", "version", "fault_lines": [...], "omission_points": [[before, after], ...] }`; of an omission the lines
//! on both sides count. Lines with the same score count as the last of them.

#![expect(clippy::print_stdout, reason = "a benchmark's result is what it prints")]

#[path = "localization/layout.rs"]
mod layout;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use layout::{Case, Suite};
use serde_json::Value;
use whydunit::{
    BudgetOptions, CauseSignals, ExplainOptions, Options, OutputMode, Session, TestsOptions,
};

/// What was asked for.
#[derive(Default)]
struct Asked {
    suite: Option<Suite>,
    programs: PathBuf,
    facts: PathBuf,
    only: Vec<String>,
    every: usize,
    signals: Option<PathBuf>,
    checks: Option<String>,
    std: Option<String>,
}

fn main() {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(why) => return println!("{why}"),
    };
    let suite = asked.suite.expect("it was asked for");
    let facts: Value = match std::fs::read(&asked.facts).map(|text| serde_json::from_slice(&text)) {
        Ok(Ok(facts)) => facts,
        _ => return println!("--facts: {} is no list of facts", asked.facts.display()),
    };
    let work = tempfile::tempdir().expect("a directory should be possible");
    let mut table = Table::default();
    let mut csv = String::from("suite,program,line,fault,score");
    for name in CauseSignals::NAMES {
        let _ = write!(csv, ",{name}");
    }
    csv.push('\n');
    let all = facts.as_array().map(Vec::as_slice).unwrap_or_default();
    for fact in all.iter().step_by(asked.every.max(1)) {
        let name = name(fact);
        if !asked.only.is_empty() && !asked.only.contains(&name) {
            continue;
        }
        let faulty = faulty_lines(fact);
        if faulty.is_empty() {
            println!("{name:<40} left out: no line is named");
            continue;
        }
        let seen = suite
            .case(&asked.programs, fact, work.path())
            .and_then(|case| look_at(&case, &asked, &faulty, (&name, &mut csv)));
        match seen {
            Ok(seen) => {
                println!("{}", seen.line(&name));
                table.seen.push(seen);
            }
            Err(why) => {
                println!("{name:<40} not judged: {why}");
                table.unjudged += 1;
            }
        }
    }
    table.print();
    if let Some(file) = &asked.signals
        && let Err(error) = std::fs::write(file, csv)
    {
        println!("--signals: {}: {error}", file.display());
    }
}

fn asked() -> Result<Asked, String> {
    let mut asked = Asked { every: 1, ..Asked::default() };
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--suite" => asked.suite = Some(Suite::of(&value()?)?),
            "--programs" => asked.programs = value()?.into(),
            "--facts" => asked.facts = value()?.into(),
            "--only" => asked.only.push(value()?),
            "--every" => asked.every = value()?.parse().map_err(|_| "--every needs a number")?,
            "--signals" => asked.signals = Some(value()?.into()),
            "--std" => asked.std = Some(value()?),
            "--checks" => asked.checks = Some(value()?),
            other => return Err(format!("unknown option {other}")),
        }
    }
    if asked.suite.is_none() || asked.programs.as_os_str().is_empty() {
        return Err("--suite siemens|codeflaws|searched --programs DIR --facts FILE.json".into());
    }
    Ok(asked)
}

fn name(fact: &Value) -> String {
    let text = |key: &str| fact[key].as_str().unwrap_or_default().to_owned();
    match text("version").as_str() {
        "" => text("program"),
        version => format!("{}-{version}", text("program")),
    }
}

/// The lines that count as the fault.
fn faulty_lines(fact: &Value) -> BTreeSet<u32> {
    let number = |value: &Value| value.as_u64().and_then(|it| u32::try_from(it).ok());
    let list = |key: &str| fact[key].as_array().cloned().unwrap_or_default();
    let neighbours = list("omission_points").into_iter().flat_map(|it| match it {
        Value::Array(two) => two,
        one => vec![one],
    });
    list("fault_lines")
        .iter()
        .filter_map(number)
        .chain(neighbours.filter_map(|it| number(&it)))
        .collect()
}

/// What came of a program.
struct Seen {
    /// Rank of the fault among the causes, and by the coefficient of Ochiai.
    rank: Option<usize>,
    ochiai: Option<usize>,
    first: u32,
    tests: (usize, usize),
    is_cut_short: bool,
    runs: u64,
    time: Duration,
}

fn look_at(
    case: &Case,
    asked: &Asked,
    faulty: &BTreeSet<u32>,
    (name, csv): (&str, &mut String),
) -> Result<Seen, String> {
    let mut options = Options::of([case.file.clone()]);
    options.budget = BudgetOptions { timeout: Some(Duration::from_secs(60)), ..options.budget };
    options.compiler.std = case.std.clone().or_else(|| asked.std.clone());
    options.start.checks.clone_from(&asked.checks);
    options.tests = TestsOptions { tests: case.tests.clone(), reference: case.reference.clone() };
    let session = Session::open(options).map_err(|error| one_line(&error.to_string()))?;
    let mut explain = ExplainOptions::default();
    if case.is_lenient {
        explain.expect.compare = OutputMode::Tokens;
    }
    explain.expect.exit_code = case.exit_code;
    let begin = Instant::now();
    let found = session.causes(&explain).map_err(|error| one_line(&error.to_string()))?;
    let time = begin.elapsed();
    if found.failing == 0 {
        return Err("nothing fails".to_owned());
    }
    let sources = &session.program().sources;
    let own = case.file.to_string_lossy();
    let mut scored: Vec<(u32, f64)> = Vec::new();
    for cause in &found.causes {
        let is_own = sources.file(cause.span.file).name() == own;
        let line = if is_own { sources.line_column(cause.span).line } else { 0 };
        scored.push((line, cause.score));
        let fault = u8::from(faulty.contains(&line));
        let suite = asked.suite.map_or(String::new(), |suite| format!("{suite:?}"));
        let _ = write!(csv, "{suite},{name},{line},{fault},{}", cause.score);
        for value in cause.signals.values() {
            let _ = write!(csv, ",{value:.5}");
        }
        csv.push('\n');
    }
    let lines = session.ochiai(&explain).map_err(|error| one_line(&error.to_string()))?;
    let ochiai: Vec<(u32, f64)> = lines
        .into_iter()
        .filter(|(file, ..)| *file == own)
        .map(|(_, line, score)| (line, score))
        .collect();
    Ok(Seen {
        rank: rank(&scored, faulty),
        ochiai: rank(&ochiai, faulty),
        first: scored.first().map_or(0, |(line, _)| *line),
        tests: (found.failing, found.passing),
        is_cut_short: found.is_cut_short,
        runs: found.runs,
        time,
    })
}

fn one_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// Of the first faulty line; what has the same score is before it.
fn rank(scored: &[(u32, f64)], faulty: &BTreeSet<u32>) -> Option<usize> {
    let own = scored.iter().filter(|(line, _)| faulty.contains(line));
    let best = own.map(|(_, score)| *score).fold(f64::NEG_INFINITY, f64::max);
    let others = scored.iter().filter(|(line, score)| *score >= best && !faulty.contains(line));
    best.is_finite().then(|| others.count() + 1)
}

impl Seen {
    fn line(&self, name: &str) -> String {
        let shown = |rank: Option<usize>| rank.map_or("-".to_owned(), |it| it.to_string());
        format!(
            "{name:<40} rank {:>3}  ochiai {:>3}  first: line {:<4} {} failing, {} passing  {} runs, {:.1} s{}",
            shown(self.rank),
            shown(self.ochiai),
            self.first,
            self.tests.0,
            self.tests.1,
            self.runs,
            self.time.as_secs_f64(),
            if self.is_cut_short { "  partial" } else { "" }
        )
    }
}

type RankOf = fn(&Seen) -> Option<usize>;

#[derive(Default)]
struct Table {
    seen: Vec<Seen>,
    unjudged: usize,
}

impl Table {
    fn print(&self) {
        let all = self.seen.len();
        let share = |count: usize| format!("{count} ({}%)", (count * 100 + all / 2) / all.max(1));
        println!("\n{:<10} {:>10} {:>10} {:>10}", "of", "first", "in 3", "in 5");
        let columns: [(&str, RankOf); 2] = [("causes", |it| it.rank), ("ochiai", |it| it.ochiai)];
        for (name, of) in columns {
            let within = |most: usize| {
                self.seen.iter().filter(|it| of(it).is_some_and(|rank| rank <= most)).count()
            };
            println!(
                "{name:<10} {:>10} {:>10} {:>10}",
                share(within(1)),
                share(within(3)),
                share(within(5))
            );
        }
        let longest = self.seen.iter().map(|it| it.time).max().unwrap_or_default();
        println!(
            "{all} programs, {} not judged; longest {:.1} s",
            self.unjudged,
            longest.as_secs_f64()
        );
    }
}
