//! Formatted input from a text that is known, for those who keep storage in their own way.

use super::{ScanSource, scan};
use crate::stdlib::host::Host;
use crate::stop::Stop;

/// What a call of the `scanf` family does.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Scanned {
    /// The number of values stored, or -1.
    pub converted: i32,
    /// Characters that were taken.
    pub taken: usize,
    /// The end of the text was seen.
    pub is_over: bool,
    /// In the order in which they are stored.
    pub stores: Vec<ScannedStore>,
    /// So many arguments were used.
    pub arguments: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScannedStore {
    /// The argument that says where: 0 is the first one behind the format.
    pub argument: usize,
    /// In bytes behind the place that it points to.
    pub offset: u64,
    pub size: u8,
    pub bits: u64,
}

/// Performs the conversions of a format on a text, for the target with `long` of 64 bits.
pub fn scan_known(format: &[u8], text: &[u8]) -> Scanned {
    let mut host = Known { format, text, scanned: Scanned::default() };
    // The only thing that could stop it is memory, and there is none.
    let Ok((converted, _)) = scan(&mut host, ScanSource::Stdin, FORMAT) else {
        return Scanned::default();
    };
    Scanned { converted, ..host.scanned }
}

/// Addresses of arguments: far enough from each other, and from the format.
const APART: u32 = 32;
const FORMAT: u64 = 0;

struct Known<'t> {
    format: &'t [u8],
    text: &'t [u8],
    scanned: Scanned,
}

impl Known<'_> {
    fn store(&mut self, address: u64, size: u8, bits: u64) {
        let argument = usize::try_from(address >> APART).unwrap_or(0).saturating_sub(1);
        let offset = address & ((1 << APART) - 1);
        self.scanned.stores.push(ScannedStore { argument, offset, size, bits });
    }
}

impl Host for Known<'_> {
    fn read_byte(&mut self, address: u64) -> Result<u8, Stop> {
        let at = usize::try_from(address - FORMAT).unwrap_or(usize::MAX);
        Ok(self.format.get(at).copied().unwrap_or(0))
    }

    fn write_byte(&mut self, address: u64, value: u8) -> Result<(), Stop> {
        self.store(address, 1, value.into());
        Ok(())
    }

    fn read_scalar(&mut self, _: u64, _: u8) -> Result<u64, Stop> {
        Ok(0)
    }

    fn write_scalar(&mut self, address: u64, size: u8, bits: u64) -> Result<(), Stop> {
        self.store(address, size, bits);
        Ok(())
    }

    fn next_arg(&mut self) -> Result<u64, Stop> {
        self.scanned.arguments += 1;
        Ok((self.scanned.arguments as u64) << APART)
    }

    fn output(&mut self, _: i32, _: &[u8]) -> Result<(), Stop> {
        Ok(())
    }

    fn peek_input(&mut self) -> Result<Option<u8>, Stop> {
        let byte = self.text.get(self.scanned.taken).copied();
        self.scanned.is_over |= byte.is_none();
        Ok(byte)
    }

    fn consume_input(&mut self) -> Result<Option<u8>, Stop> {
        let byte = self.text.get(self.scanned.taken).copied();
        self.scanned.taken += usize::from(byte.is_some());
        Ok(byte)
    }

    fn store_input(&mut self, address: u64, size: u8, bits: u64) -> Result<(), Stop> {
        self.store(address, size, bits);
        Ok(())
    }

    fn long_bytes(&self) -> u8 {
        8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_words_go_to_their_arguments() {
        let scanned = scan_known(b"%d %s", b" 12 ab");
        let store = |argument, offset, size, bits| ScannedStore { argument, offset, size, bits };
        assert_eq!((scanned.converted, scanned.taken, scanned.is_over), (2, 6, true));
        let expected =
            [store(0, 0, 4, 12), store(1, 0, 1, 97), store(1, 1, 1, 98), store(1, 2, 1, 0)];
        assert_eq!(scanned.stores, expected);
        // Without a number there is nothing to store, and no argument is looked at.
        let none = scan_known(b"%d", b"x");
        assert_eq!((none.converted, none.taken, none.arguments), (0, 0, 0));
    }
}
