//! Formatted input: what does a `scanf` call read, and where does it put it?
//!
//! Follows the GNU library also where it takes one character more than C demands: the text read for a
//! number is the longest that *looks* like one (`1e` then `x` reads `1e`), and only one character is
//! ever put back. Not supported: the `m` modifier (allocating strings), which counts as a mismatch.
//!
//! From standard input every value is stored by [`Host::store_input`], from a string by plain writes.

use super::format::Length;
use super::host::Host;
use super::number::is_space;
use crate::stop::Stop;

mod known;
mod number;

#[cfg(test)]
mod tests;

pub use known::{Scanned, ScannedStore, scan_known};

/// Where the text comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ScanSource {
    Stdin,
    /// The string at an address.
    String(u64),
}

/// Performs the conversions of the format at `format_address`; the number of values stored, or -1
/// when the input ended before the first one, and the number of characters taken.
pub(crate) fn scan(
    host: &mut dyn Host,
    source: ScanSource,
    format_address: u64,
) -> Result<(i32, u64), Stop> {
    let mut scanner =
        Scanner { host, source, format: format_address, skip_space: false, taken: 0, stored: 0 };
    let end = loop {
        if let Some(end) = scanner.directive()? {
            break end;
        }
    };
    let converted = match end {
        End::InputFailure if scanner.stored == 0 => -1,
        _ => scanner.stored,
    };
    Ok((converted, scanner.taken))
}

/// Why no further directive is performed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Format,
    /// The text ended too early.
    InputFailure,
    /// The text is there and does not fit.
    Mismatch,
}

/// What one directive or conversion yields: `Some` ends the scan.
type Outcome = Result<Option<End>, Stop>;

#[derive(Clone, Copy, Debug)]
struct Spec {
    suppress: bool,
    /// Never zero.
    width: Option<usize>,
    length: Length,
    conversion: u8,
}

struct Scanner<'h> {
    host: &'h mut dyn Host,
    source: ScanSource,
    format: u64,
    /// White space in the format is performed together with the directive after it.
    skip_space: bool,
    /// Characters taken so far, for `%n`.
    taken: u64,
    stored: i32,
}

impl Scanner<'_> {
    fn peek(&mut self) -> Result<Option<u8>, Stop> {
        match self.source {
            ScanSource::Stdin => self.host.peek_input(),
            ScanSource::String(address) => {
                let byte = self.host.read_byte(address)?;
                Ok((byte != 0).then_some(byte))
            }
        }
    }

    /// Takes the character that [`Scanner::peek`] showed.
    fn take(&mut self) -> Result<(), Stop> {
        match &mut self.source {
            ScanSource::Stdin => {
                self.host.consume_input()?;
            }
            ScanSource::String(address) => *address = address.wrapping_add(1),
        }
        self.taken += 1;
        Ok(())
    }

    fn skip_space(&mut self) -> Result<(), Stop> {
        while self.peek()?.is_some_and(is_space) {
            self.take()?;
        }
        self.skip_space = false;
        Ok(())
    }

    fn format_byte(&mut self) -> Result<u8, Stop> {
        self.host.read_byte(self.format)
    }

    fn advance(&mut self) {
        self.format = self.format.wrapping_add(1);
    }

    fn store(&mut self, address: u64, size: u8, bits: u64) -> Result<(), Stop> {
        match self.source {
            ScanSource::Stdin => self.host.store_input(address, size, bits),
            ScanSource::String(_) => self.host.write_scalar(address, size, bits),
        }
    }

    /// The address in the next argument.
    fn target(&mut self) -> Result<u64, Stop> {
        let bits = self.host.next_arg()?;
        Ok(if self.host.long_bytes() == 4 { u64::from(bits as u32) } else { bits })
    }

    fn directive(&mut self) -> Outcome {
        let byte = self.format_byte()?;
        match byte {
            0 => {
                if self.skip_space {
                    self.skip_space()?;
                }
                Ok(Some(End::Format))
            }
            b'%' => {
                self.advance();
                self.conversion()
            }
            _ if is_space(byte) => {
                self.advance();
                self.skip_space = true;
                Ok(None)
            }
            _ => {
                self.advance();
                if self.skip_space {
                    self.skip_space()?;
                }
                self.literal(byte)
            }
        }
    }

    fn literal(&mut self, expected: u8) -> Outcome {
        match self.peek()? {
            None => Ok(Some(End::InputFailure)),
            Some(byte) if byte == expected => {
                self.take()?;
                Ok(None)
            }
            Some(_) => Ok(Some(End::Mismatch)),
        }
    }

    fn spec(&mut self) -> Result<Spec, Stop> {
        let mut suppress = false;
        while let flag @ (b'*' | b'\'' | b'I') = self.format_byte()? {
            suppress |= flag == b'*';
            self.advance();
        }
        let mut width = 0usize;
        while let digit @ b'0'..=b'9' = self.format_byte()? {
            width = (width * 10 + usize::from(digit - b'0')).min(i32::MAX as usize);
            self.advance();
        }
        let mut length = Length::None;
        while let Some(modifier) = Length::of(self.format_byte()?) {
            length = if modifier == length { length.doubled().unwrap_or(length) } else { modifier };
            self.advance();
        }
        let conversion = self.format_byte()?;
        if conversion != 0 {
            self.advance();
        }
        Ok(Spec { suppress, width: (width > 0).then_some(width), length, conversion })
    }

    fn conversion(&mut self) -> Outcome {
        let spec = self.spec()?;
        if self.skip_space || !matches!(spec.conversion, b'[' | b'c' | b'C' | b'n') {
            self.skip_space()?;
        }
        match spec.conversion {
            b'%' => self.literal(b'%'),
            b'n' => {
                if !spec.suppress {
                    let address = self.target()?;
                    let size = spec.length.int_bytes(self.host.long_bytes());
                    self.host.write_scalar(address, size, self.taken)?;
                }
                Ok(None)
            }
            b'c' | b'C' => self.characters(&spec),
            b's' | b'S' => self.string(&spec, |byte| !is_space(byte)).map(|(outcome, _)| outcome),
            b'[' => self.set(&spec),
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'p' => self.integer(&spec),
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => self.float(&spec),
            _ => Ok(Some(End::Mismatch)),
        }
    }

    /// Size of the characters that a string conversion stores.
    fn character_bytes(spec: &Spec) -> u8 {
        if spec.length == Length::Long || matches!(spec.conversion, b'C' | b'S') { 4 } else { 1 }
    }

    /// `%c`: exactly `width` characters, fewer only at the end of the input.
    fn characters(&mut self, spec: &Spec) -> Outcome {
        let size = Self::character_bytes(spec);
        let mut address = if spec.suppress { 0 } else { self.target()? };
        for index in 0..spec.width.unwrap_or(1) {
            match self.peek()? {
                None if index == 0 => return Ok(Some(End::InputFailure)),
                None => break,
                Some(byte) => {
                    self.take()?;
                    if !spec.suppress {
                        self.store(address, size, u64::from(byte))?;
                        address = address.wrapping_add(u64::from(size));
                    }
                }
            }
        }
        self.stored += i32::from(!spec.suppress);
        Ok(None)
    }

    /// Characters that belong, with a terminator; also how many there were.
    fn string(
        &mut self,
        spec: &Spec,
        belongs: impl Fn(u8) -> bool,
    ) -> Result<(Option<End>, usize), Stop> {
        let size = Self::character_bytes(spec);
        let mut address = if spec.suppress { 0 } else { self.target()? };
        let mut count = 0;
        while spec.width.is_none_or(|width| count < width) {
            match self.peek()? {
                None if count == 0 => return Ok((Some(End::InputFailure), 0)),
                Some(byte) if belongs(byte) => {
                    self.take()?;
                    if !spec.suppress {
                        self.store(address, size, u64::from(byte))?;
                        address = address.wrapping_add(u64::from(size));
                    }
                    count += 1;
                }
                _ => break,
            }
        }
        if count > 0 && !spec.suppress {
            // Where the text ends is the input's choice, that it is terminated is not.
            self.host.write_scalar(address, size, 0)?;
            self.stored += 1;
        }
        Ok((None, count))
    }

    fn set(&mut self, spec: &Spec) -> Outcome {
        let Some(set) = self.parse_set()? else { return Ok(Some(End::Mismatch)) };
        let (outcome, count) = self.string(spec, |byte| set[usize::from(byte)])?;
        Ok(outcome.or((count == 0).then_some(End::Mismatch)))
    }

    /// The set after `%[`; `None` when its bracket is missing.
    fn parse_set(&mut self) -> Result<Option<[bool; 256]>, Stop> {
        let mut set = [false; 256];
        let inverted = self.format_byte()? == b'^';
        if inverted {
            self.advance();
        }
        let mut previous = None;
        loop {
            let byte = self.format_byte()?;
            match (byte, previous) {
                (0, _) => return Ok(None),
                (b']', Some(_)) => break,
                (b'-', Some(low)) => {
                    self.advance();
                    let high = self.format_byte()?;
                    if high != 0 && high != b']' && low <= high {
                        set[usize::from(low)..usize::from(high)].fill(true);
                    } else {
                        set[usize::from(b'-')] = true;
                    }
                    previous = Some(b'-');
                }
                _ => {
                    set[usize::from(byte)] = true;
                    previous = Some(byte);
                    self.advance();
                }
            }
        }
        self.advance();
        Ok(Some(set.map(|member| member != inverted)))
    }
}
