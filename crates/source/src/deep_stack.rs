//! A thread with room for deep nesting.

use crate::Diagnostic;

/// Parsing and lowering recurse over the nesting of the source; deep nesting must not overflow the
/// stack. The memory is only reserved, not used, by ordinary programs.
const STACK_BYTES: usize = 512 << 20;

/// Does the work of a front end in a thread of its own with a large stack.
///
/// # Errors
/// What the work says, or that there can be no such thread.
pub fn on_deep_stack<T: Send>(
    work: impl FnOnce() -> Result<T, Vec<Diagnostic>> + Send,
) -> Result<T, Vec<Diagnostic>> {
    let done = std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("front end".into())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, work)
            .map(|handle| handle.join())
    });
    match done {
        Ok(Ok(result)) => result,
        Ok(Err(panic)) => std::panic::resume_unwind(panic),
        Err(error) => {
            Err(vec![Diagnostic::error(format!("cannot start a thread for the parser: {error}"))])
        }
    }
}
