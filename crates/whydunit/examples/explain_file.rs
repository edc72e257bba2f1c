//! Explains why a file fails: `cargo run --example explain_file prog.c`.

#![expect(clippy::print_stdout, reason = "an example shows its answer")]

use whydunit::report::{TextOptions, to_text};
use whydunit::{ExplainOptions, Options, Session};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let session = Session::open(Options::of(std::env::args_os().skip(1)))?;
    let answer = session.explain(&ExplainOptions::default())?;
    println!("{}", to_text(&answer.report, &TextOptions::default()));
    Ok(())
}
