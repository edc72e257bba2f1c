//! A program cannot make whydunit show a file that is none of its own, nor make a terminal obey.

use crate::command_support;
use crate::common;

use std::process::Command;

use command_support::Directory;

/// What must not be seen.
const SECRET: &str = "c1f0e5ecret";

/// Ways to name a file that the preprocessor does not open. `@` is the name.
const WAYS: [&str; 7] = [
    "#line 1 \"@\"\n",
    "# 1 \"@\"\n",
    "# 1 \"@\" 1\n",
    "# 1 \"@\" 3 4\n",
    "#define NAME \"@\"\n#line 1 NAME\n",
    "#if 0\n#include \"@\"\n#endif\n#line 1 \"@\"\n",
    "# 1 \"@\" 1\n# 2 \"@\" 2\n",
];

/// What goes wrong at its first line.
const PROGRAMS: [&str; 7] = [
    "int main(void) { int z = 0; return 1 / z; }\n",
    "int main(void) { return q; }\n",
    "int main(void) { return 1 +; }\n",
    "#error no\n",
    "int main(void) { return '; }\n",
    "int main(void) { asm(\"nop\"); int a[2]; return a[2]; }\n",
    "//@ ensures x;\nint f(void) { return 0; }\n",
];

#[test]
fn other_files_are_not_shown() {
    let mut problems = Vec::new();
    let mut count = 0;
    for way in WAYS {
        for program in PROGRAMS {
            let directory =
                Directory::with(&[("secret", &format!("{SECRET} x {SECRET}\n").repeat(9))]);
            for name in ["secret".to_owned(), directory.file("secret").display().to_string()] {
                directory.write("prog.c", format!("{}{program}", way.replace('@', &name)));
                let forms: [&[&str]; 4] = [
                    &["explain", "prog.c"],
                    &["explain", "prog.c", "--format", "html"],
                    &["explain", "prog.c", "--format", "json"],
                    &["check", "prog.c", "--format", "sarif"],
                ];
                for words in forms {
                    count += 1;
                    let output = directory.output(words);
                    let said = [output.stdout, output.stderr].concat();
                    if String::from_utf8_lossy(&said).contains(SECRET) {
                        problems.push(format!("{words:?} shows it:\n{way}{program}"));
                    }
                }
            }
        }
    }
    common::finish("programs that name other files", count, &problems);
}

/// The files of the program are shown, headers as well.
#[test]
fn own_files_are_shown() {
    let files = [
        ("inc/a b.h", "static int half(int x) { return 10 / x; } /* the header */\n"),
        ("prog.c", "#include \"a b.h\"\nint main(void) { return half(0); }\n"),
        ("bad.c", "#include \"inc/bad.h\"\nint main(void) { return 0; }\n"),
        ("inc/bad.h", "int x = ;\n"),
    ];
    let directory = Directory::with(&files);
    let output = directory.output(&["explain", "prog.c", "-I", "inc", "--format", "html"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("the header"));
    assert!(directory.says(&["run", "bad.c"]).contains("int x = ;"));
}

/// Every kind of character that a terminal obeys.
const OBEYED: [&str; 6] =
    ["\x1b]52;c;QUFB\x07", "\x1b[2J", "\u{9b}31m", "\x08\x7f", "\r", "\u{202e}"];

fn is_obeyed(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t')) || ('\u{202a}'..='\u{202e}').contains(&c)
}

/// What is left without our own colours and the ends of lines of a terminal.
fn foreign(text: &str) -> String {
    let mut text = text.replace("\r\n", "\n");
    // annotate-snippets and our own styles: numbers of colours and weights, nothing else.
    while let Some(at) = text.find("\x1b[") {
        let rest = &text[at + 2..];
        let digits =
            rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';').len();
        let is_style =
            rest[digits..].starts_with('m') && !rest[..digits].split(';').any(|it| it == "8");
        if !is_style {
            break;
        }
        text.replace_range(at..at + 2 + digits + 1, "");
    }
    text.chars().filter(|&c| is_obeyed(c)).collect()
}

#[test]
fn nothing_of_a_program_is_obeyed() {
    let mut problems = Vec::new();
    let mut count = 0;
    for obeyed in OBEYED {
        let escaped: String = obeyed.bytes().map(|byte| format!("\\{byte:03o}")).collect();
        let programs = [
            format!("#line 1 \"{escaped}.c\"\nint main(void) {{ int z = 0; return 1 / z; }}\n"),
            format!(
                "int main(void) {{ int z = 0; /* {} */ return 1 / z; }}\n",
                obeyed.replace('\r', "")
            ),
            format!("int main(void) {{ return {} 1 / 0; }}\n", obeyed.replace('\r', "x")),
            format!("#error {}\n", obeyed.replace('\r', "x")),
            format!(
                "char s[] = \"{escaped}\";\nint main(void) {{ int z = 0; return s[0] / z; }}\n"
            ),
            format!(
                "#include <stdlib.h>\nint main(void) {{ char *s = getenv(\"{escaped}\"); return s[0]; }}\n"
            ),
        ];
        for program in programs {
            let directory = Directory::with(&[("prog.c", &program)]);
            let forms: [&[&str]; 6] = [
                &["explain", "prog.c", "--color", "always"],
                &["check", "prog.c", "--color", "always"],
                &["trace", "prog.c", "--color", "always"],
                &["run", "prog.c", "--color", "always"],
                &["explain", "prog.c", "--format", "json"],
                &["trace", "prog.c", "--format", "smt2"],
            ];
            for words in forms {
                count += 1;
                let output = directory.output(words);
                let said =
                    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
                let found = foreign(&said);
                if !found.is_empty() {
                    problems.push(format!("{words:?}: {found:?}\n{program:?}\n{said:?}"));
                }
            }
        }
        // Names and words of the command line.
        let name = format!("p{}.c", obeyed.replace('/', ""));
        let directory =
            Directory::with(&[(&name, "int main(void) { int z = 0; return 1 / z; }\n")]);
        let commands: [&[&str]; 5] = [
            &["explain", &name, "--color", "always"],
            &["explain", &name, "--function", obeyed],
            &["explain", "no such file", obeyed],
            &["explain", &name, &format!("--no-such{obeyed}")],
            &["explain", &name, "--input", obeyed, "-o", &format!("{obeyed}/x")],
        ];
        for words in commands {
            count += 1;
            let output = directory.output(words);
            let said =
                String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            let found = foreign(&said);
            if !found.is_empty() {
                problems.push(format!("{words:?}: {found:?}\n{said:?}"));
            }
        }
    }
    common::finish("things that a terminal would obey", count, &problems);
}

/// What the program prints reaches a pipe untouched, and a terminal only if that is asked for.
#[test]
fn output_of_programs_is_raw_only_where_it_is_wanted() {
    let program =
        "#include <stdio.h>\nint main(void) { printf(\"a\\033]52;c;QUFB\\007\\n\"); return 0; }\n";
    let directory = Directory::with(&[("prog.c", program)]);
    let piped = directory.output(&["run", "prog.c"]);
    assert_eq!(piped.stdout, b"a\x1b]52;c;QUFB\x07\n");
    let on_terminal = |words: &str| {
        let command = format!("{} {words}", env!("CARGO_BIN_EXE_whydunit"));
        let mut script = Command::new("script");
        script.args(["-qec", &command, "/dev/null"]).current_dir(directory.path());
        let output = script.stdin(std::process::Stdio::null()).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Some(shown) = on_terminal("run prog.c") else { return whydunit_testing::missing("script") };
    assert!(shown.starts_with("a\u{241b}]52;c;QUFB\u{2407}\r\n"), "{shown:?}");
    let raw = on_terminal("run prog.c --raw-output").expect("as before");
    assert!(raw.starts_with("a\x1b]52;c;QUFB\x07\r\n"), "{raw:?}");
}
