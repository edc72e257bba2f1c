//! What the library routines ask of the machine that runs the program.

use crate::stop::Stop;

/// Memory, streams and variadic arguments as seen from a library routine.
///
/// Every access is checked by the implementor as if the calling statement had made it; a routine only
/// passes the [`Stop`] on. Sizes of scalars are 1, 2, 4 or 8 bytes, or the target's size of a `long
/// double` (12 or 16), whose bits are given as those of the `double` of the same value.
pub(crate) trait Host {
    fn read_byte(&mut self, address: u64) -> Result<u8, Stop>;

    fn write_byte(&mut self, address: u64, value: u8) -> Result<(), Stop>;

    /// Zero-extended to 64 bits.
    fn read_scalar(&mut self, address: u64, size: u8) -> Result<u64, Stop>;

    /// Stores the low `size` bytes of `bits`.
    fn write_scalar(&mut self, address: u64, size: u8, bits: u64) -> Result<(), Stop>;

    /// Next variadic argument as raw bits: integers extended as they were passed, floating values as
    /// those of a `double`.
    fn next_arg(&mut self) -> Result<u64, Stop>;

    /// `stream` is 1 for standard output, 2 for standard error.
    fn output(&mut self, stream: i32, bytes: &[u8]) -> Result<(), Stop>;

    /// Next byte of standard input without taking it. `None` at the end, which also sets the
    /// end-of-file indicator.
    fn peek_input(&mut self) -> Result<Option<u8>, Stop>;

    /// Takes the next byte of standard input.
    fn consume_input(&mut self) -> Result<Option<u8>, Stop>;

    /// Stores a value that came from standard input.
    fn store_input(&mut self, address: u64, size: u8, bits: u64) -> Result<(), Stop>;

    /// Asks for room before a large result is built.
    fn make_room(&mut self, _bytes: usize) -> Result<(), Stop> {
        Ok(())
    }

    /// Size of `long` and of pointers on the target: 8 or 4.
    fn long_bytes(&self) -> u8;
}
