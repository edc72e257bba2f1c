//! Characters that a terminal, a page or a reader does not show but obeys: they stand in programs, file names and what programs print.
//!
//! Each is shown by a stand-in, one for one, so that columns stay what they are. Our own colours are the only escape sequences that
//! leave this crate: a text is made without colours first, and only if no such character was in it is it made again with colours.

use crate::TextOptions;

/// A character that can be seen in place of one that cannot, or that would change the order of others.
pub(crate) fn visible(c: char) -> char {
    match c {
        '\n' | '\t' => c,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(REPLACEMENT),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}' => REPLACEMENT,
        // Line ends that C does not know, and marks of writing direction: what is read must be what was compiled.
        '\u{2028}' | '\u{2029}' => '\u{2424}',
        '\u{200e}' | '\u{200f}' | '\u{061c}' => REPLACEMENT,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => REPLACEMENT,
        '\u{feff}' | '\u{fffe}' | '\u{ffff}' => REPLACEMENT,
        _ => c,
    }
}

const REPLACEMENT: char = '\u{fffd}';

/// Is this a character that is obeyed rather than shown?
fn is_control(c: char) -> bool {
    visible(c) != c
}

/// Text that whoever reads it sees as it is: nothing in it is obeyed but the ends of lines.
pub fn without_controls(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        // Before the end of a line it does nothing.
        let is_line_end = c == '\r' && rest.peek() == Some(&'\n');
        out.push(if is_line_end { c } else { visible(c) });
    }
    out
}

/// What `render` makes, with colours if they are wanted and the program has nothing in it that could pass for them.
pub(crate) fn rendered(options: &TextOptions, render: impl Fn(&TextOptions) -> String) -> String {
    let plain = render(&TextOptions { colour: false, ..*options });
    let shown = without_controls(&plain);
    match options.colour && shown == plain {
        true => render(options),
        false => shown,
    }
}

/// JSON whose strings hold no such characters themselves: outside of strings JSON has none.
pub(crate) fn escaped_in_json(json: String) -> String {
    let is_plain = |c: char| matches!(c, '\n' | '\r') || !is_control(c);
    if json.chars().all(is_plain) {
        return json;
    }
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match is_plain(c) {
            true => out.push(c),
            false => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_obeyed_but_line_ends() {
        for code in 0..0x3000 {
            let Some(c) = char::from_u32(code) else { continue };
            let shown = without_controls(&format!("a{c}b"));
            let is_obeyed = c.is_control() && !matches!(c, '\n' | '\t');
            assert_eq!(shown.contains(c), !is_obeyed && visible(c) == c, "{code:x}");
            assert_eq!(shown.chars().count(), 3);
        }
        assert_eq!(without_controls("a\r\nb\rc"), "a\r\nb\u{240d}c");
    }

    #[test]
    fn json_stays_json() {
        let text = "\u{1b}]52;c;\u{9b}31m\u{202e}\u{7f}x\n";
        let json = serde_json::to_string(text).expect("text is JSON");
        let escaped = escaped_in_json(json);
        assert!(escaped.chars().all(|c| !is_control(c)), "{escaped}");
        assert_eq!(serde_json::from_str::<String>(&escaped).expect("it should be JSON"), text);
    }

    #[test]
    fn colours_are_ours_or_there_are_none() {
        let options = TextOptions { colour: true, ..TextOptions::default() };
        let paint = |text: &'static str| {
            rendered(&options, move |options| match options.colour {
                true => format!("\u{1b}[1m{text}\u{1b}[0m"),
                false => text.to_owned(),
            })
        };
        assert_eq!(paint("x"), "\u{1b}[1mx\u{1b}[0m");
        assert_eq!(paint("\u{1b}[8mx"), "\u{241b}[8mx");
    }
}
