//! How explaining grows with the length of the trace: `cargo bench -p whydunit-explain --bench growth`.
//!
//! Traces of about 100, 1,000, 10,000 and 100,000 steps of several programs, explained with both methods and judged by relevance, plain and branch-aware, with the
//! inputs of the run. For each: steps, time of the explanation (encoding
//! included, running the program not), how many times that of the trace a tenth as long, peak memory of the process, number of relevant steps. Each
//! explanation is made in a process of its own, so that the peak is its own. `WHYDUNIT_BENCH` narrows the programs down by name,
//! `WHYDUNIT_BENCH_LONGEST` (100000) leaves out longer traces, and after `WHYDUNIT_BENCH_SECONDS` (300) an explanation must make do with what it has.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::process::Command;
use std::time::{Duration, Instant};

use common::{Failing, Setting, failing_text, setting};
use whydunit_encode::Inputs;
use whydunit_explain::{
    Counting, Criterion, JudgeOptions, Method, Options, Status, explain, judge,
};
use whydunit_solver::Budget;
use whydunit_term::Terms;

/// Programs that do something `N` times, and the steps that each time costs.
const PROGRAMS: &[(&str, u64, &str)] = &[
    (
        "sum",
        6,
        "int a[N]; int main(void) { int sum = 0;
         for (int i = 0; i < N; i++) a[i] = i % 7;
         for (int i = 0; i < N; i++) sum += a[i];
         assert(sum < 0); }",
    ),
    (
        "maximum",
        9,
        "int a[N]; int main(void) { int max = 0;
         for (int i = 0; i < N; i++) a[i] = i * 7 % 101;
         for (int i = 0; i < N; i++) if (a[i] > max) max = a[i];
         assert(max == N); }",
    ),
    (
        "words",
        12,
        "char text[N + 1]; int main(void) { int words = 0, inside = 0;
         for (int i = 0; i < N; i++) text[i] = i % 6 == 5 ? ' ' : 'a' + i % 26;
         for (int i = 0; text[i] != '\\0'; i++) {
             if (text[i] == ' ') inside = 0;
             else if (!inside) { inside = 1; words++; }
         }
         assert(words == 0); }",
    ),
    (
        "machine",
        7,
        "const int events[8] = {0, 1, 2, 1, 0, 2, 2, 1};
         int main(void) { int state = 0, alarms = 0;
         for (int i = 0; i < N; i++) {
             switch (state) {
             case 0: if (events[i % 8] == 1) state = 1; break;
             case 1: if (events[i % 8] == 2) state = 2; else state = 0; break;
             default: alarms++; state = 0;
             }
         }
         assert(alarms == 0); }",
    ),
    (
        "calls",
        12,
        "struct account { int balance; int refused; };
         static int fee(int amount) { if (amount > 50) return 2; return 1; }
         static void pay(struct account *account, int amount) {
             int cost = amount + fee(amount);
             if (account->balance < cost) { account->refused++; return; }
             account->balance -= cost;
         }
         int main(void) { struct account account = {60 * (N), 0};
         for (int i = 0; i < N; i++) pay(&account, i * 13 % 90);
         assert(account.refused == 0 && account.balance < N); }",
    ),
];

const METHODS: [Method; 2] = [Method::ErrorInvariants, Method::FlowSensitive];
const CRITERIA: [Criterion; 2] = [Criterion::Relevance, Criterion::BranchRelevance];
const LENGTHS: [u64; 4] = [100, 1_000, 10_000, 100_000];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.iter().position(|argument| argument == "--one") {
        Some(at) => one(&arguments[at + 1], &arguments[at + 2], &arguments[at + 3]),
        None => all(),
    }
}

/// What a process of its own is asked for: prints steps, microseconds, relevant steps, peak memory and whether the explanation is complete.
fn one(program: &str, method: &str, steps: &str) {
    let found = PROGRAMS.iter().find(|(name, ..)| *name == program);
    let &(_, each, text) = found.expect("the program should be known");
    let failing = failing(text, steps.parse::<u64>().expect("a number") / each);
    let start = Instant::now();
    let limit = Duration::from_secs(setting("WHYDUNIT_BENCH_SECONDS", 300));
    let budget = Budget::unlimited().with_deadline(start + limit);
    let (relevant, status) = answer(&failing, method, budget);
    println!(
        "{} {} {} {} {}",
        failing.trace.steps.len(),
        start.elapsed().as_micros(),
        relevant,
        peak_memory(),
        status == Status::Complete
    );
}

/// How many steps matter.
fn answer(failing: &Failing, method: &str, budget: Budget) -> (usize, Status) {
    let (program, trace, inputs) = (&failing.program, &failing.trace, Inputs::Fixed);
    let mut terms = Terms::new();
    if let Some(criterion) = CRITERIA.into_iter().find(|known| known.name() == method) {
        let options = JudgeOptions { criterion, inputs, counting: Counting::Own, budget };
        let judgement =
            judge(program, trace, &mut terms, &options).expect("the trace should be judged");
        return (judgement.relevant().count(), judgement.status);
    }
    let method = METHODS.into_iter().find(|known| known.name() == method);
    let method = method.expect("the method should be known");
    let explanation = explain(program, trace, &mut terms, &Options { method, inputs, budget })
        .expect("the trace should be explained");
    (explanation.relevant.len(), explanation.status)
}

fn failing(text: &str, times: u64) -> Failing {
    let text = format!("#include <assert.h>\n#define N {times}\n{text}\n");
    failing_text("bench", &text, &Setting::default()).expect("the program should fail")
}

/// In KiB; 0 where the system does not tell.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn all() {
    println!(
        "{:10} {:17} {:>8} {:>10} {:>8} {:>9} {:>9}",
        "program", "method", "steps", "time", "growth", "peak", "relevant"
    );
    let wanted = std::env::var("WHYDUNIT_BENCH").unwrap_or_default();
    let longest = setting("WHYDUNIT_BENCH_LONGEST", 100_000);
    for (name, ..) in PROGRAMS.iter().filter(|(name, ..)| name.contains(&wanted)) {
        let methods = METHODS.map(Method::name).into_iter();
        for method in methods.chain(CRITERIA.map(Criterion::name)) {
            let mut before: Option<f64> = None;
            for steps in LENGTHS.into_iter().filter(|steps| *steps <= longest) {
                let (line, seconds) = row(name, method, steps, before);
                println!("{line}");
                before = seconds;
            }
        }
    }
}

/// One line of the table, and the time it tells.
fn row(name: &str, method: &str, steps: u64, before: Option<f64>) -> (String, Option<f64>) {
    let head = format!("{name:10} {method:17}");
    let binary = std::env::current_exe().expect("the benchmark should know its own path");
    let output = Command::new(binary)
        .args(["--one", name, method, &steps.to_string()])
        .output()
        .expect("the benchmark should start itself");
    let text = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = text.split_whitespace().collect();
    let [steps, micros, relevant, peak, complete] = words[..] else {
        return (format!("{head} {steps:>8} did not end well: {}", output.status), None);
    };
    let number = |word: &str| word.parse::<f64>().expect("a number");
    let seconds = number(micros) / 1e6;
    let growth = before.map_or(String::new(), |before| format!("{:.1}x", seconds / before));
    let mut line = format!(
        "{head} {steps:>8} {seconds:>9.3}s {growth:>8} {:>6.0}MiB {relevant:>9}",
        number(peak) / 1024.0
    );
    if complete == "false" {
        line.push_str("  partial");
    }
    (line, Some(seconds))
}
