//! What the failing check is about was declared somewhere: the array that was too small, the variable without an initialiser. That line is part of the answer.

use std::fmt::Write;

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::small::{self, explain, report};

/// A declaration as the answer has it: line and reason.
type Told = (u64, String);

/// The entries of an explanation that are declarations. They are no steps, have no label, and their lines are listed.
fn declarations(told: &Value) -> Vec<Told> {
    let entries = told["relevant"].as_array().expect("there are rows");
    let declared = entries.iter().filter(|entry| entry["role"] == "declaration");
    let told = declared.map(|entry| {
        assert_eq!((&entry["step"], &entry["label"]), (&Value::Null, &Value::Null), "{entry}");
        let lines = told["lines"].as_array().expect("there are lines");
        assert!(lines.contains(&entry["line"]), "{entry} {lines:?}");
        let why = entry["why"].as_str().unwrap_or_default().to_owned();
        (entry["line"].as_u64().unwrap_or(0), why)
    });
    told.collect()
}

/// The declaration that the joined answer names. Both methods with invariants name the same, each is verified; methods that replace values name none.
fn declaration(program: &str, options: &[&str]) -> Option<Told> {
    let mut named = Vec::new();
    let methods = "error-invariants,flow-sensitive";
    let both = report(program, &[options, &["--verify", "--method", methods]].concat());
    let joined = report(program, &[options, &["--verify"]].concat());
    for report in [&joined, &both] {
        let explanations = report["failures"][0]["explanations"].as_array();
        for told in explanations.expect("there are explanations") {
            let declarations = declarations(told);
            if told["method"] == "relevance" {
                assert_eq!(declarations, [], "{program}");
            } else {
                assert_eq!(told["verified"], json!(true), "{program}{told:#}");
                named.push(declarations);
            }
        }
    }
    let [first, rest @ ..] = named.as_slice() else { panic!("nothing is explained: {program}") };
    assert!(rest.iter().all(|other| other == first), "{program}{named:?}");
    assert!(first.len() <= 1, "{program}{named:?}");
    first.first().cloned()
}

/// All cases with what is named of each: `NAME: LINE WHY`.
fn check(cases: &[(&str, &str)], expected: &Expect) {
    let mut all = String::new();
    for (name, program) in cases {
        let told = match declaration(program, &[]) {
            Some((line, why)) => format!("{line} {why}"),
            None => "-".to_owned(),
        };
        let _ = writeln!(all, "{name}: {told}");
    }
    expected.assert_eq(&all);
}

#[test]
fn arrays_that_are_too_small() {
    let cases = [
        (
            "local",
            "int main(void) {\n  int a[3]; int i, sum = 0;\n  for (i = 0; i < 4; i++) a[i] = i * i;\n  return a[0] + sum;\n}\n",
        ),
        ("read", "int main(void) {\n  int k = 3, a[3] = {1, 2, 3};\n  return a[k];\n}\n"),
        (
            "negative",
            "int main(void) {\n  int k = -1;\n  int a[3] = {1, 2, 3};\n  return a[k];\n}\n",
        ),
        ("file scope", "int a[3];\nint main(void) {\n  int k = 3;\n  return a[k];\n}\n"),
        ("static", "int main(void) {\n  int k = 3;\n  static int a[3];\n  return a[k];\n}\n"),
        (
            "first dimension",
            "int main(void) {\n  int i = 2;\n  int m[2][3] = {{0}};\n  return m[i][0];\n}\n",
        ),
        (
            "second dimension",
            "int main(void) {\n  int j = 3;\n  int m[2][3] = {{0}};\n  return m[1][j];\n}\n",
        ),
        (
            "one row",
            "int main(void) {\n  int m[1][3] = {{0}};\n  int *p = m[0];\n  return p[3];\n}\n",
        ),
        (
            "array of records of the same size",
            "struct s { int a[3]; };\nint main(void) {\n  int i = 1;\n  struct s x[1] = {{{0}}};\n  return x[i].a[0];\n}\n",
        ),
        (
            "rows of a parameter",
            "static void set(int m[][3], int j) {\n  m[1][j] = 7;\n}\nint main(void) {\n  int m[2][3];\n  set(m, 3);\n  return 0;\n}\n",
        ),
        (
            "macro",
            "#define N 3\nint main(void) {\n  int k = N;\n  int a[N] = {0};\n  return a[k];\n}\n",
        ),
        (
            "sizeof",
            "#include <string.h>\nint main(void) {\n  int x = 0;\n  char buf[sizeof x];\n  memset(buf, x, 5);\n  return 0;\n}\n",
        ),
        (
            "by its initialiser",
            "int main(void) {\n  int k = 4;\n  char a[] = \"abc\";\n  return a[k];\n}\n",
        ),
        (
            "library",
            "#include <string.h>\nint main(void) {\n  char buf[4];\n  strcpy(buf, \"longer\");\n  return 0;\n}\n",
        ),
        (
            "formatted output",
            "#include <stdio.h>\nint main(void) {\n  char buf[4];\n  sprintf(buf, \"%d\", 123456);\n  return 0;\n}\n",
        ),
        (
            "through a parameter",
            "static void fill(char *to) {\n  for (int i = 0; i < 5; i++) to[i] = 0;\n}\nint main(void) {\n  char buf[4];\n  fill(buf);\n  return 0;\n}\n",
        ),
        (
            "a declaration in a loop",
            "int main(void) {\n  for (int i = 0; i < 4; i++) {\n    int a[3];\n    a[i] = i;\n  }\n  return 0;\n}\n",
        ),
        (
            "no array",
            "#include <string.h>\nint main(void) {\n  char c;\n  strcpy(&c, \"a\");\n  return c;\n}\n",
        ),
    ];
    check(
        &cases,
        &expect![[r#"
        local: 2 a has 3 elements
        read: 2 a has 3 elements
        negative: 3 a has 3 elements
        file scope: 1 a has 3 elements
        static: 3 a has 3 elements
        first dimension: 3 m has 2 elements
        second dimension: 3 each m[] has 3 elements
        one row: 2 each m[] has 3 elements
        array of records of the same size: 4 x has 1 element
        rows of a parameter: 5 each m[] has 3 elements
        macro: 4 a has 3 elements
        sizeof: 4 buf has 4 elements
        by its initialiser: 3 a has 4 elements
        library: 3 buf has 4 elements
        formatted output: 3 buf has 4 elements
        through a parameter: 5 buf has 4 elements
        a declaration in a loop: 3 a has 3 elements
        no array: 3 c has 1 byte
    "#]],
    );
}

#[test]
fn members_that_are_too_small() {
    let cases = [
        (
            "member",
            "#include <string.h>\nstruct rec {\n  int id;\n  char name[8];\n};\nint main(void) {\n  struct rec r;\n  strcpy(r.name, \"longer than\");\n  return r.name[0];\n}\n",
        ),
        (
            "member by index",
            "struct rec { int id; char name[8]; };\nint main(void) {\n  struct rec r;\n  int k = 8;\n  r.name[k] = 0;\n  return 0;\n}\n",
        ),
        (
            "second of several",
            "struct rec {\n  char first[2],\n       second[8];\n};\nint main(void) {\n  struct rec r;\n  int k = 8;\n  r.second[k] = 0;\n  return 0;\n}\n",
        ),
        (
            "nested",
            "struct inner {\n  short s[2];\n};\nstruct outer {\n  int id;\n  struct inner in[3];\n};\nint main(void) {\n  struct outer o = {0};\n  int k = 2;\n  return o.in[1].s[k];\n}\n",
        ),
        (
            "nested, outer array",
            "struct inner {\n  short s[2];\n};\nstruct outer {\n  int id;\n  struct inner in[3];\n};\nint main(void) {\n  struct outer o = {0};\n  int k = 3;\n  return o.in[k].s[1];\n}\n",
        ),
        (
            "anonymous",
            "struct rec {\n  int kind;\n  union {\n    char text[4];\n    int number;\n  };\n};\nint main(void) {\n  struct rec r = {0};\n  int k = 4;\n  return r.text[k];\n}\n",
        ),
        (
            "in a file-scope array",
            "struct rec {\n  char name[8];\n};\nstatic struct rec all[3];\nint main(void) {\n  int k = 8;\n  all[1].name[k] = 'x';\n  return 0;\n}\n",
        ),
        (
            "in the heap",
            "#include <stdlib.h>\n#include <string.h>\nstruct rec {\n  int id;\n  char name[8];\n};\nint main(void) {\n  struct rec *r = malloc(sizeof *r);\n  if (!r) return 1;\n  strcpy(r->name, \"longer than\");\n  free(r);\n  return 0;\n}\n",
        ),
        (
            "in a block of several",
            "#include <stdlib.h>\nstruct rec {\n  int id;\n  char name[8];\n};\nint main(void) {\n  struct rec *r = malloc(2 * sizeof *r);\n  if (!r) return 1;\n  int k = 8;\n  r[1].name[k] = 'x';\n  free(r);\n  return 0;\n}\n",
        ),
        (
            "of a parameter",
            "struct rec {\n  int a[3];\n};\nstatic int get(struct rec r, int k) {\n  return r.a[k];\n}\nint main(void) {\n  struct rec r = {{1, 2, 3}};\n  return get(r, 3);\n}\n",
        ),
    ];
    check(
        &cases,
        &expect![[r#"
        member: 4 name has 8 elements
        member by index: 1 name has 8 elements
        second of several: 3 second has 8 elements
        nested: 2 s has 2 elements
        nested, outer array: 6 in has 3 elements
        anonymous: 4 text has 4 elements
        in a file-scope array: 2 name has 8 elements
        in the heap: 5 name has 8 elements
        in a block of several: 4 name has 8 elements
        of a parameter: 2 a has 3 elements
    "#]],
    );
}

#[test]
fn variables_without_a_value() {
    let cases = [
        (
            "scalar",
            "int main(void) {\n  int i;\n  int sum;\n  for (i = 0; i < 4; i++) sum += i;\n  return sum;\n}\n",
        ),
        ("second of several", "int main(void) {\n  int i = 0,\n      sum;\n  return sum + i;\n}\n"),
        (
            "address taken",
            "static int get(const int *p) { return *p; }\nint main(void) {\n  int x;\n  return get(&x);\n}\n",
        ),
        (
            "member",
            "struct p { int x, y; };\nint main(void) {\n  struct p a;\n  a.x = 1;\n  return a.y;\n}\n",
        ),
        (
            "copied",
            "struct p { int x, y; };\nint main(void) {\n  struct p a;\n  a.x = 1;\n  struct p b = a;\n  return b.y;\n}\n",
        ),
        (
            "passed",
            "struct p { int x, y; };\nstatic int get(struct p q) { return q.y; }\nint main(void) {\n  struct p a;\n  a.x = 1;\n  return get(a);\n}\n",
        ),
        (
            "element",
            "int main(void) {\n  int a[4], s = 0;\n  for (int i = 0; i < 3; i++) a[i] = i;\n  for (int i = 0; i < 4; i++) s += a[i];\n  return s;\n}\n",
        ),
        ("pointer", "int main(void) {\n  int *p;\n  return *p;\n}\n"),
        (
            "branch without else",
            "int main(int argc, char **argv) {\n  int x;\n  if (argc > 5)\n    x = 1;\n  return x;\n}\n",
        ),
        (
            "switch without default",
            "int main(int argc, char **argv) {\n  int x;\n  switch (argc) {\n  case 7: x = 1; break;\n  case 8: x = 2; break;\n  }\n  return x;\n}\n",
        ),
        (
            "anew in each iteration",
            "int main(void) {\n  int s = 0;\n  for (int i = 0; i < 2; i++) {\n    int x;\n    if (i == 0) x = 1;\n    s += x;\n  }\n  return s;\n}\n",
        ),
        (
            "text",
            "#include <string.h>\nint main(void) {\n  char buf[4];\n  return (int)strlen(buf);\n}\n",
        ),
        (
            "formatted input",
            "#include <stdio.h>\nint main(void) {\n  int n;\n  scanf(\"%d\", &n);\n  return n;\n}\n",
        ),
        (
            "in a called function",
            "static int f(void) {\n  int x;\n  return x;\n}\nint main(void) {\n  return f();\n}\n",
        ),
    ];
    check(
        &cases,
        &expect![[r#"
        scalar: 3 gives sum no value
        second of several: 3 gives sum no value
        address taken: 3 gives x no value
        member: 3 gives a.y no value
        copied: 3 gives a.y no value
        passed: 4 gives a.y no value
        element: 2 gives a[3] no value
        pointer: 2 gives p no value
        branch without else: 2 gives x no value
        switch without default: 2 gives x no value
        anew in each iteration: 4 gives x no value
        text: 3 gives buf[0] no value
        formatted input: 3 gives n no value
        in a called function: 2 gives x no value
    "#]],
    );
}

/// The check is about something that no declaration states, or that a step states.
#[test]
fn near_misses() {
    let cases = [
        (
            "block too small",
            "#include <stdlib.h>\nint main(void) {\n  int other[3];\n  int *p = malloc(3 * sizeof *p);\n  if (!p) return 1;\n  p[3] = 1;\n  free(p);\n  return 0;\n}\n",
        ),
        (
            "block without values",
            "#include <stdlib.h>\nint main(void) {\n  int *p = malloc(3 * sizeof *p);\n  if (!p) return 0;\n  int r = p[1];\n  free(p);\n  return r;\n}\n",
        ),
        (
            "variable length",
            "int main(void) {\n  int n = 3;\n  int a[n];\n  for (int i = 0; i <= n; i++) a[i] = i;\n  return a[0];\n}\n",
        ),
        (
            "null pointer",
            "int main(void) {\n  int a[3];\n  int *p = 0;\n  a[0] = 1;\n  p[1] = a[0];\n  return 0;\n}\n",
        ),
        (
            "wild pointer",
            "int main(void) {\n  int a[3];\n  int *p = (int *)4096;\n  a[0] = 1;\n  return p[0] + a[0];\n}\n",
        ),
        (
            "released",
            "int *f(void) {\n  int a[3] = {0};\n  int *p = a;\n  return p;\n}\nint main(void) {\n  return *f();\n}\n",
        ),
        ("string literal", "int main(void) {\n  const char *s = \"abc\";\n  return s[4];\n}\n"),
        (
            "constant",
            "const int a[3] = {1, 2, 3};\nint main(void) {\n  int *p = (int *)a;\n  p[1] = 4;\n  return 0;\n}\n",
        ),
        (
            "no result",
            "int f(int k) { if (k) return 1; }\nint main(void) {\n  int x = f(0);\n  return x + 1;\n}\n",
        ),
        ("overflow", "int main(void) {\n  int a[1] = {2147483647};\n  return a[0] + 1;\n}\n"),
        (
            "assertion",
            "#include <assert.h>\nint main(void) {\n  int a[3] = {0};\n  assert(a[0]);\n  return 0;\n}\n",
        ),
        (
            "argument",
            "int main(int argc, char **argv) {\n  int k = 3;\n  return argv[k] != 0;\n}\n",
        ),
    ];
    check(
        &cases,
        &expect![[r#"
        block too small: -
        block without values: -
        variable length: -
        null pointer: -
        wild pointer: -
        released: -
        string literal: -
        constant: -
        no result: -
        overflow: -
        assertion: -
        argument: -
    "#]],
    );
}

/// An array behind a pointer that is an input has no declaration: how many elements there are is part of the input.
#[test]
fn an_index_out_of_a_pointer_argument() {
    let program = "int f(int a[static 3], int i) {\n  return a[i];\n}\n";
    for inputs in [&["--input", "a=[1,2,3]", "--input", "i=3"][..], &[]] {
        let options = [&["--function", "f"], inputs].concat();
        assert_eq!(declaration(program, &options), None);
    }
}

/// Every kind of storage, with an array that is too small and with a member that is never set.
#[test]
fn storage_and_faults() {
    let record =
        "struct rec {\n  int id;\n  int a[3];\n};\nstruct outer {\n  int k;\n  struct rec r;\n};\n";
    // Name, what stands before `main`, in `main` and how the record is reached.
    let storages = [
        ("local", "", "struct rec r;", "r."),
        ("static", "", "static struct rec r;", "r."),
        ("file scope", "struct rec r;\n", "", "r."),
        ("member", "", "struct outer o;", "o.r."),
        ("nested member", "struct two { struct outer o[2]; };\n", "struct two t;", "t.o[1].r."),
        ("heap", "", "struct rec *r = malloc(sizeof *r); if (!r) return 1;", "r->"),
        ("pointer", "", "struct rec s; struct rec *r = &s;", "r->"),
    ];
    let mut all = String::new();
    for (name, before, inside, path) in storages {
        for (fault, statement) in [
            ("too small", format!("{path}a[k] = 1;")),
            ("no value", format!("{path}a[0] = 1; {path}a[1] = 2; return {path}a[2];")),
        ] {
            let program = format!(
                "#include <stdlib.h>\n{record}{before}int main(void) {{\n  {inside}\n  int k = 3;\n  {statement}\n  return k;\n}}\n"
            );
            let output = explain(&program, &[]);
            let told = match output.status.code() {
                Some(0) => "holds".to_owned(),
                _ => match declaration(&program, &[]) {
                    Some((line, why)) => format!("{line} {why}"),
                    None => "-".to_owned(),
                },
            };
            let _ = writeln!(all, "{name}, {fault}: {told}");
        }
    }
    expect![[r#"
        local, too small: 4 a has 3 elements
        local, no value: 11 gives r.a[2] no value
        static, too small: 4 a has 3 elements
        static, no value: holds
        file scope, too small: 4 a has 3 elements
        file scope, no value: holds
        member, too small: 4 a has 3 elements
        member, no value: 11 gives o.r.a[2] no value
        nested member, too small: 4 a has 3 elements
        nested member, no value: 12 gives t.o[1].r.a[2] no value
        heap, too small: 4 a has 3 elements
        heap, no value: -
        pointer, too small: 4 a has 3 elements
        pointer, no value: 11 gives s.a[2] no value
    "#]]
    .assert_eq(&all);
}

#[test]
fn how_it_is_told() {
    let program = "int main(void) {
    int a[3]; int i, sum = 0;
    for (i = 0; i < 4; i++) a[i] = i * i;
    return a[0] + sum;
}
";
    small::check(
        &[],
        program,
        &expect![[r#"
            error: index 3 is out of bounds of a[3]                                 prog.c:3

              Where to look first:
                 3 | for (i = 0; i < 4; i++) a[i] = i * i;
                   |   `3` for `4`: this run does not fail
                 2 | int a[3]; int i, sum = 0;
                   |   `4` for `3`: this run does not fail

               2 │ int a[3]       a has 3 elements
               3*│ i = 0          makes i == 0
               3 │ i < 4          in iteration 4: true, because i == 3
               3*│ i++            in iterations 1–3; i is 3 then
               3 │ a[i] = i * i   in iteration 4: i is 3

              3 of 5 executed statements matter. * another value here would have led
              elsewhere.
              reproduce: whydunit run prog.c
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
    let program = "int main(void) {
    int sum;
    int i = 0;
    while (i < 3) {
        sum += i;
        i++;
    }
    return sum;
}
";
    small::check(
        &["--method", "flow-sensitive"],
        program,
        &expect![[r#"
            error: sum is used uninitialised                                        prog.c:5

               2 │ int sum;          gives sum no value
               3 │ int i = 0;        makes i <= 1
               6 │     i++;          in iteration 1: makes i <= 2, because i <= 1
               4 │ while (i < 3) {   in iteration 2: true, because i <= 2
               5 │     sum += i;     in iteration 2: i is 1

              3 of 4 executed statements matter.
              reproduce: whydunit run prog.c
        "#]],
    );
}

#[test]
fn in_several_functions() {
    let program = "#include <string.h>
#define LENGTH 8
struct rec {
    int id;
    char name[LENGTH];
};
static void set(struct rec *r, const char *name) {
    strcpy(r->name, name);
}
int main(void) {
    struct rec r;
    set(&r, \"longer than that\");
    return r.id;
}
";
    small::check(
        &[],
        program,
        &expect![[r#"
            error: write of 1 byte just past the end of r.name[8], in strcpy        prog.c:8

               5 │ char name[LENGTH];             name has 8 elements
                   main()
              12 │ set(&r, "longer than that");   makes r == &r (the caller's) and
                 │                                name == "longer than that"
                   set()
               8 │ strcpy(r->name, name);

              The one statement executed before it matters.
              not decided: line 12 (the answer depends on abstracted operations)
              reproduce: whydunit run prog.c
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
    let program = "static int last(const int *list, int n) {
    return list[n];
}
int main(void) {
    int n = 3;
    int list[3] = {1, 2, 3};
    return last(list, n);
}
";
    small::check(
        &[],
        program,
        &expect![[r#"
            error: read of 4 bytes just past the end of list[3]                     prog.c:2

              Where to look first:
                 7 | return last(list, n);
                   |   `n - 1` for `n`: this run does not fail
                 2 | return list[n];
                   |   `n` for `list[n]`: this run does not fail
                 5 | int n = 3;
                   |   `2` for `3`: this run does not fail

                   main()
               5*│ int n = 3;                 makes n >= 3
               6 │ int list[3] = {1, 2, 3};   list has 3 elements
               7*│ return last(list, n);      makes n >= 3, because n >= 3
                   last()
               2 │ return list[n];            n is 3

              2 of 3 executed statements matter. * another value here would have led
              elsewhere.
              reproduce: whydunit run prog.c
              more: --chain (all that matters), --output report.html, --method relevance
        "#]],
    );
}
