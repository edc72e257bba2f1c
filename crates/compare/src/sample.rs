//! A few small inputs that are simply tried: they lead further into loops than the bounds of a search, and into those that do not end.

use whydunit_interp::InputValue;
use whydunit_program::{FloatKind, FunctionId, Program, Type, TypeId, TypeTable};

use super::plan::{Plan, Run, StdinInputs};
use super::shape::is_plain;
use crate::limits::SAMPLES;

const NUMBERS: [i128; 16] = [0, 1, 2, 3, -1, 5, 10, 4, -2, 7, 8, 16, 20, -7, 50, 100];
const CHARACTERS: &[u8] = b"a bA0.z9\tc-+";
/// Elements behind a pointer.
const LENGTHS: [usize; 6] = [8, 16, 3, 12, 5, 24];

/// Runs of the start function, always the same ones.
pub(super) fn runs(plan: &Plan, program: &Program, start: FunctionId) -> Vec<Run> {
    (0..SAMPLES).map(|seed| Sampler { program, state: seed }.run(plan, start)).collect()
}

struct Sampler<'a> {
    program: &'a Program,
    state: u64,
}

impl Sampler<'_> {
    /// The first samples are the plainest.
    fn choose(&mut self, count: usize) -> usize {
        let wide = self.state;
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        if wide == 0 { 0 } else { (self.state >> 33) as usize % count }
    }

    fn number(&mut self) -> i128 {
        NUMBERS[self.choose(NUMBERS.len())]
    }

    fn run(mut self, plan: &Plan, start: FunctionId) -> Run {
        let mut run = Run::default();
        if let Some(arguments) = plan.arguments {
            let count = match arguments.is_count_fixed {
                true => arguments.most as usize,
                false => self.choose(arguments.most as usize + 1),
            };
            run.args = (0..count).map(|_| self.argument(arguments.is_numeric)).collect();
        } else {
            let function = self.program.function(start);
            for local in function.params() {
                let param = function.local(local);
                let value = self.parameter(param.ty);
                run.inputs.set(&param.name, value);
            }
        }
        match plan.stdin {
            None => {}
            Some(StdinInputs::Numbers) => {
                let count = 4 * LENGTHS[self.choose(LENGTHS.len())];
                let lines = (0..count).map(|_| format!("{}\n", self.number()));
                run.stdin = lines.collect::<String>().into_bytes();
            }
            Some(StdinInputs::Bytes) => {
                let mut text = self.text(2 * LENGTHS.len());
                text.push(b'\n');
                run.stdin = text;
            }
        }
        run
    }

    fn argument(&mut self, is_numeric: bool) -> Vec<u8> {
        if is_numeric || self.choose(2) == 0 {
            return self.number().to_string().into_bytes();
        }
        self.text(5)
    }

    fn text(&mut self, most: usize) -> Vec<u8> {
        let length = self.choose(most + 1);
        (0..length).map(|_| CHARACTERS[self.choose(CHARACTERS.len())]).collect()
    }

    fn parameter(&mut self, ty: TypeId) -> InputValue {
        let types: &TypeTable = &self.program.types;
        match types.pointee(ty) {
            Some(elem) if types.size_of(elem) == Some(1) && is_plain(types, elem) => {
                // A string in a larger buffer.
                let mut bytes = self.text(12);
                bytes.resize(LENGTHS[3] + 4, 0);
                let byte = |byte| InputValue::Int(i128::from(byte));
                InputValue::List(bytes.into_iter().map(byte).collect())
            }
            Some(elem) => {
                let length = LENGTHS[self.choose(LENGTHS.len())];
                InputValue::List((0..length).map(|_| self.value(elem)).collect())
            }
            None => self.value(ty),
        }
    }

    fn value(&mut self, ty: TypeId) -> InputValue {
        let types = &self.program.types;
        match types.get(ty) {
            Type::Float(kind) => {
                let half = self.number() as f64 / 2.0;
                let value = if *kind == FloatKind::F32 { f64::from(half as f32) } else { half };
                InputValue::Float(value)
            }
            Type::Array { elem, len } => {
                let length = len.unwrap_or(0).min(1 << 12);
                InputValue::List((0..length).map(|_| self.value(*elem)).collect())
            }
            Type::Record(id) => {
                let fields = &types.record(*id).fields;
                let fields: Vec<(String, InputValue)> =
                    fields.iter().map(|field| (field.name.clone(), self.value(field.ty))).collect();
                InputValue::Fields(fields)
            }
            Type::Bool => InputValue::Int(self.choose(2) as i128),
            _ => {
                let number = self.number();
                let is_signed = types.int_kind(ty).is_some_and(|kind| kind.signed);
                InputValue::Int(if is_signed { number } else { number.abs() })
            }
        }
    }
}
