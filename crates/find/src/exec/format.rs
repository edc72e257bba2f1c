//! Formatted output: what it reads, and what `sprintf` writes.
//!
//! Text that goes to a stream does not matter to the run, so only what is read for it is followed: strings up to their ends.
//! Text that goes to memory is a list of bytes, each with the condition under which it is there.

use whydunit_program::obligation::Access;
use whydunit_program::{CheckKind, Intrinsic};
use whydunit_source::Span;
use whydunit_term::{Op, Sort, Term};

use super::call::Argument;
use super::memory::Cell;
use super::pointer::Entry;
use super::state::State;
use super::{CutReason, Exec, Run, Stop};
use whydunit_program::Class;
use whydunit_semantics::Scalars;

/// One conversion specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Conversion {
    pub(super) letter: u8,
    /// `*` of formatted input.
    pub(super) suppress: bool,
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    pub(super) width: Option<usize>,
    width_given: bool,
    precision: Option<usize>,
    precision_given: bool,
    /// Number of `l`, or of `j`, `z`, `t`.
    pub(super) longs: u32,
    shorts: u32,
    is_size: bool,
}

impl Conversion {
    /// Size of the integer.
    pub(super) fn int_bytes(&self, pointer_bytes: u64) -> u32 {
        match (self.shorts, self.longs, self.is_size) {
            (1, ..) => 2,
            (2.., ..) => 1,
            (_, 2.., _) => 8,
            (_, 1, _) | (_, _, true) => pointer_bytes as u32,
            _ => 4,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Item {
    Literal(u8),
    Conversion(Conversion),
}

/// A format taken apart.
pub(super) fn items(format: &[u8]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut bytes = format.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'%' {
            items.push(Item::Literal(byte));
            continue;
        }
        let mut conversion = Conversion::default();
        let mut in_precision = false;
        for byte in bytes.by_ref() {
            match byte {
                b'*' if in_precision => conversion.precision_given = true,
                b'*' => {
                    conversion.suppress = true;
                    conversion.width_given = true;
                }
                b'-' => conversion.left = true,
                b'+' => conversion.plus = true,
                b' ' => conversion.space = true,
                b'#' => conversion.alternate = true,
                b'\'' => {}
                b'0' if conversion.width.is_none() && !in_precision => conversion.zero = true,
                b'0'..=b'9' => {
                    let number = if in_precision {
                        &mut conversion.precision
                    } else {
                        &mut conversion.width
                    };
                    let digit = usize::from(byte - b'0');
                    *number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
                }
                b'.' => {
                    in_precision = true;
                    conversion.precision = Some(0);
                }
                b'l' | b'L' | b'q' => conversion.longs += if byte == b'l' { 1 } else { 2 },
                b'j' => conversion.longs += 2,
                b'z' | b't' | b'Z' => conversion.is_size = true,
                b'h' => conversion.shorts += 1,
                letter => {
                    conversion.letter = letter;
                    break;
                }
            }
        }
        items.push(Item::Conversion(conversion));
    }
    items
}

/// A byte of text and when it is there.
type Character = (Term, Term);

impl Exec<'_> {
    /// The string at an address, if it does not depend on inputs.
    pub(super) fn known_string(
        &mut self,
        state: &mut State,
        address: Term,
        span: Span,
    ) -> Run<Option<Vec<u8>>> {
        let mut text = Vec::new();
        for index in 0..4096 {
            let delta = self.pointer_bits(index);
            let at = self.terms.add(address, delta);
            let byte = self.load(state, at, 1, span)?;
            match self.terms.value(byte) {
                Some(0) => return Ok(Some(text)),
                Some(byte) => text.push(byte as u8),
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// The size of the largest object that a pointer may point to.
    pub(super) fn largest_behind(&mut self, pointer: Term) -> u64 {
        let targets = self.targets(pointer);
        let size = |entry: u32| match &self.entries[entry as usize] {
            Entry::Object(info) => info.largest,
            Entry::View { len, .. } => *len,
            Entry::Null | Entry::Function(_) => 0,
        };
        targets.known.iter().map(|target| size(target.entry)).max().unwrap_or(0)
    }

    /// Stores where a condition holds that is assumed already: what is not met keeps its value in the joined state.
    pub(super) fn store_when(
        &mut self,
        state: &mut State,
        when: Term,
        address: Term,
        cell: Cell,
        span: Span,
    ) -> Run<()> {
        let bytes = self.pointer_bits(cell.size.into());
        let spots = self.resolve(state, address, bytes, Access::Write, span)?;
        for spot in spots {
            let when = self.terms.and(&[when, spot.when]);
            let spot = super::access::Spot { when, ..spot };
            self.write_spot(state, &spot, cell, span)?;
        }
        Ok(())
    }

    /// The characters of a string, up to `most` of them.
    pub(super) fn string(
        &mut self,
        state: &mut State,
        address: Term,
        most: Option<u64>,
        span: Span,
    ) -> Run<Vec<Character>> {
        let natural = self.largest_behind(address) + 1;
        let limit = most.unwrap_or(u64::MAX).min(natural).min(1024);
        let mut text = Vec::new();
        let mut present = Term::TRUE;
        let zero = self.terms.bits(8, 0);
        for index in 0..limit {
            let delta = self.pointer_bits(index);
            let at = self.terms.add(address, delta);
            let byte = self.lazily(state, present, |this, state| this.load(state, at, 1, span))?;
            let Some(byte) = byte else { break };
            let is_more = self.terms.ne(byte, zero);
            present = self.terms.and(&[present, is_more]);
            if present == Term::FALSE {
                break;
            }
            text.push((byte, present));
        }
        if most.is_none_or(|most| most > limit) && limit < natural {
            let reason = CutReason::Input(format!("printed strings of up to {limit} characters"));
            self.cut_when(state, present, reason)?;
        }
        Ok(text)
    }

    pub(super) fn print(
        &mut self,
        state: &mut State,
        intrinsic: Intrinsic,
        args: &[Argument],
        result_is_used: bool,
        span: Span,
    ) -> Run<Term> {
        let format_at = match intrinsic {
            Intrinsic::Printf | Intrinsic::Vprintf => 0,
            Intrinsic::Snprintf | Intrinsic::Vsnprintf => 2,
            _ => 1,
        };
        let to_memory = matches!(
            intrinsic,
            Intrinsic::Sprintf | Intrinsic::Snprintf | Intrinsic::Vsprintf | Intrinsic::Vsnprintf
        );
        let is_list = matches!(
            intrinsic,
            Intrinsic::Vprintf | Intrinsic::Vfprintf | Intrinsic::Vsprintf | Intrinsic::Vsnprintf
        );
        let Some(&(format, _)) = args.get(format_at) else {
            return self.gap(state, "printf without a format", span);
        };
        if matches!(intrinsic, Intrinsic::Fprintf | Intrinsic::Vfprintf) {
            self.stream(state, args[0].0, span)?;
        }
        let Some(text) = self.known_string(state, format, span)? else {
            return self.gap(state, "a format that depends on inputs", span);
        };
        let mut next = format_at + 1;
        let mut out: Vec<Character> = Vec::new();
        let is_needed = to_memory || result_is_used;
        for item in items(&text) {
            match item {
                Item::Literal(byte) => out.push((self.terms.bits(8, byte.into()), Term::TRUE)),
                Item::Conversion(Conversion { letter: b'%', .. }) => {
                    out.push((self.terms.bits(8, b'%'.into()), Term::TRUE));
                }
                Item::Conversion(mut conversion) => {
                    let mut is_known = true;
                    for (given, is_width) in
                        [(conversion.width_given, true), (conversion.precision_given, false)]
                    {
                        if !given {
                            continue;
                        }
                        let (number, _) =
                            self.next_printed(state, args, &mut next, is_list, format_at, span)?;
                        let number = self.terms.value(number).map(|bits| bits as u32 as i32);
                        match (number, is_width) {
                            (Some(number), true) => {
                                conversion.left |= number < 0;
                                conversion.width = Some(number.unsigned_abs() as usize);
                            }
                            (Some(number), false) => {
                                conversion.precision = usize::try_from(number).ok();
                            }
                            (None, _) => is_known = false,
                        }
                    }
                    let argument =
                        self.next_printed(state, args, &mut next, is_list, format_at, span)?;
                    let piece = self.printed(state, &conversion, argument, is_needed, span)?;
                    out.extend(match piece {
                        Some(piece) if is_known => self.padded(&conversion, piece),
                        _ if is_needed => self.some_text(&conversion),
                        _ => Vec::new(),
                    });
                }
            }
        }
        let width = self.pointer_width();
        let mut length = self.terms.bits(width, 0);
        let mut positions = Vec::with_capacity(out.len());
        for &(_, present) in &out {
            positions.push(length);
            let one = self.truth_value(present, Class::index(self.program.types.target()));
            length = self.terms.add(length, one);
        }
        if to_memory {
            let room = (format_at == 2).then(|| args[1].0);
            self.write_text(state, args[0].0, &out, &positions, (length, room), span)?;
        }
        Ok(self.terms.resize(length, 32, false))
    }

    fn next_printed(
        &mut self,
        state: &mut State,
        args: &[Argument],
        next: &mut usize,
        is_list: bool,
        format_at: usize,
        span: Span,
    ) -> Run<Argument> {
        if is_list {
            let list = args.get(format_at + 1).map(|&(value, _)| value);
            let Some(list) = list else { return self.gap(state, "a missing argument", span) };
            return self.next_variadic(state, list, span);
        }
        *next += 1;
        match args.get(*next - 1) {
            Some(&argument) => Ok(argument),
            None => {
                self.check(state, CheckKind::Uninit, Term::FALSE, span)?;
                Err(Stop::Path)
            }
        }
    }

    /// The text of one conversion before it is padded; `None` when it is not followed. Where it is not needed, only what
    /// must be read for it is.
    fn printed(
        &mut self,
        state: &mut State,
        conversion: &Conversion,
        (value, ty): Argument,
        is_needed: bool,
        span: Span,
    ) -> Run<Option<Vec<Character>>> {
        let class = self.class(ty);
        let is_number = !matches!(class, Class::Float { .. } | Class::Other);
        Ok(match conversion.letter {
            b's' => {
                let most = conversion.precision.map(|most| most as u64);
                let width = self.pointer_width();
                let address = self.terms.resize(value, width, false);
                Some(self.string(state, address, most, span)?)
            }
            b'n' => return self.gap(state, "%n in formatted output", span),
            _ if !is_needed => None,
            b'c' if is_number => Some(vec![(self.terms.resize(value, 8, false), Term::TRUE)]),
            b'd' | b'i' | b'u' | b'x' | b'o' if is_number && !conversion.alternate => {
                let size = conversion.int_bytes(self.program.types.target().pointer_bytes());
                let radix = match conversion.letter {
                    b'x' => 16,
                    b'o' => 8,
                    _ => 10,
                };
                let value = self.terms.resize(value, 8 * size, true);
                Some(self.digits(conversion, value, radix))
            }
            b'f' if !conversion.plus && !conversion.space => {
                let known = self.terms.value(value).filter(|_| class == Class::Float { width: 64 });
                let known = known.map(|bits| f64::from_bits(bits as u64));
                known.filter(|number| number.is_finite()).map(|number| {
                    let text = format!("{number:.*}", conversion.precision.unwrap_or(6));
                    let byte = |byte: u8| (self.terms.bits(8, byte.into()), Term::TRUE);
                    text.bytes().map(byte).collect()
                })
            }
            _ => None,
        })
    }

    /// Some text of some length.
    fn some_text(&mut self, conversion: &Conversion) -> Vec<Character> {
        // The longest number in full has 309 digits before the point.
        let longest = if conversion.letter == b'f' { 320 } else { 64 };
        let longest = longest + conversion.precision.unwrap_or(6);
        let most = conversion.width.unwrap_or(0).max(longest).min(1024) as u64;
        let width = self.pointer_width();
        let length = self.variable("printed", Sort::Bits(width));
        let limit = self.pointer_bits(most);
        let short = self.terms.ule(length, limit);
        self.done.assumptions.push(short);
        let mut text = Vec::new();
        for index in 0..most {
            let here = self.pointer_bits(index);
            let present = self.terms.ult(here, length);
            text.push((self.variable("printed", Sort::Bits(8)), present));
        }
        text
    }

    /// Blanks up to the width.
    fn padded(&mut self, conversion: &Conversion, text: Vec<Character>) -> Vec<Character> {
        let width = conversion.width.unwrap_or(0).min(256);
        if width == 0 {
            return text;
        }
        let mut length = self.terms.bits(32, 0);
        for &(_, present) in &text {
            let one = self.truth_value(present, Class::INT);
            length = self.terms.add(length, one);
        }
        let blank = self.terms.bits(8, b' '.into());
        let mut blanks = Vec::new();
        for index in 0..width {
            let room = self.terms.bits(32, (width - index) as u128);
            let present = self.terms.ult(length, room);
            if present != Term::FALSE {
                blanks.push((blank, present));
            }
        }
        if conversion.left { [text, blanks].concat() } else { [blanks, text].concat() }
    }

    /// An integer in digits: no leading zeros but those that precision or width ask for.
    fn digits(&mut self, conversion: &Conversion, value: Term, radix: u128) -> Vec<Character> {
        let signed = matches!(conversion.letter, b'd' | b'i');
        let width = self.terms.width(value);
        let zero = self.terms.bits(width, 0);
        let mut text = Vec::new();
        let mut size = value;
        let mut has_sign = Term::FALSE;
        if signed {
            let is_negative = self.terms.slt(value, zero);
            let negated = self.terms.apply(Op::Neg, &[value]);
            size = self.terms.ite(is_negative, negated, value);
            let minus = self.terms.bits(8, b'-'.into());
            let other = self.terms.bits(8, if conversion.plus { b'+' } else { b' ' }.into());
            let sign = self.terms.ite(is_negative, minus, other);
            has_sign = if conversion.plus || conversion.space { Term::TRUE } else { is_negative };
            text.push((sign, has_sign));
        }
        let mask = Sort::Bits(width).mask();
        let mut power = 1;
        let mut powers = vec![1];
        while let Some(next) = radix.checked_mul(power).filter(|&next| next <= mask) {
            power = next;
            powers.push(power);
        }
        // Zeros fill the width, of which a sign takes one.
        let fill = if conversion.zero && !conversion.left && conversion.precision.is_none() {
            conversion.width.unwrap_or(0)
        } else {
            0
        };
        let fewest = conversion.precision.unwrap_or(1);
        let longest = powers.len().max(fill.min(64)).max(fewest.min(64));
        let base = self.terms.bits(width, radix);
        for place in (0..longest).rev() {
            let (character, is_needed) = match powers.get(place) {
                None => (self.terms.bits(8, b'0'.into()), Term::FALSE),
                Some(&power) => {
                    let unit = self.terms.bits(width, power);
                    let quotient = self.terms.apply(Op::UDiv, &[size, unit]);
                    let digit = self.terms.apply(Op::URem, &[quotient, base]);
                    let digit = self.terms.resize(digit, 8, false);
                    let (ten, decimal, letter) = (
                        self.terms.bits(8, 10),
                        self.terms.bits(8, 0x30),
                        self.terms.bits(8, 0x57),
                    );
                    let is_decimal = self.terms.ult(digit, ten);
                    let offset = self.terms.ite(is_decimal, decimal, letter);
                    (self.terms.add(digit, offset), self.terms.ule(unit, size))
                }
            };
            let unsigned = self.terms.not(has_sign);
            let present = match place {
                _ if place < fewest || place + 1 < fill => Term::TRUE,
                _ if place + 1 == fill => self.terms.or(&[is_needed, unsigned]),
                _ => is_needed,
            };
            text.push((character, present));
        }
        text
    }

    /// Writes text and its end, as much as there is room for.
    fn write_text(
        &mut self,
        state: &mut State,
        to: Term,
        text: &[Character],
        positions: &[Term],
        (length, room): (Term, Option<Term>),
        span: Span,
    ) -> Run<()> {
        let one = self.pointer_bits(1);
        let zero = self.pointer_bits(0);
        let has_room = room.map_or(Term::TRUE, |room| self.terms.ne(room, zero));
        let last = room.map(|room| self.terms.sub(room, one));
        let end = self.terms.bits(8, 0);
        let end_at = match last {
            Some(last) => {
                let is_short = self.terms.ule(length, last);
                self.terms.ite(is_short, length, last)
            }
            None => length,
        };
        let all = text.iter().zip(positions).map(|(&(byte, present), &at)| (byte, present, at));
        for (value, present, at) in all.chain([(end, Term::TRUE, end_at)]) {
            let fits = match last {
                Some(last) if at != end_at => self.terms.ult(at, last),
                _ => Term::TRUE,
            };
            let when = self.terms.and(&[has_room, present, fits]);
            if when == Term::FALSE {
                continue;
            }
            let address = self.terms.add(to, at);
            let cell = Cell { size: 1, value, is_set: Term::TRUE };
            let before = state.path.clone();
            let result = self
                .assume(state, when)
                .and_then(|()| self.store_when(state, when, address, cell, span));
            self.leave_condition(state, before, when, result)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        let found = items(b"a%5.3lld%%%*s");
        assert_eq!(found.len(), 4);
        let Item::Conversion(first) = found[1] else { panic!("a conversion") };
        assert_eq!((first.letter, first.width, first.precision), (b'd', Some(5), Some(3)));
        assert_eq!(first.int_bytes(8), 8);
        let Item::Conversion(last) = found[3] else { panic!("a conversion") };
        assert!(last.suppress && last.letter == b's');
    }
}
