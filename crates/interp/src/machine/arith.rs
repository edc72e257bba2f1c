//! Arithmetic with its checks.
//!
//! A left shift of a negative number, or one that shifts bits out, is accepted: the C compilers of
//! this world define it, and programs rely on it. Only the shift count is checked.

use whydunit_program::{Arithmetic, CheckKind, TypeId};

use super::{Machine, range};
use crate::Observer;
use crate::code::{Arith, Compare, Node, Scalar};
use crate::stop::Stop;

impl<O: Observer> Machine<'_, '_, O> {
    /// The general case of integer arithmetic, on canonical operands.
    pub(super) fn arith_int(
        &mut self,
        op: Arith,
        kind: Scalar,
        signed: bool,
        a: u64,
        b: u64,
    ) -> Result<u64, Stop> {
        let bits = 8 * kind.size();
        match op {
            Arith::Shl | Arith::Shr => self.shift(op, kind, signed, a, b),
            Arith::Div | Arith::Rem => {
                if b == 0 {
                    let what = if op == Arith::Div { "division" } else { "remainder" };
                    let left = show(a, signed);
                    return Err(Stop::fault(
                        CheckKind::Div,
                        format!("{what} by zero: {left} {} 0", symbol(op)),
                    ));
                }
                if !signed {
                    return Ok(if op == Arith::Div { a / b } else { a % b });
                }
                let (a, b) = (a as i64, b as i64);
                let smallest = -1_i64 << (bits - 1);
                if a == smallest && b == -1 {
                    // The machine's division traps here, with or without checks.
                    let operation = || format!("{a} {} -1", symbol(op));
                    return Err(self.does_not_fit(Some(-i128::from(a)), operation));
                }
                Ok(if op == Arith::Div { a / b } else { a % b } as u64)
            }
            Arith::Add | Arith::Sub | Arith::Mul if !signed => {
                let result = match op {
                    Arith::Add => a.wrapping_add(b),
                    Arith::Sub => a.wrapping_sub(b),
                    _ => a.wrapping_mul(b),
                };
                Ok(kind.canonical(result))
            }
            Arith::Add | Arith::Sub | Arith::Mul => {
                let (x, y) = (i128::from(a as i64), i128::from(b as i64));
                let exact = match op {
                    Arith::Add => x + y,
                    Arith::Sub => x - y,
                    _ => x * y,
                };
                let result = kind.canonical(exact as u64);
                if i128::from(result as i64) == exact {
                    return Ok(result);
                }
                self.overflow(result, Some(exact), || format!("{x} {} {y}", symbol(op)))
            }
        }
    }

    fn shift(
        &mut self,
        op: Arith,
        kind: Scalar,
        signed: bool,
        a: u64,
        count: u64,
    ) -> Result<u64, Stop> {
        let bits = u64::from(8 * kind.size());
        let count = if count < bits {
            count
        } else if self.demands(CheckKind::Shift) {
            let count_signed = self.right_operand_signed();
            let ty = self.type_name();
            let count = show(count, count_signed);
            return Err(Stop::fault(
                CheckKind::Shift,
                format!("shift of a {bits}-bit {ty} by {count}"),
            ));
        } else {
            // As the shift instructions of x86 do.
            count & if bits == 64 { 63 } else { 31 }
        };
        let result = match (op, signed) {
            (Arith::Shl, _) => a << count,
            (_, true) => ((a as i64) >> count) as u64,
            (_, false) => a >> count,
        };
        Ok(kind.canonical(result))
    }

    /// What happens to a signed result that does not fit; `wrapped` is the machine's answer, `exact` the right one where it
    /// is an integer.
    #[cold]
    pub(super) fn overflow(
        &mut self,
        wrapped: u64,
        exact: Option<i128>,
        operation: impl FnOnce() -> String,
    ) -> Result<u64, Stop> {
        if !self.demands(CheckKind::Overflow) {
            return Ok(wrapped);
        }
        Err(self.does_not_fit(exact, operation))
    }

    fn does_not_fit(&self, exact: Option<i128>, operation: impl FnOnce() -> String) -> Stop {
        let message = match (self.program.arithmetic, exact) {
            (Arithmetic::Mathematical, Some(exact)) => range::too_large(exact),
            _ => format!("{} does not fit in {}", operation(), self.type_name()),
        };
        Stop::fault(CheckKind::Overflow, message)
    }

    pub(super) fn negate(&mut self, kind: Scalar, signed: bool, a: u64) -> Result<u64, Stop> {
        let result = kind.canonical(a.wrapping_neg());
        let smallest = -1_i64 << (8 * kind.size() - 1);
        if signed && a as i64 == smallest {
            let exact = -i128::from(a as i64);
            return self.overflow(result, Some(exact), || format!("-({})", a as i64));
        }
        Ok(result)
    }

    pub(super) fn float_to_int(
        &mut self,
        kind: Scalar,
        signed: bool,
        value: f64,
    ) -> Result<u64, Stop> {
        let bits = 8 * kind.size();
        let (low, high) = if signed {
            (-(2_f64.powi(bits as i32 - 1)), 2_f64.powi(bits as i32 - 1))
        } else {
            (0.0, 2_f64.powi(bits as i32))
        };
        let whole = value.trunc();
        if whole >= low && whole < high {
            return Ok(kind.canonical(if signed { whole as i64 as u64 } else { whole as u64 }));
        }
        // x86 converts to 32 or 64 bits and gives the smallest number for what does not fit. Large unsigned numbers are converted
        // without their highest bit, which is put back: what is too large even so becomes 0.
        let wide = bits == 64 || (bits == 32 && !signed);
        let limit = if wide { 2_f64.powi(63) } else { 2_f64.powi(31) };
        let machine = if whole >= -limit && whole < limit {
            whole as i64 as u64
        } else if bits == 64 && !signed && whole > 0.0 {
            0
        } else if wide {
            i64::MIN as u64
        } else {
            i64::from(i32::MIN) as u64
        };
        self.overflow(kind.canonical(machine), None, || show_float(value))
    }

    /// Type of the expression being computed.
    fn type_name(&self) -> String {
        self.expr_type().map_or_else(|| "its type".into(), |ty| self.program.types.display(ty))
    }

    fn expr_type(&self) -> Option<TypeId> {
        match self.here().node {
            Node::Expr(expr) => Some(expr.ty),
            _ => None,
        }
    }

    fn right_operand_signed(&self) -> bool {
        match self.here().node {
            Node::Expr(expr) => match &expr.kind {
                whydunit_program::ExprKind::Binary(_, _, right) => {
                    self.program.types.int_kind(right.ty).is_some_and(|kind| kind.signed)
                }
                _ => true,
            },
            _ => true,
        }
    }
}

pub(super) fn symbol(op: Arith) -> &'static str {
    match op {
        Arith::Add => "+",
        Arith::Sub => "-",
        Arith::Mul => "*",
        Arith::Div => "/",
        Arith::Rem => "%",
        Arith::Shl => "<<",
        Arith::Shr => ">>",
    }
}

fn show(bits: u64, signed: bool) -> String {
    if signed { (bits as i64).to_string() } else { bits.to_string() }
}

/// In full where that is readable.
fn show_float(value: f64) -> String {
    if value.abs() < 1e17 { format!("{value}") } else { format!("{value:?}") }
}

#[inline(always)]
pub(super) fn compare<T: PartialOrd>(op: Compare, a: T, b: T) -> u64 {
    u64::from(match op {
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::Lt => a < b,
        Compare::Le => a <= b,
        Compare::Gt => a > b,
        Compare::Ge => a >= b,
    })
}

pub(super) fn arith_f32(op: Arith, a: u64, b: u64) -> u64 {
    let (a, b) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
    let result = match op {
        Arith::Add => a + b,
        Arith::Sub => a - b,
        Arith::Mul => a * b,
        _ => a / b,
    };
    u64::from(result.to_bits())
}

/// The value of a floating slot.
pub(super) fn float(single: bool, bits: u64) -> f64 {
    if single { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
}

pub(super) fn int_to_float(signed: bool, single: bool, a: u64) -> u64 {
    match (signed, single) {
        (true, false) => (a as i64 as f64).to_bits(),
        (false, false) => (a as f64).to_bits(),
        (true, true) => u64::from((a as i64 as f32).to_bits()),
        (false, true) => u64::from((a as f32).to_bits()),
    }
}
