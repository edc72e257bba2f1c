//! Where does a run go? Its steps in a window, with the calls around them.

use std::ops::Range;

use rustc_hash::FxHashMap;
use whydunit_interp::{Compiled, Config, Ending, InputRecord, Observer, RunSpec};
use whydunit_program::{FunctionId, InputOrigin, Point, Program};

use crate::Execution;

/// A step, or the passage through a block that has none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub(crate) at: Execution,
    pub(crate) frame: u32,
    /// The successor that a decision took.
    pub(crate) taken: Option<u32>,
}

/// A call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Called {
    pub(crate) function: FunctionId,
    pub(crate) frame: u32,
    /// The call in the function below.
    pub(crate) call: Option<Point>,
    /// Position among the steps of the first one in it.
    pub(crate) begins: usize,
}

pub(crate) struct Scouted {
    pub(crate) ending: Ending,
    /// The number of the first step in the window.
    pub(crate) first: u64,
    pub(crate) steps: Vec<Seen>,
    /// Calls that had not returned at the end of the window, the start function first.
    pub(crate) stack: Vec<Called>,
    /// The functions of frames.
    pub(crate) functions: FxHashMap<u32, FunctionId>,
    /// The last statement of the program's own before the window.
    pub(crate) before: Option<Execution>,
    /// Steps of the window up to the last one that took an input from outside, that one included: rounds like it are no rounds of a proof.
    pub(crate) taking: usize,
}

struct Scout<'p> {
    program: &'p Program,
    window: Range<u64>,
    number: u64,
    counts: FxHashMap<Point, u64>,
    found: Vec<Seen>,
    stack: Vec<Called>,
    functions: FxHashMap<u32, FunctionId>,
    before: Option<Execution>,
    taking: usize,
}

impl Scout<'_> {
    fn pass(&mut self, point: Point, frame: u32) {
        let count = self.counts.entry(point).or_insert(0);
        *count += 1;
        let at = Execution { point, occurrence: *count };
        if self.window.contains(&self.number) {
            self.found.push(Seen { at, frame, taken: None });
        } else if self.number < self.window.start && self.is_own(point) {
            self.before = Some(at);
        }
        self.number += 1;
    }

    fn is_own(&self, point: Point) -> bool {
        !self.program.function(point.function).is_library
    }

    fn is_over(&self) -> bool {
        self.number >= self.window.end
    }
}

impl Observer for Scout<'_> {
    fn step(&mut self, point: Point, frame: u32) {
        self.pass(point, frame);
    }

    fn idle(&mut self, point: Point, frame: u32) {
        self.pass(point, frame);
    }

    fn branch(&mut self, point: Point, taken: u32) {
        if let Some(last) = self.found.last_mut().filter(|last| last.at.point == point) {
            last.taken = Some(taken);
        }
    }

    fn input(&mut self, record: &InputRecord) {
        // What nondeterministic calls give may be the same for ever.
        if !matches!(record.origin, InputOrigin::Nondet(_)) {
            self.taking = self.found.len();
        }
    }

    fn memory(&self) -> u64 {
        let places = self.counts.len() + self.functions.len();
        (self.found.capacity() * size_of::<Seen>() + places * 2 * size_of::<(Point, u64)>()) as u64
    }

    fn enter(&mut self, frame: u32, function: FunctionId, call: Option<Point>, _: Option<u32>) {
        if !self.is_over() {
            self.functions.insert(frame, function);
            self.stack.push(Called { function, frame, call, begins: self.found.len() });
        }
    }

    fn leave(&mut self, frame: u32) {
        if !self.is_over() {
            self.stack.retain(|called| called.frame != frame);
        }
    }
}

/// Follows a run through a window of its steps.
pub(crate) fn scout(
    program: &Program,
    compiled: &Compiled<'_>,
    spec: &RunSpec,
    config: &Config,
    window: Range<u64>,
) -> Scouted {
    let mut scout = Scout {
        program,
        window: window.clone(),
        number: 0,
        counts: FxHashMap::default(),
        found: Vec::new(),
        stack: Vec::new(),
        functions: FxHashMap::default(),
        before: None,
        taking: 0,
    };
    // The machine counts the steps of a stretch when it begins: it may stop short of the last ones.
    let most = window.end.saturating_add(whole_stretch(program));
    let most = config.max_steps.map_or(most, |steps| steps.min(most));
    let config = Config { max_steps: Some(most), ..config.clone() };
    let result = compiled.run(spec, &config, &mut |_, _| {}, &mut scout);
    Scouted {
        ending: result.ending,
        first: window.start,
        steps: scout.found,
        stack: scout.stack,
        functions: scout.functions,
        before: scout.before,
        taking: scout.taking,
    }
}

fn whole_stretch(program: &Program) -> u64 {
    let blocks = program.functions.iter().flat_map(|function| function.blocks());
    blocks.map(|block| block.stmts.len() as u64 + 2).max().unwrap_or(0)
}
