//! Pointers that lead to another object with another value: what is there is tried by running, and never taken for what the run's own object held.

use crate::small;

use small::explain;

/// Every program fails, and the line that chooses the object matters: with another value there the check passes, or a condition of the program goes another way.
const CHOOSING: [(&str, u32); 7] = [
    (
        "int main(void) {\n  int a = 1, b = 2, i = 0;\n  int *d[2] = {&a, &b};\n  i = 1;\n  int x = *d[i];\n  //@ assert x == 1;\n  return 0;\n}\n",
        4,
    ),
    (
        "int main(void) {\n  int a = 1, b = 2, i = 0;\n  int *d[2] = {&a, &b};\n  i = 1;\n  //@ assert *d[i] == 1;\n  return 0;\n}\n",
        4,
    ),
    (
        "static int a = 1, b = 2;\nint main(void) {\n  int c = 0;\n  int *p = &a;\n  c = 1;\n  p = c ? &b : &a;\n  //@ assert *p == 1;\n  return 0;\n}\n",
        5,
    ),
    (
        "int main(void) {\n  const char *t[2] = {\"no\", \"yes\"};\n  int i = 0;\n  i = i + 0;\n  //@ assert t[i][0] == 'y';\n  return 0;\n}\n",
        4,
    ),
    (
        "struct s { int v; };\nint main(void) {\n  struct s u = {3}, w = {4};\n  struct s *d[2] = {&u, &w};\n  int i = 1;\n  int x = d[i]->v;\n  //@ assert x == 3;\n  return 0;\n}\n",
        5,
    ),
    (
        "int main(void) {\n  int a = 0, b = 0, i = 0;\n  int *d[2] = {&a, &b};\n  i = 1;\n  *d[i] = 5;\n  //@ assert b == 0;\n  return 0;\n}\n",
        4,
    ),
    (
        "#include <stdio.h>\n#include <string.h>\nint main(void) {\n  char b[8] = \"\";\n  const char *s = \"abcdefgh\";\n  if (memchr(s, 'z', 8)) puts(\"z\");\n  b[strlen(s)] = 0;\n  return b[0];\n}\n",
        5,
    ),
];

#[test]
fn what_chooses_an_object_is_never_irrelevant() {
    for (program, line) in CHOOSING {
        let output = explain(program, &["--method", "relevance", "--verify", "--format", "json"]);
        let report: serde_json::Value =
            serde_json::from_slice(&output.stdout).expect("the report should be JSON");
        let explanation = &report["failures"][0]["explanations"][0];
        assert_eq!(explanation["verified"], true, "{program}{explanation:#}");
        let lines: Vec<u64> = explanation["lines"]
            .as_array()
            .expect("lines should be listed")
            .iter()
            .filter_map(serde_json::Value::as_u64)
            .collect();
        let unknown = explanation["unknown"].to_string();
        let is_named = lines.contains(&line.into());
        let is_open = unknown.contains(&format!("\"line\":{line},"));
        assert!(is_named || is_open, "{program}line {line} is called irrelevant: {explanation:#}");
    }
}
