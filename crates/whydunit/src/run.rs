//! One run under checks, and how it ended.

use std::time::Instant;

use whydunit_interp::{Budget, Config, Ending, NoObserver, Stream, prepare};
use whydunit_lift as present;
use whydunit_project::{Error, Outcome, run_spec};
use whydunit_report::Verdict;

use crate::limits::{KEPT_PART, MOST_KEPT};
use crate::{Answer, Session, endless, input_names};

/// Takes what the program prints. Closures of a stream and bytes do.
pub trait Streams {
    /// The program prints these bytes.
    fn write(&mut self, stream: Stream, bytes: &[u8]);

    /// The run is over.
    fn end(&mut self) {}
}

impl<F: FnMut(Stream, &[u8])> Streams for F {
    fn write(&mut self, stream: Stream, bytes: &[u8]) {
        self(stream, bytes);
    }
}

pub(crate) fn run(session: &Session, streams: &mut dyn Streams) -> Result<Answer, Error> {
    let (program, options) = (session.program(), session.options());
    let config = session.config()?;
    let spec = run_spec(options, session.subject())?;
    let mut sink = |stream: Stream, bytes: &[u8]| streams.write(stream, bytes);
    let compiled = prepare(program);
    let result = compiled.run(&spec, &before_the_end(&config), &mut sink, &mut NoObserver);
    streams.end();
    let mut report = present::run_report(program, &options.budget, &result);
    let mut outcome = present::outcome(&result.ending);
    input_names::warn_about_run(&options.observer, &result);
    // With time to spare: was it only cut off, or does it never end?
    if let Ending::OutOfBudget { budget, .. } = result.ending
        && budget != Budget::Memory
        && let Some(stated) = endless::stated(program, &compiled, &spec, &config)
        && let Some(failure) = endless::failure(&stated)
    {
        report.verdict = Verdict::Fails;
        report.failures.push(failure);
        outcome = Outcome::Failure;
    }
    report.origin = present::origin(program);
    Ok(Answer { report, outcome, hint: None })
}

/// With a part of the time kept.
fn before_the_end(config: &Config) -> Config {
    let now = Instant::now();
    let before = |end: Instant| {
        let kept = (end.saturating_duration_since(now) / KEPT_PART).min(MOST_KEPT);
        end.checked_sub(kept).unwrap_or(end)
    };
    Config { deadline: config.deadline.map(before), ..config.clone() }
}
