//! The end of standard input is an event: calls that stored nothing, or not all, for want of input are named, and *nothing matters* is not said.

use crate::command_support;

use command_support::Directory;
use serde_json::{Value, json};

/// How a variable is read, with its declaration, what reads it, and an input that suffices.
const READS: [(&str, &str, &str, &str); 6] = [
    ("int x;", "scanf(\"%d\", &x);", "if (x > 3) puts(\"x\");", "7\n"),
    ("int x, y = 0;", "scanf(\"%d %d\", &y, &x);", "if (x > y) puts(\"x\");", "7 8\n"),
    ("int x;", "fscanf(stdin, \"%d\", &x);", "if (x > 3) puts(\"x\");", "7\n"),
    ("char x[9];", "scanf(\"%8s\", x);", "if (x[0] == 'a') puts(\"x\");", "b\n"),
    ("char x[9];", "fgets(x, sizeof x, stdin);", "if (x[0] == 'a') puts(\"x\");", "b\n"),
    ("struct { int n; } x;", "scanf(\"%d\", &x.n);", "if (x.n > 3) puts(\"x\");", "7\n"),
];

/// In `main`, and in a function that is handed the address.
const FRAMES: [&str; 2] = [
    "#include <stdio.h>\nint main(void) {\n  DECLARED\n  READ\n  USED\n  return 0;\n}\n",
    "#include <stdio.h>\nint main(void) {\n  int before = 2;\n  before++;\n  for (int i = 0; i < 1; i++) {\n    DECLARED\n    READ\n    USED\n  }\n  return 0;\n}\n",
];

fn explained(program: &str, input: &str) -> (Option<i32>, Value, String) {
    let directory = Directory::with(&[("a.c", program), ("in.txt", input)]);
    let args = ["explain", "a.c", "--stdin", "in.txt", "--verify"];
    let text = directory.output(&args);
    let json = directory.output(&[&args[..], &["--format", "json"]].concat());
    let report = serde_json::from_slice(&json.stdout).unwrap_or(Value::Null);
    (text.status.code(), report, String::from_utf8_lossy(&text.stdout).into_owned())
}

#[test]
fn calls_that_stored_nothing_are_named() {
    for frame in FRAMES {
        for (declared, read, used, enough) in READS {
            let program =
                frame.replace("DECLARED", declared).replace("READ", read).replace("USED", used);
            let line = program.lines().position(|line| line.trim() == read).expect("it is there");
            let (code, report, text) = explained(&program, "");
            assert_eq!(code, Some(1), "{program}{text}");
            let explanation = &report["failures"][0]["explanations"][0];
            let lines = explanation["lines"].as_array().expect("there should be lines");
            assert!(lines.contains(&json!(line + 1)), "{program}{text}");
            assert_ne!(explanation["verified"], json!(false), "{program}{text}");
            assert!(!text.contains("does not matter") && !text.contains("None of"), "{text}");
            assert!(!text.contains("fails for every input"), "{text}");
            // With enough input there is nothing to explain.
            let (code, ..) = explained(&program, enough);
            assert_eq!(code, Some(0), "{program}");
        }
    }
}

#[test]
fn input_that_is_enough_for_the_first_of_two() {
    let program = "#include <stdio.h>\nint main(void) {\n  int a, b;\n  scanf(\"%d\", &a);\n  scanf(\"%d\", &b);\n  if (b > a) puts(\"b\");\n  return 0;\n}\n";
    let (code, report, text) = explained(program, "5\n");
    assert_eq!(code, Some(1));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.contains("does not set b, because standard input has ended or does not fit"),
        "{text}"
    );
    let lines = &report["failures"][0]["explanations"][0]["lines"];
    // The declaration gives no value either.
    assert_eq!(*lines, json!([3, 5]), "{text}");
}

#[test]
fn calls_whose_storage_nobody_asks_about_are_not() {
    let program = "#include <stdio.h>\n#include <assert.h>\nint main(void) {\n  int a = 0, b = 1;\n  scanf(\"%d\", &a);\n  assert(b == 2);\n  return a;\n}\n";
    let (code, report, text) = explained(program, "");
    assert_eq!(code, Some(1));
    let lines = &report["failures"][0]["explanations"][0]["lines"];
    assert_eq!(*lines, json!([4]), "{text}");
}
