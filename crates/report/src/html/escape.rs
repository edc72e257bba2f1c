//! How text of programs gets into a page without becoming markup.
//!
//! Three places need three ways: text and attribute values (both quotes are escaped, so one function serves both), and data in a script element, where nothing is
//! decoded and only `<` could end the element. Characters that a page cannot hold or that would rearrange the line they stand in are shown by a
//! stand-in, one for one, so that columns stay what they are.

use crate::controls::visible;

/// Text between tags, or inside a quoted attribute.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(visible(c)),
        }
    }
    out
}

/// JSON as the content of a script element: still JSON, but without `<`, and without what older readers take for line ends.
pub(super) fn json_in_script(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            // Outside of strings JSON has none of these.
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_text() {
        assert_eq!(escaped("a<b && c>'\"'"), "a&lt;b &amp;&amp; c&gt;&#39;&quot;&#39;");
        assert_eq!(escaped("</script><!-- x -->"), "&lt;/script&gt;&lt;!-- x --&gt;");
    }

    #[test]
    fn what_cannot_be_seen_has_a_stand_in_of_the_same_length() {
        let text = "a\0b\x1b[31m\x7f\u{202e}c\u{2028}d\te\n";
        let shown = escaped(text);
        assert_eq!(shown, "a␀b␛[31m␡\u{fffd}c␤d\te\n");
        assert_eq!(shown.chars().count(), text.chars().count());
    }

    #[test]
    fn data_cannot_end_its_script() {
        let json = serde_json::json!(["</script>", "<!--", "a&b>c", "\u{2028}\u{2029}\0"]);
        let embedded = json_in_script(&json.to_string());
        assert!(!embedded.contains(['<', '>', '&', '\u{2028}', '\u{2029}', '\0']), "{embedded}");
        let back: serde_json::Value =
            serde_json::from_str(&embedded).expect("it should still be JSON");
        assert_eq!(back, json);
    }
}
