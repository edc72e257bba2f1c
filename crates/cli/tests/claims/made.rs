//! Programs made at random of which a compiler can tell, for any inputs, whether their last check fails: nothing else in them can fail.
//!
//! They have what claims have been wrong about: storage that is zero at the start, stores at computed places, records, blocks of the heap, pointers that may
//! point to either of two variables, functions that change file-scope state, loops, early returns.

use std::fmt::Write;

/// Xorshift: the same programs on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 33) % u64::from(limit)) as u32
    }

    fn pick<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len() as u32) as usize]
    }
}

const SCALARS: [&str; 6] = ["x", "y", "g", "h", "s.m", "*p"];
const ARRAYS: [&str; 3] = ["table", "local", "block"];

/// A function `f` of two integers, with the functions that it calls.
pub(crate) fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut body = String::new();
    let count = 2 + random.below(4);
    for _ in 0..count {
        statement(&mut random, 2, &mut body);
    }
    let check = comparison(&mut random, false);
    format!(
        "#include <assert.h>\n#include <stdlib.h>\n\
         static int g, h = 2;\nstatic int table[4];\nstruct record {{ int m, n; }};\n\
         static void bump(int v) {{\n    if (v > 5)\n        g++;\n    else\n        table[v & 3] = v;\n}}\n\
         static int twice(int v) {{ return (v + v) & 15; }}\n\
         int f(int a, int b) {{\n    int x = 0, y = 1;\n    int local[4] = {{1, 0, 2, 0}};\n    struct record s = {{0, 3}};\n\
         \x20   int *block = calloc(4, sizeof *block);\n    int *p = a > b ? &x : &y;\n    if (!block)\n        return 0;\n\
         {body}    assert({check});\n    free(block);\n    return x;\n}}\n"
    )
}

/// Sets all file-scope state back to what it is at the start.
pub(crate) const RESET: &str =
    "static void reset(void) { g = 0; h = 2; for (int i = 0; i < 4; i++) table[i] = 0; }\n";

fn statement(random: &mut Random, depth: u32, body: &mut String) {
    let pad = "    ".repeat(3 - depth as usize);
    let _ = match random.below(if depth > 0 { 9 } else { 5 }) {
        0 | 1 => {
            let place = random.pick(&SCALARS);
            writeln!(body, "{pad}{place} = {};", expression(random, 2))
        }
        2 | 3 => {
            let array = random.pick(&ARRAYS);
            let index = expression(random, 1);
            writeln!(body, "{pad}{array}[({index}) & 3] = {};", expression(random, 2))
        }
        4 => writeln!(body, "{pad}bump({});", expression(random, 1)),
        5 | 6 => {
            let _ = writeln!(body, "{pad}if ({}) {{", comparison(random, true));
            statement(random, depth - 1, body);
            if random.below(2) == 0 {
                let _ = writeln!(body, "{pad}}} else {{");
                statement(random, depth - 1, body);
            }
            writeln!(body, "{pad}}}")
        }
        7 => {
            let times = 1 + random.below(4);
            let _ = writeln!(body, "{pad}for (int i = 0; i < {times}; i++) {{");
            let array = random.pick(&ARRAYS);
            let _ = writeln!(body, "{pad}    {array}[(i + ({})) & 3] = i;", expression(random, 1));
            statement(random, depth - 1, body);
            writeln!(body, "{pad}}}")
        }
        _ => writeln!(body, "{pad}if ({})\n{pad}    return 1;", comparison(random, true)),
    };
}

/// A number from 0 to 15.
fn expression(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.below(3) == 0 {
        return match random.below(5) {
            0 => random.below(8).to_string(),
            1 => "(a & 7)".to_owned(),
            2 => "(b & 3)".to_owned(),
            3 => format!("({} & 15)", random.pick(&SCALARS)),
            _ => {
                let array = random.pick(&ARRAYS);
                format!("({array}[{}] & 15)", random.below(4))
            }
        };
    }
    let (left, right) = (expression(random, depth - 1), expression(random, depth - 1));
    match random.below(4) {
        0 => format!("(({left} + {right}) & 15)"),
        1 => format!("({left} ^ {right})"),
        2 => format!("twice({left})"),
        _ => format!("({left} > {right} ? {left} : {right})"),
    }
}

fn comparison(random: &mut Random, of_inputs: bool) -> String {
    let operator = random.pick(&["<", ">", "<=", ">=", "==", "!="]);
    if of_inputs && random.below(2) == 0 {
        let input = random.pick(&["a", "b"]);
        return format!("{input} {operator} {}", random.below(12) as i32 - 3);
    }
    format!("{} {operator} {}", expression(random, 1), expression(random, 1))
}
