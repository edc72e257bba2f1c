//! `whydunit confined`, which nobody types: gives up what a program that is not trusted need not have, and becomes that program.

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

use whydunit::confine;
use whydunit_report::MessageKind;

use crate::args::ConfinedArgs;
use crate::destination::to_stdout;
use crate::outcome::print_message;

/// What a shell reports of a program that it cannot start.
const NOT_STARTED: u8 = 126;

/// The words of the command.
pub(super) fn launcher() -> Vec<OsString> {
    let own = std::env::current_exe().ok();
    own.map_or_else(Vec::new, |own| vec![own.into_os_string(), "confined".into(), "--".into()])
}

/// Does not come back if all is well.
pub(crate) fn confined(args: &ConfinedArgs) -> ExitCode {
    let Some((program, words)) = args.words.split_first() else {
        let missing = confine(&args.directory, &args.directory);
        to_stdout(&missing.iter().map(|what| format!("{what}\n")).collect::<String>());
        return ExitCode::SUCCESS;
    };
    // Whoever starts programs so has asked what is missing, and has told.
    let _ = confine(&args.directory, Path::new(program));
    let error = become_program(program, words);
    print_message(MessageKind::Error, format!("{}: {error}", Path::new(program).display()));
    ExitCode::from(NOT_STARTED)
}

#[cfg(unix)]
fn become_program(program: &OsString, words: &[OsString]) -> std::io::Error {
    use std::os::unix::process::CommandExt;
    let mut command = std::process::Command::new(program);
    if let Some((name, arguments)) = words.split_first() {
        command.arg0(name).args(arguments);
    }
    command.exec()
}

#[cfg(not(unix))]
fn become_program(_: &OsString, _: &[OsString]) -> std::io::Error {
    std::io::ErrorKind::Unsupported.into()
}
