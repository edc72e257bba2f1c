//! What runs find outside of the program.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use whydunit::WorldOptions;

use crate::limits::{DEFAULT_FILE_INPUT, LARGEST_FILE_INPUT};

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

    /// A file whose contents are an input, of at most MAX bytes [default: 16]
    ///
    /// Searches try all contents and lengths; `--input NAME[0]=65` and `--input length_of_NAME=1` give them. More: whydunit help files
    #[arg(long = "file-input", value_name = "NAME[:MAX]", value_parser = parse_file_input)]
    file_inputs: Vec<(String, u64)>,

    /// A function without a body that is meant to be so: its answer is an input
    #[arg(long, value_name = "NAME")]
    outside: Vec<String>,
}

impl WorldArgs {
    pub(super) fn options(&self) -> WorldOptions {
        let root = self.root.clone().or_else(|| Some(PathBuf::from(".")));
        let file_inputs = self.file_inputs.clone();
        let outside = self.outside.clone();
        let mut world = WorldOptions::of(root, self.given_files.clone(), outside);
        world.file_inputs = file_inputs;
        world
    }

    /// The files that are read for it.
    pub(super) fn given(&self) -> impl Iterator<Item = PathBuf> {
        self.given_files.iter().map(|(_, path)| path.clone())
    }
}

fn parse_file_input(text: &str) -> Result<(String, u64), String> {
    let (name, most) = match text.rsplit_once(':') {
        Some((name, most)) => (name, most.parse().map_err(|_| "MAX is a number of bytes")?),
        None => (text, DEFAULT_FILE_INPUT),
    };
    if name.is_empty() || most == 0 || most > LARGEST_FILE_INPUT {
        return Err(format!(
            "a name and a number of 1 to {LARGEST_FILE_INPUT} bytes, as in data.txt:16"
        ));
    }
    Ok((name.to_owned(), most))
}

fn parse_file(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, path)) if !name.is_empty() && !path.is_empty() => {
            Ok((name.to_owned(), PathBuf::from(path)))
        }
        _ => Err("a name and a path, as in data.txt=test/data.txt".to_owned()),
    }
}
