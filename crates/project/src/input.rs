//! From options to a program and a run of it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

use whydunit_front_c::{InputFile, Options as FrontOptions, Start};
use whydunit_host::read;
use whydunit_interp::{CheckSet, Config, InputValue, InputValues, RunSpec};
use whydunit_program::{Arithmetic, CheckKind, FunctionId, Program, Target};

use crate::compile_commands::Applied;
use crate::limits::MOST_BYTES_OF_A_FILE;
use crate::{
    Error, Language, Observer, Options, compile_commands, given_files, start, stdin_program,
    undefined, world,
};

/// A program and where its runs start.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its statements, types and texts.
    pub program: Program,
    /// The start function.
    pub start: FunctionId,
}

/// Compiles and links the files; warnings go to the observer. What is found out on the way is noted in the options.
///
/// # Errors
/// Why the files are no program.
pub fn compile(args: &mut Options) -> Result<Subject, Error> {
    let language = Language::of(&args.files)?;
    language.examine(args)?;
    given_files::examine(args)?;
    read_streams(args)?;
    args.observer.phase("reading the program");
    let subject = match language {
        Language::C => compile_c(args)?,
        Language::Boogie => compile_boogie(args)?,
    };
    // The program may write to the terminal from now on.
    args.observer.clear();
    start::tell(args, &subject.program, subject.start);
    args.world.undefined = undefined::functions(&subject.program, subject.start);
    Ok(subject)
}

/// A pipe can be read only once: what it holds is kept.
fn read_streams(args: &mut Options) -> Result<(), Error> {
    let is_stream = |file: &&PathBuf| !args.is_given_text(file) && !file.is_file();
    let streams: Vec<PathBuf> = args.files.iter().filter(is_stream).cloned().collect();
    for file in streams {
        let failed = Error::read(format!("cannot read `{}`", file.display()));
        let bytes = read(&file, MOST_BYTES_OF_A_FILE, &args.budget.host()).map_err(failed)?;
        args.texts.push((file, bytes));
    }
    Ok(())
}

fn compile_boogie(args: &Options) -> Result<Subject, Error> {
    let options = whydunit_front_boogie::Options {
        function: args.start.function.clone(),
        requires: args.start.requires.clone(),
        ensures: args.start.ensures.clone(),
        budget: args.budget.host(),
    };
    let given = match args.files.as_slice() {
        [only] => args.text_of(only).map(|text| (only, text)),
        _ => None,
    };
    let compiled = match given {
        Some((file, text)) => {
            let is_piped = stdin_program::is_name(file);
            let name = if is_piped { stdin_program::NAME.into() } else { file.to_string_lossy() };
            let what = if is_piped { "standard input" } else { name.as_ref() };
            let text = std::str::from_utf8(text)
                .map_err(|_| Error::Unusable(format!("{what} is not text in UTF-8")))?;
            whydunit_front_boogie::compile_text(&name, text, &options)
        }
        None => whydunit_front_boogie::compile(&args.files, &options),
    };
    let compiled = compiled.map_err(Error::diagnostics)?;
    args.observer.diagnostics(&compiled.warnings);
    Ok(Subject { program: compiled.program, start: compiled.start })
}

/// The files with the texts that are given.
#[must_use]
pub fn input_files(args: &Options) -> Vec<InputFile> {
    let file = |path: &PathBuf| InputFile {
        text: args.text_of(path).map(<[u8]>::to_vec),
        ..InputFile::new(path)
    };
    args.files.iter().map(file).collect()
}

fn compile_c(args: &mut Options) -> Result<Subject, Error> {
    let mut files = input_files(args);
    let (options, applied) = c_options(args, &mut files, &args.observer)?;
    args.compiler.found = applied.flags;
    let compiled = whydunit_front_c::compile_each(&files, &options).map_err(Error::diagnostics)?;
    args.observer.diagnostics(&compiled.warnings);
    match compiled.start {
        Start::Function(start) => Ok(Subject { program: compiled.program, start }),
        Start::Unclear(candidates) => Err(start::unclear(args, &candidates)),
    }
}

/// The program with other texts of some of its files; says nothing.
///
/// # Errors
/// What is wrong with it.
pub fn recompile(args: &Options, texts: &[(PathBuf, Vec<u8>)]) -> Result<Subject, Vec<String>> {
    let mut files = input_files(args);
    for file in &mut files {
        if let Some((_, text)) = texts.iter().find(|(changed, _)| *changed == file.path) {
            file.text = Some(text.clone());
        }
    }
    let (options, _) = c_options(args, &mut files, &Observer::default())
        .map_err(|_| vec!["the options cannot be used".to_owned()])?;
    let compiled = whydunit_front_c::compile_each(&files, &options).map_err(|problems| {
        problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>()
    })?;
    match compiled.start {
        Start::Function(start) => Ok(Subject { program: compiled.program, start }),
        Start::Unclear(_) => Err(vec!["it is not clear where it starts".to_owned()]),
    }
}

/// How the files are to be read; flags of each file are put there.
///
/// # Errors
/// The compilation database that is named cannot be used.
pub fn c_options(
    args: &Options,
    files: &mut [InputFile],
    observer: &Observer,
) -> Result<(FrontOptions, Applied), Error> {
    let applied = compile_commands::apply(&args.compiler, files, observer, args.budget.host())?;
    let is_32_bit = applied.is_32_bit || args.compiler.m32;
    let options = FrontOptions {
        include_dirs: args.compiler.include_dirs.clone(),
        defines: args.compiler.defines.clone(),
        undefines: args.compiler.undefines.clone(),
        flags: args.compiler.further(),
        std: args.compiler.std.clone(),
        target: if is_32_bit { Target::Ilp32 } else { Target::Lp64 },
        compiler: args.compiler.compiler.clone(),
        header_cache: args.compiler.header_cache.clone(),
        system_headers: false,
        function: args.start.function.clone(),
        requires: args.start.requires.clone(),
        ensures: args.start.ensures.clone(),
        asked: args.start.asked.clone(),
        file_inputs: world::file_inputs(args)?,
        memory_ends: checks(args)?.contains(CheckKind::AllocFail),
        budget: args.budget.host(),
    };
    Ok((options, applied))
}

/// The values of inputs that the options give.
///
/// # Errors
/// What is not a value.
pub fn input_values(args: &Options, program: &Program) -> Result<InputValues, Error> {
    let mut inputs = InputValues::default();
    for assignment in &args.start.inputs {
        inputs
            .parse_assignment(assignment)
            .map_err(|problem| Error::Unusable(format!("--input {assignment}: {problem}")))?;
    }
    for (name, value) in inputs.iter() {
        if program.arithmetic == Arithmetic::Mathematical && is_too_large(value) {
            let problem = "whydunit follows integers of up to 64 bits";
            return Err(Error::Unusable(format!("--input {name}: {problem}")));
        }
        for word in value.mentioned() {
            let is_known = program.types.enum_constant(word).is_some()
                || program.find_function(word).is_some();
            if !is_known {
                return Err(Error::Unusable(format!("--input {name}: `{word}` is not a value")));
            }
        }
    }
    Ok(inputs)
}

/// The run that the options describe.
///
/// # Errors
/// What is not a value of an input, or a file that cannot be read.
pub fn run_spec(args: &Options, subject: &Subject) -> Result<RunSpec, Error> {
    let inputs = input_values(args, &subject.program)?;
    Ok(RunSpec {
        function: subject.start,
        args: args.args.iter().map(argument_bytes).collect(),
        program_name: program_name(&args.files[0]),
        stdin: standard_input(args)?,
        files: world::files(args)?,
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

#[cfg(unix)]
fn argument_bytes(argument: &OsString) -> Vec<u8> {
    std::os::unix::ffi::OsStrExt::as_bytes(argument.as_os_str()).to_vec()
}

#[cfg(not(unix))]
fn argument_bytes(argument: &OsString) -> Vec<u8> {
    argument.to_string_lossy().into_owned().into_bytes()
}

/// What is in the file that is named, or what was piped.
fn standard_input(args: &Options) -> Result<Vec<u8>, Error> {
    match &args.start.stdin {
        Some(path) if path.as_os_str() != "-" => {
            let what = format!("cannot read standard input from {}", path.display());
            read(path, args.budget.bytes() / 4, &args.budget.host()).map_err(Error::read(what))
        }
        _ => Ok(args.start.piped.clone()),
    }
}

fn checks(args: &Options) -> Result<CheckSet, Error> {
    let Some(list) = &args.start.checks else { return Ok(CheckSet::default()) };
    CheckSet::parse(list).map_err(|problem| Error::Unusable(format!("--checks: {problem}")))
}

/// What is checked, and how long runs may take from now on.
///
/// # Errors
/// What is not the name of a check.
pub fn config(args: &Options) -> Result<Config, Error> {
    Ok(Config {
        checks: checks(args)?,
        max_steps: args.budget.max_steps,
        deadline: Instant::now().checked_add(args.budget.timeout()),
        interrupt: Some(args.budget.cancel.flag()),
        memory_limit: Some(args.budget.bytes()),
        ..Config::default()
    })
}
