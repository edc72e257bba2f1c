//! From the command line to a program and a run of it.

use std::ffi::OsString;
use std::io::{IsTerminal, Read};
use std::time::Instant;

use anyhow::{Context, anyhow};
use whydunit_front_c::Options;
use whydunit_interp::{CheckSet, Config, InputValues, RunSpec};
use whydunit_program::{Body, Intrinsic, Program, Target};

use crate::args::CommonArgs;
use crate::outcome::{Problem, print_diagnostics};

/// Compiles and links the files; warnings go to standard error.
pub(crate) fn compile(args: &CommonArgs) -> Result<Program, Problem> {
    let options = Options {
        include_dirs: args.compiler.include_dirs.clone(),
        defines: args.compiler.defines.clone(),
        undefines: args.compiler.undefines.clone(),
        std: args.compiler.std.clone(),
        target: if args.compiler.m32 { Target::Ilp32 } else { Target::Lp64 },
        compiler: std::env::var("CC").ok().filter(|compiler| !compiler.trim().is_empty()),
        function: args.start.function.clone(),
        requires: args.start.requires.clone(),
        ensures: args.start.ensures.clone(),
    };
    let compiled =
        whydunit_front_c::compile(&args.files, &options).map_err(Problem::Diagnostics)?;
    print_diagnostics(&compiled.warnings);
    Ok(compiled.program)
}

/// The run that the options describe.
pub(crate) fn run_spec(args: &CommonArgs, program: &Program) -> Result<RunSpec, Problem> {
    let name = args.start.function.as_deref().unwrap_or("main");
    let function = program
        .find_function(name)
        .filter(|&id| !program.function(id).blocks().is_empty())
        .ok_or_else(|| no_start_function(program, name))?;
    let mut inputs = InputValues::default();
    for assignment in &args.start.inputs {
        inputs
            .parse_assignment(assignment)
            .map_err(|problem| anyhow!("--input {assignment}: {problem}"))?;
    }
    Ok(RunSpec {
        function,
        args: args.args.iter().map(argument_bytes).collect(),
        program_name: args.files[0].with_extension("").to_string_lossy().into_owned(),
        stdin: standard_input(args, program)?,
        inputs,
    })
}

fn no_start_function(program: &Program, name: &str) -> anyhow::Error {
    let mut defined: Vec<&str> = program
        .functions
        .iter()
        .filter(|function| !function.is_library && !function.blocks().is_empty())
        .map(|function| function.name.as_str())
        .collect();
    defined.truncate(10);
    let hint = match (name, defined.as_slice()) {
        (_, []) => "the program defines no function".to_string(),
        ("main", _) => {
            format!("start elsewhere with --function, e.g. one of: {}", defined.join(", "))
        }
        _ => format!("defined are: {}", defined.join(", ")),
    };
    anyhow!("there is no function `{name}` to start in ({hint})")
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
fn standard_input(args: &CommonArgs, program: &Program) -> Result<Vec<u8>, Problem> {
    match &args.start.stdin {
        Some(path) if path.as_os_str() != "-" => Ok(std::fs::read(path)
            .with_context(|| format!("cannot read standard input from {}", path.display()))?),
        None if !reads_standard_input(program) => Ok(Vec::new()),
        given => {
            let mut stdin = std::io::stdin().lock();
            if given.is_none() && stdin.is_terminal() {
                return Ok(Vec::new());
            }
            let mut bytes = Vec::new();
            stdin.read_to_end(&mut bytes).context("cannot read standard input")?;
            Ok(bytes)
        }
    }
}

fn reads_standard_input(program: &Program) -> bool {
    use Intrinsic::{Fscanf, Getchar, Scanf, Vfscanf, Vscanf};
    program.functions.iter().any(|function| {
        matches!(function.body, Body::Intrinsic(Getchar | Scanf | Fscanf | Vscanf | Vfscanf))
    })
}

pub(crate) fn config(args: &CommonArgs) -> Result<Config, Problem> {
    let checks = match &args.start.checks {
        Some(list) => CheckSet::parse(list).map_err(|problem| anyhow!("--checks: {problem}"))?,
        None => CheckSet::default(),
    };
    Ok(Config {
        checks,
        max_steps: args.budget.max_steps,
        deadline: Instant::now().checked_add(args.budget.timeout),
        memory_limit: Some(args.budget.memory.saturating_mul(1 << 20)),
        ..Config::default()
    })
}
