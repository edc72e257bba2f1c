//! Random numbers: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).

use crate::{Model, Sort, Term, Terms};

/// A generator of random numbers; the same seed gives the same numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not zero.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        low + self.below((high - low) as usize + 1) as u32
    }

    /// True once in `times`.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// A value of the sort: often one at an edge of the signed, unsigned or floating-point range, a small one, or one
    /// next to a power of two.
    pub fn value(&mut self, sort: Sort) -> u128 {
        let width = sort.width();
        let power = 1u128 << self.below(width as usize);
        let value = match self.below(10) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => 1 << (width - 1),
            4 => (1 << (width - 1)) - 1,
            5 => self.below(16) as u128,
            6 => power.wrapping_sub(self.below(3) as u128),
            7 => u128::from(self.word()) % 256,
            8 => self.float_value(width),
            _ => (u128::from(self.word()) << 64) | u128::from(self.word()),
        };
        value & sort.mask()
    }

    /// For the widths of floating-point numbers, a special number or one whose neighbours are of its size.
    fn float_value(&mut self, width: u32) -> u128 {
        const NUMBERS: [f64; 12] = [
            0.0,
            -0.0,
            1.0,
            -1.5,
            0.1,
            1e10,
            -3e38,
            2e-40,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            9_007_199_254_740_993.0,
        ];
        let number = *self.pick(&NUMBERS);
        let nudge = self.below(3) as u64;
        match width {
            32 => u128::from((number as f32).to_bits().wrapping_add(nudge as u32)),
            64 => u128::from(number.to_bits().wrapping_add(nudge)),
            _ => u128::from(self.word()),
        }
    }

    /// Values for the variables.
    pub fn model(&mut self, terms: &Terms, variables: &[Term]) -> Model {
        let mut model = Model::new();
        for &variable in variables {
            let value = self.value(terms.sort(variable));
            model.set_term(terms, variable, value);
        }
        model
    }
}
