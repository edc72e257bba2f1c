//! What is different on a terminal, which `script` of util-linux stands in for; without it there is nothing to test.

use crate::command_support;

use std::process::{Command, Stdio};

use command_support::Directory;

const DIVIDES: &str = "int main(void)\n{\n    int zero = 0;\n    return 1 / zero;\n}\n";

/// All that appears on a terminal, and the exit code. `None` without `script`.
fn on_terminal(directory: &Directory, words: &str) -> Option<(String, Option<i32>)> {
    let command = format!("{} {words}", env!("CARGO_BIN_EXE_whydunit"));
    let mut script = Command::new("script");
    script.args(["-qec", &command, "/dev/null"]).current_dir(directory.path());
    script.env_remove("NO_COLOR").env("TERM", "xterm").env("COLUMNS", "80").stdin(Stdio::null());
    let output = script.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n");
    Some((text, output.status.code()))
}

fn without_colours(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("\x1b[") {
        out.push_str(&rest[..at]);
        let after = &rest[at + 2..];
        rest = after.find(|c: char| c.is_ascii_alphabetic()).map_or("", |end| &after[end + 1..]);
    }
    out + rest
}

#[test]
fn a_page_gets_a_name_of_its_own() {
    let directory = Directory::with(&[("src/prog.c", DIVIDES)]);
    let command = "explain src/prog.c --format html";
    let Some((text, code)) = on_terminal(&directory, command) else { return };
    let expected = "note: src/prog.c:4:12: division by zero: 1 / 0\nnote: prog.html written; open it in a browser\n";
    assert_eq!((without_colours(&text).as_str(), code), (expected, Some(1)));
    assert!(directory.read("prog.html").contains("division by zero"));

    // A page of ours is replaced, anything else is not.
    directory.write("prog.html", directory.read("prog.html").replace("division by zero", "old"));
    on_terminal(&directory, command);
    assert!(directory.read("prog.html").contains("division by zero"));
    directory.write("prog.html", "<!DOCTYPE html><title>mine</title>");
    let (text, _) = on_terminal(&directory, command).expect("it was there before");
    assert!(text.contains("prog-whydunit.html written"), "{text}");
    directory.write("prog-whydunit.html", "mine, too");
    let (text, code) = on_terminal(&directory, command).expect("it was there before");
    assert_eq!(code, Some(2));
    assert!(text.contains("name a file with --output"), "{text}");
    assert_eq!(directory.read("prog.html"), "<!DOCTYPE html><title>mine</title>");
}

#[test]
fn text_has_colours() {
    let directory = Directory::with(&[("prog.c", DIVIDES)]);
    let Some((text, code)) = on_terminal(&directory, "explain prog.c") else { return };
    assert_eq!(code, Some(1));
    assert!(text.contains("\x1b["), "{text}");
    let (text, _) = on_terminal(&directory, "explain prog.c --color never").expect("as before");
    assert!(!text.contains("\x1b["), "{text}");
}

/// A search that goes on for a while says so, and leaves nothing behind.
#[test]
fn long_work_shows_progress() {
    // The product of two primes of 31 bits: nobody finds them in three seconds.
    let slow = "unsigned long nondet_ulong(void);\nint main(void)\n{\n    \
                unsigned long a = nondet_ulong(), b = nondet_ulong();\n    \
                if (a > 1 && b > 1 && a < 4294967296 && b < 4294967296) {\n        \
                //@ assert a * b != 4611685975477714963;\n    }\n    return 0;\n}\n";
    let directory = Directory::with(&[("prog.c", slow)]);
    let Some((text, _)) = on_terminal(&directory, "check prog.c --timeout 3") else { return };
    assert!(text.contains("searching ("), "{text:?}");
    let (redirected, _) =
        on_terminal(&directory, "check prog.c --timeout 3 2>messages").expect("as before");
    assert!(!redirected.contains("searching"), "{redirected}");
    assert!(!directory.read("messages").contains("searching"));
}
