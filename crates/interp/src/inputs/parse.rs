//! The text form of given inputs.

use super::InputValue;
use crate::limits::MOST_REPETITIONS;

pub(super) fn assignment(text: &str) -> Result<(String, InputValue), String> {
    let Some((name, value)) = text.split_once('=') else {
        return Err(format!("`{text}` is not of the form name=value"));
    };
    // What a pointer leads to is given for the pointer: `*p={.x=1}` is `p={.x=1}`.
    let given = name.trim();
    let given = given.strip_prefix('*').map_or(given, str::trim_start);
    // Records that pointers lead to are called `(*p)`.
    let mut steps = given.split("->").map(str::trim);
    let first = steps.next().unwrap_or(given).to_owned();
    let name = steps.fold(first, |pointer, field| format!("(*{pointer}).{field}"));
    // Other languages than C have more characters in names.
    let good = |c: char| c.is_alphanumeric() || "_#.[]$'~^?`@".contains(c);
    if given.is_empty() || !given.replace("->", "").chars().all(good) {
        return Err(match given {
            "" => "the name of the input is missing".into(),
            _ => format!("`{given}` is not a name of an input"),
        });
    }
    let mut parser = Parser { text: value, at: 0 };
    let parsed =
        parser.value().map_err(|message| format!("in the value of `{name}`: {message}"))?;
    parser.space();
    if parser.at < value.len() {
        return Err(format!("in the value of `{name}`: unexpected `{}`", &value[parser.at..]));
    }
    Ok((name, parsed))
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn here(&self) -> String {
        match self.rest() {
            "" => "at the end".into(),
            rest => format!("at `{rest}`"),
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    fn accept(&mut self, c: char) -> bool {
        self.space();
        let found = self.peek() == Some(c);
        if found {
            self.next();
        }
        found
    }

    fn value(&mut self) -> Result<InputValue, String> {
        self.space();
        match self.peek() {
            None => Err("a value is missing".into()),
            Some('[') => self.list('[', ']'),
            Some('{') => self.braces(),
            Some('"') => self.string(),
            Some('\'') => self.character(),
            // The address of something without a name.
            Some('&') => {
                self.next();
                self.value()
            }
            Some(c) if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => {
                let number = self.number()?;
                self.repeated_as_character(&number)?;
                Ok(number)
            }
            Some(_) => self.word(),
        }
    }

    fn list(&mut self, open: char, close: char) -> Result<InputValue, String> {
        self.accept(open);
        let mut values = Vec::new();
        loop {
            if self.accept(close) {
                return Ok(InputValue::List(values));
            }
            let value = self.value()?;
            let count = self.repetitions()?;
            values.extend(std::iter::repeat_n(value, count));
            if !self.accept(',') {
                return if self.accept(close) {
                    Ok(InputValue::List(values))
                } else {
                    Err(format!("expected `,` or `{close}` {}", self.here()))
                };
            }
        }
    }

    /// `97 'a'` says the same twice, as reports do.
    fn repeated_as_character(&mut self, number: &InputValue) -> Result<(), String> {
        self.space();
        if self.peek() != Some('\'') {
            return Ok(());
        }
        let character = self.character()?;
        if character == *number {
            return Ok(());
        }
        Err("the number is not the character behind it".into())
    }

    /// `0 <repeats 100 times>`, as reports shorten lists.
    fn repetitions(&mut self) -> Result<usize, String> {
        if !self.accept('<') {
            return Ok(1);
        }
        let inside = self.rest().split_once('>').map(|(inside, _)| inside);
        let count = inside
            .and_then(|inside| inside.trim().strip_prefix("repeats ")?.strip_suffix(" times"))
            .and_then(|count| count.trim().parse().ok())
            .filter(|&count| count <= MOST_REPETITIONS);
        match (inside, count) {
            (Some(inside), Some(count)) => {
                self.at += inside.len() + 1;
                Ok(count)
            }
            _ => Err(format!("expected `<repeats N times>` {}", self.here())),
        }
    }

    /// `{.x = 1, .y = 2}`, or `{1, 2}` in the order of the fields.
    fn braces(&mut self) -> Result<InputValue, String> {
        let inside = self.rest()[1..].trim_start();
        if !inside.starts_with('.') || inside[1..].starts_with(|c: char| c.is_ascii_digit()) {
            return self.list('{', '}');
        }
        self.accept('{');
        let mut fields = Vec::new();
        loop {
            if self.accept('}') {
                return Ok(InputValue::Fields(fields));
            }
            if !self.accept('.') {
                return Err(format!("expected `.field` {}", self.here()));
            }
            let name = self.identifier();
            if name.is_empty() || !self.accept('=') {
                return Err(format!("expected `.field = value` {}", self.here()));
            }
            fields.push((name.to_owned(), self.value()?));
            if !self.accept(',') && self.peek() != Some('}') {
                return Err(format!("expected `,` or `}}` {}", self.here()));
            }
        }
    }

    fn identifier(&mut self) -> &'t str {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_') {
            self.next();
        }
        &self.text[start..self.at]
    }

    fn word(&mut self) -> Result<InputValue, String> {
        let start = self.rest();
        match self.identifier() {
            "NULL" | "null" | "nullptr" => Ok(InputValue::Null),
            "true" => Ok(InputValue::Int(1)),
            "false" => Ok(InputValue::Int(0)),
            "nan" | "NAN" => Ok(InputValue::Float(f64::NAN)),
            "inf" | "INFINITY" => Ok(InputValue::Float(f64::INFINITY)),
            "" => Err(format!("`{start}` is not a value")),
            name => Ok(InputValue::Name(name.to_owned())),
        }
    }

    fn number(&mut self) -> Result<InputValue, String> {
        let start = self.at;
        let negative = self.peek() == Some('-');
        if matches!(self.peek(), Some('-' | '+')) {
            self.next();
        }
        let digits_at = self.at;
        let is_hex = self.rest().starts_with("0x") || self.rest().starts_with("0X");
        let mut previous = ' ';
        while let Some(c) = self.peek() {
            let exponent_sign = matches!(c, '+' | '-') && matches!(previous, 'e' | 'E') && !is_hex;
            if !(c.is_ascii_alphanumeric() || c == '.' || exponent_sign) {
                break;
            }
            previous = c;
            self.next();
        }
        let whole = &self.text[start..self.at];
        let digits = &self.text[digits_at..self.at];
        let bad = || format!("`{whole}` is not a number");
        if let Some(word) = ["inf", "nan"].into_iter().find(|&word| digits == word) {
            let value = if word == "inf" { f64::INFINITY } else { f64::NAN };
            return Ok(InputValue::Float(if negative { -value } else { value }));
        }
        let is_float = !is_hex && digits.contains(['.', 'e', 'E']);
        if is_float {
            let digits = digits.trim_end_matches(['f', 'F', 'l', 'L']);
            let value: f64 = digits.parse().map_err(|_| bad())?;
            return Ok(InputValue::Float(if negative { -value } else { value }));
        }
        let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
        let value = match digits.get(2..).filter(|_| is_hex) {
            Some(hex) => i128::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        let value = value.map_err(|_| bad())?;
        Ok(InputValue::Int(if negative { -value } else { value }))
    }

    fn character(&mut self) -> Result<InputValue, String> {
        self.next();
        let mut bytes = Vec::new();
        match self.next() {
            Some('\\') => bytes.push(self.escape()?),
            Some(c) if c != '\'' => bytes.extend(c.to_string().bytes()),
            _ => return Err("empty character".into()),
        }
        if self.next() != Some('\'') || bytes.len() != 1 {
            return Err("a character must be one byte between quotes".into());
        }
        Ok(InputValue::Int(i128::from(bytes[0] as i8)))
    }

    fn string(&mut self) -> Result<InputValue, String> {
        self.next();
        let mut bytes = Vec::new();
        loop {
            match self.next() {
                None => return Err("the string does not end".into()),
                Some('"') => return Ok(InputValue::Bytes(bytes)),
                Some('\\') => bytes.push(self.escape()?),
                Some(c) => bytes.extend(c.to_string().bytes()),
            }
        }
    }

    /// What follows a backslash, as in C.
    fn escape(&mut self) -> Result<u8, String> {
        let c = self.next().ok_or("the escape sequence does not end")?;
        Ok(match c {
            'n' => b'\n',
            't' => b'\t',
            'r' => b'\r',
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' => 27,
            'x' => return self.digits(16, 2),
            '0'..='7' => {
                self.at -= 1;
                return self.digits(8, 3);
            }
            '\\' | '\'' | '"' | '?' => c as u8,
            _ => return Err(format!("unknown escape sequence `\\{c}`")),
        })
    }

    fn digits(&mut self, radix: u32, most: usize) -> Result<u8, String> {
        let start = self.at;
        let mut value = 0;
        while self.at - start < most
            && let Some(digit) = self.peek().and_then(|c| c.to_digit(radix))
        {
            value = value * radix + digit;
            self.next();
        }
        if self.at == start {
            return Err("an escape sequence without digits".into());
        }
        u8::try_from(value).map_err(|_| "an escape sequence beyond one byte".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use InputValue::{Bytes, Fields, Float, Int, List, Name, Null};

    fn value(text: &str) -> InputValue {
        let (name, value) = assignment(&format!("x={text}")).expect(text);
        assert_eq!(name, "x");
        value
    }

    #[test]
    fn all_forms_of_values() {
        assert_eq!(value("42"), Int(42));
        assert_eq!(value("-0x10"), Int(-16));
        assert_eq!(value("18446744073709551615u"), Int(u64::MAX.into()));
        assert_eq!(value("'a'"), Int(97));
        assert_eq!(value(r"'\n'"), Int(10));
        assert_eq!(value(r"'\xff'"), Int(-1));
        assert_eq!(value("1.5"), Float(1.5));
        assert_eq!(value("-2e3"), Float(-2000.0));
        assert_eq!(value(r#""a\0b""#), Bytes(b"a\0b".to_vec()));
        assert_eq!(value("[1, 2,3]"), List(vec![Int(1), Int(2), Int(3)]));
        assert_eq!(value("[]"), List(vec![]));
        assert_eq!(value("{1, [2]}"), List(vec![Int(1), List(vec![Int(2)])]));
        assert_eq!(
            value("{.x=1, .y = {.z=NULL}}"),
            Fields(vec![("x".into(), Int(1)), ("y".into(), Fields(vec![("z".into(), Null)]))])
        );
        assert_eq!(value("&{.z=1}"), Fields(vec![("z".into(), Int(1))]));
        assert_eq!(value("97 'a'"), Int(97));
        assert_eq!(value("{1, 0 <repeats 3 times>}"), List(vec![Int(1), Int(0), Int(0), Int(0)]));
        assert_eq!(value("true"), Int(1));
        assert_eq!(value("RED"), Name("RED".into()));
    }

    #[test]
    fn names_may_go_through_pointers() {
        let name = |text: &str| assignment(text).expect(text).0;
        assert_eq!(name("p->x=1"), "(*p).x");
        assert_eq!(name("p->next->value=1"), "(*(*p).next).value");
        assert_eq!(name("*p={.x=1}"), "p");
    }

    #[test]
    fn mistakes_are_named() {
        for bad in [
            "x", "=3", "x=", "x=?", "x=[1", "x=\"a", "x=1 2", "x='ab'", "x={.a}", "x=1x",
            "x=98 'a'",
        ] {
            assert!(assignment(bad).is_err(), "{bad}");
        }
    }
}
