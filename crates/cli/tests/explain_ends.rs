//! A branch whose other arm ends the program, or never ends, is what lets the run reach the check, wherever scopes end. It is a line of the answer, in text and as data.

use crate::small;

use serde_json::{Value, json};
use small::{explain, report};

/// Lines of the joined answer with their roles and reasons. Nothing says that no statement matters, and it is verified.
fn rows(program: &str) -> Vec<(u64, String, String)> {
    let text = explain(program, &[]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(!text.contains("None of the"), "{program}{text}");
    let report = report(program, &["--verify"]);
    let told = &report["failures"][0]["explanations"][0];
    assert_eq!(told["verified"], json!(true), "{program}{told:#}");
    assert_eq!(report["limits"], json!([]), "{program}");
    let entries = told["relevant"].as_array().expect("there are rows");
    let word = |entry: &Value, name: &str| entry[name].as_str().unwrap_or_default().to_owned();
    let row = |entry: &Value| {
        let line = entry["line"].as_u64().unwrap_or(0);
        (line, word(entry, "role"), word(entry, "why"))
    };
    entries.iter().map(row).collect()
}

/// The only condition among the rows.
fn condition(program: &str) -> (u64, String) {
    let rows = rows(program);
    let mut conditions = rows.iter().filter(|(_, role, _)| role == "condition");
    let (line, _, why) = conditions.next().unwrap_or_else(|| panic!("{program}{rows:?}"));
    assert_eq!(conditions.next(), None, "{program}{rows:?}");
    (*line, why.clone())
}

const ENDS: &str = "false, because a <= 9; otherwise the program would have ended here";
const NEVER: &str = "false, because a <= 9; otherwise the program would never have ended";

#[test]
fn an_arm_that_ends_the_program() {
    for (end, why) in [
        ("exit(3);", ENDS),
        ("abort();", ENDS),
        ("{ a = 2; die(); }", ENDS),
        ("for (;;) state ^= 1;", NEVER),
        ("while (1) ;", NEVER),
        ("return 3;", "false, because a <= 9"),
    ] {
        let program = format!(
            "#include <assert.h>
#include <stdlib.h>
static int state;
static void die(void) {{ exit(4); }}
int main(int argc, char **argv) {{
  int a = argc;
  if (a > 9)
    {end}
  assert(0);
}}
"
        );
        assert_eq!(condition(&program), (7, why.to_owned()), "{end}");
    }
}

#[test]
fn an_arm_in_a_function_that_has_returned() {
    for (end, why) in [("exit(3);", ENDS), ("abort();", ENDS), ("for (;;) ;", NEVER)] {
        let program = format!(
            "#include <assert.h>
#include <stdlib.h>
static void need(int a) {{
  if (a > 9)
    {end}
}}
int main(int argc, char **argv) {{
  need(argc);
  assert(0);
}}
"
        );
        let rows = rows(&program);
        assert_eq!(rows.len(), 2, "{rows:?}");
        assert_eq!(rows[0], (8, "assign".to_owned(), "makes a <= 9, because argc <= 9".to_owned()));
        assert_eq!(rows[1], (4, "condition".to_owned(), why.to_owned()));
    }
}

#[test]
fn an_arm_that_skips_the_check() {
    for (loops, end) in
        [("for (int i = 0; i < 1; i++)", "break;"), ("", "goto out;"), ("", "return 1;")]
    {
        let program = format!(
            "#include <assert.h>
static int need(int a) {{
  {loops} {{
    if (a > 9)
      {end}
    assert(0);
  }}
out:
  return 0;
}}
int main(int argc, char **argv) {{
  return need(argc);
}}
"
        );
        let rows = rows(&program);
        let found = rows.iter().find(|(line, role, _)| (*line, role.as_str()) == (4, "condition"));
        let why = found.map(|(_, _, why)| why.as_str());
        assert_eq!(why, Some("false, because a <= 9"), "{end} {rows:?}");
    }
}

/// That a check would have failed there is no end: checks that were passed are taken for granted.
#[test]
fn an_arm_in_which_another_check_fails() {
    let program = "#include <assert.h>
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 9)
    reach_error();
  assert(0);
}
";
    let report = report(program, &[]);
    assert_eq!(report["failures"][0]["explanations"][0]["lines"], json!([]));
}

#[test]
fn how_it_is_told() {
    let program = "#include <assert.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int a = argc;
  if (a > 9)
    exit(3);
  assert(0);
}
";
    let report = report(program, &[]);
    let told = &report["failures"][0]["explanations"][0];
    assert_eq!(told["lines"], json!([4, 5]));
    assert_eq!(told["general"], json!("argc <= 9"));
    assert_eq!(told["relevant"][1]["role"], json!("condition"));
    assert_eq!(told["relevant"][1]["ending"], json!("ends"));
    let text = explain(program, &[]);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("2 of 2 executed statements matter."), "{text}");
}
