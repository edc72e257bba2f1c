//! What a walk has generated so far: what each step contributes, and the variables.

use whydunit_interp::ObjectId;
use whydunit_term::Term;

use crate::memory::Time;
use crate::number::of_position;
use crate::storage::Range;

/// What one step contributes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contribution {
    /// `x' = e`, one for each new variable.
    pub(crate) equations: Vec<Term>,
    /// Addresses were those of the run.
    pub(crate) guards: Vec<Term>,
    /// Checks that the step passed, in the order in which it made them.
    pub(crate) facts: Vec<Term>,
    /// Positions in `facts` of those that hold because the program says so, not because C demands it: an assertion, a contract, an assumption on
    /// an arm, that an arm comes to its join. Ascending.
    pub(crate) written: Vec<usize>,
    /// The branch went the way it went, the assumption held.
    pub(crate) condition: Option<Term>,
    /// Writes whose addresses were computed.
    pub(crate) stores: Vec<Store>,
    /// Conditions under which what the step leaves is followed; each has a fact that stands for what is unknown elsewhere.
    pub(crate) followed: Vec<Term>,
    /// What is followed at all; only kept apart from facts where values are functions of the inputs.
    pub(crate) limits: Vec<Term>,
}

/// A write to an object at a computed offset, or of a computed size: with another one it would have set something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Store {
    pub object: ObjectId,
    /// As wide as a pointer.
    pub offset: Term,
    /// What the offset was in the run.
    pub known: u64,
    /// Number of bytes in the run.
    pub size: u64,
    /// The same as a term of 64 bits.
    pub bytes: Term,
    /// The address, where a pointer alone decides it.
    pub address: Option<Term>,
    /// What was loaded to find the address came from where the run loaded it: else it is another address.
    pub given: Term,
}

/// A new variable of a formula of equations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Definition {
    pub variable: Term,
    pub range: Range,
    pub step: u32,
    /// What the step makes it equal to.
    pub value: Term,
    /// What it was in the run.
    pub known: Term,
}

/// A value that the program does not determine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InputVariable {
    pub variable: Term,
    /// What it was in the run.
    pub known: Term,
    /// Addresses are given, not chosen: they are never free.
    pub is_address: bool,
    pub step: u32,
    /// Index in [`whydunit_trace::ErrorTrace::inputs`].
    pub record: u32,
}

/// Contents that no step has set and that nothing is known of but what the run found there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unset {
    pub variable: Term,
    pub known: Term,
    pub range: Range,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Generated {
    /// The step that the first of `contributions` belongs to.
    pub(crate) first: u32,
    pub(crate) contributions: Vec<Contribution>,
    /// The moment before each step, those before the first included.
    pub(crate) times: Vec<Time>,
    /// Of formulas of equations only.
    pub(crate) definitions: Vec<Definition>,
    pub(crate) inputs: Vec<InputVariable>,
    pub(crate) unset: Vec<Unset>,
}

impl Generated {
    /// Of a walk that begins with the step after these.
    pub(crate) fn after(times: &[Time]) -> Generated {
        let first = of_position(times.len());
        Generated { first, times: times.to_vec(), ..Generated::default() }
    }

    pub(crate) fn contribution(&mut self, step: u32) -> &mut Contribution {
        &mut self.contributions[(step - self.first) as usize]
    }

    /// Begins anew with this one step.
    pub(crate) fn only(&mut self, step: u32) {
        self.first = step;
        self.contributions = vec![Contribution::default()];
    }

    /// What the one step contributes, see [`Generated::only`].
    pub(crate) fn take_only(&mut self) -> Contribution {
        self.contributions.pop().unwrap_or_default()
    }
}
