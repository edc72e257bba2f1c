//! Colours and weights of text on a terminal.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    Error,
    Strong,
    Margin,
    /// What is said about the program, as opposed to its text.
    Fact,
    Warning,
    Success,
}

impl Style {
    fn codes(self) -> &'static str {
        match self {
            Style::Error => "1;31",
            Style::Strong => "1",
            Style::Margin => "1;34",
            Style::Fact => "36",
            Style::Warning => "33",
            Style::Success => "1;32",
        }
    }

    pub(crate) fn paint(self, text: &str, colour: bool) -> String {
        if !colour || text.is_empty() {
            return text.to_owned();
        }
        format!("\x1b[{}m{text}\x1b[0m", self.codes())
    }
}
