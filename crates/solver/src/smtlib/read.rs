//! Reading what a solver prints: s-expressions, as they arrive.

use std::collections::VecDeque;

use crate::limits::DEEPEST;

/// An s-expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sexp {
    /// A symbol (without the bars of a quoted one), keyword or number.
    Atom(String),
    Text(String),
    List(Vec<Sexp>),
}

impl Sexp {
    pub(crate) fn atom(&self) -> Option<&str> {
        match self {
            Sexp::Atom(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn list(&self) -> Option<&[Sexp]> {
        match self {
            Sexp::List(items) => Some(items),
            _ => None,
        }
    }

    /// The message of an `(error "...")`.
    pub(crate) fn error(&self) -> Option<&str> {
        match self.list()? {
            [head, Sexp::Text(message), ..] if head.atom() == Some("error") => Some(message),
            [head, ..] if head.atom() == Some("error") => Some("unspecified error"),
            _ => None,
        }
    }

    /// A Boolean or a bit-vector: `true`, `#x2a`, `#b101`, `(_ bv42 8)`.
    pub(crate) fn value(&self) -> Option<u128> {
        match self {
            Sexp::Atom(text) => match text.as_str() {
                "true" => Some(1),
                "false" => Some(0),
                text => match text.split_at_checked(2)? {
                    ("#x", digits) => u128::from_str_radix(digits, 16).ok(),
                    ("#b", digits) => u128::from_str_radix(digits, 2).ok(),
                    _ => None,
                },
            },
            Sexp::List(items) => match items.as_slice() {
                [Sexp::Atom(underscore), Sexp::Atom(digits), Sexp::Atom(_)]
                    if underscore == "_" =>
                {
                    digits.strip_prefix("bv")?.parse().ok()
                }
                _ => None,
            },
            Sexp::Text(_) => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Between,
    Atom,
    Bars,
    Text,
    /// After a quote inside a text: a second one is part of it.
    TextQuote,
    Comment,
}

/// Collects complete expressions from pieces of output.
#[derive(Debug)]
pub(crate) struct Reader {
    mode: Mode,
    token: Vec<u8>,
    open: Vec<Vec<Sexp>>,
    complete: VecDeque<Sexp>,
}

impl Reader {
    pub(crate) fn new() -> Reader {
        Reader {
            mode: Mode::Between,
            token: Vec::new(),
            open: Vec::new(),
            complete: VecDeque::new(),
        }
    }

    /// The next complete expression.
    pub(crate) fn next(&mut self) -> Option<Sexp> {
        self.complete.pop_front()
    }

    /// `Err` for text that is not a sequence of expressions.
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> Result<(), String> {
        bytes.iter().try_for_each(|&byte| self.step(byte))
    }

    fn step(&mut self, byte: u8) -> Result<(), String> {
        match self.mode {
            Mode::Comment => {
                if byte == b'\n' {
                    self.mode = Mode::Between;
                }
            }
            Mode::Text if byte == b'"' => self.mode = Mode::TextQuote,
            Mode::TextQuote if byte == b'"' => {
                self.token.push(byte);
                self.mode = Mode::Text;
            }
            Mode::Bars if byte == b'|' => {
                let text = self.take_token();
                self.finish(Sexp::Atom(text));
            }
            Mode::Text | Mode::Bars => self.token.push(byte),
            Mode::TextQuote => {
                let text = self.take_token();
                self.finish(Sexp::Text(text));
                return self.step(byte);
            }
            Mode::Atom if !byte.is_ascii_whitespace() && !b"()\";|".contains(&byte) => {
                self.token.push(byte);
            }
            Mode::Atom => {
                let text = self.take_token();
                self.finish(Sexp::Atom(text));
                return self.step(byte);
            }
            Mode::Between => return self.start(byte),
        }
        Ok(())
    }

    fn start(&mut self, byte: u8) -> Result<(), String> {
        match byte {
            _ if byte.is_ascii_whitespace() => {}
            b';' => self.mode = Mode::Comment,
            b'"' => self.mode = Mode::Text,
            b'|' => self.mode = Mode::Bars,
            b'(' if self.open.len() == DEEPEST => return Err("nested too deeply".to_owned()),
            b'(' => self.open.push(Vec::new()),
            b')' => match self.open.pop() {
                Some(items) => self.finish(Sexp::List(items)),
                None => return Err("unexpected closing parenthesis".to_owned()),
            },
            _ => {
                self.token.push(byte);
                self.mode = Mode::Atom;
            }
        }
        Ok(())
    }

    fn take_token(&mut self) -> String {
        let text = String::from_utf8_lossy(&self.token).into_owned();
        self.token.clear();
        text
    }

    fn finish(&mut self, item: Sexp) {
        self.mode = Mode::Between;
        match self.open.last_mut() {
            Some(items) => items.push(item),
            None => self.complete.push_back(item),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Sexp>, String> {
        let mut reader = Reader::new();
        // One byte at a time, as a pipe may deliver it.
        for byte in text.bytes() {
            reader.feed(&[byte])?;
        }
        Ok(std::iter::from_fn(|| reader.next()).collect())
    }

    fn atom(text: &str) -> Sexp {
        Sexp::Atom(text.to_owned())
    }

    #[test]
    fn answers() {
        assert_eq!(read("sat\nunknown"), Ok(vec![atom("sat")]), "the second may go on");
        assert_eq!(
            read("((|a b| #x0f)\n ; c )\n (y (_ bv3 4)))"),
            Ok(vec![Sexp::List(vec![
                Sexp::List(vec![atom("a b"), atom("#x0f")]),
                Sexp::List(vec![atom("y"), Sexp::List(vec![atom("_"), atom("bv3"), atom("4")])]),
            ])])
        );
        let error = read("(error \"line 1: \"\"x\"\" is (unknown\")\n").unwrap().remove(0);
        assert_eq!(error.error(), Some("line 1: \"x\" is (unknown"));
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(read(")").is_err());
        assert!(read(&"(".repeat(1_000_000)).is_err());
        assert_eq!(read("(\"|"), Ok(vec![]));
    }

    #[test]
    fn values() {
        let value = |text: &str| read(&format!("{text}\n")).unwrap()[0].value();
        assert_eq!(value("true"), Some(1));
        assert_eq!(value("#xff"), Some(255));
        assert_eq!(value("#b0101"), Some(5));
        assert_eq!(value("(_ bv42 8)"), Some(42));
        for nonsense in ["x", "#xg", "#", "(_ bv 8)", "(fp #b0 #b1 #b1)", "\"1\""] {
            assert_eq!(value(nonsense), None, "{nonsense}");
        }
    }
}
