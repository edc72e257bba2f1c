//! `--redact`: what is published names checks and places, and nothing of the program.

use crate::command_support;

use command_support::Directory;

/// Words that stand in the program, its inputs and its output, and nowhere else.
const WORDS: [&str; 7] = ["zebra", "okapi", "gnu_42", "lemming", "77123", "quagga", "ocelot"];

const PROGRAM: &str = "#include <stdio.h>\n#include <assert.h>\nint zebra(int okapi) { printf(\"quagga %d\\n\", okapi); return 10 / (okapi - 77123); }\n\
    int main(int argc, char **argv) { int gnu_42; if (scanf(\"%d\", &gnu_42) != 1) return 0; /* lemming */ assert(gnu_42 != 5 && \"ocelot\"); return zebra(gnu_42); }\n";

#[test]
fn nothing_of_the_program_is_published() {
    let suite = "[[test]]\nname = \"lemming\"\nstdin = \"77123\"\nexit-code = 3\n";
    let bad = "int zebra = okapi;\n";
    let files = [("prog.c", PROGRAM), ("in.txt", "77123"), ("t.toml", suite), ("bad.c", bad)];
    let directory = Directory::with(&files);
    let commands: [&[&str]; 7] = [
        &["explain", "prog.c", "--stdin", "in.txt"],
        &["explain", "prog.c"],
        &["check", "prog.c"],
        &["trace", "prog.c", "--stdin", "in.txt"],
        &["repair", "prog.c", "--tests", "t.toml"],
        &["run", "prog.c", "--tests", "t.toml"],
        &["run", "bad.c"],
    ];
    for words in commands {
        for form in ["text", "json", "sarif", "html"] {
            let words =
                [words, &["--redact", "--format", form, "-o", "report", "--force"]].concat();
            let _ = std::fs::remove_file(directory.file("report"));
            let output = directory.output(&words);
            if !directory.file("report").exists() {
                // Not every command has every form, and errors are documents in some only.
                assert_eq!(output.status.code(), Some(2), "{words:?}");
                continue;
            }
            let report = directory.read("report");
            for word in WORDS {
                assert!(!report.contains(word), "{words:?} publishes {word}:\n{report}");
            }
            if form == "json" && words[1] == "prog.c" {
                assert!(report.contains("\"line\": ") || words[0] == "run", "{words:?}: {report}");
            }
        }
    }
}
