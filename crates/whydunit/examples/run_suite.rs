//! Runs the tests of a suite: `cargo run --example run_suite prog.c tests.toml`.

#![expect(clippy::print_stdout, reason = "an example shows its answer")]

use whydunit::{Options, Session};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1);
    let mut options = Options::of(args.next());
    options.tests.tests.extend(args.map(Into::into));
    let answer = Session::open(options)?.run_suite()?;
    for test in answer.report.tests.iter().flatten() {
        println!("{}: {:?} {}", test.name, test.verdict, test.message);
    }
    Ok(())
}
