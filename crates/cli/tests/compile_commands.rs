//! Flags from a compilation database: found or named, for each file its own.

use crate::command_support;

use expect_test::{Expect, expect};

use command_support::Directory;

const PROGRAM: &str = "#include \"limit.h\"\nint main(void) { return 1 / (LIMIT - FROM_BUILD); }\n";
const HEADER: &str = "#define LIMIT 3\n";

/// A project as CMake leaves it.
fn project(flags: &str) -> Directory {
    let directory = Directory::with(&[("src/prog.c", PROGRAM), ("include/limit.h", HEADER)]);
    let build = directory.file("build");
    let entry = serde_json::json!([{
        "directory": build,
        "command": format!("/usr/bin/cc {flags} -o prog.o -c ../src/prog.c"),
        "file": "../src/prog.c",
    }]);
    directory.write("build/compile_commands.json", entry.to_string());
    directory
}

#[track_caller]
fn says(directory: &Directory, args: &[&str], expected: &Expect) {
    expected.assert_eq(&directory.says(args));
}

#[test]
fn a_database_is_found_and_used() {
    let directory = project("-I../include -DFROM_BUILD=3 -Wall -O2");
    says(
        &directory,
        &["run", "src/prog.c"],
        &expect![[r#"
        --- stderr
        note: flags from build/compile_commands.json
        error: division by zero: 1 / 0
         --> src/prog.c:2:25
          |
        2 | int main(void) { return 1 / (LIMIT - FROM_BUILD); }
          |                         ^^^^^^^^^^^^^^^^^^^^^^^^ div
        --- exit code 1
    "#]],
    );
    says(
        &directory,
        &["run", "src/prog.c", "-p", "build"],
        &expect![[r#"
        --- stderr
        note: flags from build/compile_commands.json
        error: division by zero: 1 / 0
         --> src/prog.c:2:25
          |
        2 | int main(void) { return 1 / (LIMIT - FROM_BUILD); }
          |                         ^^^^^^^^^^^^^^^^^^^^^^^^ div
        --- exit code 1
    "#]],
    );
    says(
        &directory,
        &["run", "src/prog.c", "-p", "build/compile_commands.json"],
        &expect![[r#"
        --- stderr
        note: flags from build/compile_commands.json
        error: division by zero: 1 / 0
         --> src/prog.c:2:25
          |
        2 | int main(void) { return 1 / (LIMIT - FROM_BUILD); }
          |                         ^^^^^^^^^^^^^^^^^^^^^^^^ div
        --- exit code 1
    "#]],
    );
}

/// The command that shows a failure again finds the same flags.
#[test]
fn commands_that_are_shown_name_a_named_database() {
    let directory = project("-I../include -DFROM_BUILD=3");
    let reproduce = |args: &[&str]| {
        let args = [&["explain", "src/prog.c", "--format", "json"], args].concat();
        let report: serde_json::Value = serde_json::from_slice(&directory.output(&args).stdout)
            .expect("there should be a report");
        report["failures"][0]["reproduce"].as_str().expect("a command").to_owned()
    };
    assert_eq!(reproduce(&[]), "whydunit run src/prog.c");
    assert_eq!(reproduce(&["-p", "build"]), "whydunit run src/prog.c -p build");
}

#[test]
fn the_command_line_wins() {
    let directory = project("-I../include -DFROM_BUILD=3");
    says(
        &directory,
        &["run", "src/prog.c", "-DFROM_BUILD=2"],
        &expect![[r#"
        --- stderr
        note: flags from build/compile_commands.json
        note: the program finished with exit code 1; no check failed
        --- exit code 0
    "#]],
    );
    directory.write("other/limit.h", "#define LIMIT 4\n");
    says(
        &directory,
        &["run", "src/prog.c", "-I", "other"],
        &expect![[r#"
        --- stderr
        note: flags from build/compile_commands.json
        note: the program finished with exit code 1; no check failed
        --- exit code 0
    "#]],
    );
}

#[test]
fn it_can_be_switched_off() {
    let directory = project("-I../include -DFROM_BUILD=3");
    says(
        &directory,
        &["run", "src/prog.c", "--no-compile-commands"],
        &expect![[r#"
            --- stderr
            error: cannot find the header `limit.h`
             --> src/prog.c:1:10
              |
            1 | #include "limit.h"
              |          ^
              |
              = note: did you mean `limits.h`?
              = note: no `limit.h` in the directories around; say where it is with `-I DIR`
              = note: of system headers whydunit brings those of standard C; others are the compiler's
            --- exit code 2
        "#]],
    );
    let both = directory.says(&["run", "src/prog.c", "--no-compile-commands", "-p", "build"]);
    assert!(both.contains("cannot be used with"), "{both}");
}

/// Each file has its own macros, standard and headers; `arguments` instead of `command`.
#[test]
fn files_have_their_own_flags() {
    let first = "int half(int);\nint main(void) { return half(NAME) - 2; }\n";
    let second = "#include <name.h>\n#ifdef __STDC_VERSION__\n#error not C89\n#endif\nint half(int x) { return x / 2 / NAME; }\n";
    let directory = Directory::with(&[
        ("a.c", first),
        ("b.c", second),
        ("sys/name.h", "\n"),
        ("pre.h", "#define NAME 1\n"),
    ]);
    let database = serde_json::json!([
        { "directory": directory.path(), "file": "a.c", "arguments": ["cc", "-DNAME=4", "a.c"] },
        { "directory": directory.path(), "file": directory.file("b.c"),
          "arguments": ["cc", "-isystem", "sys", "-include", "pre.h", "-std=c89", "b.c"] },
        { "directory": directory.path(), "file": "a.c", "arguments": ["cc", "-DNAME=9", "a.c"] },
    ]);
    directory.write("compile_commands.json", database.to_string());
    says(
        &directory,
        &["run", "a.c", "b.c"],
        &expect![[r#"
        --- stderr
        note: flags from compile_commands.json
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]],
    );
}

#[test]
fn the_data_model_is_one_for_all() {
    let text = "int main(void) { return 1 / (8 - (int)sizeof(long) - 4); }\n";
    let directory = Directory::with(&[("a.c", text), ("b.c", "int b;\n")]);
    let database = |flags: [&str; 2]| {
        let entry = |file: &str, flag: &str| {
            let command = format!("cc {flag} {file}");
            serde_json::json!({ "directory": ".", "file": file, "command": command })
        };
        let entries = [entry("a.c", flags[0]), entry("b.c", flags[1])];
        directory.write("compile_commands.json", serde_json::json!(entries).to_string());
    };
    database(["-m32", "-m32"]);
    says(
        &directory,
        &["run", "a.c", "b.c"],
        &expect![[r#"
        --- stderr
        note: flags from compile_commands.json
        error: division by zero: 1 / 0
         --> a.c:1:25
          |
        1 | int main(void) { return 1 / (8 - (int)sizeof(long) - 4); }
          |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ div
        --- exit code 1
    "#]],
    );
    database(["-m32", ""]);
    says(
        &directory,
        &["run", "a.c", "b.c"],
        &expect![[r#"
        --- stderr
        note: flags from compile_commands.json
        warning: a.c is compiled with -m32, b.c is not: all files are read with -m32
        error: division by zero: 1 / 0
         --> a.c:1:25
          |
        1 | int main(void) { return 1 / (8 - (int)sizeof(long) - 4); }
          |                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ div
        --- exit code 1
    "#]],
    );
}

#[test]
fn damaged_databases() {
    let directory = Directory::with(&[("prog.c", "int main(void) { return 0; }\n")]);
    directory.write("compile_commands.json", "[\n  { \"directory\": \".\", \"file\": 3 }\n]\n");
    says(
        &directory,
        &["run", "prog.c"],
        &expect![[r#"
        --- stderr
        warning: compile_commands.json:2:31: not a compilation database: invalid type: integer `3`, expected path string: not used
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]],
    );
    says(
        &directory,
        &["run", "prog.c", "-p", "."],
        &expect![[r#"
        --- stderr
        error: ./compile_commands.json:2:31: not a compilation database: invalid type: integer `3`, expected path string
        --- exit code 2
    "#]],
    );
    says(
        &directory,
        &["run", "prog.c", "-p", "nowhere"],
        &expect![[r#"
        --- stderr
        error: no such file: `nowhere`
        --- exit code 2
    "#]],
    );
    directory.write("empty/x", "");
    says(
        &directory,
        &["run", "prog.c", "-p", "empty"],
        &expect![[r#"
        --- stderr
        error: there is no compile_commands.json in empty
        --- exit code 2
    "#]],
    );
    directory.write("compile_commands.json", "[]");
    says(
        &directory,
        &["run", "prog.c"],
        &expect![[r#"
        --- stderr
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]],
    );
    says(
        &directory,
        &["run", "prog.c", "-p", "."],
        &expect![[r#"
        --- stderr
        warning: prog.c is not in ./compile_commands.json: no flags from there
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]],
    );
}

/// A test that is written compiles with the same flags.
#[test]
fn tests_are_compiled_with_the_same_flags() {
    let directory = project("-I../include -DFROM_BUILD=3 -std=c99");
    let output = directory.output(&["check", "src/prog.c", "--emit-test", "t.c"]);
    let stdout = String::from_utf8_lossy(&output.stdout);
    let command = stdout.lines().find(|line| line.contains("t.c")).expect("a command");
    for flag in ["-Iinclude", "-DFROM_BUILD=3", "-std=c99"] {
        assert!(command.contains(flag), "{command}");
    }
}
