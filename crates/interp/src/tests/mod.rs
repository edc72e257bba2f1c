//! Runs of small programs.

mod basics;
mod mathematical;
mod pointers;
mod specifications;
