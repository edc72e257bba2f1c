//! From *some value would do here* to an edit, where a number that can be written down is such a value.
//!
//! A diagnosis says of an assignment which values would keep all failing runs from failing. The value nearest to the one that stands there is what the programmer may have meant;
//! in place of a computation a constant is rarely right, so it costs more.

use whydunit_program::{Expr, ExprKind, Program, SourceStmtId, Stmt, StmtKind, Type};

use crate::Edit;
use crate::changes::{Change, Variant, core, cost};
use crate::ped::{Choice, Solution, Values};

/// Changes of the one statement that a solution names, cheapest first.
pub(crate) fn changes(program: &Program, solution: &Solution) -> Vec<Change> {
    let [fix] = solution.fixes.as_slice() else { return Vec::new() };
    let Choice::Free(values) = &fix.what else { return Vec::new() };
    let Some(computed) = assigned(program, fix.source) else { return Vec::new() };
    let Type::Int(kind) = program.types.get(computed.ty) else { return Vec::new() };
    let text = program.sources.text(computed.span);
    // What a macro wrote is changed in the macro, if anywhere.
    let is_written = text.starts_with(|first: char| first.is_ascii_digit() || first == '-');
    let stands = match computed.kind {
        ExprKind::Int(value) if is_written => Some(value),
        ExprKind::Int(_) => return Vec::new(),
        _ => None,
    };
    let price = if stands.is_some() { cost::TOKEN } else { cost::DECIDED };
    let mut numbers = candidates(values, stands);
    numbers
        .retain(|number| (kind.least()..=kind.most()).contains(number) && Some(*number) != stands);
    let change = |number: i128| Change {
        edit: Edit { span: computed.span, new: number.to_string() },
        variant: Variant::Value {
            at: vec![computed.span],
            with: Expr::int(number, computed.ty, computed.span),
        },
        cost: price,
        source: fix.source,
    };
    numbers.into_iter().map(change).collect()
}

/// The number nearest to the one that stands there; else the ends of what would do.
fn candidates(values: &Values, stands: Option<i128>) -> Vec<i128> {
    let mut numbers = match (values.range, stands) {
        (Some((low, high)), Some(stands)) => vec![stands.clamp(low, high)],
        (Some((low, high)), None) => {
            let plain = [0, 1].into_iter().filter(|plain| (low..=high).contains(plain));
            plain.chain([low, high]).collect()
        }
        (None, _) => values.common.into_iter().collect(),
    };
    let mut seen = Vec::new();
    numbers.retain(|number| {
        let is_new = !seen.contains(number);
        seen.push(*number);
        is_new
    });
    numbers
}

/// What the only assignment of a source statement computes.
fn assigned(program: &Program, source: SourceStmtId) -> Option<&Expr> {
    let blocks = program.functions.iter().flat_map(|function| function.blocks());
    let own = blocks.flat_map(|block| &block.stmts).filter(|stmt: &&Stmt| stmt.source == source);
    let mut values = own.filter_map(|stmt| match &stmt.kind {
        StmtKind::Assign { value, .. } => Some(core(value)),
        _ => None,
    });
    let value = values.next()?;
    values.next().is_none().then_some(value)
}
