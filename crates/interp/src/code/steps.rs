//! Which steps a stretch of code has and what each of them adds to a log.

use whydunit_program::Point;

/// The stretches of a program by their first instruction.
#[derive(Clone, Default, Debug)]
pub(crate) struct StepMap {
    /// First instruction and first step, both ascending.
    stretches: Vec<(u32, u32)>,
    steps: Vec<StepShape>,
}

/// What a step adds to a log: its scalar writes where the code tells which they are, then, if it is
/// open, the last of its other writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StepShape {
    pub(crate) point: Point,
    /// Words before those of the last known write.
    pub(crate) skip: u8,
    /// Bytes of the last known write; 0 without one.
    pub(crate) size: u8,
    pub(crate) open: bool,
}

impl StepShape {
    /// Words that a value of that many bytes takes.
    pub(crate) fn words(size: u8) -> u8 {
        match size {
            0 => 0,
            1..=4 => 1,
            _ => 2,
        }
    }

    /// Another scalar write.
    pub(crate) fn add(&mut self, size: u8) {
        self.skip += StepShape::words(self.size);
        self.size = size;
    }
}

impl StepMap {
    pub(crate) fn begin_stretch(&mut self, instruction: usize) {
        self.stretches.push((instruction as u32, self.steps.len() as u32));
    }

    pub(crate) fn begin_step(&mut self, point: Point) {
        self.steps.push(StepShape { point, skip: 0, size: 0, open: false });
    }

    /// The step that began last.
    pub(crate) fn last(&mut self) -> Option<&mut StepShape> {
        self.steps.last_mut()
    }

    /// Numbers of stretches and steps, for [`StepMap::truncate`].
    pub(crate) fn len(&self) -> [usize; 2] {
        [self.stretches.len(), self.steps.len()]
    }

    pub(crate) fn truncate(&mut self, [stretches, steps]: [usize; 2]) {
        self.stretches.truncate(stretches);
        self.steps.truncate(steps);
    }

    /// The steps of the stretch that begins with an instruction.
    pub(crate) fn stretch(&self, instruction: u32) -> &[StepShape] {
        let Ok(index) = self.stretches.binary_search_by_key(&instruction, |&(first, _)| first)
        else {
            return &[];
        };
        let first = self.stretches[index].1 as usize;
        let end = self.stretches.get(index + 1).map_or(self.steps.len(), |next| next.1 as usize);
        &self.steps[first..end]
    }
}
