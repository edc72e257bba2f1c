//! Files that tell others of a failure: C tests, and witnesses for other tools.

use std::path::{Path, PathBuf};

use whydunit_find::{FailingRun, write_graphml, write_yaml};
use whydunit_harness::Request;
use whydunit_interp::Ending;
use whydunit_program::Program;
use whydunit_project::{Error, Options};
use whydunit_report::TestReport;

use super::findings::Findings;
use crate::search::Scope;
use crate::{GeneratedFile, utc};

/// A C test of each failure, noted in the report.
pub(super) fn tests(
    common: &Options,
    program: &Program,
    file: &Path,
    findings: &mut Findings,
) -> Vec<GeneratedFile> {
    let mut written = Vec::new();
    let files: Vec<String> =
        common.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    let flags = common.compiler.flags();
    let compiler = common.compiler.command();
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
                let file = test_file.into_owned();
                written.push(GeneratedFile { path, text: test.text });
                report.test = Some(TestReport { file, command: test.command });
            }
            Err(reason) => {
                let place = &report.property.place;
                let message = format!("no test of {}:{}: {reason}", place.file, place.line);
                common.observer.warn(message);
            }
        }
    }
    written
}

/// The two forms of violation witnesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WitnessForm {
    GraphMl,
    Yaml,
}

impl WitnessForm {
    /// The name of the file decides.
    pub(super) fn of(file: &Path) -> Result<WitnessForm, Error> {
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("graphml" | "xml") => Ok(WitnessForm::GraphMl),
            Some("yml" | "yaml") => Ok(WitnessForm::Yaml),
            _ => {
                let file = file.display();
                let message = "the name must end in .graphml or .yml";
                Err(Error::Unusable(format!("--write-witness {file}: {message}")))
            }
        }
    }
}

/// A violation witness of each failure, noted in the report.
pub(super) fn witnesses(
    common: &Options,
    scope: Scope<'_>,
    file: &Path,
    findings: &mut Findings,
) -> Result<Vec<GeneratedFile>, Error> {
    let mut written = Vec::new();
    let form = WitnessForm::of(file)?;
    let time = utc::now();
    let failures = findings.report.failures.iter_mut().zip(&findings.runs);
    for (index, (report, run)) in failures.enumerate() {
        let Some(run) = run else { continue };
        let Scope { program, compiled, config, .. } = scope;
        let Ok(run) = FailingRun::record(program, compiled, &run.spec, config) else {
            let place = &report.property.place;
            let message = format!("no witness of {}:{}: out of budget", place.file, place.line);
            common.observer.warn(message);
            continue;
        };
        let path = numbered(file, index);
        let text = match form {
            WitnessForm::GraphMl => write_graphml(&run, &time),
            WitnessForm::Yaml => write_yaml(&run, &time),
        };
        report.witness = Some(path.to_string_lossy().into_owned());
        written.push(GeneratedFile { path, text });
    }
    Ok(written)
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
