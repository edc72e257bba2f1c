//! The definitions, read literally.

use std::collections::{BTreeMap, BTreeSet};

use whydunit_explain::Counting;
use whydunit_interp::{Cell, CellObject};
use whydunit_program::{Program, Type, TypeId};
use whydunit_trace::{ErrorTrace, StepKind};

use super::play::{Change, Outcome, Player, Spot, Way};
use crate::common::Failing;

/// Which of a step's assignments: the number of the write, or of the input, among those of the step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Assignment {
    pub(crate) step: usize,
    pub(crate) number: usize,
    pub(crate) is_input: bool,
    /// The cell in the run of the trace.
    pub(crate) cell: Cell,
}

impl Assignment {
    /// Another value in its place.
    pub(crate) fn change(self, bits: u64) -> Change {
        let spot = match self.is_input {
            true => Spot::Cell(self.cell),
            false => Spot::Write(self.number),
        };
        Change { from: self.step + 1, spot, bits }
    }
}

/// All assignments of a trace, ascending. Programs here have scalars only: each cell is assigned by itself.
pub(crate) fn assignments(trace: &ErrorTrace) -> Vec<Assignment> {
    let mut list = Vec::new();
    for (index, step) in trace.steps.iter().enumerate() {
        let is_input = step.kind == StepKind::Input;
        let cells: Vec<Cell> = match step.kind {
            StepKind::Input => trace.inputs_of(step).iter().map(|record| record.cell).collect(),
            _ => trace.writes(step).iter().map(|access| access.cell).collect(),
        };
        for (number, cell) in cells.into_iter().enumerate() {
            // What a call leaves for its own statement is the value on its way to the destination.
            if !is_passing(cell) {
                list.push(Assignment { step: index, number, is_input, cell });
            }
        }
    }
    list
}

fn is_passing(cell: Cell) -> bool {
    matches!(cell.object, CellObject::Register { local, .. } if local == Cell::RESULT)
}

/// A program, its failing run, and the values that each of its inputs may have. A value that a program's assumption excludes
/// stands for all of these.
pub(crate) struct Reference<'f> {
    pub(crate) player: Player<'f>,
    program: &'f Program,
    domains: Vec<Vec<u64>>,
    /// Vectors of inputs with which the program fails along the trace.
    failing: Vec<Vec<u64>>,
    all: Vec<Vec<u64>>,
}

impl<'f> Reference<'f> {
    pub(crate) fn new(failing: &'f Failing, domains: Vec<Vec<u64>>) -> Reference<'f> {
        assert_eq!(domains.len(), failing.trace.inputs.len(), "every input should have a domain");
        let player = Player::new(failing);
        let all = product(&domains);
        let fails = |inputs: &&Vec<u64>| player.play(inputs, &[]) == Outcome::Fails;
        let vectors: Vec<Vec<u64>> = all.iter().filter(fails).cloned().collect();
        assert!(!vectors.is_empty(), "the run itself should fail");
        Reference { player, program: &failing.program, domains, failing: vectors, all }
    }

    fn trace(&self) -> &'f ErrorTrace {
        self.player.trace
    }

    /// The inputs that are received by steps after this one.
    pub(crate) fn is_later(&self, step: usize) -> Vec<bool> {
        let trace = self.trace();
        let mut later = vec![false; trace.inputs.len()];
        for step in &trace.steps[step + 1..] {
            for position in trace.input_positions(step) {
                later[position] = true;
            }
        }
        later
    }

    /// The cell that an assignment sets in the execution with these inputs.
    pub(crate) fn cell(&self, assignment: Assignment, inputs: &[u64]) -> Option<Cell> {
        if assignment.is_input {
            return Some(assignment.cell);
        }
        let cells = self.player.cells_written(inputs, assignment.step);
        cells.get(assignment.number).copied()
    }

    /// All values of later inputs; the others are zero.
    pub(crate) fn continuations(&self, is_later: &[bool]) -> Vec<Vec<u64>> {
        let both = self.domains.iter().zip(is_later);
        let domains: Vec<Vec<u64>> = both
            .map(|(domain, &is_later)| if is_later { domain.clone() } else { vec![0] })
            .collect();
        product(&domains)
    }

    pub(crate) fn all_inputs(&self) -> &[Vec<u64>] {
        &self.all
    }

    /// Does leaving the trace in this way count?
    pub(crate) fn counts(counting: Counting, way: Option<Way>) -> bool {
        match way {
            None => false,
            Some(Way::Own | Way::Excluded) => true,
            Some(Way::OtherCheck) => counting == Counting::OtherChecks,
        }
    }

    /// Relevance: some failing execution, and some value with which it leaves the trace in a way that counts and with which no continuation fails.
    pub(crate) fn is_relevant(&self, assignment: Assignment, counting: Counting) -> bool {
        let later = self.is_later(assignment.step);
        let continuations = self.continuations(&later);
        // By the inputs before, and the value: is it sure that nothing fails?
        let mut known: BTreeMap<(Vec<u64>, u64), bool> = BTreeMap::new();
        for failing in &self.failing {
            let earlier: Vec<u64> =
                failing.iter().zip(&later).filter(|(_, later)| !**later).map(|(&v, _)| v).collect();
            let Some(cell) = self.cell(assignment, failing) else { continue };
            for bits in self.values(assignment, cell) {
                let change = [assignment.change(bits)];
                if !Self::counts(counting, self.player.way(failing, &change, &[])) {
                    continue;
                }
                let is_sure = *known.entry((earlier.clone(), bits)).or_insert_with(|| {
                    continuations.iter().all(|continuation| {
                        let joined = join(failing, continuation, &later);
                        self.player.play(&joined, &change) != Outcome::Fails
                    })
                });
                if is_sure {
                    return true;
                }
            }
        }
        false
    }

    /// The steps at which the trace with this assignment open may block, from states in which it may fail.
    fn blocking_steps(&self, assignment: Option<Assignment>) -> BTreeSet<usize> {
        let mut steps = BTreeSet::new();
        for inputs in self.in_error_precondition() {
            let Some(assignment) = assignment else {
                if let Outcome::Blocks(at) = self.player.play(inputs, &[]) {
                    steps.insert(at);
                }
                continue;
            };
            let Some(cell) = self.cell(assignment, inputs) else { continue };
            for bits in self.values(assignment, cell) {
                let change = [assignment.change(bits)];
                if let Outcome::Blocks(at) = self.player.play(inputs, &change) {
                    steps.insert(at);
                }
            }
        }
        steps
    }

    /// Inputs whose initial part (parameters and the like) belongs to some failing execution.
    fn in_error_precondition(&self) -> impl Iterator<Item = &Vec<u64>> {
        let trace = self.trace();
        let initial = trace.steps[..trace.first_executed()]
            .iter()
            .map(|step| trace.input_positions(step).len())
            .sum::<usize>();
        let starts: BTreeSet<&[u64]> = self.failing.iter().map(|all| &all[..initial]).collect();
        self.all.iter().filter(move |inputs| starts.contains(&inputs[..initial]))
    }

    /// Some later assumption does not always hold when the value is open.
    pub(crate) fn is_restrictive(&self, assignment: Assignment) -> bool {
        self.blocking_steps(Some(assignment)).iter().any(|&at| at > assignment.step)
    }

    /// Some later assumption that always held does not always hold when the value is open.
    pub(crate) fn becomes_restrictive(&self, assignment: Assignment) -> bool {
        let before = self.blocking_steps(None);
        let after = self.blocking_steps(Some(assignment));
        after.iter().any(|&at| at > assignment.step && !before.contains(&at))
    }

    /// Some execution with another value blocks.
    pub(crate) fn blocks_more(&self, assignment: Assignment) -> bool {
        self.all.iter().any(|inputs| {
            let Some(cell) = self.cell(assignment, inputs) else { return false };
            let own = self.player.written(inputs, assignment.step, cell);
            self.values(assignment, cell).filter(|&bits| Some(bits) != own).any(|bits| {
                let change = [assignment.change(bits)];
                self.player.play(inputs, &change).blocks_after(assignment.step)
            })
        })
    }

    /// The smallest sets of assignments whose replacement lets the check pass, up to a size, with the inputs of the run. All minimal ones,
    /// smallest first; positions in `list`.
    pub(crate) fn minimal_sets(&self, list: &[Assignment], largest: usize) -> Vec<Vec<usize>> {
        let inputs: Vec<u64> = self.trace().inputs.iter().map(|record| record.bits).collect();
        let mut found: Vec<Vec<usize>> = Vec::new();
        for size in 1..=largest {
            for members in subsets(list.len(), size) {
                let is_superset =
                    |known: &Vec<usize>| known.iter().all(|member| members.contains(member));
                if !found.iter().any(is_superset)
                    && self.lets_pass(&inputs, list, &members, &mut Vec::new())
                {
                    found.push(members);
                }
            }
        }
        found
    }

    fn lets_pass(
        &self,
        inputs: &[u64],
        list: &[Assignment],
        members: &[usize],
        changes: &mut Vec<Change>,
    ) -> bool {
        let Some((&first, rest)) = members.split_first() else {
            return self.player.passes(inputs, changes);
        };
        let assignment = list[first];
        let cell = assignment.cell;
        self.values(assignment, cell).any(|bits| {
            changes.push(assignment.change(bits));
            let passes = self.lets_pass(inputs, list, rest, changes);
            changes.pop();
            passes
        })
    }

    /// What the assigned cell might hold instead.
    pub(crate) fn values(
        &self,
        assignment: Assignment,
        cell: Cell,
    ) -> Box<dyn Iterator<Item = u64> + '_> {
        match (self.type_of(assignment), cell.size) {
            (Some(ty), _) if matches!(self.program.types.get(ty), Type::Bool) => Box::new(0..2),
            (_, 1) => Box::new(0..256),
            (Some(ty), _) if self.program.types.pointee(ty).is_some() => {
                Box::new(self.addresses(assignment).into_iter())
            }
            (_, 2) => Box::new(0..65536),
            // Too many to try: those at which something may change in programs of bytes.
            (_, 4) => Box::new((0..600).chain((1..600).map(|value| (1 << 32) - value))),
            _ => Box::new((0..600).chain((1..600).map(u64::wrapping_neg))),
        }
    }

    /// Null, and the addresses of all bytes of the object that it pointed to, one past the end included: where a pointer to another
    /// object leads is not followed.
    fn addresses(&self, assignment: Assignment) -> Vec<u64> {
        let trace = self.trace();
        let written = trace.writes(&trace.steps[assignment.step])[assignment.number].bits;
        let object = trace.locate(written).map(|(object, _)| object);
        let of_object = object
            .into_iter()
            .flat_map(|object| (0..=object.info.size).map(|offset| object.info.address + offset));
        std::iter::once(0).chain(of_object).collect()
    }

    fn type_of(&self, assignment: Assignment) -> Option<TypeId> {
        let trace = self.trace();
        match assignment.is_input {
            true => Some(trace.inputs_of(&trace.steps[assignment.step])[assignment.number].ty),
            false => self.type_of_cell(assignment.cell),
        }
    }

    fn type_of_cell(&self, cell: Cell) -> Option<TypeId> {
        let trace = self.trace();
        match cell.object {
            CellObject::Register { frame, local } => {
                let function = self.program.function(trace.frames[frame as usize].function);
                Some(function.local(local).ty)
            }
            CellObject::Memory(id) => {
                let mut ty = trace.object(id)?.info.ty?;
                while let Type::Array { elem, .. } = self.program.types.get(ty) {
                    ty = *elem;
                }
                Some(ty)
            }
        }
    }

    /// All values of a cell of one byte.
    pub(crate) fn bytes_of(&self, cell: Cell) -> Vec<u64> {
        let ty = self.type_of_cell(cell);
        match ty.is_some_and(|ty| matches!(self.program.types.get(ty), Type::Bool)) {
            true => vec![0, 1],
            false if cell.size == 1 => (0..256).collect(),
            false => Vec::new(),
        }
    }
}

pub(crate) fn join(earlier: &[u64], later: &[u64], is_later: &[bool]) -> Vec<u64> {
    let both = earlier.iter().zip(later).zip(is_later);
    both.map(|((&earlier, &later), &is_later)| if is_later { later } else { earlier }).collect()
}

fn product(domains: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for domain in domains {
        all = all
            .iter()
            .flat_map(|prefix: &Vec<u64>| {
                domain.iter().map(|&value| {
                    let mut longer = prefix.clone();
                    longer.push(value);
                    longer
                })
            })
            .collect();
    }
    all
}

fn subsets(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    (0..count)
        .flat_map(|first| {
            subsets(count - first - 1, size - 1).into_iter().map(move |rest| {
                std::iter::once(first).chain(rest.into_iter().map(|r| r + first + 1)).collect()
            })
        })
        .collect()
}
