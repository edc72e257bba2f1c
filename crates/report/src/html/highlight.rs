//! Colours of source text: which parts of a line are keywords, comments, literals, directives.
//!
//! A tokenizer that needs to know no grammar: it goes through the file once, so that comments may span lines, and gives every line as a sequence of
//! pieces that together are the line. C and Boogie agree on all but their keywords.

/// What a piece of text is, as far as colours are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Plain,
    Keyword,
    Type,
    Number,
    Text,
    Comment,
    /// A comment that is read as a contract.
    Contract,
    Directive,
}

impl Class {
    /// The class of the element; plain text needs none.
    pub(super) fn name(self) -> Option<&'static str> {
        Some(match self {
            Class::Plain => return None,
            Class::Keyword => "k",
            Class::Type => "t",
            Class::Number => "n",
            Class::Text => "s",
            Class::Comment => "c",
            Class::Contract => "a",
            Class::Directive => "d",
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Language {
    C,
    Boogie,
}

impl Language {
    pub(super) fn of_file(name: &str) -> Language {
        if name.ends_with(".bpl") { Language::Boogie } else { Language::C }
    }

    fn class_of_word(self, word: &str) -> Class {
        let (keywords, types): (&[&str], &[&str]) = match self {
            Language::C => (&C_KEYWORDS, &C_TYPES),
            Language::Boogie => (&BOOGIE_KEYWORDS, &BOOGIE_TYPES),
        };
        if keywords.contains(&word) {
            Class::Keyword
        } else if types.contains(&word) || (self == Language::C && word.ends_with("_t")) {
            Class::Type
        } else {
            Class::Plain
        }
    }
}

const C_KEYWORDS: [&str; 25] = [
    "_Alignas",
    "_Alignof",
    "_Generic",
    "_Noreturn",
    "_Static_assert",
    "break",
    "case",
    "continue",
    "default",
    "do",
    "else",
    "enum",
    "extern",
    "for",
    "goto",
    "if",
    "inline",
    "return",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "while",
];
const C_TYPES: [&str; 17] = [
    "_Bool", "_Complex", "auto", "bool", "char", "const", "double", "float", "int", "long",
    "register", "restrict", "short", "signed", "unsigned", "void", "volatile",
];
const BOOGIE_KEYWORDS: [&str; 27] = [
    "assert",
    "assume",
    "axiom",
    "break",
    "call",
    "const",
    "else",
    "ensures",
    "exists",
    "forall",
    "free",
    "function",
    "goto",
    "havoc",
    "if",
    "implementation",
    "invariant",
    "modifies",
    "old",
    "procedure",
    "requires",
    "return",
    "returns",
    "then",
    "type",
    "var",
    "while",
];
const BOOGIE_TYPES: [&str; 4] = ["bool", "int", "real", "string"];

/// The lines of a text, each in pieces. Neighbours of one class are one piece.
pub(super) fn lines(text: &str, language: Language) -> Vec<Vec<(Class, &str)>> {
    let mut open_comment = None;
    source_lines(text)
        .map(|line| {
            Line { text: line, at: 0, pieces: Vec::new(), language }.read(&mut open_comment)
        })
        .collect()
}

/// The lines of a text as places count them.
pub(super) fn source_lines(text: &str) -> impl Iterator<Item = &str> {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line))
}

struct Line<'s> {
    text: &'s str,
    at: usize,
    pieces: Vec<(Class, &'s str)>,
    language: Language,
}

impl<'s> Line<'s> {
    /// `open_comment` is the class of a comment that began in an earlier line.
    fn read(mut self, open_comment: &mut Option<Class>) -> Vec<(Class, &'s str)> {
        if let Some(class) = *open_comment {
            self.comment(class, 0, open_comment);
        } else if self.language == Language::C && self.text.trim_start().starts_with('#') {
            self.directive();
        }
        while let Some(next) = self.rest().chars().next() {
            let rest = self.rest();
            if rest.starts_with("//") || rest.starts_with("/*") {
                let is_contract = rest[2..].starts_with('@');
                let class = if is_contract { Class::Contract } else { Class::Comment };
                if rest.starts_with("//") {
                    self.take(class, rest.len());
                } else {
                    self.comment(class, 2, open_comment);
                }
            } else if next == '"' || (next == '\'' && self.language == Language::C) {
                self.take(Class::Text, quoted_length(rest, next));
            } else if next.is_ascii_digit() || (next == '.' && starts_fraction(rest)) {
                self.take(Class::Number, number_length(rest));
            } else if is_word(next) {
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                self.take(self.language.class_of_word(&rest[..length]), length);
            } else {
                self.take(Class::Plain, next.len_utf8());
            }
        }
        self.pieces
    }

    fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    fn take(&mut self, class: Class, length: usize) {
        let end = self.at + length;
        match self.pieces.last_mut() {
            Some((last, piece)) if *last == class => {
                *piece = &self.text[self.at - piece.len()..end];
            }
            _ => self.pieces.push((class, &self.text[self.at..end])),
        }
        self.at = end;
    }

    /// A comment whose end is looked for behind its first `skip` bytes.
    fn comment(&mut self, class: Class, skip: usize, open: &mut Option<Class>) {
        let rest = self.rest();
        match rest[skip..].find("*/") {
            Some(end) => {
                *open = None;
                self.take(class, skip + end + 2);
            }
            None => {
                *open = Some(class);
                self.take(class, rest.len());
            }
        }
    }

    /// `#include <stdio.h>`: all of it; of others the directive's name.
    fn directive(&mut self) {
        let text = self.text;
        let hash = text.find('#').unwrap_or(0);
        let name = &text[hash + 1..];
        let spaces = name.len() - name.trim_start().len();
        let letters = name[spaces..].find(|c: char| !is_word(c)).unwrap_or(name.len() - spaces);
        let is_include = name[spaces..].starts_with("include");
        let end = text.find("//").or_else(|| text.find("/*")).unwrap_or(text.len());
        self.take(Class::Directive, if is_include { end } else { hash + 1 + spaces + letters });
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn starts_fraction(text: &str) -> bool {
    text[1..].starts_with(|c: char| c.is_ascii_digit())
}

/// As the standard's preprocessing numbers, which cover all suffixes and exponents.
fn number_length(text: &str) -> usize {
    let mut before = ' ';
    let is_end = |c: char| {
        let is_sign = (c == '+' || c == '-') && matches!(before, 'e' | 'E' | 'p' | 'P');
        before = c;
        !(is_word(c) || c == '.' || is_sign)
    };
    // A hexadecimal `e` is a digit: `0xe+1` is a sum to the reader.
    if text.starts_with("0x") || text.starts_with("0X") {
        return text.find(|c: char| !(is_word(c) || c == '.')).unwrap_or(text.len());
    }
    text.find(is_end).unwrap_or(text.len())
}

/// With its quotes; to the end of the line if it is not closed.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(text: &str, language: Language) -> Vec<String> {
        let mark = |(class, piece): &(Class, &str)| match class.name() {
            Some(name) => format!("[{name}:{piece}]"),
            None => (*piece).to_owned(),
        };
        lines(text, language).iter().map(|line| line.iter().map(mark).collect()).collect()
    }

    #[test]
    fn c_is_told_apart() {
        let text = "#include <stdio.h> // in\n# define N 0x1F\nif (x1 > 1.5e-3) s = \"a\\\"//\"; /* on\nand */ size_t c = '\\'';\n//@ assert x;\n";
        assert_eq!(
            marked(text, Language::C),
            [
                "[d:#include <stdio.h> ][c:// in]",
                "[d:# define] N [n:0x1F]",
                "[k:if] (x1 > [n:1.5e-3]) s = [s:\"a\\\"//\"]; [c:/* on]",
                "[c:and */] [t:size_t] c = [s:'\\''];",
                "[a://@ assert x;]",
            ]
        );
    }

    #[test]
    fn boogie_has_its_own_keywords() {
        assert_eq!(marked("havoc x; // x' y", Language::Boogie), ["[k:havoc] x; [c:// x' y]"]);
        assert_eq!(marked("havoc x;", Language::C), ["havoc x;"]);
        assert_eq!(Language::of_file("a.bpl"), Language::Boogie);
    }

    #[test]
    fn pieces_make_up_the_line_whatever_it_is() {
        let odd = "\"open\n'\n/*\u{2028}\"*/ä'\\\n#\n0x\n.\n...5\n\\\r\n/*@ x\n";
        for language in [Language::C, Language::Boogie] {
            let pieces = lines(odd, language);
            let joined: Vec<String> =
                pieces.iter().map(|line| line.iter().map(|(_, piece)| *piece).collect()).collect();
            assert_eq!(joined, source_lines(odd).collect::<Vec<_>>());
        }
    }

    #[test]
    fn lines_are_counted_as_editors_do() {
        assert_eq!(source_lines("a\r\nb\n").collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(source_lines("a\n\n").collect::<Vec<_>>(), ["a", ""]);
        assert_eq!(source_lines("").collect::<Vec<_>>(), [""]);
    }
}
