//! What Boogie programs mean, tested through the interpreter; and that no text makes the front end
//! panic.

mod damaged;
mod files;
mod operators;
mod places;
mod programs;
mod running;
