//! Work spread over the cores of the machine.
//!
//! Tests run side by side already, and some of them wait for one long item: each spreads its items over as many threads as there are cores,
//! and all tests of a binary together work on that many items at once.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Items that are being worked on, in all tests of this binary.
static BUSY: Mutex<usize> = Mutex::new(0);
static DONE: Condvar = Condvar::new();

/// The right to work on an item.
struct Turn;

impl Turn {
    fn wait(cores: usize) -> Turn {
        let is_busy = |busy: &mut usize| *busy >= cores;
        let busy = DONE.wait_while(busy(), is_busy);
        *busy.unwrap_or_else(PoisonError::into_inner) += 1;
        Turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        *busy() -= 1;
        DONE.notify_one();
    }
}

/// Nothing is left half-done under this lock, whoever panics.
fn busy() -> MutexGuard<'static, usize> {
    BUSY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Applies `work` to every item; results in the order of the items. An item's work may not call this again.
///
/// # Panics
///
/// Where `work` does.
pub fn parallel<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let cores = std::thread::available_parallelism().map_or(2, NonZeroUsize::get);
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..cores.min(items.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let turn = Turn::wait(cores);
                    let result = work(item);
                    drop(turn);
                    results.lock().expect("no thread should have panicked").push((index, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no thread should have panicked");
    results.sort_by_key(|&(index, _)| index);
    results.into_iter().map(|(_, result)| result).collect()
}
