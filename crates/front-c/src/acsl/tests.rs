//! Tables: text of an annotation, and the clauses read from it.

use whydunit_source::{FileId, Span};

use super::{parse_annotation, parse_predicate, place};

fn base(text: &str) -> Span {
    Span::new(FileId(0), 10, 10 + text.len() as u32)
}

fn clauses(text: &str) -> String {
    match parse_annotation(text, base(text)) {
        Ok(clauses) => clauses.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | "),
        Err(error) => format!("{}: {}", error.offset, error.message),
    }
}

fn predicate(text: &str) -> String {
    match parse_predicate(text) {
        Ok(expr) => expr.to_string(),
        Err(error) => format!("{}: {}", error.offset, error.message),
    }
}

#[test]
fn predicates() {
    for (text, expected) in [
        ("x", "x"),
        ("a + b * c - d", "((a + (b * c)) - d)"),
        ("a & 1 == 0", "(a & (1 == 0))"),
        ("0 <= i < n <= m", "(((0 <= i) && (i < n)) && (n <= m))"),
        ("a ==> b ==> c", "(a ==> (b ==> c))"),
        ("a <==> b || c && d ^^ e", "(a <==> (b || ((c && d) ^^ e)))"),
        ("!p || *p == -1", "(!p || (*p == -1))"),
        ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
        ("s->next->v[i + 1].w", "s->next->v[(i + 1)].w"),
        ("&a[1] != \\null", "(&a[1] != \\null)"),
        ("(int)x + (char *)p", "((int)x + (char *)p)"),
        ("(T)x + (n) - 1", "(((T)x + n) - 1)"),
        ("(struct node *)p == q", "((struct node *)p == q)"),
        ("(unsigned long)-1", "(unsigned long)-1"),
        (
            "sizeof(int) * sizeof(x) + sizeof(struct s)",
            "((sizeof(int) * sizeof(x)) + sizeof(struct s))",
        ),
        (
            "\\result == \\old(x) + \\at(y, Pre) + \\at(z, Here)",
            "(\\result == ((\\old(x) + \\old(y)) + z))",
        ),
        ("\\min(a, \\max(b, \\abs(c))) > 0", "(\\min(a, \\max(b, \\abs(c))) > 0)"),
        (
            "c == 'a' && d == 1.5e3 && s[0] == \"x\"[0]",
            "(((c == 'a') && (d == 1.5e3)) && (s[0] == \"x\"[0]))",
        ),
        ("is_sorted(a, n) && \\true", "(is_sorted(a, n) && \\true)"),
        ("x << 2 | y >> 1", "((x << 2) | (y >> 1))"),
        ("x == 0x1F || 1u", "((x == 0x1F) || 1u)"),
    ] {
        assert_eq!(predicate(text), expected, "{text}");
    }
}

#[test]
fn validity() {
    for (text, expected) in [
        ("\\valid(p)", "\\valid(p + (0 .. 0))"),
        ("\\valid(p + (0 .. n-1))", "\\valid(p + (0 .. (n - 1)))"),
        ("\\valid(p+(0..n-1))", "\\valid(p + (0 .. (n - 1)))"),
        ("\\valid_read(&a[0..9])", "\\valid_read(a + (0 .. 9))"),
        ("\\valid(&s->x)", "\\valid(&s->x + (0 .. 0))"),
        ("\\valid{Here}(p + 1)", "\\valid((p + 1) + (0 .. 0))"),
        ("\\valid(p, q)", "(\\valid(p + (0 .. 0)) && \\valid(q + (0 .. 0)))"),
        ("\\valid(a[0..3])", "7: `\\valid` takes pointers: write `&a[lo .. hi]`"),
        ("\\valid(p + (0 ..))", "12: a range needs both bounds"),
        ("x == (0 .. 3)", "5: a range can only be added to the pointer that `\\valid` is about"),
        (
            "\\valid(p + (0..1) + 2)",
            "11: a range can only be added to the pointer that `\\valid` is about",
        ),
    ] {
        assert_eq!(predicate(text), expected, "{text}");
    }
}

#[test]
fn quantifiers() {
    for (text, expected) in [
        ("\\forall integer i; 0 <= i < n ==> a[i] > 0", "(\\forall i in 0 .. (n - 1); (a[i] > 0))"),
        (
            "\\forall integer i, j; 0 <= i < j < n && a[i] > 0 ==> a[i] <= a[j]",
            "(\\forall i in 0 .. (n - 1); (\\forall j in (i + 1) .. (n - 1); ((a[i] > 0) ==> (a[i] <= a[j]))))",
        ),
        ("\\exists integer i; i == 3 && p(i)", "(\\exists i in 3 .. 3; ((i == 3) && p(i)))"),
        (
            "\\forall integer j, integer i; 0 <= i < n && i < j <= m ==> p(i, j)",
            "(\\forall i in 0 .. (n - 1); (\\forall j in (i + 1) .. m; p(i, j)))",
        ),
        (
            "\\exists int i; lo <= i <= hi && a[i] == x && i != 3",
            "(\\exists i in lo .. hi; ((a[i] == x) && (i != 3)))",
        ),
        ("\\forall unsigned char c; c + 1 > 0", "(\\forall c in 0 .. 255; ((c + 1) > 0))"),
        ("\\forall unsigned i; i < n ==> p(i)", "(\\forall i in 0 .. (n - 1); p(i))"),
        ("\\forall integer i; i > 3 ==> n >= i ==> q", "(\\forall i in (3 + 1) .. n; q)"),
        ("\\exists integer k; 0 <= k < 10", "(\\exists k in 0 .. (10 - 1); \\true)"),
        (
            "\\forall integer i; 0 <= i < n ==> \\exists integer j; 0 <= j < n && b[j] == a[i]",
            "(\\forall i in 0 .. (n - 1); (\\exists j in 0 .. (n - 1); (b[j] == a[i])))",
        ),
        ("\\forall integer i; a[i] > 0", "16: bounded quantifier needed: no bounds found for `i`"),
        ("\\forall int *p; *p > 0", "12: only integers can be quantified over"),
        ("\\forall i; i < 3", "8: expected the type of a variable, found `i`"),
    ] {
        assert_eq!(predicate(text), expected, "{text}");
    }
}

#[test]
fn annotations() {
    for (text, expected) in [
        (" assert x > 0;", "assert (x > 0)"),
        ("check p != \\null", "assert (p != \\null)"),
        (
            " requires n >= 0;\n  @ requires \\valid(a + (0 .. n-1));\n  @ ensures \\result >= 0;\n  @",
            "requires (n >= 0) | requires \\valid(a + (0 .. (n - 1))) | ensures (\\result >= 0)",
        ),
        (
            "loop invariant bound: 0 <= i <= n;\n@ loop assigns i, s;\n@ loop variant n - i;",
            "loop invariant ((0 <= i) && (i <= n)) | ignored loop assigns: i, s | ignored loop variant: n - i",
        ),
        ("assigns \\nothing;", "ignored assigns: \\nothing"),
        (
            "behavior neg: assumes x < 0; ensures \\result == -x; behavior pos: assumes x >= 0; ensures \\result == x; complete behaviors;",
            "ensures (\\old((x < 0)) ==> (\\result == -x)) | ensures (\\old((x >= 0)) ==> (\\result == x)) | ignored complete behaviors: ",
        ),
        ("predicate p(int x) = x > 0;", "ignored predicate: p(int x) = x > 0"),
        (
            "axiomatic A { logic int f(int x); } requires x;",
            "ignored axiomatic: A { logic int f(int x); } | requires x",
        ),
        ("", ""),
        ("assert x > ;", "11: expected a term, found `;`"),
        ("assert x", "assert x"),
        ("assert (x;", "9: expected `)`, found `;`"),
        ("assert \\separated(p, q);", "7: `\\separated` is not supported"),
        ("assert x # y;", "9: unexpected `#`"),
        ("requires x > 0 ensures y;", "15: expected `;`, found `ensures`"),
        ("assert x == // why\n 3;", "assert (x == 3)"),
    ] {
        assert_eq!(clauses(text), expected, "{text}");
    }
}

#[test]
fn offsets_lead_to_the_file() {
    let text = " assert a >\n @ 10;";
    let clause = &parse_annotation(text, base(text)).unwrap()[0];
    assert_eq!(clause.text, "a > 10");
    let expr = clause.expr.as_ref().unwrap();
    assert_eq!(&text[expr.start..expr.end], "a >\n @ 10");
    assert_eq!(place(base(text), expr.start, expr.end), Span::new(FileId(0), 18, 27));
}

#[test]
fn depth_is_limited() {
    for (open, close) in [("(", ")"), ("!", ""), ("\\old(", ")"), ("a ? ", " : b"), ("a ==> ", "")]
    {
        let text = format!("{}x{}", open.repeat(100_000), close.repeat(100_000));
        assert!(parse_predicate(&text).is_err(), "{open}");
    }
    assert!(parse_predicate(&format!("x{}", " + x".repeat(100_000))).is_err());
    assert!(parse_predicate(&format!("x{}", "[0]".repeat(100_000))).is_err());
}
