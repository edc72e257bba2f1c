//! Does a run come back to a state that it was in? Then it never ends.
//!
//! A state is remembered now and then (Brent: after 1, 2, 4, ... steps), and everything that differs from it is kept. When the run is at the same statement of
//! the same frame (or passes through the same block, if that has no statement), has taken no further input (but answers that are the same for ever) and nothing differs, it goes round for ever: what comes next depends on nothing else.
//!
//! What is not told of a run (contents that were copied with their initialisation) makes a state count as another:
//! an endless run may be missed, never invented.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_interp::{
    BulkSource, Cell, CellObject, InputRecord, ObjectId, ObjectInfo, Observer, Release,
};
use whydunit_program::{Body, Callee, Intrinsic, LocalId, Point, Program, StmtKind};

use crate::answers::GivenAnswers;

/// The smallest part of a state that is told apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Part {
    Register { frame: u32, local: LocalId, offset: u32 },
    Byte { object: ObjectId, offset: u64 },
}

/// Watches one run.
#[derive(Debug)]
pub(crate) struct Lasso<'p> {
    program: &'p Program,
    given: GivenAnswers,
    /// Where the remembered state was.
    at: Option<(Point, u32)>,
    contents: FxHashMap<Part, u64>,
    /// Parts that are not as in the remembered state, with what they held there where that is known.
    differs: FxHashMap<Part, Option<u64>>,
    /// Objects that are younger than the remembered state.
    young: FxHashSet<ObjectId>,
    /// Something happened after which the remembered state cannot come back, or is not known to.
    is_lost: bool,
    /// It cannot come back: another one is remembered at the next step.
    is_gone: bool,
    /// How far standard input is read, what is put back, and whether its end was seen; and so in the remembered state.
    stdin: (usize, Vec<u8>, bool),
    stdin_then: (usize, Vec<u8>, bool),
    steps: u64,
    /// The number of steps before the remembered state.
    steps_then: u64,
    next: u64,
    is_found: bool,
}

/// A run came back to a state: between the two moments it went round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// Steps before the state, those without a statement included.
    pub from: u64,
    /// Steps before it came back.
    pub to: u64,
    /// The frame that it was in.
    pub frame: u32,
}

impl<'p> Lasso<'p> {
    pub(crate) fn new(program: &'p Program, given: GivenAnswers) -> Lasso<'p> {
        Lasso {
            program,
            given,
            at: None,
            contents: FxHashMap::default(),
            differs: FxHashMap::default(),
            young: FxHashSet::default(),
            is_lost: false,
            is_gone: false,
            stdin: (0, Vec::new(), false),
            stdin_then: (0, Vec::new(), false),
            steps: 0,
            steps_then: 0,
            next: 1,
            is_found: false,
        }
    }

    /// The round.
    pub(crate) fn round(&self) -> Option<Round> {
        let (_, frame) = self.at.filter(|_| self.is_found)?;
        Some(Round { from: self.steps_then, to: self.steps - 1, frame })
    }

    pub(crate) fn is_found(&self) -> bool {
        self.is_found
    }

    fn set(&mut self, part: Part, value: u64) {
        let old = self.contents.insert(part, value);
        match self.differs.get(&part) {
            Some(&original) if original == Some(value) => {
                self.differs.remove(&part);
            }
            Some(_) => {}
            None if old == Some(value) => {}
            None => {
                self.differs.insert(part, old);
            }
        }
    }

    fn set_bytes(&mut self, object: ObjectId, offset: u64, bytes: &[u8]) {
        for (&byte, at) in bytes.iter().zip(offset..) {
            self.set(Part::Byte { object, offset: at }, byte.into());
        }
    }

    /// Calls whose effects are not all told.
    fn look_at(&mut self, point: Point) {
        let Some(StmtKind::Call { callee, .. }) =
            self.program.stmt_at(point).map(|stmt| &stmt.kind)
        else {
            return;
        };
        let Callee::Direct(callee) = callee else {
            self.is_lost = true;
            return;
        };
        // What they set is not told as what calls that read standard input set.
        if let Body::Intrinsic(Intrinsic::Sscanf | Intrinsic::Vsscanf) =
            self.program.function(*callee).body
        {
            self.is_lost = true;
        }
    }
}

impl Lasso<'_> {
    /// The run is here: has it been here before, as it is now?
    fn pass(&mut self, point: Point, frame: u32) {
        let is_back = self.at == Some((point, frame))
            && !self.is_lost
            && self.differs.is_empty()
            && self.stdin == self.stdin_then
            && self.young.is_empty();
        self.is_found = is_back;
        self.steps += 1;
        if is_back {
            return;
        }
        if self.steps == self.next || self.is_gone {
            if self.steps == self.next {
                self.next *= 2;
            }
            self.at = Some((point, frame));
            self.steps_then = self.steps - 1;
            self.differs.clear();
            self.young.clear();
            self.stdin_then.clone_from(&self.stdin);
            self.is_lost = false;
            self.is_gone = false;
        }
    }
}

impl Observer for Lasso<'_> {
    fn step(&mut self, point: Point, frame: u32) {
        if !self.is_found {
            self.pass(point, frame);
            self.look_at(point);
        }
    }

    fn idle(&mut self, point: Point, frame: u32) {
        if !self.is_found {
            self.pass(point, frame);
        }
    }

    fn write(&mut self, cell: Cell, bits: u64) {
        match cell.object {
            _ if cell.bits.is_some() || cell.size > 8 => self.is_lost = true,
            CellObject::Register { frame, local } => {
                self.set(Part::Register { frame, local, offset: cell.offset }, bits);
            }
            CellObject::Memory(object) => {
                let bytes = bits.to_le_bytes();
                self.set_bytes(object, cell.offset.into(), &bytes[..cell.size as usize]);
            }
        }
    }

    fn carried(&mut self, _: Cell, _: Cell) {
        // Two states that look alike may lack different values.
        self.is_lost = true;
    }

    fn bulk_write(&mut self, object: ObjectId, offset: u64, bytes: &[u8], source: BulkSource) {
        // A copy is as uninitialised as what is copied.
        self.is_lost |= matches!(source, BulkSource::Copy { .. });
        self.set_bytes(object, offset, bytes);
    }

    fn memory(&self) -> u64 {
        const OF_A_PART: usize = 2 * size_of::<(Part, Option<u64>)>();
        ((self.contents.len() + self.differs.len()) * OF_A_PART) as u64
    }

    fn leave(&mut self, frame: u32) {
        self.differs.retain(
            |part, _| !matches!(part, Part::Register { frame: owner, .. } if *owner == frame),
        );
    }

    fn stdin(&mut self, position: usize, put_back: &[u8], at_end: bool) {
        self.stdin.0 = position;
        self.stdin.1.clear();
        self.stdin.1.extend_from_slice(put_back);
        self.stdin.2 = at_end;
    }

    fn input(&mut self, record: &InputRecord) {
        self.is_lost |= !self.given.is_constant(record);
    }

    fn allocate(&mut self, object: ObjectId, _: &ObjectInfo) {
        self.young.insert(object);
    }

    fn release(&mut self, object: ObjectId, _: Release) {
        if self.young.remove(&object) {
            self.differs
                .retain(|part, _| !matches!(part, Part::Byte { object: of, .. } if *of == object));
        } else {
            self.is_lost = true;
            self.is_gone = true;
        }
    }
}
