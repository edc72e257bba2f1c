//! Variadic arguments. They stay in the frame; a `va_list` holds the frame's number and the index of
//! the next argument, so that copies of it advance on their own.

use whydunit_program::{CheckKind, LocalId, TypeId};

use super::Machine;
use crate::code::{Scalar, raw};
use crate::stop::Stop;
use crate::translate::{Class, class_of, scalar_of};
use crate::{Cell, Detail, Observer};

impl<O: Observer> Machine<'_, '_, O> {
    /// Stores the arguments after the parameters in the new frame.
    pub(super) fn keep_variadic(&mut self, params: usize, bits: &[u64], types: &[TypeId]) {
        let arguments: Vec<(u64, TypeId)> =
            bits.iter().copied().zip(types.iter().copied()).skip(params).collect();
        if O::DETAIL >= Detail::Steps {
            for (index, &(bits, ty)) in arguments.iter().enumerate() {
                let cell = self.variadic_cell(self.frames.len() - 1, index, ty);
                self.observer.write(cell, raw(cell.size, bits));
            }
        }
        if !arguments.is_empty() {
            self.extra().variadic = arguments;
        }
    }

    fn variadic_cell(&self, frame: usize, index: usize, ty: TypeId) -> Cell {
        let frame = &self.frames[frame];
        let locals = self.program.function(frame.function).locals.len();
        let size = scalar_of(&self.program.types, ty).map_or(8, Scalar::size);
        Cell::register(frame.serial, LocalId((locals + index) as u32), size)
    }

    fn word(&self) -> Scalar {
        match self.program.types.target() {
            whydunit_program::Target::Lp64 => Scalar::W64,
            whydunit_program::Target::Ilp32 => Scalar::U32,
        }
    }

    pub(super) fn va_start(&mut self, list: u64) -> Result<(), Stop> {
        let serial = u64::from(self.frame().serial);
        let word = self.word();
        self.store_checked(word, list, 0, serial)?;
        self.store_checked(word, list, i64::from(word.size()), 0)
    }

    /// Next argument of a list with its type; a record is given by its address.
    pub(super) fn next_variadic(&mut self, list: u64) -> Result<(u64, TypeId), Stop> {
        let word = self.word();
        let serial = self.load_checked(word, list, 0)?;
        let index = self.load_checked(word, list, i64::from(word.size()))? as usize;
        let frame = self.frames.binary_search_by_key(&serial, |frame| u64::from(frame.serial));
        let Ok(frame) = frame else {
            return Err(Stop::fault(
                CheckKind::Lifetime,
                "va_list of a function that has returned",
            ));
        };
        let extra = self.frames[frame].extra.as_deref();
        let Some(&(bits, ty)) = extra.and_then(|extra| extra.variadic.get(index)) else {
            return Err(self.missing_argument(index));
        };
        if O::DETAIL == Detail::Everything {
            let cell = self.variadic_cell(frame, index, ty);
            self.observer.read(cell, raw(cell.size, bits));
        }
        let serial = self.frames[frame].serial;
        self.taken_variadic(serial, index);
        self.store_checked(word, list, i64::from(word.size()), index as u64 + 1)?;
        Ok((bits, ty))
    }

    pub(super) fn missing_argument(&self, index: usize) -> Stop {
        let number = index + 1;
        Stop::fault(CheckKind::Uninit, format!("variadic argument {number} was not passed"))
    }

    /// `va_arg` as a value of `wanted`.
    pub(super) fn va_arg(&mut self, list: u64, wanted: TypeId) -> Result<u64, Stop> {
        let (bits, ty) = self.next_variadic(list)?;
        let types = &self.program.types;
        let (from, to) = (class_of(types, ty), class_of(types, wanted));
        let fits = match (from, to) {
            (Class::Double, Class::Double) | (Class::Single, Class::Single) => true,
            (Class::Other, Class::Other) => types.size_of(ty) == types.size_of(wanted),
            (Class::Other, _) | (_, Class::Other) => false,
            _ => from.is_float() == to.is_float(),
        };
        if !fits {
            let message = format!(
                "variadic argument of type {} read as {}",
                types.display(ty),
                types.display(wanted)
            );
            return Err(Stop::fault(CheckKind::Uninit, message));
        }
        Ok(scalar_of(types, wanted).map_or(bits, |kind| kind.canonical(bits)))
    }
}
