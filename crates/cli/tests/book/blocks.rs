//! Code blocks of a Markdown page: where they are, what they are, and which file they stand for.
//!
//! A block of C is a file of the page's sandbox when a comment stands before it:
//!
//! ```text
//! <!-- file: find.c -->
//! ```
//!
//! Such a listing may have its lines numbered. Other blocks of C are fragments, and say so: `<!-- fragment -->`.

use std::ops::Range;

/// A fenced block of a page, by the numbers of its lines.
#[derive(Debug)]
pub(crate) struct Block {
    /// What follows the opening fence: `console`, `c`, …
    pub(crate) language: String,
    /// The lines between the fences.
    pub(crate) lines: Range<usize>,
    /// The comment right before the block, without its marks.
    pub(crate) remark: Option<String>,
}

impl Block {
    pub(crate) fn file(&self) -> Option<&str> {
        self.remark.as_deref()?.strip_prefix("file: ")
    }

    pub(crate) fn is_fragment(&self) -> bool {
        self.remark.as_deref() == Some("fragment")
    }
}

pub(crate) fn blocks(lines: &[&str]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(language) = lines[at].strip_prefix("```") else {
            at += 1;
            continue;
        };
        let start = at + 1;
        let length = lines[start..].iter().position(|line| *line == "```");
        let end = start + length.unwrap_or_else(|| panic!("line {start}: block without an end"));
        let remark = at.checked_sub(1).and_then(|before| comment(lines[before]));
        blocks.push(Block { language: language.to_string(), lines: start..end, remark });
        at = end + 1;
    }
    blocks
}

fn comment(line: &str) -> Option<String> {
    let inner = line.strip_prefix("<!--")?.strip_suffix("-->")?;
    Some(inner.trim().to_string())
}

/// The text of a listing, without the numbers of its lines.
pub(crate) fn listing(lines: &[&str]) -> String {
    let plain = lines.iter().enumerate().map(|(index, line)| {
        let number = (index + 1).to_string();
        let rest = line.trim_start().strip_prefix(&number)?;
        if rest.is_empty() { Some("") } else { rest.strip_prefix("  ") }
    });
    let numbered: Option<Vec<&str>> = plain.collect();
    let mut text = numbered.unwrap_or_else(|| lines.to_vec()).join("\n");
    text.push('\n');
    text
}

/// A command of a console with the lines of output that are shown for it.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) command: String,
    pub(crate) shown: Range<usize>,
}

/// The commands of a `console` block. A command that ends in a backslash goes on in the next line.
pub(crate) fn sessions(lines: &[&str], block: &Block) -> Vec<Session> {
    let mut sessions: Vec<Session> = Vec::new();
    let mut at = block.lines.start;
    while at < block.lines.end {
        if let Some(first) = lines[at].strip_prefix("$ ") {
            let mut command = first.to_string();
            while command.ends_with('\\') {
                at += 1;
                command.pop();
                command.push_str(lines[at].trim_start());
            }
            sessions.push(Session { command, shown: at + 1..at + 1 });
        } else {
            let last = sessions.last_mut();
            last.unwrap_or_else(|| panic!("line {}: output without a command", at + 1)).shown.end =
                at + 1;
        }
        at += 1;
    }
    sessions
}
