//! Ctrl-C: the first asks the work to end with what is known so far, the second ends it at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// What shells report of a program that Ctrl-C ended.
const ENDED_BY_INTERRUPT: i32 = 130;

/// Becomes true at the first Ctrl-C after the first call.
pub(crate) fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&flag);
        // Without a handler Ctrl-C does what it does to every program: no reason to refuse the work.
        let _ = ctrlc::set_handler(move || {
            if raised.swap(true, Ordering::Relaxed) {
                std::process::exit(ENDED_BY_INTERRUPT);
            }
        });
        flag
    });
    Arc::clone(flag)
}
