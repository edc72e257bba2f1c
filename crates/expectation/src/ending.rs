//! Result, exit code and contents after the run, as checks where the start function returns or the program ends itself.

use whydunit_interp::{Ending, InputValue};
use whydunit_program::{
    About, BinaryOp, Body, Callee, Expectation, Expr, Intrinsic, Place, Program, StmtKind,
    TerminatorKind, Type,
};
use whydunit_suite::Expected;

use crate::check::{compare, falsehood, with_check};
use crate::record::{Execution, Recording};
use crate::{Stating, Unstated};

pub(crate) fn state(stating: &Stating<'_>, recording: &Recording) -> Result<Program, Unstated> {
    let ended = Ended { stating, recording };
    let expected = stating.request.expected;
    if let Some(stated) = expected.result.as_ref().and_then(|wanted| ended.result(wanted)) {
        return stated;
    }
    if let Some(stated) = expected.exit_code.and_then(|wanted| ended.exit_code(wanted)) {
        return stated;
    }
    let mut after = expected.after.iter();
    after.find_map(|(name, wanted)| ended.contents(name, wanted)).unwrap_or(Err(Unstated::Met))
}

struct Ended<'a, 'p> {
    stating: &'a Stating<'p>,
    recording: &'a Recording,
}

/// Met, or stated, or why not.
type Stated = Option<Result<Program, Unstated>>;

impl Ended<'_, '_> {
    fn program(&self) -> &Program {
        self.stating.request.program
    }

    /// The statement with which the run ended, and the value that it ended with.
    fn end(&self) -> Option<(Execution, Option<Expr>)> {
        let is_return = |at: Execution| match &self.program().terminator_at(at.point).kind {
            TerminatorKind::Return(value) if self.program().stmt_at(at.point).is_none() => {
                Some((at, value.clone()))
            }
            _ => None,
        };
        let is_exit = |at: Execution| match &self.program().stmt_at(at.point)?.kind {
            StmtKind::Call { callee: Callee::Direct(callee), args, .. } => {
                let function = self.program().function(*callee);
                match function.body {
                    Body::Intrinsic(Intrinsic::Exit) => Some((at, args.first().cloned())),
                    _ if function.is_library => Some((at, args.first().cloned())),
                    _ => None,
                }
            }
            _ => None,
        };
        let last = self.recording.last_of_user?;
        is_return(last).or_else(|| is_exit(last))
    }

    fn expectation(&self, about: About, what: &str, actual: String, wanted: String) -> Expectation {
        Expectation {
            occurrence: 1,
            about,
            message: format!("{what} {actual}, expected {wanted}"),
            expected: Some(wanted),
            actual: Some(actual),
            inferred: None,
        }
    }

    fn exit_code(&self, wanted: i32) -> Stated {
        let Ending::Finished { exit_code } = self.recording.result.ending else {
            let (mut program, at) = (self.program().clone(), self.recording.last_of_user?);
            let (span, _) = program.origin_of(at.point);
            let condition = falsehood(&mut program, span);
            let died = "it was aborted".to_owned();
            let expectation =
                self.expectation(About::ExitCode, "no exit code:", died, wanted.to_string());
            return Some(Ok(with_check(program, at, condition, span, expectation)));
        };
        if exit_code == wanted {
            return None;
        }
        let Some((at, value)) = self.end() else {
            return Some(Err(Unstated::Unsupported("where the run ended is not known".into())));
        };
        let mut program = self.program().clone();
        let expectation = self.expectation(
            About::ExitCode,
            "exit code",
            exit_code.to_string(),
            wanted.to_string(),
        );
        let (span, condition) = match value {
            Some(value) => (value.span, compare(&mut program, BinaryOp::Eq, value, wanted.into())),
            None => {
                let (span, _) = program.origin_of(at.point);
                (span, falsehood(&mut program, span))
            }
        };
        Some(Ok(with_check(program, at, condition, span, expectation)))
    }

    fn result(&self, wanted: &InputValue) -> Stated {
        let start = self.stating.request.spec.function;
        let ty = self.program().function(start).signature.result;
        let kind = self.program().types.int_kind(ty);
        let (Some(kind), InputValue::Int(number)) = (kind, wanted) else {
            return match wanted {
                InputValue::Name(name) if name == Expected::ANYTHING => None,
                _ => {
                    Some(Err(Unstated::Unsupported("the expected result is no integer".to_owned())))
                }
            };
        };
        let actual = kind.wrap(i128::from(self.recording.returned?));
        if actual == kind.wrap(*number) {
            return None;
        }
        let (at, value) = self.end()?;
        let value = value?;
        let mut program = self.program().clone();
        let span = value.span;
        let condition = compare(&mut program, BinaryOp::Eq, value, kind.wrap(*number));
        let expectation =
            self.expectation(About::Result, "returned", actual.to_string(), number.to_string());
        Some(Ok(with_check(program, at, condition, span, expectation)))
    }

    /// Of a global, or an element of a global array: what is looked at is the first part that differs.
    fn contents(&self, name: &str, wanted: &InputValue) -> Stated {
        let (at, _) = self.end()?;
        let mut program = self.program().clone();
        let global = program.find_global(name);
        let (span, _) = program.origin_of(at.point);
        let place = match global {
            Some(id) => Place::global(id, program.global(id).ty, span),
            None => {
                let function = program.function(at.point.function);
                let param = function.params().find(|id| function.local(*id).name == name)?;
                let ty = function.local(param).ty;
                let elem = program.types.pointee(ty)?;
                Place::deref(Expr::load(Place::local(param, ty, span)), elem, span)
            }
        };
        let mut parts = Vec::new();
        integers(&mut program, place, wanted, name.to_owned(), &mut parts);
        let mut condition: Option<Expr> = None;
        let mut texts = Vec::new();
        for (place, name, number) in parts {
            let part = compare(&mut program, BinaryOp::Eq, Expr::load(place), number);
            texts.push(format!("{name} == {number}"));
            condition = Some(match condition {
                None => part,
                Some(before) => {
                    let ty = before.ty;
                    let kind = whydunit_program::ExprKind::And(Box::new(before), Box::new(part));
                    Expr::new(kind, ty, span)
                }
            });
        }
        let condition = condition?;
        let expectation = Expectation {
            occurrence: 1,
            about: About::Contents,
            message: format!("after the run {} is expected", texts.join(" && ")),
            expected: Some(texts.join(" && ")),
            actual: None,
            inferred: None,
        };
        let stated = with_check(program, at, condition, span, expectation);
        // Asked of a run: the check fails where the contents are others.
        let request = &self.stating.request;
        let compiled = whydunit_interp::prepare(&stated);
        let config = crate::endless::asking(request.config);
        let result =
            compiled.run(request.spec, &config, &mut |_, _| {}, &mut whydunit_interp::NoObserver);
        matches!(result.ending, Ending::Failed(_)).then_some(Ok(stated))
    }
}

/// The integers of an expected value, with the places that should hold them.
fn integers(
    program: &mut Program,
    place: Place,
    wanted: &InputValue,
    name: String,
    into: &mut Vec<(Place, String, i128)>,
) {
    let span = place.span;
    match (program.types.get(place.ty).clone(), wanted) {
        (Type::Array { elem, .. }, InputValue::List(values)) => {
            let index_type = program.types.int(64, true);
            for (value, index) in values.iter().zip(0..) {
                let mut part = place.clone();
                let at = Expr::int(index, index_type, span);
                part.path.push(whydunit_program::Projection::Index(Box::new(at)));
                part.ty = elem;
                integers(program, part, value, format!("{name}[{index}]"), into);
            }
        }
        (Type::Record(id), InputValue::Fields(values)) => {
            let fields = program.types.record(id).fields.clone();
            for (field, index) in fields.iter().zip(0..) {
                let given = values.iter().find(|(name, _)| *name == field.name);
                if let Some((_, value)) = given {
                    let mut part = place.clone();
                    part.path.push(whydunit_program::Projection::Field(index));
                    part.ty = field.ty;
                    integers(program, part, value, format!("{name}.{}", field.name), into);
                }
            }
        }
        (_, InputValue::List(values)) => {
            // What a pointer points to: element by element.
            let whydunit_program::PlaceBase::Deref(pointer) = &place.base else { return };
            let (pointer, index_type) = (pointer.clone(), program.types.int(64, true));
            for (value, index) in values.iter().zip(0..) {
                let at = Box::new(Expr::int(index, index_type, span));
                let kind = whydunit_program::ExprKind::PtrAdd(pointer.clone(), at);
                let element = Expr::new(kind, pointer.ty, span);
                let element = Place::deref(element, place.ty, span);
                integers(program, element, value, format!("{name}[{index}]"), into);
            }
        }
        (_, InputValue::Int(number)) if program.types.int_kind(place.ty).is_some() => {
            into.push((place, name, *number));
        }
        _ => {}
    }
}
