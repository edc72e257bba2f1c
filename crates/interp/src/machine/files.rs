//! Files of the view: what the library asks for, and what it has made of them when the run is over.

use whydunit_program::{InputOrigin, Intrinsic, Type, TypeId};

use super::Machine;
use super::host::{Arguments, Reading};
use super::input::Source;
use crate::code::Scalar;
use crate::files::{Change, FileChange};
use crate::limits::FARTHEST;
use crate::memory::{Access, Located, State};
use crate::stdlib::{self, Host, ScanSource};
use crate::stop::Stop;
use crate::{InputValue, Observer};

/// Where the library keeps its files: the first of a list.
const NODES: &str = "__whydunit_nodes";

impl<O: Observer> Machine<'_, '_, O> {
    /// The intrinsics that are about files.
    pub(super) fn file_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        args: &[u64],
    ) -> Result<u64, Stop> {
        let arg = |index: usize| args.get(index).copied().unwrap_or(0);
        let int = |index: usize| i64::from(arg(index) as i32);
        let long = |index: usize| match self.long_bytes() {
            4 => i64::from(arg(index) as i32),
            _ => arg(index) as i64,
        };
        match intrinsic {
            Intrinsic::FileFind => {
                let path = self.text(arg(0))?;
                Ok(self.files.find(self.spec.files, &path) as u64)
            }
            Intrinsic::FileFact => Ok(self.files.fact(int(0), int(1)) as u64),
            Intrinsic::FileBytes => {
                let (at, count) = (long(2), long(3));
                self.file_bytes(arg(0), int(1), at, count)?;
                Ok(0)
            }
            Intrinsic::FileEntry => {
                let room = usize::try_from(long(3)).unwrap_or(0);
                let name = self.files.entry(self.spec.files, int(1), int(2));
                let Some(name) = name.filter(|name| name.len() < room) else { return Ok(0) };
                let mut host = self.host(Arguments::None);
                for (offset, &byte) in (0..).zip(name.as_bytes().iter().chain(&[0])) {
                    host.write_byte(arg(0).wrapping_add(offset), byte)?;
                }
                Ok(name.len() as u64)
            }
            Intrinsic::ScanFile => {
                let at = self.read_place(arg(1))?;
                let mut host = self.host(Arguments::List(arg(3)));
                host.reading = Reading::File { file: int(0), at, mark: at, is_over: false };
                let (converted, _) = stdlib::scan(&mut host, ScanSource::Stdin, arg(2))?;
                let (at, is_over) = match host.reading {
                    Reading::File { at, is_over, .. } => (at, is_over),
                    Reading::Stdin => (at, false),
                };
                self.write_place(arg(1), at, is_over)?;
                Ok(converted as u64)
            }
            _ => {
                let at = self.read_place(arg(1))?;
                let mut host = self.host(Arguments::List(arg(3)));
                let (converted, taken) =
                    stdlib::scan(&mut host, ScanSource::String(arg(0)), arg(2))?;
                let end = self.load_checked(Scalar::U8, arg(0).wrapping_add(taken), 0)?;
                self.write_place(arg(1), at + taken as usize, end == 0)?;
                Ok(converted as u64)
            }
        }
    }

    fn text(&mut self, address: u64) -> Result<Vec<u8>, Stop> {
        let mut host = self.host(Arguments::None);
        let mut text = Vec::new();
        loop {
            match host.read_byte(address.wrapping_add(text.len() as u64))? {
                0 => return Ok(text),
                byte => text.push(byte),
            }
        }
    }

    fn read_place(&mut self, address: u64) -> Result<usize, Stop> {
        let kind = self.long_kind();
        // Whoever asks what would have been otherwise may put anything here.
        let place = self.load_checked(kind, address, 0)?;
        Ok(usize::try_from(place).map_or(FARTHEST, |place| place.min(FARTHEST)))
    }

    fn write_place(&mut self, address: u64, at: usize, is_over: bool) -> Result<(), Stop> {
        let kind = self.long_kind();
        let place = at as i64;
        let bits = if is_over { -place - 1 } else { place };
        self.store_checked(kind, address, 0, bits as u64)
    }

    fn long_kind(&self) -> Scalar {
        if self.long_bytes() == 4 { Scalar::U32 } else { Scalar::W64 }
    }

    /// Each byte is an input of its own, named after the file.
    fn file_bytes(&mut self, to: u64, file: i64, at: i64, count: i64) -> Result<(), Stop> {
        let (Ok(start), Ok(count)) = (usize::try_from(at), usize::try_from(count)) else {
            return Ok(());
        };
        if count == 0 {
            return Ok(());
        }
        let target = self.memory.range(to, 0, count as u64, Access::Write)?;
        let bytes: Vec<u8> =
            self.files.bytes(file).iter().skip(start).take(count).copied().collect();
        let name = self.files.name(file);
        let source = Source {
            origin: InputOrigin::File(name.clone()),
            span: self.user_span(),
            variable: None,
        };
        let is_named = O::INPUTS || self.inputs.has_values();
        let ty = self.byte_type();
        for (offset, &byte) in bytes.iter().enumerate() {
            let part = Located { start: target.start + offset, ..target };
            let mut bits = u64::from(byte);
            if is_named {
                let name = format!("{name}[{}]", start + offset);
                if let Some(value) = self.inputs.given(&name) {
                    bits = self.scalar_bits(ty, value);
                }
                self.memory.poke(part, 1, bits);
                let cell = self.cell(part, 1);
                self.record_input(&name, ty, &source, cell, bits);
                self.announce_input();
                continue;
            }
            self.memory.poke(part, 1, bits);
        }
        Ok(())
    }

    /// Stores a converted value of a file: an input of its own, named after the bytes it was read from.
    pub(super) fn store_file_input(
        &mut self,
        (file, from, to): (i64, usize, usize),
        at: Located,
        kind: Scalar,
        bits: u64,
    ) -> Result<(), Stop> {
        let size = u64::from(kind.size());
        let file = self.files.name(file);
        let name = match to <= from + 1 {
            true => format!("{file}[{from}]"),
            false => format!("{file}[{from}..{to}]"),
        };
        let ty = self.type_of_storage(at, size).unwrap_or_else(|| self.integer_type(size as u8));
        let mut bits = bits;
        if self.inputs.has_values()
            && let Some(value @ (InputValue::Int(_) | InputValue::Float(_))) =
                self.inputs.given(&name)
        {
            bits = self.scalar_bits(ty, value);
        }
        self.memory.poke(at, kind.value_size() as usize, bits);
        if size > 8 {
            let rest = Located { start: at.start + 8, ..at };
            self.memory.poke(rest, size as usize - 8, 0);
        }
        if !O::INPUTS {
            return Ok(());
        }
        let storage = self.name_of_storage(at, size);
        let source = Source {
            origin: InputOrigin::File(file),
            span: self.user_span(),
            variable: Some(storage).filter(|storage| !storage.contains(' ')),
        };
        let cell = self.cell(at, kind.size());
        self.record_input(&name, ty, &source, cell, bits);
        self.announce_input();
        Ok(())
    }

    /// What the library's files are when the run is over, where that is another thing than the view.
    pub(super) fn written_files(&self) -> Vec<FileChange> {
        let mut written: Vec<FileChange> = Vec::new();
        let Some(global) = self.program.find_global(NODES) else { return written };
        let Some(node) = self.program.types.pointee(self.program.global(global).ty) else {
            return written;
        };
        let word = u64::from(self.long_bytes());
        let mut next = self.peek(self.layout.global(global), word);
        while let Some(address) = next.filter(|&address| address != 0) {
            let Some(nodes) = self.node(node, address) else { break };
            next = Some(nodes.next);
            written.extend(nodes.written);
        }
        written.sort_by(|a, b| a.path.cmp(&b.path));
        written
    }

    fn node(&self, ty: TypeId, address: u64) -> Option<Node> {
        let Type::Record(record) = *self.program.types.get(ty) else { return None };
        let record = self.program.types.record(record);
        let field = |name: &str| {
            let field = record.fields.iter().find(|field| field.name == name)?;
            let size = self.program.types.size_of(field.ty)?;
            self.peek(address.wrapping_add(field.offset), size)
        };
        let next = field("next")?;
        let path = field("path").filter(|&path| path != 0);
        let Some(path) = path.and_then(|path| self.peek_text(path)) else {
            return Some(Node { next, written: None });
        };
        let source = field("source")? as i32;
        let is_written = field("is_written")? != 0;
        let change = match field("kind")? {
            0 => Some(Change::Removed),
            2 => (source < 0).then_some(Change::NewFolder),
            1 if is_written => {
                let size = usize::try_from(field("size")?).ok()?;
                match source {
                    0.. => Some(Change::Written(self.files.bytes(source.into()).to_vec())),
                    _ if size == 0 => Some(Change::Written(Vec::new())),
                    _ => {
                        let (data, root) = self.bytes_at(field("data")?)?;
                        Some(Change::Written(data.get(root..root + size)?.to_vec()))
                    }
                }
            }
            _ => None,
        };
        Some(Node { next, written: change.map(|change| FileChange { path, change }) })
    }

    fn bytes_at(&self, address: u64) -> Option<(&[u8], usize)> {
        let at = self.memory.range(address, 0, 1, Access::Read).ok()?;
        let is_live = self.memory.object(at.index)?.state == State::Live;
        is_live.then(|| (self.memory.storage(at.index).bytes(), at.start))
    }

    fn peek(&self, address: u64, size: u64) -> Option<u64> {
        let (bytes, start) = self.bytes_at(address)?;
        let bytes = bytes.get(start..start + usize::try_from(size).ok()?)?;
        Some(bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
    }

    fn peek_text(&self, address: u64) -> Option<String> {
        let (bytes, start) = self.bytes_at(address)?;
        let text = bytes.get(start..)?;
        let end = text.iter().position(|&byte| byte == 0)?;
        Some(String::from_utf8_lossy(&text[..end]).into_owned())
    }
}

/// One entry of the library's list.
struct Node {
    next: u64,
    written: Option<FileChange>,
}
