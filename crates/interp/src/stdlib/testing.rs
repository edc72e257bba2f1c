//! A host over plain bytes, for the tests of this module, and access to the system's C compiler.

use std::path::Path;
use std::process::Command;

use super::host::Host;
use crate::stop::Stop;

const BASE: u64 = 0x10000;

/// Flat memory from `BASE` on, a queue of arguments and a string of input.
#[derive(Debug)]
pub(super) struct Memory {
    pub(super) bytes: Vec<u8>,
    pub(super) arguments: Vec<u64>,
    pub(super) input: Vec<u8>,
    pub(super) position: usize,
    pub(super) long_bytes: u8,
    next_argument: usize,
}

impl Memory {
    pub(super) fn new() -> Memory {
        Memory {
            bytes: Vec::new(),
            arguments: Vec::new(),
            input: Vec::new(),
            position: 0,
            long_bytes: 8,
            next_argument: 0,
        }
    }

    /// Appends bytes to the memory; their address.
    pub(super) fn add(&mut self, bytes: &[u8]) -> u64 {
        let address = BASE + self.bytes.len() as u64;
        self.bytes.extend_from_slice(bytes);
        address
    }

    fn index(&self, address: u64) -> usize {
        assert!(address >= BASE, "address {address:#x} is outside the test memory");
        (address - BASE) as usize
    }

    pub(super) fn at(&self, address: u64, len: usize) -> &[u8] {
        &self.bytes[self.index(address)..][..len]
    }
}

impl Host for Memory {
    fn read_byte(&mut self, address: u64) -> Result<u8, Stop> {
        Ok(self.bytes[self.index(address)])
    }

    fn write_byte(&mut self, address: u64, value: u8) -> Result<(), Stop> {
        let index = self.index(address);
        self.bytes[index] = value;
        Ok(())
    }

    fn read_scalar(&mut self, address: u64, size: u8) -> Result<u64, Stop> {
        let mut raw = [0; 8];
        raw[..usize::from(size)].copy_from_slice(self.at(address, usize::from(size)));
        Ok(u64::from_le_bytes(raw))
    }

    fn write_scalar(&mut self, address: u64, size: u8, bits: u64) -> Result<(), Stop> {
        for (offset, byte) in bits.to_le_bytes().into_iter().take(usize::from(size)).enumerate() {
            self.write_byte(address + offset as u64, byte)?;
        }
        Ok(())
    }

    fn next_arg(&mut self) -> Result<u64, Stop> {
        self.next_argument += 1;
        Ok(self.arguments[self.next_argument - 1])
    }

    fn output(&mut self, _stream: i32, _bytes: &[u8]) -> Result<(), Stop> {
        Ok(())
    }

    fn peek_input(&mut self) -> Result<Option<u8>, Stop> {
        Ok(self.input.get(self.position).copied())
    }

    fn consume_input(&mut self) -> Result<Option<u8>, Stop> {
        let byte = self.peek_input()?;
        self.position += usize::from(byte.is_some());
        Ok(byte)
    }

    fn store_input(&mut self, address: u64, size: u8, bits: u64) -> Result<(), Stop> {
        self.write_scalar(address, size, bits)
    }

    fn long_bytes(&self) -> u8 {
        self.long_bytes
    }
}

/// A small deterministic generator of random numbers.
#[derive(Debug)]
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(super) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// Bytes as a C string literal.
pub(super) fn c_literal(bytes: &[u8]) -> String {
    let body: String = bytes
        .iter()
        .map(|&byte| match byte {
            b'"' | b'\\' | b'?' => format!("\\{}", char::from(byte)),
            b' '..=b'~' => char::from(byte).to_string(),
            _ => format!("\\{byte:03o}"),
        })
        .collect();
    format!("\"{body}\"")
}

/// Standard output of a C program built with the system's compiler; `None` (with a line that says
/// so) where there is none.
pub(super) fn run_c(name: &str, source: &str) -> Option<Vec<u8>> {
    let directory = std::env::temp_dir().join(format!("whydunit-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("the temporary directory should be writable");
    let output = compile_and_run(&directory, source);
    std::fs::remove_dir_all(&directory).expect("the directory was just created");
    if output.is_none() {
        whydunit_testing::missing(&format!("{name}: there is no C compiler"));
    }
    output
}

fn compile_and_run(directory: &Path, source: &str) -> Option<Vec<u8>> {
    let file = directory.join("test.c");
    let program = directory.join("test");
    std::fs::write(&file, source).expect("the temporary directory should be writable");
    let compiled = Command::new("cc")
        .args(["-w", "-O0", "-fno-builtin", "-o"])
        .args([&program, &file])
        .arg("-lm")
        .status()
        .ok()?;
    assert!(compiled.success(), "the generated program should compile");
    Some(Command::new(&program).output().expect("the program was just built").stdout)
}
