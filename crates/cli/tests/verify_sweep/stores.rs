//! Stores at computed places inside of branches whose other arms might have set what is asked about: loops that are left early in every way, over storage of every kind.

use super::Subject;

/// Where the elements are: a declaration at file scope, one in `main`, and what the function that fills them is given.
const STORAGE: [(&str, &str, &str, &str); 4] = [
    ("", "char in[8] = {0};", "char *s", "in"),
    ("static char in[8];", "", "char *s", "in"),
    ("struct text { char in[8]; };", "struct text t = {{0}};", "struct text *t", "&t"),
    ("", "char *in = calloc(8, 1);\n  if (!in) return 0;", "char *s", "in"),
];

/// How an element is set.
const STORES: [&str; 3] = ["S[n] = (char)c;", "*(S + n) = (char)c;", "memset(S + n, c, 1);"];

/// How a loop is left before its end.
const EXITS: [&str; 5] = [
    "if (c == -1) { if (n == 0) return 0; break; }",
    "if (c == -1) return n;",
    "if (c == -1) goto end;",
    "if (c == '\\n') break;",
    "if (c == '\\n') continue;",
];

/// What stands behind the loop.
const ENDS: [&str; 2] = ["S[n] = 0;", "if (n < size - 1) S[n + 1] = 1;"];

pub(crate) fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    for (global, local, parameter, argument) in STORAGE {
        for store in STORES {
            for exit in EXITS {
                for end in ENDS {
                    let name = format!("{global}{local} {store} {exit} {end}");
                    let elements = if parameter.contains("struct") { "t->in" } else { "s" };
                    let first = if parameter.contains("struct") { "t.in[0]" } else { "in[0]" };
                    let text = format!(
                        "#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n{global}\n\
                         static int fill({parameter}, int size) {{\n  int n = 0, rounds = 0;\n  while (n < size - 1 && rounds++ < 6) {{\n    int c = getchar();\n    {exit}\n    {store}\n    n++;\n  }}\n\
                         end:\n  {end}\n  return n;\n}}\n\
                         int main(void) {{\n  {local}\n  if (!fill({argument}, 8)) return 0;\n  assert({first} == 6);\n  return 0;\n}}\n"
                    );
                    let text = text
                        .replace("S[", &format!("{elements}["))
                        .replace("(S +", &format!("({elements} +"));
                    subjects.push(Subject { name, text, options: Vec::new(), stdin: "b\n" });
                }
            }
        }
    }
    subjects
}
