//! One failing run and no other test: runs near it are made.

use whydunit_interp::InputValues;
use whydunit_suite::{Suite, Test};

use crate::support::{compiled, found, line};

const PROGRAM: &str = "//@ ensures \\result >= x && \\result >= y
int larger(int x, int y)
{
    int result = x;
    if (x > y)
        result = y;
    return result;
}
";

fn single(inputs: &str) -> Suite {
    let mut values = InputValues::new();
    for word in inputs.split_whitespace() {
        values.parse_assignment(word).expect("the input should be readable");
    }
    Suite { tests: vec![Test { inputs: values, ..Test::default() }] }
}

#[test]
fn runs_nearby_are_made_and_told_as_such() {
    let (program, start) = compiled(PROGRAM, "larger");
    let found = found(&program, start, &single("x=3 y=7"));
    assert!(found.generated > 10, "{} runs", found.generated);
    assert!(found.failing > 1 && found.passing > 0, "it does not fail where both are the same");
    let first = found.causes.first().expect("there should be a cause");
    assert_eq!(line(&program, first), (5, "if (x > y)"));
    assert!(first.why.contains("and 8 nearby do not fail"), "{}", first.why);
}

#[test]
fn the_same_run_has_the_same_causes() {
    let (program, start) = compiled(PROGRAM, "larger");
    let told = |inputs: &str| -> Vec<String> {
        let found = found(&program, start, &single(inputs));
        found.causes.iter().map(|cause| format!("{:?} {}", cause.span, cause.why)).collect()
    };
    assert_eq!(told("x=3 y=7"), told("x=3 y=7"));
}

#[test]
fn other_inputs_are_no_evidence() {
    let text = "int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x + 1;
    //@ assert y != 8;
    return 0;
}
";
    let (program, start) = compiled(text, "main");
    let found = found(&program, start, &single("nondet#1=7"));
    let first = found.causes.first().expect("there should be a cause");
    assert_eq!(line(&program, first).0, 5);
    let said: Vec<&str> =
        found.causes.iter().flat_map(|cause| &cause.evidence).map(|it| it.text.as_str()).collect();
    let is_replaced = |text: &&&str| {
        text.contains("for `__VERIFIER_nondet_int()`") || text.contains("value of `__VERIFIER")
    };
    assert!(!said.is_empty() && said.iter().find(is_replaced).is_none(), "{said:?}");
}

#[test]
fn nothing_is_to_blame_where_nothing_fails() {
    let (program, start) = compiled(PROGRAM, "larger");
    let found = found(&program, start, &single("x=3 y=3"));
    assert!(found.causes.is_empty());
}
