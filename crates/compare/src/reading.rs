//! What the programs ask for while they run: standard input, and nondeterministic values.
//!
//! Both read the same storage, each from its beginning. Standard input is either bytes (`getchar` and what is made of it, formatted input of
//! characters and words) or whole numbers between blanks (formatted input of numbers); a program that mixes the two is not compared.

use whydunit_program::{
    BinaryOp, Body, Callee, Expr, ExprKind, FunctionId, GlobalId, InputOrigin, Intrinsic, Place,
    PlaceBase, Program, StmtKind,
};
use whydunit_source::Span;

use super::build::{address, binary, cast, input_global, load_global, new_local, place_of_global};
use super::driver::Driver;
use super::merge::Part;
use super::output::literal;
use super::plan::{self, StdinInputs};
use super::scanning::directives;
use super::shape::leaves;
use super::world::{Change, Side, World, unsupported};
use crate::limits::{NONDET_VALUES, STDIN_BYTES, STDIN_NUMBERS};

/// Where both programs read.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    nondet: Option<GlobalId>,
    stdin: Stdin,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stdin {
    Unread,
    Bytes {
        bytes: GlobalId,
        length: GlobalId,
    },
    Numbers {
        numbers: GlobalId,
        count: GlobalId,
        is_narrow: bool,
    },
    /// Read in ways that have nothing in common.
    Mixed,
}

#[derive(Clone, Copy, Default)]
struct Usage {
    nondet: bool,
    bytes: bool,
    numbers: bool,
    /// Some numbers have 32 bits only.
    narrow: bool,
}

/// Makes the storage that the programs ask for.
pub(super) fn share(program: &mut Program, sides: &[Side; 2]) -> Shared {
    let mut usage = Usage::default();
    for side in sides {
        examine(program, &side.part, &mut usage);
    }
    let span = program.function(sides[0].start).span;
    let long = program.types.int(64, true);
    let int = program.types.int(32, true);
    let byte = program.types.int(8, false);
    let mut array = |name: &str, elem, length| {
        let ty = program.types.array(elem, Some(length));
        input_global(program, name, ty, span)
    };
    let nondet = usage.nondet.then(|| array(plan::NONDET, long, NONDET_VALUES));
    let stdin = match (usage.bytes, usage.numbers) {
        (false, false) => Stdin::Unread,
        (true, true) => Stdin::Mixed,
        (true, false) => {
            let bytes = array(plan::STDIN, byte, STDIN_BYTES);
            Stdin::Bytes { bytes, length: input_global(program, plan::STDIN_LENGTH, int, span) }
        }
        (false, true) => {
            let numbers = array(plan::STDIN, long, STDIN_NUMBERS);
            let count = input_global(program, plan::STDIN_LENGTH, int, span);
            Stdin::Numbers { numbers, count, is_narrow: usage.narrow }
        }
    };
    Shared { nondet, stdin }
}

fn examine(program: &Program, part: &Part, usage: &mut Usage) {
    let long = program.types.target().pointer_bytes() as u8;
    for index in part.functions.clone() {
        let function = &program.functions[index];
        if let Body::Intrinsic(Intrinsic::Getchar | Intrinsic::Ungetc) = function.body {
            usage.bytes = true;
        }
        for stmt in function.blocks().iter().flat_map(|block| &block.stmts) {
            match &stmt.kind {
                StmtKind::Input { origin: InputOrigin::Nondet(_), .. } => usage.nondet = true,
                StmtKind::Call { callee: Callee::Direct(callee), args, .. } => {
                    let format = match program.function(*callee).body {
                        Body::Intrinsic(Intrinsic::Scanf) => args.first(),
                        Body::Intrinsic(Intrinsic::Fscanf) => args.get(1),
                        _ => continue,
                    };
                    let read =
                        format.and_then(|format| directives(literal(program, format)?, long));
                    for directive in read.unwrap_or_default() {
                        usage.numbers |= directive.is_number();
                        usage.bytes |= directive.is_text();
                        usage.narrow |= directive.is_number() && !directive.is_wide();
                    }
                }
                _ => {}
            }
        }
    }
}

/// Bounds on what is read.
pub(super) fn restrict(driver: &mut Driver, shared: &Shared) {
    let (length, most) = match shared.stdin {
        Stdin::Unread | Stdin::Mixed => return,
        Stdin::Bytes { length, .. } => (length, STDIN_BYTES),
        Stdin::Numbers { count, .. } => (count, STDIN_NUMBERS),
    };
    driver.is_complete = false;
    driver.plan.stdin = Some(match shared.stdin {
        Stdin::Bytes { .. } => StdinInputs::Bytes,
        _ => StdinInputs::Numbers,
    });
    let span = driver.span();
    let length = load_global(&driver.program, length, span);
    for (op, bound) in [(BinaryOp::Ge, 0), (BinaryOp::Le, i128::from(most))] {
        let cond = binary(op, length.clone(), driver.int(bound), driver.int);
        driver.push(StmtKind::Assume { cond });
    }
    if let Stdin::Numbers { numbers, is_narrow: true, .. } = shared.stdin {
        let whole = place_of_global(&driver.program, numbers, span);
        let cells = leaves(&mut driver.program, whole.clone(), whole).unwrap_or_default();
        for (cell, _) in cells {
            let int = driver.int;
            let value = Expr::load(cell);
            let cut = cast(cast(value.clone(), int), value.ty);
            let cond = binary(BinaryOp::Eq, value, cut, int);
            driver.push(StmtKind::Assume { cond });
        }
    }
}

impl World<'_> {
    /// A value that the program does not determine.
    pub(super) fn asked(
        &self,
        program: &mut Program,
        id: FunctionId,
        place: &Place,
        origin: &InputOrigin,
    ) -> Change {
        let (Some(values), InputOrigin::Nondet(_)) = (self.shared.nondet, origin) else {
            return unsupported("a value that the program does not determine");
        };
        if program.types.int_kind(place.ty).is_none() {
            return unsupported("a nondeterministic value that is no integer");
        }
        let span = place.span;
        let next = self.side.support.next;
        let signature = program.function(next).signature.clone();
        let local = new_local(program, id, signature.result, span);
        let held = Place::local(local, signature.result, span);
        let args = vec![address(program, values, signature.params[0], span)];
        let callee = Callee::Direct(next);
        let value = cast(Expr::load(held.clone()), place.ty);
        Change::Replace(vec![
            StmtKind::Call { dest: Some(held), callee, args },
            StmtKind::Assign { place: place.clone(), value },
        ])
    }

    /// A call that reads standard input, or asks for its state.
    pub(super) fn reads(
        &self,
        program: &mut Program,
        intrinsic: Intrinsic,
        dest: Option<&Place>,
        args: &[Expr],
        span: Span,
    ) -> Change {
        use Intrinsic as I;
        let support = &self.side.support;
        let replaced = |function, args| {
            let callee = Callee::Direct(function);
            Change::Replace(vec![StmtKind::Call { dest: dest.cloned(), callee, args }])
        };
        let is_stdin = |stream: &Expr| {
            let id = match &stream.without_casts().kind {
                ExprKind::Load(Place { base: PlaceBase::Global(id), path, .. })
                    if path.is_empty() =>
                {
                    Some(*id)
                }
                _ => None,
            };
            id.is_some() && id == self.input
        };
        match (intrinsic, args, self.shared.stdin) {
            (I::Getchar, _, Stdin::Bytes { bytes, length }) => {
                let params = program.function(support.getchar).signature.params.clone();
                let bytes = address(program, bytes, params[0], span);
                let length = address(program, length, params[1], span);
                replaced(support.getchar, vec![bytes, length])
            }
            (I::Ungetc, [byte, stream], Stdin::Bytes { bytes, .. }) if is_stdin(stream) => {
                let param = program.function(support.ungetc).signature.params[0];
                let bytes = address(program, bytes, param, span);
                replaced(support.ungetc, vec![bytes, byte.clone()])
            }
            (I::Feof, [stream], Stdin::Bytes { .. } | Stdin::Numbers { .. })
                if is_stdin(stream) =>
            {
                replaced(support.feof, Vec::new())
            }
            (I::Clearerr, [stream], Stdin::Bytes { .. } | Stdin::Numbers { .. })
                if is_stdin(stream) =>
            {
                replaced(support.clearerr, Vec::new())
            }
            (I::Scanf, [format, to @ ..], stdin) => {
                self.scans(program, stdin, format, to, dest, span)
            }
            (I::Fscanf, [stream, format, to @ ..], stdin) if is_stdin(stream) => {
                self.scans(program, stdin, format, to, dest, span)
            }
            _ => unsupported(format!("standard input by `{}`", intrinsic.name())),
        }
    }
}
