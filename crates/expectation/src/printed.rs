//! Output that is not what was expected: the value that was printed wrongly, or the decision that printed it, or kept it from being printed.
//!
//! Expected and actual output are held against each other from the start. Where they part, the conversion that wrote the byte is known; if the expected text has a value of its kind there, that the converted value is this one is what was
//! expected. Where all values are as expected and only text between them is not, that text is named. Otherwise (too much, too little) a decision is looked for with which the output goes on as expected. If there is none, what was printed should not have been: that the call is reached
//! is the error.

use std::fmt::Write as _;

use whydunit_interp::Piece;
use whydunit_program::{
    About, BinaryOp, Body, Callee, Expectation, Expr, Intrinsic, Program, StmtKind,
};
use whydunit_source::Span;
use whydunit_suite::{Apart, first_difference};

use crate::check::{between, character, compare, falsehood, is_literal, with_check};
use crate::decision::{Wanted, wanted};
use crate::format::{Mistaken, format_differs, in_format};
use crate::limits::MOST_SHOWN;
use crate::number;
use crate::record::{Emission, Execution, Recording};
use crate::stated_decision;
use crate::written_text::{Text, only_text_differs};
use crate::{Stating, Unstated};

pub(crate) fn state(stating: &Stating<'_>, recording: &Recording) -> Result<Program, Unstated> {
    let request = &stating.request;
    let Some(expected) = request.expected.stdout.as_deref() else { return Err(Unstated::Met) };
    let Some(apart) = first_difference(&recording.stdout, expected, request.mode) else {
        return Err(Unstated::Met);
    };
    let printed = Printed { stating, recording, expected, apart };
    if let Some(format) = format_differs(request.program, recording, expected, apart) {
        return Ok(printed.state_format(&format));
    }
    let value = printed.value();
    // One wrong value, and all the rest as expected: no decision is needed to explain that.
    if let Some(value) = value.as_ref().filter(|value| value.rest_agrees) {
        return Ok(printed.state_value(value));
    }
    let before = printed.emission().map_or(usize::MAX, |it| it.decisions);
    let decision = wanted(stating, recording, before, expected, apart.expected);
    if let Some(decision) = decision.as_ref().filter(|decision| decision.is_exact) {
        return Ok(printed.state_decision(decision));
    }
    // That a call should have written words of its own is less likely than that another one should have been reached.
    let is_reached = decision.as_ref().is_some_and(|decision| decision.has_word);
    if let Some(text) = printed.text().filter(|text| !(text.adds_words && is_reached)) {
        return Ok(printed.state_text(&text));
    }
    match (value, decision) {
        (Some(value), _) => Ok(printed.state_value(&value)),
        (None, Some(decision)) => Ok(printed.state_decision(&decision)),
        (None, None) => Ok(printed.state_reached()),
    }
}

struct Printed<'a, 'p> {
    stating: &'a Stating<'p>,
    recording: &'a Recording,
    expected: &'a [u8],
    apart: Apart,
}

/// A value that was printed, and the one that was expected.
struct Value<'a> {
    at: Execution,
    argument: Expr,
    wanted: Constant,
    actual: &'a [u8],
    expected: &'a [u8],
    rest_agrees: bool,
}

#[derive(Clone, Copy)]
enum Constant {
    Integer(i128),
    Fraction { low: f64, high: f64 },
    Character { index: u64, value: u8 },
}

impl<'a, 'p> Printed<'a, 'p> {
    fn program(&self) -> &'p Program {
        self.stating.request.program
    }

    /// The call that wrote the byte at which the outputs part.
    fn emission(&self) -> Option<&'a Emission> {
        let at = self.apart.actual;
        let holds = |it: &&Emission| it.start <= at && at < it.start + it.length;
        self.recording.emissions.iter().find(holds)
    }

    /// The conversion there, or one that ends there and would have gone on.
    fn piece(&self) -> Option<(&'a Emission, Piece)> {
        let at = self.apart.actual;
        let pieces = |it: &'a Emission| {
            it.pieces.iter().map(move |piece| {
                let piece =
                    Piece { start: it.start + piece.start, end: it.start + piece.end, ..*piece };
                (it, piece)
            })
        };
        let inside = self
            .recording
            .emissions
            .iter()
            .filter(|it| it.start <= at && at <= it.start + it.length);
        let mut all = inside.flat_map(pieces).collect::<Vec<_>>();
        let goes_on = self.expected.get(self.apart.expected).is_some_and(u8::is_ascii_alphanumeric)
            || self.expected.get(self.apart.expected) == Some(&b'.');
        all.retain(|(_, piece)| {
            piece.start <= at
                && (at < piece.end || at == piece.end && (goes_on || piece.conversion == b's'))
        });
        // Where one conversion ends and the next begins, it is the next that is wrong.
        all.into_iter().max_by_key(|(_, piece)| piece.start)
    }

    fn value(&self) -> Option<Value<'a>> {
        let (emission, piece) = self.piece()?;
        let start = self.apart.expected.checked_sub(self.apart.actual - piece.start)?;
        let text = self.expected.get(start..)?;
        let (at, argument) = self.argument(emission, piece.argument)?;
        if is_literal(self.program(), &argument) {
            // No statement computes it: it is text, as what stands in a format is.
            return None;
        }
        let actual = &self.recording.stdout[piece.start..piece.end];
        let (constant, length) = match piece.conversion {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'b' | b'B' => {
                let written = number::integer(text, piece.conversion)?;
                if number::integer(actual, piece.conversion)?.value == written.value {
                    return None;
                }
                (Constant::Integer(written.value), written.length)
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
                let written = number::fraction(text)?;
                let (low, high) = (written.value - written.half, written.value + written.half);
                let shown = number::fraction(actual)?;
                if shown.value == written.value || (low..=high).contains(&shown.value) {
                    return None;
                }
                (Constant::Fraction { low, high }, written.length)
            }
            b'c' => (Constant::Integer((*text.first()?).into()), 1),
            b's' => {
                let index = self.apart.actual - piece.start;
                let ends = index == piece.end - piece.start;
                let next = self.expected.get(self.apart.expected).copied();
                let value = if ends { next? } else { next.unwrap_or(0) };
                let is_of_text = !value.is_ascii_whitespace();
                let value = if is_of_text { value } else { 0 };
                if ends && !is_of_text {
                    return None;
                }
                // The word ends where the text that the call writes next begins.
                let next = self
                    .recording
                    .stdout
                    .get(piece.end)
                    .filter(|_| piece.end < emission.start + emission.length);
                let is_word = |it: &&u8| !it.is_ascii_whitespace() && Some(*it) != next;
                let rest = text[index..].iter().take_while(is_word).count();
                (Constant::Character { index: index as u64, value }, index + rest)
            }
            _ => return None,
        };
        let rest = (&self.recording.stdout[piece.end..], &text[length..]);
        let rest_agrees = first_difference(rest.0, rest.1, self.stating.request.mode).is_none();
        Some(Value {
            at,
            argument,
            wanted: constant,
            actual,
            expected: &text[..length],
            rest_agrees,
        })
    }

    fn argument(&self, emission: &Emission, argument: usize) -> Option<(Execution, Expr)> {
        argument_of(self.program(), emission, argument)
    }

    fn line(&self) -> usize {
        1 + self.expected[..self.apart.expected.min(self.expected.len())]
            .iter()
            .filter(|&&it| it == b'\n')
            .count()
    }

    fn state_value(&self, value: &Value<'_>) -> Program {
        let mut program = self.program().clone();
        let argument = value.argument.clone();
        let span = argument.span;
        let condition = match value.wanted {
            Constant::Integer(wanted) => {
                Some(compare(&mut program, BinaryOp::Eq, argument, wanted))
            }
            Constant::Fraction { low, high } => Some(between(&mut program, &argument, low, high)),
            Constant::Character { index, value } => {
                let character = character(&mut program, &argument, index);
                character.map(|it| compare(&mut program, BinaryOp::Eq, it, value.into()))
            }
        };
        let condition = condition.unwrap_or_else(|| falsehood(&mut program, span));
        let written = self.text_of(span, value.at);
        let (actual, wanted) = (shown(value.actual), shown(value.expected));
        let message = match written {
            Some(written) => format!(
                "line {} of the output: {written} is {actual}, expected {wanted}",
                self.line()
            ),
            None => format!("line {} of the output has {actual}, expected {wanted}", self.line()),
        };
        let expectation = self.expectation(message, Some(actual), Some(wanted), None);
        with_check(program, value.at, condition, span, expectation)
    }

    fn state_decision(&self, wanted: &Wanted) -> Program {
        let mut program = self.program().clone();
        let (condition, span, said) =
            stated_decision::condition(&mut program, wanted.at, wanted.successor);
        let (actual, expected) = self.lines();
        let message = format!("{}: {said}", difference(self.line(), &actual, &expected));
        let goes_on =
            if wanted.is_exact { "is as expected" } else { "goes on as expected for longer" };
        let mut inferred = format!("had this gone the other way, the output {goes_on}");
        if let Some(line) = self.line_of_text().filter(|_| wanted.is_exact) {
            let _ = write!(inferred, "; line {line} printed what is wrong");
        }
        let expectation = self.expectation(message, actual, expected, Some(inferred));
        with_check(program, wanted.at, condition, span, expectation)
    }

    /// The line of the program's own call that wrote the text at which the outputs part.
    fn line_of_text(&self) -> Option<u32> {
        let emission = self.emission()?;
        let program = self.program();
        let is_own = |at: &Execution| !program.function(at.point.function).is_library;
        let at = [Some(emission.call), emission.caller].into_iter().flatten().find(is_own)?;
        Some(program.sources.line_column(program.origin_of(at.point).0).line)
    }

    /// All values are as expected: the text between them is not.
    fn text(&self) -> Option<Text> {
        only_text_differs(self.recording, self.expected, self.apart)
    }

    /// That the conversion writes the value in this way is what should not be.
    fn state_format(&self, format: &Mistaken) -> Program {
        let mut program = self.program().clone();
        let at = self.recording.emissions[format.emission].call;
        let (statement, _) = program.origin_of(at.point);
        let span = format.place.unwrap_or(statement);
        let condition = falsehood(&mut program, span);
        let (actual, expected) = self.lines();
        let message = format!("{}: {}", difference(self.line(), &actual, &expected), format.said);
        let expectation = self.expectation(message, actual, expected, None);
        with_check(program, at, condition, span, expectation)
    }

    /// That the call writes this text is what should not be.
    fn state_text(&self, text: &Text) -> Program {
        let mut program = self.program().clone();
        let emission = &self.recording.emissions[text.emission];
        let at = emission.call;
        let (statement, _) = program.origin_of(at.point);
        let span =
            in_format(&program, emission, &self.recording.stdout, text.at).unwrap_or(statement);
        let condition = falsehood(&mut program, span);
        let (actual, expected) = self.lines();
        let message = format!("{}: {}", difference(self.line(), &actual, &expected), text.said);
        let next = text.next.map(|next| {
            let (span, _) = program.origin_of(self.recording.emissions[next].call.point);
            let line = program.sources.line_column(span).line;
            format!("what line {line} prints next could begin with it as well")
        });
        let expectation = self.expectation(message, actual, expected, next);
        with_check(program, at, condition, span, expectation)
    }

    /// That this is printed at all (or that the run ends here) is what should not be.
    fn state_reached(&self) -> Program {
        let mut program = self.program().clone();
        let (actual, expected) = self.lines();
        let message = match self.ends_before() {
            Some(text) => format!("the output ends before \"{text}\" in line {}", self.line()),
            None => difference(self.line(), &actual, &expected),
        };
        let last = self.recording.last_of_user;
        let at = self.emission().map(|it| it.call).or(last);
        let at = at.unwrap_or(Execution { point: self.start(), occurrence: 1 });
        let (statement, _) = program.origin_of(at.point);
        // The character in the literal, if that is what says it.
        let written = (&self.recording.stdout, self.apart.actual);
        let literal = self.emission().and_then(|it| in_format(&program, it, written.0, written.1));
        let span = literal.unwrap_or(statement);
        let condition = falsehood(&mut program, span);
        let expectation = self.expectation(message, actual, expected, None);
        with_check(program, at, condition, span, expectation)
    }

    /// What is missing of a line, of which there is something.
    fn ends_before(&self) -> Option<String> {
        if self.apart.actual < self.recording.stdout.len() {
            return None;
        }
        let (before, rest) = self.expected.split_at(self.apart.expected.min(self.expected.len()));
        let line = before.rsplit(|&byte| byte == b'\n').next()?;
        let rest = rest.split(|&byte| byte == b'\n').next()?;
        (!line.trim_ascii().is_empty() && !rest.is_empty()).then(|| shown(rest))
    }

    fn start(&self) -> whydunit_program::Point {
        let function = self.stating.request.spec.function;
        whydunit_program::Point { function, block: whydunit_program::BlockId(0), index: 0 }
    }

    fn expectation(
        &self,
        message: String,
        actual: Option<String>,
        expected: Option<String>,
        inferred: Option<String>,
    ) -> Expectation {
        Expectation { occurrence: 1, about: About::Output, message, expected, actual, inferred }
    }

    /// An expression as it is written, if the program's author wrote it.
    fn text_of(&self, span: Span, at: Execution) -> Option<String> {
        let program = self.program();
        let is_written = !program.function(at.point.function).is_library;
        is_written.then(|| stated_decision::written(program, span)).flatten()
    }

    /// The lines in which the outputs part; `None` where one has ended.
    fn lines(&self) -> (Option<String>, Option<String>) {
        let line = |text: &[u8], at: usize| {
            let start = text[..at.min(text.len())]
                .iter()
                .rposition(|&it| it == b'\n')
                .map_or(0, |it| it + 1);
            let rest = &text[start..];
            let end = rest.iter().position(|&it| it == b'\n').unwrap_or(rest.len());
            // The difference is to be seen.
            let column = at.min(text.len()) - start;
            let cut = if column < MOST_SHOWN - 5 { 0 } else { column - MOST_SHOWN / 2 };
            let dots = if cut > 0 { "..." } else { "" };
            (at < text.len() || end > 0).then(|| format!("{dots}{}", cut_short(&rest[cut..end])))
        };
        (line(&self.recording.stdout, self.apart.actual), line(self.expected, self.apart.expected))
    }
}

fn difference(line: usize, actual: &Option<String>, expected: &Option<String>) -> String {
    match (actual, expected) {
        (Some(actual), Some(expected)) => {
            format!("line {line} of the output is \"{actual}\", expected \"{expected}\"")
        }
        (Some(actual), None) => {
            format!("line {line} of the output is \"{actual}\", expected no more")
        }
        (None, Some(expected)) => format!("line {line} of the output is missing: \"{expected}\""),
        (None, None) => format!("line {line} of the output ends differently"),
    }
}

/// Text as messages show it: short, and nothing that moves the cursor.
pub(crate) fn shown(text: &[u8]) -> String {
    cut_short(text.trim_ascii())
}

/// The same, with the white space around it.
fn cut_short(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let short: String = text.chars().take(MOST_SHOWN).collect();
    let dots = if short.len() < text.len() { "..." } else { "" };
    format!("{}{dots}", short.escape_debug())
}

/// The argument that a conversion took, where it is written down: in the call, or in the call of the function that hands on its own.
pub(crate) fn argument_of(
    program: &Program,
    emission: &Emission,
    argument: usize,
) -> Option<(Execution, Expr)> {
    let of = |at: Execution| match &program.stmt_at(at.point)?.kind {
        StmtKind::Call { callee: Callee::Direct(callee), args, .. } => Some((*callee, args)),
        _ => None,
    };
    let (callee, args) = of(emission.call)?;
    let callee = program.function(callee);
    let Body::Intrinsic(intrinsic) = callee.body else {
        return args
            .get(argument)
            .filter(|_| callee.is_library)
            .map(|it| (emission.call, it.clone()));
    };
    let fixed = match intrinsic {
        Intrinsic::Fputc => 0,
        Intrinsic::Printf => 1,
        Intrinsic::Fprintf | Intrinsic::Sprintf => 2,
        Intrinsic::Snprintf => 3,
        Intrinsic::Vprintf | Intrinsic::Vfprintf | Intrinsic::Vsprintf | Intrinsic::Vsnprintf => {
            let caller = emission.caller?;
            let (variadic, args) = of(caller)?;
            let function = program.function(variadic);
            let handed_on = args.get(function.param_count as usize + argument)?;
            return function.signature.variadic.then(|| (caller, handed_on.clone()));
        }
        _ => return None,
    };
    Some((emission.call, args.get(fixed + argument)?.clone()))
}
