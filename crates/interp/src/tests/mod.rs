//! Runs of small programs.

mod basics;
mod pointers;
mod specifications;
