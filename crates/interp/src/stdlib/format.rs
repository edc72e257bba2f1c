//! Formatted output: which bytes does a `printf` call produce?
//!
//! All conversions of C11 with flags, width, precision and length modifiers, and POSIX positional
//! arguments (`%2$d`). The `'` and `I` flags are accepted and do nothing, as in the "C" locale. Wide
//! characters are written as UTF-8. A conversion that does not exist is copied as it stands, which is
//! what the GNU library does where C leaves the behaviour undefined.

use super::host::Host;
use crate::Piece;
use crate::stop::Stop;

mod float;

#[cfg(test)]
mod tests;

/// What formatting yields, and which parts of it come from arguments.
#[derive(Debug)]
pub(crate) struct Formatted {
    pub(crate) text: Vec<u8>,
    pub(crate) pieces: Vec<Piece>,
}

/// The bytes that formatting the string at `format_address` yields; `%n` writes its count on the way.
pub(crate) fn format(host: &mut dyn Host, format_address: u64) -> Result<Formatted, Stop> {
    let mut formatter = Formatter {
        text: Reader { address: format_address },
        arguments: Arguments { fetched: Vec::new(), next: 0 },
        out: Vec::new(),
        pieces: Vec::new(),
        converted: None,
        conversion: 0,
        host,
    };
    formatter.run()?;
    Ok(Formatted { text: formatter.out, pieces: formatter.pieces })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Length {
    None,
    Char,
    Short,
    Long,
    LongLong,
    /// `L`, or `q`: a `long double`, or a `long long`.
    LongDouble,
    Max,
    Size,
}

impl Length {
    /// The modifier of one letter.
    pub(super) fn of(first: u8) -> Option<Length> {
        Some(match first {
            b'h' => Length::Short,
            b'l' => Length::Long,
            b'L' | b'q' => Length::LongDouble,
            b'j' => Length::Max,
            b'z' | b'Z' | b't' => Length::Size,
            _ => return None,
        })
    }

    /// The modifier after one more of the same letter (`hh`, `ll`).
    pub(super) fn doubled(self) -> Option<Length> {
        match self {
            Length::Short => Some(Length::Char),
            Length::Long => Some(Length::LongLong),
            _ => None,
        }
    }

    /// Size of the integer that the modifier announces.
    pub(super) fn int_bytes(self, long_bytes: u8) -> u8 {
        match self {
            Length::None => 4,
            Length::Char => 1,
            Length::Short => 2,
            Length::Long | Length::Size => long_bytes,
            Length::LongLong | Length::LongDouble | Length::Max => 8,
        }
    }
}

/// One conversion specification, its `*` already replaced by arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spec {
    left: bool,
    plus: bool,
    space: bool,
    alternative: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    length: Length,
    conversion: u8,
}

#[derive(Debug)]
struct Reader {
    address: u64,
}

impl Reader {
    fn peek(&self, host: &mut dyn Host) -> Result<u8, Stop> {
        host.read_byte(self.address)
    }

    fn advance(&mut self) {
        self.address = self.address.wrapping_add(1);
    }
}

/// The variadic arguments fetched so far: positional conversions may use one twice.
#[derive(Debug)]
struct Arguments {
    fetched: Vec<u64>,
    next: usize,
}

impl Arguments {
    fn take(&mut self, host: &mut dyn Host, position: Option<usize>) -> Result<u64, Stop> {
        let index = match position {
            Some(position) => position - 1,
            None => {
                self.next += 1;
                self.next - 1
            }
        };
        while self.fetched.len() <= index {
            self.fetched.push(host.next_arg()?);
        }
        Ok(self.fetched[index])
    }
}

struct Formatter<'h> {
    text: Reader,
    arguments: Arguments,
    out: Vec<u8>,
    pieces: Vec<Piece>,
    /// The argument that the present conversion took last, and the letter of the conversion.
    converted: Option<(usize, u8)>,
    conversion: u8,
    host: &'h mut dyn Host,
}

impl Formatter<'_> {
    fn run(&mut self) -> Result<(), Stop> {
        loop {
            let byte = self.text.peek(self.host)?;
            match byte {
                0 => return Ok(()),
                b'%' => {
                    let start = self.text.address;
                    self.text.advance();
                    let begin = self.out.len();
                    if !self.conversion(start)? {
                        return Ok(());
                    }
                    self.note_piece(begin);
                }
                _ => {
                    self.out.push(byte);
                    self.text.advance();
                }
            }
        }
    }

    /// Notes what the last conversion gave, if it took an argument.
    fn note_piece(&mut self, start: usize) {
        let Some((argument, conversion)) = self.converted.take() else { return };
        let end = self.out.len();
        self.pieces.push(Piece { start, end, argument, conversion });
    }

    /// Performs the conversion whose `%` stands at `start`; false when the format ends within it.
    fn conversion(&mut self, start: u64) -> Result<bool, Stop> {
        let position = self.position()?;
        let Some(spec) = self.spec()? else { return Ok(false) };
        self.conversion = spec.conversion;
        self.converted = None;
        let precision = spec.precision.filter(|_| !matches!(spec.conversion, b's' | b'S'));
        self.host.make_room(self.out.len() + spec.width.max(precision.unwrap_or(0)))?;
        match spec.conversion {
            b'%' => self.out.push(b'%'),
            b'd' | b'i' => {
                let value = self.signed(&spec, position)?;
                integer(&mut self.out, &spec, value.unsigned_abs(), sign_of(&spec, value < 0));
            }
            b'u' | b'o' | b'x' | b'X' | b'B' | b'b' => {
                let value = self.unsigned(&spec, position)?;
                integer(&mut self.out, &spec, value, b"");
            }
            b'p' => {
                let value = self.pointer(position)?;
                if value == 0 {
                    pad(&mut self.out, &Spec { precision: None, ..spec }, b"(nil)");
                } else {
                    let spec = Spec { alternative: true, conversion: b'x', ..spec };
                    integer(&mut self.out, &spec, value, sign_of(&spec, false));
                }
            }
            b'c' if spec.length != Length::Long => {
                let value = self.argument(position)?;
                pad(&mut self.out, &spec, &[value as u8]);
            }
            b'c' | b'C' => {
                let mut bytes = Vec::new();
                push_wide(&mut bytes, self.argument(position)? as u32);
                pad(&mut self.out, &spec, &bytes);
            }
            b's' | b'S' => self.string(&spec, position)?,
            b'n' => {
                let address = self.pointer(position)?;
                let size = spec.length.int_bytes(self.host.long_bytes());
                self.host.write_scalar(address, size, self.out.len() as u64)?;
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                let value = f64::from_bits(self.argument(position)?);
                float::float(&mut self.out, &spec, value);
            }
            _ => {
                for address in start..self.text.address {
                    self.out.push(self.host.read_byte(address)?);
                }
            }
        }
        Ok(true)
    }

    fn argument(&mut self, position: Option<usize>) -> Result<u64, Stop> {
        let index = position.map_or(self.arguments.next, |position| position - 1);
        self.converted = Some((index, self.conversion));
        self.arguments.take(self.host, position)
    }

    /// `n$` right after the `%`, if that is what stands there.
    fn position(&mut self) -> Result<Option<usize>, Stop> {
        let start = self.text.address;
        if let Some(number @ 1..=4096) = self.number()?
            && self.text.peek(self.host)? == b'$'
        {
            self.text.advance();
            return Ok(Some(number));
        }
        self.text.address = start;
        Ok(None)
    }

    /// A decimal number, if a digit is next; saturates at the largest `int`.
    fn number(&mut self) -> Result<Option<usize>, Stop> {
        let mut value = None;
        loop {
            let byte = self.text.peek(self.host)?;
            if !byte.is_ascii_digit() {
                return Ok(value);
            }
            let next = value.unwrap_or(0) * 10 + usize::from(byte - b'0');
            value = Some(next.min(i32::MAX as usize));
            self.text.advance();
        }
    }

    /// The value of a `*` (or `*n$`) whose star has been passed.
    fn star(&mut self) -> Result<i32, Stop> {
        let position = self.position()?;
        Ok(self.argument(position)? as i32)
    }

    fn spec(&mut self) -> Result<Option<Spec>, Stop> {
        let mut spec = Spec {
            left: false,
            plus: false,
            space: false,
            alternative: false,
            zero: false,
            width: 0,
            precision: None,
            length: Length::None,
            conversion: 0,
        };
        loop {
            match self.text.peek(self.host)? {
                b'-' => spec.left = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternative = true,
                b'0' => spec.zero = true,
                b'\'' | b'I' => {}
                _ => break,
            }
            self.text.advance();
        }
        if self.text.peek(self.host)? == b'*' {
            self.text.advance();
            let width = self.star()?;
            spec.left |= width < 0;
            spec.width = width.unsigned_abs() as usize;
        } else if let Some(width) = self.number()? {
            spec.width = width;
        }
        if self.text.peek(self.host)? == b'.' {
            self.text.advance();
            if self.text.peek(self.host)? == b'*' {
                self.text.advance();
                spec.precision = usize::try_from(self.star()?).ok();
            } else {
                spec.precision = Some(self.number()?.unwrap_or(0));
            }
        }
        while let Some(length) = Length::of(self.text.peek(self.host)?) {
            spec.length =
                if length == spec.length { length.doubled().unwrap_or(length) } else { length };
            self.text.advance();
        }
        spec.conversion = self.text.peek(self.host)?;
        if spec.conversion == 0 {
            return Ok(None);
        }
        self.text.advance();
        Ok(Some(spec))
    }

    fn signed(&mut self, spec: &Spec, position: Option<usize>) -> Result<i64, Stop> {
        let bits = self.argument(position)?;
        Ok(match spec.length.int_bytes(self.host.long_bytes()) {
            1 => i64::from(bits as i8),
            2 => i64::from(bits as i16),
            4 => i64::from(bits as i32),
            _ => bits as i64,
        })
    }

    fn unsigned(&mut self, spec: &Spec, position: Option<usize>) -> Result<u64, Stop> {
        let bits = self.argument(position)?;
        Ok(match spec.length.int_bytes(self.host.long_bytes()) {
            1 => u64::from(bits as u8),
            2 => u64::from(bits as u16),
            4 => u64::from(bits as u32),
            _ => bits,
        })
    }

    fn pointer(&mut self, position: Option<usize>) -> Result<u64, Stop> {
        let bits = self.argument(position)?;
        Ok(if self.host.long_bytes() == 4 { u64::from(bits as u32) } else { bits })
    }

    fn string(&mut self, spec: &Spec, position: Option<usize>) -> Result<(), Stop> {
        const NULL: &[u8] = b"(null)";
        let address = self.pointer(position)?;
        let limit = spec.precision.unwrap_or(usize::MAX);
        let bytes = if address == 0 {
            if limit < NULL.len() { Vec::new() } else { NULL.to_vec() }
        } else if spec.conversion == b'S' || spec.length == Length::Long {
            self.wide_string(address, limit)?
        } else {
            self.narrow_string(address, limit)?
        };
        pad(&mut self.out, spec, &bytes);
        Ok(())
    }

    fn narrow_string(&mut self, address: u64, limit: usize) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        while bytes.len() < limit {
            match self.host.read_byte(address.wrapping_add(bytes.len() as u64))? {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }

    /// At most `limit` bytes of output, and no partial character.
    fn wide_string(&mut self, mut address: u64, limit: usize) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        while bytes.len() < limit {
            let code = self.host.read_scalar(address, 4)? as u32;
            let before = bytes.len();
            if code == 0 {
                break;
            }
            push_wide(&mut bytes, code);
            if bytes.len() > limit {
                bytes.truncate(before);
                break;
            }
            address = address.wrapping_add(4);
        }
        Ok(bytes)
    }
}

fn push_wide(out: &mut Vec<u8>, code: u32) {
    let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

pub(super) fn sign_of(spec: &Spec, negative: bool) -> &'static [u8] {
    match (negative, spec.plus, spec.space) {
        (true, ..) => b"-",
        (false, true, _) => b"+",
        (false, false, true) => b" ",
        (false, false, false) => b"",
    }
}

/// Text of a string-like conversion in its field.
fn pad(out: &mut Vec<u8>, spec: &Spec, text: &[u8]) {
    field(out, &Spec { zero: false, ..*spec }, b"", text);
}

/// `prefix` and `text` in a field; zeros go between the two.
pub(super) fn field(out: &mut Vec<u8>, spec: &Spec, prefix: &[u8], text: &[u8]) {
    let fill = spec.width.saturating_sub(prefix.len() + text.len());
    if !spec.left && !spec.zero {
        out.resize(out.len() + fill, b' ');
    }
    out.extend_from_slice(prefix);
    if !spec.left && spec.zero {
        out.resize(out.len() + fill, b'0');
    }
    out.extend_from_slice(text);
    if spec.left {
        out.resize(out.len() + fill, b' ');
    }
}

fn integer(out: &mut Vec<u8>, spec: &Spec, value: u64, sign: &[u8]) {
    let mut digits = match spec.conversion {
        _ if value == 0 && spec.precision == Some(0) => String::new(),
        b'o' => format!("{value:o}"),
        b'x' => format!("{value:x}"),
        b'X' => format!("{value:X}"),
        b'b' | b'B' => format!("{value:b}"),
        _ => value.to_string(),
    };
    let precision = spec.precision.unwrap_or(1);
    if digits.len() < precision {
        digits.insert_str(0, &"0".repeat(precision - digits.len()));
    }
    let mut prefix = sign.to_vec();
    if spec.alternative {
        match spec.conversion {
            b'o' if !digits.starts_with('0') => digits.insert(0, '0'),
            b'x' | b'X' | b'b' | b'B' if value != 0 => {
                prefix.extend_from_slice(&[b'0', spec.conversion]);
            }
            _ => {}
        }
    }
    let spec = Spec { zero: spec.zero && spec.precision.is_none(), ..*spec };
    field(out, &spec, &prefix, digits.as_bytes());
}
