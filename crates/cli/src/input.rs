//! From the command line to a program and a run of it.

use std::ffi::OsString;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow};
use whydunit_find::Given;
use whydunit_front_c::{InputFile, Options, Start};
use whydunit_interp::{CheckSet, Config, InputValue, InputValues, RunSpec};
use whydunit_program::{Arithmetic, FunctionId, Program, Target};

use crate::args::{BudgetArgs, CommonArgs};
use crate::language::Language;
use crate::limits::{BYTES_AT_ONCE, LONGEST_WAIT};
use crate::outcome::{Problem, print_diagnostics};
use crate::outside::reads_standard_input;
use crate::{compile_commands, given_files, interrupt, progress, start, stdin_program};

/// What to make of a pipe that nobody has mentioned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pipe {
    /// It is the standard input of the run.
    Read,
    Ignore,
}

/// A program and where its runs start.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) program: Program,
    pub(crate) start: FunctionId,
}

/// Compiles and links the files; warnings go to standard error.
pub(crate) fn compile(args: &CommonArgs) -> Result<Subject, Problem> {
    let language = Language::of(&args.files)?;
    language.examine(args)?;
    given_files::examine(args)?;
    progress::phase("reading the program");
    let subject = match language {
        Language::C => compile_c(args)?,
        Language::Boogie => compile_boogie(args)?,
    };
    // The program may write to the terminal from now on.
    progress::clear();
    start::tell(args, &subject.program, subject.start);
    Ok(subject)
}

fn compile_boogie(args: &CommonArgs) -> Result<Subject, Problem> {
    let options = whydunit_front_boogie::Options {
        function: args.start.function.clone(),
        requires: args.start.requires.clone(),
        ensures: args.start.ensures.clone(),
    };
    let compiled = match args.files.as_slice() {
        [only] if stdin_program::is_name(only) => {
            let text = String::from_utf8(stdin_program::read()?)
                .map_err(|_| anyhow!("standard input is not text in UTF-8"))?;
            whydunit_front_boogie::compile_text(stdin_program::NAME, &text, &options)
        }
        files => whydunit_front_boogie::compile(files, &options),
    };
    let compiled = compiled.map_err(Problem::Diagnostics)?;
    print_diagnostics(&compiled.warnings);
    Ok(Subject { program: compiled.program, start: compiled.start })
}

fn compile_c(args: &CommonArgs) -> Result<Subject, Problem> {
    let mut files = Vec::new();
    for path in &args.files {
        let text = stdin_program::is_name(path).then(stdin_program::read).transpose()?;
        files.push(InputFile { text, ..InputFile::new(path) });
    }
    let options = c_options(args, &mut files)?;
    let compiled =
        whydunit_front_c::compile_each(&files, &options).map_err(Problem::Diagnostics)?;
    print_diagnostics(&compiled.warnings);
    match compiled.start {
        Start::Function(start) => Ok(Subject { program: compiled.program, start }),
        Start::Unclear(candidates) => Err(start::unclear(args, &candidates)),
    }
}

/// The program with other texts of some of its files; says nothing.
pub(crate) fn recompile(
    args: &CommonArgs,
    texts: &[(PathBuf, String)],
) -> Result<Subject, Vec<String>> {
    let with_text = |path: &PathBuf| {
        let text = texts.iter().find(|(changed, _)| changed == path);
        InputFile { text: text.map(|(_, text)| text.clone().into_bytes()), ..InputFile::new(path) }
    };
    let mut files: Vec<InputFile> = args.files.iter().map(with_text).collect();
    let options =
        c_options(args, &mut files).map_err(|_| vec!["the options cannot be used".to_owned()])?;
    let compiled = whydunit_front_c::compile_each(&files, &options).map_err(|problems| {
        problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>()
    })?;
    match compiled.start {
        Start::Function(start) => Ok(Subject { program: compiled.program, start }),
        Start::Unclear(_) => Err(vec!["it is not clear where it starts".to_owned()]),
    }
}

/// How the files are to be read; flags of each file are put there.
fn c_options(args: &CommonArgs, files: &mut [InputFile]) -> Result<Options, Problem> {
    let is_32_bit = compile_commands::apply(&args.compiler, files)? || args.compiler.m32;
    Ok(Options {
        include_dirs: args.compiler.include_dirs.clone(),
        defines: args.compiler.defines.clone(),
        undefines: args.compiler.undefines.clone(),
        flags: args.compiler.further(),
        std: args.compiler.std.clone(),
        target: if is_32_bit { Target::Ilp32 } else { Target::Lp64 },
        compiler: c_compiler(),
        function: args.start.function.clone(),
        requires: args.start.requires.clone(),
        ensures: args.start.ensures.clone(),
    })
}

/// The C compiler that the user prefers.
pub(crate) fn c_compiler() -> Option<String> {
    std::env::var("CC").ok().filter(|compiler| !compiler.trim().is_empty())
}

/// The run that the options describe.
pub(crate) fn run_spec(
    args: &CommonArgs,
    subject: &Subject,
    pipe: Pipe,
) -> Result<RunSpec, Problem> {
    let program = &subject.program;
    let mut inputs = InputValues::default();
    for assignment in &args.start.inputs {
        inputs
            .parse_assignment(assignment)
            .map_err(|problem| anyhow!("--input {assignment}: {problem}"))?;
    }
    for (name, value) in inputs.iter() {
        if program.arithmetic == Arithmetic::Mathematical && is_too_large(value) {
            let problem = "whydunit follows integers of up to 64 bits";
            return Err(anyhow!("--input {name}: {problem}").into());
        }
        for word in value.mentioned() {
            let is_known = program.types.enum_constant(word).is_some()
                || program.find_function(word).is_some();
            if !is_known {
                return Err(anyhow!("--input {name}: `{word}` is not a value").into());
            }
        }
    }
    Ok(RunSpec {
        function: subject.start,
        args: args.args.iter().map(argument_bytes).collect(),
        program_name: program_name(&args.files[0]),
        stdin: standard_input(args, program, pipe)?,
        inputs,
    })
}

/// What the program finds in `argv[0]`.
fn program_name(file: &Path) -> String {
    let name = if stdin_program::is_name(file) { Path::new("a.out") } else { file };
    name.with_extension("").to_string_lossy().into_owned()
}

/// Is there an integer in it that 64 bits cannot hold, be they signed or not?
fn is_too_large(value: &InputValue) -> bool {
    match value {
        InputValue::Int(value) => i64::try_from(*value).is_err() && u64::try_from(*value).is_err(),
        InputValue::List(values) => values.iter().any(is_too_large),
        _ => false,
    }
}

/// Which parts of the run the user has given. An empty pipe is what scripts and services have as standard input: it says nothing.
pub(crate) fn given(args: &CommonArgs, spec: &RunSpec) -> Given {
    Given {
        args: !spec.args.is_empty(),
        stdin: args.start.stdin.is_some() || !spec.stdin.is_empty(),
    }
}

#[cfg(unix)]
fn argument_bytes(argument: &OsString) -> Vec<u8> {
    std::os::unix::ffi::OsStrExt::as_bytes(argument.as_os_str()).to_vec()
}

#[cfg(not(unix))]
fn argument_bytes(argument: &OsString) -> Vec<u8> {
    argument.to_string_lossy().into_owned().into_bytes()
}

/// `--stdin FILE`; else what is piped into us, when the program reads standard input at all.
fn standard_input(args: &CommonArgs, program: &Program, pipe: Pipe) -> Result<Vec<u8>, Problem> {
    let is_taken = args.files.iter().any(|file| stdin_program::is_name(file));
    match &args.start.stdin {
        Some(path) if path.as_os_str() != "-" => Ok(std::fs::read(path)
            .with_context(|| format!("cannot read standard input from {}", path.display()))?),
        None if is_taken => Ok(Vec::new()),
        Some(_) if is_taken => {
            Err(anyhow!("--stdin -: standard input is the program itself; use --stdin FILE").into())
        }
        None if pipe == Pipe::Ignore || !reads_standard_input(program) => Ok(Vec::new()),
        None if std::io::stdin().is_terminal() => Ok(Vec::new()),
        _ => own_standard_input(&args.budget),
    }
}

/// Our own standard input, to its end. It may have none (`yes | whydunit ...`) or nothing to say: the
/// budgets of the run hold for reading it.
fn own_standard_input(budget: &BudgetArgs) -> Result<Vec<u8>, Problem> {
    let most = usize::try_from(budget.memory.saturating_mul(1 << 20)).unwrap_or(usize::MAX) / 4;
    let (sender, receiver) = std::sync::mpsc::sync_channel(16);
    // Left behind when time is up: a read that waits for a silent pipe cannot be interrupted.
    std::thread::spawn(move || {
        let mut stdin = std::io::stdin().lock();
        loop {
            let mut piece = vec![0; BYTES_AT_ONCE];
            let read = stdin.read(&mut piece).map(|count| {
                piece.truncate(count);
                piece
            });
            let is_end = read.as_ref().map_or(true, Vec::is_empty);
            if sender.send(read).is_err() || is_end {
                return;
            }
        }
    });
    let deadline = Instant::now().checked_add(budget.timeout());
    let mut bytes = Vec::new();
    loop {
        let left =
            deadline.map_or(budget.timeout(), |at| at.saturating_duration_since(Instant::now()));
        let received = receiver.recv_timeout(left.min(LONGEST_WAIT));
        if interrupt::is_raised() {
            let message = "interrupted before standard input had ended".to_owned();
            return Err(Problem::OutOfBudget(message));
        }
        if received.is_err() && left > LONGEST_WAIT {
            continue;
        }
        let Ok(piece) = received else {
            let seconds = budget.timeout().as_secs_f64();
            return Err(Problem::OutOfBudget(format!(
                "standard input did not end within {seconds} s (--timeout)"
            )));
        };
        let piece = piece.context("cannot read standard input")?;
        if piece.is_empty() {
            return Ok(bytes);
        }
        bytes.extend_from_slice(&piece);
        if bytes.len() > most {
            return Err(Problem::OutOfBudget(format!(
                "standard input does not fit in {} MiB of memory (--memory)",
                budget.memory
            )));
        }
    }
}

pub(crate) fn config(args: &CommonArgs) -> Result<Config, Problem> {
    let checks = match &args.start.checks {
        Some(list) => CheckSet::parse(list).map_err(|problem| anyhow!("--checks: {problem}"))?,
        None => CheckSet::default(),
    };
    Ok(Config {
        checks,
        max_steps: args.budget.max_steps,
        deadline: Instant::now().checked_add(args.budget.timeout()),
        interrupt: Some(interrupt::flag()),
        memory_limit: Some(args.budget.memory.saturating_mul(1 << 20)),
        ..Config::default()
    })
}
