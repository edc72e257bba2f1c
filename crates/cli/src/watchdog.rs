//! What ends the command when a phase does not look at its budget: a thread that looks at the clock, at the time of the processors and at the memory.
//!
//! Phases end by themselves when their time is over, and what they say then is better than what is known before. The end of the time they know;
//! when the time of the processors or the memory is used up, they are asked to end, as by Ctrl-C. All of them get a moment more ([`LATE`],
//! [`MORE_TIME`]); after that what is known is written, and the command ends.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use whydunit::{Why, processor_time, resident};
use whydunit_report::LimitReport;

use crate::args::CommonArgs;
use crate::interrupt::{cancel, end_instead, limit};
use crate::limits::{LATE, LOOK, MORE_MEMORY, MORE_TIME};

/// When the time of the command began.
static BEGIN: Mutex<Option<Instant>> = Mutex::new(None);

fn begin() -> std::sync::MutexGuard<'static, Option<Instant>> {
    BEGIN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins anew: until now the command has waited for somebody who types.
pub(crate) fn restart() {
    *begin() = Some(Instant::now());
}

/// From now on the command ends with its budgets.
pub(crate) fn watch(common: &CommonArgs) {
    restart();
    let (asked, budget) = (common.output.clone(), common.budget.clone());
    let cpu_time = budget.cpu_time;
    let time = budget.timeout();
    let most_time = time.saturating_add(time.mul_f64(MORE_TIME)).saturating_add(LATE);
    let memory = budget.memory.saturating_mul(1 << 20);
    let (tenth, more) = (memory / 10, MORE_MEMORY);
    // Phases that count their memory themselves end at the limit; who asks them earlier would take an answer away.
    let enough_memory = memory.saturating_add(tenth / 2).saturating_add(more / 2);
    let most_memory = memory.saturating_add(tenth).saturating_add(more);
    let cancel = cancel();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(LOOK);
            let elapsed = begin().map_or(Duration::ZERO, |begin| begin.elapsed());
            if elapsed > most_time {
                let value = time.as_secs_f64().to_string();
                end_instead(&asked, LimitReport::new("timeout", value, true));
            }
            if let Some(most) = cpu_time
                && let Some(used) = processor_time()
                && used >= most
            {
                cancel.end(Why::CpuTime(most));
                if used > most.saturating_add(most.mul_f64(MORE_TIME)).saturating_add(LATE) {
                    end_instead(&asked, limit(Why::CpuTime(most)));
                }
            }
            if let Some(held) = resident()
                && held > enough_memory
            {
                cancel.end(Why::Memory(memory));
                if held > most_memory {
                    end_instead(&asked, limit(Why::Memory(memory)));
                }
            }
        }
    });
}
