//! Every check, failing in every form of operand: a constant, a variable, a product, a quotient, a cast, a sum, an element, the answer of a function.

use super::Subject;

/// An operand as C text over `i` and `j`, and the values of these with which it is 7, and with which it is 0.
const FORMS: [(&str, [i64; 2], [i64; 2]); 9] = [
    ("7 + 0 * i", [0, 0], [0, 0]),
    ("i", [7, 1], [0, 1]),
    ("i * j", [7, 1], [0, 3]),
    ("i / j", [64, 9], [3, 9]),
    ("i % j", [27, 10], [20, 10]),
    ("(unsigned char)i", [263, 0], [256, 0]),
    ("(signed char)(i + j)", [200, 63], [200, 56]),
    ("same(i)", [7, 0], [0, 0]),
    ("list[i & 3]", [3, 0], [2, 0]),
];

/// What fails where the operand is 7 (`#`), and where it is 0 (`$`).
const RISKS: [(&str, &str); 22] = [
    ("bounds of a local array", "int t[5] = {0}; t[#] = 1; return t[0];"),
    ("bounds of a local array, read", "int t[5] = {0}; return t[#];"),
    ("bounds before a local array", "int t[5] = {0}; return t[$ - 1];"),
    ("bounds of a static array", "return table[#];"),
    ("bounds of a static array, written", "table[#] |= 1; return 0;"),
    (
        "bounds of a block",
        "int *t = malloc(5 * sizeof(int)); if (!t) return 0; t[#] = 1; return 0;",
    ),
    ("bounds of an inner array", "struct { int a[5]; int b[5]; } r = {{0}, {0}}; return r.a[#];"),
    ("bounds of a row", "int t[3][5] = {{0}}; return t[1][#];"),
    ("bounds of a literal", "return \"abcd\"[#];"),
    ("bounds through a pointer", "int t[5] = {0}; int *p = t; p += #; return *p;"),
    (
        "bounds of a copy",
        "char t[5] = {0}; memcpy(t, \"abcdefghijkl\", (unsigned long)(#)); return t[0];",
    ),
    ("null", "int *p = $ ? table : 0; return *p;"),
    (
        "lifetime of a block",
        "int *t = calloc(9, sizeof(int)); if (!t) return 0; free(t); return t[#];",
    ),
    ("lifetime of a local", "int *p = table; { int inner = #; p = &inner; } return *p;"),
    ("division", "return 9 / ($);"),
    ("remainder", "return 9 % ($);"),
    ("overflow of a sum", "return 2147483641 + (#);"),
    ("overflow of a product", "return 400000000 * (#);"),
    ("shift", "return 1 << (5 * (#));"),
    ("uninitialised", "int t[9]; t[0] = 1; if (t[#] == 3) return 1; return 0;"),
    ("assertion", "int v = #; assert(v != 7); return 0;"),
    ("unreachable", "if ((#) == 7) reach_error(); return 0;"),
];

pub(crate) fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    for (form, seven, zero) in FORMS {
        for (risk, text) in RISKS {
            let is_zero = text.contains('$');
            let zero_form = if form.starts_with('7') { "0 * i" } else { form };
            let body =
                text.replace('#', &format!("({form})")).replace('$', &format!("({zero_form})"));
            let [i, j] = if is_zero { zero } else { seven };
            let body = body.replace("; ", ";\n    ");
            let text = format!(
                "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\nextern void reach_error(void);\n\
                 static int table[5];\nstatic int same(int v) {{ return v; }}\nint f(int i, int j) {{\n    int list[4] = {{1, 2, 0, 7}};\n    {body}\n}}\n"
            );
            let options = [
                "--function".to_owned(),
                "f".to_owned(),
                "--input".to_owned(),
                format!("i={i}"),
                "--input".to_owned(),
                format!("j={j}"),
            ];
            subjects.push(Subject {
                name: format!("{risk}: {form}"),
                text,
                options: options.to_vec(),
                stdin: "",
            });
        }
    }
    subjects
}
