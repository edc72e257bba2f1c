//! The texts of both programs, compiled as the options say.

use std::path::{Path, PathBuf};

use whydunit_front_c::{InputFile, Options, Start};
use whydunit_program::{FunctionId, Program, Target};

use crate::args::CommonArgs;
use crate::outcome::Problem;
use crate::{compile_commands, input, start, stdin_program};

const SUPPORT: &str = include_str!("support.c");

/// How the files of the program are compiled; found out once.
#[derive(Debug)]
pub(super) struct Recipe {
    files: Vec<InputFile>,
    options: Options,
}

impl Recipe {
    pub(super) fn new(args: &CommonArgs) -> Result<Recipe, Problem> {
        let mut files: Vec<InputFile> = args.files.iter().map(InputFile::new).collect();
        let is_32_bit = compile_commands::apply(&args.compiler, &mut files)? || args.compiler.m32;
        let options = Options {
            include_dirs: args.compiler.include_dirs.clone(),
            defines: args.compiler.defines.clone(),
            undefines: args.compiler.undefines.clone(),
            flags: args.compiler.further(),
            std: args.compiler.std.clone(),
            target: if is_32_bit { Target::Ilp32 } else { Target::Lp64 },
            compiler: input::c_compiler(),
            function: args.start.named().map(str::to_owned),
            requires: args.start.requires.clone(),
            ensures: args.start.ensures.clone(),
        };
        Ok(Recipe { files, options })
    }

    /// The program with other texts in some of its files.
    pub(super) fn program(
        &self,
        args: &CommonArgs,
        texts: &[(PathBuf, String)],
    ) -> Result<(Program, FunctionId), Problem> {
        let mut files = self.files.clone();
        for file in &mut files {
            let changed = texts.iter().find(|(path, _)| *path == file.path);
            file.text = match changed {
                Some((_, text)) => Some(text.clone().into_bytes()),
                None if stdin_program::is_name(&file.path) => Some(stdin_program::read()?),
                None => None,
            };
        }
        self.compiled(args, &files)
    }

    /// The program with the reference in place of the file of the same name; alone, if there is none.
    pub(super) fn reference(
        &self,
        args: &CommonArgs,
        reference: &Path,
    ) -> Result<(Program, FunctionId), Problem> {
        let mut files = self.files.clone();
        let same = files.iter().position(|file| file.path.file_name() == reference.file_name());
        match same {
            Some(index) => files[index].path = reference.to_owned(),
            None => {
                let path = reference.to_owned();
                files = vec![InputFile { path, ..files.first().cloned().unwrap_or_default() }];
            }
        }
        self.compiled(args, &files)
    }

    fn compiled(
        &self,
        args: &CommonArgs,
        files: &[InputFile],
    ) -> Result<(Program, FunctionId), Problem> {
        let compiled =
            whydunit_front_c::compile_each(files, &self.options).map_err(Problem::Diagnostics)?;
        match compiled.start {
            Start::Function(start) => Ok((compiled.program, start)),
            Start::Unclear(candidates) => Err(start::unclear(args, &candidates)),
        }
    }

    /// What takes the place of the world around each program.
    pub(super) fn support(&self) -> Result<Program, Problem> {
        let options = Options {
            target: self.options.target,
            function: Some("whydunit_record".into()),
            ..Options::default()
        };
        let compiled =
            whydunit_front_c::compile_preprocessed("<comparison support>", SUPPORT, &options);
        Ok(compiled.map_err(Problem::Diagnostics)?.program)
    }
}
