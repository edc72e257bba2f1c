//! What a program takes from the machine that it runs on: files that are read and written, processes that are started, folders that go
//! away again; and the budget that all of it keeps.
//!
//! - [`Budget`]: until when, with how much memory, unless cancelled.
//! - [`Cancel`]: the end of work that is under way, and why.
//! - [`read`]: a file that may be anything: a pipe that nobody writes to, a device without end.
//! - [`write_all`]: files that are written whole or not at all, several of them together; [`recover`] ends what was cut short.
//! - [`run`]: a process in a group of its own, ended with everything that it started.
//! - [`confine`]: what a process gives up before it becomes a program that nobody trusts.
//! - [`Temporary`]: a folder that is gone afterwards, even if its owner was killed.
//!
//! Nothing here knows what is in the files.

mod budget;
mod cancel;
mod child;
mod confine;
mod limits;
mod memory;
mod processor;
mod read;
mod temporary;
mod write;

pub use budget::{Budget, Exhausted};
pub use cancel::{Cancel, Why};
pub use child::{Ended, NOT_FOUND, Ran, Registered, Request, end_all, limited, register, run};
pub use confine::confine;
pub use memory::resident;
pub use processor::{processor_time, stretched};
pub use read::{ReadError, beginning, read, read_text};
pub use temporary::{Temporary, remove_stale};
pub use write::{File, Recovered, WriteError, is_same_file, recover, write_all};
