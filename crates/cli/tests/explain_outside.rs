//! What the system answers (a file, the environment, the time, a random number) is an input, and no claim ranges over it in silence.

use crate::command_support;
use crate::small;

use command_support::Directory;
use serde_json::{Value, json};
use small::report;

/// What is known of other answers than that of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Others {
    /// They can be tried, and someone outside chooses them.
    Chosen,
    /// They can be tried, and nobody chooses them.
    Random,
    /// They lead to what is not supported.
    Unknown,
}

/// Functions of the library whose answer is one of several: the name, a call, what an answer that passes looks like, and what is known of others.
const CALLS: [(&str, &str, &str, Others); 11] = [
    ("fopen", "void *p = fopen(\"x\", \"r\");", "p != 0", Others::Unknown),
    ("tmpfile", "void *p = tmpfile();", "p != 0", Others::Chosen),
    ("popen", "void *p = popen(\"ls\", \"r\");", "p != 0", Others::Unknown),
    ("open", "int p = open(\"x\", 0);", "p >= 0", Others::Unknown),
    ("getenv", "char *p = getenv(\"HOME\");", "p != 0", Others::Chosen),
    ("access", "int p = access(\"x\", 0);", "p == 0", Others::Chosen),
    ("remove", "int p = remove(\"x\");", "p == 0", Others::Chosen),
    ("isatty", "int p = isatty(0);", "p == 1", Others::Chosen),
    ("time", "long p = time(0);", "p == 5", Others::Chosen),
    ("rand", "int p = rand();", "p == 1", Others::Random),
    ("random", "long p = random();", "p == 1", Others::Random),
];

/// With nothing else, with an input that decides nothing, and behind a function.
const FRAMES: [&str; 3] = [
    "int main(void) {\n  CALL\n  assert(CHECK);\n  return 0;\n}\n",
    "int main(int argc, char **argv) {\n  CALL\n  if (argc > 7) argc = 1;\n  assert(CHECK);\n  return argc;\n}\n",
    "static int ask(void) {\n  CALL\n  return CHECK;\n}\nint main(int argc, char **argv) {\n  assert(ask() || argc > 9);\n  return 0;\n}\n",
];

fn program(frame: &str, call: &str, check: &str) -> String {
    let body = frame.replace("CALL", call).replace("CHECK", check);
    format!(
        "#include <assert.h>\n#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <time.h>\n#include <unistd.h>\n{body}"
    )
}

fn outside(report: &Value) -> Vec<&Value> {
    let all = report["assumptions"].as_array().expect("there should be a list");
    all.iter().filter(|it| it["kind"] == json!("outside")).collect()
}

#[test]
fn answers_of_the_system_are_inputs_and_not_claimed_over() {
    for (number, frame) in FRAMES.iter().enumerate() {
        for (name, call, check, others) in CALLS {
            let text = program(frame, call, check);
            let report = report(&text, &["--verify"]);
            let failure = &report["failures"][0];
            let line = text.lines().position(|line| line.contains(call)).expect("it is there") + 1;
            let inputs = failure["inputs"].as_array().expect("there should be a list");
            let asked: Vec<&Value> = inputs.iter().filter(|it| it["line"] == json!(line)).collect();
            assert_eq!(asked.len(), 1, "{text}: {report:#}");
            let is_named =
                asked[0]["name"] == json!("p") || asked[0]["name"] == json!(format!("{name}#1"));
            assert!(is_named, "{text}: {}", asked[0]);
            assert_eq!(asked[0]["external"], json!(others != Others::Random), "{text}");

            let named = outside(&report);
            let expected = if others == Others::Unknown { vec![json!(line)] } else { Vec::new() };
            let lines: Vec<Value> = named.iter().map(|it| it["line"].clone()).collect();
            assert_eq!(lines, expected, "{text}: {report:#}");
            for explanation in failure["explanations"].as_array().expect("there should be a list") {
                // All there is to say of an answer that no condition speaks of is that it is as in the run.
                let is_silent = explanation["general"].as_str() == Some("1");
                assert!(
                    !is_silent || explanation["general_scope"] == json!("path"),
                    "{text}: {explanation:#}"
                );
            }
            let class = &failure["security"]["classification"];
            let expected = match (others, number) {
                (Others::Unknown, _) => "unknown",
                (Others::Chosen, _) => "security",
                (Others::Random, 0) => "not-security",
                // An argument may decide whatever the number is: that depends on the frame.
                (Others::Random, _) => continue,
            };
            assert_eq!(*class, json!(expected), "{text}: {:#}", failure["security"]);
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

/// Statements of `main`, and how a search has to end: with a failure that is reached with these answers only, or without one.
const SEARCHED: &[(&str, i32)] = &[
    ("int k = rand() % 3; assert(k != 2);", 1),
    ("srand((unsigned)time(NULL)); int k = rand(); if (k % 100 == 42) assert(k < 100);", 1),
    ("srandom(3); assert(random() != 77);", 1),
    ("assert(rand() >= 0);", 0),
    ("assert(random() >= 0 && lrand48() >= 0);", 0),
    ("assert(mrand48() >= 0);", 1),
    ("assert(drand48() < 0.75);", 1),
    ("double d = drand48(); assert(d >= 0.0 && d < 1.0);", 0),
    ("int a = rand(), b = rand(); assert(a != b);", 1),
    ("assert(strlen(getenv(\"HOME\")) < 9);", 1),
    ("char b[4]; char *home = getenv(\"HOME\"); if (home) strcpy(b, home);", 1),
    ("char *home = getenv(\"HOME\"); assert(home == NULL || strcmp(home, \"/\") != 0);", 1),
    ("if (getenv(\"HOME\")) { int n = (int)strlen(getenv(\"HOME\")); assert(n >= 0); }", 0),
    ("assert(getenv(\"A\") == getenv(\"A\"));", 0),
    ("char *a = getenv(\"A\"), *b = getenv(\"B\"); assert(!a == !b);", 1),
    (
        "char n[] = \"A\"; char *a = getenv(n); n[0] = 'B'; char *b = getenv(n); assert(!a == !b);",
        1,
    ),
    ("assert(access(\"x\", 0) != 0);", 1),
    ("assert(remove(\"x\") != 0);", 1),
    ("int r = rename(\"x\", \"y\"); assert(r == 0 || r == -1);", 0),
    ("assert(!isatty(1));", 1),
    ("time_t t; time(&t); assert(t != 1700000000);", 1),
    ("assert(clock() != 12345);", 1),
    ("struct timeval t; gettimeofday(&t, 0); assert(t.tv_sec != 99);", 1),
    ("FILE *f = fopen(\"x\", \"r\"); int c = fgetc(f); (void)c;", 1),
    ("FILE *f = fopen(\"x\", \"r\"); assert(f == NULL);", 3),
    ("FILE *f = fopen(\"x\", \"r\"); if (!f) return 1; assert(fgetc(f) != 'a');", 3),
    ("int f = open(\"x\", 0); assert(f < 0);", 3),
];

/// What a search finds is reproduced by the line that it prints; without these inputs the run passes.
#[test]
fn searches_range_over_the_answers_of_the_system() {
    let mut wrong = Vec::new();
    for (body, expected) in SEARCHED {
        let text = format!(
            "#include <assert.h>\n#include <fcntl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/time.h>\n#include <time.h>\n#include <unistd.h>\nint main(void)\n{{\n    {body}\n    return 0;\n}}\n"
        );
        let directory = Directory::with(&[("a.c", &text)]);
        let said = directory.says(&["check", "a.c", "--timeout", "30"]);
        let flat = said.split_whitespace().collect::<Vec<_>>().join(" ");
        if !flat.ends_with(&format!("exit code {expected}")) {
            wrong.push(format!("{body}: not {expected}\n{said}"));
            continue;
        }
        if *expected != 1 {
            continue;
        }
        let line = said.lines().find_map(|line| line.split_once("reproduce: whydunit "));
        let command = line.expect("there should be a command").1;
        let inputs: Vec<String> = command
            .split(" --input ")
            .skip(1)
            .map(|input| input.trim_matches('\'').to_owned())
            .collect();
        let mut args = vec!["run", "a.c"];
        inputs.iter().for_each(|input| args.extend(["--input", input]));
        if directory.output(&args).status.code() != Some(1) {
            wrong.push(format!("{body}: {args:?} does not fail"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// All answers of a function may be given by its name, one by one by number, or by the variable that receives them.
#[test]
fn answers_can_be_given() {
    let text = "#include <stdlib.h>\n#include <stdio.h>\nint main(void)\n{\n  int k = rand();\n  char *home = getenv(\"HOME\");\n  printf(\"%d %d %s\\n\", k, rand(), home ? home : \"-\");\n  return 0;\n}\n";
    let directory = Directory::with(&[("a.c", text)]);
    for (inputs, expected) in [
        (&[][..], "1804289383 846930886 -\n"),
        (&["rand=[7,8]"], "7 8 -\n"),
        (&["rand#2=5"], "1804289383 5 -\n"),
        (&["k=3", "home=\"/root\""], "3 846930886 /root\n"),
        (&["getenv=\"x\""], "1804289383 846930886 x\n"),
        (&["getenv#1=\"\""], "1804289383 846930886 \n"),
    ] {
        let mut args = vec!["run", "a.c"];
        inputs.iter().for_each(|input| args.extend(["--input", input]));
        let output = directory.output(&args);
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{inputs:?}");
    }
}
