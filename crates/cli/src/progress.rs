//! How a long search is getting on: one line on a terminal, gone when the search ends.

use std::io::IsTerminal;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use whydunit_find::Progress;

/// Searches that take less time are not worth a flicker.
const PATIENCE: Duration = Duration::from_millis(500);
const REDRAW: Duration = Duration::from_millis(100);

pub(crate) struct ProgressLine {
    bar: ProgressBar,
    /// Closed when the search is over; `None` without a terminal.
    waiting: Option<(Sender<()>, JoinHandle<()>)>,
}

impl ProgressLine {
    pub(crate) fn start() -> ProgressLine {
        if !std::io::stderr().is_terminal() {
            return ProgressLine { bar: ProgressBar::hidden(), waiting: None };
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{spinner} searching {elapsed}: {wide_msg}")
        {
            bar.set_style(style);
        }
        let (sender, receiver) = channel();
        let shown = bar.clone();
        // The search may be silent for long: something else has to look at the clock.
        let thread = std::thread::spawn(move || {
            if receiver.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(REDRAW);
            }
        });
        ProgressLine { bar, waiting: Some((sender, thread)) }
    }

    pub(crate) fn update(&self, progress: &Progress) {
        if self.waiting.is_some() {
            self.bar.set_message(in_words(progress));
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.waiting.take() {
            drop(sender);
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
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
