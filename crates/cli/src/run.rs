//! `whydunit run`: one run under checks, and how it ended.

use std::io::Write;

use anyhow::Context;
use whydunit_interp::{NoObserver, Stream};
use whydunit_report::{to_json, to_text};

use crate::args::{Format, OutputArgs, RunArgs};
use crate::outcome::{Outcome, Problem, stderr_options, to_stderr};
use crate::{input, present};

pub(crate) fn run(args: &RunArgs) -> Result<Outcome, Problem> {
    let common = &args.common;
    let config = input::config(common)?;
    let program = input::compile(common)?;
    let spec = input::run_spec(common, &program)?;

    let captured = common.output.format == Format::Json;
    let mut output = Output::new(captured);
    let mut sink = |stream: Stream, bytes: &[u8]| output.write(stream, bytes);
    let result = whydunit_interp::run(&program, &spec, &config, &mut sink, &mut NoObserver);
    output.flush();

    let mut report = present::run_report(&program, &common.budget, &result);
    if captured {
        report.stdout = Some(String::from_utf8_lossy(&output.stdout).into_owned());
        report.stderr = Some(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    for name in &result.unused_inputs {
        to_stderr(&format!("warning: no input is called `{name}`\n"));
    }
    match common.output.format {
        Format::Json => emit(&common.output, &to_json(&report))?,
        Format::Text => match &common.output.output {
            Some(_) => emit(&common.output, &to_text(&report, &Default::default()))?,
            None => to_stderr(&to_text(&report, &stderr_options())),
        },
    }
    Ok(present::outcome(&result.ending))
}

/// Writes a result to `--output`, else to standard output.
pub(crate) fn emit(args: &OutputArgs, text: &str) -> Result<(), Problem> {
    match &args.output {
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
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

/// Standard output is passed on in pieces of this size.
const CHUNK: usize = 1 << 16;

impl Output {
    fn new(captured: bool) -> Output {
        Output { captured, stdout: Vec::new(), stderr: Vec::new() }
    }

    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        match stream {
            Stream::Out => self.stdout.extend_from_slice(bytes),
            Stream::Error => self.stderr.extend_from_slice(bytes),
        }
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
