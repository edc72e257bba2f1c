//! What does a format of `printf` do with its arguments, in a form in which two formats can be compared?
//!
//! Equal pieces with equal values mean equal output. Not the other way round: `5` and `%d` with 5 are different pieces.

/// One thing that is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    Byte(u8),
    /// An argument, written in a way that `form` stands for.
    Integer {
        form: i64,
        bytes: u8,
        signed: bool,
    },
    Float {
        form: i64,
    },
    /// An argument that is one character.
    Character,
    /// An argument that is a string.
    Text,
}

/// Forms have bits that no byte has.
const FORM: i64 = 1 << 60;

/// Takes a format apart. `long_bytes` is the size of a `long`.
pub(super) fn pieces(format: &[u8], long_bytes: u8) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = format.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            pieces.push(Piece::Byte(byte));
            continue;
        }
        let mut layout = Vec::new();
        let mut length = Vec::new();
        let letter = loop {
            match rest.next() {
                Some(c @ (b'-' | b'+' | b' ' | b'#' | b'.' | b'0'..=b'9')) => layout.push(c),
                Some(c @ (b'h' | b'l' | b'L' | b'q' | b'j' | b'z' | b't')) => length.push(c),
                Some(letter) => break letter,
                None => return Err("a format that ends within a conversion".into()),
            }
        };
        let bytes = match length.as_slice() {
            b"" => 4,
            b"h" => 2,
            b"hh" => 1,
            b"l" | b"z" | b"t" => long_bytes,
            b"ll" | b"j" | b"q" => 8,
            _ => 0,
        };
        pieces.push(match letter {
            b'%' if layout.is_empty() && length.is_empty() => Piece::Byte(b'%'),
            b'd' | b'i' if bytes > 0 => {
                Piece::Integer { form: form(&layout, b'd')?, bytes, signed: true }
            }
            b'u' | b'x' | b'X' | b'o' if bytes > 0 => {
                Piece::Integer { form: form(&layout, letter)?, bytes, signed: false }
            }
            b'c' if layout.is_empty() && length.is_empty() => Piece::Character,
            b's' if layout.is_empty() && length.is_empty() => Piece::Text,
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A'
                if matches!(length.as_slice(), b"" | b"l") =>
            {
                Piece::Float { form: form(&layout, letter)? }
            }
            _ => {
                let layout = String::from_utf8_lossy(&layout).into_owned();
                let length = String::from_utf8_lossy(&length).into_owned();
                return Err(format!("output by `%{layout}{length}{}`", char::from(letter)));
            }
        });
    }
    Ok(pieces)
}

/// A number for the way in which an argument is written; different ways have different numbers.
fn form(layout: &[u8], letter: u8) -> Result<i64, String> {
    if layout.len() > 6 {
        return Err("output by a long conversion".into());
    }
    let bytes = layout.iter().chain([&letter]);
    Ok(bytes.fold(0, |number, &byte| number << 8 | i64::from(byte)) | FORM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let plain = form(b"", b'd').unwrap();
        assert_eq!(
            pieces(b"a%%%i%ld\n", 8).unwrap(),
            [
                Piece::Byte(b'a'),
                Piece::Byte(b'%'),
                Piece::Integer { form: plain, bytes: 4, signed: true },
                Piece::Integer { form: plain, bytes: 8, signed: true },
                Piece::Byte(b'\n'),
            ]
        );
        assert_eq!(pieces(b"%c%s", 8).unwrap(), [Piece::Character, Piece::Text]);
        assert_ne!(form(b"05", b'd').unwrap(), form(b"5", b'd').unwrap());
        for beyond in ["%p", "%n", "%*d", "%5s", "%Lf", "%ls", "%"] {
            assert!(pieces(beyond.as_bytes(), 8).is_err(), "{beyond}");
        }
    }
}
