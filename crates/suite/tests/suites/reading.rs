//! Suites are read from files; what is wrong with them is said with its place.

use std::path::Path;

use super::support::{outcomes, subject, suite};
use whydunit_interp::InputValue;
use whydunit_suite::{Loaded, read};

fn refused(text: &str) -> String {
    suite(text).err().unwrap_or_else(|| panic!("this should be refused:\n{text}"))
}

#[test]
fn every_mistake_has_its_place() {
    for (text, expected) in [
        ("[[test]\n", "suite.toml:1:8: error: unclosed array table, expected `]`"),
        ("", "error: there are no tests in `suite.toml`\n  a test begins with [[test]]"),
        (
            "functoin = \"f\"\n[[test]]\n",
            "suite.toml:1:1: error: unknown key `functoin`\n  did you mean `function`?",
        ),
        (
            "[[test]]\nfoo = 1\n",
            "suite.toml:2:1: error: unknown key `foo`\n  known keys: name, compare-output, args, stdin, stdin-file, files, inputs, result, stdout, stdout-file, stderr, exit-code, after, files-after",
        ),
        (
            "[[test]]\nexitcode = 1\n",
            "suite.toml:2:1: error: unknown key `exitcode`\n  did you mean `exit-code`?",
        ),
        (
            "[test]\nname = \"x\"\n",
            "suite.toml:1:2: error: a test begins with [[test]], between two brackets on each side",
        ),
        (
            "test = [3]\n",
            "suite.toml:1:9: error: expected a table of keys and values, found an integer",
        ),
        (
            "function = 3\n[[test]]",
            "suite.toml:1:12: error: expected the name of a function, found an integer",
        ),
        ("[[test]]\nname = 3\n", "suite.toml:2:8: error: expected a string, found an integer"),
        ("[[test]]\nstdin = [\"x\"]\n", "suite.toml:2:9: error: expected a string, found a list"),
        (
            "[[test]]\nargs = \"x\"\n",
            "suite.toml:2:8: error: expected a list of strings, found a string",
        ),
        ("[[test]]\nargs = [1.5]\n", "suite.toml:2:9: error: expected a string, found a float"),
        (
            "[[test]]\nexit-code = 256\n",
            "suite.toml:2:13: error: an exit code is a number from 0 to 255",
        ),
        (
            "[[test]]\nexit-code = \"0\"\n",
            "suite.toml:2:13: error: expected an integer, found a string",
        ),
        ("[[test]]\nresult = 1979-05-27\n", "suite.toml:2:10: error: a date is not a value of C"),
        (
            "[[test]]\nresult = 99999999999999999999999999999999999999999\n",
            "suite.toml:2:10: error: the number 99999999999999999999999999999999999999999 is too large",
        ),
        (
            "[[test]]\ninputs = 3\n",
            "suite.toml:2:10: error: expected a table such as { n = 3 } or a list such as [\"n=3\"], found an integer",
        ),
        (
            "[[test]]\ninputs = [3]\n",
            "suite.toml:2:11: error: expected \"name=value\", found an integer",
        ),
        (
            "[[test]]\ninputs = [\"n=\"]\n",
            "suite.toml:2:11: error: in the value of `n`: a value is missing",
        ),
        ("[[test]]\ninputs = [\"n=1\", \"n=2\"]\n", "suite.toml:2:10: error: `n` is given twice"),
        (
            "[[test]]\ninputs = { \"a b\" = 1 }\n",
            "suite.toml:2:12: error: `a b` is not a name of an input",
        ),
        (
            "[[test]]\nstdin = \"\"\nstdin-file = \"x\"\n",
            "suite.toml:3:1: error: both `stdin` and `stdin-file` are given",
        ),
        (
            "[[test]]\nstdout-file = \"nowhere.txt\"\n",
            "suite.toml:2:15: error: no such file: `nowhere.txt`",
        ),
        (
            "[[test]]\nname = \"a\"\n[[test]]\nname = \"a\"\n",
            "suite.toml:4:1: error: there are two tests called `a`",
        ),
        (
            "[[table]]\ncolumns = [\"n\"]\n",
            "suite.toml:1:1: error: a table needs `columns` and `rows`",
        ),
        (
            "[[table]]\ncolumns = [\"n\"]\nrows = [[1, 2]]\n",
            "suite.toml:3:9: error: the row has 2 values, the table 1 columns",
        ),
        (
            "[[table]]\ncolumns = [\"n\"]\nrows = [1]\n",
            "suite.toml:3:9: error: expected a row, such as [1, 2], found an integer",
        ),
        (
            "[[table]]\ncolumns = [1]\nrows = []\n",
            "suite.toml:2:12: error: expected the name of a column, found an integer",
        ),
        (
            "[[table]]\ncolums = [1]\nrows = []\n",
            "suite.toml:2:1: error: unknown key `colums`\n  did you mean `columns`?",
        ),
        (
            "[[test]]\nname = 1\nstdout = 2\nargs = 3\n",
            "suite.toml:2:8: error: expected a string, found an integer\nsuite.toml:3:10: error: expected a string, found an integer\nsuite.toml:4:8: error: expected a list of strings, found an integer",
        ),
    ] {
        assert_eq!(refused(text), expected, "{text}");
    }
}

#[test]
fn a_suite_has_to_fit_the_program() {
    let program = "enum e { RED }; struct s { int x; }; int total; struct s *last;
        int f(int *numbers, int n) { last = 0; return total = n + !numbers; }";
    let void = "void f(void) {}";
    for (program, test, expected) in [
        (
            program,
            "args = [\"x\"]",
            "2:1: error: `f` is called with inputs; only main has arguments",
        ),
        (program, "inputs = [\"n=GREEN\"]", "2:11: error: `GREEN` is not a value"),
        (program, "result = \"ab\"", "2:1: error: \"ab\" is not a value of type int"),
        (program, "result = [1]", "2:1: error: [1] is not a value of type int"),
        (program, "result = 4294967296", "2:1: error: the value 4294967296 does not fit in int"),
        (void, "result = 1", "2:1: error: `f` returns nothing"),
        (
            program,
            "after = { totl = 1 }",
            "2:11: error: no global and no pointer parameter is called `totl`; did you mean `total`?",
        ),
        (
            program,
            "after = { n = 1 }",
            "2:11: error: `n` is not a pointer: nothing of it is left after the run",
        ),
        (
            program,
            "after = { \"numbers[0]\" = 1 }",
            "2:11: error: what is expected of a part is written as a value of `numbers`",
        ),
        (
            program,
            "after = { numbers = [1, \"ab\"] }",
            "2:11: error: \"ab\" is not a value of type int",
        ),
        (
            program,
            "after = [\"numbers=NULL\"]",
            "2:10: error: NULL is not what a pointer points to; give the contents",
        ),
        (program, "after = { last = { y = 1 } }", "2:11: error: struct s has no member `y`"),
        (
            program,
            "after = { total = { y = 1 } }",
            "2:11: error: {.y = 1} is not a value of type int",
        ),
    ] {
        let suite = suite(&format!("[[test]]\n{test}\n")).unwrap_or_else(|it| panic!("{it}"));
        let mistakes = subject(program, "f").mistakes(&suite);
        let [mistake] = mistakes.as_slice() else { panic!("{test}: {mistakes:?}") };
        let place = mistake.split_once("suite.toml:").map(|(_, rest)| rest);
        assert_eq!(place, Some(expected), "{test}");
    }
}

#[test]
fn values_are_what_they_look_like() {
    let text = "[[test]]\n[test.inputs]\nn = -0x10\nx = 1_0.5\nb = true\ns = \"a\\u00e9\"\n\
                a = [1, [2]]\np.x = 1\n\"q->y\" = 2\n\"nondet#2\" = 7\n";
    // A sign is not allowed before 0x in TOML.
    let suite = suite(&text.replace("-0x10", "0x10")).unwrap_or_else(|problem| panic!("{problem}"));
    let inputs = &suite.suite.tests[0].inputs;
    let int = InputValue::Int;
    for (name, expected) in [
        ("n", int(16)),
        ("x", InputValue::Float(10.5)),
        ("b", int(1)),
        ("s", InputValue::Bytes("aé".into())),
        ("a", InputValue::List(vec![int(1), InputValue::List(vec![int(2)])])),
        ("p", InputValue::Fields(vec![("x".into(), int(1))])),
        ("(*q).y", int(2)),
        ("nondet#2", int(7)),
    ] {
        assert_eq!(inputs.get(name), Some(&expected), "{name}");
    }
}

#[test]
fn tables_have_a_test_in_each_row() {
    let text = r#"
        [[table]]
        columns = ["n", "inputs.result", "result", "after.total"]
        rows = [[1, 2, 3, 3], [1, 1, 3, 2]]
        [[test]]
        inputs = { n = 1, result = 1 }
        result = 2
        [[table]]
        name = "large"
        columns = ["name", "n"]
        rows = [["one", 5]]
    "#;
    let suite = suite(text).unwrap_or_else(|problem| panic!("{problem}"));
    let names: Vec<&str> = suite.suite.tests.iter().map(|test| test.name.as_str()).collect();
    assert_eq!(names, ["test 1", "test 2", "test 3", "one"]);
    let subject =
        subject("int total; int f(int n, int result) { return total = n + result; }", "f");
    assert_eq!(
        outcomes(&subject, &suite.suite),
        ["passed", "returned 2, expected 3", "passed", "passed"]
    );
}

const ECHO: &str = r#"
    #include <stdio.h>
    int main(int argc, char **argv) {
        int c, count = 0;
        for (int i = 1; i < argc; i++) printf("<%s>", argv[i]);
        while ((c = getchar()) != EOF) { putchar(c); count++; }
        return count;
    }
"#;

fn directory(files: &[(&str, &str)]) -> (tempfile::TempDir, Result<Loaded, Vec<String>>) {
    let directory = tempfile::tempdir().expect("a scratch directory should be available");
    for (name, text) in files {
        std::fs::write(directory.path().join(name), text).expect("scratch should be writable");
    }
    let scratch = directory.path().display().to_string();
    let loaded = read(&[directory.path().to_path_buf()]).map_err(|problems| {
        problems.iter().map(|problem| problem.to_string().replace(&scratch, "DIR")).collect()
    });
    (directory, loaded)
}

#[test]
fn directories_have_a_test_for_each_name() {
    let (_scratch, loaded) = directory(&[
        ("t10.in", "ten\n"),
        ("t10.out", "ten\n"),
        ("t2.in", "two\n"),
        ("t2.out", "2\n"),
        ("t2.code", "3\n"),
        ("args.args", "'a b' c\n"),
        ("args.out", "<a b><c>"),
        ("code.in", "abc"),
        ("code.code", "3\n"),
        ("wrong-code.in", "abc"),
        ("wrong-code.code", "0"),
        ("README.md", "not a test"),
    ]);
    let loaded = loaded.unwrap_or_else(|problems| panic!("{problems:?}"));
    let names: Vec<&str> = loaded.suite.tests.iter().map(|test| test.name.as_str()).collect();
    assert_eq!(names, ["args", "code", "t2", "t10", "wrong-code"]);
    assert_eq!(
        outcomes(&subject(ECHO, ""), &loaded.suite),
        ["passed", "passed", "exit code 4, expected 3", "passed", "exit code 3, expected 0"]
    );
}

#[test]
fn mistakes_in_directories_name_the_file() {
    for (files, expected) in [
        (
            &[("README.md", "")][..],
            "error: there are no tests in `DIR`\n  a test is a file NAME.in, with NAME.out for the expected output",
        ),
        (&[("a.args", "'x")], "error: `DIR/a.args`: a quote is not closed"),
        (&[("a.code", "x\n")], "error: `DIR/a.code`: `x` is not an exit code from 0 to 255"),
    ] {
        let (_scratch, loaded) = directory(files);
        assert_eq!(loaded.err(), Some(vec![expected.to_owned()]));
    }
    let problems = read(&[Path::new("no/such/suite.toml").to_path_buf()]).err().unwrap_or_default();
    let problems: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems, ["error: no such file: `no/such/suite.toml`"]);
}

#[test]
fn several_suites_are_one() {
    let scratch = tempfile::tempdir().expect("a scratch directory should be available");
    let write = |name: &str, text: &str| {
        let file = scratch.path().join(name);
        std::fs::write(&file, text).expect("scratch should be writable");
        file
    };
    let one = write("one.toml", "function = \"f\"\n[[test]]\nname = \"a\"\n");
    let two = write("two.toml", "[[test]]\nname = \"b\"\n");
    let other = write("other.toml", "function = \"g\"\n[[test]]\n");
    let both = read(&[two, one.clone()]).unwrap_or_else(|problems| panic!("{problems:?}"));
    assert_eq!(both.function.as_deref(), Some("f"));
    let names: Vec<&str> = both.suite.tests.iter().map(|test| test.name.as_str()).collect();
    assert_eq!(names, ["b", "a"]);
    let problems = read(&[one, other]).err().unwrap_or_default();
    assert_eq!(
        problems[0].to_string(),
        "error: the suites start in different functions, `f` and `g`; choose one with --function"
    );
}
