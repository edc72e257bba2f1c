//! Library functions that the machine performs itself.

use whydunit_program::address::{ADDRESS_SPACE, MAX_OBJECT};
use whydunit_program::{CheckKind, Intrinsic, Target};

use super::Machine;
use super::host::{Arguments, Call, Reading};
use crate::code::Scalar;
use crate::memory::{Content, State, What};
use crate::stdlib::{self, Host, ScanSource};
use crate::stop::Stop;
use crate::{Budget, ObjectKind, Observer, Piece};

impl<'r, 'p, O: Observer> Machine<'r, 'p, O> {
    /// Performs an intrinsic; the result is canonical bits of its C type.
    pub(super) fn intrinsic(&mut self, intrinsic: Intrinsic, args: &[u64]) -> Result<u64, Stop> {
        let arg = |index: usize| args.get(index).copied().unwrap_or(0);
        match intrinsic {
            Intrinsic::Malloc => self.malloc("malloc", arg(0), Content::Uninitialised),
            Intrinsic::Calloc => match arg(0).checked_mul(arg(1)) {
                Some(size) => self.malloc("calloc", size, Content::Zero),
                None => Ok(0),
            },
            Intrinsic::Realloc => self.realloc(arg(0), arg(1)),
            Intrinsic::Free => {
                self.free(arg(0))?;
                Ok(0)
            }
            Intrinsic::Alloca => {
                if arg(0) >= MAX_OBJECT {
                    return Err(Stop::Budget(Budget::Memory));
                }
                let kind = ObjectKind::Alloca { span: self.user_span() };
                let index = self.new_object(arg(0), Content::Uninitialised, kind, None)?;
                self.extra().blocks.push(index);
                Ok(self.memory.address_of(index))
            }
            Intrinsic::Memcpy | Intrinsic::Memmove => {
                self.copy_bytes(arg(0), arg(1), arg(2))?;
                Ok(arg(0))
            }
            Intrinsic::Memset => {
                self.fill_bytes(arg(0), arg(2), arg(1) as u8)?;
                Ok(arg(0))
            }
            Intrinsic::Exit => Err(Stop::Exit { code: arg(0) as i32, handlers: true }),
            Intrinsic::QuickExit => Err(Stop::Exit { code: arg(0) as i32, handlers: false }),
            Intrinsic::Abort => Err(Stop::Abort),
            Intrinsic::VaStart => {
                self.va_start(arg(0))?;
                Ok(0)
            }
            Intrinsic::VaEnd => Ok(0),
            Intrinsic::Printf
            | Intrinsic::Fprintf
            | Intrinsic::Sprintf
            | Intrinsic::Snprintf
            | Intrinsic::Vprintf
            | Intrinsic::Vfprintf
            | Intrinsic::Vsprintf
            | Intrinsic::Vsnprintf => self.print(intrinsic, args),
            Intrinsic::Fputc => {
                let stream = self.stream(arg(1))?;
                let piece = Piece { start: 0, end: 1, argument: 0, conversion: b'c' };
                self.tell_output(stream, &[arg(0) as u8], &[piece]);
                self.host(Arguments::None).output(stream, &[arg(0) as u8])?;
                Ok(u64::from(arg(0) as u8))
            }
            Intrinsic::Fflush => Ok(0),
            Intrinsic::Getchar => {
                let byte = self.getchar()?;
                self.tell_stdin();
                Ok(byte)
            }
            Intrinsic::Ungetc => {
                self.stream(arg(1))?;
                if arg(0) as i32 == -1 {
                    return Ok(-1_i64 as u64);
                }
                self.stdin.pushed_back.push(arg(0) as u8);
                self.stdin.at_end = false;
                self.tell_stdin();
                Ok(u64::from(arg(0) as u8))
            }
            Intrinsic::Feof => {
                let stream = self.stream(arg(0))?;
                Ok(u64::from(stream == 0 && self.stdin.at_end))
            }
            Intrinsic::Clearerr => {
                if self.stream(arg(0))? == 0 {
                    self.stdin.at_end = false;
                    self.tell_stdin();
                }
                Ok(0)
            }
            Intrinsic::Scanf
            | Intrinsic::Fscanf
            | Intrinsic::Sscanf
            | Intrinsic::Vscanf
            | Intrinsic::Vfscanf
            | Intrinsic::Vsscanf => self.scan(intrinsic, args),
            Intrinsic::Strtod => {
                let (value, end) = stdlib::parse_double(&mut self.host(Arguments::None), arg(0))?;
                if arg(1) != 0 {
                    let word = self.pointer_kind();
                    self.store_checked(word, arg(1), 0, end)?;
                }
                Ok(value.to_bits())
            }
            Intrinsic::Seed => {
                self.inputs.random.seed(arg(0), arg(1));
                Ok(0)
            }
            Intrinsic::FileFind
            | Intrinsic::FileFact
            | Intrinsic::FileBytes
            | Intrinsic::FileEntry
            | Intrinsic::ScanFile
            | Intrinsic::ScanText => self.file_intrinsic(intrinsic, args),
            Intrinsic::Math(function) => Ok(math(function, args)),
        }
    }

    pub(super) fn pointer_kind(&self) -> Scalar {
        match self.program.types.target() {
            Target::Lp64 => Scalar::W64,
            Target::Ilp32 => Scalar::U32,
        }
    }

    pub(super) fn long_bytes(&self) -> u8 {
        self.program.types.target().pointer_bytes() as u8
    }

    pub(super) fn host<'m>(&'m mut self, arguments: Arguments<'m>) -> Call<'m, 'r, 'p, O> {
        Call { machine: self, arguments, reading: Reading::Stdin }
    }

    // The heap.

    /// Absurd sizes give null as on a real system; sizes beyond what we follow, or beyond the budget, end the run.
    fn malloc(&mut self, name: &'static str, size: u64, content: Content) -> Result<u64, Stop> {
        if size >= MAX_OBJECT {
            let is_absurd = self.program.types.target() == Target::Ilp32 || size >= ADDRESS_SPACE;
            let most = MAX_OBJECT >> 30;
            let limit =
                || Stop::Limit(format!("a block of {size} bytes: up to {most} GiB are followed"));
            return if is_absurd { Ok(0) } else { Err(limit()) };
        }
        let function = self.opener().unwrap_or(name);
        let kind = ObjectKind::Heap { function, span: self.user_span() };
        let index = self.new_object(size, content, kind, None)?;
        Ok(self.memory.address_of(index))
    }

    /// Of the block behind a `FILE *`: the function that has opened it, as users know it.
    fn opener(&self) -> Option<&'static str> {
        const MAKER: &str = "__whydunit_stream_on";
        let function = |frame: &super::Frame| self.program.function(frame.function);
        let innermost = function(self.frames.last()?);
        if !innermost.is_library || innermost.name != MAKER {
            return None;
        }
        let outermost =
            self.frames.iter().rev().map(function).take_while(|it| it.is_library).last()?;
        ["fopen", "fdopen", "tmpfile"].into_iter().find(|name| outermost.name.starts_with(name))
    }

    /// The entry of the heap block that starts at an address.
    fn heap_block(&self, address: u64, doing: &str) -> Result<usize, Stop> {
        let bad = |message: String| Stop::fault(CheckKind::Lifetime, message);
        let (index, offset) = self.memory.locate(self.memory.canonical(address));
        let object = match self.memory.entry(index).map(|entry| &entry.what) {
            Some(What::Object(object)) => object,
            Some(What::Function(function)) => {
                let name = &self.program.function(*function).name;
                return Err(bad(format!("{doing} of the function {name}")));
            }
            _ => return Err(bad(format!("{doing} of the wild pointer {address:#x}"))),
        };
        let what = self.describe_object(index);
        if !matches!(object.kind, ObjectKind::Heap { .. }) {
            return Err(bad(format!("{doing} of {what}, which is not from the heap")));
        }
        if let State::Freed(span) = object.state {
            let line = self.line(span);
            let again = if doing == "free" { "double free" } else { doing };
            return Err(bad(format!("{again} of {what}, freed before ({line})")));
        }
        if offset != 0 {
            return Err(bad(format!("{doing} of a pointer to offset {offset} of {what}")));
        }
        Ok(index)
    }

    fn free(&mut self, address: u64) -> Result<(), Stop> {
        if address != 0 {
            let index = self.heap_block(address, "free")?;
            let span = self.user_span();
            self.end_object(index, State::Freed(span));
        }
        Ok(())
    }

    fn realloc(&mut self, address: u64, size: u64) -> Result<u64, Stop> {
        if address == 0 {
            return self.malloc("realloc", size, Content::Uninitialised);
        }
        let index = self.heap_block(address, "realloc")?;
        if size == 0 {
            self.free(address)?;
            return Ok(0);
        }
        let old_size = self.memory.object(index).map_or(0, |object| object.size);
        let new = self.malloc("realloc", size, Content::Uninitialised)?;
        if new != 0 {
            self.copy_bytes(new, self.memory.address_of(index), old_size.min(size))?;
            self.free(address)?;
        }
        Ok(new)
    }

    // Streams.

    /// Number of the stream that a `FILE *` stands for.
    fn stream(&mut self, file: u64) -> Result<i32, Stop> {
        Ok(self.load_checked(Scalar::I32, file, 0)? as i32)
    }

    fn print(&mut self, intrinsic: Intrinsic, args: &[u64]) -> Result<u64, Stop> {
        let arg = |index: usize| args.get(index).copied().unwrap_or(0);
        let format_at = match intrinsic {
            Intrinsic::Printf | Intrinsic::Vprintf => 0,
            Intrinsic::Snprintf | Intrinsic::Vsnprintf => 2,
            _ => 1,
        };
        let is_list = matches!(
            intrinsic,
            Intrinsic::Vprintf | Intrinsic::Vfprintf | Intrinsic::Vsprintf | Intrinsic::Vsnprintf
        );
        let stream = match intrinsic {
            Intrinsic::Printf | Intrinsic::Vprintf => Some(1),
            Intrinsic::Fprintf | Intrinsic::Vfprintf => Some(self.stream(arg(0))?),
            _ => None,
        };
        let arguments = if is_list {
            Arguments::List(arg(format_at + 1))
        } else {
            Arguments::Direct { values: args, next: format_at + 1, first: format_at + 1 }
        };
        let mut host = self.host(arguments);
        let stdlib::Formatted { text, pieces } = stdlib::format(&mut host, arg(format_at))?;
        match stream {
            Some(stream) => {
                host.machine.tell_output(stream, &text, &pieces);
                host.output(stream, &text)?;
            }
            None => {
                let bounded = format_at == 2;
                let room = if bounded { arg(1) } else { u64::MAX };
                if room > 0 {
                    host.machine.observer.composed(&text, &pieces);
                    let kept = (text.len() as u64).min(room - 1);
                    let to = arg(0);
                    for (index, &byte) in text[..kept as usize].iter().chain(&[0]).enumerate() {
                        host.write_byte(to.wrapping_add(index as u64), byte)?;
                    }
                }
            }
        }
        Ok(text.len() as i32 as u64)
    }

    fn scan(&mut self, intrinsic: Intrinsic, args: &[u64]) -> Result<u64, Stop> {
        let arg = |index: usize| args.get(index).copied().unwrap_or(0);
        let (source, format_at) = match intrinsic {
            Intrinsic::Scanf | Intrinsic::Vscanf => (ScanSource::Stdin, 0),
            Intrinsic::Fscanf | Intrinsic::Vfscanf => {
                if self.stream(arg(0))? != 0 {
                    return Ok(-1_i64 as u64);
                }
                (ScanSource::Stdin, 1)
            }
            _ => (ScanSource::String(arg(0)), 1),
        };
        let is_list =
            matches!(intrinsic, Intrinsic::Vscanf | Intrinsic::Vfscanf | Intrinsic::Vsscanf);
        let arguments = if is_list {
            Arguments::List(arg(format_at + 1))
        } else {
            Arguments::Direct { values: args, next: format_at + 1, first: format_at + 1 }
        };
        self.stdin.mark = self.stdin.position;
        let (converted, _) = stdlib::scan(&mut self.host(arguments), source, arg(format_at))?;
        self.tell_stdin();
        Ok(converted as u64)
    }
}

fn math(function: whydunit_program::MathFunction, args: &[u64]) -> u64 {
    // `float` versions end in `f`; no `double` version does.
    let single = function.name().ends_with('f');
    let values: Vec<f64> = args.iter().map(|&bits| super::arith::float(single, bits)).collect();
    let result = stdlib::math(function, &values);
    if single { u64::from((result as f32).to_bits()) } else { result.to_bits() }
}
