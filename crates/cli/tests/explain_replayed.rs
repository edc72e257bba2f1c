//! Values that formulas do not follow (lengths of copies, arguments of formatted output, pointers to other objects) are tried by running: the statements that set them are decided, and what is said is verified.

use crate::small;

use serde_json::{Value, json};
use small::report;

/// `4* 6*`: the lines that matter, with their labels, and whether everything was decided.
fn judged(program: &str) -> (String, Value, Value) {
    let report = report(program, &["--method", "relevance", "--verify"]);
    let explanation = &report["failures"][0]["explanations"][0];
    let list = explanation["relevant"].as_array().expect("there should be a list");
    let line = |entry: &Value| {
        let mark = match entry["label"].as_str() {
            Some("enforcing") => "*",
            Some("admitting") => "@",
            _ => "",
        };
        format!("{}{mark}", entry["line"])
    };
    let lines: Vec<String> = list.iter().map(line).collect();
    (lines.join(" "), explanation["status"].clone(), explanation["verified"].clone())
}

/// What another value is used for, before an index that fails: it is too large by one.
const USES: [&str; 7] = [
    "memcpy(b, s, n);",
    "memset(b, 'x', n);",
    "memmove(b + 1, b, n - 1);",
    "snprintf(b, sizeof b, \"%.*s\", (int)n, s);",
    "printf(\"%*d\\n\", (int)n, 7);",
    "strncpy(b, s, n);",
    "if (memchr(b, 'z', n)) puts(\"z\");",
];

#[test]
fn lengths_and_formats() {
    for call in USES {
        let program = format!(
            "#include <stdio.h>\n#include <string.h>\nint main(void) {{\n  char b[8] = \"\"; const char *s = \"abcdefgh\";\n  size_t n = 8;\n  {call}\n  b[n] = 0;\n  return b[0];\n}}\n"
        );
        let (lines, status, verified) = judged(&program);
        assert!(lines.split(' ').any(|line| line == "5*"), "{call}: {lines}");
        assert_eq!(status, json!("complete"), "{call}: {lines}");
        assert_ne!(verified, json!(false), "{call}: {lines}");
    }
}

#[test]
fn pointers_to_other_objects() {
    let program = "#include <assert.h>\n#include <stdlib.h>\nstruct node { int value; struct node *next; };\nint main(void) {\n  struct node a = { 1, 0 }, b = { 2, 0 };\n  struct node *p = &a;\n  int v = p->value;\n  assert(v == b.value);\n  return 0;\n}\n";
    let (lines, status, verified) = judged(program);
    assert!(lines.split(' ').any(|line| line == "6*"), "{lines}");
    assert_eq!(status, json!("complete"));
    assert_ne!(verified, json!(false));
}

/// Later input may make up for another value: a run that leaves the trace behind it proves nothing.
#[test]
fn a_run_behind_an_input_is_no_witness() {
    let program = "#include <stdio.h>\n#include <string.h>\n#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  char b[16] = \"\";\n  int n = 8;\n  memset(b, 'x', n);\n  int k = __VERIFIER_nondet_int();\n  assert(k != 0);\n  return b[n];\n}\n";
    let (lines, ..) = judged(program);
    assert!(!lines.split(' ').any(|line| line == "7*"), "{lines}");
}
