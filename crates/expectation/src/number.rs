//! Numbers as they stand in an expected text.

/// A number at the beginning of a text, and how many bytes it takes with the spaces before it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Written<T> {
    pub(crate) value: T,
    pub(crate) length: usize,
    /// Half of the last digit that is written, of a decimal fraction.
    pub(crate) half: f64,
}

fn spaces(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| byte == b' ').count()
}

/// An integer in the base of a conversion.
pub(crate) fn integer(text: &[u8], conversion: u8) -> Option<Written<i128>> {
    let start = spaces(text);
    let mut at = start;
    let is_negative = text.get(at) == Some(&b'-');
    if matches!(text.get(at), Some(b'-' | b'+')) {
        at += 1;
    }
    let base = match conversion {
        b'x' | b'X' => 16,
        b'o' => 8,
        b'b' | b'B' => 2,
        _ => 10,
    };
    if base == 16 && text[at..].starts_with(b"0x") {
        at += 2;
    }
    let digits = text[at..].iter().take_while(|byte| (**byte as char).is_digit(base)).count();
    let digits = std::str::from_utf8(&text[at..at + digits]).ok().filter(|it| !it.is_empty())?;
    let value = i128::from_str_radix(digits, base).ok()?;
    let value = if is_negative { -value } else { value };
    Some(Written { value, length: at + digits.len(), half: 0.0 })
}

/// A decimal fraction.
pub(crate) fn fraction(text: &[u8]) -> Option<Written<f64>> {
    let start = spaces(text);
    let is_part = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    let most = text[start..].iter().take_while(|byte| is_part(byte)).count();
    let found = (1..=most).rev().find_map(|length| {
        let written = std::str::from_utf8(&text[start..start + length]).ok()?;
        let is_number = written.ends_with(|it: char| it.is_ascii_digit() || it == '.');
        written.parse::<f64>().ok().filter(|_| is_number).map(|value| (value, written))
    })?;
    let (value, written) = found;
    let (mantissa, exponent) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, after)| after.len());
    let exponent: i32 = exponent.parse().ok()?;
    let half = 0.5 * 10_f64.powi(exponent - i32::try_from(decimals).ok()?);
    Some(Written { value, length: start + written.len(), half })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_end_where_they_end() {
        let integer = |text: &str, conversion| {
            integer(text.as_bytes(), conversion).map(|it| (it.value, it.length))
        };
        assert_eq!(integer("12, 3", b'd'), Some((12, 2)));
        assert_eq!(integer("  -7\n", b'd'), Some((-7, 4)));
        assert_eq!(integer("ffz", b'x'), Some((255, 2)));
        assert_eq!(integer("abc", b'd'), None);
        assert_eq!(integer("", b'd'), None);
        let fraction =
            |text: &str| fraction(text.as_bytes()).map(|it| (it.value, it.length, it.half));
        assert_eq!(fraction("2.50\n"), Some((2.5, 4, 0.005)));
        assert_eq!(fraction("3 4"), Some((3.0, 1, 0.5)));
        assert_eq!(fraction("1e3."), Some((1000.0, 3, 500.0)));
        assert_eq!(fraction("x"), None);
    }
}
