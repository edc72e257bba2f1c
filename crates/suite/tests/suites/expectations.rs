//! What is expected of a run is compared by the types of the program.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use whydunit_interp::{Config, InputValue, NoObserver};
use whydunit_suite::{Runner, Verdict};

use super::support::{outcomes, subject, suite};

/// Runs tests of one function; each has what follows `[[test]]` and how it goes.
fn expect(program: &str, function: &str, tests: &[(&str, &str)]) {
    let subject = subject(program, function);
    let text: String = tests.iter().map(|(test, _)| format!("[[test]]\n{test}\n")).collect();
    let suite = suite(&text).unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(subject.mistakes(&suite), [""; 0], "{text}");
    let outcomes = outcomes(&subject, &suite.suite);
    for ((test, expected), outcome) in tests.iter().zip(&outcomes) {
        assert_eq!(outcome, expected, "{test}");
    }
}

#[test]
fn results_are_numbers_of_their_types() {
    expect(
        "int f(int x) { return x; }",
        "f",
        &[
            ("inputs = { x = -3 }\nresult = -3", "passed"),
            ("inputs = { x = -1 }\nresult = 0xffffffff", "passed"),
            ("inputs = { x = 3 }\nresult = 3.0", "passed"),
            ("inputs = { x = 3 }\nresult = 3.5", "returned 3, expected 3.5"),
            ("inputs = { x = 3 }\nresult = 4", "returned 3, expected 4"),
            ("inputs = { x = 97 }\nresult = \"a\"", "passed"),
            ("inputs = { x = 1 }\nresult = true", "passed"),
        ],
    );
    expect(
        "unsigned long f(unsigned long x) { return x; }",
        "f",
        &[
            ("inputs = { x = 18446744073709551615 }\nresult = -1", "passed"),
            (
                "inputs = { x = 18446744073709551615 }\nresult = 1",
                "returned 18446744073709551615, expected 1",
            ),
        ],
    );
    expect(
        "char f(int x) { return (char)x; }",
        "f",
        &[
            ("inputs = { x = 97 }\nresult = \"a\"", "passed"),
            ("inputs = { x = 97 }\nresult = 98", "returned 97 'a', expected 98 'b'"),
            ("inputs = { x = 10 }\nresult = 39", "returned 10, expected 39 '\\''"),
        ],
    );
    expect(
        "_Bool f(int x) { return x; }",
        "f",
        &[
            ("inputs = { x = 5 }\nresult = true", "passed"),
            ("inputs = { x = 5 }\nresult = 0", "returned 1, expected 0"),
        ],
    );
}

#[test]
fn floating_results_have_the_same_bits() {
    expect(
        "double f(double x) { return x / 10; }",
        "f",
        &[
            ("inputs = { x = 1 }\nresult = 0.1", "passed"),
            ("inputs = { x = 20 }\nresult = 2", "passed"),
            ("inputs = { x = nan }\nresult = -nan", "passed"),
            ("inputs = { x = inf }\nresult = inf", "passed"),
            ("inputs = { x = -0.0 }\nresult = 0.0", "returned -0.0, expected 0.0"),
            (
                "inputs = { x = 3 }\nresult = 0.30000000000000004",
                "returned 0.3, expected 0.30000000000000004",
            ),
        ],
    );
    expect(
        "float f(void) { return 0.1f; }",
        "f",
        &[
            ("result = 0.1", "passed"),
            ("result = 0.2", "returned 0.10000000149011612, expected 0.2"),
        ],
    );
    expect("long double f(void) { return 0.5L; }", "f", &[("result = 0.5", "passed")]);
}

#[test]
fn enumeration_constants_have_names() {
    expect(
        "enum colour { RED, GREEN = 5 }; enum colour f(enum colour c) { return c; }",
        "f",
        &[
            ("inputs = [\"c=GREEN\"]\nresult = \"GREEN\"", "passed"),
            ("inputs = { c = \"GREEN\" }\nresult = 5", "passed"),
            ("inputs = { c = 0 }\nresult = \"GREEN\"", "returned RED, expected \"GREEN\""),
        ],
    );
}

#[test]
fn results_may_be_pointers_and_records() {
    let program = r#"
        #include <stdlib.h>
        struct pair { int x; char name[4]; unsigned b : 3; int c : 3; };
        struct pair pair(int x) { struct pair p = { x, "abc", 5, -2 }; return p; }
        const char *text(int which) {
            if (which == 0) return NULL;
            if (which == 1) return "one";
            int local = 0;
            return which == 2 ? (char *)&local : "two" + 1;
        }
        struct pair *heap(int x) {
            struct pair *p = calloc(1, sizeof *p);
            if (p) p->x = x;
            return p;
        }
        int (*function(void))(int) { return abs; }
    "#;
    expect(
        program,
        "pair",
        &[
            ("inputs = { x = 1 }\nresult = { x = 1, name = \"abc\", b = 5, c = -2 }", "passed"),
            (
                "inputs = { x = 1 }\nresult = { c = 2 }",
                "returned something else: result.c is -2, expected 2",
            ),
            (
                "inputs = { x = 1 }\nresult = { name = \"abd\" }",
                "returned something else: result.name is \"abc\", expected \"abd\"",
            ),
        ],
    );
    expect(
        program,
        "text",
        &[
            ("inputs = { which = 0 }\nresult = 0", "passed"),
            ("inputs = { which = 0 }\nresult = \"one\"", "returned NULL, expected \"one\""),
            ("inputs = { which = 1 }\nresult = \"one\"", "passed"),
            ("inputs = { which = 1 }\nresult = \"on\"", "returned \"one\", expected \"on\""),
            ("inputs = { which = 1 }\nresult = 0", "returned a pointer, expected 0"),
            (
                "inputs = { which = 2 }\nresult = \"\"",
                "returned a pointer to nothing, expected \"\"",
            ),
            ("inputs = { which = 3 }\nresult = \"wo\"", "passed"),
        ],
    );
    expect(
        program,
        "heap",
        &[
            ("inputs = { x = 7 }\nresult = { x = 7 }", "passed"),
            (
                "inputs = { x = 7 }\nresult = [{ x = 8 }]",
                "returned something else: result[0].x is 7, expected 8",
            ),
            (
                "inputs = { x = 7 }\nresult = { x = 8 }",
                "returned something else: result->x is 7, expected 8",
            ),
        ],
    );
}

#[test]
fn contents_after_the_run() {
    let program = r#"
        struct node { int value; struct node *next; };
        int count;
        char line[8];
        struct node *head;
        double mean;
        int table[2][2];
        void f(int *a, int n, char *s, struct node *list) {
            count = n;
            for (int i = 0; i < n; i++) a[i] = a[i] + 1;
            line[0] = 'o'; line[1] = 'k';
            if (s) s[0] = 'X';
            head = list;
            if (list) list->value *= 2;
            mean = 0.5;
            table[1][0] = 3;
        }
    "#;
    expect(
        program,
        "f",
        &[
            (
                "inputs = { a = [1, 2], n = 2 }\nafter = { a = [2, 3], count = 2, line = \"ok\" }",
                "passed",
            ),
            ("inputs = { a = [1, 2], n = 2 }\nafter = { a = [2] }", "passed"),
            (
                "inputs = { a = 4, n = 1 }\nafter = { a = 5, mean = 0.5, table = [[0, 0], [3, 0]] }",
                "passed",
            ),
            ("inputs = { a = 4, n = 1 }\nafter = { a = 0 }", "after the run *a is 5, expected 0"),
            (
                "inputs = { a = [1, 2], n = 2 }\nafter = { a = [2, 2] }",
                "after the run a[1] is 3, expected 2",
            ),
            (
                "inputs = { a = [1, 2], n = 2 }\nafter = { a = [2, 3, 4] }",
                "after the run a[2] is not there, expected 4",
            ),
            (
                "inputs = [\"a=[1,2]\", \"n=2\", \"list=NULL\"]\nafter = [\"a=[_,3]\", \"head=NULL\"]",
                "passed",
            ),
            ("inputs = { s = \"abc\" }\nafter = { s = \"Xbc\" }", "passed"),
            (
                "inputs = { s = \"abc\" }\nafter = { s = \"xbc\" }",
                "after the run s is \"Xbc\", expected \"xbc\"",
            ),
            (
                "inputs = [\"s=NULL\"]\nafter = { s = \"\" }",
                "after the run s is gone, expected \"\"",
            ),
            (
                "inputs = { list = { value = 4, next = { value = 5 } } }\n\
                 after = { head = { value = 8, next = { value = 5 } }, list = { value = 8 } }",
                "passed",
            ),
            (
                "inputs = { list = { value = 4, next = { value = 5 } } }\n\
                 after = { list = { next = { value = 6 } } }",
                "after the run list->next->value is 5, expected 6",
            ),
            (
                "inputs = { n = 0 }\nafter = { table = [[0, 1]] }",
                "after the run table[0][1] is 0, expected 1",
            ),
        ],
    );
}

#[test]
fn the_checks_and_the_contract_judge_in_any_case() {
    let program = r#"
        #include <stdlib.h>
        //@ requires x >= 0;
        //@ ensures \result >= x;
        int f(int x) {
            if (x == 1) abort();
            if (x == 2) exit(3);
            if (x == 3) return 2;
            if (x == 4) return 1 / (x - 4);
            while (x == 5) {}
            return x == 6 ? f(6) : x;
        }
    "#;
    expect(
        program,
        "f",
        &[
            ("inputs = { x = 0 }", "passed"),
            ("inputs = { x = -1 }", "the inputs do not meet the precondition x >= 0"),
            ("inputs = { x = 1 }", "abort was called"),
            ("inputs = { x = 1 }\nexit-code = 134", "passed"),
            ("inputs = { x = 2 }\nresult = 2", "ended without returning, expected 2"),
            ("inputs = { x = 2 }\nexit-code = 3", "passed"),
            ("inputs = { x = 2 }\nexit-code = 4", "exit code 3, expected 4"),
            ("inputs = { x = 3 }\nresult = 2", "line 4: \\result >= x does not hold"),
            ("inputs = { x = 4 }", "line 9: division by zero: 1 / 0"),
            ("inputs = { x = 5 }", "did not end within 10000 steps (at line 10)"),
            ("inputs = { x = 6 }", "did not end within 10000 steps (at line 3)"),
        ],
    );
}

#[test]
fn endless_recursion_fails_by_its_depth() {
    let subject = subject("int f(int x) { return f(x); }", "f");
    let suite = suite("[[test]]\n").expect("the suite should be readable");
    let runner = subject.runner_with(Some(1_000_000));
    let outcome = &runner.run_all(&suite.suite)[0];
    assert_eq!(
        runner.in_words(&outcome.verdict),
        "did not end: calls are nested more than 100000 deep (at line 1)"
    );
}

#[test]
fn arguments_standard_input_and_output() {
    let program = r#"
        #include <stdio.h>
        int main(int argc, char **argv) {
            int c;
            for (int i = 1; i < argc; i++) printf("%s\n", argv[i]);
            while ((c = getchar()) != EOF) putchar(c);
            return argc;
        }
    "#;
    expect(
        program,
        "",
        &[
            ("args = [\"a b\", 3]\nstdin = \"x\\n\"\nstdout = \"a b\\n3\\nx\\n\"", "passed"),
            ("args = [\"a\"]\nexit-code = 2\nresult = 2", "passed"),
            ("args = [\"a\"]\nstdout = \"b\\n\"", "line 1 of the output is \"a\", expected \"b\""),
            ("stdin = \"x\"\nstdout = \"\"", "line 1 of the output is \"x\", expected no more"),
        ],
    );
}

#[test]
fn tests_without_time_are_not_run() {
    let subject = subject("int f(int x) { return x; }", "f");
    let loaded = suite("[[test]]\n[[test]]\n").expect("the suite should be readable");
    let is_not_run = |runner: &Runner<'_>| {
        let outcomes = runner.run_all(&loaded.suite);
        outcomes.iter().all(|outcome| matches!(outcome.verdict, Verdict::NotRun))
    };
    assert!(!is_not_run(&subject.runner()));
    let flag = Arc::new(AtomicBool::new(true));
    let interrupted = Config { interrupt: Some(flag), ..Config::default() };
    assert!(is_not_run(&subject.runner_under(interrupted)));
    let over = Config { deadline: Some(Instant::now()), ..Config::default() };
    assert!(is_not_run(&subject.runner_under(over)));
}

/// Tests run in parallel; the outcomes are in the order of the suite.
#[test]
fn many_tests_keep_their_order() {
    let subject = subject("int f(int x) { return x % 7 == 0 ? -1 : x; }", "f");
    let rows: String = (0..2000).map(|x| format!("[{x}, {x}],")).collect();
    let text = format!("[[table]]\ncolumns = [\"x\", \"result\"]\nrows = [{rows}]\n");
    let suite = suite(&text).unwrap_or_else(|problem| panic!("{problem}"));
    for (x, outcome) in outcomes(&subject, &suite.suite).iter().enumerate() {
        match x % 7 {
            0 => assert_eq!(*outcome, format!("returned -1, expected {x}")),
            _ => assert_eq!(outcome, "passed"),
        }
    }
}

/// Runs of tests keep no record of inputs; they take the same values all the same, however these are named.
#[test]
fn inputs_have_the_same_values_as_in_other_runs() {
    let program = r#"
        struct point { int x, y; };
        int table[3];
        struct point points[2];
        char word[4];
        double weights[2];
        long f(int *a, struct point *p, char *s, short n) {
            long sum = a[0] + 10 * a[1] + 100 * p->x + 1000 * p->y + 10000 * s[0];
            for (int i = 0; i < 3; i++) sum += table[i] * (i + 1);
            return sum * 3 + points[1].y + word[1] + (long)(weights[1] * 8) + n;
        }
    "#;
    let inputs = [
        "[\"a=[1,2]\", \"p={.x=3,.y=4}\", 's=\"b\"', \"n=-7\"]",
        "[\"a[1]=2\", \"p->x=3\", \"s=[5, 0]\", \"n=70000\"]",
        "[\"a=[1,2]\", \"table=[7,8,9]\", 'word=\"xyz\"', \"weights=[0.5, 2]\"]",
        "[\"a=[1,2]\", \"table[1]=8\", \"points=[{1,2},{3,4}]\", \"m=3\"]",
        "[\"a=[1,2]\", \"points[1].y=8\", \"word[1]='c'\", \"weights[1]=1.25\"]",
    ];
    let subject = subject(program, "f");
    let text: String = inputs.iter().map(|it| format!("[[test]]\ninputs = {it}\n")).collect();
    let mut tests = suite(&text).unwrap_or_else(|problem| panic!("{problem}")).suite;
    let runner = subject.runner();
    for test in &mut tests.tests {
        let spec = runner.spec(test);
        let plain = whydunit_interp::run(
            runner.program(),
            &spec,
            runner.config(),
            &mut |_, _| {},
            &mut NoObserver,
        );
        let returned = plain.returned.expect("the function should return");
        test.expected.result = Some(InputValue::Int((returned as i64).into()));
        let outcome = runner.run(test);
        assert_eq!(runner.in_words(&outcome.verdict), "");
        assert_eq!(outcome.steps, plain.steps);
        assert_eq!(outcome.unused_inputs, plain.unused_inputs);
        assert_eq!(outcome.misfit_inputs, plain.misfit_inputs);
    }
}
