//! Runs of the command on Boogie programs.

use std::process::Output;

use expect_test::Expect;

use crate::common;

/// Runs the command in a directory with these files.
pub(crate) fn whydunit_on(words: &[&str], files: &[(&str, &str)]) -> Output {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    for (name, text) in files {
        std::fs::write(directory.path().join(name), text).expect("writing it should work");
    }
    let mut command = common::whydunit();
    command.current_dir(directory.path()).env("COLUMNS", "80").args(words);
    common::run_with_input(&mut command, b"")
}

pub(crate) fn whydunit(words: &[&str], text: &str) -> Output {
    whydunit_on(words, &[("prog.bpl", text)])
}

/// All that is said, and the exit code.
pub(crate) fn said(output: &Output) -> String {
    let [out, err] =
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    let code = output.status.code().map_or("none".to_owned(), |code| code.to_string());
    format!("{out}{err}exit code {code}\n")
}

pub(crate) fn says(command: &str, options: &[&str], text: &str, expected: Expect) {
    let words = [&[command, "prog.bpl"], options].concat();
    expected.assert_eq(&said(&whydunit(&words, text)));
}
