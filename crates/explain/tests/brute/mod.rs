//! The criteria of responsibility by brute force: every input, every value in place of an assigned one, each tried by running the program.
//!
//! Nothing symbolic is used: an execution is a run of the interpreter, compared with the run of the trace step by step. This is
//! exact for programs whose inputs have few values.

#![allow(dead_code, reason = "each test uses its part")]

pub(crate) mod elsewhere;
pub(crate) mod generator;
pub(crate) mod play;
pub(crate) mod reference;
#[path = "../../../find/tests/generator/rng.rs"]
pub(crate) mod rng;
pub(crate) mod sides;
