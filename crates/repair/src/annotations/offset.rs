//! What is done to a number that is a little off: `+ 1`, `- 1`, `* 2`.

use whydunit_program::BinaryOp;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Offset {
    /// `+`, `-`, `*` or `/`.
    pub(crate) op: BinaryOp,
    /// Positive.
    pub(crate) value: i128,
}

impl Offset {
    pub(super) fn parse(text: &str) -> Option<Offset> {
        let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div];
        let op = ops.into_iter().find(|op| text.starts_with(op.symbol()))?;
        let digits = text[1..].trim();
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let value = digits.parse::<u32>().ok().filter(|value| is_number && *value > 0)?;
        Some(Offset { op, value: i128::from(value) })
    }

    /// Of a constant of the program.
    pub(crate) fn of(self, number: i128) -> Option<i128> {
        match self.op {
            BinaryOp::Add => number.checked_add(self.value),
            BinaryOp::Sub => number.checked_sub(self.value),
            BinaryOp::Mul => number.checked_mul(self.value),
            _ => number.checked_div(self.value),
        }
    }
}

impl std::fmt::Display for Offset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.op.symbol(), self.value)
    }
}
