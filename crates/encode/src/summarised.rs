//! Summarised conditionals of a run: what all their arms set and demand, and taking them as one step.

use std::collections::BTreeSet;
use std::rc::Rc;

use whydunit_program::Program;
use whydunit_term::{Term, Terms};
use whydunit_trace::{ArmEffects, ErrorTrace, MayAssign, StepIndex, StepKind};

use crate::arms::Choice;
use crate::encoder::{EncodeError, Encoder, Halt};
use crate::memory::{Memory, Time};
use crate::number::in_object;
use crate::run::{StepObligation, SymbolicRun, Unions};
use crate::storage::{Range, Storage};

/// A conditional with all its arms, as seen from where its branch is reached.
#[derive(Clone, Debug)]
pub struct Summarised {
    pub branch: StepIndex,
    /// The step that closes its scope.
    pub end: StepIndex,
    /// What some arm may set.
    pub sets: Vec<Range>,
    pub obligation: StepObligation,
    /// After it, is something not what it was in the run as it is read now?
    pub changes_values: bool,
    choices: Vec<Choice>,
    reads: Vec<(Range, Option<Time>)>,
}

impl SymbolicRun {
    /// The branch of the conditional whose scope a step closes.
    pub fn closed_by(trace: &ErrorTrace, step: usize) -> Option<StepIndex> {
        match trace.steps[step].kind {
            StepKind::ScopeEnd(end) => Some(end.branch),
            _ => None,
        }
    }

    /// Is the step a conditional that is taken with all its arms?
    pub fn is_union(&self, step: u32) -> bool {
        self.unions.contains_key(&step)
    }

    /// The conditionals that are taken with all their arms.
    pub fn unions(&self) -> &Unions {
        &self.unions
    }

    /// All arms of a conditional. `Err` says what is not followed.
    pub fn summarised(
        &self,
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
        branch: StepIndex,
        end: StepIndex,
    ) -> Result<Summarised, EncodeError> {
        let mut encoder: Encoder<'_> = self.encoder(program, trace, terms);
        encoder.step = branch.0;
        encoder.generated.only(branch.0);
        let now = self.times[branch.index()];
        encoder.memory.rewind(now, now);
        let left = match encoder.left_by_arms() {
            Ok(left) => left,
            Err(Halt::Violated) => return Err(encoder.gap("a arm cannot be followed")),
            Err(Halt::Gap(message)) => return Err(encoder.gap(message)),
        };
        let after = self.times[end.index() + 1];
        let mut is_same = |range: Range, term: Term| {
            let now = self.memory.read(encoder.terms, range, after);
            matches!(now, Ok((value, _)) if value.term == term)
        };
        let changes_values = !left.iter().all(|&(range, value, _)| is_same(range, value.term));
        let contribution = encoder.generated.take_only();
        let reads = encoder.read_log.iter().map(|&(_, range, at)| (range, at)).collect();
        Ok(Summarised {
            branch,
            end,
            sets: left.into_iter().map(|(range, ..)| range).collect(),
            obligation: StepObligation::of(encoder.terms, &contribution),
            changes_values,
            choices: std::mem::take(&mut encoder.arms.choices),
            reads,
        })
    }

    /// What the program's text says that the arms of a branch may set, as far as these are variables.
    pub fn may_set(
        &self,
        program: &Program,
        trace: &ErrorTrace,
        arms: &mut ArmEffects<'_>,
        branch: StepIndex,
    ) -> Vec<Range> {
        let step = trace.step(branch);
        let function = program.function(step.point.function);
        let mut ranges = Vec::new();
        for place in arms.all_arms(step.point.function, step.point.block) {
            let (object, offset, size) = match *place {
                MayAssign::Local { local, offset, size } if function.local(local).in_memory => {
                    let objects = self.history.locals.get(&(step.frame, local));
                    let alive = objects.and_then(|list| {
                        let before = list.partition_point(|&(created, _)| created <= branch.0);
                        list.get(before.checked_sub(1)?)
                    });
                    (alive.map(|&(_, id)| id), offset, size)
                }
                MayAssign::Local { local, size, .. } => {
                    let storage = Storage::Register { frame: step.frame, local };
                    ranges.push(Range::new(storage, 0, in_object(size)));
                    continue;
                }
                MayAssign::Global { global, offset, size } => {
                    let object = crate::initial::global_object(trace, global);
                    (object.map(|object| object.id), offset, size)
                }
                MayAssign::Pointee(_) | MayAssign::Memory => continue,
            };
            if let Some(object) = object {
                ranges.push(Range::new(
                    Storage::Object(object),
                    in_object(offset),
                    in_object(size),
                ));
            }
        }
        ranges
    }

    /// Those of the ranges that some step after `step` reads before they are set again.
    pub fn read_after(&self, ranges: &[Range], step: StepIndex) -> Vec<Range> {
        let since = self.times[step.index() + 1];
        let is_read = |range: &&Range| {
            let mut queue = BTreeSet::new();
            self.queue_readers(&mut queue, **range, since, step.0);
            !queue.is_empty()
        };
        ranges.iter().filter(is_read).copied().collect()
    }

    /// The last ranges that steps after `branch` and up to `end` wrote, latest first, at most so many.
    pub fn written_inside(&self, branch: StepIndex, end: StepIndex, most: usize) -> Vec<Range> {
        let mut ranges = Vec::new();
        for step in (branch.index() + 1..=end.index()).rev() {
            for written in self.writes(step) {
                if matches!(written.range.storage, Storage::Object(_) | Storage::Register { .. })
                    && !ranges.contains(&written.range)
                {
                    ranges.push(written.range);
                }
            }
            if ranges.len() >= most {
                break;
            }
        }
        ranges
    }

    /// Takes a conditional with all its arms from now on. What it leaves is what the run has, or is not read: only its demand changes.
    pub fn adopt(&mut self, whole: Summarised) -> Adopted {
        let inside = whole.branch.index()..whole.end.index() + 1;
        let before = Adopted {
            branch: whole.branch,
            obligations: self.obligations[inside.clone()].to_vec(),
            unions: Rc::clone(&self.unions),
            choices: self.choices.len(),
        };
        let mut unions = (*self.unions).clone();
        unions.retain(|&branch, _| !inside.contains(&(branch as usize)));
        unions.insert(whole.branch.0, whole.end.0);
        self.unions = Rc::new(unions);
        self.choices.extend(whole.choices);
        self.obligations[inside].fill(StepObligation::NOTHING);
        self.obligations[whole.branch.index()] = whole.obligation;
        for (range, at) in whole.reads {
            self.readers.note((whole.branch.0, range, at));
        }
        before
    }

    /// Takes the conditional as it was taken before. That its step is noted as a reader of more than it reads costs only time.
    pub fn give_back(&mut self, before: Adopted) {
        let start = before.branch.index();
        self.obligations[start..start + before.obligations.len()]
            .copy_from_slice(&before.obligations);
        self.unions = before.unions;
        self.choices.truncate(before.choices);
    }
}

/// How a conditional was taken before it was adopted.
#[derive(Clone, Debug)]
pub struct Adopted {
    branch: StepIndex,
    obligations: Vec<StepObligation>,
    unions: Rc<Unions>,
    choices: usize,
}

impl Encoder<'_> {
    /// A conditional as one step. What it writes is joined over a memory of its own: arms are copied.
    pub(crate) fn join_all_arms(&mut self) -> Result<(), EncodeError> {
        let base = Rc::new(std::mem::take(&mut self.memory));
        self.memory = Memory::over(Rc::clone(&base));
        let left = self.left_by_arms();
        self.memory = Memory::default();
        self.memory = Rc::try_unwrap(base).unwrap_or_else(|shared| (*shared).clone());
        let left = match left {
            Ok(left) => left,
            Err(Halt::Violated) => return Err(self.gap("a arm cannot be followed")),
            Err(Halt::Gap(message)) => return Err(self.gap(message)),
        };
        for (range, value, validity) in left {
            self.memory.write_valid(range, value, validity);
        }
        Ok(())
    }
}
