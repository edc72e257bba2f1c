//! Why does a C (or Boogie) program fail? Find the run, explain it, repair it, report it.
//!
//! ```text
//!  Options ── Session::open ── Session ─┬─ run, run_suite      how runs and tests end
//!                                       ├─ trace               a failing run, step by step: given, found or replayed
//!                                       ├─ explain             why it fails
//!                                       ├─ check               every failure, or what was looked at
//!                                       └─ repair              changes with which the tests pass
//!  Options, reference ── compare ───────── Compared            how two versions differ
//!                                            |
//!                                          Report ── report::to_text, to_html, to_json, to_sarif
//! ```
//!
//! That a program fails is an answer ([`Outcome::Failure`]), and so is that a budget ran out ([`Outcome::OutOfBudget`]) or that a run met something that is
//! not supported ([`Outcome::Unusable`]). What cannot be used at all is an [`Error`], with its place where it has one.
//!
//! Nothing is printed, no environment variable is read, no process is ended. What happens on the way is told to a [`Monitor`]; [`Cancel`]
//! ends the work from another thread with what is known so far. The C preprocessor of the machine is started (`cc -E`), and C compilers and solvers if they are asked for.
//!
//! # Explain a failure
//!
//! ```
//! use whydunit::{ExplainOptions, Options, Outcome, Session};
//!
//! let program = "int main(void) {\n  int x = 0;\n  return 1 / x;\n}\n";
//! let session = Session::open(Options::of_text("prog.c", program))?;
//! let answer = session.explain(&ExplainOptions::default())?;
//! assert_eq!(answer.outcome, Outcome::Failure);
//! let failure = &answer.report.failures[0];
//! assert_eq!(failure.property.message, "division by zero: 1 / 0");
//! let lines: Vec<u32> = failure.explanations[0].relevant.iter().map(|it| it.line).collect();
//! assert_eq!(lines, [2]);
//! # Ok::<(), whydunit::Error>(())
//! ```
//!
//! # Check a function
//!
//! ```
//! use whydunit::{CheckOptions, Options, Outcome, Session};
//!
//! let mut options = Options::of_text("get.c", "int get(int i) { int a[4] = {0}; return a[i]; }");
//! options.start.function = Some("get".to_owned());
//! options.start.requires = vec!["0 <= i && i <= 4".to_owned()];
//! let checked = Session::open(options)?.check(&CheckOptions::default())?;
//! assert_eq!(checked.outcome, Outcome::Failure);
//! assert_eq!(checked.report.failures[0].inputs[0].value, "4");
//! # Ok::<(), whydunit::Error>(())
//! ```
//!
//! # Run the program, or look at a run
//!
//! ```
//! use whydunit::{Options, Outcome, Session, Stream, TraceOptions};
//!
//! let program = "#include <stdio.h>\nint main(void) { int n; scanf(\"%d\", &n); printf(\"%d\", 10 / n); return 0; }";
//! let mut session = Session::open(Options::of_text("divide.c", program))?;
//! session.set_standard_input(b"5".to_vec());
//! let mut printed = Vec::new();
//! let ran = session.run(&mut |_: Stream, bytes: &[u8]| printed.extend_from_slice(bytes))?;
//! assert_eq!((ran.outcome, printed.as_slice()), (Outcome::NoFailure, &b"2"[..]));
//!
//! session.set_standard_input(b"0".to_vec());
//! let traced = session.trace(&TraceOptions::default())?;
//! let trace = traced.trace.expect("the run should fail");
//! assert_eq!(trace.failure.message, "division by zero: 10 / 0");
//! # Ok::<(), whydunit::Error>(())
//! ```
//!
//! # What cannot be used
//!
//! ```
//! use whydunit::{Error, Options, Session};
//!
//! let error = Session::open(Options::of_text("prog.c", "int main(void) {\n  return x;\n}\n"));
//! let Err(Error::Diagnostics(diagnostics)) = error else { panic!("it should be refused") };
//! let place = diagnostics[0].place.as_ref().expect("it should have a place");
//! assert_eq!((place.file.as_str(), place.line, place.column), ("prog.c", 2, 10));
//! ```
//!
//! `Session::repair` and [`compare`] have examples of their own; programs that use the library are in `examples/`.
#![warn(missing_docs)]

mod answer;
mod causes;
mod check;
mod endless;
mod expected;
mod explain;
mod formula;
mod input_names;
mod leaks;
mod limits;
mod options;
mod readable_run;
mod repair;
mod run;
mod search;
mod session;
mod suite;
mod taken_run;
mod trace;
mod utc;
mod why;

pub use answer::{Answer, Checked, Compared, GeneratedFile, PatchedFile, Repaired, Traced};
pub use expected::ExpectOptions;
pub use options::{
    CheckOptions, ExplainOptions, ProgramScope, Question, RepairMethod, RepairOptions, RunFormula,
    TraceOptions,
};
pub use run::Streams;
pub use session::{Session, compare};
pub use why::{Place, WhyQuestion};

pub use whydunit_causes::{Cause, Findings as Causes, Signals as CauseSignals};
pub use whydunit_compare::{Comparison, Difference};
pub use whydunit_encode::{Flow as Encoding, Inputs};
pub use whydunit_explain::{Criterion, Method};
pub use whydunit_host::{
    File as WrittenFile, Recovered, beginning as read_beginning, confine, end_all as end_children,
    is_same_file, processor_time, recover, remove_stale, resident, write_all,
};
pub use whydunit_interp::{Change, CheckSet, FileChange, InputValues, Stream};
pub use whydunit_program::{CheckKind, Program};
pub use whydunit_project::{
    BudgetOptions, Cancel, CompilerOptions, Error, Language, Monitor, NativeOptions, Observer,
    Options, Outcome, Progress, SearchOptions, StartOptions, TestsOptions, UnclearStart, Why,
    WorldOptions, assignment, examine_files, quoted, stdin_program,
};
pub use whydunit_repair::ped::Level;
pub use whydunit_report::{self as report, MessageKind, Report};
pub use whydunit_solver::{SolverChoice, embedded_version as solver_version};
pub use whydunit_source::{Diagnostic, Severity, similar};
pub use whydunit_suite::OutputMode;
pub use whydunit_trace::ErrorTrace;
