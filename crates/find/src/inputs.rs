//! From a model of the solver to a run.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whydunit_interp::{InputValue, RunSpec};
use whydunit_program::{Arithmetic, FloatKind, Program, Type, TypeId};
use whydunit_term::{Evaluator, Model, Term, Terms};

use crate::exec::{EventKind, Executed, Shape};
use crate::limits::FEW_NUMBERS;

fn is_zero(value: &InputValue) -> bool {
    match value {
        InputValue::Int(value) => *value == 0,
        InputValue::List(values) => values.is_empty(),
        _ => false,
    }
}

/// Reads values out of a model.
pub(crate) struct Reader<'a> {
    program: &'a Program,
    terms: &'a Terms,
    values: Evaluator<'a>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(program: &'a Program, terms: &'a Terms, model: &'a Model) -> Reader<'a> {
        Reader { program, terms, values: Evaluator::new(model) }
    }

    pub(crate) fn bits(&mut self, term: Term) -> u128 {
        self.values.value(self.terms, term).unwrap_or(0)
    }

    pub(crate) fn holds(&mut self, condition: Term) -> bool {
        self.bits(condition) != 0
    }

    fn scalar(&mut self, ty: TypeId, value: Term) -> InputValue {
        let bits = self.bits(value);
        let width = self.terms.width(value);
        match self.program.types.get(ty) {
            Type::Float(FloatKind::F32) => {
                InputValue::Float(f64::from(f32::from_bits(bits as u32)))
            }
            Type::Float(_) => InputValue::Float(f64::from_bits(bits as u64)),
            _ => {
                let signed = self.program.types.int_kind(ty).is_some_and(|kind| kind.signed);
                InputValue::Int(if signed { signed_value(bits, width) } else { bits as i128 })
            }
        }
    }

    fn value(&mut self, shape: &Shape) -> InputValue {
        match shape {
            Shape::Scalar { ty, value } => self.scalar(*ty, *value),
            Shape::List(elements) => {
                let mut values: Vec<InputValue> =
                    elements.iter().map(|element| self.value(element)).collect();
                // Of a map only few keys are ever of interest, and zeros are what there is anyway.
                if self.program.arithmetic == Arithmetic::Mathematical {
                    while values.pop_if(|last| is_zero(last)).is_some() {}
                }
                InputValue::List(values)
            }
            Shape::Fields(fields) => {
                let field = |(name, shape): &(String, Shape)| (name.clone(), self.value(shape));
                InputValue::Fields(fields.iter().map(field).collect())
            }
            Shape::Pointer { is_null, .. } if self.holds(*is_null) => InputValue::Null,
            Shape::Pointer { count, elements, .. } => {
                let count = (self.bits(*count) as usize).min(elements.len());
                let values = elements[..count].iter().map(|e| self.value(e)).collect::<Vec<_>>();
                self.pointed(elements.first(), values)
            }
            Shape::Function { address, names } => {
                let address = self.bits(*address) as u64;
                let found = names.iter().find(|(known, _)| *known == address);
                found.map_or(InputValue::Null, |(_, name)| InputValue::Name(name.clone()))
            }
            Shape::Given(value) => value.clone(),
            Shape::Null => InputValue::Null,
        }
    }

    /// A map in which nothing is set: what there is anyway. In C a list without elements is storage without room.
    fn is_empty_map(&self, value: &InputValue) -> bool {
        self.program.arithmetic == Arithmetic::Mathematical
            && *value == InputValue::List(Vec::new())
    }

    /// Elements behind a pointer: a string where they are one, a record where there is just one, else a list.
    fn pointed(&self, first: Option<&Shape>, values: Vec<InputValue>) -> InputValue {
        let is_character = match first {
            Some(Shape::Scalar { ty, .. }) => self.program.types.size_of(*ty) == Some(1),
            _ => false,
        };
        if is_character && let Some(text) = as_text(&values) {
            return InputValue::Bytes(text);
        }
        match &values[..] {
            [single @ InputValue::Fields(_)] => single.clone(),
            _ => InputValue::List(values),
        }
    }

    /// The run that the model describes.
    pub(crate) fn run(&mut self, executed: &Executed, base: &RunSpec) -> RunSpec {
        let mut spec = base.clone();
        for (name, shape) in &executed.inputs {
            let value = self.value(shape);
            if spec.inputs.get(name).is_none() && !self.is_empty_map(&value) {
                spec.inputs.set(name, value);
            }
        }
        if let Some(arguments) = &executed.arguments {
            let count = (self.bits(arguments.count) as usize).saturating_sub(1);
            spec.args = arguments
                .strings
                .iter()
                .take(count)
                .map(|(length, bytes)| {
                    let length = self.bits(*length) as usize;
                    bytes.iter().take(length).map(|&byte| self.bits(byte) as u8).collect()
                })
                .collect();
        }
        let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
        let mut unset: BTreeMap<&str, Vec<InputValue>> = BTreeMap::new();
        let mut stdin = InputText::default();
        for event in &executed.events {
            if !self.holds(event.when) {
                continue;
            }
            match &event.kind {
                EventKind::Unset { name, ty, value } => {
                    let value = self.scalar(*ty, *value);
                    // Zero is what there is anyway.
                    if value == InputValue::Int(0) && !unset.contains_key(name.as_str()) {
                        continue;
                    }
                    unset.entry(name).or_default().push(value);
                }
                EventKind::Number(number) => {
                    let count = counts.entry(&number.base).or_default();
                    *count += 1;
                    let name = format!("{}#{count}", number.base);
                    let value = self.value(&number.shape);
                    // Zero is what they are anyway: many are left out.
                    let is_needless = *count > FEW_NUMBERS && value == InputValue::Int(0)
                        || self.is_empty_map(&value);
                    if !matches!(number.shape, Shape::Given(_)) && !is_needless {
                        spec.inputs.set(name, value);
                    }
                }
                EventKind::Byte(byte) => stdin.byte(self.bits(*byte) as u8),
                EventKind::Literal(byte) => stdin.byte(*byte),
                EventKind::Junk => stdin.item(b"x".to_vec()),
                EventKind::Integer { value, signed, radix } => {
                    let width = self.terms.width(*value);
                    let bits = self.bits(*value);
                    let text = match (signed, radix) {
                        (_, 16) => format!("{bits:x}"),
                        (_, 8) => format!("{bits:o}"),
                        (true, _) => signed_value(bits, width).to_string(),
                        (false, _) => bits.to_string(),
                    };
                    stdin.item(text.into_bytes());
                }
                EventKind::Float(value) => {
                    let bits = self.bits(*value);
                    let text = match self.terms.width(*value) {
                        32 => f32::from_bits(bits as u32).to_string(),
                        _ => f64::from_bits(bits as u64).to_string(),
                    };
                    stdin.item(text.into_bytes());
                }
                EventKind::Word { length, bytes } => {
                    let length = self.bits(*length) as usize;
                    let word = bytes.iter().take(length).map(|&byte| self.bits(byte) as u8);
                    stdin.item(word.collect());
                }
            }
        }
        for (name, values) in unset {
            // Several objects of one name are asked for in turn.
            let value = match &values[..] {
                [only] => only.clone(),
                _ => InputValue::List(values),
            };
            spec.inputs.set(name, value);
        }
        spec.stdin = stdin.finish();
        spec
    }
}

impl Executed {
    /// Everything that is open, each with the condition under which a run asks for it.
    pub(crate) fn open_terms(&self) -> Vec<(Term, Term)> {
        let mut open = Vec::new();
        for (_, shape) in &self.inputs {
            shape.open_terms(Term::TRUE, &mut open);
        }
        if let Some(arguments) = &self.arguments {
            open.push((Term::TRUE, arguments.count));
            for (length, bytes) in &arguments.strings {
                open.push((Term::TRUE, *length));
                open.extend(bytes.iter().map(|&byte| (Term::TRUE, byte)));
            }
        }
        for event in &self.events {
            match &event.kind {
                EventKind::Number(number) => number.shape.open_terms(event.when, &mut open),
                EventKind::Byte(term)
                | EventKind::Float(term)
                | EventKind::Unset { value: term, .. }
                | EventKind::Integer { value: term, .. } => open.push((event.when, *term)),
                EventKind::Word { length, bytes } => {
                    open.push((event.when, *length));
                    open.extend(bytes.iter().map(|&byte| (event.when, byte)));
                }
                EventKind::Literal(_) | EventKind::Junk => {}
            }
        }
        open
    }
}

impl Shape {
    fn open_terms(&self, when: Term, open: &mut Vec<(Term, Term)>) {
        match self {
            Shape::Scalar { value: term, .. } | Shape::Function { address: term, .. } => {
                open.push((when, *term));
            }
            Shape::List(elements) => {
                elements.iter().for_each(|element| element.open_terms(when, open));
            }
            Shape::Fields(fields) => {
                fields.iter().for_each(|(_, field)| field.open_terms(when, open));
            }
            Shape::Pointer { is_null, count, elements } => {
                open.extend([(when, *is_null), (when, *count)]);
                elements.iter().for_each(|element| element.open_terms(when, open));
            }
            Shape::Given(_) | Shape::Null => {}
        }
    }
}

/// Standard input in the making.
#[derive(Default)]
struct InputText {
    text: Vec<u8>,
    after_item: bool,
}

impl InputText {
    fn byte(&mut self, byte: u8) {
        self.text.push(byte);
        self.after_item = false;
    }

    fn item(&mut self, item: Vec<u8>) {
        if self.after_item {
            self.text.push(b' ');
        }
        self.text.extend(item);
        self.after_item = true;
    }

    fn finish(mut self) -> Vec<u8> {
        if self.after_item {
            self.text.push(b'\n');
        }
        self.text
    }
}

pub(crate) fn signed_value(bits: u128, width: u32) -> i128 {
    let unused = 128 - width;
    ((bits << unused) as i128) >> unused
}

/// Printable characters that end with the only NUL, as a string without it.
fn as_text(values: &[InputValue]) -> Option<Vec<u8>> {
    let (last, rest) = values.split_last()?;
    let byte = |value: &InputValue| match value {
        InputValue::Int(value) => Some(*value as u8),
        _ => None,
    };
    let text: Option<Vec<u8>> = rest.iter().map(byte).collect();
    let text = text?;
    let is_plain = |byte: &u8| byte.is_ascii_graphic() || matches!(byte, b' ' | b'\n' | b'\t');
    (byte(last) == Some(0) && text.iter().all(is_plain)).then_some(text)
}
