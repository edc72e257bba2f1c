//! Is it the format that is wrong? A value that is as expected and written in another way, and the place in the literal that says so.
//!
//! Numbers are read back from what was printed and from what was expected: the same number with other digits, another base, or a character in place of its number. What the literal of a call writes is followed part by part, so that
//! a byte of the output leads to its character in the source.

use whydunit_interp::Piece;
use whydunit_program::{Body, Callee, Expr, Intrinsic, Program, StmtKind};
use whydunit_source::Span;
use whydunit_suite::Apart;

use crate::check::is_literal;
use crate::number;
use crate::printed::shown;
use crate::record::{Emission, Recording};

/// A conversion that writes the right value in the wrong way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mistaken {
    /// Among the emissions of the recording.
    pub(crate) emission: usize,
    /// The conversion in the literal.
    pub(crate) place: Option<Span>,
    pub(crate) said: String,
}

/// The conversion at which the outputs part, if the value that it converted is as expected.
pub(crate) fn format_differs(
    program: &Program,
    recording: &Recording,
    expected: &[u8],
    apart: Apart,
) -> Option<Mistaken> {
    let at = apart.actual;
    let all = recording.emissions.iter().enumerate().flat_map(|(index, emission)| {
        let from = emission.start;
        emission
            .pieces
            .iter()
            .map(move |piece| (index, from + piece.start, from + piece.end, piece))
    });
    // Where one ends and the next begins, it is the next that differs.
    let (emission, start, end, piece) =
        all.filter(|(_, start, end, _)| *start <= at && at <= *end).max_by_key(|it| it.1)?;
    let text = expected.get(apart.expected.checked_sub(at - start)?..)?;
    let actual = &recording.stdout[start..end];
    let behind = recording.stdout.get(end);
    let (how, length) = written_otherwise(piece.conversion, actual, text, behind)?;
    // White space alone is another mistake.
    (text[..length].trim_ascii() != actual.trim_ascii()).then_some(())?;
    let place = conversion_in_format(program, &recording.emissions[emission], piece);
    let conversion = match place {
        Some(span) => program.sources.text(span).to_owned(),
        None => format!("%{}", char::from(piece.conversion)),
    };
    let wanted = shown_with_spaces(&text[..length]);
    let said = match how {
        How::Otherwise => {
            format!("`{conversion}` writes \"{}\", not \"{wanted}\"", shown_with_spaces(actual))
        }
        How::NumberOfCharacter => format!("`{conversion}` writes the number of '{wanted}'"),
        How::CharacterOfNumber => {
            format!("`{conversion}` writes the character with the number {wanted}")
        }
    };
    Some(Mistaken { emission, place, said })
}

fn shown_with_spaces(text: &[u8]) -> String {
    match text.iter().any(u8::is_ascii_whitespace) {
        true => String::from_utf8_lossy(text).escape_debug().to_string(),
        false => shown(text),
    }
}

#[derive(Clone, Copy)]
enum How {
    /// The same number, with other digits.
    Otherwise,
    NumberOfCharacter,
    CharacterOfNumber,
}

/// How the value should have been written, and the length of that; `None` where it is another value.
fn written_otherwise(
    conversion: u8,
    actual: &[u8],
    text: &[u8],
    behind: Option<&u8>,
) -> Option<(How, usize)> {
    let is_end = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_whitespace);
    let goes_on =
        |length: usize| text.get(length) == behind || is_end(text.get(length)) && is_end(behind);
    match conversion {
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
            let value = number::integer(actual, conversion)?.value;
            let longest = number::fraction(text).filter(|it| text[..it.length].contains(&b'.'));
            if let Some(fraction) = longest {
                let is_same = fraction.value.fract() == 0.0
                    && format!("{:.0}", fraction.value) == value.to_string();
                return is_same.then_some((How::Otherwise, fraction.length));
            }
            let bases = [conversion, b'd', b'x', b'o'];
            let other = bases.into_iter().find_map(|base| {
                let written = number::integer(text, base)?;
                let is_same = written.value == value && (base == conversion || value > 7);
                (is_same && goes_on(written.length)).then_some((How::Otherwise, written.length))
            });
            other.or_else(|| {
                let first = *text.first()?;
                let is_it = first.is_ascii_graphic()
                    && !first.is_ascii_digit()
                    && i128::from(first) == value
                    && goes_on(1);
                is_it.then_some((How::NumberOfCharacter, 1))
            })
        }
        b'c' => {
            let written = number::integer(text, b'd')?;
            let is_it = actual.len() == 1
                && i128::from(actual[0]) == written.value
                && goes_on(written.length);
            is_it.then_some((How::CharacterOfNumber, written.length))
        }
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
            let (ours, theirs) = (number::fraction(actual)?, number::fraction(text)?);
            let is_near = (ours.value - theirs.value).abs() <= ours.half.max(theirs.half);
            let is_other = ours.half != theirs.half || ours.value == theirs.value;
            (is_near && is_other && goes_on(theirs.length))
                .then_some((How::Otherwise, theirs.length))
        }
        _ => None,
    }
}

/// A part of what a literal says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// One byte.
    Byte(u8),
    /// It converts this argument; 0 is the first one behind the format.
    Conversion(usize),
}

/// The parts of a literal as it is written, each with where it begins and ends there. `None` of what is no single literal.
fn parts(literal: &str) -> Option<Vec<(usize, usize, Part)>> {
    let bytes = literal.as_bytes();
    let mut at = 1;
    let mut argument = 0;
    let mut found = Vec::new();
    bytes.first().filter(|&&byte| byte == b'"')?;
    loop {
        let begin = at;
        match *bytes.get(at)? {
            b'"' => return (at + 1 == bytes.len()).then_some(found),
            b'\\' => {
                let (byte, length) = escape(&bytes[at + 1..])?;
                at += 1 + length;
                found.push((begin, at, Part::Byte(byte)));
            }
            b'%' if bytes.get(at + 1) == Some(&b'%') => {
                at += 2;
                found.push((begin, at, Part::Byte(b'%')));
            }
            b'%' => {
                at += 1;
                while !matches!(bytes.get(at)?, b'"' | b'\\') {
                    argument += usize::from(bytes[at] == b'*');
                    at += 1;
                    if b"diouxXeEfFgGaAcspn".contains(&bytes[at - 1]) {
                        break;
                    }
                }
                found.push((begin, at, Part::Conversion(argument)));
                argument += 1;
            }
            byte => {
                at += 1;
                found.push((begin, at, Part::Byte(byte)));
            }
        }
    }
}

/// What stands behind a backslash: the byte, and how many characters say it.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    let digits = |text: &[u8], base: u32, most: usize| {
        let is_digit = |byte: &&u8| char::from(**byte).is_digit(base);
        let count = text.iter().take(most).take_while(is_digit).count();
        let digits = std::str::from_utf8(&text[..count]).ok()?;
        Some((u8::from_str_radix(digits, base).ok()?, count))
    };
    let byte = match *text.first()? {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'x' => return digits(&text[1..], 16, 2).map(|(byte, count)| (byte, count + 1)),
        b'0'..=b'7' => return digits(text, 8, 3),
        byte => byte,
    };
    Some((byte, 1))
}

/// The literal that says how the call writes.
fn format_of<'p>(program: &'p Program, emission: &Emission) -> Option<&'p Expr> {
    let StmtKind::Call { callee: Callee::Direct(callee), args, .. } =
        &program.stmt_at(emission.call.point)?.kind
    else {
        return None;
    };
    let position = match program.function(*callee).body {
        Body::Intrinsic(Intrinsic::Printf) => 0,
        Body::Intrinsic(Intrinsic::Fprintf | Intrinsic::Sprintf) => 1,
        Body::Intrinsic(Intrinsic::Snprintf) => 2,
        _ => return None,
    };
    args.get(position).filter(|format| is_literal(program, format))
}

fn part_of(span: Span, begin: usize, end: usize) -> Option<Span> {
    let at = |offset: usize| Some(span.start + u32::try_from(offset).ok()?);
    Some(Span::new(span.file, at(begin)?, at(end)?))
}

fn conversion_in_format(program: &Program, emission: &Emission, piece: &Piece) -> Option<Span> {
    let format = format_of(program, emission)?;
    let parts = parts(program.sources.text(format.span))?;
    let is_it = |part: &&(usize, usize, Part)| part.2 == Part::Conversion(piece.argument);
    let (begin, end, _) = parts.iter().find(is_it)?;
    part_of(format.span, *begin, *end)
}

/// Where the literal of a call says this byte of the output; at the end of what it writes, the end of the literal.
pub(crate) fn in_format(
    program: &Program,
    emission: &Emission,
    written: &[u8],
    at: usize,
) -> Option<Span> {
    let format = format_of(program, emission)?;
    let literal = program.sources.text(format.span);
    let parts = parts(literal)?;
    let pieces = emission.pieces.iter();
    let before = pieces.filter(|piece| emission.start + piece.end <= at).max_by_key(|it| it.end);
    let (from, start) = match before {
        Some(piece) => {
            let is_it = |part: &(usize, usize, Part)| part.2 == Part::Conversion(piece.argument);
            (parts.iter().position(is_it)? + 1, emission.start + piece.end)
        }
        None => (0, emission.start),
    };
    let Some((begin, end, part)) = parts.get(from + at.checked_sub(start)?) else {
        return part_of(format.span, literal.len() - 1, literal.len());
    };
    let is_told = match part {
        Part::Byte(byte) => written.get(at).is_none_or(|it| it == byte),
        Part::Conversion(_) => true,
    };
    is_told.then(|| part_of(format.span, *begin, *end)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_in_parts() {
        let text = |literal: &str| {
            let parts = parts(literal).unwrap_or_default().into_iter();
            parts.map(|(begin, end, part)| format!("{}={part:?} ", &literal[begin..end])).collect()
        };
        let check = |literal: &str, expected: &str| {
            let found: String = text(literal);
            assert_eq!(found.trim_end(), expected, "{literal}");
        };
        check(r#""a\n""#, r"a=Byte(97) \n=Byte(10)");
        check(r#""%d%%""#, "%d=Conversion(0) %%=Byte(37)");
        check(r#""%-*.3lf%c""#, "%-*.3lf=Conversion(1) %c=Conversion(2)");
        check(r#""\x41\0""#, r"\x41=Byte(65) \0=Byte(0)");
        check(r#""a" "b""#, "");
        check("FORMAT", "");
    }

    #[test]
    fn values_in_another_form() {
        let check = |conversion: u8, actual: &str, text: &str, expected: Option<usize>| {
            let found = written_otherwise(conversion, actual.as_bytes(), text.as_bytes(), None);
            assert_eq!(found.map(|(_, length)| length), expected, "{actual} {text}");
        };
        check(b'd', "1", "01", Some(2));
        check(b'd', "1", "11", None);
        check(b'd', "1", "1.00", Some(4));
        check(b'd', "1", "1.50", None);
        check(b'd', "65", "A", Some(1));
        check(b'd', "65", "B", None);
        check(b'c', "A", "65", Some(2));
        check(b'c', "A", "66", None);
        check(b'd', "255", "ff", Some(2));
        check(b'x', "ff", "255", Some(3));
        check(b'f', "3.141593", "3.14", Some(4));
        check(b'f', "3.141593", "3.15", None);
        check(b'f', "2.000000", "2.1", None);
    }
}
