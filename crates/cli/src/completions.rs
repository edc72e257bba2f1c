//! `whydunit completions`: what a shell needs to complete a command line.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Cli;
use crate::destination::to_stdout;

pub(crate) fn print(shell: Shell) {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "whydunit", &mut script);
    to_stdout(&String::from_utf8_lossy(&script));
}
