//! Floating-point operations in the theory `FloatingPoint`.
//!
//! Our numbers are bits; the theory's are not, and it knows one NaN only. So the result of an operation is a constant of
//! bits, constrained to stand for the number that the theory says, with the bits that a NaN has spelt out. What the theory
//! leaves open, conversions to integers out of range, is decided here before it is asked. Nothing is shared with the
//! lowering of floating-point operations to bit-vectors: solvers that know the theory check it.

use whydunit_term::{Op, Sort};

use super::operation::constant;

/// How an operation is said.
pub(super) enum Said {
    /// As a term.
    Term(String),
    /// As a constant of bits that satisfies a formula, in which the constant is called so.
    Constrained(String),
}

/// Exponent and significand bits.
fn format(width: u32) -> (u32, u32) {
    if width == 32 { (8, 24) } else { (11, 53) }
}

fn fraction_bits(width: u32) -> u32 {
    format(width).1 - 1
}

/// The number that bits stand for.
fn number(width: u32, bits: &str) -> String {
    let (exponent, significand) = format(width);
    format!("((_ to_fp {exponent} {significand}) {bits})")
}

/// The operation on operands, the first of which has `width` bits. `name` is what a constrained constant is called.
pub(super) fn apply(op: Op, width: u32, operands: &[&str], name: &str) -> Said {
    let numbers = || operands.iter().map(|bits| number(width, bits)).collect::<Vec<_>>().join(" ");
    let first = operands[0];
    match op {
        Op::FEq => Said::Term(format!("(fp.eq {})", numbers())),
        Op::FLt => Said::Term(format!("(fp.lt {})", numbers())),
        Op::FLe => Said::Term(format!("(fp.leq {})", numbers())),
        Op::FAdd => arithmetic("fp.add", width, operands, name),
        Op::FSub => arithmetic("fp.sub", width, operands, name),
        Op::FMul => arithmetic("fp.mul", width, operands, name),
        Op::FDiv => arithmetic("fp.div", width, operands, name),
        Op::FConvert(to) if u32::from(to) == width => Said::Term(first.to_owned()),
        Op::FConvert(to) => {
            let to = to.into();
            let (exponent, significand) = format(to);
            let result =
                format!("((_ to_fp {exponent} {significand}) RNE {})", number(width, first));
            let nan = converted_nan(width, to, first);
            Said::Constrained(is_number(to, name, &result, Some(&nan)))
        }
        Op::FFromSigned(to) => from_integer("to_fp", to.into(), first, name),
        Op::FFromUnsigned(to) => from_integer("to_fp_unsigned", to.into(), first, name),
        Op::FToSigned(to) => Said::Term(to_integer(true, width, to.into(), first)),
        Op::FToUnsigned(to) => Said::Term(to_integer(false, width, to.into(), first)),
        _ => unreachable!("{op:?} should not be on floating-point numbers"),
    }
}

/// The bits called `name` stand for the number `result`; if that is no number, they are `nan`.
fn is_number(width: u32, name: &str, result: &str, nan: Option<&str>) -> String {
    let bits = number(width, name);
    match nan {
        None => format!("(= {bits} {result})"),
        Some(nan) => {
            format!("(and (= {bits} {result}) (=> (fp.isNaN {bits}) (= {name} {nan})))")
        }
    }
}

fn arithmetic(function: &str, width: u32, operands: &[&str], name: &str) -> Said {
    let &[a, b] = operands else { unreachable!("{function} should have two operands") };
    let (x, y) = (number(width, a), number(width, b));
    let quiet = constant(Sort::Bits(width), 1 << (fraction_bits(width) - 1));
    let default = constant(Sort::Bits(width), default_nan(width));
    let nan = format!(
        "(ite (fp.isNaN {x}) (bvor {a} {quiet}) (ite (fp.isNaN {y}) (bvor {b} {quiet}) {default}))"
    );
    Said::Constrained(is_number(width, name, &format!("({function} RNE {x} {y})"), Some(&nan)))
}

/// The negative quiet NaN without a payload.
fn default_nan(width: u32) -> u128 {
    let fraction = fraction_bits(width);
    Sort::Bits(width).mask() >> (fraction - 1) << (fraction - 1)
}

/// The sign and the high bits of the payload are kept, and the result is quiet.
fn converted_nan(from: u32, to: u32, a: &str) -> String {
    let (from_payload, to_payload) = (fraction_bits(from) - 1, fraction_bits(to) - 1);
    let ones = format(to).0 + 1;
    let ones = constant(Sort::Bits(ones), Sort::Bits(ones).mask());
    let sign = format!("((_ extract {0} {0}) {a})", from - 1);
    let payload = if to_payload > from_payload {
        let zeros = constant(Sort::Bits(to_payload - from_payload), 0);
        format!("(concat ((_ extract {} 0) {a}) {zeros})", from_payload - 1)
    } else {
        format!("((_ extract {} {}) {a})", from_payload - 1, from_payload - to_payload)
    };
    format!("(concat {sign} (concat {ones} {payload}))")
}

fn from_integer(function: &str, to: u32, a: &str, name: &str) -> Said {
    let (exponent, significand) = format(to);
    let result = format!("((_ {function} {exponent} {significand}) RNE {a})");
    Said::Constrained(is_number(to, name, &result, None))
}

fn to_integer(signed: bool, from: u32, to: u32, a: &str) -> String {
    let truncated = format!("(fp.roundToIntegral RTZ {})", number(from, a));
    if to == 1 {
        // The only other integer is also what stands for those that do not fit; and solvers stumble over this width.
        return format!("(ite (fp.isZero {truncated}) #b0 #b1)");
    }
    let (function, limit) = if signed { ("fp.to_sbv", to - 1) } else { ("fp.to_ubv", to) };
    let below = match power_of_two(from, limit) {
        Some(bits) => format!("(fp.lt $r {})", number(from, &bits)),
        None => "(not (fp.isInfinite $r))".to_owned(),
    };
    let least = if signed {
        let bits =
            power_of_two(from, limit).expect("half the range of 128 bits should be a number");
        format!("(fp.neg {})", number(from, &bits))
    } else {
        number(from, &constant(Sort::Bits(from), 0))
    };
    let zero = constant(Sort::Bits(to), 0);
    let misfit = constant(Sort::Bits(to), 1 << (to - 1));
    // The comparison with the least integer is false of a NaN.
    format!(
        "(let (($r {truncated})) (ite (fp.isZero $r) {zero} \
         (ite (and (fp.leq {least} $r) {below}) ((_ {function} {to}) RTZ $r) {misfit})))"
    )
}

/// The bits of 2 to a power, if that is a number of the format.
fn power_of_two(width: u32, power: u32) -> Option<String> {
    let bias = (1 << (format(width).0 - 1)) - 1;
    (power <= bias)
        .then(|| constant(Sort::Bits(width), u128::from(bias + power) << fraction_bits(width)))
}
