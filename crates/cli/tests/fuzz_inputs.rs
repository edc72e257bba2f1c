//! Whatever stands in a file or a word that a command is given: it ends with one of its exit codes, says no more than a person can read, and
//! does not panic. One target for each form of input; inputs are those of the test suite, mutated.
//!
//! A few seconds each are part of the suite; `.ci/full soak` runs for hours and prints what it did:
//!
//! ```text
//! WHYDUNIT_FUZZ_SECONDS=3600 WHYDUNIT_FUZZ_SEED=7 cargo test --release -p whydunit-cli --test tests fuzz_inputs -- --nocapture
//! ```

#![expect(clippy::print_stderr, reason = "a long run says how far it came")]

use crate::common;
use crate::rng;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::{parallel, whydunit};
use rng::Rng;

/// A form of input, and a command that reads it.
struct Target {
    name: &'static str,
    /// Files, or texts, to begin with.
    seeds: fn() -> Vec<Vec<u8>>,
    /// The name of the file that the input goes to; `None`: it is a word of the command.
    file: Option<&'static str>,
    /// `@` stands for that file, or for the word.
    words: &'static [&'static str],
}

const TARGETS: [Target; 9] = [
    Target { name: "C", seeds: c_programs, file: Some("m.c"), words: &["run", "@"] },
    Target { name: "C, searched", seeds: c_programs, file: Some("m.c"), words: &["check", "@"] },
    Target { name: "Boogie", seeds: boogie_programs, file: Some("m.bpl"), words: &["check", "@"] },
    Target {
        name: "ACSL",
        seeds: contracts,
        file: Some("m.c"),
        words: &["check", "@", "--function", "f"],
    },
    Target {
        name: "suites",
        seeds: suites,
        file: Some("m.toml"),
        words: &["run", "f.c", "--function", "f", "--tests", "@"],
    },
    Target {
        name: "witnesses",
        seeds: witnesses,
        file: Some("m.witness"),
        words: &["check", "f.c", "--function", "f", "--witness", "@"],
    },
    Target {
        name: "compilation databases",
        seeds: databases,
        file: Some("compile_commands.json"),
        words: &["run", "f.c", "--function", "f", "-p", "@"],
    },
    Target {
        name: "inputs",
        seeds: inputs,
        file: None,
        words: &["run", "f.c", "--function", "f", "--input", "@"],
    },
    Target {
        name: "annotations",
        seeds: annotations,
        file: Some("a.toml"),
        words: &["repair", "f.c", "--function", "f", "--method", "ped", "--annotations", "@"],
    },
];

const PROGRAM: &str = "struct p { int x; double d; char s[4]; struct p *next; };\nint g[3];\n\
    int f(int x, struct p *p, const char *t) { return p && t ? g[x & 3] + p->x + t[0] : 10 / x; }\n";

fn files(directory: &str, extensions: &[&str]) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found: Vec<PathBuf> = Vec::new();
    let mut work = vec![root.join(directory)];
    while let Some(directory) = work.pop() {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => work.push(path),
                false if path.extension().is_some_and(|it| extensions.iter().any(|e| it == *e)) => {
                    found.push(path)
                }
                false => {}
            }
        }
    }
    found.sort();
    let texts = found.iter().filter_map(|path| fs::read(path).ok());
    texts.filter(|text| text.len() < 20_000).collect()
}

fn c_programs() -> Vec<Vec<u8>> {
    [files("tests/programs/language", &["c"]), files("tests/programs/find", &["c"])].concat()
}

fn boogie_programs() -> Vec<Vec<u8>> {
    files("tests/programs/boogie", &["bpl"])
}

fn suites() -> Vec<Vec<u8>> {
    [files("tests/suites", &["toml"]), files("tests/repair", &["toml"])].concat()
}

fn witnesses() -> Vec<Vec<u8>> {
    files("crates/find/tests/witnesses", &["graphml", "yml", "json"])
}

fn annotations() -> Vec<Vec<u8>> {
    files("crates/repair", &["toml"])
}

fn contracts() -> Vec<Vec<u8>> {
    let clauses = [
        "requires x >= 0 && x < 10; ensures \\result == \\old(x) + 1; assigns \\nothing;",
        "requires \\forall integer i; 0 <= i < 3 ==> a[i] > 0; ensures \\exists integer i; 0 <= i < 3 && a[i] == \\result;",
        "requires \\valid(a + (0 .. 2)); requires \\separated(a, &g); ensures \\result != 0 || g == \\old(g);",
        "behavior b: assumes x > 0; ensures \\result > 0; complete behaviors;",
    ];
    let program = |clauses: &&str| {
        format!(
            "int g;\n/*@ {clauses} */\nint f(int x, int a[3]) {{\n  //@ assert x * 2 == x + x;\n  /*@ loop invariant 0 <= i <= 3; loop variant 3 - i; */\n  for (int i = 0; i < 3; i++) x += a[i];\n  return x + 1;\n}}\n"
        )
    };
    clauses.iter().map(|clauses| program(clauses).into_bytes()).collect()
}

fn databases() -> Vec<Vec<u8>> {
    let texts = [
        r#"[{"directory": ".", "command": "cc -DX=1 -Iinclude -std=c99 -m32 -c f.c -o f.o", "file": "f.c"}]"#,
        r#"[{"directory": "/tmp", "arguments": ["cc", "-D", "Y", "-include", "x.h", "-isystem", "s", "f.c"], "file": "f.c", "output": "f.o"}]"#,
        r#"[{"directory": "a\"b", "command": "cc '-DS=\"a b\"' @flags -Wp,-DZ f.c", "file": "./f.c"}, {}]"#,
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn inputs() -> Vec<Vec<u8>> {
    let texts = [
        "x=-1",
        "x=0x7fffffffffffffffffff",
        "p={.x=1,.d=-2.5e3,.s=\"ab\\n\",.next=NULL}",
        "t=\"a\\x41\\0b\"",
        "g=[1,2,3]",
        "p=[{1,2,\"x\"},{.x='a'}]",
        "nondet#2=3",
        "x=inf",
        "p=&g",
        "t=[1 ... 3]",
        "p={{{{{{",
        "x=1e400",
        "g=[[1],[2]]",
    ];
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

#[test]
fn every_form_of_input_is_read_or_refused() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let seconds = setting("WHYDUNIT_FUZZ_SECONDS").map_or(18, |all| all.max(TARGETS.len() as u64));
    let limit = Duration::from_secs(seconds) / TARGETS.len() as u32;
    let seed = setting("WHYDUNIT_FUZZ_SEED").unwrap_or(1);
    let mut problems = Vec::new();
    let mut total = 0;
    for target in &TARGETS {
        let seeds = (target.seeds)();
        assert!(!seeds.is_empty(), "there should be something to begin with: {}", target.name);
        let begin = Instant::now();
        let results = parallel(&[seed.wrapping_mul(2), seed.wrapping_mul(2) + 1], |&lane| {
            fuzz(target, &seeds, lane, begin + limit)
        });
        let count: u64 = results.iter().map(|lane| lane.0).sum();
        let codes =
            (0..4).map(|code| results.iter().map(|lane| lane.1[code]).sum::<u64>().to_string());
        let codes: Vec<String> = codes.collect();
        eprintln!("{}: {count} tried, exit codes 0 to 3: {}", target.name, codes.join(", "));
        problems.extend(results.into_iter().flat_map(|lane| lane.2));
        total += count;
    }
    common::finish("inputs", total as usize, &problems);
}

fn fuzz(
    target: &Target,
    seeds: &[Vec<u8>],
    lane: u64,
    end: Instant,
) -> (u64, [u64; 4], Vec<String>) {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
    fs::create_dir_all(&kept).expect("the build directory should be writable");
    let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
    fs::write(scratch.path().join("f.c"), PROGRAM).expect("writing a file should work");
    let mut rng = Rng::new(lane);
    let (mut count, mut codes, mut problems) = (0, [0; 4], Vec::new());
    while Instant::now() < end && problems.len() < 5 {
        count += 1;
        let mutant = mutant(seeds, &mut rng);
        match survives(target, &mutant, scratch.path()) {
            Ok(code) => codes[code] += 1,
            Err(problem) => {
                let name = format!("{}-{lane}-{count}", target.name.replace([' ', ','], "_"));
                let _ = fs::write(kept.join(&name), &mutant);
                problems.push(format!("{}: {problem}", kept.join(name).display()));
            }
        }
    }
    (count, codes, problems)
}

fn survives(target: &Target, mutant: &[u8], directory: &Path) -> Result<usize, String> {
    let mut command = whydunit();
    command.current_dir(directory);
    let word = match target.file {
        Some(file) => {
            fs::write(directory.join(file), mutant).map_err(|error| error.to_string())?;
            file.to_owned()
        }
        // Words of a command have no NUL.
        None => String::from_utf8_lossy(mutant).replace('\0', ""),
    };
    command.args(target.words.iter().map(|it| if *it == "@" { word.as_str() } else { it }));
    command.args(["--max-steps", "20000", "--timeout", "2", "--memory", "400"]);
    let begin = Instant::now();
    let output = command.output().map_err(|error| error.to_string())?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let code = match output.status.code() {
        Some(code @ 0..=3) if !stderr.contains("panicked at") => code as usize,
        _ => return Err(format!("{}\n{}", output.status, tail(&stderr))),
    };
    if begin.elapsed() > Duration::from_secs(20) {
        return Err(format!("took {:?}", begin.elapsed()));
    }
    if output.stderr.len() > 200_000 {
        return Err(format!("{} bytes of messages", output.stderr.len()));
    }
    Ok(code)
}

fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(8)..].join("\n")
}

/// What is likely to matter in one of the forms.
const SPICE: [&str; 40] = [
    "\"",
    "'",
    "\\",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    "=",
    ",",
    ";",
    ":",
    "#",
    "&",
    "*",
    "-",
    "\0",
    "\r",
    "\n",
    "\u{1b}[0m",
    "\u{202e}",
    "9223372036854775808",
    "1e999",
    "nan",
    "null",
    "true",
    "\\forall",
    "\\old(",
    "]]>",
    "<!DOCTYPE x [<!ENTITY a \"b\">]>",
    "&a;",
    "- &x *x",
    "[[test]]",
    "\\u0000",
    "//@ ",
    "/*",
    "@",
];

fn mutant(seeds: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = rng.pick(seeds).clone();
    for _ in 0..rng.between(1, 5) {
        if bytes.is_empty() {
            break;
        }
        let at = rng.below(bytes.len());
        let end = (at + rng.between(1, 40) as usize).min(bytes.len());
        match rng.below(9) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes[at] = rng.below(256) as u8,
            2 => {
                let copy = bytes[at..end].to_vec();
                let to = rng.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            3 => {
                let other = rng.pick(seeds);
                let from = rng.below(other.len().max(1)).min(other.len());
                let until = (from + rng.between(1, 60) as usize).min(other.len());
                bytes.splice(at..at, other[from..until].to_vec());
            }
            4 | 5 => drop(bytes.splice(at..at, rng.pick(&SPICE).bytes())),
            6 => bytes.truncate(at),
            // A piece, very often: nesting and repetition.
            7 => {
                let copy = bytes[at..end].repeat(rng.between(2, 300) as usize);
                bytes.splice(at..at, copy);
            }
            _ => {
                let digits = format!("{}", rng.bits() >> rng.below(64));
                let number = (at..bytes.len()).find(|&at| bytes[at].is_ascii_digit());
                let number = number.unwrap_or(at);
                bytes.splice(number..number + 1, digits.bytes());
            }
        }
    }
    bytes
}
