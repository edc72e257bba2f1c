//! Library functions that the interpreter performs itself.

use whydunit_program::obligation::Access;
use whydunit_program::{CheckKind, Class, Intrinsic, MathFunction};
use whydunit_semantics::{Block, Library, LibraryCall, Origin, Scalars};
use whydunit_source::Span;
use whydunit_term::{Op, Term};

use super::access::Spot;
use super::call::Argument;
use super::memory::Fill;
use super::state::State;
use super::{Exec, Run, Stop};

/// The library's function that runs what `atexit` registered.
const AT_EXIT: &str = "__whydunit_at_exit";

impl<'a> Library<'a> for Exec<'a> {
    type Reached = Vec<Spot>;

    fn reach(
        &mut self,
        pointer: Term,
        bytes: Term,
        access: Access,
        span: Span,
        state: &mut State,
    ) -> Run<Vec<Spot>> {
        self.resolve(state, pointer, bytes, access, span)
    }

    fn where_any(
        &mut self,
        bytes: Term,
        state: &mut State,
        act: &mut dyn FnMut(&mut Self, &mut State) -> Run<()>,
    ) -> Run<()> {
        let zero = self.pointer_bits(0);
        let is_none = self.terms.eq(bytes, zero);
        match is_none {
            Term::TRUE => return Ok(()),
            Term::FALSE => return act(self, state),
            _ => {}
        }
        let some = self.terms.not(is_none);
        let before = state.path.clone();
        let result = self.assume(state, some).and_then(|()| act(self, state));
        self.leave_condition(state, before, some, result)
    }

    fn move_bytes(
        &mut self,
        to: Vec<Spot>,
        from: Vec<Spot>,
        bytes: Term,
        span: Span,
        state: &mut State,
    ) -> Run<()> {
        self.copy_spots(state, &to, &from, bytes, span)
    }

    fn set_bytes(
        &mut self,
        to: Vec<Spot>,
        byte: Term,
        bytes: Term,
        span: Span,
        state: &mut State,
    ) -> Run<()> {
        self.fill_spots(state, &to, byte, bytes, span)
    }

    fn allocate(
        &mut self,
        block: Block<Term, Term>,
        origin: Origin,
        call: &LibraryCall<'_, Term>,
        state: &mut State,
    ) -> Run<Term> {
        match origin {
            Origin::Heap { is_zero: false } => self.malloc(state, block, Fill::Unset, call.span),
            Origin::Heap { is_zero: true } => self.malloc(state, block, Fill::Zero, call.span),
            Origin::Frame => self.frame_block(state, block),
        }
    }

    fn reallocate(
        &mut self,
        pointer: Term,
        block: Block<Term, Term>,
        call: &LibraryCall<'_, Term>,
        state: &mut State,
    ) -> Run<Term> {
        self.realloc(state, pointer, block, call.span)
    }

    fn release(&mut self, pointer: Term, span: Span, state: &mut State) -> Run<()> {
        self.free(state, pointer, span)
    }

    fn exit(&mut self, handlers: bool, span: Span, state: &mut State) -> Run<()> {
        if handlers {
            self.at_exit(state, span)?;
        }
        Err(Stop::Path)
    }

    fn never(&mut self, kind: CheckKind, span: Span, state: &mut State) -> Run<()> {
        if self.checks.contains(kind) {
            self.check(state, kind, Term::FALSE, span)?;
        }
        Err(Stop::Path)
    }

    fn math(
        &mut self,
        function: MathFunction,
        call: &LibraryCall<'_, Term>,
        _: &mut State,
    ) -> Run<Option<Term>> {
        Ok(Some(self.number_of(function, call.args)))
    }

    /// Formats, characters and the clock.
    fn other(&mut self, call: &LibraryCall<'_, Term>, state: &mut State) -> Run<Option<Term>> {
        let &LibraryCall { intrinsic, dest, span, .. } = call;
        let result = dest.map(|place| place.ty);
        let types = call.passed.iter().map(|arg| arg.ty);
        let args: Vec<Argument> = call.args.iter().copied().zip(types).collect();
        let args = &args[..];
        let zero = self.pointer_bits(0);
        let arg = |index: usize| args.get(index).map_or(zero, |&(value, _)| value);
        let value = match intrinsic {
            Intrinsic::VaStart => {
                self.va_start(state, arg(0), span)?;
                return Ok(None);
            }
            Intrinsic::Printf
            | Intrinsic::Fprintf
            | Intrinsic::Sprintf
            | Intrinsic::Snprintf
            | Intrinsic::Vprintf
            | Intrinsic::Vfprintf
            | Intrinsic::Vsprintf
            | Intrinsic::Vsnprintf => self.print(state, intrinsic, args, result.is_some(), span)?,
            Intrinsic::Getchar => self.next_character(state)?,
            Intrinsic::Ungetc => {
                self.stream(state, arg(1), span)?;
                self.push_back(state, arg(0), span)?
            }
            Intrinsic::Feof => {
                let stream = self.stream(state, arg(0), span)?;
                let number = self.terms.bits(32, 0);
                let is_stdin = self.terms.eq(stream, number);
                let at_end = self.terms.and(&[is_stdin, state.stdin.at_end]);
                self.truth_value(at_end, Class::INT)
            }
            Intrinsic::Clearerr => {
                self.stream(state, arg(0), span)?;
                state.stdin.at_end = Term::FALSE;
                return Ok(None);
            }
            Intrinsic::Scanf | Intrinsic::Vscanf => {
                self.scan_input(state, intrinsic, 0, args, span)?
            }
            Intrinsic::Fscanf | Intrinsic::Vfscanf => {
                let stream = self.stream(state, arg(0), span)?;
                let number = self.terms.bits(32, 0);
                let is_stdin = self.terms.eq(stream, number);
                let failed = self.terms.bits(32, u128::from(u32::MAX));
                self.either_way(
                    state,
                    is_stdin,
                    span,
                    &mut |this, state| this.scan_input(state, intrinsic, 1, args, span),
                    &mut |_, _| Ok(failed),
                )?
            }
            Intrinsic::Sscanf | Intrinsic::Vsscanf => {
                self.scan_string(state, intrinsic, args, span)?
            }
            Intrinsic::Strtod => self.some_number(state, arg(0), arg(1), span)?,
            Intrinsic::FileFind
            | Intrinsic::FileFact
            | Intrinsic::FileBytes
            | Intrinsic::FileEntry
            | Intrinsic::ScanFile
            | Intrinsic::ScanText => return self.file_intrinsic(state, intrinsic, args, span),
            _ => {
                let what = format!("{} with these arguments", intrinsic.name());
                return self.gap(state, what, span);
            }
        };
        Ok(Some(value))
    }
}

impl Exec<'_> {
    /// The end of a run that ends properly.
    pub(super) fn at_exit(&mut self, state: &mut State, span: Span) -> Run<()> {
        let Some(handler) = self.program.find_function(AT_EXIT) else { return Ok(()) };
        let runs_already = self.stack.iter().any(|(function, _)| *function == handler);
        if runs_already || self.program.function(handler).blocks().is_empty() {
            return Ok(());
        }
        self.enter(state, handler, Vec::new(), span)?;
        Ok(())
    }

    /// Number of the stream that a `FILE *` stands for.
    pub(super) fn stream(&mut self, state: &mut State, file: Term, span: Span) -> Run<Term> {
        self.load(state, file, 4, span)
    }

    /// Functions of `math.h`: exact where they are simple or their arguments are known, else some number.
    fn number_of(&mut self, function: MathFunction, values: &[Term]) -> Term {
        let single = function.name().ends_with('f');
        let width = if single { 32 } else { 64 };
        let known: Option<Vec<f64>> = values
            .iter()
            .map(|&value| {
                let bits = self.terms.value(value)?;
                Some(match single {
                    true => f64::from(f32::from_bits(bits as u32)),
                    false => f64::from_bits(bits as u64),
                })
            })
            .collect();
        if let Some(known) = known {
            let result = whydunit_interp::evaluate_math(function, &known);
            let bits = match single {
                true => u128::from((result as f32).to_bits()),
                false => u128::from(result.to_bits()),
            };
            return self.terms.bits(width, bits);
        }
        let sign = 1_u128 << (width - 1);
        match function {
            MathFunction::Fabs { .. } => {
                let mask = self.terms.bits(width, sign - 1);
                self.terms.apply(Op::BitAnd, &[values[0], mask])
            }
            MathFunction::Copysign { .. } => {
                let (rest, top) = (self.terms.bits(width, sign - 1), self.terms.bits(width, sign));
                let size = self.terms.apply(Op::BitAnd, &[values[0], rest]);
                let bit = self.terms.apply(Op::BitAnd, &[values[1], top]);
                self.terms.apply(Op::BitOr, &[size, bit])
            }
            _ => self.unknown_bits(width, function.name()),
        }
    }
}
