//! Numeric conversions of `scanf`.

use super::{End, Length, Outcome, Scanner, Spec};
use crate::stdlib::number::parse_bytes;
use crate::stop::Stop;

/// How many more characters a conversion may take.
#[derive(Debug)]
struct Budget(Option<usize>);

impl Budget {
    fn is_spent(&self) -> bool {
        self.0 == Some(0)
    }

    fn spend(&mut self) {
        if let Some(left) = &mut self.0 {
            *left -= 1;
        }
    }
}

impl Scanner<'_> {
    /// The next character while the field lasts.
    fn peek_within(&mut self, budget: &Budget) -> Result<Option<u8>, Stop> {
        if budget.is_spent() { Ok(None) } else { self.peek() }
    }

    fn take_within(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        budget.spend();
        self.take()
    }

    pub(super) fn integer(&mut self, spec: &Spec) -> Outcome {
        let Some(first) = self.peek()? else { return Ok(Some(End::InputFailure)) };
        let mut budget = Budget(spec.width);
        let mut next = Some(first);
        let negative = first == b'-';
        if matches!(first, b'+' | b'-') {
            self.take_within(&mut budget)?;
            next = self.peek_within(&budget)?;
        }
        let mut base = match spec.conversion {
            b'i' => None,
            b'o' => Some(8),
            b'x' | b'X' | b'p' => Some(16),
            _ => Some(10),
        };
        let mut digits = 0;
        if next == Some(b'0') {
            digits = 1;
            self.take_within(&mut budget)?;
            next = self.peek_within(&budget)?;
            if matches!(next, Some(b'x' | b'X')) {
                if base.is_none_or(|base| base == 16) {
                    base = Some(16);
                    self.take_within(&mut budget)?;
                    next = self.peek_within(&budget)?;
                }
            } else if base.is_none() {
                base = Some(8);
            }
        }
        let base = base.unwrap_or(10);
        // Wide enough to tell an overflow from a value.
        let mut magnitude = 0u128;
        while let Some(digit) = next.and_then(|byte| char::from(byte).to_digit(base)) {
            digits += 1;
            magnitude = (magnitude * u128::from(base) + u128::from(digit)).min(1 << 100);
            self.take_within(&mut budget)?;
            next = self.peek_within(&budget)?;
        }
        if digits == 0 && !(spec.conversion == b'p' && self.nil(first, budget)?) {
            return Ok(Some(End::Mismatch));
        }
        if spec.suppress {
            return Ok(None);
        }
        let bits = self.saturate(spec, magnitude, negative);
        let address = self.target()?;
        let size = match spec.conversion {
            b'p' => self.host.long_bytes(),
            _ => spec.length.int_bytes(self.host.long_bytes()),
        };
        self.store(address, size, bits)?;
        self.stored += 1;
        Ok(None)
    }

    /// `%p` also reads what it prints for a null pointer.
    fn nil(&mut self, first: u8, mut budget: Budget) -> Result<bool, Stop> {
        if first != b'(' || budget.0.is_some_and(|left| left < 5) {
            return Ok(false);
        }
        for letter in b"(nil)" {
            if self.peek()?.map(|byte| byte.to_ascii_lowercase()) != Some(*letter) {
                return Ok(false);
            }
            self.take_within(&mut budget)?;
        }
        Ok(true)
    }

    /// The value as `strtol` and its relatives deliver it; narrower targets get the low bytes.
    fn saturate(&self, spec: &Spec, magnitude: u128, negative: bool) -> u64 {
        let is_long_long =
            matches!(spec.length, Length::LongLong | Length::LongDouble | Length::Max);
        let bits = if is_long_long { 64 } else { 8 * u32::from(self.host.long_bytes()) };
        if matches!(spec.conversion, b'd' | b'i') {
            let limit = 1u128 << (bits - 1);
            let magnitude = magnitude.min(if negative { limit } else { limit - 1 }) as u64;
            if negative { magnitude.wrapping_neg() } else { magnitude }
        } else if magnitude >> bits != 0 {
            u64::MAX
        } else if negative {
            (magnitude as u64).wrapping_neg()
        } else {
            magnitude as u64
        }
    }

    pub(super) fn float(&mut self, spec: &Spec) -> Outcome {
        let Some(first) = self.peek()? else { return Ok(Some(End::InputFailure)) };
        let mut budget = Budget(spec.width);
        let mut text = Vec::new();
        if matches!(first, b'+' | b'-') {
            text.push(first);
            self.take_within(&mut budget)?;
        }
        let fits = match self.peek_within(&budget)?.map(|byte| byte.to_ascii_lowercase()) {
            Some(b'n') => self.word(b"nan", &mut text, &mut budget)?,
            Some(b'i') => {
                self.word(b"inf", &mut text, &mut budget)? && {
                    let next = self.peek_within(&budget)?;
                    !matches!(next, Some(b'i' | b'I'))
                        || self.word(b"inity", &mut text, &mut budget)?
                }
            }
            _ => self.float_digits(&mut text, &mut budget)?,
        };
        if !fits {
            return Ok(Some(End::Mismatch));
        }
        let (value, length) = parse_bytes(&text);
        if length == 0 {
            return Ok(Some(End::Mismatch));
        }
        if spec.suppress {
            return Ok(None);
        }
        let address = self.target()?;
        let (size, bits) = match spec.length {
            Length::Long => (8, value.to_bits()),
            Length::LongDouble | Length::LongLong => {
                (if self.host.long_bytes() == 8 { 16 } else { 12 }, value.to_bits())
            }
            _ => (4, u64::from(to_float(&text[..length], value).to_bits())),
        };
        self.store(address, size, bits)?;
        self.stored += 1;
        Ok(None)
    }

    /// Takes `word` in any case. The first character that differs is lost.
    fn word(&mut self, word: &[u8], text: &mut Vec<u8>, budget: &mut Budget) -> Result<bool, Stop> {
        for &letter in word {
            let Some(byte) = self.peek_within(budget)? else { return Ok(false) };
            self.take_within(budget)?;
            if byte.to_ascii_lowercase() != letter {
                return Ok(false);
            }
            text.push(byte);
        }
        Ok(true)
    }

    /// Takes what looks like a decimal or hexadecimal number; false when it cannot be one.
    fn float_digits(&mut self, text: &mut Vec<u8>, budget: &mut Budget) -> Result<bool, Stop> {
        let sign_length = text.len();
        let mut is_hexadecimal = false;
        let mut digit_seen = false;
        let mut point_seen = false;
        let mut exponent_seen = false;
        if self.peek_within(budget)? == Some(b'0') {
            text.push(b'0');
            self.take_within(budget)?;
            // The prefix counts only if the field has room for a digit after it.
            if let Some(x @ (b'x' | b'X')) = self.peek_within(budget)?
                && budget.0.is_none_or(|left| left >= 2)
            {
                text.push(x);
                self.take_within(budget)?;
                is_hexadecimal = true;
            } else {
                digit_seen = true;
            }
        }
        let letter = if is_hexadecimal { b'p' } else { b'e' };
        while let Some(byte) = self.peek_within(budget)? {
            let is_digit = byte.is_ascii_digit()
                || (is_hexadecimal && !exponent_seen && byte.is_ascii_hexdigit());
            if is_digit {
                digit_seen = true;
                text.push(byte);
            } else if exponent_seen && text.last() == Some(&letter) && matches!(byte, b'+' | b'-') {
                text.push(byte);
            } else if digit_seen && !exponent_seen && byte.to_ascii_lowercase() == letter {
                exponent_seen = true;
                point_seen = true;
                text.push(letter);
            } else if byte == b'.' && !point_seen {
                point_seen = true;
                text.push(byte);
            } else {
                break;
            }
            self.take_within(budget)?;
        }
        let prefix = sign_length + if is_hexadecimal { 2 } else { 0 };
        Ok(text.len() > prefix)
    }
}

/// A decimal number is rounded to `float` once, not by way of `double`.
fn to_float(text: &[u8], value: f64) -> f32 {
    std::str::from_utf8(text).ok().and_then(|text| text.parse().ok()).unwrap_or(value as f32)
}
