//! What the paper leaves out: pointers, records, calls, compound assignments, failed checks. The correction is
//! among the proposals.

use whydunit_repair::apply;
use whydunit_repair::autodebug::{Debugging, Options, debug};

use super::common::{Failing, failing};

fn debugged(text: &str, options: &str) -> (Failing, Debugging) {
    let failing = failing(text, options).expect("the run should fail");
    let found = debug(&failing.program, &failing.trace, &Options::default());
    (failing, found)
}

/// The place, from 1, of the proposal that turns line `number` into `wanted`.
fn place(text: &str, options: &str, number: usize, wanted: &str) -> Option<usize> {
    let (failing, found) = debugged(text, options);
    let mut changes = found.proposals.iter().map(|proposal| {
        let file = proposal.edits[0].span.file;
        let changed = apply(&failing.program.sources, file, &proposal.edits);
        let line = changed.lines().nth(number - 1).unwrap_or_default().trim().to_owned();
        (line != text.lines().nth(number - 1).unwrap_or_default().trim()).then_some(line)
    });
    changes.position(|line| line.as_deref() == Some(wanted)).map(|index| index + 1)
}

#[track_caller]
fn proposes(text: &str, options: &str, number: usize, wanted: &str, at_most: usize) {
    let place = place(text, options, number, wanted);
    assert!(place.is_some_and(|place| place <= at_most), "{wanted}: {place:?}");
}

#[test]
fn a_pointer_that_runs_too_far() {
    let text = "\
//@ requires n > 0 && \\valid(a + (0 .. n - 1));
int total(int *a, int n) {
    int s = 0;
    for (int *p = a; p <= a + n; p++)
        s += *p;
    return s;
}
";
    let options = "--function total --input n=2 --input a=[3,4]";
    proposes(text, options, 4, "for (int *p = a; p < a + n; p++)", 5);
}

#[test]
fn the_wrong_field() {
    let text = "\
struct point { int x, y; };
/*@ ensures p->x == \\old(p->y) && p->y == \\old(p->x); */
void swap(struct point *p) {
    int t = p->x;
    p->x = p->y;
    p->x = t;
}
";
    proposes(text, "--function swap --input p=[{1,2}]", 6, "p->y = t;", 10);
}

#[test]
fn a_returned_value_in_a_called_function() {
    let text = "\
int clamp(int v, int lo, int hi) {
    if (v < lo)
        return lo;
    if (v > hi)
        return lo;
    return v;
}
/*@ ensures 0 <= \\result <= 100;
    ensures x > 100 ==> \\result == 100; */
int percent(int x) {
    return clamp(x, 0, 100);
}
";
    proposes(text, "--function percent --input x=150", 5, "return hi;", 15);
}

#[test]
fn an_argument() {
    let text = "\
int twice(int v) {
    return 2 * v;
}
//@ ensures \\result == 2 * y;
int f(int x, int y) {
    return twice(x);
}
";
    proposes(text, "--function f --input x=1 --input y=5", 6, "return twice(y);", 12);
}

#[test]
fn compound_assignments_keep_their_form() {
    let text = "\
//@ ensures \\result == x + y;
int sum(int x, int y) {
    int s = x;
    s += x;
    return s;
}
";
    proposes(text, "--function sum --input x=2 --input y=5", 4, "s += y;", 10);
}

#[test]
fn one_of_two_conditions() {
    let text = "\
//@ ensures \\result == 1 ==> lo <= v && v < hi;
int inside(int v, int lo, int hi) {
    if (lo <= v && v <= hi)
        return 1;
    return 0;
}
";
    let options = "--function inside --input v=4 --input lo=0 --input hi=4";
    proposes(text, options, 3, "if (lo <= v && v < hi)", 6);
}

#[test]
fn an_assertion_is_the_postcondition() {
    let text = "\
#include <assert.h>
int g;
int main(void) {
    int a[3] = {4, 5, 6};
    for (int i = 0; i < 2; i++)
        g += a[i];
    assert(g == a[0] + a[1] + a[2]);
    return 0;
}
";
    proposes(text, "", 5, "for (int i = 0; i <= 2; i++)", 12);
}

#[test]
fn a_decision_that_should_have_fallen_otherwise() {
    let text = "\
//@ ensures \\result == 45;
int day_of_year(int month, int day) {
    int number = day;
    if (month > 1)
        number += 31;
    if (month > 1)
        number++;
    return number;
}
";
    let options = "--function day_of_year --input month=2 --input day=14";
    proposes(text, options, 6, "if (month > 2)", 80);
}

#[test]
fn another_return() {
    let text = "\
//@ ensures \\result == 0;
int is_leap(int year) {
    if (year % 400 == 0)
        return 1;
    if (year % 100 != 0)
        return 0;
    return year % 4 == 0;
}
";
    proposes(text, "--function is_leap --input year=1900", 5, "if (year % 100 == 0)", 80);
}

#[test]
fn a_divisor() {
    let text = "\
int f(int n) {
    int d = n - 3;
    return 12 / d;
}
";
    let (_, found) = debugged(text, "--function f --input n=3");
    assert_eq!(found.postcondition[0].predicates, [("d!=0".to_owned(), false)]);
    assert!(!found.proposals.is_empty());
}

#[test]
fn nothing_but_the_dice_is_modified() {
    let text = "\
//@ ensures \\result == a + b;
int add(int a, int b) {
    int s;
    s = a;
    s = s - b;
    return s;
}
";
    let (failing, all) = debugged(text, "--function add --input a=1 --input b=2");
    let statement = |proposal: &whydunit_repair::autodebug::Proposal| {
        let span = proposal.edits[0].span;
        failing.program.sources.line_column(span).line
    };
    assert!(all.proposals.iter().any(|proposal| statement(proposal) != 5));
    let allowed = failing
        .trace
        .steps
        .iter()
        .map(|step| step.source)
        .filter(|source| {
            let span = failing.program.source_stmt(*source).span;
            failing.program.sources.text(span).starts_with("s = s")
        })
        .collect();
    let options = Options { allowed: Some(allowed), ..Options::default() };
    let diced = debug(&failing.program, &failing.trace, &options);
    assert!(!diced.proposals.is_empty());
    assert!(diced.proposals.iter().all(|proposal| statement(proposal) == 5));
}

#[test]
fn macros_assertions_and_contracts_are_left_alone() {
    let text = "\
#include <assert.h>
#define SET(x, v) x = v
int f(int n) {
    int s;
    SET(s, n - 1);
    assert(s == n);
    return s;
}
";
    let (_, found) = debugged(text, "--function f --input n=3");
    let changed: Vec<&str> = found.proposals.iter().map(|proposal| proposal.why.as_str()).collect();
    assert_eq!(changed, Vec::<&str>::new());
}

#[test]
fn of_a_long_run_some_points_are_compared() {
    let text = "\
#include <assert.h>
int a[1000];
int main(void) {
    int m = 0;
    for (int i = 0; i < 1000; i++)
        a[i] = i % 77;
    for (int i = 0; i < 1000; i++)
        if (a[i] < m)
            m = a[i];
    assert(m == 76);
    return 0;
}
";
    let (_, found) = debugged(text, "");
    assert!(found.points.len() > 5000, "{}", found.points.len());
    let kept = found.points.iter().filter(|point| point.forward.is_some()).count();
    assert!((100..1000).contains(&kept), "{kept}");
    assert_eq!(
        found.left_out,
        [format!("states at {} of {} points", found.points.len() - kept, found.points.len())]
    );
    proposes(text, "", 8, "if (a[i] > m)", 60);
}

#[test]
fn a_long_quantifier_is_written_out_where_it_fails() {
    let text = "\
//@ ensures \\forall int k; 0 <= k < 300 ==> a[k] == k;
void number(int a[]) {
    for (int i = 0; i < 299; i++)
        a[i] = i;
}
int main(void) {
    int a[300] = {0};
    number(a);
    return 0;
}
";
    let (_, found) = debugged(text, "");
    let negative: Vec<&str> = found.postcondition[0]
        .predicates
        .iter()
        .filter(|(_, holds)| !holds)
        .map(|(predicate, _)| predicate.as_str())
        .collect();
    assert_eq!(negative, ["a[299]=299"]);
    proposes(text, "", 3, "for (int i = 0; i < 300; i++)", 20);
}

#[test]
fn nothing_is_compared_after_the_deadline() {
    let text = "//@ ensures \\result == x;\nint f(int x) {\n    return x + 1;\n}\n";
    let failing = failing(text, "--function f --input x=1").expect("the run should fail");
    let options = Options { deadline: Some(std::time::Instant::now()), ..Options::default() };
    let found = debug(&failing.program, &failing.trace, &options);
    assert!(found.proposals.is_empty());
    assert_eq!(found.left_out, ["conjunction 1 and those after it"]);
}
