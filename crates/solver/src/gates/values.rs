//! What gates evaluate to, with *unknown* as a third value.

use super::{Bit, Gates, Kind};

/// True, false or not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    False,
    True,
    Unknown,
}

impl Value {
    fn is(self, value: bool) -> bool {
        self == Value::from(value)
    }

    fn flip_if(self, flip: bool) -> Value {
        match self {
            Value::False => Value::from(flip),
            Value::True => Value::from(!flip),
            Value::Unknown => Value::Unknown,
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        if value { Value::True } else { Value::False }
    }
}

/// Values of all gates, computed from those of the inputs.
#[derive(Debug)]
pub(crate) struct Values(Vec<Value>);

impl Values {
    /// One pass over the graph: operands come before what they are used in.
    pub(crate) fn compute(gates: &Gates, mut input: impl FnMut(usize) -> Value) -> Values {
        let mut values = Values(Vec::with_capacity(gates.len()));
        for number in 0..gates.len() {
            let gate = gates.gate(number);
            let value = match gate.kind {
                Kind::False => Value::False,
                Kind::Input => input(number),
                kind => apply(kind, gate.operands.map(|operand| values.get(operand))),
            };
            values.0.push(value);
        }
        values
    }

    pub(crate) fn get(&self, bit: Bit) -> Value {
        self.0[bit.gate()].flip_if(bit.is_inverted())
    }
}

/// The value of a gate with operands.
pub(crate) fn apply(kind: Kind, [a, b, c]: [Value; 3]) -> Value {
    match kind {
        Kind::And if a.is(false) || b.is(false) => Value::False,
        Kind::And if a.is(true) && b.is(true) => Value::True,
        Kind::Xor => xor(a, b),
        Kind::Sum => xor(xor(a, b), c),
        Kind::Ite if a.is(true) => b,
        Kind::Ite if a.is(false) => c,
        Kind::Ite if b == c => b,
        Kind::Majority if a == b => a,
        Kind::Majority if a == c => a,
        Kind::Majority if b == c => b,
        _ => Value::Unknown,
    }
}

fn xor(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Unknown, _) | (_, Value::Unknown) => Value::Unknown,
        _ => Value::from(a != b),
    }
}
