//! Which words, numbers and signs does a Boogie text consist of?
//!
//! Comments (nested ones included) and white space are gone; every token knows its bytes in the
//! file. Keywords are ordinary words here: where one is meant is the parser's business. The
//! mathematical signs that Boogie accepts (`∀`, `⇒`, `≤`, …) become the signs they stand for.

use whydunit_source::{FileId, Span};

use crate::problem::Problem;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TokenKind {
    /// A name or keyword; without the backslash that makes a name of a keyword.
    Word {
        text: String,
        escaped: bool,
    },
    /// Decimal digits.
    Int(String),
    /// `5bv32`: digits and width.
    Bv {
        digits: String,
        width: String,
    },
    Real,
    /// `0x1.8e0f24e8`, `0NaN24e8`.
    Float,
    Text(String),
    Sign(&'static str),
    End,
}

#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

/// Longer signs come before their prefixes.
const SIGNS: &[&str] = &[
    "<==>", "==>", "<==", ":=", "::", "==", "!=", "<=", ">=", "<:", "&&", "||", "++", "**", "(",
    ")", "[", "]", "{", "}", "<", ">", ",", ";", ":", "=", "+", "-", "*", "/", "!", "|",
];

/// Signs outside of ASCII, and what they stand for.
const MATHEMATICAL: &[(char, &str)] = &[
    ('⇔', "<==>"),
    ('⟺', "<==>"),
    ('⇒', "==>"),
    ('⟹', "==>"),
    ('⇐', "<=="),
    ('¬', "!"),
    ('∧', "&&"),
    ('∨', "||"),
    ('≠', "!="),
    ('≤', "<="),
    ('≥', ">="),
    ('•', "::"),
];

const MATHEMATICAL_WORDS: &[(char, &str)] = &[('∀', "forall"), ('∃', "exists"), ('λ', "lambda")];

fn starts_word(c: char) -> bool {
    c.is_ascii_alphabetic() || "_.$#'`~^\\?".contains(c)
}

fn continues_word(c: char) -> bool {
    starts_word(c) || c.is_ascii_digit()
}

/// The tokens of a file; the last one is [`TokenKind::End`].
pub(crate) fn tokens(file: FileId, text: &str) -> Result<Vec<Token>, Problem> {
    let mut lexer = Lexer { file, text, at: 0 };
    let mut tokens = Vec::new();
    loop {
        lexer.skip()?;
        let start = lexer.at;
        let kind = lexer.token()?;
        let is_end = kind == TokenKind::End;
        tokens.push(Token { kind, span: lexer.span(start) });
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Lexer<'t> {
    file: FileId,
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn span(&self, start: usize) -> Span {
        Span::new(self.file, start as u32, self.at as u32)
    }

    fn take_while(&mut self, good: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|c| !good(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn skip(&mut self) -> Result<(), Problem> {
        loop {
            self.take_while(char::is_whitespace);
            if self.at == 0 && self.rest().starts_with('\u{feff}') {
                self.at += '\u{feff}'.len_utf8();
            } else if self.rest().starts_with("//") {
                self.take_while(|c| c != '\n');
            } else if self.rest().starts_with("/*") {
                self.comment()?;
            } else {
                return Ok(());
            }
        }
    }

    fn comment(&mut self) -> Result<(), Problem> {
        let start = self.at;
        let mut depth = 0u32;
        loop {
            if self.rest().starts_with("/*") {
                depth += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return Ok(());
                }
            } else if let Some(c) = self.peek() {
                self.at += c.len_utf8();
            } else {
                let open = Span::new(self.file, start as u32, start as u32 + 2);
                return Err(Problem::new(open, "this comment does not end"));
            }
        }
    }

    fn token(&mut self) -> Result<TokenKind, Problem> {
        let start = self.at;
        let Some(c) = self.peek() else { return Ok(TokenKind::End) };
        if starts_word(c) {
            let word = self.take_while(continues_word);
            let escaped = word.starts_with('\\');
            let text = if escaped { &word[1..] } else { word };
            if text.is_empty() {
                return Err(Problem::new(self.span(start), "a name is missing after `\\`"));
            }
            return Ok(TokenKind::Word { text: text.to_owned(), escaped });
        }
        if c.is_ascii_digit() {
            return Ok(self.number());
        }
        if c == '"' {
            return self.string();
        }
        if let Some(sign) = SIGNS.iter().find(|sign| self.rest().starts_with(**sign)) {
            self.at += sign.len();
            return Ok(TokenKind::Sign(sign));
        }
        self.at += c.len_utf8();
        if let Some((_, sign)) = MATHEMATICAL.iter().find(|(known, _)| *known == c) {
            return Ok(TokenKind::Sign(sign));
        }
        if let Some((_, word)) = MATHEMATICAL_WORDS.iter().find(|(known, _)| *known == c) {
            return Ok(TokenKind::Word { text: (*word).to_owned(), escaped: false });
        }
        let shown = if c.is_control() { format!("U+{:04X}", c as u32) } else { c.to_string() };
        Err(Problem::new(self.span(start), format!("`{shown}` is no sign of Boogie")))
    }

    fn number(&mut self) -> TokenKind {
        let digits = self.take_while(|c| c.is_ascii_digit()).to_owned();
        let rest = self.rest();
        let digit_after = |skip: usize| rest[skip..].starts_with(|c: char| c.is_ascii_digit());
        if rest.starts_with("bv") && digit_after(2) {
            self.at += 2;
            let width = self.take_while(|c| c.is_ascii_digit()).to_owned();
            return TokenKind::Bv { digits, width };
        }
        if digits == "0" && (rest.starts_with("NaN") || rest.starts_with('x') && digit_after(1)) {
            self.take_while(|c| c.is_ascii_alphanumeric() || c == '.');
            if self.rest().starts_with('-') && self.text[..self.at].ends_with('e') {
                self.at += 1;
                self.take_while(|c| c.is_ascii_alphanumeric());
            }
            return TokenKind::Float;
        }
        let is_fraction = rest.starts_with('.') && digit_after(1);
        let is_exponent =
            rest.starts_with('e') && (digit_after(1) || rest.starts_with("e-") && digit_after(2));
        if is_fraction || is_exponent {
            self.take_while(|c| c.is_ascii_digit() || c == '.');
            if self.rest().starts_with('e') {
                self.at += 1;
                self.take_while(|c| c.is_ascii_digit() || c == '-');
            }
            return TokenKind::Real;
        }
        TokenKind::Int(digits)
    }

    fn string(&mut self) -> Result<TokenKind, Problem> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            match self.peek() {
                Some('"') => {
                    self.at += 1;
                    return Ok(TokenKind::Text(text));
                }
                Some('\\') if self.rest().starts_with("\\\"") => {
                    self.at += 2;
                    text.push('"');
                }
                Some('\n') | None => {
                    return Err(Problem::new(self.span(start), "this string does not end"));
                }
                Some(c) => {
                    self.at += c.len_utf8();
                    text.push(c);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<TokenKind> {
        let tokens = tokens(FileId(0), text).unwrap_or_else(|problem| panic!("{problem:?}"));
        tokens.into_iter().map(|token| token.kind).collect()
    }

    fn word(text: &str) -> TokenKind {
        TokenKind::Word { text: text.into(), escaped: false }
    }

    #[test]
    fn words_numbers_and_signs() {
        use TokenKind::{Bv, End, Int, Real, Sign};
        let bv = Bv { digits: "5".into(), width: "32".into() };
        assert_eq!(
            kinds("x#1.y' := 12 + 5bv32; /* a /* b */ c */ 1.5e-3 // end"),
            vec![word("x#1.y'"), Sign(":="), Int("12".into()), Sign("+"), bv, Sign(";"), Real, End]
        );
        assert_eq!(kinds("a<==>b"), vec![word("a"), Sign("<==>"), word("b"), End]);
        assert_eq!(kinds("¬a ⇒ b"), vec![Sign("!"), word("a"), Sign("==>"), word("b"), End]);
        assert_eq!(
            kinds("\\assert"),
            vec![TokenKind::Word { text: "assert".into(), escaped: true }, End]
        );
    }

    #[test]
    fn what_is_no_token_is_named_with_its_place() {
        for (text, start, part) in [
            ("x @", 2, "`@` is no sign"),
            ("a /* b", 2, "does not end"),
            ("\"abc\n\"", 0, "does not end"),
            ("\u{1}", 0, "U+0001"),
        ] {
            let problem = tokens(FileId(0), text).expect_err(text);
            assert_eq!(problem.span.start, start, "{text:?}");
            assert!(problem.message.contains(part), "{text:?}: {}", problem.message);
        }
    }
}
