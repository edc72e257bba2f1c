//! Ctrl-C: the first asks the work to end with what is known so far, the second ends it at once.
//!
//! Most phases look at [`cancel`] often. Some cannot: the preprocessor, a proof, the rebuilding of a long run. So there is a guard besides: when a moment
//! after the first Ctrl-C nothing was written, it writes what is known itself ([`know`]) and ends the command. Whoever writes holds [`WRITER`], so that there is
//! one document, and a whole one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use whydunit::{Cancel, Outcome, Why, end_children};
use whydunit_report::{CAUSES, LimitReport, MessageKind, Report, Verdict};

use crate::args::OutputArgs;
use crate::limits::GRACE;
use crate::outcome::{code, print_message};
use crate::output::{Outputs, Text};

/// What shells report of a program that Ctrl-C ended.
const ENDED_BY_INTERRUPT: i32 = 130;

/// What is known so far, and the exit code that goes with it.
static KNOWN: Mutex<Option<(Report, Outcome)>> = Mutex::new(None);

/// Has the result been written?
static WRITER: Mutex<bool> = Mutex::new(false);

/// Asked to end by the first Ctrl-C, or by the watchdog.
pub(crate) fn cancel() -> Cancel {
    static CANCEL: OnceLock<Cancel> = OnceLock::new();
    CANCEL.get_or_init(Cancel::default).clone()
}

/// From now on Ctrl-C ends the command with what is known, in the forms that are asked for.
pub(crate) fn watch(asked: &OutputArgs) {
    let (cancel, asked) = (cancel(), asked.clone());
    let again = AtomicBool::new(false);
    // Without a handler Ctrl-C does what it does to every program: no reason to refuse the work.
    let _ = ctrlc::set_handler(move || {
        cancel.cancel();
        if again.swap(true, Ordering::Relaxed) {
            end_children();
            std::process::exit(ENDED_BY_INTERRUPT);
        }
        let asked = asked.clone();
        std::thread::spawn(move || {
            std::thread::sleep(GRACE);
            end_instead(&asked, limit(Why::User));
        });
    });
}

/// Tells the guard what to write if the phase that follows does not end.
pub(crate) fn know(report: Report, outcome: Outcome) {
    *KNOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some((report, outcome));
}

/// Held while a result is written; says whether one was written before.
pub(crate) fn writer() -> MutexGuard<'static, bool> {
    WRITER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The entry of a report.
pub(crate) fn limit(why: Why) -> LimitReport {
    match why {
        Why::User => LimitReport::new("interrupt", "Ctrl-C".to_owned(), true),
        Why::CpuTime(most) => LimitReport::new("cpu-time", most.as_secs_f64().to_string(), true),
        Why::Memory(most) => LimitReport::new("memory", format!("{} MiB", most >> 20), true),
    }
}

/// Writes what is known and ends the command, unless a result was written or is being written.
pub(crate) fn end_instead(asked: &OutputArgs, reached: LimitReport) {
    let mut is_written = writer();
    if *is_written {
        return;
    }
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (mut report, outcome) =
        known.unwrap_or_else(|| (Report::new(Verdict::Unknown), Outcome::OutOfBudget));
    if reached.what != "interrupt" {
        let LimitReport { what, value, .. } = &reached;
        let message =
            format!("the budget ran out (--{what} {value}): this is what is known so far");
        print_message(MessageKind::Error, message);
    }
    if !report.limits.iter().any(|limit| limit.what == reached.what && limit.reached) {
        report.limits.push(reached);
    }
    *is_written = true;
    if let Ok(outputs) = Outputs::with_formula(asked) {
        let text = Text { is_result: !report.failures.is_empty(), unfold: false, causes: CAUSES };
        // There is nobody left to tell.
        let _ = outputs.write_held(&report, text, None, Vec::new());
    }
    end_children();
    std::process::exit(code(outcome).into());
}
