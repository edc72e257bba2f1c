//! What tests and benchmarks of `whydunit repair` share: lists of faulty programs, repairs as the command reports them, and
//! judges of repaired programs that are other commands than the one that made them.

#![allow(dead_code, reason = "each test uses a part of this")]

pub(crate) mod bench;
pub(crate) mod diagnosis;
pub(crate) mod faults;
pub(crate) mod programs;
pub(crate) mod session;
pub(crate) mod table1;
