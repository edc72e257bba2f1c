//! A repaired program: its files where the C compiler finds them, and itself as we see it.
//!
//! The files are copies in a directory of their own, one to a directory so that names do not clash. The program is compiled
//! under the names that the user gave, with which its flags are found, and then speaks of the copies.

use std::path::{Path, PathBuf};

use whydunit_program::Program;
use whydunit_project::{Options, Subject, recompile, stdin_program};
use whydunit_repair::{Edit, apply_bytes};
use whydunit_source::SourceMap;

use crate::target::Target;

#[derive(Debug)]
pub(super) struct Patched<'a> {
    target: &'a Target,
    common: Options,
    /// What belongs to this repair.
    pub(super) directory: PathBuf,
    /// Files as the user named them, and their texts.
    texts: Vec<(PathBuf, Vec<u8>)>,
    /// The name of each in the program, and of its copy.
    names: Vec<(String, String)>,
}

impl<'a> Patched<'a> {
    /// Writes the copies.
    pub(super) fn write(
        target: &'a Target,
        edits: &[Edit],
        directory: PathBuf,
    ) -> std::io::Result<Patched<'a>> {
        let program = &target.subject.program;
        let mut common = target.common.clone();
        common.start.function = Some(program.function(target.subject.start).name.clone());
        let mut texts = Vec::new();
        let mut names = Vec::new();
        for (index, path) in target.common.files.iter().enumerate() {
            let is_piped = stdin_program::is_name(path);
            let name = match is_piped {
                true => stdin_program::NAME.to_owned(),
                false => path.to_string_lossy().into_owned(),
            };
            let Some(file) = program.sources.find(&name) else { continue };
            let text = apply_bytes(&program.sources, file, edits);
            let own = match path.file_name() {
                Some(own) if !is_piped => Path::new(own),
                _ => Path::new("program.c"),
            };
            let copy = directory.join(index.to_string()).join(own);
            std::fs::create_dir_all(directory.join(index.to_string()))?;
            std::fs::write(&copy, &text)?;
            names.push((name, copy.to_string_lossy().into_owned()));
            texts.push((path.clone(), text));
        }
        Ok(Patched { target, common, directory, texts, names })
    }

    pub(super) fn copies(&self) -> Vec<String> {
        self.names.iter().map(|(_, copy)| copy.clone()).collect()
    }

    pub(super) fn paths(&self) -> Vec<PathBuf> {
        self.names.iter().map(|(_, copy)| PathBuf::from(copy)).collect()
    }

    /// The program, with one more postcondition of its start function.
    pub(super) fn subject(&self, postcondition: Option<&str>) -> Result<Subject, String> {
        let mut common = self.common.clone();
        common.start.ensures.extend(postcondition.map(str::to_owned));
        let mut subject = recompile(&common, &self.texts).map_err(|why| why.join("; "))?;
        self.rename(&mut subject.program);
        Ok(subject)
    }

    fn rename(&self, program: &mut Program) {
        let mut renamed = SourceMap::new();
        for (_, file) in program.sources.files() {
            let known = self.names.iter().find(|(name, _)| name == file.name());
            let name = known.map_or(file.name(), |(_, copy)| copy);
            match file.is_user() {
                true => renamed.add(name, file.text()),
                false => renamed.add_internal(name, file.text()),
            };
        }
        program.sources = renamed;
    }

    /// Text of a compiler or a program that speaks of the copies, as if it spoke of the files.
    pub(super) fn in_terms_of_the_files(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (name, copy) in &self.names {
            text = text.replace(copy, name);
        }
        let directory = format!("{}/", self.directory.to_string_lossy());
        text.replace(&directory, "")
    }

    pub(super) fn is_main(&self) -> bool {
        self.target.subject.program.is_main(self.target.subject.start)
    }
}
