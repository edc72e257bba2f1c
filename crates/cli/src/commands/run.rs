//! `whydunit run`: one run under checks, and how it ended; or the tests of a suite.

use std::io::Write;

use anyhow::anyhow;
use whydunit::{Options, Outcome, Session, Stream, Streams};
use whydunit_report::LimitReport;

use crate::args::{Format, RunArgs};
use crate::limits::{KEPT_OUTPUT, OUTPUT_AT_ONCE};
use crate::outcome::Problem;
use crate::output::{Outputs, Text};
use crate::stdin::{self, Pipe};

pub(crate) fn run(args: &RunArgs) -> Result<Outcome, Problem> {
    if args.tests.is_given() {
        return run_suite(args);
    }
    let common = &args.common;
    let mut session = Session::open(common.options()?)?;
    stdin::supply(&mut session, Pipe::Read)?;
    let outputs = Outputs::of(&common.output)?;
    let captured = outputs.wants(Format::Json) || outputs.takes_standard_output();
    let mut own = Output::new(captured);
    let mut answer = session.run(&mut own)?;
    let report = &mut answer.report;
    if captured {
        report.stdout = Some(String::from_utf8_lossy(&own.stdout).into_owned());
        report.stderr = Some(String::from_utf8_lossy(&own.stderr).into_owned());
        if own.overflowed {
            let value = format!("{} MiB", KEPT_OUTPUT >> 20);
            report.limits.push(LimitReport::new("output", value, true));
        }
    }
    outputs.write(report, Text { is_result: false, unfold: false }, None)?;
    Ok(answer.outcome)
}

fn run_suite(args: &RunArgs) -> Result<Outcome, Problem> {
    let outputs = Outputs::of(&args.common.output)?;
    if outputs.wants(Format::Html) || outputs.wants(Format::Sarif) {
        return Err(anyhow!("--tests: how tests went is reported as text or as json").into());
    }
    let options = Options { tests: args.tests.options(), ..args.common.options()? };
    let mut answer = Session::open(options)?.run_suite()?;
    outputs.write(&mut answer.report, Text { is_result: true, unfold: args.all_tests }, None)?;
    Ok(answer.outcome)
}

/// The program's own output: passed through at once, or kept for the report.
struct Output {
    captured: bool,
    /// More was written than is kept.
    overflowed: bool,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
}

impl Output {
    fn new(captured: bool) -> Output {
        Output { captured, overflowed: false, stdout: Vec::new(), stderr: Vec::new() }
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

impl Streams for Output {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        let kept = match stream {
            Stream::Out => &mut self.stdout,
            Stream::Error => &mut self.stderr,
        };
        let room = if self.captured { KEPT_OUTPUT - kept.len() } else { bytes.len() };
        self.overflowed |= room < bytes.len();
        kept.extend_from_slice(&bytes[..room.min(bytes.len())]);
        if !self.captured && (stream == Stream::Error || self.stdout.len() >= OUTPUT_AT_ONCE) {
            self.flush();
        }
    }

    fn end(&mut self) {
        self.flush();
    }
}
