//! How reading grows with the size of a source: `cargo bench -p whydunit-front-c --bench growth`.
//!
//! Sources of one shape and three sizes, each four times as large as the one before: the shortest of three readings of each, preprocessor included, and the exponent of its growth between
//! the last two. Linear growth shows as exponents near 1; at 1.5 something walks over the source for each part of it.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use std::path::PathBuf;
use std::time::Instant;

use whydunit_front_c::{Options, compile};

/// How much larger each source is than the one before.
const FACTOR: usize = 4;

/// A shape of source, by a number of parts, and the smallest number that takes long enough to be measured.
type Shape = (&'static str, usize, fn(usize) -> String);

fn joined(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

const SHAPES: [Shape; 8] = [
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
    ("lines of one file", 10_000, |n| "\n".repeat(n) + "int main(void) { return 0; }\n"),
];

fn main() {
    let directory = tempfile::tempdir().expect("a directory should be possible");
    println!("{:<20} {:>9} {:>10} {:>9}", "shape", "parts", "seconds", "exponent");
    for (name, smallest, source) in SHAPES {
        let mut before: Option<f64> = None;
        for size in [smallest, smallest * FACTOR, smallest * FACTOR * FACTOR] {
            let file: PathBuf = directory.path().join("grown.c");
            std::fs::write(&file, source(size)).expect("writing should work");
            let seconds = best_of(3, &file);
            let exponent = before.map(|known| (seconds / known).log(FACTOR as f64));
            let shown = exponent.map_or(String::new(), |it| format!("{it:.2}"));
            println!("{name:<20} {size:>9} {seconds:>10.4} {shown:>9}");
            before = Some(seconds);
        }
    }
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
