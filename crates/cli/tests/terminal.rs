//! What people see: explanations of ten programs of different kinds, on terminals of 80 and 120 columns, with colour and without.
//!
//! The expected output is in `tests/terminal/`, one file for each; regenerate with `UPDATE_EXPECT=1` and read what changed.

use crate::common;

use std::path::{Path, PathBuf};

use expect_test::expect_file;

/// A command, and the name of the files that have its output.
const SESSIONS: [(&str, &[&str]); 15] = [
    ("contract", &["explain", "examples/absolute.c"]),
    ("string", &["explain", "examples/overrun.c"]),
    ("loop", &["explain", "examples/average.c"]),
    ("branches", &["explain", "examples/locking.c"]),
    ("list", &["explain", "examples/list.c"]),
    ("ring", &["explain", "examples/ring.c"]),
    ("standard-input", &["explain", "examples/calculator.c"]),
    ("division", &["explain", "examples/gcd.c"]),
    ("struct", &["explain", "examples/copy.c"]),
    ("table", &["explain", "examples/date.c"]),
    ("boogie", &["explain", "tests/papers/down_and_up.bpl"]),
    ("methods", &["explain", "examples/absolute.c", "--method", "flow-sensitive,minimal-set"]),
    ("all", &["explain", "examples/locking.c", "--all"]),
    ("trace", &["trace", "examples/average.c"]),
    ("repair", &["repair", "examples/median.c", "--tests", "examples/median.toml"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What goes to a terminal of this width. Time is given so that nothing depends on how fast the machine is.
fn output(command: &[&str], columns: usize, colour: &str) -> String {
    let mut whydunit = common::whydunit();
    whydunit.current_dir(root()).env("COLUMNS", columns.to_string()).env_remove("NO_COLOR");
    whydunit.args(command).args(["--color", colour, "--timeout", "300"]);
    let output = whydunit.output().expect("whydunit should start");
    assert_eq!(output.status.code(), Some(1), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).expect("what is printed should be text")
}

/// Without the sequences that colour it.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\x1b[") {
        plain.push_str(before);
        rest = after.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain + rest
}

#[test]
fn explanations_look_as_they_were_reviewed() {
    for (name, command) in SESSIONS {
        for columns in [80, 120] {
            let text = output(command, columns, "never");
            let file = root().join(format!("tests/terminal/{name}-{columns}.txt"));
            expect_file![file].assert_eq(&text);
            let coloured = output(command, columns, "always");
            assert_eq!(plain(&coloured), text, "{name}: colour changes nothing but colours");
            let file = root().join(format!("tests/terminal/{name}-{columns}.ansi"));
            expect_file![file].assert_eq(&coloured);
        }
    }
}

/// Commands to be copied are the only lines that may be too long: they must stay in one piece.
#[test]
fn lines_keep_to_the_width_of_the_terminal() {
    for (name, command) in SESSIONS {
        // A trace has a column of values, a repair has a diff, and both need some room.
        let narrowest = if matches!(name, "trace" | "repair") { 80 } else { 60 };
        for columns in [narrowest, 80, 120] {
            let text = output(command, columns, "never");
            let is_command = |line: &str| line.trim_start().starts_with("reproduce: ");
            for line in text.lines().filter(|line| !is_command(line)) {
                assert!(line.chars().count() <= columns, "{name} at {columns} columns: {line}");
            }
        }
    }
}
