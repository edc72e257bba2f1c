//! Programs given as text.

use whydunit_interp::{Config, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_termination::{Endless, prove};

pub(crate) fn program(text: &str) -> Program {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let path = directory.path().join("prog.c");
    std::fs::write(&path, text).expect("writing it should work");
    match whydunit_front_c::compile(&[path], &whydunit_front_c::Options::default()) {
        Ok(compiled) => compiled.program,
        Err(problems) => panic!("{problems:?}\n{text}"),
    }
}

/// The program, and the proof that its run does not end.
pub(crate) fn proved(text: &str) -> (Program, Option<Endless>) {
    let program = program(text);
    let spec = RunSpec::new(program.find_function("main").expect("main should be there"));
    let found = prove(&program, &prepare(&program), &spec, &Config::default());
    (program, found)
}
