//! Bytes to text, for files in whatever encoding.
//!
//! UTF-8 is taken as it is. A byte that is part of no UTF-8 sequence becomes the Latin-1 character of that
//! value, so old files read sensibly, and is remembered, so that a string literal still contains the
//! byte the compiler would put there.

use whydunit_source::Encoding;

#[derive(Debug, Default)]
pub(super) struct Decoded {
    pub(super) text: String,
    /// Offsets in `text` of the characters that stand for single bytes, ascending.
    pub(super) raw_offsets: Vec<u32>,
    /// A byte order mark was left out before it.
    pub(super) has_mark: bool,
}

impl Decoded {
    /// How its bytes became this text.
    pub(super) fn encoding(&self) -> Encoding {
        Encoding { has_mark: self.has_mark, single_bytes: self.raw_offsets.clone() }
    }
}

/// Without regard to marks: in the middle of preprocessed text there is none to be left out.
pub(super) fn decode(bytes: Vec<u8>) -> Decoded {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return Decoded { text, ..Decoded::default() },
        Err(error) => error.into_bytes(),
    };
    let mut decoded = Decoded::default();
    for chunk in bytes.utf8_chunks() {
        decoded.text.push_str(chunk.valid());
        for &byte in chunk.invalid() {
            decoded.raw_offsets.push(decoded.text.len() as u32);
            decoded.text.push(char::from(byte));
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stray_bytes_are_latin_1_and_remembered() {
        let decoded = decode(b"caf\xe9 \xc3\xa9".to_vec());
        assert_eq!(decoded.text, "café é");
        assert_eq!(decoded.raw_offsets, [3]);
    }
}
