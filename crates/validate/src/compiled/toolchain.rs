//! The machine's C compiler, the flags it gets, and the sanitizers it has.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use whydunit_interp::CheckSet;
use whydunit_program::CheckKind;
use whydunit_project::{Cancel, Options, quoted, stdin_program};

use super::process::{Ended, Limits, Ran, run};
use crate::limits::{MOST_COMPLAINTS, TIME_OF_A_BUILD};

/// `argv[0]`, as the tests of a suite have it.
pub(super) const PROGRAM_NAME: &str = "program";

#[cfg(unix)]
fn os_argument(bytes: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

#[cfg(not(unix))]
fn os_argument(bytes: &[u8]) -> OsString {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// The exit code of programs that a sanitizer ends; others have hardly a use for it.
const SANITIZED: i32 = 231;

#[derive(Debug)]
pub(super) struct Toolchain {
    /// As the user writes it: may be several words.
    pub(super) compiler: String,
    /// Those of the program, the sanitizers, and where headers in quotes are.
    pub(super) flags: Vec<String>,
    pub(super) deadline: Option<Instant>,
    cancel: Cancel,
    /// What confines programs: see [`whydunit_project::NativeOptions`].
    launcher: Vec<OsString>,
    /// A directory for what is needed now.
    directory: PathBuf,
}

/// Why there is no executable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Trouble {
    /// What the compiler says.
    Refused(String),
    TimeIsUp,
}

impl Toolchain {
    /// Looks for the compiler and tries what it can do, in `directory`.
    ///
    /// # Errors
    /// Why nothing can be compiled.
    pub(super) fn find(
        common: &Options,
        checks: CheckSet,
        directory: &Path,
        deadline: Option<Instant>,
    ) -> Result<Toolchain, String> {
        let mut flags = common.compiler.flags();
        for place in quote_directories(&common.files) {
            flags.extend(["-iquote".to_owned(), place]);
        }
        if !checks.contains(CheckKind::Assert) {
            flags.push("-DNDEBUG".to_owned());
        }
        let compiler = common.compiler.command();
        let cancel = common.budget.cancel.clone();
        let launcher = common.native.launcher.clone();
        let own = directory.to_path_buf();
        let mut toolchain =
            Toolchain { compiler, flags, deadline, cancel, launcher, directory: own };
        let probe = directory.join("probe.c");
        std::fs::write(&probe, "int main(void) { return 0; }\n")
            .map_err(|error| error.to_string())?;
        let sanitized = sanitizers(checks);
        let plain = toolchain.flags.clone();
        toolchain.flags.extend(sanitized);
        if toolchain.works(&probe).is_err() {
            toolchain.flags = plain;
            toolchain.works(&probe)?;
        }
        Ok(toolchain)
    }

    /// Can programs be made, and do they run? Runtimes of sanitizers do not work everywhere.
    fn works(&self, probe: &Path) -> Result<(), String> {
        let program = probe.with_extension("");
        match self.build(&[probe.to_owned()], &program) {
            Ok(()) => {}
            Err(Trouble::Refused(why)) => return Err(why),
            Err(Trouble::TimeIsUp) => return Err(TIME_IS_UP.to_owned()),
        }
        let mut command = self.program(&program, &[]).map_err(|error| error.to_string())?;
        command.stdin(Stdio::null());
        match run(sanitizer_options(&mut command), self.limits(TIME_OF_A_BUILD, MOST_COMPLAINTS)) {
            Ran::Ended(Ended { code: Some(0), .. }) => Ok(()),
            Ran::TimeIsUp => Err(TIME_IS_UP.to_owned()),
            _ => Err("what it makes does not run".to_owned()),
        }
    }

    /// A command that runs a program that was built here, confined to an empty directory of its own.
    pub(super) fn program(&self, program: &Path, args: &[Vec<u8>]) -> std::io::Result<Command> {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let own = self.directory.join(format!("run-{number}"));
        std::fs::create_dir(&own)?;
        let args = args.iter().map(|argument| os_argument(argument));
        let mut command = match self.launcher.split_first() {
            Some((launcher, words)) => {
                let mut command = Command::new(launcher);
                command.args(words).arg(&own).arg(program).arg(PROGRAM_NAME);
                command
            }
            None => {
                let mut command = Command::new(program);
                #[cfg(unix)]
                std::os::unix::process::CommandExt::arg0(&mut command, PROGRAM_NAME);
                command
            }
        };
        // What it finds in the environment would tell it of its user.
        command.args(args).current_dir(&own).env_clear();
        Ok(command)
    }

    /// What the sandbox of programs lacks on this machine.
    pub(super) fn unconfined(&self) -> Option<String> {
        let Some((launcher, words)) = self.launcher.split_first() else {
            return Some("there is no launcher".to_owned());
        };
        let mut command = Command::new(launcher);
        command.args(words).arg(&self.directory).stdin(Stdio::null());
        match run(&mut command, self.limits(TIME_OF_A_BUILD, MOST_COMPLAINTS)) {
            Ran::Ended(ended) if ended.code == Some(0) => {
                let missing = String::from_utf8_lossy(&ended.stdout).into_owned();
                let missing: Vec<&str> = missing.lines().collect();
                (!missing.is_empty()).then(|| missing.join("; "))
            }
            _ => Some("it cannot be tried".to_owned()),
        }
    }

    pub(super) fn limits(&self, time: Duration, output: usize) -> Limits {
        Limits { time, deadline: self.deadline, cancel: self.cancel.clone(), output }
    }

    /// Makes an executable of whole files.
    pub(super) fn build(&self, files: &[PathBuf], program: &Path) -> Result<(), Trouble> {
        let mut words = self.words(files);
        words.extend(["-o".to_owned(), quoted(&program.to_string_lossy()), "-lm".to_owned()]);
        self.shell(&words.join(" "))
    }

    /// Does the compiler take the files for C?
    pub(super) fn accepts(&self, files: &[PathBuf]) -> Result<(), Trouble> {
        let mut words = self.words(files);
        words.push("-fsyntax-only".to_owned());
        self.shell(&words.join(" "))
    }

    fn words(&self, files: &[PathBuf]) -> Vec<String> {
        let mut words = vec![self.compiler.clone(), "-w".to_owned(), "-g".to_owned()];
        words.extend(self.flags.iter().map(|flag| quoted(flag)));
        words.extend(files.iter().map(|file| quoted(&file.to_string_lossy())));
        words
    }

    /// A call of the compiler as a line for a shell.
    pub(super) fn shell(&self, line: &str) -> Result<(), Trouble> {
        let mut command = Command::new("sh");
        // The compiler takes the place of the shell, so that it is what is stopped.
        command.args(["-c", &format!("exec {line}")]).stdin(Stdio::null());
        // Its words are looked for errors, and shown.
        command.env("LC_ALL", "C");
        match run(&mut command, self.limits(TIME_OF_A_BUILD, MOST_COMPLAINTS)) {
            Ran::Ended(Ended { code: Some(0), .. }) => Ok(()),
            Ran::Ended(Ended { code: Some(126 | 127), .. }) => {
                Err(Trouble::Refused(format!("there is no C compiler `{}`", self.compiler)))
            }
            Ran::Ended(Ended { stderr, .. }) => Err(Trouble::Refused(complaint(&stderr))),
            Ran::TooLong => Err(Trouble::Refused("the compiler does not end".to_owned())),
            Ran::TimeIsUp => Err(Trouble::TimeIsUp),
            Ran::NotStarted(error) => Err(Trouble::Refused(error.to_string())),
        }
    }
}

pub(super) const TIME_IS_UP: &str = "time ran out (--timeout)";

/// The first error among what a compiler says.
fn complaint(stderr: &str) -> String {
    let mut lines = stderr.lines().filter(|line| !line.trim().is_empty());
    let is_error = |line: &&str| line.contains("error: ") || line.contains("undefined reference");
    let error = stderr.lines().find(is_error).or_else(|| lines.next());
    error.unwrap_or("the C compiler fails without a word").trim().to_owned()
}

/// Directories in which the program's files are: headers beside them are found there.
fn quote_directories(files: &[PathBuf]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for file in files.iter().filter(|file| !stdin_program::is_name(file)) {
        let directory = match file.parent().map(|parent| parent.to_string_lossy().into_owned()) {
            Some(directory) if !directory.is_empty() => directory,
            _ => ".".to_owned(),
        };
        if !found.contains(&directory) {
            found.push(directory);
        }
    }
    found
}

/// What shows the failures that are checked for. What we do not check is no reason to refuse a repair.
fn sanitizers(checks: CheckSet) -> Vec<String> {
    use CheckKind::{Bounds, Div, Lifetime, Null, Overflow, Shift, Unreach};
    let known: [(CheckKind, &[&str]); 7] = [
        (Bounds, &["address", "bounds", "vla-bound"]),
        (Null, &["address", "null"]),
        (Lifetime, &["address"]),
        (Overflow, &["signed-integer-overflow", "float-cast-overflow"]),
        (Div, &["integer-divide-by-zero"]),
        (Shift, &["shift"]),
        (Unreach, &["unreachable"]),
    ];
    let mut names: Vec<&str> = Vec::new();
    for (_, all) in known.iter().filter(|(kind, _)| checks.contains(*kind)) {
        names.extend(all.iter().filter(|name| !names.contains(*name)).collect::<Vec<_>>());
    }
    match names.is_empty() {
        true => Vec::new(),
        false => {
            vec![format!("-fsanitize={}", names.join(",")), "-fno-sanitize-recover=all".to_owned()]
        }
    }
}

/// Memory that is still in use at the end is no failure; a block that cannot be had is a null pointer.
pub(super) fn sanitizer_options(command: &mut Command) -> &mut Command {
    let address = "detect_leaks=0:allocator_may_return_null=1:detect_stack_use_after_return=1";
    command
        .env("ASAN_OPTIONS", format!("{address}:exitcode={SANITIZED}"))
        .env("UBSAN_OPTIONS", format!("exitcode={SANITIZED}"))
}

/// What a sanitizer has to say about a run, if it ended it.
pub(super) fn sanitizer_report(ended: &Ended) -> Option<String> {
    if ended.code != Some(SANITIZED) {
        return None;
    }
    let said = |words: &str| ended.stderr.lines().find(|line| line.contains(words));
    // AddressSanitizer's first line has addresses in it, its last one a place.
    let line = said(": runtime error: ").or_else(|| said("SUMMARY: AddressSanitizer: "));
    let line = line.or_else(|| said("ERROR: AddressSanitizer"))?;
    Some(line.trim_start_matches("SUMMARY: ").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sanitizers_follow_the_checks() {
        assert_eq!(sanitizers(CheckSet::NONE), Vec::<String>::new());
        let few = CheckSet::NONE.with(CheckKind::Div).with(CheckKind::Lifetime);
        assert_eq!(sanitizers(few)[0], "-fsanitize=address,integer-divide-by-zero");
        let all = &sanitizers(CheckSet::default())[0];
        assert_eq!(all.matches("address").count(), 1);
    }

    #[test]
    fn the_first_error_is_what_counts() {
        let said =
            "In file included from a.c:1:\nb.h:2:1: error: unknown type name 'x'\n 2 | x y;\n";
        assert_eq!(complaint(said), "b.h:2:1: error: unknown type name 'x'");
        assert_eq!(complaint("\nld: cannot find -lm\nmore"), "ld: cannot find -lm");
    }

    #[test]
    fn headers_are_looked_for_beside_each_file() {
        let files = ["a.c", "src/b.c", "./c.c", "src/d.c"].map(PathBuf::from);
        assert_eq!(quote_directories(&files), [".", "src"]);
    }
}
