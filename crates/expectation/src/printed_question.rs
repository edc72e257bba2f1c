//! Questions about the output: why does it read as it does?

use whydunit_interp::Piece;
use whydunit_program::{BinaryOp, Expr, ExprKind, Program, UnaryOp};

use crate::check::{between, character, compare, falsehood, int, with_check};
use crate::printed::{argument_of, shown};
use crate::record::{Emission, Recording};
use crate::{Unstated, number, stated_decision};

/// Why does the output read as it does in this line: the value that was printed at a column, or else the first one in the line; that this was printed at all where it is text.
pub(crate) fn question(
    program: &Program,
    recording: &Recording,
    name: &str,
    line: usize,
    column: Option<usize>,
) -> Result<Program, Unstated> {
    let none = || Unstated::Unsupported(format!("{name} has no line {line}"));
    let output = &recording.stdout;
    let starts = std::iter::once(0)
        .chain(output.iter().zip(1..).filter(|(byte, _)| **byte == b'\n').map(|(_, at)| at));
    let start = starts.into_iter().nth(line.checked_sub(1).ok_or_else(none)?).ok_or_else(none)?;
    let length =
        output[start..].iter().position(|&byte| byte == b'\n').unwrap_or(output.len() - start);
    if start == output.len() {
        return Err(none());
    }
    let pieces: Vec<(&Emission, Piece)> = recording
        .emissions
        .iter()
        .flat_map(|it| {
            it.pieces.iter().map(move |piece| {
                (it, Piece { start: it.start + piece.start, end: it.start + piece.end, ..*piece })
            })
        })
        .collect();
    let (at, piece) = match column {
        Some(column) => {
            let at = start + column.saturating_sub(1);
            if column == 0 || at >= start + length.max(1) {
                return Err(Unstated::Unsupported(format!(
                    "line {line} of {name} has no column {column}"
                )));
            }
            (at, pieces.iter().find(|(_, piece)| piece.start <= at && at < piece.end))
        }
        None => {
            let inside = pieces.iter().find(|(_, piece)| {
                piece.start >= start && piece.end <= start + length && piece.start < piece.end
            });
            (inside.map_or(start, |(_, piece)| piece.start), inside)
        }
    };
    let mut stated = program.clone();
    let value = piece.and_then(|(emission, piece)| {
        let (execution, argument) = argument_of(program, emission, piece.argument)?;
        let text = &output[piece.start..piece.end];
        let span = argument.span;
        let truth = int(&mut stated);
        let (condition, _) = match piece.conversion {
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                let number = number::integer(text, piece.conversion)?.value;
                (compare(&mut stated, BinaryOp::Ne, argument, number), truth)
            }
            b'c' => {
                (compare(&mut stated, BinaryOp::Ne, argument, i128::from(*text.first()?)), truth)
            }
            b's' => {
                let index = at - piece.start;
                let shown = character(&mut stated, &argument, index as u64)?;
                (compare(&mut stated, BinaryOp::Ne, shown, i128::from(text[index])), truth)
            }
            _ => {
                let written = number::fraction(text)?;
                let same = between(
                    &mut stated,
                    &argument,
                    written.value - written.half,
                    written.value + written.half,
                );
                (Expr::new(ExprKind::Unary(UnaryOp::Not, Box::new(same)), truth, span), truth)
            }
        };
        let is_library = program.function(execution.point.function).is_library;
        let written = (!is_library).then(|| stated_decision::written(program, span)).flatten();
        let shown = shown(text);
        let message = match written {
            Some(written) => format!("line {line} of {name}: {written} is {shown}"),
            None => format!("line {line} of {name} has {shown}"),
        };
        Some((execution, condition, span, message))
    });
    if let Some((execution, condition, span, message)) = value {
        let expectation = crate::question::question(message);
        return Ok(with_check(stated, execution, condition, span, expectation));
    }
    let holds = |it: &&Emission| it.start <= at && at < it.start + it.length;
    let emission = recording.emissions.iter().find(holds).ok_or_else(none)?;
    let (span, _) = program.origin_of(emission.call.point);
    let text = shown(&output[start..start + length]);
    let expectation = crate::question::question(format!("line {line} of {name} is \"{text}\""));
    let condition = falsehood(&mut stated, span);
    Ok(with_check(stated, emission.call, condition, span, expectation))
}
