//! Texts as SARIF takes them: plain, never empty, with links only where they are meant.
//!
//! Braces stay as they are. By the letter of the standard they are doubled in texts with placeholders; ours have none, and viewers show what is there.

use serde_sarif::sarif::{Message, MultiformatMessageString};

use crate::limits::LONGEST_MESSAGE;
use crate::words::shorten;

pub(super) fn message(text: &str) -> Message {
    Message { text: Some(plain(text)), ..Message::default() }
}

/// A message that has links: the parts of its text that are not are [`plain`] already.
pub(super) fn linked_message(text: String) -> Message {
    Message { text: Some(text), ..Message::default() }
}

pub(super) fn multiformat(text: &str) -> MultiformatMessageString {
    MultiformatMessageString::builder().text(plain(text)).build()
}

/// `text` as a link to the related location of this number.
pub(super) fn link(text: &str, id: i64) -> String {
    let text = text.replace(['[', ']', '\\'], " ");
    format!("[{text}]({id})")
}

/// Text in which nothing looks like a link: `f[1](x)` would be one.
pub(super) fn plain(text: &str) -> String {
    let text = shorten(text.trim(), LONGEST_MESSAGE).replace("](", "] (");
    if text.is_empty() { "(no text)".to_owned() } else { text }
}

/// With a capital letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let text = plain(text);
    let mut rest = text.chars();
    let first: String = rest.next().into_iter().flat_map(char::to_uppercase).collect();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", rest.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_links_look_like_links() {
        assert_eq!(plain("f[1](x) of a[8]"), "f[1] (x) of a[8]");
        assert_eq!(link("a[1].c:3", 2), "[a 1 .c:3](2)");
        assert_eq!(plain(" \n"), "(no text)");
        assert_eq!(plain(&"ä".repeat(5000)).chars().count(), LONGEST_MESSAGE);
    }

    #[test]
    fn sentences_begin_and_end() {
        assert_eq!(sentence("fails for every input"), "Fails for every input.");
        assert_eq!(sentence("Who can trigger it?"), "Who can trigger it?");
    }
}
