//! The AutoDebug method: the paper's example, its table, and what it leaves out.

mod common;
mod constructs;
mod figure1;
mod programs;
mod table1;
