//! Made-up repairs: right ones, which the compiler has to agree with, and wrong ones, which it has to refuse.

use std::time::{Duration, Instant};

use expect_test::{Expect, expect};
use whydunit_interp::Config;
use whydunit_project::{Options, config};
use whydunit_repair::{Edit, Findings, Grade, Repair, Standard};
use whydunit_source::Span;
use whydunit_suite::Runner;

use super::{Agreement, ask};
use crate::{Chosen, Parts, Target, Testing, choose, load};

/// The words to be replaced, and what by.
type Case<'a> = (&'a str, &'a str);

/// Asks about repairs of a program, each of which replaces the first occurrence of some words; the answers are in the order
/// that they are ranked in.
fn asked(program: &str, suite: &str, cases: &[Case<'_>]) -> Option<String> {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let (program_file, suite_file) =
        (directory.path().join("p.c"), directory.path().join("t.toml"));
    std::fs::write(&program_file, program).expect("writing should work");
    std::fs::write(&suite_file, suite).expect("writing should work");
    let mut options = Options::of([program_file]);
    options.tests.tests.push(suite_file);
    let config = config(&options).expect("the options should be usable");
    let config = Config { deadline: Some(Instant::now() + Duration::from_secs(600)), ..config };
    let Testing { suite, subject, reference, common } =
        load(&options).expect("the program should compile");
    let parts = Parts { common, subject, reference };
    let Ok(Chosen::Target(target)) = choose(&config, parts, suite.suite, None) else {
        panic!("the program should fail a test")
    };
    let mut findings = findings(&target, &config, cases);
    let answers = ask(&target, &config, &mut findings);
    let mut text = String::new();
    for (repair, Agreement { verified, remarks }) in findings.repairs.iter().zip(answers) {
        if remarks.iter().any(|remark| remark.contains("there is no C compiler")) {
            whydunit_testing::missing("there is no C compiler");
            return None;
        }
        let remarks = remarks.join("; ").replace(&format!("{}/", directory.path().display()), "");
        let line = format!("{} => {verified:?} {}", repair.edits[0].new, without_details(&remarks));
        text.push_str(&format!("{}\n", line.trim_end()));
    }
    Some(text)
}

/// Compilers and their sanitizers have words of their own.
fn without_details(remarks: &str) -> String {
    let Some((before, after)) = remarks.split_once(": ") else { return remarks.to_owned() };
    for known in ["runtime error", "AddressSanitizer", "error"] {
        if after.contains(&format!("{known}: ")) {
            return format!("{before}: {known}");
        }
    }
    remarks.to_owned()
}

fn findings(target: &Target, config: &Config, cases: &[Case<'_>]) -> Findings {
    let program = &target.subject.program;
    let file = target.files[0];
    let text = program.sources.file(file).text();
    let repair = |(old, new): &Case<'_>| {
        let start = text.find(old).expect("the words should be in the program") as u32;
        let span = Span::new(file, start, start + old.len() as u32);
        Repair {
            edits: vec![Edit { span, new: (*new).to_owned() }],
            grade: Grade::Tests,
            against: "1 test".to_owned(),
            standard: Standard::default(),
            searched: None,
            tests: (1, 1),
            cost: 1,
            is_relevant: true,
            evidence: None,
            is_diagnosed: false,
            remark: None,
            remaining: None,
            patch: String::new(),
        }
    };
    let runner = Runner::new(program, target.subject.start, config.clone());
    Findings {
        repairs: cases.iter().map(repair).collect(),
        before: runner.run_all(&target.suite),
        ..Findings::default()
    }
}

fn says(program: &str, suite: &str, cases: &[Case<'_>], expected: &Expect) {
    if let Some(said) = asked(program, suite, cases) {
        expected.assert_eq(&said);
    }
}

#[test]
fn output_and_exit_code() {
    says(
        r#"#include <stdio.h>
        int main(int argc, char **argv) {
            int a, b, t[2] = { 0, 0 };
            if (scanf("%d %d", &a, &b) != 2) return 1;
            printf("%d%s\n", a - b, argv[1]);
            return t[1];
        }"#,
        r#"[[test]]
        name = "seven"
        args = ["!"]
        stdin = "3 4"
        stdout = "7!\n"
        exit-code = 0
        [[test]]
        name = "nothing"
        exit-code = 1
        "#,
        &[
            ("a - b", "a * b"),
            ("a - b", "a + b"),
            ("a - b", "a + b + t[a - 1]"),
            ("a - b, argv[1]);", "a + b, argv[1]); return 3;"),
            ("a - b", "a + c"),
            ("return t", "b = 7 / t[0]; return t"),
            ("a - b", "(puts(\"7!\"), a) + b"),
        ],
        &expect![[r#"
            a + b => Some(true)
            a * b => Some(false) compiled by the C compiler, seven fails: line 1 of the output is "12!", expected "7!"
            a + b + t[a - 1] => Some(false) compiled by the C compiler, seven fails: runtime error
            a + b, argv[1]); return 3; => Some(false) compiled by the C compiler, seven fails: exit code 3, expected 0
            a + c => Some(false) the C compiler does not accept it: error
            b = 7 / t[0]; return t => Some(false) compiled by the C compiler, seven fails: runtime error
            (puts("7!"), a) + b => Some(false) compiled by the C compiler, seven fails: line 2 of the output is "7!", expected no more
        "#]],
    );
}

#[test]
fn results_and_contents() {
    says(
        "struct pair { int low; double high; char name[4]; };
        int total;
        int sum(int *a, int n, struct pair *p) {
            int s = 0;
            for (int i = 1; i < n; i++) s += a[i];
            p->low = a[0];
            p->high = a[n - 1] / 2.0;
            p->name[0] = 'x';
            a[0] = 9;
            total += s;
            return s;
        }",
        r#"function = "sum"
        [[test]]
        name = "three"
        inputs = { a = [1, 2, 3], n = 3, p = { low = 0, high = 0.0, name = "" }, total = 4 }
        result = 6
        after = { a = [9, 2, 3], total = 10, p = { low = 1, high = 1.5, name = "x" } }
        "#,
        &[
            ("i = 1", "i = 0"),
            ("i = 1", "i = -1"),
            ("s = 0", "s = 2"),
            ("s = 0", "s = 1"),
            ("total += s;", "total += s + 1; s++;"),
            ("'x'", "'y'; s = 6"),
            ("2.0", "4.0; s = 1"),
        ],
        &expect![[r#"
            i = 0 => Some(true)
            s = 1 => Some(true)
            total += s + 1; s++; => Some(true)
            i = -1 => Some(false) compiled by the C compiler, three fails: AddressSanitizer
            s = 2 => Some(false) compiled by the C compiler, three fails: p.c:11: contract: \result == 6 && a[0] == 9 && a[1] == 2 && a[2] == 3 && p[0].high == 1.5 && p[0]....
            'y'; s = 6 => Some(false) compiled by the C compiler, three fails: p.c:11: contract: \result == 6 && a[0] == 9 && a[1] == 2 && a[2] == 3 && p[0].high == 1.5 && p[0]....
            4.0; s = 1 => Some(false) compiled by the C compiler, three fails: p.c:11: contract: \result == 6 && a[0] == 9 && a[1] == 2 && a[2] == 3 && p[0].high == 1.5 && p[0]....
        "#]],
    );
}

#[test]
fn contracts_and_annotations() {
    says(
        r"//@ requires x < 1000; ensures \result > x;
        static int more(int x) { return x + 1; }
        //@ requires -100 < x < 100; ensures \result >= x; ensures \result >= -x;
        int absolute(int x) {
            int y = x;
            if (x > 0) y = -x;
            //@ assert y < 100;
            return more(y) - 1;
        }",
        r#"function = "absolute"
        [[table]]
        name = "x"
        columns = ["x"]
        rows = [[0], [4], [-4], [200]]
        "#,
        &[
            ("x > 0", "x < 0"),
            ("x > 0", "x <= 0"),
            ("x + 1", "x - 1"),
            ("x > 0) y = -x", "x < 0) y = -x; if (x == 4) y = 500"),
            ("x > 0) y = -x;", "x < 0) y = -x; if (x == 4) return more(1000);"),
        ],
        &expect![[r#"
            x < 0 => Some(true)
            x <= 0 => Some(true)
            x - 1 => Some(false) compiled by the C compiler, x 2 fails: p.c:3: contract: \result >= x and \result >= -x
            x < 0) y = -x; if (x == 4) y = 500 => Some(false) compiled by the C compiler, x 2 fails: p.c:7: contract: y < 100
            x < 0) y = -x; if (x == 4) return more(1000); => Some(false) compiled by the C compiler, x 2 fails: p.c:1: contract: x < 1000
        "#]],
    );
}

#[test]
fn values_from_outside() {
    says(
        r#"#include <assert.h>
        extern int __VERIFIER_nondet_int(void);
        void log_it(int x);
        int main(void) {
            int x = __VERIFIER_nondet_int();
            log_it(x);
            assert(x * 2 != 8);
            return 0;
        }"#,
        r#"[[test]]
        inputs = { x = 4 }
        [[test]]
        inputs = { x = 5 }
        "#,
        &[("!= 8", "!= 9"), ("!= 8", "!= 10")],
        &expect![[r#"
            != 9 => Some(true)
            != 10 => Some(false) compiled by the C compiler, test 2 fails: p.c:7: program_main: Assertion `x * 2 != 10' failed.
        "#]],
    );
}
