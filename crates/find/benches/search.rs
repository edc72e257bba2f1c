//! How long searches take: `cargo bench -p whydunit-find --bench search [-- NAME...]`.
//!
//! Every program in `tests/programs/find` (or those whose names contain one of the arguments), reading it included. Printed
//! for each: the verdict, the time to the first failure, and the time of a whole search for all of them. With CBMC on the
//! machine (`cbmc`, or what the environment variable `CBMC` names) also its time on the same program in the same run, and
//! the ratio; `cbmc.rs` says how it is called. Nothing here asserts: machines differ and are noisy.

#![expect(clippy::print_stdout, reason = "a benchmark's result is what it prints")]

#[path = "search/cbmc.rs"]
mod cbmc;
#[path = "../../harness/tests/common/mod.rs"]
mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use cbmc::{Answer, Cbmc, Task};
use common::directives::{Directives, Run};
use common::{Setting, Subject, programs, repository};
use whydunit_find::{Given, Request, Search, Verdict, search};
use whydunit_solver::Budget;

/// For each program, for us and for CBMC.
const LIMIT: Duration = Duration::from_secs(10);

/// What is measured of one program.
struct Row {
    fails: bool,
    is_right: bool,
    /// To the first failure, or to the end.
    time: Duration,
    /// CBMC's time and answer, where it can be asked.
    cbmc: Option<(Duration, Answer)>,
}

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let cbmc = Cbmc::find();
    match &cbmc {
        Some(cbmc) => println!(
            "CBMC {}; reading an empty program takes it {:.0?}",
            cbmc.version, cbmc.start_time
        ),
        None => println!("CBMC is not on this machine: only our times"),
    }
    println!(
        "{:<28} {:<20} {:>9} {:>9} {:>9} {:>8}",
        "program", "verdict", "first", "all", "cbmc", "ratio"
    );
    let mut rows = Vec::new();
    for directory in ["fails", "safe"] {
        for path in programs(&repository().join("tests/programs/find").join(directory)) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if wanted.is_empty() || wanted.iter().any(|part| name.contains(part)) {
                rows.push(measure(&path, &name, directory == "fails", cbmc.as_ref()));
            }
        }
    }
    summary(&rows);
}

fn measure(path: &Path, name: &str, fails: bool, cbmc: Option<&Cbmc>) -> Row {
    let text = std::fs::read_to_string(path).expect("programs are readable");
    let directives = Directives::read(&text);
    let (first, time) = timed(path, &directives, true);
    let (all, whole) = timed(path, &directives, false);
    let is_right = if fails {
        all.verdict == Verdict::Fails
    } else {
        matches!(all.verdict, Verdict::Holds | Verdict::HoldsWithinBound)
    };
    let task = Task::new(path, &text, &directives, fails);
    let compared = cbmc.zip(task).map(|(cbmc, task)| cbmc.search(&task, LIMIT));
    let (other, ratio) = match compared {
        None => ("-".to_owned(), "-".to_owned()),
        Some((taken, Answer::Decided)) => (
            format!("{:.2} s", taken.as_secs_f64()),
            format!("{:.2}", time.as_secs_f64() / taken.as_secs_f64()),
        ),
        Some((_, Answer::Differs)) => ("differs".to_owned(), "-".to_owned()),
        Some((_, Answer::Open)) => ("open".to_owned(), "-".to_owned()),
    };
    let verdict =
        if is_right { format!("{:?}", first.verdict) } else { format!("{:?}!", first.verdict) };
    println!(
        "{name:<28} {verdict:<20} {:>7.3} s {:>7.3} s {other:>9} {ratio:>8}",
        time.as_secs_f64(),
        whole.as_secs_f64()
    );
    Row { fails, is_right, time, cbmc: compared }
}

/// Reads and searches a program.
fn timed(path: &Path, directives: &Directives, first_only: bool) -> (Search, Duration) {
    let start = Instant::now();
    let setting = Setting {
        function: directives.get("function").map(str::to_owned),
        checks: directives.get("checks").map(str::to_owned),
        ..Setting::default()
    };
    let subject = Subject::compile(&[path.to_owned()], &setting);
    let request = Request {
        program: &subject.program,
        spec: &subject.spec(&Run::default()),
        given: Given::default(),
        checks: subject.checks(),
        unwind: None,
        max_steps: None,
        modular: false,
        state_is_open: true,
        proved: &[],
        runs_per_failure: 1,
        first_only,
        patience: None,
        budget: Budget { deadline: Some(start + LIMIT), ..Budget::default() },
    };
    let found = search(&request, &mut |_| {});
    (found, start.elapsed())
}

fn summary(rows: &[Row]) {
    println!();
    for (fails, what) in [(true, "fail"), (false, "are safe")] {
        let of_kind: Vec<&Row> = rows.iter().filter(|row| row.fails == fails).collect();
        let right = of_kind.iter().filter(|row| row.is_right).count();
        let median = median(of_kind.iter().map(|row| row.time.as_secs_f64()).collect());
        println!("{} programs {what}: {right} decided, median {median:.3} s", of_kind.len());
        let compared: Vec<(&Row, Duration, Answer)> = of_kind
            .iter()
            .filter_map(|row| row.cbmc.map(|(time, answer)| (*row, time, answer)))
            .filter(|(.., answer)| *answer != Answer::Differs)
            .collect();
        if compared.is_empty() {
            continue;
        }
        let ours = compared.iter().filter(|(row, ..)| row.is_right).count();
        let theirs = compared.iter().filter(|(.., answer)| *answer == Answer::Decided).count();
        let ratios: Vec<f64> = compared
            .iter()
            .filter(|(row, _, answer)| row.is_right && *answer == Answer::Decided)
            .map(|(row, time, _)| row.time.as_secs_f64() / time.as_secs_f64())
            .collect();
        println!(
            "  {} of them compared with CBMC: {ours} decided by us, {theirs} by CBMC; median ratio of the times {:.2}",
            compared.len(),
            self::median(ratios)
        );
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
