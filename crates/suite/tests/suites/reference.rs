//! What a test leaves open is what a correct version of the program does.

use super::support::{Subject, outcomes, subject, suite};
use whydunit_suite::{Loaded, expect_from};

/// The outcomes of what is left of the suite, and why tests were left out.
fn compared(reference: &Subject, tested: &Subject, text: &str) -> (Vec<String>, Vec<String>) {
    let Loaded { suite: mut tests, .. } = suite(text).unwrap_or_else(|problem| panic!("{problem}"));
    let left_out = expect_from(&reference.runner(), &tested.runner(), &mut tests);
    let left_out = left_out.iter().map(|it| format!("{}: {}", it.test.name, it.why)).collect();
    (outcomes(tested, &tests), left_out)
}

#[test]
fn results_output_and_contents_are_expected() {
    let program = |change: &str, print: &str, count: &str| {
        format!(
            r#"
            #include <stdio.h>
            #include <stdlib.h>
            int calls;
            {count}
            static int hidden;
            char *f(int *a, int n) {{
                calls++;
                hidden = rand();
                for (int i = 0; i < n; i++) a[i] {change};
                printf("{print}\n", n);
                char *text = malloc(8);
                if (!text) exit(1);
                text[0] = (char)('a' + a[0] % 26); text[1] = 0;
                return text;
            }}"#
        )
    };
    let text = "[[test]]\ninputs = { a = [1, 2], n = 2 }\n[[test]]\ninputs = { a = [7], n = 0 }\n";
    let reference = subject(&program("+= 1", "%d", "int count;"), "f");
    for (tested, expected) in [
        (program("+= 1", "%d", "int count;"), ["passed", "passed"]),
        // Another type: not compared.
        (program("+= 1", "%d", "long count = 5;"), ["passed", "passed"]),
        (
            program("+= 1", "%d", "int count = 5;"),
            ["after the run count is 5, expected 0", "after the run count is 5, expected 0"],
        ),
        (program("+= 27", "%d", "int count;"), ["after the run a[0] is 28, expected 2", "passed"]),
        (
            program("+= 2", "%d", "int count;"),
            ["returned something else: result[0] is 100 'd', expected 99 'c'", "passed"],
        ),
        (program("+= 1", "%x", "int count;"), ["passed", "passed"]),
        (
            program("+= 1", "n=%d", "int count;"),
            [
                "line 1 of the output is \"n=2\", expected \"2\"",
                "line 1 of the output is \"n=0\", expected \"0\"",
            ],
        ),
    ] {
        let (outcomes, left_out) = compared(&reference, &subject(&tested, "f"), text);
        assert_eq!(outcomes, expected, "{tested}");
        assert_eq!(left_out, [""; 0]);
    }
}

#[test]
fn tests_that_the_reference_fails_are_left_out() {
    let reference = subject("int f(int x) { while (x < 0) {} return 10 / x; }", "f");
    let tested = subject("int f(int x) { return x ? 10 / x : 0; }", "f");
    let text = "[[table]]\ncolumns = [\"x\"]\nrows = [[5], [0], [-1], [3]]\n\
                [[test]]\ninputs = { x = 2 }\nresult = 6\n";
    let (outcomes, left_out) = compared(&reference, &tested, text);
    assert_eq!(outcomes, ["passed", "passed"]);
    assert_eq!(
        left_out,
        [
            "test 2: the reference itself fails: line 1: division by zero: 10 / 0",
            "test 3: the reference itself fails: did not end within 10000 steps (at line 1)",
            "test 5: the reference itself fails: returned 5, expected 6",
        ]
    );
}

/// Pointers are followed, but not around a circle; what is not initialised may be anything.
#[test]
fn linked_storage_is_compared() {
    let program = |value: &str| {
        format!(
            r#"
            #include <stdlib.h>
            struct node {{ int value; struct node *next, *previous; union {{ int i; float f; }}; }};
            struct node *ring;
            struct node *f(int n) {{
                struct node *first = malloc(sizeof *first);
                if (!first) exit(1);
                first->value = n; first->next = first->previous = first;
                struct node *second = malloc(sizeof *second);
                if (!second) exit(1);
                second->value = {value}; second->next = NULL;
                first->next = second;
                return ring = first;
            }}"#
        )
    };
    let reference = subject(&program("n + 1"), "f");
    let text = "[[test]]\ninputs = { n = 1 }\n[[test]]\ninputs = { n = 2 }\n";
    let (same, _) = compared(&reference, &subject(&program("1 + n"), "f"), text);
    assert_eq!(same, ["passed", "passed"]);
    let (different, _) = compared(&reference, &subject(&program("n * 2"), "f"), text);
    assert_eq!(
        different,
        ["passed", "returned something else: result[0].next[0].value is 4, expected 3"]
    );
}

#[test]
fn of_main_the_exit_code_is_expected() {
    let reference = subject("int main(int argc, char **argv) { return argc; }", "");
    let tested = subject("int main(int argc, char **argv) { return argc > 2 ? 9 : argc; }", "");
    let text = "[[test]]\nargs = [1]\n[[test]]\nargs = [1, 2]\n";
    let (outcomes, left_out) = compared(&reference, &tested, text);
    assert_eq!(outcomes, ["passed", "exit code 9, expected 3"]);
    assert_eq!(left_out, [""; 0]);
}
