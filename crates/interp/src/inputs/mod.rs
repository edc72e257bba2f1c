//! Values for what the program does not determine, by name.

mod parse;

use std::collections::BTreeMap;

/// One given value; how it fits a type is decided where it is used.
#[derive(Clone, PartialEq, Debug)]
pub enum InputValue {
    Int(i128),
    Float(f64),
    /// A string; for a pointer or an array it ends with a NUL that is not part of these bytes.
    Bytes(Vec<u8>),
    List(Vec<InputValue>),
    Fields(Vec<(String, InputValue)>),
    Null,
    /// The name of an enumeration constant or of a function.
    Name(String),
}

impl InputValue {
    /// The names that the value mentions, wherever they stand in it.
    pub fn mentioned(&self) -> Vec<&str> {
        match self {
            InputValue::Name(name) => vec![name],
            InputValue::List(values) => values.iter().flat_map(InputValue::mentioned).collect(),
            InputValue::Fields(fields) => {
                fields.iter().flat_map(|(_, value)| value.mentioned()).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Given values: parameters and globals by name, the k-th nondeterministic call as `nondet#k` or by
/// the variable that receives it.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct InputValues {
    values: BTreeMap<String, InputValue>,
}

impl InputValues {
    pub fn new() -> InputValues {
        InputValues::default()
    }

    pub fn set(&mut self, name: impl Into<String>, value: InputValue) {
        self.values.insert(name.into(), value);
    }

    pub fn remove(&mut self, name: &str) -> Option<InputValue> {
        self.values.remove(name)
    }

    pub fn get(&self, name: &str) -> Option<&InputValue> {
        self.values.get(name)
    }

    /// With the name as it is kept here.
    pub(crate) fn get_named(&self, name: &str) -> Option<(&str, &InputValue)> {
        self.values.get_key_value(name).map(|(name, value)| (name.as_str(), value))
    }

    /// In alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.values.keys().map(String::as_str)
    }

    /// In alphabetical order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &InputValue)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Reads `name=value`, for example `n=3`, `a=[1, 0x2, 'c']`, `s="abc\n"`, `p={.x=1, .y=2}`,
    /// `q=NULL`, `c=RED`; parts of a larger input as `p.x=1`, `p->x=1`, `a[2]=1`. Values as reports show them
    /// are understood, too: `*p={.c = 97 'a', .next = &{.c = 0}}`, `a={0 <repeats 9 times>}`.
    pub fn parse_assignment(&mut self, text: &str) -> Result<(), String> {
        let (name, value) = parse::assignment(text)?;
        self.set(name, value);
        Ok(())
    }
}
