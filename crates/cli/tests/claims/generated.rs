//! Programs made at random of which a compiler can tell, for any inputs, where they fail: each operation that can is marked.
//!
//! They have what claims have been wrong about: storage that is zero at the start, stores at computed places, records and copies of them, blocks of the heap and their end, pointers to
//! either of two variables or to none, pointers in arrays and records chosen by inputs, functions that change file-scope state, calls through pointers, `switch`, loops that are left early, early returns, arms and functions that end the program or never end, runs of bytes, texts, integers of
//! all sizes, casts, bits, variables that may not be set; inputs of every origin; and every kind of check.

use std::fmt::Write;

use super::marked;
use super::rng::Rng;
use super::sources::{INTEGERS, Source};

pub(crate) struct Generated {
    pub(crate) source: Source,
    /// What is explained.
    pub(crate) text: String,
    /// The same lines, which tell where they would fail.
    pub(crate) twin: String,
    /// The condition that inputs have to meet, if there is one.
    pub(crate) requires: Option<String>,
}

/// Sets all file-scope state of a twin back to what it is at the start.
pub(crate) const RESET: &str = "static void ck_reset(void) {\n    g = 0; h = 2; kept = -3; shared = (struct record){1, 2, 3};\n\
     \x20   for (int i = 0; i < 4; i++) table[i] = 0, bytes[i] = 0;\n}\n";

const SCALARS: [&str; 12] =
    ["x", "y", "g", "h", "s1.m", "s1.n", "shared.k", "*p", "c8", "u8", "c16", "kept"];
const WIDE: [&str; 3] = ["w", "l", "ul"];
const ARRAYS: [&str; 4] = ["table", "local", "block", "bytes"];

pub(crate) fn program(seed: u64) -> Generated {
    let mut rng = Rng::new(seed);
    let source = Source::new(&mut rng);
    with_source(rng, source)
}

/// A program with inputs of this origin.
pub(crate) fn with_source(rng: Rng, source: Source) -> Generated {
    let mut body = Body { rng, source, text: String::new() };
    let requires = body.requires();
    let count = 1 + body.rng.below(4);
    for _ in 0..count {
        body.statement(2);
    }
    for _ in 0..1 + body.rng.below(2) {
        body.risk();
    }
    if body.rng.percent(50) {
        body.statement(1);
    }
    let check = body.comparison(false);
    let last =
        if body.rng.percent(50) { format!("    @ASSERT({check});\n") } else { String::new() };
    let contract =
        requires.as_ref().map_or(String::new(), |requires| format!("//@ requires {requires};\n"));
    let text = format!(
        "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nextern void reach_error(void);\n\
         {}static int g, h = 2;\nstatic short kept = -3;\nstatic int table[4];\nstatic unsigned char bytes[4];\n\
         struct record {{ int m; short n; unsigned char k; }};\nstatic struct record shared = {{1, 2, 3}};\n\
         static void bump(int v) {{\n    if (v > 5)\n        g++;\n    else\n        table[v & 3] = v;\n}}\n\
         static int twice(int v) {{ return (v + v) & 15; }}\nstatic int other(int v) {{ return (v ^ 5) & 15; }}\n\
         static int kind(int v) {{\n    switch (v) {{\n    case 0:\n        return 3;\n    case 1:\n    case 2:\n        h = v;\n        return 1;\n\
         \x20   default:\n        break;\n    }}\n    return 0;\n}}\n\
         static void leave(int v) {{\n    if (v > 11)\n        @EXIT(2);\n}}\n\
         static void set(struct record *r, int v) {{ r->n = (short)v; }}\n\
         static int *slots[4] = {{&g, &h, &table[1], &table[3]}};\n{contract}{}\
         \x20   int x = 0, y = 1;\n    signed char c8 = 1;\n    unsigned char u8 = 2;\n    short c16 = -1;\n    unsigned w = 3;\n    long l = -2;\n    unsigned long ul = 5;\n\
         \x20   int local[4] = {{1, 0, 2, 0}};\n    struct record s1 = {{0, 3, 1}}, s2 = {{4, 4, 4}};\n    char text[8] = \"ab\";\n\
         \x20   int *block = calloc(4, sizeof *block);\n    int *p = {} > {} ? &x : &y;\n    int (*op)(int) = twice;\n    int *none = 0;\n    struct {{ int n; struct record *at; }} boxes[2] = {{{{1, &s1}}, {{2, &shared}}}};\n\
         \x20   int u;\n    int u_set = 0, block_freed = 0;\n    if (!block)\n        return 0;\n{}{last}    return x & 1;\n}}\n",
        source.declarations(),
        source.head(),
        source.atom(&mut body.rng.clone()),
        body.rng.below(4),
        body.text,
    );
    Generated { source, text: marked::plain(&text), twin: marked::twin(&text), requires }
}

struct Body {
    rng: Rng,
    source: Source,
    text: String,
}

impl Body {
    fn line(&mut self, depth: u32, text: &str) {
        let pad = "    ".repeat(3 - depth as usize);
        let _ = writeln!(self.text, "{pad}{text}");
    }

    /// A condition that the inputs of a function have to meet.
    fn requires(&mut self) -> Option<String> {
        let is_function = matches!(self.source, Source::Parameters(..));
        (is_function && self.rng.percent(20)).then(|| {
            let (name, operator) =
                (*self.rng.pick(&["a", "b"]), *self.rng.pick(&["<", ">", "<=", "!="]));
            format!("{name} {operator} {}", self.rng.between(0, 12))
        })
    }

    /// Cannot fail.
    fn statement(&mut self, depth: u32) {
        match self.rng.below(if depth > 0 { 20 } else { 12 }) {
            0 | 1 => {
                let (place, value) = (*self.rng.pick(&SCALARS), self.expression(2));
                self.line(depth, &format!("{place} = {value};"));
            }
            2 | 3 => {
                let array = *self.rng.pick(&ARRAYS);
                let (index, value) = (self.expression(1), self.expression(2));
                self.line(depth, &format!("{array}[({index}) & 3] = {value};"));
            }
            4 => {
                let value = self.expression(1);
                let call = *self.rng.pick(&["bump(", "h = kind(", "set(&s1, ", "set(&shared, "]);
                self.line(depth, &format!("{call}{value});"));
            }
            5 => {
                let copy =
                    *self.rng.pick(&["s2 = s1;", "s1 = s2;", "shared = s1;", "s1 = shared;"]);
                self.line(depth, copy);
            }
            6 => {
                let (to, from) =
                    (*self.rng.pick(&["local", "block"]), *self.rng.pick(&["table", "local + 1"]));
                let count = 1 + self.rng.below(3);
                let text = match self.rng.below(3) {
                    0 => format!("memcpy({to}, table, {count} * sizeof(int));"),
                    1 => {
                        format!("memset({to}, {}, {count} * sizeof(int));", self.rng.below(2) * 255)
                    }
                    _ => format!("memmove(local, {from}, {count} * sizeof(int));"),
                };
                self.line(depth, &text);
            }
            7 => {
                let value = self.expression(1);
                let text = match self.rng.below(5) {
                    0 => format!("op = {value} > 4 ? twice : other;"),
                    1 => format!("x = op({value});"),
                    2 => format!("none = {value} > 3 ? &y : 0;"),
                    3 => format!("p = {value} > 3 ? &local[1] : &g;"),
                    _ => format!("strcpy(text, {value} > 3 ? \"abc\" : \"x\");"),
                };
                self.line(depth, &text);
            }
            8 | 9 => {
                let place = *self.rng.pick(&WIDE);
                let value = self.wide();
                self.line(depth, &format!("{place} = {value};"));
            }
            10 => {
                let value = self.expression(1);
                self.line(depth, &format!("@ASSIGN(u, {value});"));
            }
            11 => self.elsewhere(depth),
            12 | 13 => self.branch(depth),
            14 => {
                let times = 1 + self.rng.below(4);
                self.line(depth, &format!("for (int i = 0; i < {times}; i++) {{"));
                let (array, index) = (*self.rng.pick(&ARRAYS), self.expression(1));
                self.line(depth - 1, &format!("{array}[(i + ({index})) & 3] = i;"));
                if self.rng.percent(30) {
                    let condition = self.comparison(true);
                    self.line(depth - 1, &format!("if ({condition})"));
                    self.line(0, "break;");
                }
                self.statement(depth - 1);
                self.line(depth, "}");
            }
            15 => self.switch(depth),
            16 => {
                let condition = self.comparison(true);
                self.line(depth, &format!("if ({condition})"));
                self.line(depth - 1, "return 1;");
            }
            // Arms from which nobody comes back, here and in a function.
            17 => {
                let condition = self.comparison(true);
                self.line(depth, &format!("if ({condition})"));
                let end = *self.rng.pick(&["@EXIT(3);", "@ABORT();", "@FOREVER(g ^= 1);"]);
                self.line(depth - 1, end);
            }
            18 => {
                let value = self.expression(1);
                self.line(depth, &format!("leave({value});"));
            }
            _ => {
                let condition = self.comparison(true);
                self.line(depth, &format!("if ({condition})"));
                let value = self.expression(1);
                self.line(depth - 1, &format!("@ASSIGN(u, {value});"));
            }
        }
    }

    /// Which object is read or written, or how far, is computed.
    fn elsewhere(&mut self, depth: u32) {
        let (chosen, value) = (self.expression(1), self.expression(1));
        let text = match self.rng.below(10) {
            0 | 1 => format!("*slots[{chosen} & 3] = {value};"),
            2 => format!("*slots[{chosen} & 3] += {value} & 1;"),
            3 => format!("x = *slots[{chosen} & 3];"),
            4 => format!("boxes[{chosen} & 1].at->m = {value};"),
            5 => format!("*boxes[{chosen} & 1].at = s1;"),
            6 => format!("s2 = *boxes[{chosen} & 1].at;"),
            7 => format!("memset(slots[{chosen} & 3], {value}, sizeof(int));"),
            8 => format!("memcpy(slots[{chosen} & 3], local, {value} & 3);"),
            _ => format!("set({chosen} > 3 ? &s1 : &s2, {value});"),
        };
        self.line(depth, &text);
    }

    fn branch(&mut self, depth: u32) {
        let condition = self.comparison(true);
        self.line(depth, &format!("if ({condition}) {{"));
        self.statement(depth - 1);
        if self.rng.percent(50) {
            self.line(depth, "} else {");
            self.statement(depth - 1);
        }
        self.line(depth, "}");
    }

    fn switch(&mut self, depth: u32) {
        let value = self.expression(1);
        self.line(depth, &format!("switch ({value} & 3) {{"));
        for case in 0..1 + self.rng.below(3) {
            self.line(depth, &format!("case {case}:"));
            self.statement(depth - 1);
            if self.rng.percent(70) {
                self.line(depth - 1, "break;");
            }
        }
        if self.rng.percent(50) {
            self.line(depth, "default:");
            self.statement(depth - 1);
        }
        self.line(depth, "}");
    }

    /// Something that may fail, perhaps behind a condition.
    fn risk(&mut self) {
        let risk = self.risky();
        if risk.starts_with('@') && !risk.starts_with("@FREE") && !risk.starts_with("@ASSERT") {
            // A contract, or what must not be reached, has a line of its own.
            if let Some(condition) = risk.strip_prefix("@UNREACH:") {
                self.line(2, &format!("if ({condition})"));
                return self.line(1, "@UNREACH();");
            }
            return self.line(2, &risk);
        }
        if self.rng.percent(30) {
            let condition = self.comparison(true);
            self.line(2, &format!("if ({condition})"));
            return self.line(1, &risk);
        }
        self.line(2, &risk);
    }

    fn risky(&mut self) -> String {
        let (small, wild) = (self.expression(1), self.source.wild(&mut self.rng));
        let number = self.rng.between(1, 9);
        let array = *self.rng.pick(&ARRAYS);
        match self.rng.below(22) {
            0 => format!("@ASSERT({});", self.comparison(true)),
            1 => format!("@CONTRACT({})", self.stated()),
            2 => format!("@UNREACH:{}", self.comparison(true)),
            3 => format!("x = @DIV({number}, {small} - {});", number - 1),
            4 => format!("l = @{}({wild}, {small} - {number});", self.rng.pick(&["DIV", "MOD"])),
            5 => format!("x = @{}((int){wild}, {small});", self.rng.pick(&["ADD", "SUB", "MUL"])),
            6 => format!(
                "l = @{}((long){wild}, {small} + {number}l);",
                self.rng.pick(&["ADD", "SUB", "MUL"])
            ),
            7 => format!("w = @SHL({}, {small} * {number});", self.rng.pick(&["1u", "x", "l"])),
            8 => format!("ul = @SHR(ul, {wild});"),
            9 => format!("x = {array}[@INDEX({small} - {number}, 4)];"),
            10 => format!("{array}[@INDEX({wild}, 4)] = 1;"),
            // Quotient, product, cast.
            11 => format!("{array}[@INDEX({wild} / {}, 4)] ^= 1;", 1 << self.rng.below(7)),
            12 => format!("{array}[@INDEX(@MUL({small}, {number}), 4)] = 2;"),
            13 => format!("x = {array}[@INDEX(({}){wild}, 4)];", self.rng.pick(&INTEGERS).name),
            14 => "x = *@POINTER(none);".to_owned(),
            15 => "*@POINTER(none) = 1;".to_owned(),
            16 => format!(
                "if ({})\n        @FREE(block);\n    @LIVE(block)[1] = 2;",
                self.comparison(true)
            ),
            17 => "if (@SET(u) == 3)\n        y = 4;".to_owned(),
            18 => format!(
                "mem{};",
                match self.rng.below(3) {
                    0 => format!("set(local, 0, @LENGTH({small} * {number}, 16))"),
                    1 => format!("cpy(local, table, @LENGTH({small} + {number}, 16))"),
                    _ => format!("cpy(bytes, \"abcdefg\", @LENGTH({small}, 4))"),
                }
            ),
            19 | 20 => match self.source.access(&mut self.rng) {
                Some(access) => format!("x = {access};"),
                None => format!("x = @SUB({small}, (int){wild});"),
            },
            _ => match self.source.text() {
                Some(text) => format!("strcpy(text, @TEXT({text}, 8));"),
                None => format!("y = @ADD(@MUL((int){wild}, {number}), 7);"),
            },
        }
    }

    /// A condition in the language of contracts, where no function is called.
    fn stated(&mut self) -> String {
        let operator = *self.rng.pick(&["<", ">", "<=", ">=", "==", "!="]);
        let place = match self.rng.below(3) {
            0 => self.source.wild(&mut self.rng),
            1 => self.rng.pick(&["x", "y", "g", "h", "c8", "kept", "w", "l"]).to_string(),
            _ => format!("{}[{}]", self.rng.pick(&ARRAYS), self.rng.below(4)),
        };
        format!("{place} {operator} {}", self.rng.between(0, 5))
    }

    /// A number of some wide type.
    fn wide(&mut self) -> String {
        let (left, right) = (self.expression(1), self.expression(1));
        match self.rng.below(6) {
            0 => format!("({}){}", self.rng.pick(&INTEGERS).name, self.source.wild(&mut self.rng)),
            1 => format!("ul * {}u + {left}", self.rng.below(9)),
            2 => format!("w ^ ~{left}"),
            3 => format!("(w | {left}) & (unsigned){right}"),
            4 => format!("ul >> ({left} & 31)"),
            _ => format!("1ul << {left}"),
        }
    }

    /// A number from 0 to 15.
    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 || self.rng.below(3) == 0 {
            return match self.rng.below(7) {
                0 => self.rng.below(8).to_string(),
                1 | 2 => {
                    let mask = *self.rng.pick(&[3, 7, 15]);
                    format!("({} & {mask})", self.source.atom(&mut self.rng))
                }
                3 => format!("({} & 15)", self.rng.pick(&SCALARS)),
                4 => format!("((int){} & 15)", self.rng.pick(&WIDE)),
                5 => {
                    let array = *self.rng.pick(&ARRAYS);
                    format!("({array}[{}] & 15)", self.rng.below(4))
                }
                _ => format!("(text[{}] & 7)", self.rng.below(3)),
            };
        }
        let (left, right) = (self.expression(depth - 1), self.expression(depth - 1));
        match self.rng.below(8) {
            0 => format!("(({left} + {right}) & 15)"),
            1 => format!("({left} ^ {right})"),
            2 => format!("{}({left})", self.rng.pick(&["twice", "op"])),
            3 => format!("({left} | {right})"),
            4 => format!("(({left} << 1) & 15)"),
            5 => format!("(~{left} & 15)"),
            6 => format!("((signed char)({left} * 17) & 15)"),
            _ => format!("({left} > {right} ? {left} : {right})"),
        }
    }

    fn comparison(&mut self, of_inputs: bool) -> String {
        let operator = *self.rng.pick(&["<", ">", "<=", ">=", "==", "!="]);
        if of_inputs && self.rng.percent(50) {
            let input = self.source.atom(&mut self.rng);
            return format!("{input} {operator} {}", self.rng.between(-3, 8));
        }
        if self.rng.percent(20) {
            let place = *self.rng.pick(&WIDE);
            return format!("{place} {operator} {}", self.rng.between(0, 9));
        }
        format!("{} {operator} {}", self.expression(1), self.expression(1))
    }
}
