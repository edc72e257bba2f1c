//! The text of a program, line by line, with what the lines know of themselves.
//!
//! A line holds at most one statement and one source of inputs, so the place of a failure or of an input names a line. A line that fails
//! can be *mended*: replaced by one that cannot fail. A line that takes inputs restricts them too: the two cannot be parted.

use std::fmt::Write;

/// The values that an input may have, both ends included.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Range {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

#[derive(Clone, Debug)]
pub(crate) struct Line {
    indent: usize,
    text: String,
    mended: Option<String>,
    /// What the call in this line may give.
    call: Option<Range>,
    /// What the contract in this line allows parameters to be.
    parameters: Vec<Parameter>,
}

/// A parameter of the start function.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) range: Range,
    /// Elements behind a pointer.
    pub(crate) length: Option<usize>,
}

/// A program.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    lines: Vec<Line>,
    /// The function that is started.
    pub(crate) start: &'static str,
}

impl Draft {
    pub(crate) fn new(start: &'static str) -> Draft {
        Draft { lines: Vec::new(), start }
    }

    pub(crate) fn push(&mut self, indent: usize, text: String, mended: Option<String>) {
        debug_assert!(!text.contains('\n'), "a line should be one line: {text}");
        self.lines.push(Line { indent, text, mended, call: None, parameters: Vec::new() });
    }

    /// The last line takes the input that the call in it gives.
    pub(crate) fn takes_input(&mut self, range: Range) {
        self.lines.last_mut().expect("there should be a line").call = Some(range);
    }

    /// The last line is the contract of these parameters.
    pub(crate) fn restricts(&mut self, parameters: Vec<Parameter>) {
        self.lines.last_mut().expect("there should be a line").parameters = parameters;
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let indent = 4 * line.indent;
            writeln!(text, "{:indent$}{}", "", line.text).expect("a string should take text");
        }
        text
    }

    pub(crate) fn parameters(&self) -> Vec<Parameter> {
        self.lines.iter().flat_map(|line| &line.parameters).cloned().collect()
    }

    /// What the call in this line (from 0) may give.
    pub(crate) fn call(&self, line: usize) -> Option<Range> {
        self.lines.get(line)?.call
    }

    /// Replaces a line that fails; false when there is nothing to replace it with.
    pub(crate) fn mend(&mut self, line: usize) -> bool {
        match self.lines.get_mut(line).and_then(|line| Some((line.mended.take()?, line))) {
            Some((mended, line)) => {
                line.text = mended;
                true
            }
            None => false,
        }
    }

    /// The program without these lines, which need not be one any more.
    pub(crate) fn without(&self, lines: std::ops::Range<usize>) -> Draft {
        let mut rest = self.clone();
        rest.lines.drain(lines);
        rest
    }
}
