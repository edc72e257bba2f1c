//! Style and script of a page, and the policy that allows exactly these.

use sha2::{Digest, Sha256};

/// Colours and type, arrangement, the parts of the page, paper.
pub(super) const STYLE: &str = concat!(
    include_str!("style/theme.css"),
    include_str!("style/layout.css"),
    include_str!("style/failure.css"),
    include_str!("style/source.css"),
    include_str!("style/run.css"),
    include_str!("style/picture.css"),
    include_str!("style/print.css"),
);

/// Runs before anything is drawn.
pub(super) const EARLY_SCRIPT: &str = include_str!("script/early.js");

/// One function around all files: they share names with each other and with nothing else.
pub(super) const SCRIPT: &str = concat!(
    "(() => {\n\"use strict\";\n",
    include_str!("script/data.js"),
    include_str!("script/state.js"),
    include_str!("script/folds.js"),
    include_str!("script/timeline.js"),
    include_str!("script/variables.js"),
    include_str!("script/source.js"),
    include_str!("script/card.js"),
    include_str!("script/ask.js"),
    include_str!("script/memory.js"),
    include_str!("script/flow.js"),
    include_str!("script/output.js"),
    include_str!("script/search.js"),
    include_str!("script/keys.js"),
    include_str!("script/link.js"),
    include_str!("script/main.js"),
    "})();\n",
);

/// Nothing may be loaded from anywhere, and no script may run but those above, whatever the text of a program contains.
pub(super) fn security_policy() -> String {
    format!(
        "default-src 'none'; style-src '{}'; script-src '{}' '{}'; base-uri 'none'; form-action 'none'",
        fingerprint(STYLE),
        fingerprint(EARLY_SCRIPT),
        fingerprint(SCRIPT)
    )
}

/// As a policy names the content of an element.
fn fingerprint(content: &str) -> String {
    format!("sha256-{}", base64(&Sha256::digest(content.as_bytes())))
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let joined = (0..3).fold(0, |joined: u32, at| {
            joined << 8 | u32::from(group.get(at).copied().unwrap_or(0))
        });
        for digit in 0..4 {
            let index = (joined >> (18 - 6 * digit)) & 63;
            text.push(if digit > group.len() { '=' } else { char::from(DIGITS[index as usize]) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_are_those_of_browsers() {
        assert_eq!(
            fingerprint("alert('Hello, world.');"),
            "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng="
        );
        assert_eq!(base64(b"a"), "YQ==");
        assert_eq!(base64(b"ab"), "YWI=");
        assert_eq!(base64(b"abc"), "YWJj");
    }

    #[test]
    fn style_and_script_can_stand_in_their_elements() {
        for text in [STYLE, SCRIPT, EARLY_SCRIPT] {
            assert!(!text.contains("</") && !text.contains("<!--"));
        }
    }
}
