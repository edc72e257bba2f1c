//! Programs made at random in which a failure can be avoided in every way that there is: by ending early, by going round for ever, by failing elsewhere, by being excluded.
//!
//! Nothing in them repeats but loops that never end, so every assignment is made once at most and stands on a line of its own: another value in its place is another text.

use std::fmt::Write;

/// Xorshift: the same programs on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) % u64::from(limit)) as u32
    }

    fn pick<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len() as u32) as usize]
    }

    fn number(&mut self) -> i32 {
        self.below(12) as i32 - 3
    }
}

/// A function `f` of two integers.
pub(crate) fn program(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let contract = match random.below(4) {
        0 => format!("//@ requires a >= {};\n", random.number()),
        1 => format!("//@ requires b <= {};\n", random.number() + 3),
        _ => String::new(),
    };
    let mut body = String::new();
    let count = 3 + random.below(5);
    for _ in 0..count {
        statement(&mut random, &mut body);
    }
    let last = condition(&mut random);
    format!(
        "#include <assert.h>\n#include <stdlib.h>\nvoid __VERIFIER_assume(int);\nstatic int g;\n\
         static int half(int v) {{ return v / 2; }}\n{contract}int f(int a, int b) {{\n  int x = 1;\n  int y = 2;\n{body}  assert({last});\n\
         \x20 return x;\n}}\n"
    )
}

const PLACES: [&str; 3] = ["x", "y", "g"];
const VALUES: [&str; 5] = ["x", "y", "g", "a", "b"];

fn statement(random: &mut Random, body: &mut String) {
    let condition = condition(random);
    let place = random.pick(&PLACES);
    let _ = match random.below(12) {
        0..=3 => writeln!(body, "  {place} = {};", expression(random)),
        4..=6 => writeln!(body, "  if ({condition})\n    {place} = {};", expression(random)),
        7 => writeln!(body, "  if ({condition})\n    exit(3);"),
        8 => writeln!(body, "  if ({condition})\n    for (;;)\n      g ^= 1;"),
        9 => writeln!(body, "  if ({condition})\n    assert({} != {});", place, random.number()),
        10 => writeln!(body, "  __VERIFIER_assume({} != {});", place, random.number()),
        _ => writeln!(body, "  if ({condition})\n    return 0;"),
    };
}

fn condition(random: &mut Random) -> String {
    let (value, operator) =
        (random.pick(&VALUES), random.pick(&["<", ">", "==", "!=", "<=", ">="]));
    format!("{value} {operator} {}", random.number())
}

/// Small enough not to overflow for small inputs.
fn expression(random: &mut Random) -> String {
    let value = random.pick(&VALUES);
    match random.below(5) {
        0 => format!("{}", random.number()),
        1 => format!("{value} + {}", random.below(4)),
        2 => format!("{value} - {}", random.pick(&VALUES)),
        3 => format!("half({value})"),
        _ => value.to_owned(),
    }
}
