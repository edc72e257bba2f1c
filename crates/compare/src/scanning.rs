//! Formatted input: what does a format read, and how is it read from storage that both programs share?
//!
//! Numbers are whole ones, whatever they are read as: other texts of numbers are beyond the bounds.

use whydunit_program::{Callee, Expr, FunctionId, Place, Program, StmtKind};
use whydunit_source::Span;

use super::build::{address, call, cast, constant};
use super::output::literal;
use super::reading::Stdin;
use super::world::{Change, World, unsupported};

/// A part of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Directive {
    /// Any number of blanks.
    Space,
    /// An integer of this many bytes.
    Integer(u8),
    Float(u8),
    Character,
    /// A word of up to so many characters.
    Word(i32),
}

impl Directive {
    pub(super) fn is_number(self) -> bool {
        matches!(self, Directive::Integer(_) | Directive::Float(_))
    }

    pub(super) fn is_text(self) -> bool {
        matches!(self, Directive::Character | Directive::Word(_))
    }

    /// Has it room for a number of 64 bits?
    pub(super) fn is_wide(self) -> bool {
        self == Directive::Integer(8)
    }

    /// Size of what it writes to.
    fn bytes(self) -> u8 {
        match self {
            Directive::Integer(bytes) | Directive::Float(bytes) => bytes,
            Directive::Space | Directive::Character | Directive::Word(_) => 1,
        }
    }
}

/// Takes a format apart. `None` if there is something in it that is not followed.
pub(super) fn directives(format: &[u8], long_bytes: u8) -> Option<Vec<Directive>> {
    let text = std::str::from_utf8(format).ok()?;
    let mut directives = Vec::new();
    let mut conversions = text.split('%');
    let before = conversions.next()?;
    if !before.trim_ascii().is_empty() {
        return None;
    }
    if !before.is_empty() {
        directives.push(Directive::Space);
    }
    for conversion in conversions {
        let name = conversion.trim_ascii_end();
        directives.push(match name {
            "d" | "i" => Directive::Integer(4),
            "ld" | "li" => Directive::Integer(long_bytes),
            "lld" | "lli" => Directive::Integer(8),
            "f" => Directive::Float(4),
            "lf" => Directive::Float(8),
            "c" => Directive::Character,
            "s" => Directive::Word(i32::MAX),
            _ => Directive::Word(name.strip_suffix('s')?.parse().ok().filter(|&most| most > 0)?),
        });
        if name.len() < conversion.len() {
            directives.push(Directive::Space);
        }
    }
    Some(directives)
}

impl World<'_> {
    pub(super) fn scans(
        &self,
        program: &mut Program,
        stdin: Stdin,
        format: &Expr,
        to: &[Expr],
        dest: Option<&Place>,
        span: Span,
    ) -> Change {
        let support = &self.side.support;
        let long = program.types.target().pointer_bytes() as u8;
        let Some(read) = literal(program, format).and_then(|format| directives(format, long))
        else {
            return unsupported("formatted input by this format");
        };
        let (source, length, is_text) = match stdin {
            Stdin::Bytes { bytes, length } => (bytes, length, true),
            Stdin::Numbers { numbers, count, .. } => (numbers, count, false),
            Stdin::Unread | Stdin::Mixed => {
                return unsupported("standard input that is read as text and as numbers");
            }
        };
        let mut to = to.iter();
        let mut made = vec![call(support.scan, Vec::new())];
        for directive in read {
            let function = match directive {
                Directive::Space if is_text => support.scan_space,
                Directive::Space => continue,
                Directive::Integer(4) => support.scan_int,
                Directive::Integer(_) => support.scan_long,
                Directive::Float(4) => support.scan_float,
                Directive::Float(_) => support.scan_double,
                Directive::Character => support.scan_char,
                Directive::Word(_) => support.scan_word,
            };
            let params = program.function(function).signature.params.clone();
            let mut args = vec![
                address(program, source, params[0], span),
                address(program, length, params[1], span),
            ];
            if let Some(&param) = params.get(2) {
                let held = to.next().filter(|to| is_room(program, to, directive));
                let Some(to) = held else {
                    return unsupported("formatted input to an argument of another type");
                };
                args.push(cast(to.clone(), param));
            }
            if let (Directive::Word(most), Some(&param)) = (directive, params.get(3)) {
                args.push(constant(most.into(), param, span));
            }
            made.push(call(function, args));
        }
        made.extend(dest.map(|dest| result(support.scan_result, dest)));
        Change::Replace(made)
    }
}

fn is_room(program: &Program, to: &Expr, directive: Directive) -> bool {
    let held = program.types.pointee(to.ty).and_then(|ty| program.types.size_of(ty));
    held == Some(directive.bytes().into())
}

fn result(function: FunctionId, dest: &Place) -> StmtKind {
    let callee = Callee::Direct(function);
    StmtKind::Call { dest: Some(dest.clone()), callee, args: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_taken_apart() {
        use Directive::{Character, Float, Integer, Space, Word};
        let read = |format: &str| directives(format.as_bytes(), 8);
        assert_eq!(read("%d"), Some(vec![Integer(4)]));
        assert_eq!(
            read(" %d%ld %lf\n"),
            Some(vec![Space, Integer(4), Integer(8), Space, Float(8), Space])
        );
        assert_eq!(read("%c%7s"), Some(vec![Character, Word(7)]));
        assert_eq!(directives(b"%ld", 4), Some(vec![Integer(4)]));
        for other in ["%u", "%d,%d", "n=%d", "%5d", "%%", "%*d", "%[a]", "%0s"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
