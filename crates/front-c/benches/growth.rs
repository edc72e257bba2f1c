//! How reading grows with the size of a source: `cargo bench -p whydunit-front-c --bench growth`.
//!
//! Sources of one shape and three sizes, each four times as large as the one before: the shortest of three readings of each, preprocessor included, and the exponent of its growth between
//! the last two; then the same of the facts about control flow (dominators, loops, joins, nesting) of what was read. Linear growth shows as exponents near 1; at 1.5 something walks over the source for each part of it.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::path::PathBuf;
use std::time::Instant;

use whydunit_front_c::{Options, compile};
use whydunit_program::Cfg;

/// How much larger each source is than the one before.
const FACTOR: usize = 4;

/// A shape of source, by a number of parts, and the smallest number that takes long enough to be measured.
type Shape = (&'static str, usize, fn(usize) -> String);

fn joined(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

const SHAPES: [Shape; 9] = [
    ("tokens", 5_000, |n| {
        format!(
            "int main(void) {{ int s = 0; s = 0{}; return s; }}\n",
            " + 1".repeat(n / 8).as_str()
        ) + &joined(n, |i| format!("enum e{i} {{ E{i} = {i} }};\n"))
    }),
    ("declarations", 2_000, |n| {
        joined(n, |i| format!("int v{i} = {i};\n")) + "int main(void) { return v0; }\n"
    }),
    ("statements", 2_000, |n| {
        format!("int main(void) {{ int s = 0;\n{} return s; }}\n", "s = s * 3 + 1;\n".repeat(n))
    }),
    ("nesting", 12, |n| {
        let (open, close) = ("if (s < 9) { s++;\n".repeat(n), "}\n".repeat(n));
        format!("int main(void) {{ int s = 0;\n{open}{close} return s; }}\n")
    }),
    ("arms", 200, |n| {
        let arms = joined(n, |i| format!("else if (s == {i}) s += {i};\n"));
        format!(
            "int main(int argc, char **argv) {{ int s = argc;\nif (s < 0) s = 0;\n{arms} return s; }}\n"
        )
    }),
    ("functions", 500, |n| {
        joined(n, |i| format!("int f{i}(int x) {{ while (x > {i}) x--; return x; }}\n"))
            + "int main(void) { return f0(3); }\n"
    }),
    ("macros", 1_000, |n| {
        joined(n, |i| format!("#define M{i} ({i} + 1)\n"))
            + "int main(void) { int s = 0;\n"
            + &joined(n, |i| format!("s += M{i};\n"))
            + "return s; }\n"
    }),
    // Each has the file opened, and a marker in what the preprocessor makes.
    ("includes", 500, |n| {
        let lines = "#include \"part.h\"\n".repeat(n);
        format!("{lines}int main(void) {{ return part; }}\n")
    }),
    ("lines of one file", 10_000, |n| "\n".repeat(n) + "int main(void) { return 0; }\n"),
];

/// Shapes of control flow.
const FLOWS: [Shape; 4] = [
    ("blocks in a row", 500, |n| {
        let part = |i| format!("if (s > {i}) s--;\n");
        format!("int main(void) {{ int s = 9;\n{} return s; }}\n", joined(n, part))
    }),
    ("loops in a row", 500, |n| {
        let part = |i| format!("while (s > {i}) s--;\n");
        format!("int main(void) {{ int s = 9;\n{} return s; }}\n", joined(n, part))
    }),
    ("a chain of else if", 300, |n| {
        let part = |i| format!("else if (s == {i}) s += {i};\n");
        format!(
            "int main(void) {{ int s = 9;\nif (s < 0) s = 0;\n{} return s; }}\n",
            joined(n, part)
        )
    }),
    ("jumps to one place", 500, |n| {
        let part = |i| format!("if (s == {i}) goto end;\n");
        format!("int main(void) {{ int s = 9;\n{}end: return s; }}\n", joined(n, part))
    }),
];

fn main() {
    let directory = tempfile::tempdir().expect("a directory should be possible");
    std::fs::write(directory.path().join("part.h"), "extern int part;\nint part;\n")
        .expect("writing should work");
    println!("{:<20} {:>9} {:>10} {:>9}", "shape", "parts", "seconds", "exponent");
    for (name, smallest, source) in SHAPES {
        let mut before: Option<f64> = None;
        for size in [smallest, smallest * FACTOR, smallest * FACTOR * FACTOR] {
            let file: PathBuf = directory.path().join("grown.c");
            std::fs::write(&file, source(size)).expect("writing should work");
            before = Some(told(name, size, best_of(3, &file), before));
        }
    }
    println!("facts about control flow");
    for (name, smallest, source) in FLOWS {
        let mut before: Option<f64> = None;
        for size in [smallest, smallest * FACTOR, smallest * FACTOR * FACTOR] {
            let file: PathBuf = directory.path().join("grown.c");
            std::fs::write(&file, source(size)).expect("writing should work");
            let compiled = compile(&[file], &Options::default());
            let Ok(compiled) = compiled else { panic!("{name}: the source should be a program") };
            let facts = || {
                let begin = Instant::now();
                for function in &compiled.program.functions {
                    std::hint::black_box(Cfg::new(function.blocks()));
                }
                begin.elapsed().as_secs_f64()
            };
            let seconds = (0..3).map(|_| facts()).fold(f64::INFINITY, f64::min);
            before = Some(told(name, size, seconds, before));
        }
    }
}

/// A line of the table.
fn told(name: &str, size: usize, seconds: f64, before: Option<f64>) -> f64 {
    let exponent = before.map(|known| (seconds / known).log(FACTOR as f64));
    let shown = exponent.map_or(String::new(), |it| format!("{it:.2}"));
    println!("{name:<20} {size:>9} {seconds:>10.4} {shown:>9}");
    seconds
}

/// The shortest of a few readings: nothing makes one faster than it is.
fn best_of(times: u32, file: &PathBuf) -> f64 {
    let read = || {
        let begin = Instant::now();
        let compiled = compile(std::slice::from_ref(file), &Options::default());
        assert!(compiled.is_ok(), "the source should be a program");
        begin.elapsed().as_secs_f64()
    };
    (0..times).map(|_| read()).fold(f64::INFINITY, f64::min)
}
