//! Where runs start when the options do not say, and what to say when that is not clear.

use std::path::PathBuf;

use whydunit_front_c::Candidate;
use whydunit_program::{FunctionId, Program};
use whydunit_source::similar;

use crate::{Error, Options, UnclearStart};

/// Notes in which function runs start if that was found out, for the user and for commands that are shown.
pub(crate) fn tell(args: &mut Options, program: &Program, start: FunctionId) {
    let name = &program.function(start).name;
    if args.start.function.is_some() || name == "main" {
        return;
    }
    if args.start.found.is_none() {
        args.start.found = Some(name.clone());
        let message = format!("no main: starting in `{name}` (--function chooses another)");
        args.observer.note(message);
    }
}

/// Nothing to start in, or too much.
#[must_use]
pub fn unclear(args: &Options, candidates: &[Candidate]) -> Error {
    let wanted = args.start.function.as_deref();
    let mut notes: Vec<String> = Vec::new();
    let title = match wanted {
        _ if candidates.is_empty() => {
            let is_header = |file: &PathBuf| file.extension().is_some_and(|it| it == "h");
            notes.push(match args.files.iter().all(is_header) {
                true => {
                    "a header defines no function: give the .c file that includes it".to_owned()
                }
                false => "the program defines no function".to_owned(),
            });
            format!("there is no function `{}` to start in", wanted.unwrap_or("main"))
        }
        Some(name) => {
            let title = format!("there is no function `{name}` to start in");
            match similar(name, candidates.iter().map(|it| it.name.as_str())) {
                Some(meant) => format!("{title}; did you mean `{meant}`?"),
                None => title,
            }
        }
        None => "there is no function `main` to start in; which one is meant?".to_owned(),
    };
    Error::Start(UnclearStart { title, notes, candidates: candidates.to_vec() })
}
