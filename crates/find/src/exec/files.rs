//! Files of the view: the search finds those of the run that it starts from, with the content that they have there.
//!
//! What a path names is known where the path is. Where it depends on inputs nothing is found; that something could have been is a
//! limit that the library states itself.

use whydunit_interp::{InputValue, NO_ENTRY, scan_known};
use whydunit_program::{IntKind, Intrinsic, Target, Type};
use whydunit_source::Span;
use whydunit_term::{Sort, Term};

use super::call::Argument;
use super::input::EventKind;
use super::memory::Cell;
use super::state::State;
use super::{Exec, Run};
use crate::limits::MOST_BYTES_OF_A_FILE;

impl Exec<'_> {
    /// The intrinsics that are about files.
    pub(super) fn file_intrinsic(
        &mut self,
        state: &mut State,
        intrinsic: Intrinsic,
        args: &[Argument],
        span: Span,
    ) -> Run<Option<Term>> {
        let zero = self.pointer_bits(0);
        let arg = |index: usize| args.get(index).map_or(zero, |&(value, _)| value);
        match intrinsic {
            Intrinsic::FileFind => {
                let path = self.known_string(state, arg(0), span)?;
                let number = match path {
                    Some(path) => self.files.find(&self.spec.files, &path),
                    None => -i64::from(NO_ENTRY),
                };
                Ok(Some(self.int(number)))
            }
            Intrinsic::FileFact => {
                let (Some(file), Some(which)) = (self.known(arg(0)), self.known(arg(1))) else {
                    return self.gap(state, "a file that depends on inputs", span);
                };
                let fact = self.files.fact(file, which);
                Ok(Some(self.pointer_bits(fact.cast_unsigned())))
            }
            Intrinsic::FileBytes => {
                if let Some(file) = self.known(arg(1))
                    && self.files.is_input(&self.spec.files, file)
                {
                    self.open_bytes(state, arg(0), file, span)?;
                    return Ok(None);
                }
                let known = [1, 2, 3].map(|index| self.known(arg(index)));
                let [Some(file), Some(at), Some(count)] = known else {
                    return self.gap(state, "a place in a file that depends on inputs", span);
                };
                self.file_bytes(state, arg(0), (file, at, count), span)?;
                Ok(None)
            }
            Intrinsic::FileEntry => {
                let known = [1, 2, 3].map(|index| self.known(arg(index)));
                let [Some(file), Some(index), Some(room)] = known else {
                    return self.gap(state, "a folder that depends on inputs", span);
                };
                let name = self.files.entry(&self.spec.files, file, index);
                let room = usize::try_from(room).unwrap_or(0);
                let Some(name) = name.filter(|name| name.len() < room) else {
                    return Ok(Some(self.int(0)));
                };
                let text: Vec<u8> = name.bytes().chain([0]).collect();
                self.put(state, arg(0), &text, span)?;
                Ok(Some(self.int(i64::try_from(name.len()).unwrap_or(0))))
            }
            _ => self.scan_known_text(state, intrinsic, args, span).map(Some),
        }
    }

    fn int(&mut self, value: i64) -> Term {
        self.terms.bits(32, u128::from(value.cast_unsigned()) & u128::from(u32::MAX))
    }

    /// A number that does not depend on inputs, as it is signed.
    fn known(&self, value: Term) -> Option<i64> {
        let bits = self.terms.value(value)?;
        let unused = 128 - self.terms.width(value).min(128);
        i64::try_from((bits << unused).cast_signed() >> unused).ok()
    }

    fn put(&mut self, state: &mut State, to: Term, bytes: &[u8], span: Span) -> Run<()> {
        for (offset, &byte) in (0..).zip(bytes) {
            let at = self.member(to, offset);
            let value = self.terms.bits(8, byte.into());
            self.store(state, at, Cell { size: 1, value, is_set: Term::TRUE }, span)?;
        }
        Ok(())
    }

    fn file_bytes(
        &mut self,
        state: &mut State,
        to: Term,
        (file, at, count): (i64, i64, i64),
        span: Span,
    ) -> Run<()> {
        let start = usize::try_from(at).unwrap_or(usize::MAX);
        let count = usize::try_from(count).unwrap_or(0);
        if count > MOST_BYTES_OF_A_FILE {
            let what = format!("more than {MOST_BYTES_OF_A_FILE} bytes of a file");
            return self.gap(state, what, span);
        }
        let mut bytes: Vec<u8> =
            self.files.bytes(file).iter().skip(start).take(count).copied().collect();
        if !self.spec.inputs.is_empty() {
            let name = self.files.name(file);
            for (index, byte) in bytes.iter_mut().enumerate() {
                let given = self.spec.inputs.get(&format!("{name}[{}]", start + index));
                if let Some(InputValue::Int(value)) = given {
                    *byte = value.to_le_bytes()[0];
                }
            }
        }
        self.put(state, to, &bytes, span)
    }

    /// All bytes that a file may have whose contents are an input; how many of them it has the library knows.
    fn open_bytes(&mut self, state: &mut State, to: Term, file: i64, span: Span) -> Run<()> {
        let count = self.files.bytes(file).len();
        let name = self.files.name(file);
        let byte = Type::Int(IntKind { bits: 8, signed: false });
        let ty = self.program.types.lookup(&byte).filter(|_| count <= MOST_BYTES_OF_A_FILE);
        let Some(ty) = ty else {
            let what = format!("more than {MOST_BYTES_OF_A_FILE} bytes of a file");
            return self.gap(state, what, span);
        };
        for index in 0..count {
            let name = format!("{name}[{index}]");
            let value = match self.spec.inputs.get(&name) {
                Some(InputValue::Int(value)) => self.terms.bits(8, value.to_le_bytes()[0].into()),
                _ => {
                    let value = self.variable("file", Sort::Bits(8));
                    self.note_event(state, EventKind::Unset { name, ty, value });
                    value
                }
            };
            let at = self.member(to, u64::try_from(index).unwrap_or(u64::MAX));
            self.store(state, at, Cell { size: 1, value, is_set: Term::TRUE }, span)?;
        }
        Ok(())
    }

    /// Formatted input from a file of the view, or from a text in memory that is known.
    fn scan_known_text(
        &mut self,
        state: &mut State,
        intrinsic: Intrinsic,
        args: &[Argument],
        span: Span,
    ) -> Run<Term> {
        let &[(source, _), (place, _), (format, _), (list, _), ..] = args else {
            return self.gap(state, "formatted input with these arguments", span);
        };
        if self.program.types.target() != Target::Lp64 {
            return self.gap(state, "formatted input from a file with 32 bits", span);
        }
        let at = self.load(state, place, 8, span)?;
        let format = self.known_string(state, format, span)?;
        let (Some(at), Some(format)) = (self.known(at), format) else {
            return self.gap(state, "formatted input that depends on inputs", span);
        };
        let start = usize::try_from(at).unwrap_or(0);
        let text = match intrinsic {
            Intrinsic::ScanFile => {
                let Some(file) = self.known(source) else {
                    return self.gap(state, "a file that depends on inputs", span);
                };
                self.files.bytes(file).get(start..).unwrap_or(&[]).to_vec()
            }
            _ => match self.known_string(state, source, span)? {
                Some(text) => text,
                None => return self.gap(state, "what was written to a file and is read", span),
            },
        };
        let scanned = scan_known(&format, &text);
        let mut targets = Vec::new();
        for _ in 0..scanned.arguments {
            targets.push(self.next_variadic(state, list, span)?.0);
        }
        for store in &scanned.stores {
            let Some(&target) = targets.get(store.argument) else { continue };
            let offset = self.pointer_bits(store.offset);
            let to = self.terms.add(target, offset);
            let size = store.size.min(8);
            let value = self.terms.bits(8 * u32::from(size), store.bits.into());
            self.store(state, to, Cell { size: size.into(), value, is_set: Term::TRUE }, span)?;
        }
        let end = at + i64::try_from(scanned.taken).unwrap_or(0);
        let end = if scanned.is_over { -end - 1 } else { end };
        let value = self.terms.bits(64, u128::from(end.cast_unsigned()));
        self.store(state, place, Cell { size: 8, value, is_set: Term::TRUE }, span)?;
        Ok(self.int(scanned.converted.into()))
    }
}
