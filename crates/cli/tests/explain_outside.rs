//! What the system answered before a failure (no file, an empty environment, the first random number) is no input, and might have been otherwise: no claim may range over it in silence.

use crate::small;

use serde_json::{Value, json};
use small::report;

/// Functions of the library whose answer is one of several: a call, and what an answer that fails looks like.
const CALLS: [(&str, &str); 6] = [
    ("void *p = fopen(\"x\", \"r\");", "p != 0"),
    ("void *p = tmpfile();", "p != 0"),
    ("char *p = getenv(\"HOME\");", "p != 0"),
    ("int p = rand();", "p == 1"),
    ("long p = random();", "p == 1"),
    ("void *p = popen(\"ls\", \"r\");", "p != 0"),
];

/// With nothing else, with an input that decides nothing, and behind a function.
const FRAMES: [&str; 3] = [
    "int main(void) {\n  CALL\n  assert(CHECK);\n  return 0;\n}\n",
    "int main(int argc, char **argv) {\n  CALL\n  if (argc > 7) argc = 1;\n  assert(CHECK);\n  return argc;\n}\n",
    "static int ask(void) {\n  CALL\n  return CHECK;\n}\nint main(int argc, char **argv) {\n  assert(ask() || argc > 9);\n  return 0;\n}\n",
];

fn program(frame: &str, (call, check): (&str, &str)) -> String {
    let body = frame.replace("CALL", call).replace("CHECK", check);
    format!("#include <assert.h>\n#include <stdio.h>\n#include <stdlib.h>\n{body}")
}

fn outside(report: &Value) -> Vec<&Value> {
    let all = report["assumptions"].as_array().expect("there should be a list");
    all.iter().filter(|it| it["kind"] == json!("outside")).collect()
}

#[test]
fn answers_of_the_system_are_named_and_not_claimed_over() {
    for (number, frame) in FRAMES.iter().enumerate() {
        for call in CALLS {
            let text = program(frame, call);
            let report = report(&text, &["--verify"]);
            let failure = &report["failures"][0];
            let line =
                text.lines().position(|line| line.contains(call.0)).expect("it is there") + 1;
            let named = outside(&report);
            assert_eq!(named.len(), 1, "{text}: {report:#}");
            assert_eq!(named[0]["line"], json!(line), "{text}");
            for explanation in failure["explanations"].as_array().expect("there should be a list") {
                assert_eq!(explanation["general_scope"], json!("path"), "{text}");
            }
            let class = &failure["security"]["classification"];
            assert_ne!(*class, json!("not-security"), "{text}");
            if number == 0 {
                assert_eq!(*class, json!("unknown"), "{text}");
            }
        }
    }
}

/// The same programs with an answer of their own: nothing is assumed, and the claim is as wide as it can be.
#[test]
fn programs_that_ask_nobody_claim_everything() {
    let text = "#include <assert.h>\nint main(int argc, char **argv) {\n  int p = 0;\n  if (argc > 7) argc = 1;\n  assert(p != 0);\n  return argc;\n}\n";
    let report = report(text, &["--verify"]);
    assert_eq!(outside(&report).len(), 0);
    let explanation = &report["failures"][0]["explanations"][0];
    assert_eq!(explanation["general_scope"], json!("program"));
    assert_eq!(explanation["general"], json!("1"));
    assert_eq!(report["failures"][0]["security"]["classification"], json!("not-security"));
}
