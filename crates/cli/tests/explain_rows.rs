//! A row says what is so of every step that it stands for: steps of one statement that did different things are not told as one, parts of a condition are not told as the whole.

use crate::{common, small};

use expect_test::{Expect, expect};
use serde_json::Value;
use small::explain;

/// The rows of the answer, verified; and nothing was taken back.
fn rows(program: &str, options: &[&str], expected: &Expect) {
    let options: Vec<&str> = options.iter().copied().chain(["--verify"]).collect();
    let output = explain(program, &options);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("Every claim was verified"), "{text}");
    let of_answer = text.lines().take_while(|line| !line.starts_with("  reproduce:"));
    let lines: Vec<&str> = of_answer.collect();
    expected.assert_eq(&format!("{}\n", lines.join("\n").trim_end()));
}

#[test]
fn what_is_set_once_and_then_left_alone() {
    let program = "int main(void) {
    int marks[3] = {1, 1, 1}, order[3] = {1, 0, 2}, i;
    for (i = 0; i < 3; i++)
        marks[order[i]] = i;
    //@ assert marks[1] != 0;
    return 0;
}
";
    rows(
        program,
        &[],
        &expect![[r#"
            error: marks[1] != 0 does not hold                                      prog.c:5

              Where to look first:
                 4 | marks[order[i]] = i;
                   |   `order[order[i]]` for `marks[order[i]]`: this run does not fail
                 2 | int marks[3] = {1, 1, 1}, order[3] = {1, 0, 2}, i;
                   |   `0` for `1`: this run does not fail
                 3 | for (i = 0; i < 3; i++)
                   |   `1` for `0`: this run does not fail

               2*│ order[3] = {1, 0, 2}        makes order[0] == 1 and 2 more
               3*│ i = 0                       makes i == 0
               3 │ i < 3                       in iterations 3 and 4
               3*│ i++                         in iterations 1–3; i is 3 then
               4*│     marks[order[i]] = i;    in iteration 1: makes marks[1] == 0
               4 │     marks[order[i]] = i;    in iterations 2 and 3; does not set marks[1]
               5 │ //@ assert marks[1] != 0;   marks[1] is 0

              5 of 6 executed statements matter. * another value here would have led
              elsewhere.
              Every claim was verified with the embedded solver.
        "#]],
    );
}

#[test]
fn a_call_in_a_condition_is_not_the_condition() {
    let program = "int larger(const int *p) { return p[0] > p[1]; }
int main(void) {
    int pair[2] = {5, 3}, t;
    while (!larger(pair)) {
        t = pair[0];
        pair[0] = pair[1];
        pair[1] = t;
    }
    //@ assert pair[0] <= pair[1];
    return 0;
}
";
    rows(
        program,
        &[],
        &expect![[r#"
            error: pair[0] <= pair[1] does not hold                                 prog.c:9

              Where to look first:
                 4 | while (!larger(pair)) {
                   |   `larger(pair)` for `!larger(pair)`: this run does not fail
                 1 | int larger(const int *p) { return p[0] > p[1]; }
                   |   `<` for `>`: this run does not fail

                   main()
               3*│     int pair[2] = {5, 3}, t;    makes pair[1] < pair[0]
               4 │     while (!larger(pair)) {     makes p == &pair[0]
                   larger()
               1 │ return p[0] > p[1]              needs p == &pair[0]
                   main()
               4 │     while (!larger(pair)) {     false; the other side could have set
                 │                                 pair[0] and pair[1]
               9 │     assert pair[0] <= pair[1]   pair[0] is 5 and pair[1] is 3

              3 of 3 executed statements matter. * another value here would have led
              elsewhere.
              Every claim was verified with the embedded solver.
              not decided: line 4 (the answer depends on abstracted operations)
        "#]],
    );
}

#[test]
fn parts_of_a_condition() {
    let program = "static int above(int n) { return n > 2; }
int main(void) {
    int a = 1, x = 0;
    if (!(a && above(3)))
        x = 5;
    if (a == 0 || above(1))
        x = 6;
    //@ assert x != 0;
    return 0;
}
";
    rows(
        program,
        &[],
        &expect![[r#"
            error: x != 0 does not hold                                             prog.c:8

              Where to look first:
                 3 | int a = 1, x = 0;
                   |   `-1` for `0`: this run does not fail
                 1 | static int above(int n) { return n > 2; }
                   |   `<` for `>`: this run does not fail
                 4 | if (!(a && above(3)))
                   |   `2` for `3`: this run does not fail

               3*│     int a = 1            makes a != 0
               3*│     x = 0                makes x == 0
               4*│ … 2 statements           matters
               4 │     above(3)             true; the other side could have set x
               6 │     a == 0               false, because a != 0; the other side could have
                 │                          set x
               6*│     a == 0 || above(1)   matters
               6 │     above(1)             false; the other side could have set x
               8 │     //@ assert x != 0;   x is 0

              9 of 9 executed statements matter. * another value here would have led
              elsewhere.
              Every claim was verified with the embedded solver.
        "#]],
    );
}

#[test]
fn the_condition_of_a_loop_that_is_always_true() {
    let program = "int main(void) {
    char text[] = \"a b\", kept[4];
    int i = 0, n = 0;
    while (text[i] != ' ' || text[i] != 0)
        kept[n++] = text[i++];
    return kept[0];
}
";
    rows(
        program,
        &[],
        &expect![[r#"
            error: index 4 is out of bounds of text[4]                              prog.c:4

              Where to look first:
                 4 | while (text[i] != ' ' || text[i] != 0)
                   |   `==` for `!=`: this run does not fail
                 5 | kept[n++] = text[i++];
                   |   with a check in front of it: this run does not fail

               2 │ char text[] = "a b", kept[4];    text has 4 elements
               3 │ int i = 0                        makes i == 0
               4 │ text[i] != ' ' || text[i] != 0   in iteration 4: true, because i == 3
               5*│     kept[n++] = text[i++];       in iterations 1–4; n is 4, i is 4 and
                 │                                  kept[3] is 0 then
               4 │ text[i] != ' ' || text[i] != 0   in iteration 5: i is 4

              3 of 5 executed statements matter. * another value here would have led
              elsewhere.
              Every claim was verified with the embedded solver.
        "#]],
    );
}

#[test]
fn what_a_library_function_reads_has_a_value_up_to_there() {
    let program = "#include <stdio.h>
int main(void) {
    char word[4];
    word[0] = 'a';
    word[1] = 'b';
    printf(\"%s\\n\", word);
    return 0;
}
";
    rows(
        program,
        &[],
        &expect![[r#"
            error: word[2] is used uninitialised, in printf                         prog.c:6

              Where to look first:
                 4 | word[0] = 'a';
                   |   `0` for `'a'`: this run does not fail
                 5 | word[1] = 'b';
                   |   `0` for `'b'`: this run does not fail
                 6 | printf("%s\n", word);
                   |   left out: this run does not fail

               3 │ char word[4];           gives word[2] no value
               4*│ word[0] = 'a';          makes word[0] == 'a'
               5*│ word[1] = 'b';          makes word[1] == 'b'
               6 │ printf("%s\n", word);   word[0] is 97 'a' and word[1] is 98 'b'

              2 of 2 executed statements matter. * another value here would have led
              elsewhere.
              Every claim was verified with the embedded solver.
        "#]],
    );
}

#[test]
fn what_a_library_function_could_have_set() {
    let program = "#include <stdio.h>
#include <string.h>
void label(int code) {
    char text[8];
    if (code > 3)
        strcpy(text, \"high\");
    printf(\"%s\\n\", text);
}
";
    rows(
        program,
        &["--function", "label"],
        &expect![[r#"
            error: text[0] is used uninitialised, in printf                         prog.c:7
                   with code = 0; fails whenever code <= 3

              Where to look first:
                 5 | if (code > 3)
                   |   `-11` for `3`: this run and 6 nearby do not fail, 2 others as before
                 7 | printf("%s\n", text);
                   |   with `strcpy(text, "high");` in front of it: this run and 6 nearby do
                   |   not fail, 2 others as before

               4 │ char text[8];           gives text[0] no value
               5 │ if (code > 3)           false, because code <= 3; the other side could
                 │                         have set text[0]
               7 │ printf("%s\n", text);

              The one statement executed before it matters.
              Every claim was verified with the embedded solver.
              Attacker-controlled: code = 0 fails, code = 4 does not.
        "#]],
    );
}

#[test]
fn values_that_are_read_are_not_characters() {
    let program = "#include <stdio.h>
int main(void) {
    int a, b, c = 1;
    if (scanf(\"%d\", &a) != 1)
        return 1;
    if (scanf(\"%d\", &b) == 1)
        c = 0;
    return a / c;
}
";
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    for (name, text) in [("prog.c", program), ("numbers", "1 2\n")] {
        std::fs::write(directory.path().join(name), text).expect("writing it should work");
    }
    let output = common::whydunit()
        .current_dir(directory.path())
        .args(["explain", "prog.c", "--stdin", "numbers"])
        .output()
        .expect("whydunit should start");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // `123\n` has the same length, and does not fail.
    let said = "fails for every input from which the same number of values is read";
    assert!(text.contains(said), "{text}");
}

/// A statement that is said not to set something has not set it, in any program of the repository.
#[test]
fn what_is_left_alone_was_not_written() {
    let subjects: Vec<_> = crate::every_program::subjects().into_iter().step_by(7).collect();
    let wrong = crate::common::parallel(&subjects, |subject| {
        let written = subject.written("explain", &[], "json");
        let failures = written.report.as_ref().map(|report| report["failures"].clone());
        let failures = failures.as_ref().and_then(Value::as_array).cloned().unwrap_or_default();
        failures
            .iter()
            .flat_map(set_all_the_same)
            .map(|said| format!("{}: {said}", subject.name))
            .collect::<Vec<_>>()
    });
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Names that a step is said not to set, and sets.
fn set_all_the_same(failure: &Value) -> Vec<String> {
    let steps = failure["trace"]["steps"].as_array().cloned().unwrap_or_default();
    let explanations = failure["explanations"].as_array().cloned().unwrap_or_default();
    let entries = explanations.iter().filter_map(|it| it["relevant"].as_array()).flatten();
    let mut wrong = Vec::new();
    for entry in entries.filter(|entry| entry["role"] == "frame") {
        let why = entry["why"].as_str().unwrap_or_default();
        let Some(names) = why.strip_prefix("does not set ") else { continue };
        let names = names.split(", because").next().unwrap_or_default();
        let step = steps.iter().find(|step| step["index"] == entry["step"]);
        let writes = step.and_then(|step| step["writes"].as_array()).cloned().unwrap_or_default();
        for name in names.split(" and ").flat_map(|names| names.split(", ")) {
            if writes.iter().any(|write| write["name"] == name) {
                wrong.push(format!("line {}: {why}", entry["line"]));
            }
        }
    }
    wrong
}
