//! What a test expects after a call, as a postcondition in the language of contracts.
//!
//! Contracts are read by the front end and written as C by the harness, so that one way from values to C suffices. What has no
//! such form (functions, very long contents) is left out; the caller says so.

use whydunit_interp::InputValue;
use whydunit_program::{FunctionId, Program, Type, TypeId};
use whydunit_suite::{Expected, Test};

use crate::limits::MOST_COMPARISONS;

/// A postcondition that holds exactly if the result and the contents after the run are as expected, as far as can be said.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Clauses {
    pub(super) text: Option<String>,
    /// What could not be said.
    pub(super) left: Vec<String>,
}

pub(super) fn clauses(program: &Program, start: FunctionId, test: &Test) -> Clauses {
    let function = program.function(start);
    let mut writer = Writer { program, parts: Vec::new() };
    let mut left = Vec::new();
    if let Some(expected) = &test.expected.result {
        writer.add("the result", "\\result", function.signature.result, expected, &mut left);
    }
    for (name, expected) in &test.expected.after {
        let param = function.params().map(|id| function.local(id)).find(|it| it.name == *name);
        let param = param.filter(|_| !program.is_main(start));
        let ty = match (param, program.find_global(name)) {
            (Some(param), _) => param.ty,
            (None, Some(global)) => program.global(global).ty,
            (None, None) => continue,
        };
        writer.add(name, name, ty, expected, &mut left);
    }
    if let Some(code) = test.expected.exit_code.filter(|_| program.is_main(start)) {
        writer.parts.push(format!("\\result == {code}"));
    }
    let text = (!writer.parts.is_empty()).then(|| writer.parts.join(" && "));
    Clauses { text, left }
}

struct Writer<'p> {
    program: &'p Program,
    parts: Vec<String>,
}

impl Writer<'_> {
    /// All of it, or nothing.
    fn add(
        &mut self,
        what: &str,
        place: &str,
        ty: TypeId,
        expected: &InputValue,
        left: &mut Vec<String>,
    ) {
        let before = self.parts.len();
        if self.compare(place, ty, expected).is_none() || self.parts.len() > MOST_COMPARISONS {
            self.parts.truncate(before);
            left.push(what.to_owned());
        }
    }

    /// `None` if it cannot be said.
    fn compare(&mut self, place: &str, ty: TypeId, expected: &InputValue) -> Option<()> {
        if matches!(expected, InputValue::Name(name) if name == Expected::ANYTHING) {
            return Some(());
        }
        match self.program.types.get(ty) {
            Type::Pointer(_) if matches!(expected, InputValue::Null | InputValue::Int(0)) => {
                self.parts.push(format!("{place} == \\null"));
                Some(())
            }
            Type::Pointer(elem) | Type::Array { elem, .. } => self.elements(place, *elem, expected),
            Type::Record(id) => {
                let fields = match expected {
                    InputValue::Fields(fields) => fields,
                    _ => return None,
                };
                for (name, value) in fields {
                    let record = self.program.types.record(*id);
                    let field = record.fields.iter().find(|field| field.name == *name)?;
                    self.compare(&format!("{place}.{name}"), field.ty, value)?;
                }
                Some(())
            }
            Type::Bool | Type::Int(_) | Type::Enum(_) | Type::Float(_) => {
                let value = match expected {
                    InputValue::Int(value) => value.to_string(),
                    InputValue::Float(value) if value.is_finite() => format!("{value:?}"),
                    InputValue::Name(name) => self.program.types.enum_constant(name)?.to_string(),
                    _ => return None,
                };
                self.parts.push(format!("{place} == {value}"));
                Some(())
            }
            Type::Void | Type::Function(_) => None,
        }
    }

    /// What an array holds, or a pointer points to.
    fn elements(&mut self, place: &str, elem: TypeId, expected: &InputValue) -> Option<()> {
        match expected {
            InputValue::List(values) if values.len() <= MOST_COMPARISONS => {
                for (index, value) in values.iter().enumerate() {
                    self.compare(&format!("{place}[{index}]"), elem, value)?;
                }
                Some(())
            }
            InputValue::Bytes(bytes) if bytes.len() <= MOST_COMPARISONS => {
                let is_signed = self.program.types.int_kind(elem).is_some_and(|kind| kind.signed);
                for (index, &byte) in bytes.iter().chain(&[0]).enumerate() {
                    let value = if is_signed { i32::from(byte.cast_signed()) } else { byte.into() };
                    self.parts.push(format!("{place}[{index}] == {value}"));
                }
                Some(())
            }
            InputValue::List(_) | InputValue::Bytes(_) => None,
            single => self.compare(&format!("{place}[0]"), elem, single),
        }
    }
}
