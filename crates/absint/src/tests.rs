//! The figures of the PED paper (Balakrishnan and Ganai, SEFM 2008), and proofs of small programs.

use std::path::Path;

use expect_test::{Expect, expect};
use whydunit_program::{CheckKind, FunctionId, Program};

use crate::{Analysis, Options, analyse};

fn compiled(text: &str) -> (Program, FunctionId) {
    let input = whydunit_front_c::InputFile {
        text: Some(text.as_bytes().to_vec()),
        ..whydunit_front_c::InputFile::new(Path::new("program.c"))
    };
    let options = whydunit_front_c::Options::default();
    let compiled = whydunit_front_c::compile_each(&[input], &options).expect("it should compile");
    match compiled.start {
        whydunit_front_c::Start::Function(start) => (compiled.program, start),
        whydunit_front_c::Start::Unclear(_) => panic!("the start should be clear"),
    }
}

fn analysed(program: &Program, start: FunctionId) -> Analysis<'_> {
    let checks = CheckKind::ALL.into_iter().filter(|kind| *kind != CheckKind::Abort).collect();
    analyse(program, start, &Options { checks, deadline: None, mines: true })
}

fn text_at(program: &Program, point: whydunit_program::Point) -> String {
    let (span, _) = program.origin_of(point);
    program.sources.text(span).lines().next().unwrap_or_default().to_owned()
}

/// Fig. 6, with the paper's statements. The paper marks the edges of `e = 4` and `e = e - 2` as relevant. Where its table has `e > 5` ours has `e >= 6`: integers.
#[test]
fn reachable_states_projections_and_relevant_edges_of_figure_6() {
    let (program, start) = compiled(
        "int __VERIFIER_nondet_int(void);
int main(void) {
  int e, j = __VERIFIER_nondet_int();
  if (j > 100)
    return 0;
  e = 4;
  e = e - 2;
  e = e - 1;
  j = j + 1;
  //@ assert e <= 2;
  return 0;
}
",
    );
    let analysis = analysed(&program, start);
    let property = analysis
        .properties()
        .into_iter()
        .find(|property| property.kind == CheckKind::Contract)
        .expect("the assertion should be a obligation");
    assert!(property.is_proved);
    let only_e = |facts: &str| {
        let parts: Vec<&str> = facts.split(" && ").filter(|part| !part.contains('j')).collect();
        if parts.is_empty() { "true".to_owned() } else { parts.join(" && ") }
    };
    let mut table = String::new();
    for row in
        analysis.rows(&property).iter().filter(|row| text_at(&program, row.point).contains('='))
    {
        table.push_str(&format!(
            "{:<12}| {:<8}| {:<8}| {:<8}|{}\n",
            text_at(&program, row.point),
            only_e(&row.reachable),
            only_e(&row.safe),
            only_e(&row.failing),
            if row.is_relevant { " relevant" } else { "" },
        ));
    }
    expect![[r#"
        j = __VERIFIER_nondet_int()| true    | true    | false   |
        j = __VERIFIER_nondet_int()| true    | true    | false   |
        e = 4       | true    | true    | false   | relevant
        e = e - 2   | e == 4  | e <= 5  | e >= 6  | relevant
        e = e - 1   | e == 2  | e <= 3  | e >= 4  |
        j = j + 1   | e == 1  | e <= 2  | e >= 3  |
        assert e <= 2| e == 1  | e <= 2  | e >= 3  |
    "#]]
    .assert_eq(&table);
}

const SUM: &str = "int sum(int a[], int n) {
  int i, s = 0;
  for (i = 0; i <= n; ++i)
    s = s + a[i];
  return s;
}
int main(void) {
  int a[10] = {0};
  sum(a, 10);
  return 0;
}
";

/// Section 4.1 on Fig. 2. The paper prints `0 <= ndRes1 <= 10` and `-1 <= ndRes3 <= 10`. By Definition 4.1 the second is `0 <= ndRes3 <= 10` as well: `-1` is allowed *before*
/// `i = i + 1`, not after it.
#[test]
fn what_the_proof_of_the_lower_bound_says_about_figure_2() {
    let (program, start) = compiled(SUM);
    let analysis = analysed(&program, start);
    let open: Vec<String> = analysis
        .properties()
        .iter()
        .filter(|property| !property.is_proved)
        .map(|property| {
            let text = program.sources.text(property.span);
            format!("{} {text}, side {}", property.kind.name(), property.side)
        })
        .collect();
    assert_eq!(open, ["bounds a[i], side 1"], "the underflow is excluded, the overflow is not");
    let mined = analysis.mine();
    let mut trusted: Vec<_> = mined.trusted.iter().copied().collect();
    trusted.sort();
    let trusted: Vec<String> = trusted.iter().map(|point| text_at(&program, *point)).collect();
    assert_eq!(trusted, ["i = 0"]);
    let mut results: Vec<_> = mined.results.into_iter().collect();
    results.sort_by_key(|(point, _)| *point);
    let results: Vec<String> = results
        .iter()
        .map(|(point, bounds)| {
            let end = |end: Option<i128>| end.map_or("..".to_owned(), |end| end.to_string());
            format!("{} <= {} <= {}", end(bounds.low), text_at(&program, *point), end(bounds.high))
        })
        .collect();
    expect![[r#"
        0 <= i = 0 <= 10
        0 <= ++i <= 10"#]]
    .assert_eq(&results.join("\n"));
}

fn expect_facts(text: &str, expected: &Expect) {
    let (program, start) = compiled(text);
    let analysis = analysed(&program, start);
    let mut facts = String::new();
    for property in
        analysis.properties().iter().filter(|property| property.kind == CheckKind::Bounds)
    {
        let place = program.sources.line_column(property.span);
        let because = analysis.because(property).unwrap_or_default();
        let word = if property.is_proved { "proved" } else { "open" };
        facts.push_str(&format!("{}:{}: {word} {because}\n", place.line, property.side));
    }
    facts.push_str(if analysis.holds() { "holds" } else { "not known to hold" });
    expected.assert_eq(&facts);
}

/// Relations between an index and a length, which intervals cannot say.
#[test]
fn an_index_below_a_length() {
    expect_facts(
        "int __VERIFIER_nondet_int(void);
int main(void) {
  int a[10] = {0}, n = __VERIFIER_nondet_int(), s = 0;
  if (n < 0 || n > 10)
    return 0;
  for (int i = 0; i < n; i++)
    s ^= a[i];
  return s;
}
",
        &expect![[r#"
            3:0: proved 
            3:1: proved 
            7:0: proved i >= 0 && i <= 9
            7:1: proved i >= 0 && i <= 9
            holds"#]],
    );
}

/// A pointer that walks up to the last place of a buffer.
#[test]
fn a_pointer_below_a_limit() {
    expect_facts(
        "int __VERIFIER_nondet_int(void);
int main(void) {
  char buffer[8];
  char *p = buffer, *end = buffer + sizeof buffer - 1;
  while (p < end && __VERIFIER_nondet_int())
    *p++ = 'x';
  *p = 0;
  return 0;
}
",
        &expect![[r#"
            4:0: proved 
            4:0: proved 
            6:0: proved 
            6:1: proved 
            6:0: proved 
            7:0: proved offset(p) >= 0 && offset(p) <= 7
            7:1: proved offset(p) >= 0 && offset(p) <= 7
            holds"#]],
    );
}

/// Is the assertion of a program proved?
fn is_proved(text: &str) -> bool {
    let (program, start) = compiled(text);
    let analysis = analysed(&program, start);
    assert!(analysis.is_complete());
    let properties = analysis.properties();
    let mut stated = properties.iter().filter(|property| property.kind == CheckKind::Contract);
    stated.all(|property| property.is_proved)
}

/// A function that calls itself more often than calls are entered.
fn with_recursion(rest: &str) -> String {
    format!(
        "int __VERIFIER_nondet_int(void);
static int steps;
static int *walk(int *at, int n) {{ steps = 1; return n <= 0 ? at : walk(at, n - 1); }}
static int count(int n) {{ return n <= 0 ? 7 : count(n - 1); }}
{rest}"
    )
}

#[test]
fn what_recursion_returns_and_changes() {
    let returned = "int main(void) { int n = count(__VERIFIER_nondet_int());
        //@ assert n == 7;
        return 0; }";
    assert!(is_proved(&with_recursion(returned)));
    let aliased =
        "int main(void) { int x; int *at = walk(&x, __VERIFIER_nondet_int()); x = 1; *at = 2;
        //@ assert x == 1;
        return 0; }";
    assert!(!is_proved(&with_recursion(aliased)));
    let changed = "int main(void) { int x; walk(&x, __VERIFIER_nondet_int());
        //@ assert steps == 0;
        return 0; }";
    assert!(!is_proved(&with_recursion(changed)));
}
