//! Prints the intermediate representation of C files: what the front end made of them.
//!
//! ```console
//! $ cargo run -p whydunit-front-c --example dump -- prog.c
//! ```

#![expect(clippy::print_stdout, reason = "printing is what this command is for")]

use std::path::PathBuf;

fn main() {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    match whydunit_front_c::compile(&files, &whydunit_front_c::Options::default()) {
        Ok(compiled) => {
            println!("{}", whydunit_program::print_program(&compiled.program));
            for problem in whydunit_program::validate(&compiled.program) {
                println!("invalid: {problem}");
            }
        }
        Err(diagnostics) => println!("{diagnostics:#?}"),
    }
}
