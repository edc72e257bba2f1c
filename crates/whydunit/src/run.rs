//! One run under checks, and how it ended.

use whydunit_interp::{FileChange, NoObserver, Stream};
use whydunit_lift as present;
use whydunit_project::{Error, run_spec};

use crate::{Answer, Session, input_names};

/// Takes what the program prints. Closures of a stream and bytes do.
pub trait Streams {
    /// The program prints these bytes.
    fn write(&mut self, stream: Stream, bytes: &[u8]);

    /// The run is over.
    fn end(&mut self) {}

    /// What the run has made of files; none of it was written anywhere.
    fn files(&mut self, _changes: &[FileChange]) {}
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
    let result = whydunit_interp::run(program, &spec, &config, &mut sink, &mut NoObserver);
    streams.end();
    streams.files(&result.written_files);
    let mut report = present::run_report(program, &options.budget, &result);
    input_names::warn_about_run(&options.observer, &result);
    report.origin = present::origin(program);
    Ok(Answer { report, outcome: present::outcome(&result.ending), hint: None })
}
