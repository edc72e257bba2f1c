//! Feeds damaged C to the front end and reports every distinct panic, invalid program or hang.
//!
//! ```console
//! $ cargo run --release -p whydunit-front-c --example fuzz -- --seconds 3600
//! ```
//!
//! The test programs of this repository are preprocessed once and then mutated: bytes changed, pieces
//! deleted, doubled, swapped, tokens of C thrown in, two programs spliced. What is being tried is
//! kept in a file first, so that even a crash that takes the process down leaves its cause behind.
//! Options: `--seconds N` (60), `--seed N` (1), `--corpus DIR` (`tests/programs`); `--replay FILE` tries one
//! finding again.

#![expect(clippy::print_stdout, reason = "a command that reports what it did")]

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use whydunit_front_c::{Options, compile_preprocessed};
use whydunit_program::{Target, validate};

/// One input that takes longer than this is reported as a hang.
const PATIENCE: Duration = Duration::from_secs(20);

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if let Some(file) = option("--replay") {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
        println!("{file} is {}", if attempt(&text) { "accepted" } else { "refused" });
        return ExitCode::SUCCESS;
    }
    let seconds = option("--seconds").map_or(60, |text| number(&text));
    let mut random = Random(option("--seed").map_or(1, |text| number(&text)));
    let corpus = option("--corpus").map_or_else(|| root.join("tests/programs"), PathBuf::from);
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let programs = load(&corpus, &include);
    println!("{} programs from {}", programs.len(), corpus.display());
    if programs.is_empty() {
        return ExitCode::from(2);
    }
    let current = std::env::temp_dir().join(format!("whydunit-fuzz-{}.c", std::process::id()));
    let mut findings = Findings::watch();
    let start = Instant::now();
    let (mut tried, mut accepted) = (0u64, 0u64);
    let mut slowest = Duration::ZERO;
    while start.elapsed().as_secs() < seconds {
        let text = mutate(&programs, &mut random);
        if let Err(error) = std::fs::write(&current, &text) {
            println!("cannot write {}: {error}", current.display());
            return ExitCode::from(2);
        }
        let began = Instant::now();
        match std::panic::catch_unwind(|| attempt(&text)) {
            Ok(compiles) => accepted += u64::from(compiles),
            Err(_) => findings.report_panic(&text),
        }
        slowest = slowest.max(began.elapsed());
        if began.elapsed() > PATIENCE {
            findings.report("took too long", &text);
        }
        tried += 1;
        if tried.is_multiple_of(5000) {
            let seconds = start.elapsed().as_secs();
            println!("{seconds} s: {tried} inputs, {accepted} accepted, slowest {slowest:.1?}");
        }
    }
    let _ = std::fs::remove_file(&current);
    let found = findings.known.len();
    println!("{found} findings in {tried} inputs ({accepted} accepted); slowest {slowest:.1?}");
    if found == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What went wrong so far; messages that differ only in numbers are the same finding.
struct Findings {
    known: Vec<String>,
    last_panic: Arc<Mutex<String>>,
}

impl Findings {
    fn watch() -> Findings {
        let last_panic = Arc::new(Mutex::new(String::new()));
        let slot = Arc::clone(&last_panic);
        std::panic::set_hook(Box::new(move |info| {
            if let Ok(mut message) = slot.lock() {
                *message = info.to_string();
            }
        }));
        Findings { known: Vec::new(), last_panic }
    }

    fn report_panic(&mut self, text: &str) {
        let message = self.last_panic.lock().map_or_else(|_| String::new(), |m| m.clone());
        self.report(&message, text);
    }

    fn report(&mut self, message: &str, text: &str) {
        let shape: String = message.chars().filter(|c| !c.is_ascii_digit()).take(160).collect();
        if self.known.contains(&shape) {
            return;
        }
        let number = self.known.len() + 1;
        self.known.push(shape);
        let name = format!("whydunit-finding-{}-{number}.c", std::process::id());
        let file = std::env::temp_dir().join(name);
        let kept = std::fs::write(&file, text).is_ok();
        let kept = if kept { file.display().to_string() } else { "not kept".into() };
        println!("FINDING {number}: {message}\n  input: {kept}");
    }
}

/// Compiles one text; what is accepted must be a valid program. True when it was accepted.
fn attempt(text: &str) -> bool {
    let target = if text.len().is_multiple_of(5) { Target::Ilp32 } else { Target::Lp64 };
    let options = Options { target, ..Options::default() };
    match compile_preprocessed("fuzz.c", text, &options) {
        Ok(compiled) => {
            let problems = validate(&compiled.program);
            assert!(problems.is_empty(), "{problems:?}");
            true
        }
        Err(diagnostics) => {
            assert!(!diagnostics.is_empty(), "a refusal should say why");
            false
        }
    }
}

fn option(name: &str) -> Option<String> {
    std::env::args().skip_while(|arg| arg != name).nth(1)
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("`{text}` should be a number"))
}

fn load(directory: &Path, include: &Path) -> Vec<String> {
    let mut programs = Vec::new();
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(directory).into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs.extend(load(&path, include));
        } else if path.extension().is_some_and(|extension| extension == "c") {
            let output =
                Command::new("cc").args(["-E", "-C", "-I"]).arg(include).arg(&path).output();
            if let Ok(output) = output {
                programs.extend(String::from_utf8(output.stdout).ok().filter(|t| !t.is_empty()));
            }
        }
    }
    programs
}

const TOKENS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "->",
    ".",
    "...",
    "=",
    "==",
    "?",
    ":",
    "?:",
    "<<",
    ">>",
    "++",
    "--",
    "!",
    "~",
    "-",
    "+",
    "/",
    "%",
    "int",
    "char",
    "unsigned",
    "long",
    "void",
    "struct",
    "union",
    "enum",
    "typedef",
    "static",
    "extern",
    "const",
    "float",
    "double",
    "sizeof",
    "return",
    "if",
    "else",
    "while",
    "for",
    "do",
    "switch",
    "case",
    "default",
    "goto",
    "break",
    "continue",
    "x",
    "0",
    "1",
    "-1",
    "2147483647",
    "18446744073709551615u",
    "0x1p3",
    "'a'",
    "\"s\"",
    "L\"w\"",
    "_Generic",
    "_Static_assert",
    "__typeof__",
    "__attribute__((packed))",
    "inline",
    "_Bool",
    "_Alignof",
    "asm",
    "0",
    "/*@",
    "//@ assert",
    "*/",
    "\\forall",
    "\\old",
    "\\result",
    "\\valid",
    "==>",
    "..",
    "integer",
    "requires",
    "ensures",
    "\n",
    "# 1 \"a.c\"\n",
    "__builtin_va_arg",
    "__builtin_offsetof",
    "__VERIFIER_nondet_int()",
    "[n]",
    "[-1]",
    "[0]",
    ": 3",
    "{0}",
    ".f =",
    "[1] =",
    "main",
    "99999999999999999999",
];

fn mutate(programs: &[String], random: &mut Random) -> String {
    let mut bytes = programs[random.below(programs.len())].clone().into_bytes();
    for _ in 0..=random.below(6) {
        if bytes.is_empty() {
            break;
        }
        let at = random.below(bytes.len());
        let length = 1 + random.below(1 + (bytes.len() - at).min(60));
        let end = (at + length).min(bytes.len());
        match random.below(9) {
            0 => bytes[at] = (random.next() & 0x7f) as u8,
            1 => drop(bytes.drain(at..end)),
            2 => {
                let piece = bytes[at..end].to_vec();
                bytes.splice(at..at, piece);
            }
            3..=5 => {
                let token = format!(" {} ", TOKENS[random.below(TOKENS.len())]);
                bytes.splice(at..at, token.into_bytes());
            }
            6 => {
                let token = TOKENS[random.below(TOKENS.len())].as_bytes().to_vec();
                bytes.splice(at..end.min(at + 4), token);
            }
            7 => {
                let other = programs[random.below(programs.len())].as_bytes();
                let from = random.below(other.len());
                let until = (from + 1 + random.below(400)).min(other.len());
                bytes.splice(at..at, other[from..until].to_vec());
            }
            _ => bytes.truncate(at.max(1)),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// xorshift64*: fuzzing needs variety, not quality.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1);
        let mut value = self.0;
        value ^= value >> 32;
        value = value.wrapping_mul(0xd6e8_feb8_6659_fd93);
        value ^ (value >> 32)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}
