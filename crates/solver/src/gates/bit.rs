//! One output of a gate, plain or inverted.

/// A gate's number times two, plus one when inverted. Gate 0 is the constant false.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Bit(u32);

impl Bit {
    pub(crate) const FALSE: Bit = Bit(0);
    pub(crate) const TRUE: Bit = Bit(1);

    pub(crate) fn of_gate(gate: usize) -> Bit {
        Bit(u32::try_from(gate << 1).expect("fewer than 2^31 gates should do"))
    }

    pub(crate) fn constant(value: bool) -> Bit {
        if value { Bit::TRUE } else { Bit::FALSE }
    }

    pub(crate) fn gate(self) -> usize {
        self.number() as usize
    }

    /// The gate's, as tables keep it.
    pub(crate) fn number(self) -> u32 {
        self.0 >> 1
    }

    pub(crate) fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn is_constant(self) -> bool {
        self.0 <= 1
    }

    /// The value of a constant.
    pub(crate) fn value(self) -> Option<bool> {
        self.is_constant().then_some(self.0 == 1)
    }

    pub(crate) fn flip_if(self, flip: bool) -> Bit {
        Bit(self.0 ^ u32::from(flip))
    }

    pub(crate) fn uninverted(self) -> Bit {
        Bit(self.0 & !1)
    }
}

impl std::ops::Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}
