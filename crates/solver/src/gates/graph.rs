//! The graph of gates: structural hashing.
//!
//! Gates are numbered in order of creation, operands first. Operands are never constants, and gates that compute the same
//! function of the same operands after the normalisation of [`super::rules`] are one gate. A gate that has been asserted at the
//! root is *fixed*: gates made from then on see a constant in its place, older ones keep their shape.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::Bit;

/// The function of a gate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    /// Gate 0 only.
    False,
    Input,
    And,
    Xor,
    /// `if a then b else c`.
    Ite,
    /// `a xor b xor c`: the sum bit of a full adder.
    Sum,
    /// At least two of three: the carry of a full adder.
    Majority,
}

/// A gate and its operands; unused ones are [`Bit::FALSE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Gate {
    pub(crate) kind: Kind,
    pub(crate) operands: [Bit; 3],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Root {
    Free,
    False,
    True,
}

#[derive(Debug)]
pub(crate) struct Gates {
    gates: Vec<Gate>,
    /// How many gates use each one, up to 255.
    uses: Vec<u8>,
    roots: Vec<Root>,
    index: HashTable<u32>,
    lemmas: Vec<Bit>,
}

impl Gates {
    pub(crate) fn new() -> Gates {
        let mut gates = Gates {
            gates: Vec::new(),
            uses: Vec::new(),
            roots: Vec::new(),
            index: HashTable::new(),
            lemmas: Vec::new(),
        };
        gates.push(Gate { kind: Kind::False, operands: [Bit::FALSE; 3] });
        gates
    }

    pub(crate) fn len(&self) -> usize {
        self.gates.len()
    }

    /// Bytes held.
    pub(crate) fn memory(&self) -> u64 {
        (self.gates.capacity() * (size_of::<Gate>() + 2) + self.index.capacity() * 5) as u64
    }

    pub(crate) fn gate(&self, number: usize) -> &Gate {
        &self.gates[number]
    }

    pub(crate) fn uses(&self, number: usize) -> u8 {
        self.uses[number]
    }

    /// A bit that nothing is known about.
    pub(crate) fn input(&mut self) -> Bit {
        self.push(Gate { kind: Kind::Input, operands: [Bit::FALSE; 3] })
    }

    pub(crate) fn inputs(&mut self, count: u32) -> Vec<Bit> {
        (0..count).map(|_| self.input()).collect()
    }

    /// Notes a bit that is always true, which the solver had better know.
    pub(crate) fn add_lemma(&mut self, bit: Bit) {
        if !bit.is_constant() {
            self.lemmas.push(bit);
        }
    }

    pub(crate) fn take_lemmas(&mut self) -> Vec<Bit> {
        std::mem::take(&mut self.lemmas)
    }

    /// Remembers that the bit is true whatever the query.
    pub(crate) fn fix(&mut self, bit: Bit) {
        if !bit.is_constant() {
            self.roots[bit.gate()] = if bit.is_inverted() { Root::False } else { Root::True };
        }
    }

    /// The bit, or the constant that it is known to be.
    pub(crate) fn known(&self, bit: Bit) -> Bit {
        match self.roots[bit.gate()] {
            Root::Free => bit,
            Root::False => Bit::FALSE.flip_if(bit.is_inverted()),
            Root::True => Bit::TRUE.flip_if(bit.is_inverted()),
        }
    }

    /// The gate with these operands, which are normalised already.
    pub(super) fn intern(&mut self, kind: Kind, operands: [Bit; 3]) -> Bit {
        let gate = Gate { kind, operands };
        let hash = hash_of(&gate);
        if let Some(&known) = self.index.find(hash, |&other| self.gates[other as usize] == gate) {
            return Bit::of_gate(known as usize);
        }
        for operand in operands {
            let uses = &mut self.uses[operand.gate()];
            *uses = uses.saturating_add(1);
        }
        let bit = self.push(gate);
        let Gates { gates, index, .. } = self;
        index.insert_unique(hash, bit.number(), |&other| hash_of(&gates[other as usize]));
        bit
    }

    fn push(&mut self, gate: Gate) -> Bit {
        let bit = Bit::of_gate(self.gates.len());
        self.gates.push(gate);
        self.uses.push(0);
        self.roots.push(Root::Free);
        bit
    }
}

fn hash_of(gate: &Gate) -> u64 {
    let mut hasher = FxHasher::default();
    gate.hash(&mut hasher);
    hasher.finish()
}
