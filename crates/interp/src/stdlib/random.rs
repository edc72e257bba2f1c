//! The random numbers that a run takes where none are given: those of the GNU C library, so that a run does what the compiled program does.
//!
//! In searches, formulas and other runs a random number is an input: no program may rely on a sequence that the standard does not fix.

/// Words of the state of `random`.
const WORDS: usize = 31;
/// How far the second word of a sum is ahead of the first.
const DISTANCE: usize = 3;
/// Bits of the state of the `rand48` family.
const STATE48: u64 = (1 << 48) - 1;

/// The states of the generators. `rand` and `random` share one.
#[derive(Clone, Debug)]
pub(crate) struct Random {
    words: [u32; WORDS],
    at: usize,
    /// The state of `random` is made when its first number is asked for: most programs ask for none.
    seed: Option<u32>,
    state48: u64,
}

impl Random {
    pub(crate) fn new() -> Random {
        Random { words: [0; WORDS], at: 0, seed: Some(1), state48: 0x1234_abcd_330e }
    }

    /// `__whydunit_seed`: a generator and its seed.
    pub(crate) fn seed(&mut self, generator: u64, seed: u64) {
        match generator {
            0 => self.seed = Some(seed as u32),
            _ => self.state48 = (seed & 0xffff_ffff) << 16 | 0x330e,
        }
    }

    /// The next number of the generator behind a function.
    pub(crate) fn next(&mut self, function: &str) -> i64 {
        match function {
            "lrand48" => (self.step48() >> 17) as i64,
            "mrand48" => i64::from((self.step48() >> 16) as i32),
            "drand48" => self.step48() as i64,
            _ => {
                if let Some(seed) = self.seed.take() {
                    self.start(seed);
                }
                self.step().into()
            }
        }
    }

    /// What is left of a number that is no answer of the function: its lower bits.
    pub(crate) fn within(function: &str, bits: u64) -> u64 {
        match function {
            "drand48" => bits & STATE48,
            "mrand48" => bits,
            _ => bits & 0x7fff_ffff,
        }
    }

    fn start(&mut self, seed: u32) {
        let mut word = seed.max(1) as i32;
        self.words[0] = word as u32;
        for slot in &mut self.words[1..] {
            // Minimal standard generator, by Schrage's method.
            word = 16807_i32
                .wrapping_mul(word % 127_773)
                .wrapping_sub(2836_i32.wrapping_mul(word / 127_773));
            if word < 0 {
                word = word.wrapping_add(i32::MAX);
            }
            *slot = word as u32;
        }
        self.at = 0;
        for _ in 0..10 * WORDS {
            self.step();
        }
    }

    fn step(&mut self) -> u32 {
        let front = (self.at + DISTANCE) % WORDS;
        self.words[front] = self.words[front].wrapping_add(self.words[self.at]);
        self.at = (self.at + 1) % WORDS;
        self.words[front] >> 1
    }

    fn step48(&mut self) -> u64 {
        self.state48 = self.state48.wrapping_mul(0x5_deec_e66d).wrapping_add(0xb) & STATE48;
        self.state48
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that glibc gives for these seeds.
    #[test]
    fn numbers_are_those_of_the_gnu_library() {
        let mut random = Random::new();
        assert_eq!(random.next("rand"), 1_804_289_383);
        assert_eq!(random.next("random"), 846_930_886);
        random.seed(0, 42);
        assert_eq!(random.next("rand"), 71_876_166);
        random.seed(0, 0);
        assert_eq!(random.next("rand"), 1_804_289_383);
    }
}
