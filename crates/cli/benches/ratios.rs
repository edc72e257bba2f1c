//! Is this version slower than another? CPU time of two binaries on the same commands, in one run.
//!
//! `cargo bench -p whydunit-cli --bench ratios -- --baseline PATH` measures the binary at PATH (a release build of another commit) against the one that was built
//! with the benchmark, in turns, and prints CPU seconds of both and their ratio; `--current PATH` names another binary in its place. Each command
//! stands for one part: contracts at run time and plain runs (`interp`, `semantics`), `trace`, `encode` and `explain`, relevance, and `find`. A ratio above 1.05 is
//! marked. Processes are measured as the kernel counts them, so that other work on the machine matters little.

#![expect(clippy::print_stdout, reason = "a benchmark's result is what it prints")]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// Each is tried that often by both; the best counts, because nothing makes a run faster than it is.
const TRIES: usize = 5;
/// What a part may lose.
const ALLOWED: f64 = 1.05;
/// In which the kernel counts the time of processes.
const TICKS_PER_SECOND: f64 = 100.0;

const COMMANDS: [(&str, &[&str], &str); 6] = [
    ("contracts at run time", &["run"], "contract.c"),
    ("run", &["run"], "run.c"),
    ("trace", &["trace"], "explain.c"),
    ("explain", &["explain"], "explain.c"),
    ("relevance", &["explain", "--method", "relevance", "--timeout", "60"], "relevance.c"),
    ("check", &["check", "--function", "search", "--unwind", "5", "--timeout", "60"], "check.c"),
];

fn main() -> ExitCode {
    let named = |name: &str| {
        let mut args = std::env::args().skip_while(|arg| arg != name).skip(1);
        args.next().map(PathBuf::from)
    };
    let Some(baseline) = named("--baseline") else {
        println!("ratios: skipped; `-- --baseline PATH` names the binary to compare with");
        return ExitCode::SUCCESS;
    };
    let built = || PathBuf::from(env!("CARGO_BIN_EXE_whydunit"));
    let current = named("--current").unwrap_or_else(built);
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs/ratios");
    println!("{:<24} {:>9} {:>9} {:>7}", "CPU seconds", "baseline", "current", "ratio");
    for (part, args, file) in COMMANDS {
        let file = directory.join(file);
        let mut best = [f64::INFINITY; 2];
        for _ in 0..TRIES {
            for (binary, best) in [&baseline, &current].into_iter().zip(&mut best) {
                *best = best.min(cpu_seconds(binary, args, &file));
            }
        }
        let ratio = best[1] / best[0];
        let mark = if ratio > ALLOWED { "  slower" } else { "" };
        println!("{part:<24} {:>9.2} {:>9.2} {ratio:>7.2}{mark}", best[0], best[1]);
    }
    ExitCode::SUCCESS
}

fn cpu_seconds(binary: &Path, args: &[&str], file: &Path) -> f64 {
    let before = of_children();
    let mut command = Command::new(binary);
    command.args(args).arg(file).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().expect("the binary should start");
    of_children() - before
}

/// CPU seconds of all processes that were started here and have ended.
fn of_children() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux should tell");
    // The name of the program is in parentheses and may hold anything; then come fields, the first of which is the third.
    let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace();
    let ticks: f64 = fields.skip(13).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / TICKS_PER_SECOND
}
