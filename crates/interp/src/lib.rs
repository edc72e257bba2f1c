//! Deterministic concrete semantics: runs a [`whydunit_program::Program`] and says how the run ended.
//!
//! [`prepare`] translates a program once into compact code; [`Compiled::run`] executes it under the
//! checks and budgets of a [`Config`] and tells an [`Observer`] what happens. The same program on the
//! same [`RunSpec`] always does the same. Nothing here knows C's syntax, prints or reads files.

mod code;
mod config;
mod erased;
mod files;
mod heap;
mod inputs;
mod limits;
mod log;
mod machine;
mod memory;
mod observer;
mod result;
mod run;
mod state;
mod stdlib;
mod stop;
mod translate;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use config::{CheckSet, Config};
pub use files::{
    Change, Entry, FileChange, FileTable, Files, Folder, NO_ENTRY, NOT_A_FOLDER, Refusal,
    canonical as canonical_name,
};
pub use heap::{Block, Counts, Heap, Holder};
pub use inputs::{InputValue, InputValues};
pub use log::{CompactLog, LogStep};
pub use observer::{
    BulkSource, Cell, CellObject, Detail, InputRecord, NoObserver, ObjectId, ObjectInfo,
    ObjectKind, Observer, Piece, Release,
};
pub use result::{Budget, Ending, Failure, RunResult, StackEntry, Stream, Subject};
pub use run::{BorrowedSpec, Compiled, RunSpec, function_at, prepare, run};
pub use state::{FinalState, Storage};
pub use stdlib::math as evaluate_math;
pub use stdlib::{Scanned, ScannedStore, scan_known};
