//! The shipped library, files over it, and what each kind of entry proposes.

use std::path::Path;

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::{Alternative, Library, alternatives};
use crate::apply;
use crate::engine::int_of;
use crate::schema::Schema;
use crate::tests::compiled;

/// `line: old -> new (weight, entry)` of what a library proposes for a program.
fn proposals(library: &Library, text: &str) -> Vec<String> {
    let name = Path::new("program.c");
    let (program, _) = compiled(name, Some(text.to_owned()), Some("f")).expect("it should compile");
    let file = program.sources.find("program.c").expect("the file should be there");
    let found = alternatives(library, &program, int_of(&program), &[file], &|_| true);
    let changes: Vec<_> = found.iter().map(|one| one.change.clone()).collect();
    let schema = Schema::new(&program, int_of(&program), &changes);
    let problems = whydunit_program::validate(&schema.program);
    assert!(problems.is_empty(), "{problems:#?}");
    let shown = |one: &Alternative| {
        let edit = &one.change.edit;
        let changed = apply(&program.sources, file, std::slice::from_ref(edit));
        assert!(compiled(name, Some(changed), Some("f")).is_some(), "{edit:?} should compile");
        let line = program.sources.line_column(edit.span).line;
        let old = program.sources.text(edit.span);
        format!("{line}: {old} -> {} ({}, {})", edit.new, one.weight, one.entry)
    };
    found.iter().map(shown).collect()
}

/// Those of the entries whose name begins with `kind`.
fn check(kind: &str, text: &str, expected: &Expect) {
    let only = Library {
        entries: Library::shipped()
            .entries
            .into_iter()
            .filter(|(name, _)| name.starts_with(kind))
            .collect(),
    };
    expected.assert_eq(&proposals(&only, text).join("\n"));
}

fn of(text: &str) -> Library {
    Library::default().extended_with(text, "own.toml").expect("it should be readable")
}

#[test]
fn the_weights_of_the_paper() {
    let text = "int f(int i, int n) {\n  if (i <= n) i++;\n  if (i < n) i++;\n  if (i > n) i++;\n  return i >= n;\n}\n";
    let weights = ["<=", "<", ">", ">="].map(|op| format!("operator.\"{op}\""));
    let library = Library {
        entries: Library::shipped()
            .entries
            .into_iter()
            .filter(|(name, _)| weights.iter().any(|one| name.starts_with(&format!("{one}."))))
            .collect(),
    };
    expect![[r#"
        2: <= -> < (30, operator."<="."<")
        2: <= -> >= (20, operator."<=".">=")
        2: <= -> > (10, operator."<=".">")
        3: < -> <= (30, operator."<"."<=")
        3: < -> > (20, operator."<".">")
        3: < -> >= (10, operator."<".">=")
        4: > -> >= (30, operator.">".">=")
        4: > -> < (20, operator.">"."<")
        4: > -> <= (10, operator.">"."<=")
        5: >= -> > (30, operator.">=".">")
        5: >= -> <= (20, operator.">="."<=")
        5: >= -> < (10, operator.">="."<")"#]]
    .assert_eq(&proposals(&library, text).join("\n"));
}

#[test]
fn operators() {
    let text = "int f(int a, int b, char *p, unsigned u) {\n  a = a + b * 2;\n  p = p - a;\n  p -= a;\n  p++;\n  u = u & b;\n  u <<= 2;\n  if (a && b == 3)\n    a += b;\n  return a % b;\n}\n";
    check(
        "operator",
        text,
        &expect![[r#"
        2: = -> += (5, operator."="."+=")
        2: a + b * 2 -> a * (b * 2) (5, operator."+"."*")
        2: + -> - (20, operator."+"."-")
        2: b * 2 -> (b + 2) (10, operator."*"."+")
        2: * -> / (10, operator."*"."/")
        3: - -> + (20, operator."-"."+")
        4: -= -> += (15, operator."-="."+=")
        4: -= -> = (5, operator."-="."=")
        5: ++ -> -- (10, operator."++"."--")
        6: = -> += (5, operator."="."+=")
        6: & -> && (10, operator."&"."&&")
        6: & -> | (10, operator."&"."|")
        6: & -> ^ (5, operator."&"."^")
        8: && -> || (20, operator."&&"."||")
        8: == -> != (20, operator."=="."!=")
        8: == -> <= (10, operator."=="."<=")
        8: == -> >= (10, operator."==".">=")
        9: += -> -= (15, operator."+="."-=")
        9: += -> = (10, operator."+="."=")
        10: % -> / (10, operator."%"."/")"#]],
    );
}

#[test]
fn constants() {
    let text = "#define LIMIT 8\nint f(int n, int *a) {\n  int i = 3;\n  if (i < 10 && n)\n    i = n + 1;\n  a[i - 1] = 5;\n  return 0;\n}\n";
    check(
        "constant",
        text,
        &expect![[r#"
        3: 3 -> 2 (15, constant.assigned."- 1")
        3: 3 -> 4 (15, constant.assigned."+ 1")
        4: 10 -> 9 (25, constant.bound."- 1")
        4: 10 -> 11 (20, constant.bound."+ 1")
        4: 10 -> LIMIT (12, constant.bound.named-constant)
        4: 10 -> n (10, constant.bound.same-type)
        5: 1 -> 2 (15, constant.assigned."+ 1")
        6: 1 -> 2 (15, constant.subscript."+ 1")
        6: 5 -> 4 (15, constant.assigned."- 1")
        6: 5 -> 6 (15, constant.assigned."+ 1")
        7: 0 -> -1 (10, constant.returned."- 1")
        7: 0 -> 1 (10, constant.returned."+ 1")"#]],
    );
}

#[test]
fn expressions() {
    let text = "#define LIMIT (4 + 4)\nchar buf[10];\nint g(int n);\nint f(int n, char *p, char *end) {\n  int i = n;\n  while (i < LIMIT && p < end && i < sizeof(buf))\n    i = g(n + 1);\n  buf[i] = p[i - 1];\n  return n * 2;\n}\n";
    check(
        "expression",
        text,
        &expect![[r#"
        5: n -> n + 1 (15, expression.assigned."+ 1")
        5: n -> n - 1 (15, expression.assigned."- 1")
        6: i -> i - 1 (25, expression.bound."- 1")
        6: i -> i + 1 (15, expression.bound."+ 1")
        6: LIMIT -> LIMIT - 1 (25, expression.bound."- 1")
        6: LIMIT -> LIMIT + 1 (15, expression.bound."+ 1")
        6: p -> p - 1 (25, expression.bound."- 1")
        6: p -> p + 1 (15, expression.bound."+ 1")
        6: end -> end - 1 (25, expression.bound."- 1")
        6: end -> end + 1 (15, expression.bound."+ 1")
        6: i -> i - 1 (25, expression.bound."- 1")
        6: i -> i + 1 (15, expression.bound."+ 1")
        6: sizeof(buf) -> sizeof(buf) - 1 (25, expression.bound."- 1")
        6: sizeof(buf) -> sizeof(buf) + 1 (15, expression.bound."+ 1")
        7: n + 1 -> n (20, expression.argument."- 1")
        8: i -> i - 1 (20, expression.subscript."- 1")
        8: i -> i + 1 (10, expression.subscript."+ 1")
        8: i - 1 -> i (10, expression.subscript."+ 1")
        9: n * 2 -> n * 2 + 1 (10, expression.returned."+ 1")
        9: n * 2 -> n * 2 - 1 (10, expression.returned."- 1")"#]],
    );
}

#[test]
fn variables() {
    let text = "#define LIMIT 8\nint f(int n, int m, long l, char *p) {\n  char q[4], r[4];\n  int i;\n  for (i = 0; i < n; i++)\n    q[i] = *p;\n  p = r;\n  return i;\n}\n";
    check(
        "variable",
        text,
        &expect![[r#"
        5: i -> m (20, variable.bound.same-type)
        5: i -> LIMIT (15, variable.bound.named-constant)
        5: i -> l (8, variable.bound.other-type)
        5: n -> m (20, variable.bound.same-type)
        5: n -> LIMIT (15, variable.bound.named-constant)
        5: n -> l (8, variable.bound.other-type)
        6: i -> m (12, variable.subscript.same-type)
        6: i -> n (12, variable.subscript.same-type)
        6: p -> q (12, variable.assigned.same-type)
        6: p -> r (12, variable.assigned.same-type)
        7: r -> p (12, variable.assigned.same-type)
        7: r -> q (12, variable.assigned.same-type)
        8: i -> m (10, variable.returned.same-type)
        8: i -> n (10, variable.returned.same-type)"#]],
    );
}

#[test]
fn neighbours_and_targets() {
    let text = "struct s { int x, y; char a[4], b[8]; };\nchar one[3], two[3];\nint f(struct s *p, struct s q, int i) {\n  p->x = q.y;\n  p->a[i] = one[i];\n  two[i] = q.b[0];\n  return p->y;\n}\n";
    check(
        "neighbour",
        text,
        &expect![[r#"
        4: q.y -> q.x (15, neighbour.field)
        5: one[i] -> two[i] (12, neighbour.array)
        6: q.b[0] -> q.a[0] (15, neighbour.field)
        7: p->y -> p->x (15, neighbour.field)"#]],
    );
    check(
        "target",
        text,
        &expect![[r#"
        4: p->x -> i (8, target.variable)
        4: p->x -> p->y (8, target.field)
        5: p->a[i] -> p->b[i] (8, target.field)
        6: two[i] -> one[i] (8, target.array)"#]],
    );
}

#[test]
fn swaps() {
    let text = "int g(int a, int b);\nint f(int a, int b, int c[2][2], char *p, char *q) {\n  a = a - b;\n  a = q - p;\n  a = g(a, b);\n  a = c[a][b];\n  return a ? b : 2;\n}\n";
    check(
        "swap",
        text,
        &expect![[r#"
        3: a - b -> b - a (10, swap.operands)
        4: q - p -> p - q (10, swap.operands)
        5: a, b -> b, a (12, swap.arguments)
        6: a][b -> b][a (12, swap.subscripts)
        7: b : 2 -> 2 : b (10, swap.alternatives)"#]],
    );
}

#[test]
fn sizes() {
    let text = "int f(int i) {\n  int a[5];\n  char b[6], c[7];\n  int *p = a;\n  if (i < sizeof(a) && i < sizeof b && i < sizeof(p))\n    a[i] = b[i] = c[i] = 0;\n  return i - sizeof(a);\n}\n";
    check(
        "sizeof",
        text,
        &expect![[r#"
        5: sizeof(a) -> sizeof(a) / sizeof(*a) (30, sizeof.elements)
        5: sizeof b -> sizeof(c) (15, sizeof.another-array)
        7: sizeof(a) -> (sizeof(a) / sizeof(*a)) (30, sizeof.elements)"#]],
    );
}

#[test]
fn negations() {
    let text = "int f(int a, int b) {\n  if (a && !b)\n    return 1;\n  while (a < b)\n    a++;\n  return !a;\n}\n";
    check(
        "condition",
        text,
        &expect![[r#"
        2: a -> !a (10, condition.negated)
        2: a && !b -> !(a && !b) (10, condition.negated)
        2: !b -> b (10, condition.negated)"#]],
    );
}

/// Of each kind of guard one program.
#[test]
fn guards() {
    let cases = [
        ("size", "char buf[8];\nint f(int i) {\n    buf[i] = 0;\n    return 0;\n}\n"),
        (
            "size",
            "int f(int *t, int i) {\n  int a[3][5], k = 0;\n  while (k < 9) {\n    int m = k;\n    a[i][m++] = 1;\n    k++;\n  }\n  return 0;\n}\n",
        ),
        (
            "room",
            "void f(char *s) {\n\tchar b[9], *p = b;\n\tfor (; *s; s++)\n\t\t*p++ = *s;\n\t*p = 0;\n}\n",
        ),
        (
            "compared",
            "#define LINE 8\nint f(char *s, int n) {\n    int i = 0;\n    for (;;) {\n        if (s[i] == 0) return i;\n        if (i == LINE) break;\n        switch (n) { case 1: s[i] = 2; }\n        i++;\n    }\n    return -1;\n}\n",
        ),
        ("in-scope", "int f(char *p, char *end, int k) {\n    *p = 0;\n    return k;\n}\n"),
        (
            "null",
            "#include <stddef.h>\nstruct s { int x; };\nint f(struct s *p) {\n    if (p->x) p->x = 1; else if (p->x > 2) p->x = 3;\n    return p->x;\n}\n",
        ),
        (
            "zero",
            "int f(int a, int b) {\n    a = a / (b - 1);\n    do a %= b; while (a);\n    return -1;\n}\n",
        ),
        (
            "negative",
            "int f(int *a, int i) {\n    while (a[i - 1] > 0)\n        i--;\n    return i;\n}\n",
        ),
    ];
    let mut shown = Vec::new();
    for (limit, text) in cases {
        let kind = format!("guard.{limit}.");
        let only = Library {
            entries: Library::shipped()
                .entries
                .into_iter()
                .filter(|(name, _)| name.starts_with(&kind))
                .collect(),
        };
        shown.push(format!("{limit}:"));
        shown.extend(proposals(&only, text).into_iter().map(|line| line.replace('\n', "|")));
    }
    expect![[r#"
        size:
        3:  -> if (i < sizeof(buf))|         (15, guard.size.skip)
        3:  -> if (i >= sizeof(buf))|        return 0;|     (12, guard.size.return)
        size:
        5:  -> if (i < sizeof(a) / sizeof(*a))|       (15, guard.size.skip)
        5:  -> if (m < sizeof(a[0]) / sizeof(*a[0]))|       (15, guard.size.skip)
        5:  -> if (i >= sizeof(a) / sizeof(*a))|      break;|     (14, guard.size.break)
        5:  -> if (m >= sizeof(a[0]) / sizeof(*a[0]))|      break;|     (14, guard.size.break)
        5:  -> if (i >= sizeof(a) / sizeof(*a))|      return 0;|     (12, guard.size.return)
        5:  -> if (m >= sizeof(a[0]) / sizeof(*a[0]))|      return 0;|     (12, guard.size.return)
        room:
        4:  -> if (p < b + sizeof(b) - 1)|			 (14, guard.room.skip)
        4:  -> if (p < b + sizeof(b) - 2)|			 (14, guard.room.skip)
        4: *p++ = *s; -> {|			if (p >= b + sizeof(b) - 1)|				break;|			*p++ = *s;|		} (13, guard.room.break)
        4: *p++ = *s; -> {|			if (p >= b + sizeof(b) - 2)|				break;|			*p++ = *s;|		} (13, guard.room.break)
        4: *p++ = *s; -> {|			if (p >= b + sizeof(b) - 1)|				return;|			*p++ = *s;|		} (11, guard.room.return)
        4: *p++ = *s; -> {|			if (p >= b + sizeof(b) - 2)|				return;|			*p++ = *s;|		} (11, guard.room.return)
        5:  -> if (p < b + sizeof(b) - 1)|		 (14, guard.room.skip)
        5:  -> if (p < b + sizeof(b) - 2)|		 (14, guard.room.skip)
        5:  -> if (p >= b + sizeof(b) - 1)|		return;|	 (11, guard.room.return)
        5:  -> if (p >= b + sizeof(b) - 2)|		return;|	 (11, guard.room.return)
        compared:
        5:  -> if (i > LINE)|            break;|         (13, guard.compared.break)
        5:  -> if (i >= LINE - 1)|            break;|         (13, guard.compared.break)
        5:  -> if (i >= LINE)|            break;|         (13, guard.compared.break)
        5:  -> if (i > LINE)|            return -1;|         (11, guard.compared.return)
        5:  -> if (i > LINE)|            return i;|         (11, guard.compared.return)
        5:  -> if (i >= LINE - 1)|            return -1;|         (11, guard.compared.return)
        5:  -> if (i >= LINE - 1)|            return i;|         (11, guard.compared.return)
        5:  -> if (i >= LINE)|            return -1;|         (11, guard.compared.return)
        5:  -> if (i >= LINE)|            return i;|         (11, guard.compared.return)
        5: s[i] == 0 -> i < LINE && s[i] == 0 (14, guard.compared.condition)
        5: s[i] == 0 -> i < LINE - 1 && s[i] == 0 (14, guard.compared.condition)
        5: s[i] == 0 -> i <= LINE && s[i] == 0 (14, guard.compared.condition)
        7:  -> if (i < LINE - 1)  (14, guard.compared.skip)
        7:  -> if (i < LINE)  (14, guard.compared.skip)
        7:  -> if (i <= LINE)  (14, guard.compared.skip)
        7:  -> if (i > LINE) return -1;  (11, guard.compared.return)
        7:  -> if (i > LINE) return i;  (11, guard.compared.return)
        7:  -> if (i >= LINE - 1) return -1;  (11, guard.compared.return)
        7:  -> if (i >= LINE - 1) return i;  (11, guard.compared.return)
        7:  -> if (i >= LINE) return -1;  (11, guard.compared.return)
        7:  -> if (i >= LINE) return i;  (11, guard.compared.return)
        in-scope:
        2:  -> if (p < end - 1)|         (6, guard.in-scope.skip)
        2:  -> if (p < end)|         (6, guard.in-scope.skip)
        2:  -> if (p >= end - 1)|        return k;|     (5, guard.in-scope.return)
        2:  -> if (p >= end)|        return k;|     (5, guard.in-scope.return)
        null:
        4: p->x -> p != 0 && p->x (15, guard.null.condition)
        4: p->x = 1; -> { if (p != 0) p->x = 1; } (15, guard.null.skip)
        4: p->x > 2 -> p != 0 && p->x > 2 (15, guard.null.condition)
        4:  -> if (p != 0)  (15, guard.null.skip)
        zero:
        2:  -> if (b - 1 != 0)|         (15, guard.zero.skip)
        2:  -> if (b - 1 == 0)|        return -1;|     (14, guard.zero.return)
        3:  -> if (b != 0)  (15, guard.zero.skip)
        3: a %= b; -> { if (b == 0) return -1; a %= b; } (14, guard.zero.return)
        3: a %= b; -> { if (b == 0) break; a %= b; } (10, guard.zero.break)
        negative:
        2: a[i - 1] > 0 -> i - 1 >= 0 && a[i - 1] > 0 (10, guard.negative.condition)"#]]
    .assert_eq(&shown.join("\n"));
}

#[test]
fn pairs_that_only_a_user_knows() {
    let library = of(
        "operator.\"&\".\"<\" = 7\noperator.\"+\".\"<<\" = 3\noperator.\"=\".\"*=\" = 2\noperator.\"||\".\"|\" = 1\n",
    );
    let text = "int f(int a, int b) {\n  a = a * 2 + b;\n  if ((a & b) == 2 || b)\n    a = 1;\n  return a + b * 2;\n}\n";
    expect![[r#"
        2: = -> *= (2, operator."="."*=")
        2: + -> << (3, operator."+"."<<")
        3: & -> < (7, operator."&"."<")
        3: || -> | (1, operator."||"."|")
        4: = -> *= (2, operator."="."*=")
        5: + -> << (3, operator."+"."<<")"#]]
    .assert_eq(&proposals(&library, text).join("\n"));
}

#[test]
fn a_file_goes_before_the_shipped_one() {
    let own = "[operator]\n\"<\" = { \"<=\" = 70, \">=\" = 0, \"!=\" = 4 }\n[constant.bound]\n\"+1\" = 33\n[expression]\nbound = { \"- 1\" = 0 }\nsubscript.\"-  1\" = 0";
    let library = Library::shipped().extended_with(own, "own.toml").expect("it should be readable");
    let text = "int f(int i, int *a) {\n  return i < 5 ? a[i] : 0;\n}\n";
    let found = proposals(&library, text);
    let wanted = |line: &&String| {
        ["operator", "constant.bound", "expression"].iter().any(|kind| line.contains(kind))
    };
    let found: Vec<String> = found.iter().filter(wanted).cloned().collect();
    expect![[r#"
        2: i -> i + 1 (15, expression.bound."+ 1")
        2: < -> <= (70, operator."<"."<=")
        2: < -> > (20, operator."<".">")
        2: < -> != (4, operator."<"."!=")
        2: 5 -> 6 (33, constant.bound."+ 1")
        2: 5 -> 4 (25, constant.bound."- 1")
        2: i -> i + 1 (10, expression.subscript."+ 1")"#]]
    .assert_eq(&found.join("\n"));
}

#[test]
fn mistakes_have_places() {
    let wrong = |text: &str| -> String {
        let problems = Library::shipped()
            .extended_with(text, "own.toml")
            .expect_err("it should not be readable");
        let shown: Vec<String> = problems.iter().map(ToString::to_string).collect();
        shown.join("\n")
    };
    let found = [
        "[operators]\n\"<\" = { \">\" = 1 }\n",
        "[operator]\n\"<\" = { \"=>\" = 1, \"<\" = 1, \"++\" = 2 }\n\"?\" = { \"<\" = 1, \">\" = 1 }\n",
        "constant.bounds.\"+ 1\" = 3\nconstant.bound.\"+ x\" = 3\nexpression.bound.same-type = 3\n",
        "variable.bound.sametype = 3\nswap.operands = -1\nswap.arguments = 1001\nsizeof.elements = \"a lot\"\n",
        "swap = 3\noperator.\"<\" = 4\n",
        "swap = { operands = 3\n",
        "condition.negated = 0x10\n\u{e4} = 3\n",
    ]
    .map(wrong);
    expect![[r#"
        own.toml:1:2: error: unknown key `operators`
          did you mean `operator`?
        own.toml:2:9: error: `=>` is no operator with alternatives
        own.toml:2:19: error: `<` is no alternative to itself
        own.toml:2:28: error: `++` cannot be written where `<` stands
        own.toml:3:1: error: `?` is no operator with alternatives
        own.toml:1:10: error: unknown key `bounds`
          did you mean `bound`?
        own.toml:2:16: error: unknown key `+ x`
          known: same-type, other-type, named-constant, "+ 1", "- 1"
        own.toml:3:18: error: unknown key `same-type`
          known: "+ 1", "- 1"
        own.toml:1:16: error: unknown key `sametype`
          did you mean `same-type`?
        own.toml:2:17: error: a weight is a whole number from 0 to 1000
        own.toml:3:18: error: a weight is a whole number from 0 to 1000
        own.toml:4:19: error: a weight is a whole number from 0 to 1000
        own.toml:1:8: error: `swap` is a table of entries
        own.toml:2:16: error: `operator.<` is a table of entries
        own.toml:1:22: error: unclosed inline table, expected `}`
        own.toml:2:1: error: invalid unquoted key, expected letters, numbers, `-`, `_`"#]]
    .assert_eq(&found.join("\n"));
}

proptest! {
    /// Whatever a file contains, reading it ends with a library or with messages that have places.
    #[test]
    fn reading_never_panics(text in ".{0,200}") {
        read_somehow(&text);
    }

    /// The same, close to what is meant.
    #[test]
    fn reading_damaged_libraries_never_panics(
        damages in prop::collection::vec((0usize..10_000, 0usize..9, "[\\[\\]{}\"=.<+\u{e4} \n0a-]{0,4}"), 1..6),
    ) {
        let mut text = super::SHIPPED.to_owned();
        for (at, length, new) in damages {
            let mut at = at % text.len();
            let mut end = (at + length).min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            while !text.is_char_boundary(end) {
                end += 1;
            }
            text.replace_range(at..end, &new);
        }
        read_somehow(&text);
    }
}

fn read_somehow(text: &str) {
    if let Err(problems) = Library::default().extended_with(text, "own.toml") {
        assert!(!problems.is_empty());
        for problem in problems {
            let place = problem.place.expect("every problem should have a place");
            let line = text.split('\n').nth(place.line as usize - 1).expect("a line of the text");
            assert!(place.column as usize <= line.chars().count() + 1, "{place}");
        }
    }
}
