//! In which forms the report is wanted, and where each goes.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum, ValueHint};

use whydunit::stdin_program;

#[derive(Clone, Args, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArgs {
    /// Form of the report; may be given several times [default: text]
    #[arg(long = "format", value_enum, value_name = "FORMAT")]
    formats: Vec<Format>,

    /// Write the report to this file: .html, .json, .sarif or .smt2 say in which form
    ///
    /// Other names stand for text. With `--format` the k-th file belongs to the k-th format. `-` is standard output.
    #[arg(short = 'o', long = "output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    outputs: Vec<PathBuf>,

    /// Replace files that something else than whydunit has made; never those that are read
    #[arg(long)]
    pub(crate) force: bool,

    /// Leave out of reports what stands in the program, what it was given and what it printed: checks and places are left
    #[arg(long)]
    pub(crate) redact: bool,

    /// What a page is called that has no name of its own.
    #[arg(skip)]
    page_name: String,
}

impl OutputArgs {
    /// What a command line asks for that is not understood as a whole.
    pub(crate) fn guessed(words: &[std::ffi::OsString]) -> OutputArgs {
        let mut args = OutputArgs {
            formats: Vec::new(),
            outputs: Vec::new(),
            force: false,
            redact: false,
            page_name: String::new(),
        };
        let mut words = words.iter().map(|word| word.to_string_lossy());
        while let Some(word) = words.next().filter(|word| word != "--") {
            let (name, given) = match word.split_once('=') {
                Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
                None if word.starts_with("-o") && word.len() > 2 => {
                    ("-o".to_owned(), Some(word[2..].to_owned()))
                }
                None => (word.into_owned(), None),
            };
            if !["--format", "--output", "-o"].contains(&name.as_str()) {
                continue;
            }
            let Some(value) = given.or_else(|| words.next().map(|word| word.into_owned())) else {
                continue;
            };
            match name.as_str() {
                "--format" => args.formats.extend(Format::from_str(&value, false)),
                _ => args.outputs.push(PathBuf::from(value)),
            }
        }
        args
    }

    pub(super) fn settle(&mut self, files: &[PathBuf]) {
        let stem = files.first().filter(|file| !stdin_program::is_name(file));
        let stem = stem.and_then(|file| file.file_stem()).map(|stem| stem.to_string_lossy());
        self.page_name = stem.map_or_else(|| "whydunit".to_owned(), |stem| stem.into_owned());
    }

    /// A name for a page, without its extension.
    pub(crate) fn page_name(&self) -> &str {
        &self.page_name
    }

    /// The reports asked for, each with the file it goes to, if any.
    pub(crate) fn reports(&self) -> anyhow::Result<Vec<(Format, Option<&Path>)>> {
        let mut reports = Vec::new();
        for k in 0..self.formats.len().max(self.outputs.len()) {
            let file = self.outputs.get(k).map(PathBuf::as_path);
            let format = match (self.formats.get(k), file.map(Format::of_name)) {
                (Some(format), _) => *format,
                (None, Some(Some(format))) => format,
                (None, _) if self.formats.is_empty() => Format::Text,
                (None, _) => {
                    let file = file.unwrap_or(Path::new("")).display();
                    anyhow::bail!(
                        "--output {file}: which form? There are more files than --format, and the name does not end in \
                         .html, .json, .sarif, .smt2 or .txt"
                    );
                }
            };
            reports.push((format, file.filter(|file| file.as_os_str() != "-")));
        }
        if reports.is_empty() {
            reports.push((Format::Text, None));
        }
        Ok(reports)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For people, in a terminal
    Text,
    /// For scripts: everything that is known
    Json,
    /// SARIF 2.1.0, for editors and code hosts
    Sarif,
    /// A page that shows the run step by step, for a browser
    Html,
    /// Of `trace`: the failing run as a formula
    Smt2,
}

impl Format {
    /// The form that a file of this name has.
    pub(crate) fn of_name(file: &Path) -> Option<Format> {
        let name = file.file_name()?.to_string_lossy().to_lowercase();
        if name.ends_with(".sarif.json") {
            return Some(Format::Sarif);
        }
        match Path::new(&name).extension()?.to_str()? {
            "html" | "htm" => Some(Format::Html),
            "json" => Some(Format::Json),
            "sarif" => Some(Format::Sarif),
            "smt2" => Some(Format::Smt2),
            "txt" => Some(Format::Text),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reports(formats: &[Format], outputs: &[&str]) -> Result<Vec<String>, String> {
        let mut args = OutputArgs {
            formats: formats.to_vec(),
            outputs: outputs.iter().map(PathBuf::from).collect(),
            force: false,
            redact: false,
            page_name: String::new(),
        };
        args.settle(&[PathBuf::from("dir/prog.c")]);
        let reports = args.reports().map_err(|error| error.to_string())?;
        let shown = reports.iter().map(|(format, file)| {
            let file = file.map_or("-".to_owned(), |file| file.display().to_string());
            format!("{format:?} {file}")
        });
        Ok(shown.collect())
    }

    #[test]
    fn names_say_the_form_where_nothing_else_does() {
        let of = |outputs: &[&str]| reports(&[], outputs);
        assert_eq!(of(&[]), Ok(vec!["Text -".into()]));
        assert_eq!(of(&["a.html"]), Ok(vec!["Html a.html".into()]));
        let several = ["a.HTM", "b.sarif.json", "c.json", "d.smt2", "e.log", "f", "-"];
        let wanted = ["Html a.HTM", "Sarif b.sarif.json", "Json c.json", "Smt2 d.smt2"];
        let text = ["Text e.log", "Text f", "Text -"];
        assert_eq!(
            of(&several),
            Ok([&wanted[..], &text[..]].concat().iter().map(|it| (*it).to_owned()).collect())
        );
    }

    #[test]
    fn formats_come_first() {
        let json = reports(&[Format::Json], &["a.html", "b.html"]);
        assert_eq!(json, Ok(vec!["Json a.html".into(), "Html b.html".into()]));
        let more = reports(&[Format::Json, Format::Text], &["a.json"]);
        assert_eq!(more, Ok(vec!["Json a.json".into(), "Text -".into()]));
        let unclear = reports(&[Format::Json], &["a.json", "b.log"]).expect_err("an error");
        assert!(unclear.contains("b.log"), "{unclear}");
    }
}
