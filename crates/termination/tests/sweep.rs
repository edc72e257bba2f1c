//! No program that ends is called endless: random loops and recursions, those that are said to be endless run by the machine's compiler.
//!
//! `WHYDUNIT_ENDLESS` programs (60 in the suite) from `WHYDUNIT_ENDLESS_SEED` on. Each round of a loop costs one of `FUEL`; who is called endless has to use it up. What is left by an overflow alone may end by the sanitizer's word, but not otherwise.

#![expect(clippy::print_stdout, reason = "a long sweep says what it met")]

use std::fmt::Write as _;
use std::process::Command;

use whydunit_termination::Proof;

use crate::common::proved;

/// Enough for counters of 16 bits to go round many times.
const FUEL: u64 = 100_000_000;
/// And for those of 32 bits.
const MUCH_FUEL: u64 = 10_000_000_000;

struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[usize::try_from(self.next(all.len() as u64)).expect("an index")]
    }
}

const VARIABLES: [&str; 5] = ["a", "b", "c", "t[0]", "t[1]"];

fn value(random: &mut Random) -> String {
    match random.next(3) {
        0 => random.of(&VARIABLES).to_owned(),
        _ => random.next(9).to_string(),
    }
}

fn condition(random: &mut Random) -> String {
    let (left, op) = (random.of(&VARIABLES), random.of(&["<", "<=", ">", ">=", "!=", "=="]));
    format!("{left} {op} {}", value(random))
}

fn update(random: &mut Random) -> String {
    let (to, value) = (random.of(&VARIABLES), value(random));
    match random.next(8) {
        0 => format!("{to} = {value};"),
        1 | 2 => format!("{to}++;"),
        3 => format!("{to}--;"),
        4 => format!("{to} += {value};"),
        5 => format!("{to} -= {value};"),
        6 => format!("{to} = {} / 2;", random.of(&VARIABLES)),
        _ => format!("t[(unsigned)a % 2] = {value};"),
    }
}

fn body(random: &mut Random, depth: u64) -> String {
    let mut text = String::new();
    for _ in 0..=random.next(2) {
        let part = match random.next(6) {
            0 => format!(
                "if ({}) {{ {} }} else {{ {} }}",
                condition(random),
                update(random),
                update(random)
            ),
            1 => format!("if ({}) break;", condition(random)),
            2 if depth == 0 => {
                format!(
                    "for (int i = 0; i < {}; i++) {{ BURN {} }}",
                    random.next(4),
                    body(random, 1)
                )
            }
            _ => update(random),
        };
        text.push_str(&part);
        text.push(' ');
    }
    text
}

/// `BURN` is nothing here and counts in what is compiled.
fn generated(seed: u64) -> String {
    let random = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    for _ in 0..4 {
        random.next(2);
    }
    let types =
        ["int", "unsigned", "short", "unsigned char", "signed char", "long", "unsigned short"];
    let mut text = "#ifndef BURN\n#define BURN\n#endif\n".to_owned();
    let mut declarations = String::new();
    for name in ["a", "b", "c"] {
        let _ = writeln!(declarations, "static {} {name} = {};", random.of(&types), random.next(9));
    }
    let _ = writeln!(
        declarations,
        "static {} t[2] = {{ {}, {} }};",
        random.of(&types),
        random.next(9),
        random.next(9)
    );
    text.push_str(&declarations);
    match random.next(4) {
        0 => {
            let (stop, next, change) = (condition(random), value(random), update(random));
            let change = change.replace("BURN", "");
            let _ = writeln!(
                text,
                "static int f(int n) {{ BURN if ({stop} && n > {}) return n; {change} return f({next}); }}\nint main(void) {{ return f({}) & 1 ? 0 : 0; }}",
                random.next(5),
                random.next(9)
            );
        }
        1 => {
            let (stop, body) = (condition(random), body(random, 0));
            let _ = writeln!(
                text,
                "int main(void) {{ do {{ BURN {body}}} while ({stop}); return 0; }}"
            );
        }
        _ => {
            let (stop, body) = (condition(random), body(random, 0));
            let _ =
                writeln!(text, "int main(void) {{ while ({stop}) {{ BURN {body}}} return 0; }}");
        }
    }
    text
}

/// The exit code of the compiled program: 7 where the fuel is used up.
fn compiled(directory: &std::path::Path, text: &str, fuel: u64) -> Option<i32> {
    let source = directory.join("prog.c");
    let burn = format!(
        "#include <stdlib.h>\nstatic unsigned long fuel;\n#define BURN if (++fuel > {fuel}ul) exit(7);\n"
    );
    std::fs::write(&source, format!("{burn}{text}")).expect("writing it should work");
    let program = directory.join("prog");
    let built = Command::new("cc")
        .args(["-w", "-O1", "-foptimize-sibling-calls"])
        .args(["-fsanitize=signed-integer-overflow", "-fno-sanitize-recover=all", "-o"])
        .arg(&program)
        .arg(&source)
        .status();
    assert!(built.is_ok_and(|status| status.success()), "it should compile:\n{text}");
    Command::new(&program).output().expect("it should run").status.code()
}

#[test]
fn no_program_that_ends_is_called_endless() {
    if Command::new("cc").arg("--version").output().is_err() {
        return whydunit_testing::missing("cc, which runs what is called endless");
    }
    let count = whydunit_testing::count("WHYDUNIT_ENDLESS", 60, 2000);
    let first = whydunit_testing::count("WHYDUNIT_ENDLESS_SEED", 1, 1);
    let fuel = if whydunit_testing::is_all() { MUCH_FUEL } else { FUEL };
    let seeds: Vec<u64> = (first..first + count).collect();
    let told = whydunit_testing::parallel(&seeds, |&seed| {
        let text = generated(seed);
        let (_, found) = proved(&text);
        let found = found?;
        let directory = tempfile::tempdir().expect("a temporary directory should be possible");
        let code = compiled(directory.path(), &text, fuel);
        let may_overflow = matches!(found.proof, Proof::OnlyOverflowLeaves(_));
        // A recursion that is not turned into a loop ends by a signal.
        let is_endless = match code {
            Some(7) => true,
            None => found.recursion.is_some(),
            Some(0) => false,
            Some(_) => may_overflow,
        };
        assert!(is_endless, "seed {seed}: {found:?}, yet it ends with {code:?}\n{text}");
        Some(found.proof)
    });
    let proofs: Vec<Proof> = told.into_iter().flatten().collect();
    let of = |wanted: fn(&Proof) -> bool| proofs.iter().filter(|proof| wanted(proof)).count();
    let states = of(|proof| matches!(proof, Proof::StateComesBack(_)));
    let rounds = of(|proof| matches!(proof, Proof::NoRoundLeaves));
    let overflows = of(|proof| matches!(proof, Proof::OnlyOverflowLeaves(_)));
    println!("of {count}: {states} by states, {rounds} by rounds, {overflows} but for overflows");
    assert!(states > 0 && rounds > 0 && overflows > 0, "every kind should be met");
}
