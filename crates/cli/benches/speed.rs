//! How fast programs run, against the machine's C compiler in the same run.
//!
//! `cargo bench -p whydunit-cli` prints one line per measurement with the ratio. Nothing here
//! asserts: machines differ and are noisy. Each figure is the best of several tries.

#![expect(clippy::print_stdout, reason = "a benchmark's result is what it prints")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use whydunit_front_c::Options;
use whydunit_interp::{
    CompactLog, Config, Ending, Files, InputValues, NoObserver, Observer, RunSpec, prepare,
};
use whydunit_program::Program;

const TRIES: usize = 5;

fn main() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs");
    let scratch = tempfile::tempdir().expect("a scratch directory should be available");
    println!(
        "running, checks on (ratio to the program from `cc -O0`; aim: at most 40, recording twice that)"
    );
    println!(
        "{:<12} {:>10} {:>10} {:>7} {:>10} {:>7} {:>11}",
        "program", "cc -O0", "run", "ratio", "recorded", "ratio", "bytes/step"
    );
    for name in ["integers", "sieve", "calls"] {
        running(&directory.join(format!("{name}.c")), name, scratch.path());
    }
    println!();
    println!("front end (ratio to `cc -fsyntax-only`; aim: below 3)");
    whole_command(&directory.join("words.c"), scratch.path());
}

fn running(file: &Path, name: &str, scratch: &Path) {
    let native = scratch.join(name);
    let built = Command::new("cc").args(["-O0", "-o"]).arg(&native).arg(file).status();
    if !built.is_ok_and(|status| status.success()) {
        println!("{name:<12} skipped: no C compiler");
        return;
    }
    let native_time = best(|| {
        Command::new(&native).stdout(Stdio::null()).status().expect("the program should start");
    });
    let program = compile(file);
    let run_time = best(|| {
        execute(&program, &mut NoObserver);
    });
    let mut bytes_per_step = 0.0;
    let recorded_time = best(|| {
        let mut log = CompactLog::new();
        let steps = execute(&program, &mut log);
        bytes_per_step = log.memory() as f64 / steps as f64;
    });
    let ratio = |time: Duration| time.as_secs_f64() / native_time.as_secs_f64();
    println!(
        "{name:<12} {:>10.1?} {:>10.1?} {:>7.1} {:>10.1?} {:>7.1} {bytes_per_step:>11.1}",
        native_time,
        run_time,
        ratio(run_time),
        recorded_time,
        ratio(recorded_time),
    );
}

fn whole_command(file: &Path, scratch: &Path) {
    let whydunit = PathBuf::from(env!("CARGO_BIN_EXE_whydunit"));
    let output = scratch.join("out");
    let ours = best(|| {
        let file_out = std::fs::File::create(&output).expect("scratch files should be writable");
        Command::new(&whydunit)
            .arg("run")
            .arg(file)
            .stdout(file_out)
            .stderr(Stdio::null())
            .status()
            .expect("whydunit should start");
    });
    let cc = best(|| {
        Command::new("cc").arg("-fsyntax-only").arg(file).status().expect("cc should start");
    });
    let ratio = ours.as_secs_f64() / cc.as_secs_f64();
    println!("{:<12} {:>10.1?} {:>10.1?} {ratio:>7.2}", "words", cc, ours);
}

fn compile(file: &Path) -> Program {
    whydunit_front_c::compile(&[file.to_path_buf()], &Options::default())
        .unwrap_or_else(|problems| panic!("{problems:?}"))
        .program
}

fn execute<O: Observer>(program: &Program, observer: &mut O) -> u64 {
    let spec = RunSpec {
        function: program.find_function("main").expect("a benchmark should have a main function"),
        args: Vec::new(),
        program_name: "bench".into(),
        stdin: Vec::new(),
        inputs: InputValues::default(),
        files: Files::default(),
    };
    let result = prepare(program).run(&spec, &Config::default(), &mut |_, _| {}, observer);
    assert!(matches!(result.ending, Ending::Finished { .. }), "{:?}", result.ending);
    result.steps
}

fn best(mut action: impl FnMut()) -> Duration {
    (0..TRIES)
        .map(|_| {
            let start = Instant::now();
            action();
            start.elapsed()
        })
        .min()
        .expect("there is at least one try")
}
