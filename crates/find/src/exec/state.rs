//! A symbolic state of one activation: what holds on all paths that lead here, chosen by the decisions between them.

use std::rc::Rc;

use whydunit_term::{Term, Terms};

use super::memory::{Cell, EntryId, Memory, choose};
use super::path::Path;

/// A local: its value, or the address of its storage. Without value (or storage) where `is_set` does not hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Register {
    pub(crate) value: Term,
    pub(crate) is_set: Term,
}

/// Standard input so far.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Stdin {
    /// Bytes read so far, where standard input is given.
    pub(crate) position: u32,
    /// The end was reached.
    pub(crate) is_over: Term,
    /// The next item is text that does not fit any number.
    pub(crate) is_stuck: Term,
    /// The end-of-file flag.
    pub(crate) at_end: Term,
    /// Pushed back by `ungetc`, the next one last.
    pub(crate) pushed_back: Vec<Term>,
}

/// What `\old` looks at.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) memory: Memory,
    pub(crate) registers: Vec<Register>,
}

#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) path: Path,
    pub(crate) memory: Memory,
    /// Locals of the function that is executed; after its return, just the result.
    pub(crate) registers: Vec<Register>,
    /// Variable-length arrays and `alloca` blocks that end with the function.
    pub(crate) blocks: Vec<EntryId>,
    pub(crate) snapshots: Vec<(u32, Rc<Snapshot>)>,
    pub(crate) stdin: Stdin,
}

impl State {
    /// Moves the state out; what stays is to be overwritten.
    pub(crate) fn take(&mut self) -> State {
        let (path, stdin) = (self.path.clone(), self.stdin.clone());
        let suspended = self.suspend();
        let memory = std::mem::take(&mut self.memory);
        let mut taken = State { path, memory, stdin, ..self.clone() };
        taken.resume(suspended);
        taken
    }

    /// Moves out what belongs to the activation, so that a call can have its own.
    pub(crate) fn suspend(&mut self) -> Suspended {
        Suspended {
            registers: std::mem::take(&mut self.registers),
            blocks: std::mem::take(&mut self.blocks),
            snapshots: std::mem::take(&mut self.snapshots),
        }
    }

    pub(crate) fn resume(&mut self, suspended: Suspended) {
        self.registers = suspended.registers;
        self.blocks = suspended.blocks;
        self.snapshots = suspended.snapshots;
    }

    /// One state for two that stand at the same place; `None` when they cannot be one.
    pub(crate) fn join(
        terms: &mut Terms,
        a: State,
        b: State,
    ) -> Result<State, Box<(State, State)>> {
        let is_apart = a.stdin.pushed_back.len() != b.stdin.pushed_back.len()
            || a.stdin.position != b.stdin.position;
        if is_apart {
            return Err(Box::new((a, b)));
        }
        let (path, first) = Path::join(terms, &a.path, &b.path);
        let memory = Memory::join(terms, first, &a.memory, &b.memory);
        let registers = join_registers(terms, first, &a.registers, &b.registers);
        let mut blocks = a.blocks;
        for block in b.blocks {
            if !blocks.contains(&block) {
                blocks.push(block);
            }
        }
        let mut snapshots = a.snapshots;
        for (slot, of_b) in b.snapshots {
            match snapshots.iter_mut().find(|(known, _)| *known == slot) {
                Some((_, of_a)) if Rc::ptr_eq(of_a, &of_b) => {}
                Some((_, of_a)) => {
                    let memory = Memory::join(terms, first, &of_a.memory, &of_b.memory);
                    let registers = join_registers(terms, first, &of_a.registers, &of_b.registers);
                    *of_a = Rc::new(Snapshot { memory, registers });
                }
                None => snapshots.push((slot, of_b)),
            }
        }
        let pushed = a.stdin.pushed_back.iter().zip(&b.stdin.pushed_back);
        let stdin = Stdin {
            position: a.stdin.position,
            pushed_back: pushed.map(|(&x, &y)| terms.ite(first, x, y)).collect(),
            is_over: terms.ite(first, a.stdin.is_over, b.stdin.is_over),
            is_stuck: terms.ite(first, a.stdin.is_stuck, b.stdin.is_stuck),
            at_end: terms.ite(first, a.stdin.at_end, b.stdin.at_end),
        };
        Ok(State { path, memory, registers, blocks, snapshots, stdin })
    }

    /// Joins states that stand at the same place. The last one came furthest: it shares the longest part of its path with
    /// its predecessor.
    pub(crate) fn join_all(terms: &mut Terms, mut states: Vec<State>) -> Vec<State> {
        let Some(mut joined) = states.pop() else { return Vec::new() };
        let mut apart = Vec::new();
        while let Some(state) = states.pop() {
            joined = match State::join(terms, state, joined) {
                Ok(joined) => joined,
                Err(both) => {
                    apart.push(both.1);
                    both.0
                }
            };
        }
        apart.push(joined);
        apart
    }
}

fn join_registers(terms: &mut Terms, first: Term, a: &[Register], b: &[Register]) -> Vec<Register> {
    let join = |(&a, &b): (&Register, &Register)| {
        if a == b {
            return a;
        }
        if terms.sort(a.value) != terms.sort(b.value) {
            // Only a register that has no value yet has no width.
            return if a.is_set == Term::FALSE {
                guarded(terms, first, b, false)
            } else {
                guarded(terms, first, a, true)
            };
        }
        let cell =
            |register: Register| Cell { size: 0, value: register.value, is_set: register.is_set };
        let joined = choose(terms, first, cell(a), cell(b));
        Register { value: joined.value, is_set: joined.is_set }
    };
    a.iter().zip(b).map(join).collect()
}

fn guarded(terms: &mut Terms, first: Term, register: Register, of_first: bool) -> Register {
    let condition = if of_first { first } else { terms.not(first) };
    Register { value: register.value, is_set: terms.and(&[condition, register.is_set]) }
}

/// See [`State::suspend`].
#[derive(Debug)]
pub(crate) struct Suspended {
    registers: Vec<Register>,
    blocks: Vec<EntryId>,
    snapshots: Vec<(u32, Rc<Snapshot>)>,
}
