//! What a test expects as a contract: a program whose run on the test fails a check exactly when the result is not the
//! expected one. Runs that fail by comparison get a condition that fails, and with it a trace.

use whydunit_interp::InputValue;
use whydunit_program::{
    BinaryOp, Body, CheckKind, Expr, ExprKind, FunctionId, Program, Stmt, StmtKind, TerminatorKind,
    TypeId,
};

/// The program with the check `result == expected` wherever the start function returns; `None` where the expectation is no
/// integer.
pub(crate) fn with_expected_result(
    program: &Program,
    start: FunctionId,
    int: TypeId,
    expected: &InputValue,
) -> Option<Program> {
    let InputValue::Int(expected) = *expected else { return None };
    let mut program = program.clone();
    let result = program.function(start).signature.result;
    program.types.int_kind(result)?;
    let Body::Blocks(blocks) = &mut program.functions[start.index()].body else { return None };
    for block in blocks {
        let TerminatorKind::Return(Some(value)) = &block.terminator.kind else { continue };
        let span = value.span;
        let wanted = Expr::int(expected, value.ty, span);
        let equal = ExprKind::Binary(BinaryOp::Eq, Box::new(value.clone()), Box::new(wanted));
        let kind = StmtKind::Check {
            kind: CheckKind::Contract,
            cond: Expr::new(equal, int, span),
            text: format!("\\result == {expected}"),
        };
        block.stmts.push(Stmt { kind, span, source: block.terminator.source });
    }
    Some(program)
}
