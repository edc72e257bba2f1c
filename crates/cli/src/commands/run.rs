//! `whydunit run`: one run under checks, and how it ended; or the tests of a suite.

use std::io::{IsTerminal, Write};

use anyhow::anyhow;
use whydunit::{FileChange, Options, Outcome, Session, Stream, Streams};
use whydunit_report::{CAUSES, LimitReport, without_controls};

use super::kept_files;
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
    let mut options = common.options()?;
    options.start.keep_going = args.keep_going;
    let mut session = Session::open(options)?;
    let is_typed = stdin::supply(&mut session, Pipe::Typed)?;
    let outputs = Outputs::of(&common.output)?;
    let captured = outputs.wants(Format::Json) || outputs.takes_standard_output();
    let mut own = Output { is_typed, ..Output::new(captured, args.raw_output) };
    let mut answer = session.run(&mut own)?;
    if let Some(folder) = &args.write_files {
        kept_files::write(folder, &own.changes)?;
    }
    let report = &mut answer.report;
    if captured {
        report.stdout = Some(String::from_utf8_lossy(&own.stdout).into_owned());
        report.stderr = Some(String::from_utf8_lossy(&own.stderr).into_owned());
        if own.overflowed {
            let value = format!("{} MiB", KEPT_OUTPUT >> 20);
            report.limits.push(LimitReport::new("output", value, true));
        }
    }
    outputs.write(report, Text { is_result: false, unfold: false, causes: CAUSES }, None)?;
    Ok(answer.outcome)
}

fn run_suite(args: &RunArgs) -> Result<Outcome, Problem> {
    let outputs = Outputs::of(&args.common.output)?;
    if outputs.wants(Format::Html) || outputs.wants(Format::Sarif) {
        return Err(anyhow!("--tests: how tests went is reported as text or as json").into());
    }
    let options = Options { tests: args.tests.options(), ..args.common.options()? };
    let mut answer = Session::open(options)?.run_suite()?;
    outputs.write(
        &mut answer.report,
        Text { is_result: true, unfold: args.all_tests, causes: CAUSES },
        None,
    )?;
    Ok(answer.outcome)
}

/// The program's own output: passed through at once, or kept for the report.
struct Output {
    captured: bool,
    /// More was written than is kept.
    overflowed: bool,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    /// What a terminal would obey is shown there instead.
    is_shown: [bool; 2],
    /// What the run has made of files.
    changes: Vec<FileChange>,
    /// Somebody types the run's standard input.
    is_typed: bool,
}

impl Output {
    fn new(captured: bool, is_raw: bool) -> Output {
        let terminals = [std::io::stdout().is_terminal(), std::io::stderr().is_terminal()];
        let is_shown = terminals.map(|is_terminal| is_terminal && !is_raw);
        let (stdout, stderr) = (Vec::new(), Vec::new());
        Output {
            captured,
            overflowed: false,
            stdout,
            stderr,
            is_shown,
            changes: Vec::new(),
            is_typed: false,
        }
    }

    /// Passes on what there is; `is_end`: also the beginning of a character whose rest has not come.
    fn flush(&mut self, is_end: bool) {
        if self.captured {
            return;
        }
        let out = passed(&mut self.stdout, self.is_shown[0], is_end);
        let error = passed(&mut self.stderr, self.is_shown[1], is_end);
        let mut stdout = std::io::stdout().lock();
        let _ = stdout.write_all(&out).and_then(|()| stdout.flush());
        let _ = std::io::stderr().lock().write_all(&error);
    }
}

/// Takes what can be written of these bytes.
fn passed(bytes: &mut Vec<u8>, is_shown: bool, is_end: bool) -> Vec<u8> {
    if !is_shown {
        return std::mem::take(bytes);
    }
    let is_cut = |error: &std::str::Utf8Error| error.error_len().is_none() && !is_end;
    let end = match std::str::from_utf8(bytes) {
        Err(error) if is_cut(&error) => error.valid_up_to(),
        _ => bytes.len(),
    };
    let rest = bytes.split_off(end);
    let text = std::mem::replace(bytes, rest);
    without_controls(&String::from_utf8_lossy(&text)).into_bytes()
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
            self.flush(false);
        }
    }

    fn end(&mut self) {
        self.flush(true);
    }

    fn is_typed(&self) -> bool {
        self.is_typed
    }

    fn read(&mut self) -> Vec<u8> {
        self.flush(true);
        stdin::typed_line()
    }

    fn files(&mut self, changes: &[FileChange]) {
        self.changes = changes.to_vec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_come_in_parts_are_shown_whole() {
        let mut bytes = b"a\x1b]52;c;AA\x07\xc3".to_vec();
        let first = passed(&mut bytes, true, false);
        assert_eq!(String::from_utf8(first).expect("UTF-8"), "a\u{241b}]52;c;AA\u{2407}");
        bytes.extend_from_slice(b"\xa9\xff");
        let second = passed(&mut bytes, true, false);
        assert_eq!(String::from_utf8(second).expect("UTF-8"), "\u{e9}\u{fffd}");
        let mut cut = b"\xc3".to_vec();
        assert_eq!(passed(&mut cut, true, true), "\u{fffd}".as_bytes());
        let mut raw = b"\x1b[31m\xc3".to_vec();
        assert_eq!(passed(&mut raw, false, false), b"\x1b[31m\xc3");
    }
}
