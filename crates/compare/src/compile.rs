//! The texts of both programs, compiled as the options say.

use std::path::{Path, PathBuf};

use whydunit_front_c::{InputFile, Options, Start};
use whydunit_program::{FunctionId, Program};
use whydunit_project::{Error, Options as Project, c_options, input_files, unclear_start};

const SUPPORT: &str = include_str!("support.c");

/// How the files of the program are compiled; found out once.
#[derive(Debug)]
pub(super) struct Recipe {
    files: Vec<InputFile>,
    options: Options,
}

impl Recipe {
    pub(super) fn new(args: &Project) -> Result<Recipe, Error> {
        let mut files = input_files(args);
        let (options, _) = c_options(args, &mut files, &args.observer)?;
        let function = args.start.named().map(str::to_owned);
        let options = Options { function, ..options };
        Ok(Recipe { files, options })
    }

    /// The program with other texts in some of its files.
    pub(super) fn program(
        &self,
        args: &Project,
        texts: &[(PathBuf, Vec<u8>)],
    ) -> Result<(Program, FunctionId), Error> {
        let mut files = self.files.clone();
        for file in &mut files {
            if let Some((_, text)) = texts.iter().find(|(path, _)| *path == file.path) {
                file.text = Some(text.clone());
            }
        }
        self.compiled(args, &files)
    }

    /// The program with the reference in place of the file of the same name; alone, if there is none.
    pub(super) fn reference(
        &self,
        args: &Project,
        reference: &Path,
    ) -> Result<(Program, FunctionId), Error> {
        let mut files = self.files.clone();
        let same = files.iter().position(|file| file.path.file_name() == reference.file_name());
        match same {
            Some(index) => {
                files[index] =
                    InputFile { path: reference.to_owned(), text: None, ..files[index].clone() }
            }
            None => {
                let path = reference.to_owned();
                files = vec![InputFile {
                    path,
                    text: None,
                    ..files.first().cloned().unwrap_or_default()
                }];
            }
        }
        self.compiled(args, &files)
    }

    fn compiled(
        &self,
        args: &Project,
        files: &[InputFile],
    ) -> Result<(Program, FunctionId), Error> {
        let compiled =
            whydunit_front_c::compile_each(files, &self.options).map_err(Error::Diagnostics)?;
        match compiled.start {
            Start::Function(start) => Ok((compiled.program, start)),
            Start::Unclear(candidates) => Err(unclear_start(args, &candidates)),
        }
    }

    /// What takes the place of the world around each program.
    pub(super) fn support(&self) -> Result<Program, Error> {
        let options = Options {
            target: self.options.target,
            function: Some("whydunit_record".into()),
            ..Options::default()
        };
        let compiled =
            whydunit_front_c::compile_preprocessed("<comparison support>", SUPPORT, &options);
        Ok(compiled.map_err(Error::Diagnostics)?.program)
    }
}
