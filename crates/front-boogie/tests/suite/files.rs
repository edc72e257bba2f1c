//! Files: several make one program, and what cannot be read is said.

use std::path::PathBuf;

use whydunit_front_boogie::{Options, compile};
use whydunit_program::validate;

fn messages(files: &[PathBuf]) -> Vec<String> {
    match compile(files, &Options::default()) {
        Ok(compiled) => panic!("{} functions", compiled.program.functions.len()),
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn several_files_are_one_program() {
    let directory = tempfile::tempdir().expect("a directory should be made");
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("a file should be written");
        path
    };
    let library = write("library.bpl", "var g: int;\nprocedure f() modifies g; { g := 1; }\n");
    let main = write("main.bpl", "procedure main() modifies g; { call f(); assert g == 1; }\n");
    let files = [library, main.clone()];
    let compiled = compile(&files, &Options::default()).expect("both together are a program");
    assert!(validate(&compiled.program).is_empty());
    assert_eq!(compiled.program.function(compiled.start).name, "main");
    let names: Vec<&str> = compiled.program.sources.files().map(|(_, file)| file.name()).collect();
    assert_eq!(names, files.iter().map(|file| file.to_str().unwrap_or("")).collect::<Vec<_>>());

    let place = main.display();
    assert_eq!(
        messages(std::slice::from_ref(&main)),
        [
            format!("{place}:1:27: error: `g` is not a global variable"),
            format!("{place}:1:37: error: the procedure `f` is not declared"),
            format!("{place}:1:49: error: `g` is not declared"),
        ]
    );
}

#[test]
fn what_cannot_be_read_is_said() {
    let directory = tempfile::tempdir().expect("a directory should be made");
    let missing = directory.path().join("missing.bpl");
    let found = messages(std::slice::from_ref(&missing));
    assert_eq!(found.len(), 1);
    let start = format!("error: cannot read {}: ", missing.display());
    assert!(found[0].starts_with(&start), "{}", found[0]);
    let bytes = directory.path().join("bytes.bpl");
    std::fs::write(&bytes, [0xff, 0xfe, 0]).expect("a file should be written");
    assert_eq!(
        messages(std::slice::from_ref(&bytes)),
        [format!(
            "error: cannot read {}: it is text in UTF-16; whydunit reads UTF-8: convert it, for example with iconv",
            bytes.display()
        )]
    );
    assert_eq!(messages(&[]), ["error: there is nothing to start with\n  no procedure has a body"]);
}
