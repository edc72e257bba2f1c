//! Formatted input from standard input.
//!
//! Each conversion takes one item from standard input: the item is an input of the conversion's type, and the text is written
//! around it afterwards. Standard input may also end before an item, or hold text there that is no number.

use whydunit_program::{Class, Intrinsic};
use whydunit_semantics::Scalars;
use whydunit_source::Span;
use whydunit_term::{Sort, Term};

use super::call::Argument;
use super::format::Conversion;
use super::input::{Event, EventKind};
use super::memory::Cell;
use super::state::State;
use super::{Exec, Run};

impl Exec<'_> {
    pub(super) fn scan_input(
        &mut self,
        state: &mut State,
        intrinsic: Intrinsic,
        format_at: usize,
        args: &[Argument],
        span: Span,
    ) -> Run<Term> {
        if self.given.stdin {
            return self.gap(state, "given standard input together with a search", span);
        }
        let format = args.get(format_at).map(|&(value, _)| value);
        let Some(format) = format else { return self.gap(state, "scanf without a format", span) };
        let Some(text) = self.known_string(state, format, span)? else {
            return self.gap(state, "a format that depends on inputs", span);
        };
        if !state.stdin.pushed_back.is_empty() {
            return self.gap(state, "formatted input after ungetc", span);
        }
        let is_list = matches!(intrinsic, Intrinsic::Vscanf | Intrinsic::Vfscanf);
        let list = args.get(format_at + 1).map(|&(value, _)| value);
        let mut next = format_at + 1;
        let zero = self.terms.bits(32, 0);
        let mut stored = zero;
        // Conversions are performed while input lasts.
        let mut goes_on = Term::TRUE;
        let mut failed_first = Term::FALSE;
        for item in super::format::items(&text) {
            let conversion = match item {
                super::format::Item::Literal(byte) => {
                    if !byte.is_ascii_whitespace() {
                        self.scanned(state, goes_on, EventKind::Literal(byte));
                    }
                    continue;
                }
                super::format::Item::Conversion(conversion) => conversion,
            };
            if conversion.letter == b'%' {
                self.scanned(state, goes_on, EventKind::Literal(b'%'));
                continue;
            }
            let target = if conversion.suppress || conversion.letter == b'n' {
                None
            } else if is_list {
                let Some(list) = list else { return self.gap(state, "a missing argument", span) };
                Some(self.next_variadic(state, list, span)?.0)
            } else {
                next += 1;
                match args.get(next - 1) {
                    Some(&(value, _)) => Some(value),
                    None => {
                        let kind = whydunit_program::CheckKind::Uninit;
                        self.check(state, kind, Term::FALSE, span)?;
                        None
                    }
                }
            };
            if conversion.letter == b'n' {
                return self.gap(state, "%n in formatted input", span);
            }
            let ends = self.variable("end", Sort::Bool);
            let is_over = self.terms.or(&[state.stdin.is_over, ends]);
            let over_now = self.terms.and(&[goes_on, is_over]);
            let is_first = self.terms.eq(stored, zero);
            let first = self.terms.and(&[over_now, is_first]);
            failed_first = self.terms.or(&[failed_first, first]);
            state.stdin.is_over = self.terms.ite(goes_on, is_over, state.stdin.is_over);
            state.stdin.at_end = self.terms.or(&[state.stdin.at_end, over_now]);
            let some = self.terms.not(is_over);
            goes_on = self.terms.and(&[goes_on, some]);
            if matches!(conversion.letter, b'c' | b's' | b'[') {
                self.not_stuck(state)?;
            } else {
                // Junk stays where it is: no number is read from here on.
                let junk = self.variable("junk", Sort::Bool);
                let fits = self.terms.not(state.stdin.is_stuck);
                let comes = self.terms.and(&[goes_on, fits, junk]);
                self.scanned(state, comes, EventKind::Junk);
                state.stdin.is_stuck = self.terms.or(&[state.stdin.is_stuck, comes]);
                let fits = self.terms.not(state.stdin.is_stuck);
                goes_on = self.terms.and(&[goes_on, fits]);
            }
            let before = state.path.clone();
            let result = self
                .assume(state, goes_on)
                .and_then(|()| self.convert_item(state, &conversion, target, span));
            self.leave_condition(state, before, goes_on, result)?;
            if !conversion.suppress {
                let one = self.truth_value(goes_on, Class::INT);
                stored = self.terms.add(stored, one);
            }
        }
        let minus_one = self.terms.bits(32, u128::from(u32::MAX));
        Ok(self.terms.ite(failed_first, minus_one, stored))
    }

    /// `sscanf`: which values a text holds is not followed; each conversion may store any, or none.
    pub(super) fn scan_string(
        &mut self,
        state: &mut State,
        intrinsic: Intrinsic,
        args: &[Argument],
        span: Span,
    ) -> Run<Term> {
        let (Some(&(source, _)), Some(&(format, _))) = (args.first(), args.get(1)) else {
            return self.gap(state, "sscanf without a format", span);
        };
        self.string(state, source, None, span)?;
        let Some(text) = self.known_string(state, format, span)? else {
            return self.gap(state, "a format that depends on inputs", span);
        };
        let stored = self.unknown_bits(32, "stored");
        let mut next = 2;
        let mut count = 0;
        for item in super::format::items(&text) {
            let super::format::Item::Conversion(conversion) = item else { continue };
            if conversion.suppress || conversion.letter == b'%' {
                continue;
            }
            let target = match (intrinsic, args.get(2)) {
                (Intrinsic::Vsscanf, Some(&(list, _))) => self.next_variadic(state, list, span)?.0,
                _ => match args.get(next) {
                    Some(&(value, _)) => value,
                    None => return self.gap(state, "a missing argument", span),
                },
            };
            next += 1;
            let size = match conversion.letter {
                b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'n' => {
                    conversion.int_bytes(self.program.types.target().pointer_bytes())
                }
                b'f' | b'e' | b'g' | b'E' | b'G' | b'a' => 4 * (1 + conversion.longs.min(1)),
                b'c' if conversion.width.is_none() => 1,
                _ => return self.gap(state, "words read from a string", span),
            };
            let number = self.terms.bits(32, count);
            let is_stored = self.terms.slt(number, stored);
            count += u128::from(conversion.letter != b'n');
            let value = self.unknown_bits(8 * size, "scanned");
            let cell = Cell { size, value, is_set: Term::TRUE };
            let before = state.path.clone();
            let result = self
                .assume(state, is_stored)
                .and_then(|()| self.store_when(state, is_stored, target, cell, span));
            self.leave_condition(state, before, is_stored, result)?;
        }
        let (least, most) = (self.terms.bits(32, u128::from(u32::MAX)), self.terms.bits(32, count));
        let (low, high) = (self.terms.sle(least, stored), self.terms.sle(stored, most));
        self.done.assumptions.extend([low, high]);
        Ok(stored)
    }

    /// `strtod`: some number, and an end somewhere in the text.
    pub(super) fn some_number(
        &mut self,
        state: &mut State,
        text: Term,
        end: Term,
        span: Span,
    ) -> Run<Term> {
        self.string(state, text, None, span)?;
        let most = self.largest_behind(text);
        let width = self.pointer_width();
        let length = self.unknown_bits(width, "length");
        let limit = self.pointer_bits(most);
        let short = self.terms.ult(length, limit);
        self.done.assumptions.push(short);
        let null = self.pointer_bits(0);
        let is_null = self.terms.eq(end, null);
        let value = self.terms.add(text, length);
        let cell = Cell { size: width / 8, value, is_set: Term::TRUE };
        self.either_way(state, is_null, span, &mut |_, _| Ok(null), &mut |this, state| {
            this.store(state, end, cell, span)?;
            Ok(null)
        })?;
        Ok(self.unknown_bits(64, "number"))
    }

    fn scanned(&mut self, state: &State, when: Term, kind: EventKind) {
        let over = self.terms.not(state.stdin.is_over);
        let when = self.terms.and(&[state.path.condition(), when, over]);
        self.done.events.push(Event { when, kind });
    }

    fn convert_item(
        &mut self,
        state: &mut State,
        conversion: &Conversion,
        target: Option<Term>,
        span: Span,
    ) -> Run<()> {
        let when = Term::TRUE;
        match conversion.letter {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                let size = conversion.int_bytes(self.program.types.target().pointer_bytes());
                let value = self.variable("scanned", Sort::Bits(8 * size));
                let radix = match conversion.letter {
                    b'x' | b'X' => 16,
                    b'o' => 8,
                    _ => 10,
                };
                let signed = matches!(conversion.letter, b'd' | b'i');
                if let Some(width) = conversion.width {
                    // Only what fits the width is one item.
                    let digits = u32::try_from(width).unwrap_or(20).min(18);
                    let limit = u128::from(radix).pow(digits);
                    if limit < 1 << (8 * size - 1) {
                        let limit = self.terms.bits(8 * size, limit);
                        let small = self.terms.ult(value, limit);
                        self.assume(state, small)?;
                    }
                }
                self.scanned(state, when, EventKind::Integer { value, signed, radix });
                self.store_item(state, target, size, value, span)
            }
            b'f' | b'e' | b'g' | b'E' | b'G' | b'a' => {
                let size = if conversion.longs > 0 { 8 } else { 4 };
                let value = self.variable("scanned", Sort::Bits(8 * size));
                self.scanned(state, when, EventKind::Float(value));
                self.store_item(state, target, size, value, span)
            }
            b'c' => {
                for index in 0..conversion.width.unwrap_or(1).min(64) {
                    let value = self.variable("stdin", Sort::Bits(8));
                    self.scanned(state, when, EventKind::Byte(value));
                    let target = target.map(|target| {
                        let delta = self.pointer_bits(index as u64);
                        self.terms.add(target, delta)
                    });
                    self.store_item(state, target, 1, value, span)?;
                }
                Ok(())
            }
            b's' => self.scan_word(state, conversion, target, span),
            letter => {
                let message = format!("the conversion %{} of formatted input", char::from(letter));
                self.gap(state, message, span)
            }
        }
    }

    fn store_item(
        &mut self,
        state: &mut State,
        target: Option<Term>,
        size: u32,
        value: Term,
        span: Span,
    ) -> Run<()> {
        match target {
            Some(target) => {
                self.store(state, target, Cell { size, value, is_set: Term::TRUE }, span)
            }
            None => Ok(()),
        }
    }

    /// `%s`: a word of one character or more, written with its end as far as it reaches.
    fn scan_word(
        &mut self,
        state: &mut State,
        conversion: &Conversion,
        target: Option<Term>,
        span: Span,
    ) -> Run<()> {
        let room = target.map_or(0, |target| self.largest_behind(target)).min(256) as u32;
        // One more than fits, so that a buffer that is too small is seen.
        let most = (room + 1).max(self.bounds.characters);
        let most = conversion.width.map_or(most, |width| most.min(width as u32)).max(1);
        let width = self.pointer_width();
        let length = self.variable("length", Sort::Bits(width));
        let (one, limit) = (self.pointer_bits(1), self.pointer_bits(most.into()));
        let (some, short) = (self.terms.ule(one, length), self.terms.ule(length, limit));
        self.done.assumptions.extend([some, short]);
        if conversion.width.is_none_or(|width| width as u32 > most) {
            self.input_bound(format!("words of up to {most} characters"));
        }
        let mut bytes = Vec::new();
        for _ in 0..most {
            let byte = self.variable("word", Sort::Bits(8));
            for blank in *b" \t\n\x0b\x0c\r" {
                let blank = self.terms.bits(8, blank.into());
                let other = self.terms.ne(byte, blank);
                self.done.assumptions.push(other);
            }
            bytes.push(byte);
        }
        self.scanned(state, Term::TRUE, EventKind::Word { length, bytes: bytes.clone() });
        let Some(target) = target else { return Ok(()) };
        let end = self.terms.bits(8, 0);
        for index in 0..=most {
            let here = self.pointer_bits(index.into());
            let is_written = self.terms.ule(here, length);
            let is_end = self.terms.eq(here, length);
            let byte = bytes.get(index as usize).copied().unwrap_or(end);
            let value = self.terms.ite(is_end, end, byte);
            let address = self.terms.add(target, here);
            let before = state.path.clone();
            let result = self.assume(state, is_written).and_then(|()| {
                self.store_when(
                    state,
                    is_written,
                    address,
                    Cell { size: 1, value, is_set: Term::TRUE },
                    span,
                )
            });
            self.leave_condition(state, before, is_written, result)?;
        }
        Ok(())
    }
}
