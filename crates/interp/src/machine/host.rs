//! The machine as library routines see it.

use whydunit_program::InputOrigin;

use super::Machine;
use super::input::Source;
use crate::code::Scalar;
use crate::limits::OUTPUT_AT_ONCE;
use crate::memory::{Access, Located};
use crate::stdlib::Host;
use crate::stop::Stop;
use crate::{Budget, Detail, Observer, Piece, Stream};

/// Where a routine's variadic arguments come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arguments<'m> {
    None,
    /// Passed in the call itself; `first` is the first variadic one.
    Direct {
        values: &'m [u64],
        next: usize,
        first: usize,
    },
    /// Address of a `va_list`.
    List(u64),
}

/// What formatted input is read from, where that is no string.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reading {
    Stdin,
    /// A file of the view.
    File {
        file: i64,
        at: usize,
        /// Where the value that is being converted began.
        mark: usize,
        /// Its end was seen.
        is_over: bool,
    },
}

/// One call of a library routine.
pub(super) struct Call<'m, 'r, 'p, O> {
    pub(super) machine: &'m mut Machine<'r, 'p, O>,
    pub(super) arguments: Arguments<'m>,
    pub(super) reading: Reading,
}

fn kind(size: u8) -> Scalar {
    match size {
        1 => Scalar::U8,
        2 => Scalar::U16,
        4 => Scalar::U32,
        12 => Scalar::Long12,
        16 => Scalar::Long16,
        _ => Scalar::W64,
    }
}

impl<O: Observer> Host for Call<'_, '_, '_, O> {
    fn read_byte(&mut self, address: u64) -> Result<u8, Stop> {
        Ok(self.machine.load_checked(Scalar::U8, address, 0)? as u8)
    }

    fn write_byte(&mut self, address: u64, value: u8) -> Result<(), Stop> {
        self.machine.store_checked(Scalar::U8, address, 0, u64::from(value))
    }

    fn read_scalar(&mut self, address: u64, size: u8) -> Result<u64, Stop> {
        self.machine.load_checked(kind(size), address, 0)
    }

    fn write_scalar(&mut self, address: u64, size: u8, bits: u64) -> Result<(), Stop> {
        self.machine.store_checked(kind(size), address, 0, bits)
    }

    fn next_arg(&mut self) -> Result<u64, Stop> {
        match &mut self.arguments {
            Arguments::None => Err(self.machine.missing_argument(0)),
            Arguments::Direct { values, next, first } => {
                let index = *next - *first;
                *next += 1;
                match values.get(*next - 1) {
                    Some(&bits) => Ok(bits),
                    None => Err(self.machine.missing_argument(index)),
                }
            }
            Arguments::List(list) => {
                let (bits, _) = self.machine.next_variadic(*list)?;
                self.machine.use_variadic()?;
                Ok(bits)
            }
        }
    }

    fn output(&mut self, stream: i32, bytes: &[u8]) -> Result<(), Stop> {
        let stream = if stream == 2 { Stream::Error } else { Stream::Out };
        // Whoever takes the output may be slow: a large one must not outlast the budget.
        for piece in bytes.chunks(OUTPUT_AT_ONCE) {
            (self.machine.output)(stream, piece);
            if bytes.len() > OUTPUT_AT_ONCE {
                self.machine.poll()?;
            }
        }
        Ok(())
    }

    fn peek_input(&mut self) -> Result<Option<u8>, Stop> {
        if let Reading::File { file, at, is_over, .. } = &mut self.reading {
            let byte = self.machine.files.bytes(*file).get(*at).copied();
            *is_over |= byte.is_none();
            return Ok(byte);
        }
        Ok(self.machine.peek_stdin())
    }

    fn consume_input(&mut self) -> Result<Option<u8>, Stop> {
        if let Reading::File { file, at, .. } = &mut self.reading {
            let byte = self.machine.files.bytes(*file).get(*at).copied();
            *at += usize::from(byte.is_some());
            return Ok(byte);
        }
        let byte = self.machine.peek_stdin();
        if byte.is_some() && self.machine.stdin.pushed_back.pop().is_none() {
            self.machine.stdin.position += 1;
        }
        Ok(byte)
    }

    fn store_input(&mut self, address: u64, size: u8, bits: u64) -> Result<(), Stop> {
        if let Reading::File { file, at, mark, .. } = &mut self.reading {
            let read = (*file, *mark, *at);
            *mark = *at;
            let target = self.machine.memory.range(address, 0, size.into(), Access::Write)?;
            return self.machine.store_file_input(read, target, kind(size), bits);
        }
        self.machine.store_input(address, kind(size), bits)
    }

    fn make_room(&mut self, bytes: usize) -> Result<(), Stop> {
        let needed = self.machine.memory.used().saturating_add(bytes as u64);
        if bytes > OUTPUT_AT_ONCE && needed > self.machine.memory_limit {
            return Err(Stop::Budget(Budget::Memory));
        }
        Ok(())
    }

    fn long_bytes(&self) -> u8 {
        self.machine.long_bytes()
    }
}

impl<O: Observer> Machine<'_, '_, O> {
    /// Tells the observer what is printed next, and which parts of it are arguments.
    pub(super) fn tell_output(&mut self, stream: i32, text: &[u8], pieces: &[Piece]) {
        let stream = if stream == 2 { Stream::Error } else { Stream::Out };
        self.observer.output(stream, text, pieces);
    }

    /// Tells the observer how far standard input is read.
    pub(super) fn tell_stdin(&mut self) {
        let stdin = &self.stdin;
        self.observer.stdin(stdin.position, &stdin.pushed_back, stdin.at_end);
    }

    fn peek_stdin(&mut self) -> Option<u8> {
        if let Some(&byte) = self.stdin.pushed_back.last() {
            return Some(byte);
        }
        let byte = self.byte_of_stdin();
        self.stdin.at_end |= byte.is_none();
        byte
    }

    fn byte_of_stdin(&mut self) -> Option<u8> {
        let given = self.spec.stdin;
        let Some(behind) = self.stdin.position.checked_sub(given.len()) else {
            return Some(given[self.stdin.position]);
        };
        if behind >= self.stdin.typed.len() {
            let line = (self.typed)();
            self.stdin.typed.extend_from_slice(&line);
        }
        self.stdin.typed.get(behind).copied()
    }

    /// Next byte of standard input as an `int`, -1 at its end.
    pub(super) fn getchar(&mut self) -> Result<u64, Stop> {
        let Some(byte) = self.peek_stdin() else { return Ok(-1_i64 as u64) };
        if self.stdin.pushed_back.pop().is_some() {
            return Ok(u64::from(byte));
        }
        let position = self.stdin.position;
        self.stdin.position += 1;
        if !O::INPUTS {
            return Ok(u64::from(byte));
        }
        let cell = self.cell(Located { index: self.stdin.entry, start: position }, 1);
        let ty = self.byte_type();
        let source = Source { origin: InputOrigin::Stdin, span: self.user_span(), variable: None };
        self.record_input(&format!("stdin[{position}]"), ty, &source, cell, u64::from(byte));
        self.announce_input();
        if O::DETAIL == Detail::Everything {
            self.observer.read(cell, u64::from(byte));
        }
        Ok(u64::from(byte))
    }

    pub(super) fn byte_type(&self) -> whydunit_program::TypeId {
        use whydunit_program::{IntKind, Type};
        let unsigned = Type::Int(IntKind { bits: 8, signed: false });
        self.program.types.lookup(&unsigned).unwrap_or_else(|| self.integer_type(1))
    }

    /// Stores a converted value: an input of its own, named after the bytes it was read from.
    fn store_input(&mut self, address: u64, kind: Scalar, bits: u64) -> Result<(), Stop> {
        let size = u64::from(kind.size());
        let at = self.memory.range(address, 0, size, Access::Write)?;
        self.memory.poke(at, kind.value_size() as usize, bits);
        if size > 8 {
            let rest = Located { start: at.start + 8, ..at };
            self.memory.poke(rest, size as usize - 8, 0);
        }
        if !O::INPUTS {
            return Ok(());
        }
        let (mark, position) = (self.stdin.mark, self.stdin.position);
        let name = if position <= mark + 1 {
            format!("stdin[{mark}]")
        } else {
            format!("stdin[{mark}..{position}]")
        };
        self.stdin.mark = position;
        let ty = self.type_of_storage(at, size).unwrap_or_else(|| self.integer_type(size as u8));
        let storage = self.name_of_storage(at, size);
        let source = Source {
            origin: InputOrigin::Stdin,
            span: self.user_span(),
            variable: Some(storage).filter(|storage| !storage.contains(' ')),
        };
        let cell = self.cell(at, kind.size());
        self.record_input(&name, ty, &source, cell, bits);
        self.announce_input();
        Ok(())
    }
}
