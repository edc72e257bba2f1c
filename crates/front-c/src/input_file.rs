//! One file of the program: where its text is, and how it alone is to be read.

use std::path::PathBuf;

/// A file, or text that goes by the name of one.
#[derive(Clone, Default, Debug)]
pub struct InputFile {
    /// Its path; its name in messages.
    pub path: PathBuf,
    /// What it holds, if that is not to be read from the file system.
    pub text: Option<Vec<u8>>,
    /// Arguments of the preprocessor that are meant for this file. Those of [`crate::Options`] take precedence.
    pub flags: Vec<String>,
    /// Its language standard, where [`crate::Options`] has none.
    pub std: Option<String>,
}

impl InputFile {
    pub fn new(path: impl Into<PathBuf>) -> InputFile {
        InputFile { path: path.into(), ..InputFile::default() }
    }

    /// The language standard it is read by.
    pub(crate) fn standard<'a>(&'a self, options: &'a crate::Options) -> Option<&'a str> {
        options.std.as_deref().or(self.std.as_deref())
    }
}
