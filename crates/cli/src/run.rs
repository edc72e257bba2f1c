//! `whydunit run`: one run under checks, and how it ended.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use whydunit_interp::{NoObserver, Stream};
use whydunit_report::{LimitReport, to_json, to_text};

use crate::args::{Format, RunArgs};
use crate::input::{self, Pipe};
use crate::outcome::{Outcome, Problem, stderr_options, to_stderr};
use crate::present;

pub(crate) fn run(args: &RunArgs) -> Result<Outcome, Problem> {
    let common = &args.common;
    let config = input::config(common)?;
    let subject = input::compile(common)?;
    let spec = input::run_spec(common, &subject, Pipe::Read)?;
    let program = subject.program;

    let reports = common.output.reports()?;
    if reports.iter().any(|(format, _)| *format == Format::Smt2) {
        return Err(anyhow::anyhow!("--format smt2 is for `whydunit trace`").into());
    }
    let captured = reports.iter().any(|(format, _)| *format == Format::Json);
    let mut output = Output::new(captured);
    let mut sink = |stream: Stream, bytes: &[u8]| output.write(stream, bytes);
    let result = whydunit_interp::run(&program, &spec, &config, &mut sink, &mut NoObserver);
    output.flush();

    let mut report = present::run_report(&program, &common.budget, &result);
    if captured {
        report.stdout = Some(String::from_utf8_lossy(&output.stdout).into_owned());
        report.stderr = Some(String::from_utf8_lossy(&output.stderr).into_owned());
        if output.overflowed {
            let value = format!("{} MiB", KEPT >> 20);
            report.limits.push(LimitReport::new("output", value, true));
        }
    }
    input::warn_about_inputs(&result);
    for (format, file) in reports {
        match (format, file) {
            (Format::Json, _) => emit(file, &to_json(&report))?,
            (Format::Text | Format::Smt2, Some(_)) => {
                emit(file, &to_text(&report, &Default::default()))?
            }
            (Format::Text | Format::Smt2, None) => to_stderr(&to_text(&report, &stderr_options())),
        }
    }
    Ok(present::outcome(&result.ending))
}

/// Writes a result to the file of `--output`, else to standard output.
pub(crate) fn emit(file: Option<&Path>, text: &str) -> Result<(), Problem> {
    match file {
        Some(path) => std::fs::write(path, text)
            .with_context(|| format!("cannot write {}", path.display()))?,
        // A reader that has gone away (`| head`) is no error.
        None => drop(std::io::stdout().lock().write_all(text.as_bytes())),
    }
    Ok(())
}

/// The program's own output: passed through at once, or kept for the report.
struct Output {
    captured: bool,
    /// More was written than is kept.
    overflowed: bool,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

/// Of each stream this much is kept for a report.
const KEPT: usize = 16 << 20;

/// Standard output is passed on in pieces of this size.
const CHUNK: usize = 1 << 16;

impl Output {
    fn new(captured: bool) -> Output {
        Output { captured, overflowed: false, stdout: Vec::new(), stderr: Vec::new() }
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        let kept = match stream {
            Stream::Out => &mut self.stdout,
            Stream::Error => &mut self.stderr,
        };
        let room = if self.captured { KEPT - kept.len() } else { bytes.len() };
        self.overflowed |= room < bytes.len();
        kept.extend_from_slice(&bytes[..room.min(bytes.len())]);
        if !self.captured && (stream == Stream::Error || self.stdout.len() >= CHUNK) {
            self.flush();
        }
    }

    fn flush(&mut self) {
        if self.captured {
            return;
        }
        let mut stdout = std::io::stdout().lock();
        let _ = stdout.write_all(&self.stdout).and_then(|()| stdout.flush());
        let _ = std::io::stderr().lock().write_all(&self.stderr);
        self.stdout.clear();
        self.stderr.clear();
    }
}
