//! Feeds damaged Boogie to the front end and stops at the first panic or invalid program, which it
//! leaves in a file.
//!
//! ```console
//! $ cargo run --release -p whydunit-front-boogie --example fuzz_boogie -- 600 CORPUS...
//! ```
//!
//! The arguments are seconds and directories with Boogie files, which are mutated and spliced.

#![expect(clippy::print_stdout, reason = "a command that reports what it did")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use whydunit_front_boogie::{Options, compile_text};
use whydunit_program::validate;

/// One input that takes longer than this is reported.
const PATIENCE: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(60);
    let mut files = Vec::new();
    for directory in arguments {
        collect(Path::new(&directory), &mut files);
    }
    files.sort();
    let corpus: Vec<Vec<u8>> = files.iter().filter_map(|path| std::fs::read(path).ok()).collect();
    println!("{} files", corpus.len());
    if corpus.is_empty() {
        return ExitCode::from(2);
    }
    let current = std::env::temp_dir().join(format!("whydunit-fuzz-{}.bpl", std::process::id()));
    let mut state = 1u64;
    let mut random = move |limit: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % limit.max(1) as u64) as usize
    };
    let start = Instant::now();
    let (mut tried, mut accepted) = (0u64, 0u64);
    while start.elapsed().as_secs() < seconds {
        let mut bytes = corpus[random(corpus.len())].clone();
        for _ in 0..=random(5) {
            let other = &corpus[random(corpus.len())];
            let (at, from) = (random(bytes.len()), random(other.len()));
            let piece = &other[from..(from + random(40)).min(other.len())];
            let end = (at + random(30)).min(bytes.len());
            match random(3) {
                0 => drop(bytes.splice(at..at, piece.iter().copied())),
                1 => drop(bytes.splice(at..end, piece.iter().copied())),
                _ => drop(bytes.splice(at..end, [])),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if std::fs::write(&current, &text).is_err() {
            return ExitCode::from(2);
        }
        let began = Instant::now();
        let compiled = compile_text("fuzz.bpl", &text, &Options::default());
        if began.elapsed() > PATIENCE {
            println!("took too long: {}", current.display());
            return ExitCode::FAILURE;
        }
        if let Ok(compiled) = compiled {
            accepted += 1;
            let problems = validate(&compiled.program);
            if !problems.is_empty() {
                println!("not valid: {}\n{}", current.display(), problems.join("\n"));
                return ExitCode::FAILURE;
            }
        }
        tried += 1;
    }
    let _ = std::fs::remove_file(&current);
    println!("{tried} inputs, {accepted} accepted, no finding");
    ExitCode::SUCCESS
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for path in entries.filter_map(Result::ok).map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "bpl") {
            files.push(path);
        }
    }
}
