//! The command line as a new user tries it: where a program without `main` starts, where reports go, what helps say.

use crate::command_support;

use expect_test::{Expect, expect};

use command_support::Directory;

const ABSOLUTE: &str = "int absolute(int x)\n{\n    //@ assert x >= 0;\n    return x;\n}\n";

#[track_caller]
fn says(files: &[(&str, &str)], args: &[&str], expected: &Expect) {
    expected.assert_eq(&Directory::with(files).says(args));
}

const TOLD: &str = "note: no main: starting in `absolute` (--function chooses another)\n";

/// Found out, said, and part of the commands that are shown.
#[test]
fn the_only_function_is_the_start() {
    let directory = Directory::with(&[("abs.c", ABSOLUTE)]);
    let output = directory.output(&["explain", "abs.c"]);
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!(
        (String::from_utf8_lossy(&output.stderr).as_ref(), output.status.code()),
        (TOLD, Some(1))
    );
    let commands = [
        "reproduce: whydunit run abs.c --function absolute --input x=-1\n",
        "`whydunit check abs.c --function absolute` lists every failure",
    ];
    for command in commands {
        assert!(stdout.contains(command), "no {command:?} in\n{stdout}");
    }
}

#[test]
fn helpers_are_no_start() {
    let text = "static int twice(int x) { return 2 * x; }\n\
                int half(int x) { return x / 2; }\n\
                int twice_of_half(int half_of) { int twice_as = half_of; return twice(half(twice_as)); }\n";
    says(
        &[("f.c", text)],
        &["run", "f.c", "--input", "half_of=6"],
        &expect![[r#"
        --- stderr
        note: no main: starting in `twice_of_half` (--function chooses another)
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]],
    );
    let table = "int f(int x) { return x; }\nint g(int x) { return x; }\n\
                 int (*table[])(int) = { f, g };\nint call(int x) { return table[x != 0](x); }\n";
    says(
        &[("t.c", table)],
        &["run", "t.c"],
        &expect![[r#"
        --- stderr
        note: no main: starting in `call` (--function chooses another)
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]],
    );
    let visible = "static int unused(int x) { return x; }\nint visible(int x) { return x; }\n";
    says(
        &[("v.c", visible)],
        &["run", "v.c"],
        &expect![[r#"
        --- stderr
        note: no main: starting in `visible` (--function chooses another)
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]],
    );
    let recursive = "int count(int n) { return n <= 0 ? 0 : 1 + count(n - 1); }\n";
    says(
        &[("r.c", recursive)],
        &["run", "r.c"],
        &expect![[r#"
        --- stderr
        note: no main: starting in `count` (--function chooses another)
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]],
    );
}

/// A variable that is called like a function is no mention of it.
#[test]
fn variables_do_not_hide_the_start() {
    let text = "int max(int a, int b) { return a > b ? a : b; }\n\
                static int f(int x) { int max = x; return max; }\n";
    says(
        &[("m.c", text)],
        &["run", "m.c"],
        &expect![[r#"
        --- stderr
        note: no main: starting in `max` (--function chooses another)
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]],
    );
}

#[test]
fn several_functions_may_be_meant() {
    let text = "int min(int a, int b) { return a < b ? a : b; }\n\
                int max(int *a,\n        int n)\n{\n    return n > 0 ? a[0] : 0;\n}\n";
    let files = [("two.c", text)];
    says(
        &files,
        &["explain", "two.c"],
        &expect![[r#"
        --- stderr
        error: there is no function `main` to start in; which one is meant?
         |
         = note: whydunit explain two.c --function min  int min(int a, int b)
         = note: whydunit explain two.c --function max  int max(int *a, int n)
        --- exit code 2
    "#]],
    );
    says(
        &files,
        &["explain", "two.c", "--function", "mx", "--", "--function"],
        &expect![[r#"
        --- stderr
        error: there is no function `mx` to start in; did you mean `max`?
         |
         = note: whydunit explain two.c --function min -- --function  int min(int a, int b)
         = note: whydunit explain two.c --function max -- --function  int max(int *a, int n)
        --- exit code 2
    "#]],
    );
    says(
        &files,
        &["run", "two.c", "--function=max"],
        &expect![[r#"
        --- stderr
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]],
    );
    says(
        &[("empty.c", "int x;\n")],
        &["check", "empty.c"],
        &expect![[r#"
        --- stderr
        error: there is no function `main` to start in
         |
         = note: the program defines no function
        --- exit code 2
    "#]],
    );
}

/// The contract of the command line is that of the function that was found out.
#[test]
fn contracts_belong_to_the_start_that_was_found() {
    let files = [("abs.c", "int absolute(int x) { return x < 0 ? -x : x; }\n")];
    says(
        &files,
        &["check", "abs.c", "--requires", "x > -10", "--ensures", "\\result >= 0"],
        &expect![[r#"
            --- stdout
            holds: no input makes a check fail
            --- stderr
            note: no main: starting in `absolute` (--function chooses another)
            --- exit code 0
        "#]],
    );
    says(
        &files,
        &["check", "abs.c", "--requires", "x > -10", "--ensures", "\\result > 0"],
        &expect![[r#"
            --- stdout
            error: \result > 0 does not hold
             --> abs.c:1:23
              |
            1 | int absolute(int x) { return x < 0 ? -x : x; }
              |                       ^^^^^^^^^^^^^^^^^^^^^ contract
              |
              = note: with x = 0
              = note: reproduce: whydunit run abs.c --function absolute --input x=0 --requires 'x > -10' --ensures '\result > 0'

            fails: 1 failure found
              `whydunit explain` instead of `whydunit run` says why
            --- stderr
            note: no main: starting in `absolute` (--function chooses another)
            --- exit code 1
        "#]],
    );
}

#[test]
fn boogie_procedures_are_found_as_well() {
    let text = "procedure helper(x: int) returns (y: int) { y := x; }\n\
                procedure start(x: int) { var y: int; call y := helper(x); assert y != 3; }\n";
    let output = Directory::with(&[("p.bpl", text)]).output(&["explain", "p.bpl"]);
    let told = "note: no main: starting in `start` (--function chooses another)\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), told);
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.contains("whydunit run p.bpl --function start --input x=3\n"), "{stdout}");
    let two = "procedure a(x: int, b: bool) { }\nprocedure b() { }\n";
    says(
        &[("q.bpl", two)],
        &["run", "q.bpl"],
        &expect![[r#"
        --- stderr
        error: there is no procedure `main`; say with `--function` where to start
         |
         = note: --function a for a(x: int, b: bool)
         = note: --function b for b()
        --- exit code 2
    "#]],
    );
    says(
        &[("q.bpl", two)],
        &["run", "q.bpl", "--function", "bb"],
        &expect![[r#"
        --- stderr
        error: there is no procedure `bb`; did you mean `b`?
         |
         = note: procedures with a body: `a`, `b`
        --- exit code 2
    "#]],
    );
}

const DIVIDES: &str = "int main(void)\n{\n    int zero = 0;\n    return 1 / zero;\n}\n";

#[test]
fn names_of_files_say_the_form() {
    let directory = Directory::with(&[("prog.c", DIVIDES)]);
    let args =
        ["explain", "prog.c", "-o", "r.html", "--output", "r.json", "-o", "r.sarif", "-o", "r"];
    expect![[r#"
        --- stderr
        note: prog.c:4:12: division by zero: 1 / 0
        note: r.html written; open it in a browser
        note: r.json written
        note: r.sarif written
        note: r written
        --- exit code 1
    "#]]
    .assert_eq(&directory.says(&args));
    assert!(directory.read("r.html").starts_with("<!"), "a page");
    assert!(directory.read("r.json").contains("\"verdict\": \"fails\""));
    assert!(directory.read("r.sarif").contains("2.1.0"));
    assert!(directory.read("r").contains("division by zero"));
    let left: Vec<_> = std::fs::read_dir(directory.path())
        .expect("it should be readable")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    assert_eq!(left.len(), 5, "nothing else is left behind: {left:?}");
}

#[test]
fn formats_come_before_names() {
    let directory = Directory::with(&[("prog.c", DIVIDES)]);
    let args = ["check", "prog.c", "--format", "json", "-o", "r.html", "-o", "s.sarif"];
    expect![[r#"
        --- stderr
        warning: r.html looks like HTML but gets JSON, as --format says
        note: prog.c:4:12: division by zero: 1 / 0
        note: r.html written
        note: s.sarif written
        --- exit code 1
    "#]]
    .assert_eq(&directory.says(&args));
    assert!(directory.read("r.html").contains("\"verdict\": \"fails\""));
    let args = ["check", "prog.c", "--format", "json", "-o", "r.json", "-o", "s.log"];
    expect![[r#"
        --- stderr
        error: --output s.log: which form? There are more files than --format, and the name does not end in .html, .json, .sarif, .smt2 or .txt
        --- exit code 2
    "#]].assert_eq(&directory.says(&args));
}

/// With one form on standard output, files are confirmed and nothing else is said.
#[test]
fn standard_output_is_a_file_called_dash() {
    let directory = Directory::with(&[("prog.c", DIVIDES)]);
    let output = directory.output(&["check", "prog.c", "-o", "-", "-o", "r.json"]);
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.contains("division by zero"), "{stdout}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "note: r.json written\n");
    assert!(!directory.file("-").exists());
}

#[test]
fn what_must_not_be_written_over() {
    let directory = Directory::with(&[("prog.c", DIVIDES), ("prog", "\x7fELF...")]);
    directory.write("sub/x", "");
    expect![[r#"
        --- stderr
        error: --output prog.c: this is a file that the command reads
        --- exit code 2
    "#]]
    .assert_eq(&directory.says(&["explain", "prog.c", "-o", "prog.c"]));
    expect![[r#"
        --- stderr
        error: --output prog: this is a program, not a report; whydunit does not write over it
        --- exit code 2
    "#]]
    .assert_eq(&directory.says(&["explain", "prog.c", "-o", "prog"]));
    expect![[r#"
        --- stderr
        error: cannot write sub: it is a directory
        --- exit code 2
    "#]]
    .assert_eq(&directory.says(&["explain", "prog.c", "-o", "sub"]));
    expect![[r#"
        --- stderr
        error: cannot write no/such/r.html: there is no directory no/such
        --- exit code 2
    "#]]
    .assert_eq(&directory.says(&["explain", "prog.c", "-o", "no/such/r.html"]));
    assert_eq!(directory.read("prog.c"), DIVIDES);
    assert_eq!(directory.read("prog"), "\x7fELF...");
}

/// Without a terminal a page goes to standard output, as ever.
#[test]
fn pages_are_piped() {
    let directory = Directory::with(&[("prog.c", DIVIDES)]);
    let output = directory.output(&["explain", "prog.c", "--format", "html"]);
    assert!(output.stdout.starts_with(b"<!"), "a page");
    assert!(!directory.file("prog.html").exists());
}

#[test]
fn colours_are_used_where_they_are_wanted() {
    let directory = Directory::with(&[("prog.c", DIVIDES)]);
    let is_coloured = |args: &[&str], environment: &[(&str, &str)]| {
        let mut command = directory.command(&[&["explain", "prog.c"], args].concat());
        command.env_remove("NO_COLOR").envs(environment.iter().copied());
        let output = command.output().expect("whydunit should start");
        assert_eq!(output.status.code(), Some(1));
        output.stdout.contains(&0x1b)
    };
    assert!(!is_coloured(&[], &[]));
    assert!(is_coloured(&["--color", "always"], &[]));
    assert!(is_coloured(&["--colour=always"], &[("NO_COLOR", "1")]));
    assert!(!is_coloured(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]));
    assert!(is_coloured(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(is_coloured(&[], &[("FORCE_COLOR", "1")]));
    assert!(!is_coloured(&[], &[("FORCE_COLOR", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn the_width_can_be_chosen() {
    let directory = Directory::with(&[("prog.c", DIVIDES)]);
    let widest = |args: &[&str]| {
        let output = directory.output(&[&["explain", "prog.c"], args].concat());
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
    };
    assert!(widest(&["--width", "40"]) <= 60, "{}", widest(&["--width", "40"]));
    let refused = directory.says(&["explain", "prog.c", "--width", "3"]);
    assert!(refused.contains("--- exit code 2"), "{refused}");
}

#[test]
fn flags_of_a_build_may_be_pasted() {
    let text = "int main(void) { return 1 / ZERO; }\n";
    says(
        &[("prog.c", text)],
        &["run", "-Wall", "-O2", "-g", "-DZERO=0", "prog.c", "-lm"],
        &expect![[r#"
            --- stderr
            note: -Wall -O2 -g -lm ignored: no effect here
            error: division by zero: 1 / 0
             --> prog.c:1:25
              |
            1 | int main(void) { return 1 / ZERO; }
              |                         ^^^^^^^^ div
            --- exit code 1
        "#]],
    );
}

#[test]
fn a_forgotten_command_is_explain() {
    let directory = Directory::with(&[("prog.c", DIVIDES)]);
    expect![[r#"
        --- stderr
        error: `prog.c` is not a command; did you mean `whydunit explain prog.c`?
        --- exit code 2
    "#]]
    .assert_eq(&directory.says(&["prog.c"]));
    expect![[r#"
        --- stderr
        error: `prog.c` is not a command; did you mean `whydunit explain --input x=1 prog.c -- 'a b'`?
        --- exit code 2
    "#]].assert_eq(&directory.says(&["--input", "x=1", "prog.c", "--", "a b"]));
    expect![[r#"
        --- stderr
        error: unrecognized subcommand 'explian'

          tip: a similar subcommand exists: 'explain'

        Usage: whydunit [OPTIONS] <COMMAND>

        For more information, try '--help'.
        --- exit code 2
    "#]]
    .assert_eq(&directory.says(&["explian", "prog.c"]));
}

#[test]
fn options_come_after_the_command() {
    says(
        &[("prog.c", DIVIDES)],
        &["--function", "main", "check", "prog.c"],
        &expect![[r#"
            --- stderr
            error: options come after the command; did you mean `whydunit check --function main prog.c`?
            --- exit code 2
        "#]],
    );
}

#[test]
fn versions() {
    let directory = Directory::with(&[]);
    let version = concat!("whydunit ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(directory.says(&["-V"]), format!("--- stdout\n{version}--- exit code 0\n"));
    let long = directory.says(&["--version"]);
    assert!(long.starts_with(&format!("--- stdout\n{version}solver: CaDiCaL ")), "{long}");
    assert!(long.contains("\ntarget: ") && long.contains("\nlicence: "), "{long}");
}

/// Whoever types nothing at all sees examples first.
#[test]
fn help_begins_with_examples() {
    let directory = Directory::with(&[]);
    let output = directory.output(&[]);
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr);
    let examples = text.find("Examples:\n  whydunit explain prog.c").expect("examples");
    let usage = text.find("Usage: whydunit").expect("the usage");
    assert!(examples < usage, "{text}");
    for args in [&["-h"][..], &["--help"], &["help"], &["explain", "-h"], &["help", "explain"]] {
        let output = directory.output(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("Examples:\n  whydunit explain prog.c"), "{args:?}\n{text}");
    }
}

/// Every help and every page fits in 80 columns.
#[test]
fn helps_fit() {
    let directory = Directory::with(&[]);
    let commands =
        ["explain", "repair", "check", "trace", "run", "help", "completions", "man", "schema"];
    let topics = [
        "methods",
        "checks",
        "inputs",
        "contracts",
        "tests",
        "formats",
        "flags",
        "limits",
        "repair",
    ];
    let mut asked: Vec<Vec<&str>> = vec![vec!["-h"], vec!["--help"]];
    asked.extend(commands.iter().flat_map(|name| [vec![*name, "-h"], vec![*name, "--help"]]));
    asked.extend(topics.iter().map(|name| vec!["help", *name]));
    for args in asked {
        let mut command = directory.command(&args);
        let output = command.env("COLUMNS", "80").output().expect("whydunit should start");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.lines().count() > 3, "{args:?}\n{text}");
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{args:?}: {line}");
        }
    }
}

/// One line for each method and each check.
#[test]
fn values_are_explained_one_by_one() {
    let directory = Directory::with(&[]);
    let output = directory.command(&["explain", "--help"]).env("COLUMNS", "80").output();
    let text = String::from_utf8_lossy(&output.expect("whydunit should start").stdout).into_owned();
    let values = [
        "flow-sensitive",
        "flow-sensitive-recursive",
        "relevance",
        "minimal-set",
        "lifetime",
        "abort",
        "html",
        "sarif",
    ];
    for value in values {
        let start = format!("- {value}:");
        let found = text.lines().any(|line| line.trim_start().starts_with(&start));
        assert!(found, "no line begins with {start:?} in\n{text}");
    }
}

#[test]
fn misspelt_values() {
    let directory = Directory::with(&[("prog.c", DIVIDES)]);
    let meant = [
        (&["--method", "relevence"][..], "'relevance'"),
        (&["--format", "htlm"], "'html'"),
        (&["--checks", "assert,bonds"], "did you mean `bounds`?"),
        (&["--verfy"], "'--verify'"),
    ];
    for (args, wanted) in meant {
        let text = directory.says(&[&["explain", "prog.c"], args].concat());
        assert!(text.contains("--- exit code 2") && text.contains(wanted), "{text}");
    }
}
