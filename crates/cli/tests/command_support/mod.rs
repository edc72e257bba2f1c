//! A directory of small files in which commands are run, and all that they say.

#![allow(dead_code, reason = "each test uses a part of this")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{error_document, run_with_input, whydunit};

pub(crate) struct Directory(tempfile::TempDir);

impl Directory {
    /// With these files, directories made as needed.
    pub(crate) fn with(files: &[(&str, &str)]) -> Directory {
        let directory = tempfile::tempdir().expect("a temporary directory should be possible");
        let directory = Directory(directory);
        for (name, text) in files {
            directory.write(name, text);
        }
        directory
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        let path = self.file(name);
        let parent = path.parent().expect("a file is in a directory");
        fs::create_dir_all(parent).expect("making a directory should work");
        fs::write(path, contents).expect("writing a file should work");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// `whydunit` in the directory.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = whydunit();
        command.args(args).current_dir(self.path());
        command
    }

    pub(crate) fn output(&self, args: &[&str]) -> Output {
        run_with_input(&mut self.command(args), b"")
    }

    /// Exit code, standard output and standard error of `whydunit ARGS`.
    pub(crate) fn says(&self, args: &[&str]) -> String {
        let output = self.output(args);
        error_document::check(args, &output, &|words| self.command(words));
        self.told(&output)
    }

    pub(crate) fn says_with_input(&self, args: &[&str], input: &str) -> String {
        self.told(&run_with_input(&mut self.command(args), input.as_bytes()))
    }

    fn told(&self, output: &Output) -> String {
        let mut text = String::new();
        for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
            if !bytes.is_empty() {
                text.push_str(&format!("--- {name}\n{}", String::from_utf8_lossy(bytes)));
            }
        }
        let code = output.status.code().map_or("none".to_owned(), |code| code.to_string());
        // The directory has another name in each run.
        let real = self.path().canonicalize().unwrap_or_else(|_| self.path().to_path_buf());
        let text = text.replace(&format!("{}/", real.display()), "DIR/");
        format!("{text}--- exit code {code}\n")
    }
}
