//! Who is told what happens on the way: phases, progress, messages, and what is known so far.

use std::fmt;
use std::sync::Arc;

use whydunit_report::{MessageKind, Report};
use whydunit_source::Diagnostic;

use crate::Outcome;

/// The state of a search that is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Iterations of loops that are looked at.
    pub unwind: u32,
    /// Statements followed so far.
    pub statements: u64,
    /// Questions that the solver was asked.
    pub queries: u64,
    /// Failures found so far.
    pub failures: usize,
}

/// Hears what happens while a question is answered. Every method does nothing unless it is implemented.
pub trait Monitor: Send + Sync {
    /// Something else is being done from now on: `reading the program`.
    fn phase(&self, _what: &str) {}

    /// How far the search is.
    fn progress(&self, _progress: &Progress) {}

    /// The phase is over, and whatever shows it should go.
    fn clear(&self) {}

    /// A remark about no place in particular.
    fn message(&self, _kind: MessageKind, _text: &str) {}

    /// Warnings about the text of the program.
    fn diagnostics(&self, _diagnostics: &[Diagnostic]) {}

    /// What could be reported if the work ended here.
    fn known(&self, _report: &Report, _outcome: Outcome) {}
}

/// A [`Monitor`], or nobody.
#[derive(Clone, Default)]
pub struct Observer(Option<Arc<dyn Monitor>>);

impl Observer {
    /// Tells this monitor.
    pub fn new(monitor: impl Monitor + 'static) -> Observer {
        Observer(Some(Arc::new(monitor)))
    }

    /// See [`Monitor::phase`].
    pub fn phase(&self, what: &str) {
        if let Some(monitor) = &self.0 {
            monitor.phase(what);
        }
    }

    /// See [`Monitor::progress`].
    pub fn progress(&self, progress: &Progress) {
        if let Some(monitor) = &self.0 {
            monitor.progress(progress);
        }
    }

    /// See [`Monitor::clear`].
    pub fn clear(&self) {
        if let Some(monitor) = &self.0 {
            monitor.clear();
        }
    }

    /// A message that says what was done.
    pub fn note(&self, text: impl AsRef<str>) {
        self.message(MessageKind::Note, text.as_ref());
    }

    /// A message that says what may be wrong.
    pub fn warn(&self, text: impl AsRef<str>) {
        self.message(MessageKind::Warning, text.as_ref());
    }

    fn message(&self, kind: MessageKind, text: &str) {
        if let Some(monitor) = &self.0 {
            monitor.message(kind, text);
        }
    }

    /// See [`Monitor::diagnostics`].
    pub fn diagnostics(&self, diagnostics: &[Diagnostic]) {
        if let Some(monitor) = &self.0 {
            monitor.diagnostics(diagnostics);
        }
    }

    /// See [`Monitor::known`]. The report is made only if somebody listens.
    pub fn known(&self, report: impl FnOnce() -> Report, outcome: Outcome) {
        if let Some(monitor) = &self.0 {
            monitor.known(&report(), outcome);
        }
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Observer(Some(..))" } else { "Observer(None)" })
    }
}
