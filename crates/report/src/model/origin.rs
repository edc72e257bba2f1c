//! Where a report comes from: the question, and the text of the program that it is about.

/// What forms of a report need that stand alone, away from the files.
#[derive(Clone, Default, Debug)]
pub struct Origin {
    /// The command line, as typed.
    pub command: String,
    /// The directory that relative names of files start from, as an absolute path; empty if it is not known.
    pub directory: String,
    /// Of whydunit.
    pub version: &'static str,
    /// The solver and its version: `CaDiCaL 2.1.3`.
    pub solver: String,
    /// The files that the user wrote, each once, in the order given; names are those that places have.
    pub sources: Vec<SourceText>,
}

/// A file of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceText {
    /// As the user named it.
    pub name: String,
    /// All of it.
    pub text: String,
}
