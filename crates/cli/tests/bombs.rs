//! Programs, files and runs that have no end: whatever they are, a command ends within its budgets, or a moment later.
//!
//! A bomb is a generator with a size; what is small enough is answered, what is not ends with what is known and exit code 3. Never is more
//! used than a tenth of the time and 0.3 seconds, or a fifth of the memory and 50 MiB, beyond what was allowed.
//!
//! ```text
//! WHYDUNIT_BOMBS=2000 WHYDUNIT_BOMBS_SEED=7 cargo test --release -p whydunit-cli --test tests bombs -- --nocapture
//! ```
#![cfg(target_os = "linux")]
#![expect(clippy::print_stderr, reason = "a long run says how far it came")]

use crate::command_support;
use crate::common;
use crate::rng;

use std::fmt::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use command_support::Directory;
use rng::Rng;

/// Seconds and MiB that commands get.
const BUDGETS: [(f64, u64); 3] = [(1.0, 200), (2.0, 200), (1.5, 400)];

/// A machine that runs tests is busy: who is late is tried again.
const TRIES: usize = 3;

/// The text of a program that is large in one way.
type Generator = fn(usize) -> String;

/// Each with a size that is answered at once. Sizes grow to many times that.
const PROGRAMS: [(&str, Generator, usize); 22] = [
    ("tokens of nested macros", nested_macros, 4),
    ("a chain of macros", chained_macros, 100),
    ("a macro that doubles its argument", doubling_macros, 6),
    (
        "declarations",
        |n| repeated(n, |i| format!("int variable_{i} = {i};\n"), "int main(void) { return 0; }\n"),
        100,
    ),
    (
        "statements on a line",
        |n| format!("int x;int main(void){{{}return 0;}}\n", "x++;".repeat(n)),
        100,
    ),
    (
        "statements on lines",
        |n| format!("int x;\nint main(void) {{\n{}return 0;\n}}\n", "  x++;\n".repeat(n)),
        100,
    ),
    ("array dimensions", |n| format!("int a{};int main(void){{return 0;}}\n", "[1]".repeat(n)), 10),
    ("indices", |n| format!("int main(void){{int a[2];return a{};}}\n", "[1]".repeat(n)), 1),
    ("arms of an else if", |n| arms(n, "if (x == {i}) y = {i}; else "), 20),
    ("arms of a switch", |n| switch(n), 20),
    (
        "nested parentheses",
        |n| format!("int main(void){{return {}1{};}}\n", "(".repeat(n), ")".repeat(n)),
        20,
    ),
    (
        "nested blocks",
        |n| format!("int main(void){}return 0;{}\n", "{".repeat(n), "}".repeat(n)),
        20,
    ),
    ("operators", |n| format!("int main(void){{return 0{};}}\n", "+1".repeat(n)), 100),
    ("casts", |n| format!("int main(void){{return {}0;}}\n", "(int)".repeat(n)), 20),
    (
        "pointers to pointers",
        |n| format!("int {}p;int main(void){{return 0;}}\n", "*".repeat(n)),
        20,
    ),
    (
        "functions",
        |n| {
            repeated(
                n,
                |i| format!("int f{i}(int x) {{ return x + {i}; }}\n"),
                "int main(void) { return f0(0); }\n",
            )
        },
        50,
    ),
    (
        "functions that call each other",
        |n| {
            repeated(
                n,
                |i| {
                    format!(
                        "int f{}(int);int f{i}(int x) {{ return f{}(x); }}\n",
                        (i + 1) % n.max(1),
                        (i + 1) % n.max(1)
                    )
                },
                "int main(void) { return 0; }\n",
            )
        },
        20,
    ),
    ("structs inside structs", nested_structs, 10),
    (
        "members",
        |n| {
            format!(
                "struct s {{ {} }} v; int main(void) {{ return 0; }}\n",
                (0..n).map(|i| format!("int m{i};")).collect::<String>()
            )
        },
        50,
    ),
    (
        "enumerators",
        |n| {
            format!(
                "enum e {{ {} }}; int main(void) {{ return 0; }}\n",
                (0..n).map(|i| format!("e{i},")).collect::<String>()
            )
        },
        50,
    ),
    (
        "elements of an initialiser",
        |n| format!("int a[] = {{ {} }}; int main(void) {{ return a[0]; }}\n", "1,".repeat(n)),
        100,
    ),
    (
        "a literal",
        |n| format!("char s[] = \"{}\"; int main(void) {{ return 0; }}\n", "x".repeat(n)),
        1000,
    ),
];

/// Runs, searches and tests without end, by what they are asked.
const RUNS: [(&str, &str, &[&str]); 10] = [
    ("an endless loop", "int main(void) { unsigned x = 1; for (;;) x = x * 3 + 1; }\n", &["run"]),
    (
        "a long run",
        "int main(void) { unsigned x = 1; for (long i = 0; i < 1L << 40; i++) x = x * 3 + 1; return 1 / (x - x); }\n",
        &["explain"],
    ),
    (
        "blocks without end",
        "#include <stdlib.h>\nint main(void) { for (;;) { char *p = malloc(1 << 20); if (p) p[0] = 1; } }\n",
        &["run"],
    ),
    (
        "blocks that are searched",
        "#include <stdlib.h>\nint main(void) { for (;;) { char *p = malloc(1 << 20); if (p) p[0] = 1; } }\n",
        &["check"],
    ),
    (
        "a large block that is set",
        "#include <stdlib.h>\n#include <string.h>\n#include <assert.h>\nint main(void) { char *p = malloc(1000000000u); memset(p, 1, 1000000000u); assert(p[0] == 0); return 0; }\n",
        &["repair"],
    ),
    (
        "a huge block that is set",
        "#include <stdlib.h>\n#include <string.h>\n#include <assert.h>\nint main(void) { char *p = malloc(3000000000u); memset(p, 1, 3000000000u); assert(p[0] == 0); return 0; }\n",
        &["repair"],
    ),
    (
        "recursion without end",
        "int f(int x) { return f(x + 1) + 1; } int main(void) { return f(0); }\n",
        &["explain"],
    ),
    (
        "output without end",
        "#include <stdio.h>\nint main(void) { for (;;) puts(\"a line of the program's output\"); }\n",
        &["run", "--format", "json"],
    ),
    (
        "products",
        "void f(unsigned a, unsigned b, unsigned c) { unsigned x = (a + b) * c * (a ^ c), y = (a * c + b * c) * (c ^ a); //@ assert x == y;\n }\n",
        &["explain", "--function", "f"],
    ),
    (
        "runs that all matter",
        "#include <assert.h>\nint main(void) { int a[50], s = 0; for (int i = 0; i < 50; i++) a[i] = i; for (int k = 0; k < 200000; k++) for (int i = 0; i < 50; i++) { if (a[i] % 3 == k % 3) s += a[i] & 7; else s ^= k; a[i] = (a[i] + k) % 50; } assert(s == -1); return 0; }\n",
        &["explain"],
    ),
];

/// Files that are none, where a command wants one.
const FILES: [&[&str]; 12] = [
    &["explain", "@"],
    &["check", "prog.c", "@"],
    &["run", "prog.c", "--stdin", "@"],
    &["run", "prog.c", "--tests", "@"],
    &["repair", "prog.c", "--tests", "@"],
    &["check", "prog.c", "--witness", "@"],
    &["check", "prog.c", "--reference", "@"],
    &["repair", "prog.c", "--annotations", "@"],
    &["run", "prog.c", "-p", "@"],
    &["run", "prog.c", "--include", "@"],
    &["run", "includes.c"],
    &["run", "lines.c"],
];

fn repeated(count: usize, line: impl Fn(usize) -> String, end: &str) -> String {
    (0..count.max(1)).map(line).collect::<String>() + end
}

fn nested_macros(depth: usize) -> String {
    let mut text = "#define A0 x + x + x + x + x + x + x + x\n".to_owned();
    for level in 1..depth.min(40) {
        let below = format!("A{}", level - 1);
        let _ = writeln!(text, "#define A{level} {}", [below.as_str(); 8].join(" + "));
    }
    text + &format!(
        "int main(void) {{ int x = 1; return A{}; }}\n",
        depth.min(40).saturating_sub(1)
    )
}

fn chained_macros(count: usize) -> String {
    let chain = repeated(count, |i| format!("#define M{} M{i}\n", i + 1), "");
    format!("#define M0 1\n{chain}int main(void) {{ return M{}; }}\n", count.max(1))
}

fn doubling_macros(depth: usize) -> String {
    let depth = depth.min(60);
    format!(
        "#define D(x) x x\nint y; int main(void) {{ {}y++;{} return 0; }}\n",
        "D(".repeat(depth),
        ")".repeat(depth)
    )
}

fn arms(count: usize, arm: &str) -> String {
    let arms = repeated(count, |i| arm.replace("{i}", &i.to_string()) + "\n", "");
    format!(
        "#include <assert.h>\nint main(void) {{\nint x = {count}, y = 0;\n{arms}y = 1;\nassert(y == 3);\nreturn 0;\n}}\n"
    )
}

fn switch(count: usize) -> String {
    let arms = repeated(count, |i| format!("case {i}: y = {i}; break;\n"), "");
    format!(
        "#include <assert.h>\nint main(void) {{\nint x = {count}, y = 0;\nswitch (x) {{\n{arms}default: y = 1;\n}}\nassert(y == 3);\nreturn 0;\n}}\n"
    )
}

fn nested_structs(depth: usize) -> String {
    let levels = repeated(depth, |i| format!("struct s{} {{ struct s{i} a, b; }};\n", i + 1), "");
    format!("struct s0 {{ int x; }};\n{levels}int main(void) {{ return 0; }}\n")
}

/// What was used too much, if anything was.
fn overshoot(command: &mut Command, time: f64, memory: u64) -> Result<(f64, f64), String> {
    let begin = Instant::now();
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|it| it.to_string())?;
    let status = format!("/proc/{}/status", child.id());
    let patience = Duration::from_secs_f64(time * 3.0 + 5.0);
    let mut peak = 0;
    let ended = loop {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0));
        match child.try_wait() {
            Ok(Some(ended)) => break ended,
            _ if begin.elapsed() > patience => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("still there after {patience:?}"));
            }
            _ => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let took = begin.elapsed().as_secs_f64();
    let mut said = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        let _ = std::io::Read::read_to_string(&mut stderr, &mut said);
    }
    if !matches!(ended.code(), Some(0..=3)) || said.contains("panicked") {
        return Err(format!("{ended}: {said}"));
    }
    let (late, more) = (took - time, peak as f64 / 1024.0 - memory as f64);
    if late > time * 0.1 + 0.3 {
        return Err(format!("{late:.2} s late"));
    }
    if more > memory as f64 * 0.2 + 50.0 {
        return Err(format!("{more:.0} MiB more than allowed"));
    }
    Ok((late, more))
}

/// Runs a command up to [`TRIES`] times, until it keeps to its budgets.
fn keeps(
    directory: &Directory,
    words: &[&str],
    (time, memory): (f64, u64),
) -> Result<(f64, f64), String> {
    let (seconds, mebibytes) = (time.to_string(), memory.to_string());
    let budget = ["--timeout", &seconds, "--memory", &mebibytes];
    let mut last = Err(String::new());
    for _ in 0..TRIES {
        let mut command = directory.command(&[words, &budget].concat());
        last = overshoot(&mut command, time, memory);
        if last.is_ok() {
            break;
        }
    }
    last.map_err(|problem| format!("{words:?} with {time} s and {memory} MiB: {problem}"))
}

fn fifo(directory: &Directory) {
    let made = Command::new("mkfifo").arg("fifo").current_dir(directory.path()).status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo should work");
}

#[test]
fn files_that_are_none_end() {
    let mut problems = Vec::new();
    let mut count = 0;
    for name in ["/dev/zero", "/dev/urandom", "/dev/full", "fifo", "/proc/self/fd", "/dev/tty"] {
        let directory = Directory::with(&[("prog.c", "int main(void) { return 0; }\n")]);
        fifo(&directory);
        directory
            .write("includes.c", format!("#include \"{name}\"\nint main(void) {{ return 0; }}\n"));
        directory
            .write("lines.c", format!("#line 1 \"{name}\"\nint main(void) {{ return 1 / 0; }}\n"));
        for words in FILES {
            count += 1;
            let words: Vec<&str> =
                words.iter().map(|word| if *word == "@" { name } else { word }).collect();
            problems.extend(keeps(&directory, &words, (0.5, 200)).err());
        }
    }
    common::finish("files that are none", count, &problems);
}

#[test]
fn runs_without_end_end() {
    let mut problems = Vec::new();
    for (number, (name, program, words)) in RUNS.iter().enumerate() {
        let directory = Directory::with(&[("prog.c", program)]);
        let words = [&words[..1], &["prog.c"], &words[1..]].concat();
        let kept = keeps(&directory, &words, BUDGETS[number % BUDGETS.len()]);
        problems.extend(kept.err().map(|problem| format!("{name}: {problem}")));
    }
    common::finish("runs without end", RUNS.len(), &problems);
}

#[test]
fn suites_of_any_size_end() {
    let mut problems = Vec::new();
    for count in [1_000, 20_000, 200_000] {
        let test =
            |i: usize| format!("[[test]]\nname = \"t{i}\"\ninputs = {{ x = {i} }}\nresult = {i}\n");
        let directory = Directory::with(&[("prog.c", "int f(int x) { return x; }\n")]);
        directory.write("t.toml", format!("function = \"f\"\n{}", repeated(count, test, "")));
        problems
            .extend(keeps(&directory, &["run", "prog.c", "--tests", "t.toml"], (2.0, 300)).err());
    }
    common::finish("suites", 3, &problems);
}

#[test]
fn includes_that_double_end() {
    let directory = Directory::with(&[
        ("h0.h", "int f(void);\n"),
        ("prog.c", "#include \"h18.h\"\nint main(void) { return 0; }\n"),
    ]);
    for level in 1..=18 {
        let line = format!("#include \"h{}.h\"\n", level - 1);
        directory.write(&format!("h{level}.h"), line.repeat(2));
    }
    let kept = keeps(&directory, &["explain", "prog.c"], (2.0, 200));
    common::finish("includes", 1, &kept.err().into_iter().collect::<Vec<_>>());
}

#[test]
fn programs_of_any_size_end() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let count = setting("WHYDUNIT_BOMBS").unwrap_or(PROGRAMS.len() as u64);
    let mut rng = Rng::new(setting("WHYDUNIT_BOMBS_SEED").unwrap_or(1));
    let (mut problems, mut latest, mut largest) = (Vec::new(), 0_f64, 0_f64);
    for number in 0..count {
        let (name, program, small) = PROGRAMS[number as usize % PROGRAMS.len()];
        // Exponents are spread evenly: from what is answered to some MiB of text.
        let size = small << rng.between(4, 13);
        let command = *rng.pick(&["run", "explain", "check"]);
        let directory = Directory::with(&[("prog.c", &program(size))]);
        match keeps(&directory, &[command, "prog.c"], *rng.pick(&BUDGETS)) {
            Ok((late, more)) => (latest, largest) = (latest.max(late), largest.max(more)),
            Err(problem) => problems.push(format!("{size} {name}: {problem}")),
        }
    }
    eprintln!("{count} programs, at most {latest:.2} s late, {largest:.0} MiB more than allowed");
    common::finish("large programs", count as usize, &problems);
}

/// What is small is answered: budgets do not cut what they need not.
#[test]
fn small_ones_are_answered() {
    let mut problems = Vec::new();
    for (name, program, small) in PROGRAMS {
        let directory = Directory::with(&[("prog.c", &program(small))]);
        let output = directory.output(&["run", "prog.c"]);
        if output.status.code() == Some(3) {
            problems.push(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
        }
    }
    common::finish("small programs", PROGRAMS.len(), &problems);
}

/// A program that is stopped takes what it has started with it.
#[test]
fn nothing_is_left_running() {
    let directory = Directory::with(&[("prog.c", "#include \"fifo\"\n")]);
    fifo(&directory);
    let running = || {
        let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
        let own = directory.path().join("prog.c").display().to_string();
        lines.filter(|line| String::from_utf8_lossy(line).contains(&own)).count()
    };
    let name = directory.file("prog.c").display().to_string();
    for signal in ["-INT", "-TERM"] {
        let mut child = directory
            .command(&["run", &name])
            .stderr(Stdio::null())
            .spawn()
            .expect("it should start");
        std::thread::sleep(Duration::from_millis(400));
        assert!(running() > 1, "the preprocessor should wait for the pipe");
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|sent| sent.success()));
        let ended = child.wait().expect("it should end");
        assert_eq!(ended.code(), Some(3), "{signal}");
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(running(), 0, "{signal}");
    }
}
