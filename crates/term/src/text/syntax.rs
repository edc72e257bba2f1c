//! The names of the operations.

use smallvec::{SmallVec, smallvec};

use crate::Op;

const PLAIN: &[(&str, Op)] = &[
    ("not", Op::Not),
    ("and", Op::And),
    ("or", Op::Or),
    ("xor", Op::Xor),
    ("=", Op::Eq),
    ("ite", Op::Ite),
    ("bvnot", Op::BitNot),
    ("bvand", Op::BitAnd),
    ("bvor", Op::BitOr),
    ("bvxor", Op::BitXor),
    ("bvneg", Op::Neg),
    ("bvadd", Op::Add),
    ("bvsub", Op::Sub),
    ("bvmul", Op::Mul),
    ("bvudiv", Op::UDiv),
    ("bvurem", Op::URem),
    ("bvsdiv", Op::SDiv),
    ("bvsrem", Op::SRem),
    ("bvshl", Op::Shl),
    ("bvlshr", Op::LShr),
    ("bvashr", Op::AShr),
    ("bvult", Op::ULt),
    ("bvule", Op::ULe),
    ("bvslt", Op::SLt),
    ("bvsle", Op::SLe),
    ("bvuaddo", Op::UAddOverflow),
    ("bvsaddo", Op::SAddOverflow),
    ("bvusubo", Op::USubOverflow),
    ("bvssubo", Op::SSubOverflow),
    ("bvumulo", Op::UMulOverflow),
    ("bvsmulo", Op::SMulOverflow),
    ("bvsdivo", Op::SDivOverflow),
    ("bvnego", Op::NegOverflow),
    ("concat", Op::Concat),
    ("from_bool", Op::FromBool),
    ("fp.add", Op::FAdd),
    ("fp.sub", Op::FSub),
    ("fp.mul", Op::FMul),
    ("fp.div", Op::FDiv),
    ("fp.eq", Op::FEq),
    ("fp.lt", Op::FLt),
    ("fp.leq", Op::FLe),
];

type WithNumber = fn(u8) -> Op;

const WITH_NUMBER: &[(&str, WithNumber)] = &[
    ("rotate_left", Op::RotateLeft),
    ("rotate_right", Op::RotateRight),
    ("zero_extend", Op::ZeroExtend),
    ("sign_extend", Op::SignExtend),
    ("fp.convert", Op::FConvert),
    ("fp.from_unsigned", Op::FFromUnsigned),
    ("fp.from_signed", Op::FFromSigned),
    ("fp.to_unsigned", Op::FToUnsigned),
    ("fp.to_signed", Op::FToSigned),
];

const EXTRACT: &str = "extract";

/// The numbers that follow the name of an operation.
pub(super) type Numbers = SmallVec<[u8; 2]>;

/// How many numbers follow the name; `None` for a name that is not an operation's.
pub(super) fn number_count(name: &str) -> Option<usize> {
    if name == EXTRACT {
        Some(2)
    } else if WITH_NUMBER.iter().any(|(known, _)| *known == name) {
        Some(1)
    } else {
        PLAIN.iter().any(|(known, _)| *known == name).then_some(0)
    }
}

/// The operation of that name with those numbers.
pub(super) fn operation(name: &str, numbers: &[u8]) -> Option<Op> {
    match *numbers {
        [] => PLAIN.iter().find(|(known, _)| *known == name).map(|&(_, op)| op),
        [number] => WITH_NUMBER.iter().find(|(known, _)| *known == name).map(|(_, op)| op(number)),
        [high, low] => (name == EXTRACT).then_some(Op::Extract { high, low }),
        _ => None,
    }
}

/// The name and the numbers of an operation that is neither a leaf nor opaque.
pub(super) fn name(op: Op) -> Option<(&'static str, Numbers)> {
    let numbers: Numbers = match op {
        Op::RotateLeft(number)
        | Op::RotateRight(number)
        | Op::ZeroExtend(number)
        | Op::SignExtend(number)
        | Op::FConvert(number)
        | Op::FFromUnsigned(number)
        | Op::FFromSigned(number)
        | Op::FToUnsigned(number)
        | Op::FToSigned(number) => smallvec![number],
        Op::Extract { high, low } => return Some((EXTRACT, smallvec![high, low])),
        _ => {
            let (name, _) = PLAIN.iter().find(|(_, known)| *known == op)?;
            return Some((name, Numbers::new()));
        }
    };
    let (name, _) = WITH_NUMBER.iter().find(|(_, make)| make(numbers[0]) == op)?;
    Some((name, numbers))
}

/// Can the name stand in text without quotes?
pub(super) fn is_plain(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_.!$@'-".contains(c);
    !name.is_empty() && name.chars().all(is_plain)
}
