//! What do constants of C that stand in witnesses amount to?
//!
//! Constants have types, as in C, and operators and conversions are those of the shared semantics. `long` has 64 bits: a witness is
//! read before it is known for which machine it was written, and what is stated of a variable is cut to the variable's width anyway.
//! Decimal constants that are too large for every type are mathematical integers.

use whydunit_interp::InputValue;
use whydunit_program::{BinaryOp, Class, TypeId, TypeTable, UnaryOp};
use whydunit_semantics::{Bits, cast, operate, operate_unary};

const LONG: Class = Class::Int { width: 64, signed: true };
const UNSIGNED: Class = Class::Int { width: 32, signed: false };
const UNSIGNED_LONG: Class = Class::Int { width: 64, signed: false };
const MATHEMATICAL: Class = Class::Int { width: 128, signed: true };
const FLOAT: Class = Class::Float { width: 32 };
const DOUBLE: Class = Class::Float { width: 64 };

/// A value and how it is computed with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Number {
    bits: Bits,
    class: Class,
}

/// What is written behind the digits of an integer constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Suffix {
    pub(crate) is_unsigned: bool,
    pub(crate) is_long: bool,
}

impl Number {
    pub(crate) fn null() -> Number {
        let class = Class::Pointer { width: 64 };
        Number { bits: Bits::of_class(class, 0), class }
    }

    /// Of type `int`: characters, truth values.
    pub(crate) fn int(value: i128) -> Number {
        Number { bits: Bits::of_class(Class::INT, value as u128), class: Class::INT }
    }

    pub(crate) fn double(value: f64) -> Number {
        Number { bits: Bits::of_class(DOUBLE, value.to_bits().into()), class: DOUBLE }
    }

    pub(crate) fn float(value: f64) -> Number {
        let bits = (value as f32).to_bits().into();
        Number { bits: Bits::of_class(FLOAT, bits), class: FLOAT }
    }

    /// An integer constant has the first type that it fits; only those that are not decimal become unsigned by themselves.
    pub(crate) fn constant(value: i128, suffix: Suffix, is_decimal: bool) -> Number {
        let Suffix { is_unsigned, is_long } = suffix;
        let fits = |class: Class| {
            let bits = class.width() - u32::from(class.signed());
            value < 1 << bits
        };
        let is_candidate = |class: Class| {
            (!is_long || class.width() == 64)
                && if class.signed() { !is_unsigned } else { is_unsigned || !is_decimal }
        };
        let classes = [Class::INT, UNSIGNED, LONG, UNSIGNED_LONG];
        let class = classes.into_iter().find(|&class| is_candidate(class) && fits(class));
        let class = class.unwrap_or(MATHEMATICAL);
        Number { bits: Bits::of_class(class, value as u128), class }
    }

    /// A value that is given, as wide as it may be.
    fn given(value: &InputValue) -> Option<Number> {
        match value {
            InputValue::Int(value) => {
                let bits = Bits::of_class(MATHEMATICAL, *value as u128);
                Some(Number { bits, class: MATHEMATICAL })
            }
            InputValue::Float(value) => Some(Number::double(*value)),
            InputValue::Null => Some(Number::null()),
            _ => None,
        }
    }

    pub(crate) fn value(self) -> InputValue {
        match self.class {
            FLOAT => InputValue::Float(f32::from_bits(self.bits.unsigned() as u32).into()),
            Class::Float { .. } => InputValue::Float(f64::from_bits(self.bits.word())),
            Class::Pointer { .. } => InputValue::Null,
            class => InputValue::Int(self.bits.integer(class)),
        }
    }

    pub(crate) fn cast(self, to: Class) -> Option<Number> {
        cast(self.bits, self.class, to).map(|bits| Number { bits, class: to })
    }

    /// As operators take it: pointers are not computed with here.
    fn promoted(self) -> Option<Number> {
        match self.class {
            Class::Pointer { .. } | Class::Other => None,
            Class::Bool => self.cast(Class::INT),
            Class::Int { width, .. } if width < Class::INT.width() => self.cast(Class::INT),
            _ => Some(self),
        }
    }

    /// For operators other than `!`; nothing where it is undefined.
    pub(crate) fn unary(self, op: UnaryOp) -> Option<Number> {
        let operand = self.promoted()?;
        if op == UnaryOp::BitNot && operand.class.is_float() {
            return None;
        }
        let bits = operate_unary(op, (operand.bits, operand.class))?;
        Some(Number { bits, class: operand.class })
    }

    /// `+self`
    pub(crate) fn plus(self) -> Option<Number> {
        self.promoted()
    }

    /// For operators other than comparisons; nothing where it is undefined.
    pub(crate) fn binary(self, op: BinaryOp, other: Number) -> Option<Number> {
        use BinaryOp::{Add, Div, Mul, Shl, Shr, Sub};
        let (mut left, mut right) = (self.promoted()?, other.promoted()?);
        if !matches!(op, Shl | Shr) {
            let class = common(left.class, right.class);
            (left, right) = (left.cast(class)?, right.cast(class)?);
        }
        let has_float = left.class.is_float() || right.class.is_float();
        if has_float && !matches!(op, Add | Sub | Mul | Div) {
            return None;
        }
        let bits = operate(op, (left.bits, left.class), (right.bits, right.class))?;
        Some(Number { bits, class: left.class })
    }
}

/// The class that two promoted operands are computed in: the wider, and of equally wide ones the unsigned.
fn common(left: Class, right: Class) -> Class {
    let rank = |class: Class| (class.is_float(), class.width(), !class.signed());
    if rank(left) >= rank(right) { left } else { right }
}

/// The class that a type has whose name consists of these words; nothing where it is not known.
pub(crate) fn class_named(words: &[&str]) -> Option<Class> {
    let has = |word: &str| words.contains(&word);
    let int = |width| Some(Class::Int { width, signed: !has("unsigned") });
    let fixed = |width, signed| Some(Class::Int { width, signed });
    let last = *words.last()?;
    match last {
        "int8_t" => return fixed(8, true),
        "int16_t" => return fixed(16, true),
        "int32_t" => return fixed(32, true),
        "int64_t" | "ssize_t" | "ptrdiff_t" | "intptr_t" => return fixed(64, true),
        "uint8_t" => return fixed(8, false),
        "uint16_t" => return fixed(16, false),
        "uint32_t" => return fixed(32, false),
        "uint64_t" | "size_t" | "uintptr_t" => return fixed(64, false),
        _ => {}
    }
    match () {
        () if has("struct") || has("union") || has("enum") => None,
        () if has("_Bool") || has("bool") => Some(Class::Bool),
        () if has("float") => Some(FLOAT),
        () if has("double") => Some(DOUBLE),
        () if has("char") => int(8),
        () if has("short") => int(16),
        () if has("long") => int(64),
        () if has("int") || has("unsigned") || has("signed") => int(32),
        () => None,
    }
}

/// The bits that a scalar of the type holds when it is given the value; as in the records of inputs.
pub(crate) fn bits(types: &TypeTable, ty: TypeId, value: &InputValue) -> Option<u64> {
    let (number, class) = (Number::given(value)?, Class::of(types, ty));
    let is_given = matches!(
        (value, class),
        (InputValue::Int(0) | InputValue::Null, Class::Pointer { .. })
            | (InputValue::Int(_), Class::Bool | Class::Int { .. } | Class::Float { .. })
            | (InputValue::Float(_), Class::Float { .. })
    );
    let number = if is_given { number.cast(class)? } else { return None };
    Some(number.bits.word())
}

/// The value that recorded bits of a type stand for; addresses stand for none.
pub(crate) fn value(types: &TypeTable, ty: TypeId, bits: u64) -> Option<InputValue> {
    let class = Class::of(types, ty);
    // One bit of a truth value is kept.
    let bits = if class == Class::Bool { bits & 1 } else { bits };
    let number = Number { bits: Bits::of_class(class, bits.into()), class };
    let is_value = class != Class::Other && (!class.is_pointer() || bits == 0);
    is_value.then(|| number.value())
}

#[cfg(test)]
mod tests {
    use super::super::expression::facts;
    use super::*;

    fn amounts_to(text: &str) -> Option<InputValue> {
        facts(&format!("x == ({text})")).pop().map(|fact| fact.value)
    }

    #[test]
    fn constants_are_computed_with_as_in_c() {
        for (text, value) in [
            ("-1U", 4_294_967_295),
            ("~0UL", u64::MAX.into()),
            ("0xffffffff + 1", 0),
            ("4294967295 + 1", 4_294_967_296),
            ("-7 / 2", -3),
            ("-7 % 2", -1),
            ("-7 >> 1", -4),
            ("1 << 31", i32::MIN.into()),
            ("(unsigned char)300 + 1", 45),
            ("(signed char)200", -56),
            ("(_Bool)17", 1),
            ("(int)2.9", 2),
            ("(uint16_t)-1", 65535),
            ("-9223372036854775808", i64::MIN.into()),
            ("'a' + 1", 98),
        ] {
            assert_eq!(amounts_to(text), Some(InputValue::Int(value)), "{text}");
        }
        for (text, value) in [("1 / 2.0", 0.5), ("0.1f", 0.1f32.into()), ("(double)3", 3.0)] {
            assert_eq!(amounts_to(text), Some(InputValue::Float(value)), "{text}");
        }
    }

    #[test]
    fn what_is_undefined_has_no_value() {
        for text in [
            "1 / 0",
            "1 % 0",
            "2147483647 + 1",
            "1 << 32",
            "1 << -1",
            "(int)3e9",
            "~1.5",
            "1.0 % 2",
        ] {
            assert_eq!(amounts_to(text), None, "{text}");
        }
    }
}
