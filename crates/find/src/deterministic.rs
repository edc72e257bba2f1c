//! Does a program depend on anything but itself? If not, one run says everything.

use whydunit_program::{Body, Callee, Function, Intrinsic, Program, SharedState, StmtKind};

use crate::Request;
use crate::syntax::reads_parameters;

/// No input of any kind can reach the program.
pub(crate) fn is_deterministic(request: &Request<'_>) -> bool {
    let program = request.program;
    let start = program.function(request.spec.function);
    let open_parameters = match (program.is_main(request.spec.function), start.param_count) {
        (_, 0) => false,
        (true, _) => !request.given.args && reads_parameters(start),
        (false, _) => true,
    };
    !open_parameters
        && !program.globals.iter().any(|global| global.is_undefined)
        && !has_open_state(request)
        && !program.functions.iter().any(|function| asks(request, program, function))
}

fn has_open_state(request: &Request<'_>) -> bool {
    let start = request.spec.function;
    request.state_is_open && !SharedState::at(request.program, start).open.is_empty()
}

fn asks(request: &Request<'_>, program: &Program, function: &Function) -> bool {
    let asks = |kind: &StmtKind| match kind {
        StmtKind::Input { .. } => true,
        StmtKind::Call { dest, callee: Callee::Direct(id), .. } => {
            match &program.function(*id).body {
                Body::Undefined => dest.is_some(),
                Body::Intrinsic(intrinsic) => match intrinsic {
                    Intrinsic::Getchar
                    | Intrinsic::Scanf
                    | Intrinsic::Fscanf
                    | Intrinsic::Vscanf
                    | Intrinsic::Vfscanf => !request.given.stdin,
                    _ => false,
                },
                Body::Blocks(_) => false,
            }
        }
        StmtKind::Call { callee: Callee::Pointer(_), .. } => {
            program.functions.iter().any(|function| matches!(function.body, Body::Undefined))
        }
        _ => false,
    };
    function.blocks().iter().flat_map(|block| &block.stmts).any(|stmt| asks(&stmt.kind))
}
