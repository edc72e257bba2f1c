//! Does a suite fit the program? Names that the program does not have, values that its types cannot hold.

use whydunit_interp::InputValue;
use whydunit_program::{FunctionId, Program, Type, TypeId};
use whydunit_source::{Diagnostic, similar};

use crate::judge::{Watched, watched};
use crate::{Expected, Loaded, Test};

impl Loaded {
    /// What in the tests cannot be meant of this program, with its place.
    pub fn examine(&self, program: &Program, start: FunctionId) -> Vec<Diagnostic> {
        let examiner = Examiner { program, start };
        let mut problems = Vec::new();
        for (test, origin) in self.suite.tests.iter().zip(&self.origins) {
            let mistakes = examiner.mistakes(test).into_iter();
            problems.extend(mistakes.map(|(key, message)| origin.error(&key, test, message)));
        }
        problems
    }
}

struct Examiner<'p> {
    program: &'p Program,
    start: FunctionId,
}

impl Examiner<'_> {
    /// Each with the key that it is about.
    fn mistakes(&self, test: &Test) -> Vec<(String, String)> {
        let mut mistakes = Vec::new();
        let function = self.program.function(self.start);
        if !test.args.is_empty() && !self.program.is_main(self.start) {
            let message =
                format!("`{}` is called with inputs; only main has arguments", function.name);
            mistakes.push(("args".to_owned(), message));
        }
        for (name, value) in test.inputs.iter() {
            let unknown = value.mentioned().into_iter().find(|word| !self.is_known(word));
            if let Some(word) = unknown {
                mistakes.push((format!("inputs.{name}"), format!("`{word}` is not a value")));
            }
        }
        if let Some(expected) = &test.expected.result {
            let ty = function.signature.result;
            let message = match self.program.types.get(ty) {
                Type::Void => Some(format!("`{}` returns nothing", function.name)),
                _ => self.misfit(expected, ty),
            };
            mistakes.extend(message.map(|message| ("result".to_owned(), message)));
        }
        for (name, expected) in &test.expected.after {
            let message = match watched(self.program, self.start, name) {
                Some(Watched::Global(_, ty)) => self.misfit(expected, ty),
                Some(Watched::Pointee(elem)) => self.element_misfit(expected, elem),
                None => Some(self.unknown_variable(name)),
            };
            mistakes.extend(message.map(|message| (format!("after.{name}"), message)));
        }
        mistakes
    }

    fn is_known(&self, word: &str) -> bool {
        self.program.types.enum_constant(word).is_some()
            || self.program.find_function(word).is_some()
    }

    fn unknown_variable(&self, name: &str) -> String {
        let function = self.program.function(self.start);
        let mut params = function.params().map(|id| function.local(id));
        if params.any(|param| param.name == name) {
            return format!("`{name}` is not a pointer: nothing of it is left after the run");
        }
        let whole = name.trim_start_matches("(*");
        let whole = whole.split(['.', '[', ')']).next().unwrap_or(name);
        if whole != name && watched(self.program, self.start, whole).is_some() {
            return format!("what is expected of a part is written as a value of `{whole}`");
        }
        let params = function.params().map(|id| function.local(id).name.as_str());
        let globals = self.program.globals.iter().filter(|global| global.owner.is_none());
        let known = params.chain(globals.map(|global| global.name.as_str()));
        let message = format!("no global and no pointer parameter is called `{name}`");
        match similar(name, known.filter(|name| !name.is_empty())) {
            Some(meant) => format!("{message}; did you mean `{meant}`?"),
            None => message,
        }
    }

    /// Why no value of the type can be the expected one.
    fn misfit(&self, expected: &InputValue, ty: TypeId) -> Option<String> {
        let types = &self.program.types;
        if matches!(expected, InputValue::Name(name) if name == Expected::ANYTHING) {
            return None;
        }
        let wrong = || {
            let (value, ty) = (crate::value_text(expected), types.display(ty));
            Some(format!("{value} is not a value of type {ty}"))
        };
        match types.get(ty) {
            Type::Array { elem, .. } => self.element_misfit(expected, *elem),
            Type::Pointer(elem) => match expected {
                InputValue::Null | InputValue::Int(0) => None,
                InputValue::Name(name) if self.program.find_function(name).is_some() => None,
                _ => self.element_misfit(expected, *elem),
            },
            Type::Record(id) => {
                let record = types.record(*id);
                match expected {
                    InputValue::Fields(fields) => fields.iter().find_map(|(name, value)| {
                        let field = record.fields.iter().find(|field| field.name == *name);
                        match field {
                            Some(field) => self.misfit(value, field.ty),
                            None if self.has_anonymous(record, name) => None,
                            None => {
                                let ty = types.display(ty);
                                Some(format!("{ty} has no member `{name}`"))
                            }
                        }
                    }),
                    InputValue::List(values) if values.len() <= record.fields.len() => {
                        let mut pairs = record.fields.iter().zip(values);
                        pairs.find_map(|(field, value)| self.misfit(value, field.ty))
                    }
                    _ => wrong(),
                }
            }
            Type::Float(_) => match expected {
                InputValue::Int(_) | InputValue::Float(_) => None,
                _ => wrong(),
            },
            _ => match crate::number::is_same(self.program, ty, 0, expected) {
                Some(_) => self.out_of_range(expected, ty),
                None => wrong(),
            },
        }
    }

    fn element_misfit(&self, expected: &InputValue, elem: TypeId) -> Option<String> {
        match expected {
            InputValue::List(values) => values.iter().find_map(|value| self.misfit(value, elem)),
            InputValue::Bytes(_) if self.program.types.int_kind(elem).is_some() => None,
            // Bytes of something unknown.
            _ if matches!(self.program.types.get(elem), Type::Void) => None,
            InputValue::Null => {
                Some("NULL is not what a pointer points to; give the contents".to_owned())
            }
            single => self.misfit(single, elem),
        }
    }

    fn out_of_range(&self, expected: &InputValue, ty: TypeId) -> Option<String> {
        let (InputValue::Int(value), Some(kind)) = (expected, self.program.types.int_kind(ty))
        else {
            return None;
        };
        let width = kind.bits.clamp(1, 64);
        let fits = (-(1i128 << (width - 1))..1 << width).contains(value);
        let ty = || self.program.types.display(ty);
        (!fits).then(|| format!("the value {value} does not fit in {}", ty()))
    }

    fn has_anonymous(&self, record: &whydunit_program::Record, name: &str) -> bool {
        record.fields.iter().filter(|field| field.name.is_empty()).any(|field| {
            let Type::Record(id) = self.program.types.get(field.ty) else { return false };
            let inner = self.program.types.record(*id);
            inner.fields.iter().any(|field| field.name == name)
        })
    }
}
