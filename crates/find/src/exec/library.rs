//! Library functions that the interpreter performs itself.

use whydunit_program::{CheckKind, Class, InputOrigin, Intrinsic, MathFunction, Stmt, TypeId};
use whydunit_semantics::Scalars;
use whydunit_source::Span;
use whydunit_term::{Op, Sort, Term};

use super::call::Argument;
use super::memory::{Cell, Fill};
use super::state::State;
use super::{Exec, Run, Stop};

/// The library's function that runs what `atexit` registered.
const AT_EXIT: &str = "__whydunit_at_exit";

impl Exec<'_> {
    /// The result of an intrinsic, if it has one.
    pub(super) fn intrinsic(
        &mut self,
        state: &mut State,
        intrinsic: Intrinsic,
        args: &[Argument],
        result: Option<TypeId>,
        stmt: &Stmt,
    ) -> Run<Option<Term>> {
        let span = stmt.span;
        let zero = self.pointer_bits(0);
        let arg = |index: usize| args.get(index).map_or(zero, |&(value, _)| value);
        let value = match intrinsic {
            Intrinsic::Malloc => self.malloc(state, arg(0), Fill::Unset, span)?,
            Intrinsic::Calloc => self.calloc(state, arg(0), arg(1), span)?,
            Intrinsic::Realloc => self.realloc(state, arg(0), arg(1), span)?,
            Intrinsic::Free => {
                self.free(state, arg(0), span)?;
                return Ok(None);
            }
            Intrinsic::Alloca => self.alloca(state, arg(0))?,
            Intrinsic::Memcpy | Intrinsic::Memmove => {
                self.copy_bytes(state, arg(0), arg(1), arg(2), span)?;
                arg(0)
            }
            Intrinsic::Memset => {
                let byte = self.terms.extract(arg(1), 7, 0);
                self.fill_bytes(state, arg(0), byte, arg(2), span)?;
                arg(0)
            }
            Intrinsic::Exit => {
                self.at_exit(state, span)?;
                return Err(Stop::Path);
            }
            Intrinsic::QuickExit => return Err(Stop::Path),
            Intrinsic::Abort => {
                if self.checks.contains(CheckKind::Abort) {
                    self.check(state, CheckKind::Abort, Term::FALSE, span)?;
                }
                return Err(Stop::Path);
            }
            Intrinsic::VaStart => {
                self.va_start(state, arg(0), span)?;
                return Ok(None);
            }
            Intrinsic::VaEnd => return Ok(None),
            Intrinsic::Printf
            | Intrinsic::Fprintf
            | Intrinsic::Sprintf
            | Intrinsic::Snprintf
            | Intrinsic::Vprintf
            | Intrinsic::Vfprintf
            | Intrinsic::Vsprintf
            | Intrinsic::Vsnprintf => self.print(state, intrinsic, args, result.is_some(), span)?,
            Intrinsic::Fputc => {
                self.stream(state, arg(1), span)?;
                let byte = self.terms.extract(arg(0), 7, 0);
                self.terms.zero_extend(byte, 32)
            }
            Intrinsic::Fflush => self.terms.bits(32, 0),
            Intrinsic::Getchar => self.next_character(state)?,
            Intrinsic::Ungetc => self.push_back(state, arg(0), span)?,
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
            Intrinsic::Time | Intrinsic::Clock => {
                let width = self.pointer_width();
                let width = result.map_or(width, |ty| self.class(ty).width());
                let value = self.variable(intrinsic.name(), Sort::Bits(width));
                let origin = InputOrigin::Library(intrinsic.name().to_owned());
                let ty = result.unwrap_or(TypeId(0));
                self.note_number(state, &origin, ty, value, None);
                if intrinsic == Intrinsic::Time {
                    let is_null = self.terms.eq(arg(0), zero);
                    let size = width / 8;
                    self.either_way(
                        state,
                        is_null,
                        span,
                        &mut |_, _| Ok(zero),
                        &mut |this, state| {
                            let cell = Cell { size, value, is_set: Term::TRUE };
                            this.store(state, arg(0), cell, span)?;
                            Ok(zero)
                        },
                    )?;
                }
                value
            }
            Intrinsic::Getenv => zero,
            Intrinsic::Math(function) => self.math(function, args),
        };
        Ok(Some(value))
    }

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
    fn math(&mut self, function: MathFunction, args: &[Argument]) -> Term {
        let single = function.name().ends_with('f');
        let width = if single { 32 } else { 64 };
        let values: Vec<Term> = args.iter().map(|&(value, _)| value).collect();
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
