//! How long work is getting on: one line on a terminal, gone before anything else is printed.
//!
//! There is one line for the whole command, because there is one terminal. [`phase`] says what is being done now; whatever writes
//! calls [`clear`] first. Without a terminal nothing is ever shown.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use whydunit::{Diagnostic, MessageKind, Monitor, Outcome, Progress, Report};

use crate::limits::{FIRST_PROGRESS, REDRAW};
use crate::outcome::{print_diagnostics, print_message};
use crate::{interrupt, output};

static LINE: Mutex<Option<Line>> = Mutex::new(None);

struct Line {
    bar: ProgressBar,
    /// Closed when the line is not wanted any more.
    wanted: Sender<()>,
    thread: JoinHandle<()>,
}

impl Line {
    fn start() -> Line {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix} ({elapsed}) {wide_msg}")
        {
            bar.set_style(style);
        }
        let (wanted, receiver) = channel();
        let shown = bar.clone();
        // The work may be silent for long: something else has to look at the clock.
        let thread = std::thread::spawn(move || {
            if receiver.recv_timeout(FIRST_PROGRESS) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(REDRAW);
            }
        });
        Line { bar, wanted, thread }
    }

    fn end(self) {
        drop(self.wanted);
        let _ = self.thread.join();
        self.bar.finish_and_clear();
    }
}

/// Says what is being done from now on, in a few words.
fn phase(what: &str) {
    if !std::io::stderr().is_terminal() {
        return;
    }
    let mut line = LINE.lock().unwrap_or_else(PoisonError::into_inner);
    let line = line.get_or_insert_with(Line::start);
    line.bar.set_prefix(what.to_owned());
    line.bar.set_message("");
}

/// Takes the line away.
pub(crate) fn clear() {
    let line = LINE.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(line) = line {
        line.end();
    }
}

/// How far a search is.
fn update(progress: &Progress) {
    let line = LINE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(line) = line.as_ref() {
        line.bar.set_message(in_words(progress));
    }
}

/// Shows people what the library does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnTerminal;

impl Monitor for OnTerminal {
    fn phase(&self, what: &str) {
        phase(what);
    }

    fn progress(&self, progress: &Progress) {
        update(progress);
    }

    fn clear(&self) {
        clear();
    }

    fn message(&self, kind: MessageKind, text: &str) {
        print_message(kind, text.to_owned());
    }

    fn diagnostics(&self, diagnostics: &[Diagnostic]) {
        print_diagnostics(diagnostics);
    }

    fn known(&self, report: &Report, outcome: Outcome) {
        let mut report = report.clone();
        output::stamp(&mut report);
        interrupt::know(report, outcome);
    }
}

fn in_words(progress: &Progress) -> String {
    let failures = match progress.failures {
        0 => "no failure yet".to_owned(),
        1 => "1 failure".to_owned(),
        several => format!("{several} failures"),
    };
    format!(
        "depth {}, {} statements, {} queries, {failures}",
        progress.unwind, progress.statements, progress.queries
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_told_in_words() {
        let progress = Progress { unwind: 4, statements: 12_000, queries: 31, failures: 0 };
        assert_eq!(in_words(&progress), "depth 4, 12000 statements, 31 queries, no failure yet");
        let progress = Progress { failures: 2, ..progress };
        assert_eq!(in_words(&progress), "depth 4, 12000 statements, 31 queries, 2 failures");
    }
}
