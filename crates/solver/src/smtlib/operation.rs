//! The text of one operation of `QF_BV` with given operands.
//!
//! Overflow has predicates only in recent versions of the standard; here it is said with wider arithmetic, which every
//! solver knows.

use whydunit_term::{Op, Sort};

pub(super) fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
    }
}

pub(super) fn constant(sort: Sort, value: u128) -> String {
    match sort {
        Sort::Bool => if value == 0 { "false" } else { "true" }.to_owned(),
        Sort::Bits(width) if width % 4 == 0 => {
            format!("#x{value:0digits$x}", digits = width as usize / 4)
        }
        Sort::Bits(width) => format!("#b{value:0digits$b}", digits = width as usize),
    }
}

/// An operation that is neither a leaf nor on floating-point numbers; `width` is that of its first operand.
pub(super) fn apply(op: Op, width: u32, operands: &[&str]) -> String {
    if let Some(symbol) = symbol(op) {
        return format!("({symbol} {})", operands.join(" "));
    }
    match *operands {
        [a] => unary(op, width, a),
        [a, b] => overflow(op, width, a, b),
        _ => unreachable!("{op:?} should have a symbol"),
    }
}

/// The function symbol of an operation that has one.
fn symbol(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Xor => "xor",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::BitNot => "bvnot",
        Op::BitAnd => "bvand",
        Op::BitOr => "bvor",
        Op::BitXor => "bvxor",
        Op::Neg => "bvneg",
        Op::Add => "bvadd",
        Op::Sub => "bvsub",
        Op::Mul => "bvmul",
        Op::UDiv => "bvudiv",
        Op::URem => "bvurem",
        Op::SDiv => "bvsdiv",
        Op::SRem => "bvsrem",
        Op::Shl => "bvshl",
        Op::LShr => "bvlshr",
        Op::AShr => "bvashr",
        Op::ULt | Op::USubOverflow => "bvult",
        Op::ULe => "bvule",
        Op::SLt => "bvslt",
        Op::SLe => "bvsle",
        Op::Concat => "concat",
        _ => return None,
    })
}

fn unary(op: Op, width: u32, a: &str) -> String {
    match op {
        Op::RotateLeft(by) => format!("((_ rotate_left {by}) {a})"),
        Op::RotateRight(by) => format!("((_ rotate_right {by}) {a})"),
        Op::ZeroExtend(to) => format!("((_ zero_extend {}) {a})", u32::from(to) - width),
        Op::SignExtend(to) => format!("((_ sign_extend {}) {a})", u32::from(to) - width),
        Op::Extract { high, low } => format!("((_ extract {high} {low}) {a})"),
        Op::FromBool => format!("(ite {a} #b1 #b0)"),
        Op::NegOverflow => format!("(= {a} {})", smallest(width)),
        _ => unreachable!("{op:?} should not have one operand"),
    }
}

fn overflow(op: Op, width: u32, a: &str, b: &str) -> String {
    let wide = |function: &str, extend: &str, by: u32| {
        format!("({function} ((_ {extend} {by}) {a}) ((_ {extend} {by}) {b}))")
    };
    // All bits of the exact result from the sign up are equal.
    let out_of_range = |exact: String, high: u32| {
        let top = format!("((_ extract {high} {}) $x)", width - 1);
        // May be wider than any constant of ours.
        let count = (high + 2 - width) as usize;
        let (zeros, ones) =
            (format!("#b{}", "0".repeat(count)), format!("#b{}", "1".repeat(count)));
        format!("(let (($x {exact})) (not (or (= {top} {zeros}) (= {top} {ones}))))")
    };
    match op {
        Op::UAddOverflow => {
            format!("(= ((_ extract {width} {width}) {}) #b1)", wide("bvadd", "zero_extend", 1))
        }
        Op::SAddOverflow => out_of_range(wide("bvadd", "sign_extend", 1), width),
        Op::SSubOverflow => out_of_range(wide("bvsub", "sign_extend", 1), width),
        Op::UMulOverflow => {
            let zero = constant(Sort::Bits(width), 0);
            let high = 2 * width - 1;
            let exact = wide("bvmul", "zero_extend", width);
            format!("(not (= ((_ extract {high} {width}) {exact}) {zero}))")
        }
        Op::SMulOverflow => out_of_range(wide("bvmul", "sign_extend", width), 2 * width - 1),
        Op::SDivOverflow => {
            let minus_one = constant(Sort::Bits(width), Sort::Bits(width).mask());
            format!("(and (= {a} {}) (= {b} {minus_one}))", smallest(width))
        }
        _ => unreachable!("{op:?} should not have two operands"),
    }
}

fn smallest(width: u32) -> String {
    constant(Sort::Bits(width), 1 << (width - 1))
}
