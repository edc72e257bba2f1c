//! How long does it take before a program runs? Wall and CPU time of `run` on fifty lines, against what the preprocessor alone takes.
//!
//! `cargo bench -p whydunit-cli --bench start` prints milliseconds per command. The aim: at most 10 ms above `cc -E`. With the headers kept from one
//! run to the next, as users have it, and without; `--baseline PATH` measures another binary in the same run.

#![expect(clippy::print_stdout, reason = "a benchmark's result is what it prints")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// Rounds, in each of which every command is measured; the best counts.
const ROUNDS: usize = 10;
/// Runs of a command in a round: the kernel counts CPU time in hundredths of a second, a run takes about two.
const RUNS: u32 = 20;
const TICKS_PER_SECOND: f64 = 100.0;

fn main() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs/start.c");
    let scratch = tempfile::tempdir().expect("a scratch directory should be available");
    let built = PathBuf::from(env!("CARGO_BIN_EXE_whydunit"));
    let run = |binary: &Path, caches: &Path| {
        let mut command = Command::new(binary);
        command.arg("run").arg(&program).env("XDG_CACHE_HOME", caches);
        command
    };
    let mut preprocessor = Command::new("cc");
    preprocessor.arg("-E").arg(&program);
    let nowhere = Path::new("/dev/null/none");
    let mut commands = vec![
        ("cc -E", preprocessor),
        ("run", run(&built, scratch.path())),
        ("run, headers not kept", run(&built, nowhere)),
    ];
    let named = std::env::args().skip_while(|arg| arg != "--baseline").nth(1);
    if let Some(baseline) = named {
        commands.push(("run, baseline", run(Path::new(&baseline), scratch.path())));
    }
    let mut best = vec![(f64::INFINITY, f64::INFINITY); commands.len()];
    for _ in 0..ROUNDS {
        for ((_, command), best) in commands.iter_mut().zip(&mut best) {
            let (wall, cpu) = milliseconds(command);
            *best = (best.0.min(wall), best.1.min(cpu));
        }
    }
    println!("{:<24} {:>9} {:>9} {:>12}", "milliseconds", "wall", "CPU", "above cc -E");
    let cc = best[0].0;
    for ((name, _), (wall, cpu)) in commands.iter().zip(&best) {
        println!("{name:<24} {wall:>9.1} {cpu:>9.1} {:>12.1}", wall - cc);
    }
}

/// Wall and CPU time of one run, as the mean of many.
fn milliseconds(command: &mut Command) -> (f64, f64) {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let (started, before) = (Instant::now(), cpu_seconds_of_children());
    for _ in 0..RUNS {
        command.status().expect("the command should start");
    }
    let each = |seconds: f64| seconds * 1000.0 / f64::from(RUNS);
    (each(started.elapsed().as_secs_f64()), each(cpu_seconds_of_children() - before))
}

/// CPU seconds of all processes that were started here and have ended, with what these started.
fn cpu_seconds_of_children() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux should tell");
    // The name of the program is in parentheses and may hold anything; then come fields, the first of which is the third.
    let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace();
    let ticks: f64 = fields.skip(13).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / TICKS_PER_SECOND
}
