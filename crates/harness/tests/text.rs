//! The whole text of a test, as people read it.

use crate::common;

use common::directives::Directives;
use common::{Setting, Subject};
use expect_test::{Expect, expect};

fn check(program: &str, expected: &Expect) {
    let scratch = tempfile::tempdir().expect("a temporary directory");
    let path = scratch.path().join("prog.c");
    std::fs::write(&path, program).expect("the program can be written");
    let directives = Directives::read(program);
    let function = directives.get("function").map(str::to_owned);
    let subject = Subject::compile(&[path], &Setting { function, ..Setting::default() });
    let run = directives.whole_run();
    let test = scratch.path().join("prog_test.c");
    let emitted = subject.emit(&subject.failure(&run), &run, &test).expect("there is a test");
    assert!(emitted.text.contains(&emitted.command), "the comment has the command");
    let directory = scratch.path().display().to_string();
    let text = emitted.text.replace(&format!("{directory}/"), "").replace(&directory, ".");
    expected.assert_eq(&text);
}

#[test]
fn a_sanitizer_shows_it() {
    check(
        "// find: function=mean
// input: a=[3, 4]; n=0
//@ requires 0 <= n && n <= 2;
int mean(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum / n;
}
",
        &expect![[r#"
            /* prog.c:9: div: division by zero: 0 / 0
             *
             * Inputs:
             *     a[0] = 3
             *     a[1] = 4
             *     n = 0
             * Build and run (it succeeds when the failure does not show):
             *     cc -w -g -fsanitize=integer-divide-by-zero,signed-integer-overflow -fno-sanitize-recover=all prog_test.c -o prog_test && prog_test
             */

            #include "prog.c"

            #include <stdio.h>
            #include <stdlib.h>

            int main(void)
            {
                int a[2] = {3, 4};
                int n = 0;
                if (!(0 <= n && n <= 2)) {
                    fputs("the inputs do not meet `requires 0 <= n && n <= 2`\n", stderr);
                    return 2;
                }
                mean(a, n);
                return 0;
            }
        "#]],
    );
}

#[test]
fn a_contract_is_put_into_a_copy() {
    check(
        "// input: nondet#1=-7
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = x / 2;
    //@ assert y <= x;
    return y;
}
",
        &expect![[r#"
            /* prog.c:7: contract: y <= x does not hold
             *
             * Inputs:
             *     x (nondet#1) = -7
             * Build and run (it succeeds when the failure does not show):
             *     cc -w -g -iquote . prog_test.c -o prog_test && prog_test
             */

            static void test_failed(void);

            #define main program_main
            #line 1 "prog.c"
            // input: nondet#1=-7
            extern int __VERIFIER_nondet_int(void);
            int main(void)
            {
                int x = __VERIFIER_nondet_int();
                int y = x / 2;
                { if (!(y <= x)) test_failed(); } //@ assert y <= x;
                return y;
            }
            #line 23 "prog_test.c"
            #undef main

            #include <stdio.h>
            #include <stdlib.h>

            static void test_failed(void)
            {
                fputs("prog.c:7: contract: y <= x does not hold\n", stderr);
                abort();
            }

            int __VERIFIER_nondet_int(void)
            {
                static int values[] = {-7, 0};
                static int calls;
                return values[calls < 1 ? calls++ : 1];
            }

            int main(void)
            {
                program_main();
                return 0;
            }
        "#]],
    );
}
