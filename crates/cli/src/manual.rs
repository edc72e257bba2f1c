//! `whydunit man`: manual pages, made of what helps say.

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;

use crate::args::Cli;
use crate::destination::to_stdout;
use crate::outcome::Problem;

/// Prints the page of whydunit or of one of its commands.
pub(crate) fn print(command: Option<&str>) -> Result<(), Problem> {
    let mut root = Cli::command();
    root.build();
    let page = match command.and_then(|name| root.find_subcommand(name)) {
        Some(command) => page(command, SEE_WHYDUNIT),
        None => page(&root, SEE_COMMANDS),
    };
    to_stdout(&page.context("cannot make the page")?);
    Ok(())
}

/// What scripts rely on; the same for all commands.
const EXIT_STATUS: &str = "\
.SH EXIT STATUS
.TP
0
No failure: proved, or none within bounds (the text says which).
.TP
1
A failure was found.
.TP
2
The input cannot be used: a bad option, file or program, or a construct that is not supported and that the run reaches.
.TP
3
A budget ran out first; what is known so far is printed.
.SH ENVIRONMENT
.TP
CC
The C compiler whose preprocessor is used.
.TP
NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR
Whether text has colours.
.TP
COLUMNS
How wide text is.
";

const SEE_COMMANDS: &str = "\
.SH SEE ALSO
whydunit\\-explain(1), whydunit\\-repair(1), whydunit\\-check(1), whydunit\\-trace(1), whydunit\\-run(1)
.PP
`whydunit help TOPIC` has pages on methods, checks, inputs, contracts, tests, formats, flags and limits.
";

const SEE_WHYDUNIT: &str = "\
.SH SEE ALSO
whydunit(1)
";

fn page(command: &clap::Command, see_also: &str) -> std::io::Result<String> {
    let man = Man::new(command.clone())
        .section("1")
        .source(concat!("whydunit ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    text.extend(synopsis(command).into_bytes());
    text.extend(examples(command).into_bytes());
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    text.extend_from_slice(EXIT_STATUS.as_bytes());
    text.extend_from_slice(see_also.as_bytes());
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn synopsis(command: &clap::Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim().replace(['<', '>'], "");
    format!(".SH SYNOPSIS\n{}\n", literal(&usage))
}

/// The examples of the help, as they are.
fn examples(command: &clap::Command) -> String {
    let Some(examples) = command.get_before_help() else { return String::new() };
    let lines: String = examples
        .to_string()
        .lines()
        .skip(1)
        .map(|line| format!("{}\n", literal(line.trim_start())))
        .collect();
    format!(".SH EXAMPLES\n.nf\n{lines}.fi\n")
}

/// Text that roff shows as it is.
fn literal(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('-', "\\-");
    // A line that begins with one of these would be a request.
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}
