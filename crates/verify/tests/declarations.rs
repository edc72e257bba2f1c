//! Planted declarations: whatever else is declared in a failing program is no reason, nor is another length, nor are other bytes.

use crate::common;

use common::{Failing, failing_programs};
use whydunit_claim::{Declaration, Range, Stated, Storage};
use whydunit_encode::Inputs;
use whydunit_explain::{Explanation, Method, explain};
use whydunit_interp::{CellObject, ObjectKind};
use whydunit_program::{
    CheckKind, Declared, FunctionId, GlobalId, LocalId, Program, RecordId, Type,
};
use whydunit_solver::{Budget, Embedded, Solve};
use whydunit_term::Terms;
use whydunit_trace::TraceObject;
use whydunit_verify::{Complaint, Options, Proofs, Verdict, verify};

/// Longer traces add time and nothing new.
const LONGEST: usize = 200;
const EVERY: usize = 2;

fn embedded() -> Box<dyn Solve> {
    Box::new(Embedded::new())
}

/// Is the declaration among what the checker complains of?
fn is_refuted(failing: &Failing, terms: &mut Terms, explanation: &Explanation) -> bool {
    let options =
        Options { solver: &embedded, proofs: Proofs::Induction, budget: Budget::unlimited() };
    let verdict = verify(&failing.program, &failing.trace, explanation, terms, &options)
        .unwrap_or_else(|error| panic!("{}: {error}", failing.name));
    let is_about = |complaint: &Complaint| matches!(complaint, Complaint::WrongDeclaration { .. });
    matches!(verdict, Verdict::Refuted(complaints) if complaints.iter().any(is_about))
}

/// Everything that the user has declared.
fn declared(program: &Program) -> Vec<Declared> {
    let mut all: Vec<Declared> = Vec::new();
    all.extend((0..).zip(&program.globals).map(|(id, _)| Declared::Global(GlobalId(id))));
    for (id, function) in (0..).zip(&program.functions) {
        let function_id = FunctionId(id);
        let locals = (0..).zip(&function.locals);
        let local = |id| Declared::Local { function: function_id, local: LocalId(id) };
        all.extend(locals.map(|(id, _)| local(id)));
    }
    for record in (0..).map(RecordId).take(program.types.record_count()) {
        let fields = (0..).zip(&program.types.record(record).fields);
        all.extend(fields.map(|(field, _)| Declared::Field { record, field }));
    }
    all.retain(|&declared| program.declaration(declared).is_some());
    all
}

/// True of the declaration of this object in itself; whether the check is about it, is another question.
fn statements(program: &Program, object: &TraceObject) -> Vec<Declaration> {
    let declared = match object.info.kind {
        ObjectKind::Global(id) => Declared::Global(id),
        ObjectKind::Local { function, local, .. } => Declared::Local { function, local },
        _ => return Vec::new(),
    };
    let size = u32::try_from(object.info.size).unwrap_or(u32::MAX);
    let part = Range::new(Storage::Object(object.id), 0, size);
    let array = object.info.ty.map(|ty| program.types.get(ty));
    let states = match array {
        Some(&Type::Array { len: Some(length), .. }) => Stated::Length { dimension: 0, length },
        _ => Stated::Size { bytes: object.info.size },
    };
    [states, Stated::NoValue]
        .into_iter()
        .map(|states| Declaration { declared, states, part })
        .collect()
}

/// One declaration changed in one place.
fn changed(program: &Program, right: Declaration) -> Vec<Declaration> {
    let mut lies: Vec<Declaration> = declared(program)
        .into_iter()
        .filter(|&other| other != right.declared)
        .map(|other| Declaration { declared: other, ..right })
        .collect();
    let states = match right.states {
        Stated::Length { dimension, length } => vec![
            Stated::Length { dimension, length: length + 1 },
            Stated::Length { dimension: dimension + 1, length },
            Stated::Size { bytes: length },
            Stated::NoValue,
        ],
        Stated::Size { bytes } => vec![
            Stated::Size { bytes: bytes + 1 },
            Stated::Length { dimension: 0, length: bytes },
            Stated::NoValue,
        ],
        Stated::NoValue => {
            vec![
                Stated::Size { bytes: right.part.size.into() },
                Stated::Length { dimension: 0, length: 1 },
            ]
        }
    };
    lies.extend(states.into_iter().map(|states| Declaration { states, ..right }));
    if right.states != Stated::NoValue {
        let part = right.part;
        let parts = [
            Range::new(part.storage, part.offset + 1, part.size),
            Range::new(part.storage, part.offset, part.size + 1),
        ];
        lies.extend(parts.map(|part| Declaration { part, ..right }));
    }
    lies
}

#[test]
fn planted_declarations_are_refuted() {
    let (mut named, mut planted, mut missed) = (0, 0, Vec::new());
    let mut programs = failing_programs("checks");
    programs.retain(|failing| failing.trace.steps.len() <= LONGEST);
    for failing in programs.iter().step_by(EVERY) {
        let (program, trace) = (&failing.program, &failing.trace);
        let mut terms = Terms::new();
        let (method, inputs) = (Method::FlowSensitive, Inputs::Fixed);
        let options = whydunit_explain::Options { method, inputs, budget: Budget::unlimited() };
        let right = explain(program, trace, &mut terms, &options)
            .unwrap_or_else(|error| panic!("{}: {error}", failing.name));
        assert!(!is_refuted(failing, &mut terms, &right), "{}: {right:?}", failing.name);
        named += usize::from(right.declaration.is_some());
        // What a step says already is true, and not said again.
        let is_step = |lie: &Declaration| {
            let span = program.declaration(lie.declared);
            right.relevant.iter().any(|it| Some(trace.step(it.step).span) == span)
        };
        let of_objects = trace.objects.iter().flat_map(|object| statements(program, object));
        let of_others = right.declaration.into_iter().flat_map(|right| changed(program, right));
        let is_true = |lie: &Declaration| {
            let same = right.declaration.is_some_and(|it| {
                (it.declared, it.states) == (lie.declared, lie.states)
                    && it.part.storage == lie.part.storage
            });
            // Of a pointer that left its object for good the run does not tell which bounds it broke, so nothing is named; the checker may know better.
            let is_unnamed = trace.failure.subject.is_none()
                && trace.failure.kind == CheckKind::Bounds
                && matches!(lie.states, Stated::Length { .. } | Stated::Size { .. });
            same || is_step(lie) || is_unnamed
        };
        for lie in of_objects.chain(of_others).filter(|lie| !is_true(lie)) {
            planted += 1;
            let declaration = Some(lie);
            let explanation = Explanation { declaration, ..right.clone() };
            if !is_refuted(failing, &mut terms, &explanation) {
                missed.push(format!("{}: {lie:?}, not {:?}", failing.name, right.declaration));
            }
        }
    }
    assert!(named >= 20 && planted >= 200, "{named} declarations, {planted} lies");
    assert!(missed.is_empty(), "{} of {planted}:\n{}", missed.len(), missed.join("\n"));
}

/// Registers of other variables have no value either.
#[test]
fn another_register_without_a_value() {
    let text = "int main(void) { int x, y; int z = 1; return x + z; }\n";
    let failing = crate::traces::failing_text("", text);
    let mut terms = Terms::new();
    let (method, inputs) = (Method::FlowSensitive, Inputs::Fixed);
    let options = whydunit_explain::Options { method, inputs, budget: Budget::unlimited() };
    let right = explain(&failing.program, &failing.trace, &mut terms, &options)
        .expect("the trace should be explained");
    let claim = right.declaration.expect("a declaration is named");
    let Declared::Local { function, local } = claim.declared else { panic!("{claim:?}") };
    let subject = failing.trace.failure.subject.map(|subject| subject.object);
    assert_eq!(subject, Some(CellObject::Register { frame: 0, local }));
    let solver = || -> Box<dyn Solve> { Box::new(Embedded::new()) };
    for other in [LocalId(local.0 + 1), LocalId(local.0 + 2)] {
        let declared = Declared::Local { function, local: other };
        let part = Range { storage: Storage::Register { frame: 0, local: other }, ..claim.part };
        for lie in [Declaration { declared, ..claim }, Declaration { declared, part, ..claim }] {
            let explanation = Explanation { declaration: Some(lie), ..right.clone() };
            let options =
                Options { solver: &solver, proofs: Proofs::Induction, budget: Budget::unlimited() };
            let verdict =
                verify(&failing.program, &failing.trace, &explanation, &mut terms, &options);
            assert!(matches!(verdict, Ok(Verdict::Refuted(_))), "{lie:?}: {verdict:?}");
        }
    }
}
