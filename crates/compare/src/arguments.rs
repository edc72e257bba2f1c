//! What does `main` do with its arguments?
//!
//! A program that does no more with an argument than to parse it as a number depends on that number only. Then the argument is
//! stored as a number, and what would parse it reads it: every number is looked at, and no text.

use whydunit_program::{
    Callee, Expr, ExprKind, FunctionId, LocalId, Place, PlaceBase, Program, StmtKind, Target,
};

use crate::limits::{FEW_ARGUMENTS, MOST_ARGUMENTS};

const ARGV: LocalId = LocalId(1);

/// How arguments are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Use {
    /// Nothing but the number that they are.
    pub(super) is_numeric: bool,
    /// Some are parsed as something wider than `int`.
    pub(super) is_wide: bool,
    /// The largest that is named by a constant; 0 if none is.
    named: u32,
    /// `argv[0]`, too, may be parsed as a number.
    pub(super) is_name_parsed: bool,
}

impl Use {
    pub(super) fn both(self, other: Use) -> Use {
        Use {
            is_numeric: self.is_numeric && other.is_numeric,
            is_wide: self.is_wide || other.is_wide,
            named: self.named.max(other.named),
            is_name_parsed: self.is_name_parsed || other.is_name_parsed,
        }
    }

    /// How many arguments are looked at.
    pub(super) fn most(self) -> u32 {
        if self.named > 0 { self.named.min(MOST_ARGUMENTS) } else { FEW_ARGUMENTS }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Width {
    Int,
    Long,
    LongLong,
}

/// The width of the number that a call parses, if that is all it does.
fn number_parser(program: &Program, callee: FunctionId, args: &[Expr]) -> Option<Width> {
    let function = program.function(callee);
    if !function.is_library {
        return None;
    }
    let is_plain = |end: &Expr, base: &Expr| {
        end.without_casts().as_int() == Some(0)
            && matches!(base.without_casts().as_int(), Some(0 | 10))
    };
    match (function.name.as_str(), args) {
        ("atoi", [_]) => Some(Width::Int),
        ("atol", [_]) => Some(Width::Long),
        ("atoll", [_]) => Some(Width::LongLong),
        ("strtol", [_, end, base]) if is_plain(end, base) => Some(Width::Long),
        ("strtoll", [_, end, base]) if is_plain(end, base) => Some(Width::LongLong),
        _ => None,
    }
}

/// Which argument a call in `main` parses as a number (if that is a constant), and how wide a one.
pub(super) fn parsed(
    program: &Program,
    main: FunctionId,
    callee: FunctionId,
    args: &[Expr],
) -> Option<(Width, Option<i128>)> {
    if program.function(main).param_count < 2 {
        return None;
    }
    let width = number_parser(program, callee, args)?;
    match &args.first()?.without_casts().kind {
        ExprKind::Load(place) => Some((width, element(place)?)),
        _ => None,
    }
}

/// How `main` uses its arguments.
pub(super) fn usage(program: &Program, main: FunctionId) -> Use {
    let function = program.function(main);
    if function.param_count < 2 {
        return Use { is_numeric: true, is_wide: false, named: 0, is_name_parsed: false };
    }
    let mut mentions = 0;
    let mut indices: Vec<Option<i128>> = Vec::new();
    function.walk(&mut |expr| {
        mentions += usize::from(is_argv(expr));
        if let ExprKind::Load(place) = &expr.kind {
            indices.extend(element(place));
        }
    });
    let mut numbers = Vec::new();
    let mut is_wide = false;
    let mut is_changed = function.local(ARGV).in_memory;
    for stmt in function.blocks().iter().flat_map(|block| &block.stmts) {
        match &stmt.kind {
            StmtKind::Call { callee: Callee::Direct(callee), args, .. } => {
                if let Some((width, index)) = parsed(program, main, *callee, args) {
                    numbers.push(index);
                    is_wide |= width != Width::Int;
                }
            }
            StmtKind::Assign { place, .. } => {
                is_changed |= place.base == PlaceBase::Local(ARGV);
            }
            _ => {}
        }
    }
    let names = |indices: &[Option<i128>]| indices.iter().filter(|&&at| at == Some(0)).count();
    let shown_names = names(&indices) - names(&numbers);
    let is_name_parsed = numbers.iter().any(|index| matches!(index, None | Some(0)));
    // A `long` of 32 bits is not what a longer number is cut to.
    let is_too_wide = is_wide && program.types.target() == Target::Ilp32;
    let is_only_parsed = mentions == numbers.len() + shown_names;
    let is_name_both = is_name_parsed && shown_names > 0;
    let named = indices.iter().flatten().filter_map(|&index| u32::try_from(index).ok());
    Use {
        is_numeric: is_only_parsed && !(is_changed || is_too_wide || is_name_both),
        is_wide,
        named: named.max().unwrap_or(0),
        is_name_parsed,
    }
}

fn is_argv(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Load(place) | ExprKind::AddrOf(place)
        if place.base == PlaceBase::Local(ARGV))
}

/// Which element of `argv` a place is, as far as that is a constant.
fn element(place: &Place) -> Option<Option<i128>> {
    let PlaceBase::Deref(pointer) = &place.base else { return None };
    if !place.path.is_empty() {
        return None;
    }
    let pointer = pointer.without_casts();
    match &pointer.kind {
        ExprKind::PtrAdd(base, index) if is_argv(base.without_casts()) => {
            Some(index.without_casts().as_int())
        }
        _ if is_argv(pointer) => Some(Some(0)),
        _ => None,
    }
}
