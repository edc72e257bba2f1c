//! Files that the command writes: never over what it reads, never over what somebody else has made, byte by byte what was not to change.

use crate::command_support;

use std::fs;

use command_support::Directory;

const FAILS: &str = "int main(void)\n{\n    int zero = 0;\n    return 1 / zero;\n}\n";

/// Every option that writes a file, with a name that fits it.
const WRITERS: [(&[&str], &str); 9] = [
    (&["explain", "prog.c", "--output"], "r.txt"),
    (&["explain", "prog.c", "--output"], "r.json"),
    (&["explain", "prog.c", "--output"], "r.html"),
    (&["explain", "prog.c", "--output"], "r.sarif"),
    (&["run", "prog.c", "--output"], "r"),
    (&["trace", "prog.c", "--output"], "r.smt2"),
    (&["check", "prog.c", "--emit-test"], "t.c"),
    (&["check", "prog.c", "--write-witness"], "w.yml"),
    (&["check", "prog.c", "--write-witness"], "w.graphml"),
];

fn code(directory: &Directory, words: &[&str], name: &str) -> (Option<i32>, String) {
    let output = directory.output(&[words, &[name]].concat());
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn what_somebody_else_has_made_is_not_replaced() {
    for (words, name) in WRITERS {
        let directory = Directory::with(&[("prog.c", FAILS), (name, "int precious;\n")]);
        let (refused, said) = code(&directory, words, name);
        assert_eq!(refused, Some(2), "{words:?}: {said}");
        assert!(said.contains("whydunit has not made it; --force replaces it"), "{said}");
        assert_eq!(directory.read(name), "int precious;\n", "{words:?}");

        let forced = [words, &[name, "--force"]].concat();
        assert_eq!(directory.output(&forced).status.code(), Some(1), "{words:?}");
        let ours = directory.read(name);
        assert_ne!(ours, "int precious;\n", "{words:?}");
        // What the command itself has made it replaces.
        let (again, said) = code(&directory, words, name);
        assert_eq!(again, Some(1), "{words:?}: {said}");
    }
}

/// A file has many names; none of them helps.
#[test]
fn what_is_read_is_not_written() {
    for (words, _) in WRITERS {
        let directory = Directory::with(&[("prog.c", FAILS), ("sub/x", "")]);
        let link = |name: &str| directory.file(name);
        fs::hard_link(link("prog.c"), link("hard.c")).expect("linking should work");
        #[cfg(unix)]
        std::os::unix::fs::symlink("prog.c", link("soft.c")).expect("linking should work");
        let absolute = directory.file("prog.c").display().to_string();
        let mut names = vec!["prog.c", "./prog.c", "sub/../prog.c", "hard.c", &absolute];
        names.extend(cfg!(unix).then_some("soft.c"));
        for name in names {
            let forced = [words, &[name, "--force"]].concat();
            let output = directory.output(&forced);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{forced:?}: {said}");
            assert_eq!(directory.read("prog.c"), FAILS, "{forced:?}");
        }
    }
}

#[test]
fn inputs_of_all_kinds_are_protected() {
    let suite = "[[test]]\nname = \"t\"\nexit-code = 0\n";
    let files = [("prog.c", FAILS), ("in.txt", "1\n"), ("t.toml", suite), ("h.h", "int h;\n")];
    let cases: [(&[&str], &str); 5] = [
        (&["explain", "prog.c", "--stdin", "in.txt"], "in.txt"),
        (&["run", "prog.c", "--tests", "t.toml"], "t.toml"),
        (&["repair", "prog.c", "--tests", "t.toml"], "t.toml"),
        (&["explain", "prog.c", "--include", "h.h"], "h.h"),
        (&["check", "prog.c", "--reference", "prog.c"], "prog.c"),
    ];
    for (words, name) in cases {
        let directory = Directory::with(&files);
        let before = directory.read(name);
        let all = [words, &["--output", name, "--format", "text", "--force"]].concat();
        assert_eq!(directory.output(&all).status.code(), Some(2), "{all:?}");
        assert_eq!(directory.read(name), before);
    }
}

/// All files of a command are one: if one cannot be written, none is.
#[test]
fn all_files_are_written_or_none() {
    let directory = Directory::with(&[("prog.c", FAILS), ("dir/t.c", "foreign")]);
    let args =
        ["check", "prog.c", "-o", "r.json", "--write-witness", "w.yml", "--emit-test", "dir/t.c"];
    assert_eq!(directory.output(&args).status.code(), Some(2));
    assert!(!directory.file("w.yml").exists());
    // What is wrong is a document as well.
    assert!(directory.read("r.json").contains("\"error\""));
    let entries = fs::read_dir(directory.path()).expect("it should be readable").count();
    assert_eq!(entries, 3, "nothing is left behind");
}

/// A repair of a function, in every way that a file may be written in.
#[test]
fn repairs_keep_every_byte_that_they_do_not_change() {
    let body = |end: &str| {
        let lines = [
            "/* caf\u{e9} */",
            "#include <string.h>",
            "int get(int i) {",
            "  int a[4] = {1, 2, 3, 4};",
            "  const char *s = \"\u{e9}t\u{e9}\";",
            "  if (strlen(s) != LENGTH) return 7;",
            "  if (i < 0 || i > 4) return 0; /* \u{e9} */",
            "  return a[i];",
            "}",
            "",
        ];
        lines.join(end)
    };
    let latin =
        |text: &str| text.chars().map(|c| u8::try_from(u32::from(c)).expect("Latin-1")).collect();
    for end in ["\n", "\r\n"] {
        for mark in [&b""[..], b"\xef\xbb\xbf"] {
            for is_latin in [true, false] {
                // The literal has three characters, which are as many bytes or five.
                let text = body(end).replace("LENGTH", if is_latin { "3" } else { "5" });
                let bytes: Vec<u8> = if is_latin { latin(&text) } else { text.into_bytes() };
                let before = [mark, &bytes].concat();
                let directory = Directory::with(&[]);
                directory.write("get.c", &before);
                let args =
                    ["repair", "get.c", "--function", "get", "--apply", "--max-repairs", "1"];
                let output = directory.output(&args);
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(said.contains("repair 1 applied"), "{said}");
                let after = fs::read(directory.file("get.c")).expect("it should be there");
                let is_expected = ["i >= 4", "i > 3"].iter().any(|new| {
                    let expected = replaced(&before, b"i > 4", new.as_bytes());
                    after == expected
                });
                assert!(is_expected, "{end:?} {mark:?} {is_latin}: {}", after.escape_ascii());
            }
        }
    }
}

fn replaced(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let at = bytes.windows(old.len()).position(|window| window == old).expect("it should be there");
    [&bytes[..at], new, &bytes[at + old.len()..]].concat()
}

#[test]
fn a_file_that_has_changed_is_left_alone() {
    let directory = Directory::with(&[("prog.c", FAILS)]);
    let error = "error: --apply: prog.c has changed in the meantime; left alone\n";
    // The preprocessor is what runs between reading and writing: here it changes the file.
    let compiler = "#!/bin/sh\ncc \"$@\"\ncode=$?\necho '/* changed */' >> prog.c\nexit $code\n";
    directory.write("cc.sh", compiler);
    let mut chmod = std::process::Command::new("chmod");
    let made = chmod.args(["+x", "cc.sh"]).current_dir(directory.path()).status();
    assert!(made.is_ok_and(|status| status.success()));
    let mut command = directory.command(&["repair", "prog.c", "--apply"]);
    command.env("CC", directory.file("cc.sh"));
    let output = crate::common::run_with_input(&mut command, b"");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.ends_with(error), "{said}");
    assert!(directory.read("prog.c").starts_with(FAILS));
}

#[test]
fn utf_16_is_refused_with_a_reason() {
    let directory = Directory::with(&[]);
    let units = |mark: &str, to: fn(u16) -> [u8; 2]| -> Vec<u8> {
        format!("{mark}{FAILS}").encode_utf16().flat_map(to).collect()
    };
    let forms = [
        units("\u{feff}", u16::to_le_bytes),
        units("\u{feff}", u16::to_be_bytes),
        units("", u16::to_le_bytes),
        units("", u16::to_be_bytes),
    ];
    for bytes in forms {
        directory.write("wide.c", bytes);
        let output = directory.output(&["run", "wide.c"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("UTF-16") && said.contains("iconv"), "{said}");
    }
}

/// A command that was killed between two files: the next one completes what it did.
#[test]
fn the_next_start_completes_what_was_cut_short() {
    use sha2::{Digest, Sha256};
    let directory = Directory::with(&[("prog.c", FAILS), ("a.c", "old a"), ("b.c", "new b")]);
    directory.write(".a.c.whydunit-1-0-1", "new a");
    let hash = |text: &str| {
        let digest = Sha256::digest(text.as_bytes());
        digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    let at = |name: &str| directory.file(name).display().to_string();
    let entry = |name: &str, old: &str, new: &str| {
        let beside = at(&format!(".{name}.whydunit-1-0-1"));
        format!("file old={} new={} {beside} {}\n", hash(old), hash(new), at(name))
    };
    let journal = format!(
        "whydunit journal 1\ncomplete\n{}{}end\n",
        entry("a.c", "old a", "new a"),
        entry("b.c", "old b", "new b")
    );
    directory.write("state/whydunit/1-0.journal", journal);
    let mut command = directory.command(&["run", "prog.c"]);
    command.env("XDG_STATE_HOME", directory.file("state"));
    let output = crate::common::run_with_input(&mut command, b"");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("a.c: written now; the last command was cut short"), "{said}");
    assert_eq!(
        (directory.read("a.c").as_str(), directory.read("b.c").as_str()),
        ("new a", "new b")
    );
    assert!(!directory.file(".a.c.whydunit-1-0-1").exists());
    assert!(!directory.file("state/whydunit/1-0.journal").exists());
}
