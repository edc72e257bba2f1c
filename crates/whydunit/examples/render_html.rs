//! Writes a page that explains why a file fails: `cargo run --example render_html prog.c > page.html`.

#![expect(clippy::print_stdout, reason = "an example shows its answer")]

use whydunit::report::to_html;
use whydunit::{ExplainOptions, Options, Session};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let session = Session::open(Options::of(std::env::args_os().skip(1)))?;
    let options = ExplainOptions { with_further: true, ..ExplainOptions::default() };
    print!("{}", to_html(&session.explain(&options)?.report));
    Ok(())
}
