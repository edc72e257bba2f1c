//! One file per command: options to the library, its answer to where it is wanted.

mod check;
mod confined;
mod explain;
mod kept_files;
mod reference;
mod repair;
mod run;
mod trace;
mod why;
mod written;

pub(crate) use check::check;
pub(crate) use confined::confined;
pub(crate) use explain::explain;
pub(crate) use repair::repair;
pub(crate) use run::run;
pub(crate) use trace::trace;
pub(crate) use why::why;
