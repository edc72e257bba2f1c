//! Files that tell others of a failure: C tests, and witnesses for other tools.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use whydunit_find::{FailingRun, write_graphml, write_yaml};
use whydunit_harness::Request;
use whydunit_interp::Ending;
use whydunit_program::Program;
use whydunit_report::{MessageKind, TestReport};

use super::findings::Findings;
use crate::args::{CommonArgs, CompilerArgs};
use crate::outcome::{Problem, print_message};
use crate::search::Scope;
use crate::{input, utc};

/// Writes a C test of each failure and notes it in the report.
pub(super) fn write_tests(
    common: &CommonArgs,
    program: &Program,
    file: &Path,
    findings: &mut Findings,
) -> Result<(), Problem> {
    let files: Vec<String> =
        common.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    let flags = compiler_flags(&common.compiler);
    let compiler = input::c_compiler().unwrap_or_else(|| "cc".to_owned());
    let failures = findings.report.failures.iter_mut().zip(&findings.runs);
    for (index, (report, run)) in failures.enumerate() {
        let Some(run) = run else { continue };
        let Ending::Failed(failure) = &run.result.ending else { continue };
        let path = numbered(file, index);
        let test_file = path.to_string_lossy();
        let request = Request {
            program,
            spec: &run.spec,
            inputs: &run.result.inputs,
            failure,
            files: &files,
            flags: &flags,
            test_file: &test_file,
            compiler: &compiler,
        };
        match whydunit_harness::emit(&request) {
            Ok(test) => {
                write(&path, &test.text)?;
                let file = test_file.into_owned();
                report.test = Some(TestReport { file, command: test.command });
            }
            Err(reason) => {
                let place = &report.property.place;
                let message = format!("no test of {}:{}: {reason}", place.file, place.line);
                print_message(MessageKind::Warning, message);
            }
        }
    }
    Ok(())
}

/// The two forms of violation witnesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WitnessForm {
    GraphMl,
    Yaml,
}

impl WitnessForm {
    /// The name of the file decides.
    pub(super) fn of(file: &Path) -> Result<WitnessForm, Problem> {
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("graphml" | "xml") => Ok(WitnessForm::GraphMl),
            Some("yml" | "yaml") => Ok(WitnessForm::Yaml),
            _ => {
                let file = file.display();
                Err(anyhow!("--write-witness {file}: the name must end in .graphml or .yml").into())
            }
        }
    }
}

/// Writes a violation witness of each failure and notes it in the report.
pub(super) fn write_witnesses(
    scope: Scope<'_>,
    file: &Path,
    findings: &mut Findings,
) -> Result<(), Problem> {
    let form = WitnessForm::of(file)?;
    let time = utc::now();
    let failures = findings.report.failures.iter_mut().zip(&findings.runs);
    for (index, (report, run)) in failures.enumerate() {
        let Some(run) = run else { continue };
        let Scope { program, compiled, config, .. } = scope;
        let Ok(run) = FailingRun::record(program, compiled, &run.spec, config) else {
            let place = &report.property.place;
            let message = format!("no witness of {}:{}: out of budget", place.file, place.line);
            print_message(MessageKind::Warning, message);
            continue;
        };
        let path = numbered(file, index);
        let text = match form {
            WitnessForm::GraphMl => write_graphml(&run, &time),
            WitnessForm::Yaml => write_yaml(&run, &time),
        };
        write(&path, &text)?;
        report.witness = Some(path.to_string_lossy().into_owned());
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Problem> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

/// What a C compiler has to be told to see the program as we do.
pub(crate) fn compiler_flags(args: &CompilerArgs) -> Vec<String> {
    let with = |flag: &'static str, values: &[String]| -> Vec<String> {
        values.iter().map(|value| format!("{flag}{value}")).collect()
    };
    let mut flags = with("-I", &args.include_dirs);
    flags.extend(args.besides());
    flags.extend(with("-D", &args.defines));
    flags.extend(with("-U", &args.undefines));
    flags.extend(args.std.iter().map(|standard| format!("-std={standard}")));
    flags.extend(args.m32.then(|| "-m32".to_owned()));
    flags
}

/// `test.c`, `test-2.c`, `test-3.c`, ...
fn numbered(file: &Path, index: usize) -> PathBuf {
    if index == 0 {
        return file.to_owned();
    }
    let mut name = file.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{}", index + 1));
    if let Some(extension) = file.extension() {
        name.push(".");
        name.push(extension);
    }
    file.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_further_failures_are_numbered() {
        let name = |index| numbered(Path::new("out/test.c"), index).display().to_string();
        assert_eq!([name(0), name(1), name(9)], ["out/test.c", "out/test-2.c", "out/test-10.c"]);
        assert_eq!(numbered(Path::new("w"), 1), Path::new("w-2"));
        assert_eq!(numbered(Path::new("a.b.c"), 1), Path::new("a.b-2.c"));
    }
}
