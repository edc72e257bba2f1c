//! Values with parts, and how they are written: `{.name = "bob", .scores = {1, 2, 3}}`.
//!
//! Everything is written like a C initialiser. What is too long is shortened in the middle, with the number of elements or
//! characters behind it; eight or more equal elements in a row are counted as gdb does it (`0 <repeats 100 times>`). Text that is still too long
//! is made again with narrower limits, so that a wide record keeps its outline.

use crate::limits::{LONGEST_VALUE, SHORTEST_REPETITION};
use crate::literals;

/// A value, ready to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// A number, a pointer: anything without parts.
    Scalar(String),
    /// Storage that nothing has been stored in yet.
    Unknown,
    /// An array of characters; `None` where nothing has been stored yet.
    Bytes(Vec<Option<u8>>, ByteKind),
    /// An array.
    List(Vec<Shown>),
    /// A map of which only the keys up to some bound are kept.
    Map(Vec<Shown>),
    /// Members with their names.
    Record {
        /// In the order of their declaration.
        members: Vec<(String, Shown)>,
        /// Are these all of them?
        is_whole: bool,
    },
    /// The address of something that has no other name.
    AddressOf(Box<Shown>),
}

/// What kind of array bytes are in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ByteKind {
    /// A text whatever it consists of: an argument, standard input.
    Text,
    /// `signed char`, and plain `char`.
    Signed,
    /// `unsigned char`.
    Unsigned,
}

/// How much is written before the middle is left out.
#[derive(Clone, Copy)]
struct Limits {
    elements: usize,
    characters: usize,
    members: usize,
}

const LIMITS: [Limits; 4] = [
    Limits { elements: 16, characters: 64, members: 16 },
    Limits { elements: 8, characters: 32, members: 12 },
    Limits { elements: 4, characters: 24, members: 8 },
    Limits { elements: 2, characters: 16, members: 6 },
];

const UNKNOWN: &str = "?";

impl Shown {
    /// One line of C.
    pub fn text(&self) -> String {
        if let Shown::Scalar(text) = self {
            return text.clone();
        }
        let mut text = String::new();
        for limits in LIMITS {
            text = self.within(limits);
            if text.chars().count() <= LONGEST_VALUE {
                break;
            }
        }
        text
    }

    fn within(&self, limits: Limits) -> String {
        match self {
            Shown::Scalar(text) => text.clone(),
            Shown::Unknown => UNKNOWN.into(),
            Shown::Bytes(bytes, kind) => bytes_text(bytes, *kind, limits),
            Shown::List(elements) => {
                let text = |element: &Shown| element.within(limits);
                list_text(elements, text, limits.elements)
            }
            Shown::Map(elements) => map_text(elements, limits),
            Shown::Record { members, is_whole } => {
                let mut texts: Vec<String> = members
                    .iter()
                    .map(|(name, value)| format!(".{name} = {}", value.within(limits)))
                    .collect();
                if texts.len() > limits.members {
                    let head = limits.members / 2;
                    let tail = texts.len() - (limits.members - head);
                    texts.splice(head..tail, ["...".to_owned()]);
                }
                if !is_whole {
                    texts.push("...".into());
                }
                format!("{{{}}}", texts.join(", "))
            }
            Shown::AddressOf(target) => format!("&{}", target.within(limits)),
        }
    }
}

fn bytes_text(bytes: &[Option<u8>], kind: ByteKind, limits: Limits) -> String {
    if !bytes.is_empty() && bytes.iter().all(Option::is_none) {
        return UNKNOWN.into();
    }
    if let Some(text) = as_text(bytes, kind) {
        return string_text(&text, limits.characters);
    }
    let number = |byte: &Option<u8>| match *byte {
        None => UNKNOWN.to_owned(),
        Some(byte) if kind == ByteKind::Signed => (byte as i8).to_string(),
        Some(byte) => byte.to_string(),
    };
    list_text(bytes, number, limits.elements)
}

/// The bytes before the NULs at the end, if they are a text. Nobody misses what lies behind a NUL and was never set.
fn as_text(bytes: &[Option<u8>], kind: ByteKind) -> Option<Vec<u8>> {
    let known: Vec<u8> = bytes.iter().copied().map_while(|byte| byte).collect();
    if known.len() < bytes.len() && !known.contains(&0) {
        return None;
    }
    let end = known.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let text = &known[..end];
    let is_text = match kind {
        ByteKind::Text => true,
        ByteKind::Signed => text.is_empty() || literals::looks_like_text(text),
        ByteKind::Unsigned => literals::looks_like_text(text),
    };
    is_text.then(|| text.to_vec())
}

fn string_text(bytes: &[u8], most: usize) -> String {
    if bytes.len() <= most {
        return literals::string(bytes);
    }
    let (head, tail) = (&bytes[..most / 2], &bytes[bytes.len() - most / 2..]);
    let (head, tail) = (literals::string(head), literals::string(tail));
    format!("{head}...{tail} ({} characters)", bytes.len())
}

fn list_text<T: PartialEq>(elements: &[T], text: impl Fn(&T) -> String, most: usize) -> String {
    // Each item stands for this many elements.
    let mut items: Vec<(&T, usize)> = Vec::new();
    for run in elements.chunk_by(|left, right| left == right) {
        if run.len() >= SHORTEST_REPETITION {
            items.push((&run[0], run.len()));
        } else {
            items.extend(run.iter().map(|element| (element, 1)));
        }
    }
    let list = |items: &[(&T, usize)]| {
        let item = |&(element, count): &(&T, usize)| match count {
            1 => text(element),
            _ => format!("{} <repeats {count} times>", text(element)),
        };
        items.iter().map(item).collect::<Vec<_>>().join(", ")
    };
    if items.len() <= most {
        return format!("{{{}}}", list(&items));
    }
    let (head, tail) = (&items[..most.div_ceil(2)], &items[items.len() - most / 2..]);
    format!("{{{}, ..., {}}} ({} elements)", list(head), list(tail), elements.len())
}

/// A map has a few keys that somebody has set, and many that nobody cares about.
fn map_text(elements: &[Shown], limits: Limits) -> String {
    let text = |element: &Shown| element.within(limits);
    let rest = elements.last();
    let set = elements.iter().rposition(|element| Some(element) != rest).map_or(0, |last| last + 1);
    if set + 2 >= elements.len() || set > limits.elements {
        return list_text(elements, text, limits.elements);
    }
    let shown: Vec<String> = elements[..=set].iter().map(text).collect();
    format!("{{{}, ...}} ({} elements)", shown.join(", "), elements.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: usize) -> Shown {
        Shown::Scalar(value.to_string())
    }

    fn bytes(text: &[u8], kind: ByteKind) -> String {
        Shown::Bytes(text.iter().copied().map(Some).collect(), kind).text()
    }

    #[test]
    fn lists_are_shortened_in_the_middle() {
        let list = |count: usize| Shown::List((0..count).map(number).collect()).text();
        assert_eq!(list(3), "{0, 1, 2}");
        assert_eq!(list(16), "{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}");
        assert_eq!(
            list(100),
            "{0, 1, 2, 3, 4, 5, 6, 7, ..., 92, 93, 94, 95, 96, 97, 98, 99} (100 elements)"
        );
    }

    #[test]
    fn repetitions_are_counted() {
        let mut elements = vec![number(1); 2];
        elements.extend(vec![number(0); 98]);
        assert_eq!(Shown::List(elements).text(), "{1, 1, 0 <repeats 98 times>}");
        assert_eq!(Shown::List(vec![number(0); 7]).text(), "{0, 0, 0, 0, 0, 0, 0}");
    }

    #[test]
    fn bytes_are_texts_or_numbers() {
        assert_eq!(bytes(b"abc\0\0", ByteKind::Signed), r#""abc""#);
        assert_eq!(bytes(b"abc\0xyz", ByteKind::Unsigned), r#""abc\0xyz""#);
        assert_eq!(bytes(b"\x01\x02\xff", ByteKind::Signed), "{1, 2, -1}");
        assert_eq!(bytes(b"\x01\x02\xff", ByteKind::Unsigned), "{1, 2, 255}");
        assert_eq!(bytes(b"\x01\x02\xff", ByteKind::Text), r#""\001\002\377""#);
        assert_eq!(bytes(b"\0\0\0\0", ByteKind::Signed), r#""""#);
        assert_eq!(bytes(b"\0\0\0\0", ByteKind::Unsigned), "{0, 0, 0, 0}");
        let long = [b'x'; 5000];
        let text = bytes(&long, ByteKind::Signed);
        assert!(text.ends_with("xxx\" (5000 characters)"), "{text}");
    }

    #[test]
    fn what_was_never_set_is_marked() {
        let partly = vec![Some(b'a'), None, None];
        assert_eq!(Shown::Bytes(partly, ByteKind::Signed).text(), "{97, ?, ?}");
        let ended = vec![Some(b'a'), Some(0), None];
        assert_eq!(Shown::Bytes(ended, ByteKind::Signed).text(), r#""a""#);
        assert_eq!(Shown::Bytes(vec![None; 3], ByteKind::Signed).text(), "?");
        assert_eq!(Shown::List(vec![number(1), Shown::Unknown]).text(), "{1, ?}");
    }

    #[test]
    fn wide_records_keep_their_outline() {
        let member = |index: usize| {
            let elements = (0..40).map(|value| number(1_000_000 + value)).collect();
            (format!("m{index}"), Shown::List(elements))
        };
        let record = Shown::Record { members: (0..8).map(member).collect(), is_whole: true };
        let text = record.text();
        assert!(text.starts_with("{.m0 = {1000000, ..., 1000039} (40 elements), "), "{text}");
        assert!(text.contains(", ..., .m5 = "), "{text}");
    }
}
