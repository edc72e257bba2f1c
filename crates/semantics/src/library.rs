//! Library functions that are not written in C.
//!
//! What they demand is said in `program`; here is what they do once that is met. What reads and writes by a format is each instance's own:
//! how much of texts and numbers an instance follows is part of its storage.

use whydunit_program::obligation::{self, Access, Count, LibraryObligation};
use whydunit_program::{Class, Expr, Intrinsic, MathFunction, Place};
use whydunit_source::Span;

use crate::execute::{Block, Execution, block, product};

/// A call of a library function, with its arguments evaluated.
#[derive(Clone, Copy, Debug)]
pub struct LibraryCall<'e, V> {
    pub intrinsic: Intrinsic,
    /// Records by their addresses.
    pub args: &'e [V],
    /// The arguments as they stand in the program.
    pub passed: &'e [Expr],
    /// What gets the result.
    pub dest: Option<&'e Place>,
    pub span: Span,
}

/// Where a block comes from, and what it holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It is there until it is given back; null where it is not possible.
    Heap { is_zero: bool },
    /// It is there until the function returns; the run ends where it is not possible.
    Frame,
}

/// An instance that knows what library functions do to storage.
pub trait Library<'p>: Execution<'p> {
    /// Storage that an access was found to be good for.
    type Reached;

    /// So many bytes behind a pointer can be accessed from here on.
    fn reach(
        &mut self,
        pointer: Self::Value,
        bytes: Self::Value,
        access: Access,
        span: Span,
        scope: &mut Self::Scope,
    ) -> Result<Self::Reached, Self::Stop>;

    /// The same of what the call would have accessed, had an access before it not failed.
    fn would_reach(
        &mut self,
        pointer: Self::Value,
        bytes: Self::Value,
        access: Access,
        scope: &mut Self::Scope,
    ) {
        let _ = (pointer, bytes, access, scope);
    }

    /// Does something where a number of bytes is not zero.
    #[expect(clippy::type_complexity, reason = "a name for it would need all its lifetimes")]
    fn where_any(
        &mut self,
        bytes: Self::Value,
        scope: &mut Self::Scope,
        act: &mut dyn FnMut(&mut Self, &mut Self::Scope) -> Result<(), Self::Stop>,
    ) -> Result<(), Self::Stop>;

    /// Moves bytes as if all were read before the first is written.
    fn move_bytes(
        &mut self,
        to: Self::Reached,
        from: Self::Reached,
        bytes: Self::Value,
        span: Span,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop>;

    fn set_bytes(
        &mut self,
        to: Self::Reached,
        byte: Self::Value,
        bytes: Self::Value,
        span: Span,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop>;

    fn allocate(
        &mut self,
        block: Block<Self::Value, Self::Truth>,
        origin: Origin,
        call: &LibraryCall<'_, Self::Value>,
        scope: &mut Self::Scope,
    ) -> Result<Self::Value, Self::Stop>;

    fn reallocate(
        &mut self,
        pointer: Self::Value,
        block: Block<Self::Value, Self::Truth>,
        call: &LibraryCall<'_, Self::Value>,
        scope: &mut Self::Scope,
    ) -> Result<Self::Value, Self::Stop>;

    /// Null, or the start of a block of the heap that is alive: which is given back.
    fn release(
        &mut self,
        pointer: Self::Value,
        span: Span,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop>;

    /// Runs end properly here; `handlers`: what `atexit` registered is run.
    fn exit(
        &mut self,
        handlers: bool,
        span: Span,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop>;

    /// Runs end here, and a check of this kind reports it.
    fn never(
        &mut self,
        kind: whydunit_program::CheckKind,
        span: Span,
        scope: &mut Self::Scope,
    ) -> Result<(), Self::Stop>;

    /// What a function of `math.h` gives.
    fn math(
        &mut self,
        function: MathFunction,
        call: &LibraryCall<'_, Self::Value>,
        scope: &mut Self::Scope,
    ) -> Result<Option<Self::Value>, Self::Stop>;

    /// Functions that read or write by a format, or ask the world: what they give, if anything.
    fn other(
        &mut self,
        call: &LibraryCall<'_, Self::Value>,
        scope: &mut Self::Scope,
    ) -> Result<Option<Self::Value>, Self::Stop>;
}

/// What a call of a library function gives, if it gives anything.
pub fn library<'p, D: Library<'p>>(
    domain: &mut D,
    call: &LibraryCall<'_, D::Value>,
    scope: &mut D::Scope,
) -> Result<Option<D::Value>, D::Stop> {
    let span = call.span;
    match (call.intrinsic, call.args) {
        (Intrinsic::Malloc, [size, ..]) => {
            let block = block(domain, size.clone());
            domain.allocate(block, Origin::Heap { is_zero: false }, call, scope).map(Some)
        }
        (Intrinsic::Alloca, [size, ..]) => {
            let block = block(domain, size.clone());
            domain.allocate(block, Origin::Frame, call, scope).map(Some)
        }
        (Intrinsic::Calloc, [count, size, ..]) => {
            let block = product(domain, count.clone(), size.clone());
            domain.allocate(block, Origin::Heap { is_zero: true }, call, scope).map(Some)
        }
        (Intrinsic::Realloc, [pointer, size, ..]) => {
            let block = block(domain, size.clone());
            domain.reallocate(pointer.clone(), block, call, scope).map(Some)
        }
        (Intrinsic::Free, [pointer, ..]) => {
            domain.release(pointer.clone(), span, scope)?;
            Ok(None)
        }
        (Intrinsic::Memcpy | Intrinsic::Memmove, [to, _, count, ..]) => {
            domain.where_any(count.clone(), scope, &mut |domain, scope| {
                let Some([from, to]) = reached(domain, call, scope)? else { return Ok(()) };
                domain.move_bytes(to, from, count.clone(), span, scope)
            })?;
            Ok(Some(to.clone()))
        }
        (Intrinsic::Memset, [to, value, count, ..]) => {
            let byte = as_byte(domain, value)?;
            domain.where_any(count.clone(), scope, &mut |domain, scope| {
                let Some([to]) = reached(domain, call, scope)? else { return Ok(()) };
                domain.set_bytes(to, byte.clone(), count.clone(), span, scope)
            })?;
            Ok(Some(to.clone()))
        }
        (Intrinsic::Fputc, [value, ..]) => {
            let Some([_]) = reached(domain, call, scope)? else { return Ok(None) };
            let written = as_byte(domain, value)?;
            Ok(Some(domain.cast(written, BYTE, Class::INT)))
        }
        (Intrinsic::Fflush, _) => Ok(Some(domain.constant(Class::INT, 0))),
        (Intrinsic::Exit, _) => domain.exit(true, span, scope).map(|()| None),
        (Intrinsic::QuickExit, _) => domain.exit(false, span, scope).map(|()| None),
        (Intrinsic::Math(function), [_, ..]) => domain.math(function, call, scope),
        // Random numbers are inputs, whatever the seed.
        (Intrinsic::VaEnd | Intrinsic::Seed, _) => Ok(None),
        (intrinsic, _) => {
            for demand in obligation::of_intrinsic(intrinsic) {
                if let LibraryObligation::Never(kind) = demand {
                    domain.never(*kind, span, scope)?;
                    return Ok(None);
                }
            }
            domain.other(call, scope)
        }
    }
}

const BYTE: Class = Class::Int { width: 8, signed: false };

/// An `int` as an `unsigned char`.
fn as_byte<'p, D: Library<'p>>(domain: &mut D, value: &D::Value) -> Result<D::Value, D::Stop> {
    let byte = domain.cast(value.clone(), Class::INT, BYTE);
    domain.reduce(byte, BYTE)
}

/// The storage that a function demands, in the order of its demands; `None` where arguments are missing.
fn reached<'p, D: Library<'p>, const N: usize>(
    domain: &mut D,
    call: &LibraryCall<'_, D::Value>,
    scope: &mut D::Scope,
) -> Result<Option<[D::Reached; N]>, D::Stop> {
    let target = domain.types().target();
    let mut found = Vec::with_capacity(N);
    let mut failed = None;
    for demand in obligation::of_intrinsic(call.intrinsic) {
        let LibraryObligation::Bytes { at, count, access } = *demand else { continue };
        let Some(pointer) = call.args.get(at) else { return failed.map_or(Ok(None), Err) };
        let bytes = match count {
            Count::Argument(position) => match call.args.get(position) {
                Some(bytes) => bytes.clone(),
                None => return failed.map_or(Ok(None), Err),
            },
            Count::Stream => domain.constant(Class::size(target), 4),
            Count::PointerIfAny | Count::List => continue,
        };
        match failed {
            None => match domain.reach(pointer.clone(), bytes, access, call.span, scope) {
                Ok(reached) => found.push(reached),
                Err(stop) => failed = Some(stop),
            },
            Some(_) => domain.would_reach(pointer.clone(), bytes, access, scope),
        }
    }
    match failed {
        None => Ok(found.try_into().ok()),
        Some(stop) => Err(stop),
    }
}
