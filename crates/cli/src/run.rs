//! `whydunit run`: one run under checks, and how it ended; or the tests of a suite.

mod suite;

use std::io::Write;

use whydunit_interp::{NoObserver, Stream};
use whydunit_report::LimitReport;

use crate::args::{Format, RunArgs};
use crate::input::{self, Pipe};
use crate::limits::{KEPT_OUTPUT, OUTPUT_AT_ONCE};
use crate::outcome::{Outcome, Problem};
use crate::output::{self, Outputs, Text};
use crate::{input_names, present};

pub(crate) fn run(args: &RunArgs) -> Result<Outcome, Problem> {
    if args.tests.is_given() {
        return suite::run(args);
    }
    let common = &args.common;
    let config = input::config(common)?;
    let subject = input::compile(common)?;
    let spec = input::run_spec(common, &subject, Pipe::Read)?;
    let program = subject.program;

    let outputs = Outputs::of(&common.output)?;
    let captured = outputs.wants(Format::Json) || outputs.takes_standard_output();
    let mut own = Output::new(captured);
    let mut sink = |stream: Stream, bytes: &[u8]| own.write(stream, bytes);
    let result = whydunit_interp::run(&program, &spec, &config, &mut sink, &mut NoObserver);
    own.flush();

    let mut report = present::run_report(&program, &common.budget, &result);
    if captured {
        report.stdout = Some(String::from_utf8_lossy(&own.stdout).into_owned());
        report.stderr = Some(String::from_utf8_lossy(&own.stderr).into_owned());
        if own.overflowed {
            let value = format!("{} MiB", KEPT_OUTPUT >> 20);
            report.limits.push(LimitReport::new("output", value, true));
        }
    }
    input_names::warn_about_run(&result);
    report.origin = output::origin(&program);
    outputs.write(&report, Text { is_result: false, unfold: false }, None)?;
    Ok(present::outcome(&result.ending))
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
