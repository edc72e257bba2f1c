//! Result, exit code and contents after the run, as checks where the start function returns or the program ends itself.

use whydunit_interp::{Ending, InputValue};
use whydunit_program::{
    About, BinaryOp, Body, Callee, CheckKind, Expectation, Expr, ExprKind, Intrinsic, Place,
    Program, StmtKind, TerminatorKind,
};
use whydunit_source::Span;
use whydunit_suite::Expected;

use crate::check::{compare, falsehood, with_check};
use crate::contents::{Part, of_place, of_value};
use crate::limits::MOST_PARTS;
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
                _ => self.other_result(wanted),
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
        of_place(&mut program, &place, wanted, name, &mut parts);
        self.first_unmet(&program, at, span, parts, About::Contents, "after the run")
    }

    /// Of a result that is no integer: the first part of it that is not as expected.
    fn other_result(&self, wanted: &InputValue) -> Stated {
        let (at, value) = self.end()?;
        let value = value?;
        let mut program = self.program().clone();
        let span = value.span;
        let mut parts = Vec::new();
        match &value.kind {
            ExprKind::Load(place) => of_place(&mut program, place, wanted, "result", &mut parts),
            _ => of_value(&mut program, value, wanted, "result", &mut parts),
        }
        if parts.is_empty() {
            let why = "the expected result has no form as a condition".to_owned();
            return Some(Err(Unstated::Unsupported(why)));
        }
        self.first_unmet(&program, at, span, parts, About::Result, "what is returned:")
    }

    /// Asked of runs, part by part: the check fails where the contents are others.
    fn first_unmet(
        &self,
        program: &Program,
        at: Execution,
        span: Span,
        parts: Vec<Part>,
        about: About,
        what: &str,
    ) -> Stated {
        let request = &self.stating.request;
        let config = crate::endless::asking(request.config);
        parts.into_iter().take(MOST_PARTS).find_map(|Part { condition, text }| {
            let expectation = Expectation {
                occurrence: 1,
                about,
                message: format!("{what} {text} is expected"),
                expected: Some(text),
                actual: None,
                inferred: None,
            };
            let stated = with_check(program.clone(), at, condition, span, expectation);
            let compiled = whydunit_interp::prepare(&stated);
            let mut nobody = whydunit_interp::NoObserver;
            let result = compiled.run(request.spec, &config, &mut |_, _| {}, &mut nobody);
            let is_unmet = matches!(&result.ending, Ending::Failed(failure) if failure.kind == CheckKind::Expectation);
            is_unmet.then_some(Ok(stated))
        })
    }
}
