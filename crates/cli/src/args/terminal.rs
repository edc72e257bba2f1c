//! How text is shown: colours and width.

use clap::{Args, ValueEnum};

use crate::limits::NARROWEST;

#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct TerminalArgs {
    /// When to use colours: auto, always or never
    #[arg(
        long,
        alias = "colour",
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        help_heading = "Output"
    )]
    pub(crate) color: Colour,

    /// Columns of text [default: those of the terminal, else 100]
    #[arg(
        long,
        global = true,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(NARROWEST..),
        help_heading = "Output"
    )]
    pub(crate) width: Option<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Colour {
    /// On terminals, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}
