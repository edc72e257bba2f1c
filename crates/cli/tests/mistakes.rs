//! Mistakes that everybody makes once: the message says what was probably meant.

use crate::command_support;

use expect_test::{Expect, expect};

use command_support::Directory;

const MAIN: &str = "int main(void) { return 0; }\n";

#[track_caller]
fn says(directory: &Directory, args: &[&str], expected: &Expect) {
    expected.assert_eq(&directory.says(args));
}

#[test]
fn files_that_are_not_there() {
    let directory = Directory::with(&[("prog.c", MAIN), ("src/list.c", MAIN)]);
    says(
        &directory,
        &["run", "porg.c"],
        &expect![[r#"
        --- stderr
        error: no such file: `porg.c`
         |
         = note: did you mean `prog.c`?
        --- exit code 2
    "#]],
    );
    says(
        &directory,
        &["run", "prog"],
        &expect![[r#"
        --- stderr
        error: no such file: `prog`
         |
         = note: did you mean `prog.c`?
        --- exit code 2
    "#]],
    );
    says(
        &directory,
        &["run", "src/lits.c", "nothing/at/all.c"],
        &expect![[r#"
        --- stderr
        error: no such file: `src/lits.c`
         |
         = note: did you mean `src/list.c`?
        error: no such file: `nothing/at/all.c`
        --- exit code 2
    "#]],
    );
    says(
        &directory,
        &["run", "prog.c", "3", "a b"],
        &expect![[r#"
            --- stderr
            error: no such file: `3`
             |
             = note: arguments of the program come after `--`: prog.c -- 3 'a b'
            --- exit code 2
        "#]],
    );
}

#[test]
fn files_that_are_something_else() {
    let directory = Directory::with(&[("src/list.c", MAIN), ("a.cpp", MAIN), ("b.py", "")]);
    directory.write("empty/x", "");
    directory.write("prog", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0");
    directory.write("prog.o", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x01\0>\0");
    directory.write("lib.a", b"!<arch>\n");
    says(
        &directory,
        &["explain", "src"],
        &expect![[r#"
        --- stderr
        error: `src` is a directory, not a C file
         |
         = note: its C files are one program: src/*.c
        --- exit code 2
    "#]],
    );
    says(
        &directory,
        &["explain", "empty"],
        &expect![[r#"
        --- stderr
        error: `empty` is a directory, not a C file
        --- exit code 2
    "#]],
    );
    says(
        &directory,
        &["explain", "prog"],
        &expect![[r#"
        --- stderr
        error: `prog` is a compiled program, not a C file
         |
         = note: whydunit reads source text: give it the .c files that this was made from
        --- exit code 2
    "#]],
    );
    says(
        &directory,
        &["explain", "prog.o", "lib.a"],
        &expect![[r#"
        --- stderr
        error: `prog.o` is an object file, not a C file
         |
         = note: whydunit reads source text: give it the .c files that this was made from
        error: `lib.a` is a library, not a C file
         |
         = note: whydunit reads source text: give it the .c files that this was made from
        --- exit code 2
    "#]],
    );
    says(
        &directory,
        &["explain", "a.cpp"],
        &expect![[r#"
            --- stderr
            error: `a.cpp` is C++; whydunit reads C and Boogie
             |
             = note: if it is C all the same, give it a name that ends in .c
            --- exit code 2
        "#]],
    );
    says(
        &directory,
        &["explain", "b.py"],
        &expect![[r#"
        --- stderr
        error: `b.py` is Python; whydunit reads C and Boogie
        --- exit code 2
    "#]],
    );
}

/// A header alone has nothing to run, unless it defines a function.
#[test]
fn headers_alone() {
    let directory = Directory::with(&[
        ("a.h", "int f(int);\n"),
        ("b.h", "static int f(int x) { return 1 / x; }\n"),
    ]);
    says(
        &directory,
        &["run", "a.h"],
        &expect![[r#"
            --- stderr
            error: there is no function `main` to start in
             |
             = note: a header defines no function: give the .c file that includes it
            --- exit code 2
        "#]],
    );
    says(
        &directory,
        &["run", "b.h"],
        &expect![[r#"
        --- stderr
        note: no main: starting in `f` (--function chooses another)
        error: division by zero: 1 / 0
         --> b.h:1:30
          |
        1 | static int f(int x) { return 1 / x; }
          |                              ^^^^^ div
          |
          = note: input: x = 0
        --- exit code 1
    "#]],
    );
}

#[test]
fn headers_that_are_not_found() {
    let text = "#include \"list/list.h\"\nint main(void) { return 0; }\n";
    let directory = Directory::with(&[
        ("project/src/app/prog.c", text),
        ("project/lib/include/list/list.h", ""),
    ]);
    directory.write("project/other/list.h", "");
    says(
        &directory,
        &["run", "project/src/app/prog.c"],
        &expect![[r#"
        --- stderr
        error: cannot find the header `list/list.h`
         --> project/src/app/prog.c:1:10
          |
        1 | #include "list/list.h"
          |          ^
          |
          = note: add `-I project/lib/include`: `list/list.h` is there
        --- exit code 2
    "#]],
    );
    let mut command = directory.command(&["run", "prog.c"]);
    let output = command.current_dir(directory.file("project/src/app")).output().expect("output");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("add `-I ../../lib/include`"), "{stderr}");
    let text = "#include <stido.h>\nint main(void) { return 0; }\n";
    let directory = Directory::with(&[("prog.c", text)]);
    says(
        &directory,
        &["run", "prog.c"],
        &expect![[r#"
        --- stderr
        error: cannot find the header `stido.h`
         --> prog.c:1:10
          |
        1 | #include <stido.h>
          |          ^
          |
          = note: did you mean `stdio.h`?
          = note: no `stido.h` in the directories around; say where it is with `-I DIR`
          = note: of system headers whydunit brings those of standard C; others are the compiler's
        --- exit code 2
    "#]],
    );
    says(
        &directory,
        &["run", "prog.c", "-I", "."],
        &expect![[r#"
        --- stderr
        error: cannot find the header `stido.h`
         --> prog.c:1:10
          |
        1 | #include <stido.h>
          |          ^
          |
          = note: did you mean `stdio.h`?
          = note: `stido.h` is neither in . nor around
          = note: of system headers whydunit brings those of standard C; others are the compiler's
        --- exit code 2
    "#]],
    );
}

/// A name that a header would declare leads to the header.
#[test]
fn names_that_are_not_declared() {
    let text = "int main(void) { uint8_t x = 3; return x; }\n";
    says(
        &Directory::with(&[("a.c", text)]),
        &["run", "a.c"],
        &expect![[r#"
        --- stderr
        error: unknown type name `uint8_t`
         --> a.c:1:18
          |
        1 | int main(void) { uint8_t x = 3; return x; }
          |                  ^
          |
          = note: `uint8_t` is declared in <stdint.h>: is an #include missing?
        --- exit code 2
    "#]],
    );
    let text = "int main(void) { int *p = NULL; return p == 0; }\n";
    says(
        &Directory::with(&[("b.c", text)]),
        &["run", "b.c"],
        &expect![[r#"
            --- stderr
            error: `NULL` is not declared here
             --> b.c:1:27
              |
            1 | int main(void) { int *p = NULL; return p == 0; }
              |                           ^
              |
              = note: `NULL` is declared in <stddef.h>: is an #include missing?
            --- exit code 2
        "#]],
    );
    let text = "int main(void) { node_t *n = 0; return LIMIT; }\n";
    let header = "#define LIMIT 3\ntypedef struct node node_t;\n";
    let directory = Directory::with(&[("c.c", text), ("include/node.h", header)]);
    says(
        &directory,
        &["run", "c.c"],
        &expect![[r#"
            --- stderr
            error: unknown type name 'node_t'
             --> c.c:1:18
              |
            1 | int main(void) { node_t *n = 0; return LIMIT; }
              |                  ^
              |
              = note: `node_t` is declared in include/node.h: is an #include missing?
            --- exit code 2
        "#]],
    );
    let text = "int main(void) { return LIMIT; }\n";
    directory.write("d.c", text);
    says(
        &directory,
        &["run", "d.c"],
        &expect![[r#"
            --- stderr
            error: `LIMIT` is not declared here
             --> d.c:1:25
              |
            1 | int main(void) { return LIMIT; }
              |                         ^
              |
              = note: `LIMIT` is declared in include/node.h: is an #include missing?
            --- exit code 2
        "#]],
    );
}

#[test]
fn inputs_by_another_name() {
    let text = "int absolute(int input) { return input < 0 ? -input : input; }\n";
    let directory = Directory::with(&[("abs.c", text)]);
    says(
        &directory,
        &["run", "abs.c", "--input", "inptu=1"],
        &expect![[r#"
        --- stderr
        note: no main: starting in `absolute` (--function chooses another)
        warning: no input is called `inptu`; did you mean `input`?
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]],
    );
    says(
        &directory,
        &["check", "abs.c", "--input", "inptu=1", "--checks", "none"],
        &expect![[r#"
        --- stdout
        holds: no input makes a check fail
        --- stderr
        note: no main: starting in `absolute` (--function chooses another)
        warning: no input is called `inptu`; did you mean `input`?
        --- exit code 0
    "#]],
    );
    says(
        &directory,
        &["run", "abs.c", "--input", "unrelated=1"],
        &expect![[r#"
        --- stderr
        note: no main: starting in `absolute` (--function chooses another)
        warning: no input is called `unrelated`
        note: the program finished with exit code 0; no check failed
        --- exit code 0
    "#]],
    );
}
