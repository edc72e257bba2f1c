//! Colours and width of text: what the options say, else the environment, else the terminal.

use std::io::IsTerminal;
use std::sync::OnceLock;

use whydunit_report::{CAUSES, TextOptions};

use crate::args::{Colour, TerminalArgs};

/// Set once, before anything is printed.
static ASKED: OnceLock<TerminalArgs> = OnceLock::new();

/// Keeps what the options say.
pub(crate) fn set(args: TerminalArgs) {
    let _ = ASKED.set(args);
}

pub(crate) fn stderr_options() -> TextOptions {
    text_options(std::io::stderr().is_terminal())
}

pub(crate) fn stdout_options() -> TextOptions {
    text_options(std::io::stdout().is_terminal())
}

/// Text in a file has colours only if somebody insists.
pub(crate) fn file_options() -> TextOptions {
    let asked = ASKED.get();
    let colour = asked.is_some_and(|args| args.color == Colour::Always);
    let width = asked.and_then(|args| args.width).map(usize::from);
    TextOptions { colour, width: width.unwrap_or(DEFAULT_WIDTH), unfold: false, causes: CAUSES }
}

const DEFAULT_WIDTH: usize = 100;

fn text_options(is_terminal: bool) -> TextOptions {
    let asked = ASKED.get();
    let wanted = asked.map_or(Colour::Auto, |args| args.color);
    let variable = |name: &str| std::env::var(name).ok();
    let colour = uses_colour(wanted, is_terminal, &variable);
    let width = asked
        .and_then(|args| args.width)
        .map(usize::from)
        .or_else(|| variable("COLUMNS")?.parse().ok())
        .or_else(|| is_terminal.then(terminal_width).flatten());
    TextOptions { colour, width: width.unwrap_or(DEFAULT_WIDTH), unfold: false, causes: CAUSES }
}

fn uses_colour(
    wanted: Colour,
    is_terminal: bool,
    variable: &dyn Fn(&str) -> Option<String>,
) -> bool {
    let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let is_on = |name: &str| is_set(name) && variable(name).as_deref() != Some("0");
    match wanted {
        Colour::Always => true,
        Colour::Never => false,
        Colour::Auto if is_set("NO_COLOR") => false,
        Colour::Auto if is_on("CLICOLOR_FORCE") || is_on("FORCE_COLOR") => true,
        Colour::Auto => is_terminal && variable("TERM").as_deref() != Some("dumb"),
    }
}

fn terminal_width() -> Option<usize> {
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_come_before_the_environment_and_that_before_the_terminal() {
        let colour = |wanted, is_terminal, set: &[(&str, &str)]| {
            let variable = |name: &str| {
                let found = set.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            uses_colour(wanted, is_terminal, &variable)
        };
        assert!(colour(Colour::Always, false, &[("NO_COLOR", "1")]));
        assert!(!colour(Colour::Never, true, &[("FORCE_COLOR", "1")]));
        assert!(colour(Colour::Auto, true, &[]));
        assert!(!colour(Colour::Auto, false, &[]));
        assert!(!colour(Colour::Auto, true, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]));
        assert!(colour(Colour::Auto, true, &[("NO_COLOR", "")]));
        assert!(colour(Colour::Auto, false, &[("CLICOLOR_FORCE", "1")]));
        assert!(!colour(Colour::Auto, false, &[("FORCE_COLOR", "0")]));
        assert!(!colour(Colour::Auto, true, &[("TERM", "dumb")]));
    }
}
