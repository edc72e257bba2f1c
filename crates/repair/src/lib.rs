//! Fixes: proposed, run, checked within bounds, ranked.

pub mod autodebug;
mod edit;

pub use edit::{Edit, apply};
