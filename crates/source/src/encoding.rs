//! How the bytes of a file became its text, and the way back.
//!
//! Text is UTF-8. A byte that is part of no UTF-8 sequence stands in it as the Latin-1 character of that value, so old files read
//! sensibly; it is remembered, so that the file can be written as it was, byte by byte.

use std::ops::Range;

/// What the text of a file does not say of its bytes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Encoding {
    /// A byte order mark, which is not part of the text, comes first.
    pub has_mark: bool,
    /// Offsets in the text of the characters that stand for single bytes, ascending.
    pub single_bytes: Vec<u32>,
}

/// Some editors start files with it; compilers skip it.
const MARK: &[u8] = "\u{feff}".as_bytes();

impl Encoding {
    /// The text of these bytes.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> (String, Encoding) {
        let rest = bytes.strip_prefix(MARK);
        let has_mark = rest.is_some();
        let mut text = String::with_capacity(bytes.len());
        let mut single_bytes = Vec::new();
        for chunk in rest.unwrap_or(bytes).utf8_chunks() {
            text.push_str(chunk.valid());
            for &byte in chunk.invalid() {
                single_bytes.push(u32::try_from(text.len()).unwrap_or(u32::MAX));
                text.push(char::from(byte));
            }
        }
        (text, Encoding { has_mark, single_bytes })
    }

    /// What comes before the text.
    #[must_use]
    pub fn mark(&self) -> &'static [u8] {
        if self.has_mark { MARK } else { &[] }
    }

    /// The bytes that a part of the text was read from.
    pub(crate) fn bytes(&self, text: &str, part: Range<usize>) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(part.len());
        let from = self.single_bytes.partition_point(|&at| (at as usize) < part.start);
        let mut done = part.start;
        for &at in &self.single_bytes[from..] {
            let at = at as usize;
            let Some(character) = text[at..].chars().next().filter(|_| at < part.end) else {
                break;
            };
            bytes.extend_from_slice(&text.as_bytes()[done..at]);
            // Latin-1: the number of the character is the byte.
            bytes.push(u8::try_from(u32::from(character)).unwrap_or(b'?'));
            done = at + character.len_utf8();
        }
        bytes.extend_from_slice(&text.as_bytes()[done..part.end]);
        bytes
    }

    /// The bytes of a text that comes into this file. Its characters are those of the file: where they stand for single bytes there, they do
    /// here as well.
    pub(crate) fn bytes_of_new(&self, text: &str, new: &str) -> Vec<u8> {
        if self.single_bytes.is_empty() {
            return new.as_bytes().to_vec();
        }
        let is_single = |c: char| {
            let known = self.single_bytes.iter().any(|&at| text[at as usize..].starts_with(c));
            u8::try_from(u32::from(c)).ok().filter(|byte| !byte.is_ascii() && known)
        };
        let mut bytes = Vec::with_capacity(new.len());
        for c in new.chars() {
            match is_single(c) {
                Some(byte) => bytes.push(byte),
                None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_as_they_were() {
        for bytes in [
            &b"plain"[..],
            b"caf\xe9 \xc3\xa9\xff",
            b"\xef\xbb\xbfcaf\xe9\r\n",
            b"\xef\xbb\xbf",
            b"\xe9",
            b"\xef\xbb\xbf\xef\xbb\xbfx",
        ] {
            let (text, encoding) = Encoding::decode(bytes);
            let back = [encoding.mark(), &encoding.bytes(&text, 0..text.len())].concat();
            assert_eq!(back, bytes);
            for (middle, _) in text.char_indices() {
                let parts =
                    [encoding.bytes(&text, 0..middle), encoding.bytes(&text, middle..text.len())];
                assert_eq!([encoding.mark(), &parts.concat()].concat(), bytes);
            }
        }
    }

    #[test]
    fn new_text_is_written_as_the_file_is() {
        let (text, encoding) = Encoding::decode(b"\"caf\xe9\" x");
        assert_eq!(encoding.bytes_of_new(&text, "\"caf\u{e9}\""), b"\"caf\xe9\"");
        let (text, encoding) = Encoding::decode("\"caf\u{e9}\"".as_bytes());
        assert_eq!(encoding.bytes_of_new(&text, "\u{e9}"), "\u{e9}".as_bytes());
    }
}
