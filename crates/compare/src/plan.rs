//! From the inputs of the product back to inputs of the start function.
//!
//! Scalars and records are parameters of the comparison, under their own names. What a pointer points to is a global array of
//! the pointer's name. Arguments of `main` are globals `argument#1`, ...

use whydunit_interp::{InputValue, InputValues};

/// Which inputs of the product stand for what.
#[derive(Clone, Default, Debug)]
pub(super) struct Plan {
    pub(super) pointers: Vec<PointerInput>,
    pub(super) arguments: Option<ArgumentInputs>,
    pub(super) stdin: Option<StdinInputs>,
    /// Names of parameters in the program and in the reference.
    pub(super) parameters: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
pub(super) struct PointerInput {
    pub(super) name: String,
    pub(super) length: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ArgumentInputs {
    pub(super) is_numeric: bool,
    /// The number of arguments, or where it is an input, the most there are.
    pub(super) most: u32,
    pub(super) is_count_fixed: bool,
}

/// What standard input consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StdinInputs {
    Bytes,
    /// Numbers, one on each line.
    Numbers,
}

/// A run of the start function.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Run {
    pub(super) args: Vec<Vec<u8>>,
    pub(super) stdin: Vec<u8>,
    pub(super) inputs: InputValues,
}

pub(super) const COUNT: &str = "argc";
pub(super) const STDIN: &str = "stdin#";
pub(super) const STDIN_LENGTH: &str = "stdin#length";
pub(super) const NONDET: &str = "nondet#";

pub(super) fn argument(number: u32) -> String {
    format!("argument#{number}")
}

pub(super) fn null_flag(pointer: &str) -> String {
    format!("{pointer}#null")
}

impl Plan {
    /// The run that inputs of the product stand for.
    pub(super) fn run(&self, product: &InputValues) -> Run {
        let mut run = Run::default();
        if let Some(stdin) = self.stdin {
            run.stdin = stdin.text(product);
        }
        if let Some(InputValue::List(values)) = product.get(NONDET) {
            for (index, value) in values.iter().enumerate() {
                run.inputs.set(format!("{NONDET}{}", index + 1), value.clone());
            }
        }
        let is_argument = |name| name == COUNT && self.arguments.is_some();
        for (name, value) in product.iter() {
            if !name.contains('#') && !is_argument(name) {
                run.inputs.set(name, value.clone());
            }
        }
        if let Some(arguments) = self.arguments {
            run.args = arguments.strings(product);
            return run;
        }
        for pointer in &self.pointers {
            let is_null = product.get(&null_flag(&pointer.name)).is_some_and(is_set);
            let value = match product.get(&pointer.name) {
                _ if is_null => InputValue::Null,
                Some(InputValue::Null) => InputValue::Null,
                given => {
                    let mut values = match given {
                        Some(InputValue::List(values)) => values.clone(),
                        Some(InputValue::Bytes(bytes)) => {
                            bytes.iter().map(|&byte| InputValue::Int(byte.into())).collect()
                        }
                        _ => Vec::new(),
                    };
                    // What is not stated is zero, and there all the same.
                    let like = values.first().map_or(InputValue::Int(0), zero);
                    values.resize(pointer.length, like);
                    InputValue::List(values)
                }
            };
            run.inputs.set(&pointer.name, value);
        }
        run
    }

    /// The same run by the names of the reference.
    pub(super) fn renamed(&self, run: &Run) -> Run {
        let mut renamed = Run { inputs: InputValues::new(), ..run.clone() };
        for (name, value) in run.inputs.iter() {
            let other = self.parameters.iter().find(|(program, _)| program == name);
            renamed.inputs.set(other.map_or(name, |(_, reference)| reference), value.clone());
        }
        renamed
    }
}

fn zero(like: &InputValue) -> InputValue {
    match like {
        InputValue::Float(_) => InputValue::Float(0.0),
        InputValue::List(values) => InputValue::List(values.iter().map(zero).collect()),
        InputValue::Fields(fields) => {
            let field = |(name, value): &(String, InputValue)| (name.clone(), zero(value));
            InputValue::Fields(fields.iter().map(field).collect())
        }
        _ => InputValue::Int(0),
    }
}

fn is_set(value: &InputValue) -> bool {
    matches!(value, InputValue::Int(value) if *value != 0)
}

impl StdinInputs {
    fn text(self, product: &InputValues) -> Vec<u8> {
        let length = match product.get(STDIN_LENGTH) {
            Some(InputValue::Int(length)) => usize::try_from(*length).unwrap_or(0),
            _ => 0,
        };
        let mut values = match product.get(STDIN) {
            Some(InputValue::List(values)) => values.clone(),
            _ => Vec::new(),
        };
        values.resize(length, InputValue::Int(0));
        let number = |value: &InputValue| match value {
            InputValue::Int(value) => *value,
            _ => 0,
        };
        match self {
            StdinInputs::Bytes => values.iter().map(|value| number(value) as u8).collect(),
            StdinInputs::Numbers => {
                let lines = values.iter().map(|value| format!("{}\n", number(value)));
                lines.collect::<String>().into_bytes()
            }
        }
    }
}

impl ArgumentInputs {
    fn strings(self, product: &InputValues) -> Vec<Vec<u8>> {
        let count = match product.get(COUNT) {
            Some(InputValue::Int(count)) if !self.is_count_fixed => {
                u32::try_from(*count - 1).unwrap_or(0)
            }
            _ if self.is_count_fixed => self.most,
            _ => 0,
        };
        let string = |number| self.string(product.get(&argument(number)));
        (1..=count.min(self.most)).map(string).collect()
    }

    fn string(self, value: Option<&InputValue>) -> Vec<u8> {
        match value {
            Some(InputValue::Int(number)) => number.to_string().into_bytes(),
            None if self.is_numeric => b"0".to_vec(),
            Some(InputValue::Bytes(bytes)) => bytes.clone(),
            Some(InputValue::List(values)) => {
                let byte = |value: &InputValue| match value {
                    InputValue::Int(value) => *value as u8,
                    _ => 0,
                };
                values.iter().map(byte).take_while(|&byte| byte != 0).collect()
            }
            _ => Vec::new(),
        }
    }
}
