//! Values and names as C programmers write them: small programs, a statement, what it is said to set.
//!
//! Each row names a statement by its text; the last execution of it counts. Every program fails at its end, so that there is a run to tell.

use crate::common;

use common::json_report;
use serde_json::Value;

/// A program (the body of `main` behind some declarations) and what its statements set.
struct Program {
    declarations: &'static str,
    body: &'static str,
    /// Text of a statement, and what it sets.
    rows: &'static [(&'static str, &'static str)],
}

const HEADERS: &str = "#include <assert.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
                       struct point { int x, y; };\nstruct node { int value; struct node *next; };\n";

const PROGRAMS: &[Program] = &[
    // Numbers.
    Program {
        declarations: "enum color { RED, GREEN, BLUE };",
        body: "char c = 'a'; char newline = '\\n'; char quote = '\\''; char zero = 0; signed char low = -1;
               unsigned char high = 200; _Bool yes = 5; enum color color = BLUE; color = 7;
               float tenth = 0.1f; double third = 1.0 / 3; double big = 1e100; double whole = 3; double none = 0.0; double inf = 1 / 1e-320;
               unsigned long most = -1; long least = -9223372036854775807L - 1; unsigned u = 4000000000u;",
        rows: &[
            ("char c = 'a'", "c = 97 'a'"),
            ("char newline = '\\n'", "newline = 10 '\\n'"),
            ("char quote = '\\''", "quote = 39 '\\''"),
            ("char zero = 0", "zero = 0"),
            ("signed char low = -1", "low = -1"),
            ("unsigned char high = 200", "high = 200"),
            ("_Bool yes = 5", "yes = true"),
            ("enum color color = BLUE", "color = BLUE"),
            ("color = 7", "color = 7"),
            ("float tenth = 0.1f", "tenth = 0.1"),
            ("double third = 1.0 / 3", "third = 0.3333333333333333"),
            ("double big = 1e100", "big = 1e100"),
            ("double whole = 3", "whole = 3.0"),
            ("double none = 0.0", "none = 0.0"),
            ("double inf = 1 / 1e-320", "inf = inf"),
            ("unsigned long most = -1", "most = 18446744073709551615"),
            ("long least = -9223372036854775807L - 1", "least = -9223372036854775808"),
            ("unsigned u = 4000000000u", "u = 4000000000"),
        ],
    },
    // Structures.
    Program {
        declarations: "struct user { char name[8]; int scores[3]; struct point at; };
                       struct point make(int x, int y) { struct point made = { x, y }; return made; }
                       int area(struct point side) { return side.x * side.y; }
                       struct point global;",
        body: "struct point p = { 3, 4 }; struct point q = p; q.y = 5; struct point r = make(5, 6);
               int product = area((struct point){ 2, 3 });
               struct user u = { \"bob\", { 1, 2, 3 }, { 7, 8 } }; struct user w = u; w.at = q; w.scores[1] = 9; w.name[0] = 'B';
               struct point ps[2] = { { 1, 2 }, { 3, 4 } }; ps[1] = p; ps[0].x = 10;
               memset(&p, 0, sizeof p); memcpy(&q, &r, sizeof q); global = q;
               struct { int a; struct { int b, c; }; } anonymous = { 1, { 2, 3 } }; anonymous.c = 4;
               struct { int only; } one = { 1 };
               struct { char tag; double number; } padded = { 'x', 1.5 }; memset(&padded, 0, sizeof padded);",
        rows: &[
            ("struct point p = { 3, 4 }", "p = {.x = 3, .y = 4}"),
            ("struct point q = p", "q = {.x = 3, .y = 4}"),
            ("q.y = 5", "q.y = 5"),
            ("return made", "r = {.x = 5, .y = 6}"),
            ("int product = area((struct point){ 2, 3 })", "side = {.x = 2, .y = 3}"),
            (
                "struct user u = { \"bob\", { 1, 2, 3 }, { 7, 8 } }",
                "u = {.name = \"bob\", .scores = {1, 2, 3}, .at = {.x = 7, .y = 8}}",
            ),
            (
                "struct user w = u",
                "w = {.name = \"bob\", .scores = {1, 2, 3}, .at = {.x = 7, .y = 8}}",
            ),
            ("w.at = q", "w.at = {.x = 3, .y = 5}"),
            ("w.scores[1] = 9", "w.scores[1] = 9"),
            ("w.name[0] = 'B'", "w.name[0] = 66 'B'"),
            (
                "struct point ps[2] = { { 1, 2 }, { 3, 4 } }",
                "ps = {{.x = 1, .y = 2}, {.x = 3, .y = 4}}",
            ),
            ("ps[1] = p", "ps[1] = {.x = 3, .y = 4}"),
            ("ps[0].x = 10", "ps[0].x = 10"),
            ("memset(&p, 0, sizeof p)", "p = {.x = 0, .y = 0}"),
            ("memcpy(&q, &r, sizeof q)", "q = {.x = 5, .y = 6}"),
            ("global = q", "global = {.x = 5, .y = 6}"),
            (
                "struct { int a; struct { int b, c; }; } anonymous = { 1, { 2, 3 } }",
                "anonymous = {.a = 1, .b = 2, .c = 3}",
            ),
            ("anonymous.c = 4", "anonymous.c = 4"),
            ("struct { int only; } one = { 1 }", "one.only = 1"),
            (
                "struct { char tag; double number; } padded = { 'x', 1.5 }",
                "padded = {.tag = 120 'x', .number = 1.5}",
            ),
            ("memset(&padded, 0, sizeof padded)", "padded = {.tag = 0, .number = 0.0}"),
        ],
    },
    // Unions and bit-fields.
    Program {
        declarations: "union value { int i; double d; char *s; }; struct tagged { int tag; union value v; };
                       struct bits { unsigned a : 3; int b : 5; unsigned : 2; unsigned c : 1; };",
        body: "struct tagged t = { 1 }; t.v.d = 3.5; struct tagged copy = t; t.v.s = \"text\"; copy = t;
               union value v; v.d = 0.5; v.i = 2;
               struct bits b = { 1, -2, 1 }; b.b = -3; b.c = 0; struct bits same = b;",
        rows: &[
            ("struct tagged t = { 1 }", "t = {.tag = 1, .v = {.i = 0}}"),
            ("t.v.d = 3.5", "t.v.d = 3.5"),
            ("struct tagged copy = t", "copy = {.tag = 1, .v = {.d = 3.5}}"),
            ("t.v.s = \"text\"", "t.v.s = \"text\""),
            ("copy = t", "copy = {.tag = 1, .v = {.s = \"text\"}}"),
            ("v.d = 0.5", "v.d = 0.5"),
            ("v.i = 2", "v.i = 2"),
            ("struct bits b = { 1, -2, 1 }", "b = {.a = 1, .b = -2, .c = 1}"),
            ("b.b = -3", "b.b = -3"),
            ("b.c = 0", "b.c = 0"),
            ("struct bits same = b", "same = {.a = 1, .b = -3, .c = 0}"),
        ],
    },
    // Arrays and strings.
    Program {
        declarations: "typedef struct { unsigned char id[4]; uint8_t flags; } header;",
        body: "int a[3] = { 1, 2, 3 }; int m[2][2] = { { 1, 2 }, { 3, 4 } }; m[1][0] = 5; int some[8] = { 1 };
               char words[2][4] = { \"ab\", \"cd\" }; char text[8] = \"abc\"; char raw[4] = { 1, 2, -3, 4 };
               unsigned char mixed[5] = { 0xff, 'a', '1', 7, 0 }; header h = { \"abc\", 'x' }; header n = { { 1, 2, 3, 4 }, 128 };
               strcpy(text, \"hi\"); strcat(text, \"!\"); strncpy(text, \"hey\", 3); sprintf(text, \"n=%d\", 42); memset(text, 'A', 8);
               char odd[16] = \"\\x01\" \"2\\t\\\"q\\\"\\0015\\n\"; char after[8] = \"ab\\0cd\"; char digits[8] = \"abc\\0001\"; char utf[8] = \"gr\\xc3\\xbcn\";
               int zeros[100]; memset(zeros, 0, sizeof zeros); long big[1000]; for (int i = 0; i < 1000; i++) big[i] = i;
               long copied[1000]; memcpy(copied, big, sizeof big); memcpy(copied, &big[100], 2 * sizeof *big); char line[300]; memset(line, 'q', 300);
               int x = 258; ((char *)&x)[1] = 2; int n2 = 3; int vla[n2]; vla[1] = 7; int *in_vla = &vla[2];",
        rows: &[
            ("int a[3] = { 1, 2, 3 }", "a = {1, 2, 3}"),
            ("int m[2][2] = { { 1, 2 }, { 3, 4 } }", "m = {{1, 2}, {3, 4}}"),
            ("m[1][0] = 5", "m[1][0] = 5"),
            ("int some[8] = { 1 }", "some = {1, 0, 0, 0, 0, 0, 0, 0}"),
            ("char words[2][4] = { \"ab\", \"cd\" }", "words = {\"ab\", \"cd\"}"),
            ("char text[8] = \"abc\"", "text = \"abc\""),
            ("char raw[4] = { 1, 2, -3, 4 }", "raw = {1, 2, -3, 4}"),
            (
                "unsigned char mixed[5] = { 0xff, 'a', '1', 7, 0 }",
                "mixed = {255, 97, 49, 7, 0}",
            ),
            ("header h = { \"abc\", 'x' }", "h = {.id = \"abc\", .flags = 120 'x'}"),
            ("header n = { { 1, 2, 3, 4 }, 128 }", "n = {.id = {1, 2, 3, 4}, .flags = 128}"),
            ("strcpy(text, \"hi\")", "text = \"hi\""),
            ("strcat(text, \"!\")", "text[2..3] = \"!\""),
            ("strncpy(text, \"hey\", 3)", "text[0..2] = \"hey\""),
            ("sprintf(text, \"n=%d\", 42)", "text = \"n=42\""),
            ("memset(text, 'A', 8)", "text = \"AAAAAAAA\""),
            (
                "char odd[16] = \"\\x01\" \"2\\t\\\"q\\\"\\0015\\n\"",
                "odd = \"\\0012\\t\\\"q\\\"\\0015\\n\"",
            ),
            ("char after[8] = \"ab\\0cd\"", "after = \"ab\\0cd\""),
            ("char digits[8] = \"abc\\0001\"", "digits = \"abc\\0001\""),
            ("char utf[8] = \"gr\\xc3\\xbcn\"", "utf = \"grün\""),
            ("memset(zeros, 0, sizeof zeros)", "zeros = {0 <repeats 100 times>}"),
            (
                "memcpy(copied, big, sizeof big)",
                "copied = {0, 1, 2, 3, 4, 5, 6, 7, ..., 992, 993, 994, 995, 996, 997, 998, 999} (1000 elements)",
            ),
            ("memcpy(copied, &big[100], 2 * sizeof *big)", "copied[0..1] = {100, 101}"),
            (
                "memset(line, 'q', 300)",
                "line = \"qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\"...\"qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\" (300 characters)",
            ),
            ("((char *)&x)[1] = 2", "((char *)&x)[1] = 2"),
            ("int vla[n2]", ""),
            ("vla[1] = 7", "vla[1] = 7"),
            ("int *in_vla = &vla[2]", "in_vla = &vla[2]"),
        ],
    },
    // Storage that has no value yet.
    Program {
        declarations: "struct user { char name[4]; int id; };",
        body: "struct point p; p.x = 1; struct point q; memcpy(&q, &p, sizeof q);
               int a[3]; a[1] = 5; int b[3]; memcpy(b, a, sizeof b);
               struct user u; u.id = 7; struct user v = u; strcpy(u.name, \"a\"); v = u;",
        rows: &[
            ("memcpy(&q, &p, sizeof q)", "q = {.x = 1, .y = ?}"),
            ("memcpy(b, a, sizeof b)", "b = {?, 5, ?}"),
            ("struct user v = u", "v = {.name = ?, .id = 7}"),
            ("v = u", "v = {.name = \"a\", .id = 7}"),
        ],
    },
    // Pointers to variables, functions and literals.
    Program {
        declarations: "int twice(int x) { return 2 * x; }
                       int *escape(void) { int local = 3; int *inside = &local; return inside; }
                       struct user { char name[8]; int scores[3]; };\n#define GREETING \"hello\" \" \" \"world\"",
        body: "struct user u = { \"bob\" }; struct point p = { 1, 2 }; struct point ps[2] = { { 0 } }; int x = 1; char buf[8] = \"abc\"; int m[2][3] = { 0 };
               int *none = NULL; int *px = &x; struct point *pp = &p; int *py = &p.y; int *score = &u.scores[1]; void *raw = &u; raw = &u.scores[2];
               char *text = buf; char *rest = buf + 2; char *end = buf + 8; char *far = buf; far += 9; int *before = m[0]; before -= 1; px = (int *)16; px = &x; struct point *behind = ps + 2; int *next = &x + 1;
               int *row = m[1]; int *row_end = m[0] + 3; int (*rows)[3] = &m[1]; char *bytes = (char *)&x; char *second = bytes + 1;
               int (*call)(int) = twice; raw = (void *)twice; const char *hello = \"hello\"; const char *ello = hello + 1; const char *made = GREETING;
               char *names[3] = { \"one\", \"two\", NULL }; int (*calls[2])(int) = { twice, NULL };
               int *gone = escape(); struct point *literal = &(struct point){ 5, 6 }; struct node self = { 1, &self }; int **ppx = &px;
               for (int i = 0; i < 2; i++) { int inner = i; px = &inner; } int *outlived = px; struct user *pu = &u; char *name_end = pu->name + 8;",
        rows: &[
            ("int *none = NULL", "none = NULL"),
            ("int *px = &x", "px = &x"),
            ("struct point *pp = &p", "pp = &p"),
            ("int *py = &p.y", "py = &p.y"),
            ("int *score = &u.scores[1]", "score = &u.scores[1]"),
            ("void *raw = &u", "raw = &u"),
            ("raw = &u.scores[2]", "raw = &u.scores[2]"),
            ("char *text = buf", "text = &buf[0] \"abc\""),
            ("char *rest = buf + 2", "rest = &buf[2] \"c\""),
            ("char *end = buf + 8", "end = &buf[8] (one past the end)"),
            ("struct point *behind = ps + 2", "behind = &ps[2] (one past the end)"),
            ("int *next = &x + 1", "next = &x + 1 (one past the end)"),
            ("int *row = m[1]", "row = &m[1][0]"),
            ("int *row_end = m[0] + 3", "row_end = &m[0][3] (one past the end)"),
            ("int (*rows)[3] = &m[1]", "rows = &m[1]"),
            ("char *bytes = (char *)&x", "bytes = &x"),
            ("char *second = bytes + 1", "second = (char *)&x + 1"),
            ("int (*call)(int) = twice", "call = twice"),
            ("raw = (void *)twice", "raw = twice"),
            ("const char *hello = \"hello\"", "hello = \"hello\""),
            ("const char *ello = hello + 1", "ello = \"hello\" + 1"),
            ("const char *made = GREETING", "made = \"hello world\""),
            ("char *names[3] = { \"one\", \"two\", NULL }", "names = {\"one\", \"two\", NULL}"),
            ("int (*calls[2])(int) = { twice, NULL }", "calls = {twice, NULL}"),
            ("return inside", "gone = &local (no longer exists)"),
            ("struct point *literal = &(struct point){ 5, 6 }", "literal = &(struct point){ 5, 6 }"),
            ("struct node self = { 1, &self }", "self = {.value = 1, .next = &self}"),
            ("int **ppx = &px", "ppx = &px"),
            ("far += 9", "far = &buf[9] (out of bounds)"),
            ("before -= 1", "before = &m[0][-1] (out of bounds)"),
            ("px = (int *)16", "px = 0x10"),
            ("px = &inner", "px = &inner"),
            ("int *outlived = px", "outlived = &inner (no longer exists)"),
            ("char *name_end = pu->name + 8", "name_end = &u.name[8] (one past the end)"),
        ],
    },
    // The heap.
    Program {
        declarations: "void set(struct node *it) { it->value = 8; }\nvoid fill(int *to, int n) { for (int i = 0; i < n; i++) to[i] = i; }",
        body: "struct node *n = malloc(sizeof *n); n->value = 1; n->next = malloc(sizeof *n); n->next->value = 2; n->next->next = NULL;
               struct node *t = n->next; t->value = 3; *t = (struct node){ 4, NULL }; *n = *t; set(n);
               int *arr = malloc(4 * sizeof *arr); arr[2] = 5; int at = 1; arr[at] = 6; fill(arr, 3); int *last = &arr[3]; int *end = arr + 4; memset(arr, 0, 16);
               arr = realloc(arr, 8 * sizeof *arr); arr[at + 1] = 7;
               char *text = malloc(16); strcpy(text, \"on heap\"); char *word = strchr(text, 'h'); char *copy = strdup(text);
               struct point *ps = calloc(3, sizeof *ps); ps[at].y = 2; int *py = &ps[2].y; struct point *behind = ps + 3;
               free(n); struct node *stale = n; void *block = malloc(4); *(int *)block = 9;",
        rows: &[
            ("struct node *n = malloc(sizeof *n)", "n = line 11's block"),
            ("n->value = 1", "n->value = 1"),
            ("n->next->value = 2", "n->next->value = 2"),
            ("n->next->next = NULL", "n->next->next = NULL"),
            ("struct node *t = n->next", "t = line 11's 2nd block"),
            ("t->value = 3", "t->value = 3"),
            ("*t = (struct node){ 4, NULL }", "*t = {.value = 4, .next = NULL}"),
            ("*n = *t", "*n = {.value = 4, .next = NULL}"),
            ("set(n)", "it = line 11's block"),
            ("it->value = 8", "it->value = 8"),
            ("arr[2] = 5", "arr[2] = 5"),
            ("arr[at] = 6", "arr[1] = 6"),
            ("to[i] = i", "to[2] = 2"),
            ("int *last = &arr[3]", "last = &arr[3]"),
            ("int *end = arr + 4", "end = &arr[4] (one past the end)"),
            ("memset(arr, 0, 16)", "arr = {0, 0, 0, 0}"),
            ("arr = realloc(arr, 8 * sizeof *arr)", "arr[0..3] = {0, 0, 0, 0}, arr = line 14's block"),
            ("arr[at + 1] = 7", "arr[2] = 7"),
            ("strcpy(text, \"on heap\")", "text = \"on heap\""),
            ("char *word = strchr(text, 'h')", "word = &text[3] \"heap\""),
            ("char *copy = strdup(text)", "copy = line 15's 2nd block \"on heap\""),
            ("ps[at].y = 2", "ps[1].y = 2"),
            ("int *py = &ps[2].y", "py = &ps[2].y"),
            ("struct point *behind = ps + 3", "behind = &ps[3] (one past the end)"),
            ("struct node *stale = n", "stale = line 11's block (freed)"),
            ("*(int *)block = 9", "*(int *)block = 9"),
        ],
    },
];

#[test]
fn statements_set_what_programmers_would_write() {
    let mut problems = Vec::new();
    let mut rows = 0;
    for program in PROGRAMS {
        let Program { declarations, body, rows: expected } = program;
        let source = format!(
            "{HEADERS}{declarations}\nint main(void) {{\n{body}\nassert(!\"the end\");\n}}\n"
        );
        let report = report("trace", &[], &source);
        let steps = report["failures"][0]["trace"]["steps"].as_array().cloned().unwrap_or_default();
        for (statement, expected) in *expected {
            rows += 1;
            let step = steps.iter().rev().find(|step| step["text"] == *statement);
            let got = step.map_or("(not executed)".to_owned(), |step| joined(&step["writes"]));
            if got != *expected {
                problems.push(format!("{statement}\n  expected: {expected}\n  got:      {got}"));
            }
        }
    }
    assert!(rows >= 120, "{rows} rows");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Options, and the inputs as the report shows them.
const INPUTS: &[(&str, &[&str], &str)] = &[
    ("by_value", &["p={.x=1,.y=2}", "n=3"], "p = {.x = 1, .y = 2}, n = 3"),
    ("array", &["a={1,2,3}", "n=3"], "a = {1, 2, 3}, n = 3"),
    ("array", &["a=[7]", "n=1"], "a[0] = 7, n = 1"),
    ("array", &["a={1, 0 <repeats 98 times>}", "n=3"], "a = {1, 0 <repeats 98 times>}, n = 3"),
    ("matrix", &["m={{1,2},{3,4}}"], "m = {{1, 2}, {3, 4}}"),
    (
        "list",
        &["list={.value=1,.next={.value=2,.next=NULL}}"],
        "*list = {.value = 1, .next = &{.value = 2, .next = NULL}}",
    ),
    ("list", &["*list={.value = 1, .next = NULL}"], "*list = {.value = 1, .next = NULL}"),
    ("list", &["list->value=4"], "*list = {.value = 4, .next = NULL}"),
    (
        "record",
        &["r={.name=\"bob\",.at={{1,2},{3,4}},.f=3,.g=-2,.on=1,.s=\"hey\"}"],
        "*r = {.name = \"bob\", .at = {{.x = 1, .y = 2}, {.x = 3, .y = 4}}, .f = 3, .g = -2, .on = true, .u = {.i = 0}, .s = \"hey\"}",
    ),
    (
        "scalars",
        &["c='a'", "e=GREEN", "ok=true", "d=0.1", "call=twice"],
        "c = 97 'a', e = GREEN, ok = true, d = 0.1, call = twice, where = NULL",
    ),
    (
        "scalars",
        &["c=97 'a'", "d=-inf"],
        "c = 97 'a', e = RED, ok = false, d = -inf, call = NULL, where = NULL",
    ),
    ("string", &["s=\"it's \\\"q\\\"\\n\""], "s = \"it's \\\"q\\\"\\n\""),
    ("string", &["s=[97,98]"], "s = {97 'a', 98 'b'}"),
    ("string", &["s=\"\""], "s[0] = 0"),
];

const WITH_INPUTS: &str = "#include <assert.h>\nstruct point { int x, y; };\nstruct node { int value; struct node *next; };\nenum color { RED, GREEN };\n\
    struct record { char name[8]; struct point at[2]; unsigned f : 3; int g : 4; _Bool on; union { int i; float f; } u; char *s; };\n\
    int twice(int x) { return 2 * x; }\n\
    void by_value(struct point p, int n) { assert(0); }\nvoid array(int *a, int n) { assert(0); }\nvoid matrix(int m[2][2]) { assert(0); }\n\
    void list(struct node *list) { assert(0); }\nvoid record(struct record *r) { assert(0); }\nvoid string(const char *s) { assert(0); }\n\
    void scalars(char c, enum color e, _Bool ok, double d, int (*call)(int), void *where) { assert(0); }\n";

#[test]
fn inputs_are_shown_as_one_value_each() {
    let mut problems = Vec::new();
    for (function, inputs, expected) in INPUTS {
        let mut options = vec!["--function", function];
        options.extend(inputs.iter().flat_map(|input| ["--input", input]));
        // Whether the run was watched makes no difference.
        for command in ["run", "trace"] {
            let got = joined(&report(command, &options, WITH_INPUTS)["failures"][0]["inputs"]);
            if got != *expected {
                problems.push(format!(
                    "{command} {options:?}\n  expected: {expected}\n  got:      {got}"
                ));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What is shown can be given again.
#[test]
fn shown_inputs_can_be_given() {
    for (function, inputs, expected) in INPUTS {
        let mut options = vec!["--function".to_owned(), (*function).to_owned()];
        options.extend(inputs.iter().flat_map(|input| ["--input".to_owned(), (*input).to_owned()]));
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let report_of_first = report("run", &options, WITH_INPUTS);
        let shown =
            report_of_first["failures"][0]["inputs"].as_array().cloned().unwrap_or_default();
        let mut again = vec!["--function".to_owned(), (*function).to_owned()];
        for input in &shown {
            let [name, value] = ["name", "value"].map(|key| input[key].as_str().unwrap_or(""));
            again.extend(["--input".to_owned(), format!("{name}={value}")]);
        }
        let again: Vec<&str> = again.iter().map(String::as_str).collect();
        let got = joined(&report("run", &again, WITH_INPUTS)["failures"][0]["inputs"]);
        assert_eq!(got, *expected, "{again:?}");
    }
}

/// Texts that are read come as texts, and go by the array that they are read into.
#[test]
fn standard_input_is_text() {
    let source = "#include <assert.h>\n#include <stdio.h>\n\
        int main(void) { int a, b; char word[16], line[16]; scanf(\"%d %d\", &a, &b); scanf(\"%15s\", word); getchar();\n\
        fgets(line, sizeof line, stdin); assert(0); }\n";
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    std::fs::write(directory.path().join("prog.c"), source).expect("writing it should work");
    let mut command = common::whydunit();
    command.current_dir(directory.path()).args(["trace", "prog.c", "--format", "json"]);
    let output = common::run_with_input(&mut command, b"12 -3\nhello\nsome\ttext\n");
    let report = json_report(&output).unwrap_or_else(|problem| panic!("{problem}"));
    let failure = &report["failures"][0];
    let inputs = "a = 12, b = -3, word = \"hello\", stdin[11..21] = \"\\nsome\\ttext\\n\"";
    assert_eq!(joined(&failure["inputs"]), inputs);
    let steps = failure["trace"]["steps"].as_array().cloned().unwrap_or_default();
    let writes = |text: &str| {
        let step = steps.iter().find(|step| step["text"] == text);
        step.map_or(String::new(), |step| joined(&step["writes"]))
    };
    assert_eq!(writes("scanf(\"%15s\", word)"), "word = \"hello\"");
    let line = "stdin[12..21] = \"some\\ttext\\n\", line = \"some\\ttext\\n\"";
    assert_eq!(writes("fgets(line, sizeof line, stdin)"), line);
}

fn joined(writes: &Value) -> String {
    let text = |write: &Value| {
        let [name, value] = ["name", "value"].map(|key| write[key].as_str().unwrap_or("?"));
        format!("{name} = {value}")
    };
    let writes = writes.as_array().map_or(&[][..], Vec::as_slice);
    writes.iter().map(text).collect::<Vec<_>>().join(", ")
}

fn report(command: &str, options: &[&str], source: &str) -> Value {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    std::fs::write(directory.path().join("prog.c"), source).expect("writing it should work");
    let output = common::whydunit()
        .current_dir(directory.path())
        .args([command, "prog.c", "--format", "json"])
        .args(options)
        .output()
        .expect("whydunit should start");
    assert_eq!(
        output.status.code(),
        Some(1),
        "{options:?}: {}\n{source}",
        String::from_utf8_lossy(&output.stderr)
    );
    json_report(&output).unwrap_or_else(|problem| panic!("{problem}"))
}
