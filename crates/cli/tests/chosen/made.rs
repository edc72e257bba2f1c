//! Programs in which a constant decides which object is read, written or freed, how far, or which function is called.
//!
//! Each has *choices*: lines on which a variable gets a constant, with the other values that are as good. A choice becomes a pointer in one of many ways (an index, `? :`, a branch, a `switch`, a loop, an
//! argument, a field, a pointer to a pointer, an offset); through the pointer something is done (a store, an update, a copy, a call of the library, `free`, a read); and a check speaks of one of the objects.

use std::fmt::Write;

use super::rng::Rng;

/// A program, and what may be written on some of its lines.
#[derive(Debug)]
pub(crate) struct Made {
    pub(crate) text: String,
    pub(crate) choices: Vec<Choice>,
}

/// A line on which a variable gets a constant.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    /// From 1.
    pub(crate) line: usize,
    pub(crate) name: String,
    pub(crate) value: i64,
    pub(crate) others: Vec<i64>,
    /// With other values the same statements are executed.
    pub(crate) keeps_path: bool,
}

/// What the objects are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Int,
    Record,
    Text,
    Block,
}

const OBJECTS: [&str; 3] = ["a", "b", "c"];

struct Maker {
    rng: Rng,
    globals: String,
    functions: String,
    /// Lines of `main`.
    lines: Vec<String>,
    choices: Vec<(usize, String, i64, Vec<i64>)>,
    /// Of the choices so far.
    keeps_path: Vec<bool>,
    kind: Kind,
}

pub(crate) fn program(seed: u64) -> Made {
    let mut rng = Rng::new(seed);
    let kind = *rng.pick(&[Kind::Int, Kind::Int, Kind::Record, Kind::Text, Kind::Block]);
    let mut maker = Maker {
        rng,
        globals: String::new(),
        functions: String::new(),
        lines: Vec::new(),
        choices: Vec::new(),
        keeps_path: Vec::new(),
        kind,
    };
    maker.objects();
    maker.noise();
    let pointer = maker.pointer();
    maker.noise();
    maker.use_of(&pointer);
    maker.noise();
    maker.check();
    maker.finish()
}

impl Maker {
    fn line(&mut self, text: &str) {
        self.lines.push(text.to_owned());
    }

    /// A variable that gets its constant on a line of its own.
    fn choice(&mut self, name: &str, values: std::ops::Range<i64>) -> String {
        let value = self.rng.between(values.start, values.end - 1);
        // Another value than all that are chosen: of two equal ones, the first is told.
        self.line(&format!("int {name} = 9;"));
        if self.rng.percent(30) {
            self.noise();
        }
        // Library functions written in C take other ways with other lengths.
        self.keeps_path.push(name == "i");
        let others = values.filter(|&other| other != value).collect();
        self.choices.push((self.lines.len(), name.to_owned(), value, others));
        self.line(&format!("{name} = {value};"));
        name.to_owned()
    }

    fn objects(&mut self) {
        let is_static = self.rng.percent(40);
        let texts: Vec<String> = match self.kind {
            Kind::Int => (0..3).map(|n| format!("int {} = {n};", OBJECTS[n])).collect(),
            Kind::Record => {
                (0..3).map(|n| format!("struct r {} = {{{n}, {n}}};", OBJECTS[n])).collect()
            }
            Kind::Text => {
                (0..3).map(|n| format!("char {}[8] = \"{}\";", OBJECTS[n], "k".repeat(n))).collect()
            }
            Kind::Block => Vec::new(),
        };
        for text in texts {
            match is_static {
                true => self.globals.push_str(&format!("static {text}\n")),
                false => self.line(&text),
            }
        }
        if self.kind == Kind::Block {
            for (n, name) in OBJECTS.iter().enumerate() {
                self.line(&format!("int *{name} = malloc(2 * sizeof(int));"));
                self.line(&format!("if (!{name}) return 0;"));
                self.line(&format!("{name}[0] = {n};"));
                self.line(&format!("{name}[1] = {n};"));
            }
        }
    }

    /// What points to an object, as the program says it.
    fn address(&self, object: usize) -> String {
        match self.kind {
            Kind::Int | Kind::Record => format!("&{}", OBJECTS[object]),
            Kind::Text | Kind::Block => OBJECTS[object].to_owned(),
        }
    }

    fn element(&self) -> &'static str {
        match self.kind {
            Kind::Int | Kind::Block => "int",
            Kind::Record => "struct r",
            Kind::Text => "char",
        }
    }

    /// Nothing that matters.
    fn noise(&mut self) {
        let number = self.lines.len();
        if self.rng.percent(40) {
            self.line(&format!("int z{number} = {};", number % 5));
        }
    }

    /// An expression that points to an object which a choice decides.
    fn pointer(&mut self) -> String {
        let (ty, all) = (self.element(), [0, 1, 2].map(|object| self.address(object)));
        let [a, b, c] = all;
        match self.rng.below(11) {
            0 => {
                self.line(&format!("{ty} *d[3] = {{{a}, {b}, {c}}};"));
                let i = self.choice("i", 0..3);
                format!("d[{i}]")
            }
            1 => {
                let i = self.choice("i", 0..2);
                self.line(&format!("{ty} *p = {i} ? {a} : {b};"));
                "p".to_owned()
            }
            2 => {
                let i = self.choice("i", 0..3);
                self.keeps_path = vec![false];
                self.line(&format!("{ty} *p = {a};"));
                self.line(&format!("if ({i} > 0)"));
                self.line(&format!("  p = {i} > 1 ? {c} : {b};"));
                "p".to_owned()
            }
            3 => {
                let i = self.choice("i", 0..3);
                self.keeps_path = vec![false];
                self.line(&format!("{ty} *p;"));
                self.line(&format!("switch ({i}) {{"));
                self.line(&format!("case 0: p = {a}; break;"));
                self.line(&format!("case 1: p = {b}; break;"));
                self.line(&format!("default: p = {c};"));
                self.line("}");
                "p".to_owned()
            }
            4 => {
                self.line(&format!("{ty} *d[3] = {{{a}, {b}, {c}}};"));
                let n = self.choice("n", 0..3);
                self.line(&format!("{ty} **q = d;"));
                self.line(&format!("for (int k = 0; k < {n}; k++)"));
                self.line("  q++;");
                "*q".to_owned()
            }
            5 => {
                self.functions.push_str(&format!(
                    "static {ty} *chosen({ty} **from, int which)\n{{\n  return from[which];\n}}\n"
                ));
                self.line(&format!("{ty} *d[3] = {{{a}, {b}, {c}}};"));
                let i = self.choice("i", 0..3);
                match self.rng.percent(50) {
                    true => format!("chosen(d, {i})"),
                    false => {
                        self.line(&format!("{ty} *p = chosen(d, {i});"));
                        "p".to_owned()
                    }
                }
            }
            6 => {
                self.globals.push_str(&format!("struct box {{ int n; {ty} *at; }};\n"));
                self.line(&format!("struct box x[2] = {{{{1, {a}}}, {{2, {b}}}}};"));
                let i = self.choice("i", 0..2);
                match self.rng.percent(50) {
                    true => format!("x[{i}].at"),
                    false => {
                        self.line(&format!("struct box *y = x + {i};"));
                        "y->at".to_owned()
                    }
                }
            }
            7 => {
                self.line(&format!("{ty} *d[3] = {{{a}, {b}, {c}}};"));
                let i = self.choice("i", 0..3);
                self.line(&format!("{ty} **q = &d[{i}];"));
                "*q".to_owned()
            }
            8 => {
                self.line(&format!("{ty} *d[3] = {{{a}, {b}, {c}}};"));
                self.line("int way[3] = {2, 0, 1};");
                let i = self.choice("i", 0..3);
                format!("d[way[{i}]]")
            }
            9 => {
                self.line(&format!("{ty} *p = {a}, *r = {b};"));
                let i = self.choice("i", 0..2);
                self.keeps_path = vec![false];
                self.line(&format!("if ({i} == 1) {{"));
                self.line(&format!("  {ty} *t = p;"));
                self.line("  p = r;");
                self.line("  r = t;");
                self.line("}");
                "p".to_owned()
            }
            _ => {
                self.functions.push_str(&format!("static {ty} *first_of({ty} *l, {ty} *r) {{ return l; }}\nstatic {ty} *second_of({ty} *l, {ty} *r) {{ return r; }}\n"));
                self.line(&format!("{ty} *(*f[2])({ty} *, {ty} *) = {{first_of, second_of}};"));
                let i = self.choice("i", 0..2);
                self.keeps_path = vec![false];
                format!("f[{i}]({a}, {b})")
            }
        }
    }

    /// Something is done through the pointer.
    fn use_of(&mut self, p: &str) {
        let value = self.rng.between(5, 7);
        match self.kind {
            Kind::Int | Kind::Block => match self.rng.below(10) {
                0 | 1 => self.line(&format!("*({p}) = {value};")),
                2 => self.line(&format!("*({p}) += {value};")),
                3 => self.line(&format!("(*({p}))++;")),
                4 => self.line(&format!("memset({p}, {value}, sizeof(int));")),
                5 => {
                    self.line(&format!("int from[2] = {{{value}, {value}}};"));
                    let n = self.choice("len", 0..5);
                    self.line(&format!("memcpy({p}, from, {n});"));
                }
                6 => self.line(&format!("sscanf(\"{value}\", \"%d\", {p});")),
                7 => {
                    self.functions.push_str("static void put(int *to, int v)\n{\n  *to = v;\n}\n");
                    self.line(&format!("put({p}, {value});"));
                }
                8 if self.kind == Kind::Block => self.line(&format!("free({p});")),
                _ => {
                    self.line(&format!("int read = *({p});"));
                    self.line("a_read = read;");
                    self.globals.push_str("static int a_read;\n");
                }
            },
            Kind::Record => match self.rng.below(6) {
                0 => self.line(&format!("({p})->v = {value};")),
                1 => {
                    self.line(&format!("struct r whole = {{{value}, {value}}};"));
                    self.line(&format!("*({p}) = whole;"));
                }
                2 => self.line(&format!("({p})->w += {value};")),
                3 => {
                    self.line(&format!("struct r whole = {{{value}, {value}}};"));
                    self.line(&format!("memcpy({p}, &whole, sizeof whole);"));
                }
                4 => {
                    self.globals.push_str("static int a_read;\n");
                    self.line(&format!("struct r got = *({p});"));
                    self.line("a_read = got.v;");
                }
                _ => {
                    self.globals.push_str("static int a_read;\n");
                    self.line(&format!("a_read = ({p})->v;"));
                }
            },
            Kind::Text => match self.rng.below(8) {
                0 => self.line(&format!("strcpy({p}, \"xy\");")),
                1 => self.line(&format!("({p})[0] = 'x';")),
                2 => self.line(&format!("memset({p}, 'x', 2);")),
                3 => self.line(&format!("sprintf({p}, \"x%d\", {value});")),
                4 => {
                    let n = self.choice("len", 0..4);
                    self.line(&format!("strncpy({p}, \"xyz\", {n});"));
                }
                5 => self.line(&format!("strcat({p}, \"x\");")),
                6 => {
                    self.globals.push_str("static int a_read;\n");
                    self.line(&format!("a_read = (int)strlen({p});"));
                }
                _ => {
                    self.globals.push_str("static int a_read;\n");
                    self.line(&format!("a_read = strcmp({p}, \"k\") == 0;"));
                }
            },
        }
    }

    fn check(&mut self) {
        let object = OBJECTS[self.rng.below(3)];
        let value = self.rng.between(0, 7);
        let place = match self.kind {
            _ if self.globals.contains("a_read") => "a_read".to_owned(),
            Kind::Int => object.to_owned(),
            Kind::Record => format!("{object}.{}", self.rng.pick(&["v", "w"])),
            Kind::Text => format!("{object}[0]"),
            Kind::Block => format!("{object}[0]"),
        };
        let value = match self.kind {
            Kind::Text if place != "a_read" => (*self.rng.pick(&["'x'", "'k'", "0"])).to_owned(),
            _ => value.to_string(),
        };
        let operator = *self.rng.pick(&["==", "==", "==", "!=", "<", ">"]);
        self.line(&format!("//@ assert {place} {operator} {value};"));
    }

    fn finish(self) -> Made {
        let mut text =
            String::from("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n");
        if self.kind == Kind::Record {
            text.push_str("struct r { int v; int w; };\n");
        }
        let _ = write!(text, "{}{}int main(void)\n{{\n", self.globals, self.functions);
        let before = text.lines().count();
        for line in &self.lines {
            let _ = writeln!(text, "  {line}");
        }
        text.push_str("  return 0;\n}\n");
        let choices = self.choices.into_iter().zip(self.keeps_path);
        let choices = choices.map(|((at, name, value, others), keeps_path)| {
            let line = before + at + 1;
            Choice { line, name, value, others, keeps_path }
        });
        Made { choices: choices.collect(), text }
    }
}
