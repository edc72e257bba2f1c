//! The world of a run: files of a view, files in memory, functions that nothing defines, headers of the system.

use std::fs;
use std::process::{Command, Output};

use crate::command_support::Directory;
use crate::files_support;
use crate::rng::Rng;

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn printed(directory: &Directory, args: &[&str]) -> String {
    let output = directory.output(args);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Compiled by the machine's compiler and run in a folder with the same files.
fn native(source: &str, files: &[(&str, &str)]) -> Output {
    let directory = Directory::with(&[("prog.c", source)]);
    let folder = Directory::with(files);
    let program = directory.file("prog");
    let built = Command::new("cc")
        .args(["-w", "-o"])
        .arg(&program)
        .arg(directory.file("prog.c"))
        .status()
        .expect("there should be a compiler");
    assert!(built.success(), "{source}");
    Command::new(program).current_dir(folder.path()).output().expect("it should start")
}

const FOLDER: [(&str, &str); 5] = [
    ("a.txt", "12 -3\nword\n\n7"),
    ("b.txt", ""),
    ("p.txt", "0123456789abcdef"),
    ("sub/c.txt", "in a folder\n"),
    ("sub/r.txt", "x\0y"),
];

/// Random programs over streams, descriptors and folders print what they print natively.
#[test]
fn files_are_as_the_system_has_them() {
    let seeds: Vec<u64> = (0..whydunit_testing::count("WHYDUNIT_FILES", 12, 12)).collect();
    whydunit_testing::parallel(&seeds, |&seed| {
        let source = files_support::program(&mut Rng::new(seed), 60);
        let expected = native(&source, &FOLDER);
        let directory = Directory::with(&FOLDER);
        let program = Directory::with(&[("prog.c", &source)]);
        let file = program.file("prog.c");
        let file = file.to_str().expect("a plain name");
        let output = directory.output(&["run", file]);
        let (wanted, got) = (text(&expected.stdout), text(&output.stdout));
        if let Some((wanted, got)) =
            wanted.lines().zip(got.lines()).find(|(wanted, got)| wanted != got)
        {
            // Results begin with the number of their line.
            let number = |line: &str| line.split(':').next()?.parse::<usize>().ok();
            let before = text(&output.stdout);
            let before = before.lines().take_while(|line| *line != got).filter_map(number).last();
            let line = number(wanted).or(before).unwrap_or(1);
            let statement = source.lines().nth(line - 1).unwrap_or("");
            panic!("seed {seed}, line {line}: expected {wanted}, got {got}\n{statement}");
        }
        assert_eq!(wanted, got, "seed {seed}: {}", text(&output.stderr));
        // What the program did, it did in memory.
        for (name, content) in FOLDER {
            assert_eq!(directory.read(name), content, "seed {seed}: {name}");
        }
        assert!(!directory.file("q.txt").exists() && !directory.file("new").exists());
    });
}

const READS: &str = r#"#include <stdio.h>
#include <string.h>
#include <errno.h>
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *f = fopen(argv[i], "r");
        int c;
        printf("%s:", argv[i]);
        if (!f) { printf(" %s\n", strerror(errno)); continue; }
        while ((c = fgetc(f)) != EOF) putchar(c);
        fclose(f);
    }
    return 0;
}
"#;

#[test]
fn a_run_finds_the_files_of_its_folder() {
    let directory = Directory::with(&[
        ("prog.c", READS),
        ("data.txt", "here\n"),
        ("other/data.txt", "there\n"),
        ("other/more", "more\n"),
    ]);
    let found = printed(&directory, &["run", "prog.c", "--", "data.txt", "more", "other/more"]);
    assert_eq!(found, "data.txt:here\nmore: No such file or directory\nother/more:more\n");
    let found =
        printed(&directory, &["run", "prog.c", "--root", "other", "--", "data.txt", "more"]);
    assert_eq!(found, "data.txt:there\nmore:more\n");
    let given = ["run", "prog.c", "--file", "x/y=data.txt", "--file", "data.txt=other/more"];
    let found = printed(&directory, &[&given[..], &["--", "x/y", "data.txt"]].concat());
    assert_eq!(found, "x/y:here\ndata.txt:more\n");
    // Where it is on the machine is a name of it, too.
    let absolute = directory.file("data.txt").canonicalize().expect("it is there");
    let absolute = absolute.to_str().expect("a plain name");
    let found = printed(&directory, &["run", "prog.c", "--", absolute]);
    assert_eq!(found, format!("{absolute}:here\n"));

    let refused = directory.output(&["run", "prog.c", "--root", "nowhere"]);
    assert_eq!(refused.status.code(), Some(2));
    let refused = directory.output(&["run", "prog.c", "--file", "a=nowhere"]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stderr));
}

#[cfg(unix)]
#[test]
fn no_path_leads_out() {
    let directory = Directory::with(&[
        ("view/prog.c", READS),
        ("view/a.txt", "a\n"),
        ("secret.txt", "secret\n"),
    ]);
    let link = |to: &str, name: &str| {
        std::os::unix::fs::symlink(to, directory.file(name)).expect("links should be possible");
    };
    link("../secret.txt", "view/file");
    link("..", "view/folder");
    link("a.txt", "view/inside");
    let absolute = directory.file("secret.txt");
    let absolute = absolute.to_str().expect("a plain name");
    let names = [
        "../secret.txt",
        "file",
        "folder/secret.txt",
        "/secret.txt",
        absolute,
        "/etc/passwd",
        "inside/../../secret.txt",
        "../view/../secret.txt",
        "/dev/zero/x",
        "/proc/self/environ",
    ];
    let args = [&["run", "view/prog.c", "--root", "view", "--"][..], &names].concat();
    let output = directory.output(&args);
    assert!(!text(&output.stdout).contains("secret\n"), "{}", text(&output.stdout));
    assert_eq!(text(&output.stdout).lines().count(), names.len(), "{}", text(&output.stdout));
    let inside = printed(&directory, &["run", "view/prog.c", "--root", "view", "--", "inside"]);
    assert_eq!(inside, "inside:a\n");
}

#[test]
fn what_is_written_is_kept_where_it_is_asked_for() {
    let source = "#include <stdio.h>\n#include <sys/stat.h>\nint main(void) {\n  mkdir(\"made\", 0755);\n  FILE *f = fopen(\"made/out.txt\", \"w\");\n  \
                  fprintf(f, \"%d\\n\", 42);\n  fclose(f);\n  remove(\"old.txt\");\n  return 0;\n}\n";
    let directory = Directory::with(&[("prog.c", source), ("old.txt", "old")]);
    printed(&directory, &["run", "prog.c"]);
    assert!(!directory.file("made").exists());
    printed(&directory, &["run", "prog.c", "--write-files", "kept"]);
    assert_eq!(directory.read("kept/made/out.txt"), "42\n");
    assert_eq!(directory.read("old.txt"), "old");
    assert!(fs::read_dir(directory.file("kept")).expect("it was made").count() == 1);
}

#[test]
fn bytes_of_files_are_inputs() {
    let source = "#include <stdio.h>\nint main(void)\n{\n    int n, a[4] = {0};\n    FILE *f = fopen(\"n.txt\", \"r\");\n    if (!f || fscanf(f, \"%d\", &n) != 1)\n        return 1;\n    \
                  a[n] = 1;\n    return a[0];\n}\n";
    let directory = Directory::with(&[("prog.c", source), ("n.txt", "7\n")]);
    let output =
        directory.output(&["explain", "prog.c", "--format", "json", "--verify", "--", "x"]);
    let report: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("it should be a document");
    let failure = &report["failures"][0];
    assert_eq!(failure["property"]["line"], 8, "{report:#}");
    let inputs = failure["inputs"].as_array().expect("there should be a list");
    let file = inputs.iter().find(|input| input["origin"] == "file").expect("one is of the file");
    assert_eq!((&file["value"], &file["external"]), (&"7".into(), &true.into()), "{file}");
    for explanation in failure["explanations"].as_array().expect("there should be a list") {
        assert_ne!(explanation["verified"], false, "{explanation:#}");
    }
    // The file as it is, and a system that refuses to open it.
    let checked = directory.output(&["check", "prog.c"]);
    assert!(text(&checked.stdout).contains("index 7 is out of bounds of a[4]"));
}

/// What was written and is read again depends on what was written.
#[test]
fn files_in_memory_carry_values() {
    let source = "#include <stdio.h>\n#include <assert.h>\nint main(int argc, char **argv)\n{\n    FILE *f = fopen(\"t\", \"w+\");\n    int c;\n    if (!f)\n        return 1;\n    \
                  fputc(argc, f);\n    rewind(f);\n    c = fgetc(f);\n    assert(c != 3);\n    return 0;\n}\n";
    let directory = Directory::with(&[("prog.c", source)]);
    let found = directory.output(&["check", "prog.c"]);
    assert_eq!(found.status.code(), Some(1), "{}", text(&found.stdout));
    assert!(text(&found.stdout).contains("argc = 3"), "{}", text(&found.stdout));
}

#[test]
fn suites_have_files() {
    let source = "#include <stdio.h>\nint main(void)\n{\n    int n = 0;\n    FILE *f = fopen(\"in.txt\", \"r\"), *o = fopen(\"out.txt\", \"w\");\n    if (f) fscanf(f, \"%d\", &n);\n    \
                  fprintf(o, \"%d\\n\", 2 * n);\n    if (!f) fprintf(stderr, \"no input\\n\");\n    fclose(o);\n    return 0;\n}\n";
    let suite = "[[test]]\nname = \"doubles\"\nfiles = { \"in.txt\" = \"21\" }\nfiles-after = { \"out.txt\" = \"42\\n\", \"none.txt\" = false }\nstderr = \"\"\n\
                 [[test]]\nname = \"complains\"\nstderr = \"no input\\n\"\n\
                 [[test]]\nname = \"wrong\"\nfiles = { \"in.txt\" = \"1\" }\nfiles-after = { \"out.txt\" = \"3\\n\" }\n\
                 [[test]]\nname = \"silent\"\nstderr = \"\"\n";
    let directory = Directory::with(&[("prog.c", source), ("suite.toml", suite)]);
    let output = directory.output(&["run", "prog.c", "--tests", "suite.toml", "--all-tests"]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{said}");
    for (name, passes) in
        [("doubles", true), ("complains", true), ("wrong", false), ("silent", false)]
    {
        let line =
            said.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{said}"));
        assert_eq!(line.contains("pass"), passes, "{said}");
    }
    assert!(said.contains("the file out.txt") && said.contains("standard error"), "{said}");
}

/// A linker would refuse the program; a run that does not get there goes on.
#[test]
fn functions_that_nothing_defines() {
    let source = "int helper(int);\nvoid log_it(const char *);\nint main(int argc, char **argv)\n{\n    if (argc > 1)\n        log_it(argv[1]);\n    \
                  if (argc > 2)\n        return helper(argc);\n    return 0;\n}\n";
    let directory = Directory::with(&[("prog.c", source)]);
    let unused = directory.output(&["run", "prog.c"]);
    assert_eq!(unused.status.code(), Some(0));
    assert!(
        text(&unused.stderr).contains("`helper` is defined nowhere; called in main (prog.c:8)")
    );
    let used = directory.output(&["run", "prog.c", "--", "a"]);
    assert_eq!(used.status.code(), Some(2));
    assert!(text(&used.stderr).contains("prog.c:6:9"), "{}", text(&used.stderr));
    let meant = ["run", "prog.c", "--outside", "log_it", "--outside", "helper", "--", "a", "b"];
    assert_eq!(directory.output(&meant).status.code(), Some(0));
    let given = ["run", "prog.c", "--outside", "log_it", "--input", "helper#1=7", "--", "a", "b"];
    assert!(text(&directory.output(&given).stderr).contains("exit code 7"));
    // What a search finds can be seen again.
    let source = "int ask(void);\nvoid tell(int);\nint main(void)\n{\n    tell(1);\n    return 1 / ask();\n}\n";
    let directory = Directory::with(&[("prog.c", source)]);
    let found = text(&directory.output(&["check", "prog.c"]).stdout);
    let again =
        found.lines().find_map(|line| line.split_once("reproduce: whydunit ")).expect(&found).1;
    let words: Vec<&str> = again.split(' ').map(|word| word.trim_matches('\'')).collect();
    assert_eq!(directory.output(&words).status.code(), Some(1), "{again}");
}

/// Headers of the system, in the text already, beside ours, or in place of them.
#[test]
fn headers_of_the_system() {
    let mixed = "#include <grp.h>\n#include <stdio.h>\n#include <sys/select.h>\n#include <signal.h>\n#include <unistd.h>\n#include <ctype.h>\n#include <errno.h>\n\
                 int main(void)\n{\n    fd_set s;\n    FD_ZERO(&s);\n    printf(\"%d %d %d\\n\", SIGURG, _SC_ARG_MAX > 0, !!isalpha('x') + 2 * !!isdigit('x') + toupper('a'));\n    \
                 fprintf(stderr, \"%d\\n\", errno);\n    return putc('z', stdout) != 'z';\n}\n";
    let expected = text(&native(mixed, &[]).stdout);
    let directory = Directory::with(&[("prog.c", mixed)]);
    assert_eq!(printed(&directory, &["run", "prog.c"]), expected);
    let preprocessed = Command::new("cc")
        .arg("-E")
        .arg(directory.file("prog.c"))
        .output()
        .expect("there should be a compiler");
    directory.write("prog.i", preprocessed.stdout);
    assert_eq!(printed(&directory, &["run", "prog.i"]), expected);
}
