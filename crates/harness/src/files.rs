//! Which of the program's files become part of the test's translation unit, and which are compiled beside it.
//!
//! The file of the start function is included, so that its types and `static` functions are at hand; the file in which a
//! contract or an uninitialised read fails is copied with the check put in. All others are compiled on their own:
//! names that clash between files do no harm.

use whydunit_program::Program;
use whydunit_source::{FileId, Span};

use crate::request::{Request, Unsupported};
use crate::scan::{Header, Scan};

#[derive(Debug)]
pub(crate) struct Files<'a> {
    program: &'a Program,
    /// The program's C files with their tokens, in the order of the request.
    pub(crate) sources: Vec<(&'a str, FileId, Scan<'a>)>,
    /// Headers of the program's own.
    headers: Vec<Scan<'a>>,
    /// Indices in `sources` of the files that belong to the test.
    pub(crate) inside: Vec<usize>,
}

impl<'a> Files<'a> {
    pub(crate) fn new(request: &Request<'a>) -> Result<Files<'a>, Unsupported> {
        let program = request.program;
        let mut sources = Vec::new();
        for name in request.files {
            let id = program.sources.find(name);
            let id =
                id.ok_or_else(|| Unsupported::new(format!("{name} is not a file of the program")))?;
            sources.push((name.as_str(), id, Scan::new(program.sources.file(id).text())));
        }
        let is_header = |name: &str| !request.files.iter().any(|file| file == name);
        let headers =
            program.sources.files().filter(|(_, file)| file.is_user() && is_header(file.name()));
        let headers = headers.map(|(_, file)| Scan::new(file.text())).collect();
        let mut files = Files { program, sources, headers, inside: Vec::new() };
        let start = files.file_of(program.function(request.spec.function).span).unwrap_or(0);
        files.inside.push(start);
        Ok(files)
    }

    /// Makes the file at a place part of the test.
    pub(crate) fn take_in(&mut self, span: Span) -> Result<usize, Unsupported> {
        let Some(index) = self.file_of(span) else {
            let name = self.program.sources.file(span.file).name();
            return Err(Unsupported::new(format!(
                "the check stands in {name}, a comment to the C compiler in a file that is included by others"
            )));
        };
        if !self.inside.contains(&index) {
            self.inside.push(index);
            self.inside.sort_unstable();
        }
        Ok(index)
    }

    fn file_of(&self, span: Span) -> Option<usize> {
        self.sources.iter().position(|(_, id, _)| *id == span.file)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Scan<'a>> {
        self.sources.iter().map(|(_, _, scan)| scan).chain(&self.headers)
    }

    /// Files whose declarations the test sees.
    pub(crate) fn visible(&self) -> impl Iterator<Item = &Scan<'a>> {
        self.inside.iter().map(|&index| &self.sources[index].2).chain(&self.headers)
    }

    /// Is a function of that name defined, anywhere?
    pub(crate) fn defines(&self, name: &str) -> bool {
        let mut headers = self.all().filter_map(|scan| scan.function(name));
        headers.any(|header| header.body.is_some())
    }

    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.all().any(|scan| scan.mentions(name))
    }

    /// The declaration of a function that the test sees: of a definition its header.
    pub(crate) fn declaration(&self, name: &str) -> Option<(&Scan<'a>, Header)> {
        self.visible().find_map(|scan| scan.function(name).map(|header| (scan, header)))
    }
}
