//! Programs with one input that a branch asks about: it decides whether a check fails, or sets something that nothing asks about.

use serde_json::Value;

use super::said::Said;

/// How a program comes by its input, with the options of the command.
const SOURCES: [(&str, &str, &[&str]); 4] = [
    ("int main(int argc, char **argv) { int in = argc;", "in", &[]),
    ("int f(int in) {", "in", &["--function", "f", "--input", "in=1"]),
    ("int main(void) { int in = getchar();", "in", &[]),
    (
        "extern int __VERIFIER_nondet_int(void);\nint main(void) { int in = __VERIFIER_nondet_int();",
        "in",
        &[],
    ),
];

/// What the input does to `id`, of which checks need not ask. `9` is what it is otherwise.
const BRANCHES: [&str; 4] = [
    "if (IN > 1000) r.id = 4;",
    "if (IN > 1000) r.id = 4; else r.id = 9;",
    "r.id = IN > 1000 ? 4 : 9;",
    "for (int i = 0; i < 3; i++) if (IN > 1000 + i) r.id = 4;",
];

/// What fails whatever the input is.
const CERTAIN: [&str; 5] = [
    "strcpy(r.name, \"longer than\");",
    "int zero = 0; zero = 1 / zero;",
    "char *p = 0; *p = 1;",
    "int t[2] = {0}; t[2] = 1;",
    "int n = 2147483647; n = n + 1;",
];

/// What fails where `id` is 9.
const DEPENDING: [&str; 3] =
    ["assert(r.id != 9);", "int t[5] = {0}; t[r.id] = 1;", "int d = 1 / (r.id - 9); r.id = d;"];

pub(crate) struct Program {
    pub(crate) text: String,
    pub(crate) options: &'static [&'static str],
    /// No input matters.
    is_certain: bool,
}

pub(crate) fn all() -> Vec<Program> {
    let mut all = Vec::new();
    for (head, input, options) in SOURCES {
        for branch in BRANCHES {
            let risks = CERTAIN.iter().map(|risk| (risk, true));
            for (risk, is_certain) in risks.chain(DEPENDING.iter().map(|risk| (risk, false))) {
                let branch = branch.replace("IN", input);
                let text = format!(
                    "#include <assert.h>\n#include <stdio.h>\n#include <string.h>\nstruct rec {{ char name[8]; int id; }};\n\
                     {head}\n  struct rec r = {{\"\", 9}};\n  {branch}\n  {risk}\n  return r.id;\n}}\n"
                );
                all.push(Program { text, options, is_certain });
            }
        }
    }
    all
}

impl Program {
    /// What should be said, and is not.
    pub(crate) fn missing(&self, said: &Said, failure: &Value) -> Vec<String> {
        let mut missing = Vec::new();
        if !failure.is_object() {
            missing.push("it does not fail".to_owned());
        }
        if self.is_certain {
            let all = failure["explanations"].as_array().into_iter().flatten();
            for input in all.filter_map(|it| it["inputs_that_matter"].as_array()).flatten() {
                missing.push(format!("{} matters", input["name"]));
            }
            if said.has_mark('@') {
                missing.push("an input is marked".to_owned());
            }
        }
        missing
    }
}
