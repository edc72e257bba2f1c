//! Which solver: the one place where solvers are made.

use std::path::{Path, PathBuf};

use crate::{Embedded, External, Solve};

/// A solver by name, and where programs are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverChoice {
    /// `embedded`, the name of a program, or a path to one.
    pub name: String,
    /// Directories, in order.
    pub search_path: Vec<PathBuf>,
}

impl SolverChoice {
    pub fn embedded() -> SolverChoice {
        SolverChoice { name: "embedded".to_owned(), search_path: Vec::new() }
    }
}

/// No such solver.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no solver `{name}`: it is not `embedded`, and there is no such program ({})", self.places())]
pub struct UnknownSolver {
    pub name: String,
    /// Where a program of that name was looked for.
    pub tried: Vec<PathBuf>,
}

impl UnknownSolver {
    fn places(&self) -> String {
        if self.tried.is_empty() {
            return "there is nowhere to look for one".to_owned();
        }
        let places: Vec<String> =
            self.tried.iter().map(|place| place.display().to_string()).collect();
        format!("tried {}", places.join(", "))
    }
}

/// Makes the solver of that choice.
pub fn build(choice: &SolverChoice) -> Result<Box<dyn Solve>, UnknownSolver> {
    if choice.name == "embedded" {
        return Ok(Box::new(Embedded::new()));
    }
    Ok(Box::new(find_external(choice)?))
}

/// The program of that choice.
pub fn find_external(choice: &SolverChoice) -> Result<External, UnknownSolver> {
    let name = Path::new(&choice.name);
    let candidates: Vec<PathBuf> = if choice.name.is_empty() {
        Vec::new()
    } else if name.components().count() > 1 {
        vec![name.to_owned()]
    } else {
        choice.search_path.iter().map(|directory| directory.join(name)).collect()
    };
    match candidates.iter().find(|candidate| is_program(candidate)) {
        Some(program) => {
            let program = std::path::absolute(program).unwrap_or_else(|_| program.clone());
            let stem = program.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            Ok(External::new(program, arguments(stem.as_deref().unwrap_or_default())))
        }
        None => Err(UnknownSolver { name: choice.name.clone(), tried: candidates }),
    }
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// What makes a program read commands from its input, one query after the other.
fn arguments(program: &str) -> &'static [&'static str] {
    match program {
        "z3" => &["-in", "-smt2"],
        "cvc5" | "cvc4" => &["--lang=smt2", "--incremental", "--quiet"],
        "boolector" => &["--smt2", "--incremental"],
        "yices-smt2" => &["--incremental"],
        "mathsat" => &["-input=smt2"],
        "bitwuzla" => &["--lang", "smt2"],
        _ => &[],
    }
}
