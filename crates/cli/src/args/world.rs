//! What runs find outside of the program.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use whydunit::WorldOptions;

#[derive(Clone, Args, Debug)]
#[command(next_help_heading = "The world of the run")]
pub(crate) struct WorldArgs {
    /// The folder whose files the program finds; it is never written to [default: the current one]
    ///
    /// What the program writes stays in memory and is there when it reads again. No path leads out of the folder. More: whydunit help files
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    root: Option<PathBuf>,

    /// A file that the program finds under this name
    #[arg(long = "file", value_name = "NAME=PATH", value_parser = parse_file)]
    given_files: Vec<(String, PathBuf)>,

    /// A function without a body that is meant to be so: its answer is an input
    #[arg(long, value_name = "NAME")]
    outside: Vec<String>,
}

impl WorldArgs {
    pub(super) fn options(&self) -> WorldOptions {
        let root = self.root.clone().or_else(|| Some(PathBuf::from(".")));
        WorldOptions::of(root, self.given_files.clone(), self.outside.clone())
    }

    /// The files that are read for it.
    pub(super) fn given(&self) -> impl Iterator<Item = PathBuf> {
        self.given_files.iter().map(|(_, path)| path.clone())
    }
}

fn parse_file(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, path)) if !name.is_empty() && !path.is_empty() => {
            Ok((name.to_owned(), PathBuf::from(path)))
        }
        _ => Err("a name and a path, as in data.txt=test/data.txt".to_owned()),
    }
}
