//! Output: formatted or not, it becomes items of a log.

use whydunit_program::{
    Expr, ExprKind, FloatKind, GlobalId, GlobalInit, InitValue, Place, PlaceBase, Program,
    Projection, StmtKind, Type,
};
use whydunit_source::Span;

use super::build::{call, cast, constant, load_global};
use super::format::{self, Piece};
use super::world::{Change, World, unsupported};

impl World<'_> {
    /// A stream, and those it may be, as the functions of the support take them.
    pub(super) fn streams(&self, program: &mut Program, stream: &Expr, span: Span) -> [Expr; 3] {
        let void = program.types.void();
        let pointer = program.types.pointer(void);
        let known = |program: &Program, id: Option<GlobalId>| match id {
            Some(id) => cast(load_global(program, id, span), pointer),
            None => constant(0, pointer, span),
        };
        let (out, error) = (known(program, self.out), known(program, self.error));
        [cast(stream.clone(), pointer), out, error]
    }

    pub(super) fn formatted(
        &self,
        program: &mut Program,
        stream: Option<&Expr>,
        format: &Expr,
        values: &[Expr],
        (dest, in_library): (Option<&Place>, bool),
        span: Span,
    ) -> Change {
        if dest.is_some() && !in_library {
            return unsupported("the result of `printf`");
        }
        let long = program.types.target().pointer_bytes() as u8;
        let pieces = match literal(program, format).map(|text| format::pieces(text, long)) {
            Some(Ok(pieces)) => pieces,
            Some(Err(what)) => return unsupported(what),
            None => return unsupported("output by a format that is no literal"),
        };
        let mut made = Vec::new();
        let to_output = stream.map(|stream| self.streams(program, stream, span));
        if let Some(streams) = to_output.clone() {
            made.push(call(self.side.support.select, streams.to_vec()));
        }
        match self.items(program, &pieces, values, span) {
            Ok(items) => made.extend(items),
            Err(what) => return unsupported(what),
        }
        if let Some([_, out, error]) = to_output {
            made.push(call(self.side.support.select, vec![out.clone(), out, error]));
        }
        if let Some(dest) = dest {
            // Library functions only: their callers see no more than that it is not negative.
            let value = constant(1, dest.ty, span);
            made.push(StmtKind::Assign { place: dest.clone(), value });
        }
        Change::Replace(made)
    }

    fn items(
        &self,
        program: &mut Program,
        pieces: &[Piece],
        values: &[Expr],
        span: Span,
    ) -> Result<Vec<StmtKind>, String> {
        let support = &self.side.support;
        let item = program.types.int(64, true);
        let byte = program.types.int(8, false);
        let mut values = values.iter();
        let mut next = || values.next().ok_or("output with too few arguments");
        let mut made = Vec::new();
        let record = |value: Expr| call(support.record, vec![cast(value, item)]);
        for piece in pieces {
            match *piece {
                Piece::Byte(byte) => made.push(record(constant(byte.into(), item, span))),
                Piece::Integer { form, bytes, signed } => {
                    let value = next()?.clone();
                    let held = program.types.int_kind(value.ty).map_or(0, |kind| kind.bits / 8);
                    if held != bytes.max(4) {
                        return Err("output of an argument that its conversion is not for".into());
                    }
                    let shown = program.types.int(bytes * 8, signed);
                    made.push(record(constant(form.into(), item, span)));
                    made.push(record(cast(value, shown)));
                }
                Piece::Character => made.push(record(cast(next()?.clone(), byte))),
                Piece::Float { form } => {
                    let value = next()?.clone();
                    if *program.types.get(value.ty) != Type::Float(FloatKind::F64) {
                        return Err("output of an argument that its conversion is not for".into());
                    }
                    made.push(call(support.float, vec![constant(form.into(), item, span), value]));
                }
                Piece::Text => {
                    let value = next()?.clone();
                    let param = program.function(support.text).signature.params[0];
                    if program.types.pointee(value.ty).is_none() {
                        return Err("output of an argument that its conversion is not for".into());
                    }
                    made.push(call(support.text, vec![cast(value, param)]));
                }
            }
        }
        Ok(made)
    }
}

/// The text of a string literal.
pub(super) fn literal<'p>(program: &'p Program, expr: &Expr) -> Option<&'p [u8]> {
    let (ExprKind::Decay(place) | ExprKind::AddrOf(place)) = &expr.without_casts().kind else {
        return None;
    };
    let PlaceBase::Global(id) = place.base else { return None };
    let global = program.global(id);
    let is_start = place
        .path
        .iter()
        .all(|step| matches!(step, Projection::Index(index) if index.as_int() == Some(0)));
    if !global.is_literal || !is_start {
        return None;
    }
    match global.init.as_slice() {
        [] => Some(&[]),
        [GlobalInit { offset: 0, value: InitValue::Bytes(bytes) }] => {
            let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
            Some(&bytes[..end])
        }
        _ => None,
    }
}
