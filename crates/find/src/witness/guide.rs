//! The run that a witness describes, inputs chosen on the way.
//!
//! A [`Guide`] watches a run and walks through the visits of a path alongside: a visit is reached when it is the next one and the run
//! is on its line. When the program asks for an input, the guide looks what is stated about those who receive it
//! ([`super::receivers`]) from the visit at hand up to the next visit of the same line, and puts that value in the place of the default.
//! What the interpreter cannot change in mid-run it learns for another run ([`Guide::must_restart`]).
//!
//! Some inputs have several candidates: an order of preference, and *deviations* from it that [`super::replay_witness`] tries. Where
//! a branch takes another side than stated, the guide tells what would change that ([`super::steer`]).

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use whydunit_interp::{Cell, CellObject, InputRecord, InputValue, InputValues, Observer};
use whydunit_program::{FunctionId, Point, TerminatorKind};

use super::places::{Lines, Places};
use super::receivers::{Receiver, receivers};
use super::steer::{Holders, Requirement, requirements};
use super::visits::{StatedFact, Visits};
use super::{Relation, Subject, number};
use crate::limits::{FARTHEST_FACT, FARTHEST_RETURN};

/// How statements are found that speak of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Policy {
    /// Where the walk stands.
    Walk,
    /// The next one that fits, wherever the run is: for witnesses whose lines do not match.
    InOrder,
}

/// How this run differs from the one the guide would prefer.
#[derive(Clone, Default, Debug)]
pub(super) struct Plan {
    /// The candidate to take, where it is not the first, by the number of the decision.
    pub(super) deviations: BTreeMap<usize, usize>,
    /// What inputs must meet that nothing is stated about.
    pub(super) required: Vec<Requirement>,
}

/// What an input became.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub(super) name: String,
    pub(super) value: Option<InputValue>,
    /// The witness states this value, rather than permitting it.
    pub(super) is_stated: bool,
}

#[derive(Debug)]
pub(super) struct Guide<'a> {
    places: &'a Places<'a>,
    visits: &'a Visits,
    policy: Policy,
    plan: &'a Plan,
    /// Inputs that the user gave.
    given: &'a InputValues,
    /// The visit that the run has reached.
    at: usize,
    /// The first fact of each visit among all facts.
    starts: Vec<usize>,
    facts: Vec<&'a StatedFact>,
    used: Vec<bool>,
    /// With [`Policy::InOrder`] everything before this fact is past.
    cursor: usize,
    /// Callers' points, outermost first, and the number of the frame.
    frames: Vec<(u32, Option<Point>)>,
    point: Option<Point>,
    pending: Option<(Cell, u64)>,
    receivers: FxHashMap<Vec<Point>, Vec<Receiver>>,
    pub(super) decisions: Vec<Decision>,
    /// Decisions that had a second candidate.
    pub(super) choices: Vec<usize>,
    /// The run went on with other values than decided.
    pub(super) must_restart: bool,
    holders: Vec<Holders>,
    /// The branch of the visit at hand has been taken.
    is_branch_past: bool,
    /// What would make the first branch that went astray go as stated; `None` before that.
    pub(super) astray: Option<Vec<Requirement>>,
}

/// A value for an input.
struct Candidate {
    value: Option<InputValue>,
    is_stated: bool,
    fact: Option<usize>,
}

impl<'a> Guide<'a> {
    pub(super) fn new(
        places: &'a Places<'a>,
        visits: &'a Visits,
        policy: Policy,
        plan: &'a Plan,
        given: &'a InputValues,
    ) -> Guide<'a> {
        let mut starts = Vec::new();
        let mut facts = Vec::new();
        for visit in &visits.visits {
            starts.push(facts.len());
            facts.extend(&visit.facts);
        }
        starts.push(facts.len());
        let used = vec![false; facts.len()];
        Guide {
            places,
            visits,
            policy,
            plan,
            given,
            at: 0,
            starts,
            facts,
            used,
            cursor: 0,
            frames: Vec::new(),
            point: None,
            pending: None,
            receivers: FxHashMap::default(),
            decisions: Vec::new(),
            choices: Vec::new(),
            must_restart: false,
            holders: Vec::new(),
            is_branch_past: false,
            astray: None,
        }
    }

    /// The run is at that point. A visit that the run does not make (tools count lines that have no effect) may be left out.
    fn pass(&mut self, point: Point) {
        let Some(lines) = self.places.of_point(point) else { return };
        let before = self.at;
        if self.visits.is_visit(self.at + 1, lines) {
            self.at += 1;
        } else if !self.visits.is_visit(self.at, lines) && self.visits.is_visit(self.at + 2, lines)
        {
            self.at += 2;
        }
        self.is_branch_past &= self.at == before;
    }

    /// The statement in user code at which the run is, and the calls that led there, the last first.
    fn points(&self) -> Vec<Point> {
        let calls = self.frames.iter().rev().filter_map(|(_, call)| *call);
        let all = self.point.into_iter().chain(calls);
        all.filter(|point| self.places.of_point(*point).is_some()).take(FARTHEST_RETURN).collect()
    }

    fn is_given(&self, record: &InputRecord) -> bool {
        let function = record.origin.answered_by();
        let names = [Some(record.name.as_str()), record.variable.as_deref(), function];
        names.into_iter().flatten().any(|name| self.given.get(name).is_some())
    }

    fn decide(&mut self, record: &InputRecord) -> Candidate {
        let points = self.points();
        let program = self.places.program();
        let receivers = self
            .receivers
            .entry(points.clone())
            .or_insert_with(|| receivers(program, points.iter().copied()))
            .clone();
        let Some(here) = points.first().and_then(|point| self.places.of_point(*point)) else {
            self.holders.push(Holders::new(record.cell, None, receivers));
            return Candidate { value: None, is_stated: false, fact: None };
        };
        let mut candidates = self.candidates(record, &receivers, here);
        let number = self.decisions.len();
        self.holders.push(Holders::new(record.cell, self.point, receivers));
        if candidates.len() > 1 {
            self.choices.push(number);
        }
        let choice = self.plan.deviations.get(&number).copied().unwrap_or(0);
        candidates.swap_remove(choice.min(candidates.len() - 1))
    }

    /// Never empty; the most plausible first.
    fn candidates(
        &self,
        record: &InputRecord,
        receivers: &[Receiver],
        here: Lines,
    ) -> Vec<Candidate> {
        let (from, until) = match self.policy {
            Policy::InOrder => (self.cursor, self.facts.len()),
            Policy::Walk => {
                let next = (self.at + 1..self.visits.visits.len())
                    .find(|&index| self.visits.is_visit(index, here))
                    .unwrap_or(self.visits.visits.len());
                (self.starts[self.at], self.starts[next])
            }
        };
        let mut candidates = Vec::new();
        let mut relations = Vec::new();
        // A direct receiver counts for more than an earlier fact.
        let mut best: Option<(usize, usize, bool)> = None;
        let mut later = None;
        for number in from..self.facts.len().min(until.saturating_add(FARTHEST_FACT)) {
            let stated = self.facts[number];
            if self.used[number] {
                continue;
            }
            let Some((rank, is_exact)) = self.rank(stated, record, receivers, here) else {
                continue;
            };
            let is_equality = stated.fact.relation == Relation::Equal;
            if number >= until {
                if is_equality && later.is_none() {
                    later = Some(number);
                }
                if later.is_some() {
                    break;
                }
            } else if is_equality && best.is_none_or(|(best, ..)| rank < best) {
                best = Some((rank, number, is_exact));
            } else if !is_equality {
                relations.push(stated);
            }
        }
        if let Some((_, number, is_exact)) = best {
            candidates.push(self.candidate(number, is_exact));
        }
        let number = self.decisions.len();
        let required = self.plan.required.iter().filter(|required| required.decision == number);
        let fitting = fitting(&relations, required);
        candidates.push(Candidate { value: fitting, is_stated: false, fact: None });
        if best.is_none()
            && let Some(number) = later
        {
            candidates.push(self.candidate(number, false));
        }
        candidates
    }

    fn candidate(&self, number: usize, is_stated: bool) -> Candidate {
        let value = Some(self.facts[number].fact.value.clone());
        Candidate { value, is_stated, fact: Some(number) }
    }

    /// How directly the fact speaks of the input (0 is best), and whether it speaks of its very value.
    fn rank(
        &self,
        stated: &StatedFact,
        record: &InputRecord,
        receivers: &[Receiver],
        here: Lines,
    ) -> Option<(usize, bool)> {
        // A part of a record that was taken as a whole: `nondet#1.x`.
        let numbered = record.name.find('#').map_or("", |at| &record.name[at..]);
        let part = numbered.find(['.', '[']).map_or("", |at| &numbered[at..]);
        match &stated.fact.subject {
            Subject::Variable(name) => receivers.iter().enumerate().find_map(|(rank, receiver)| {
                let is_it = name.strip_prefix(receiver.name.as_str()) == Some(part)
                    && (stated.scope.is_none()
                        || receiver.scope.is_none()
                        || stated.scope == receiver.scope);
                is_it.then_some((rank + 1, receiver.is_exact))
            }),
            Subject::Result => {
                let own = record.origin.called()?;
                let is_here = stated
                    .site
                    .is_none_or(|site| here.contains(site) && self.is_call(record, stated.column));
                let is_it = match &stated.result_function {
                    // In order, the name of the function is enough.
                    Some(function) => {
                        function == own && (is_here || self.policy == Policy::InOrder)
                    }
                    None => is_here,
                };
                is_it.then_some((0, true))
            }
        }
    }

    /// Of several calls on a line, is it the one around that column? The end of a call counts, its last character or the one after.
    fn is_call(&self, record: &InputRecord, column: Option<u32>) -> bool {
        let sources = &self.places.program().sources;
        let (start, end) = (sources.line_column(record.span), sources.end_line_column(record.span));
        column.is_none_or(|column| {
            start.line != end.line || (start.column..=end.column).contains(&column)
        })
    }
}

/// The value nearest to 0 that all comparisons permit.
fn fitting<'r>(
    relations: &[&StatedFact],
    required: impl Iterator<Item = &'r Requirement>,
) -> Option<InputValue> {
    let constants: Option<Vec<(Relation, i128)>> = relations
        .iter()
        .map(|stated| match stated.fact.value {
            InputValue::Int(value) => Some((stated.fact.relation, value)),
            InputValue::Null => Some((stated.fact.relation, 0)),
            _ => None,
        })
        .collect();
    let mut constants = constants?;
    constants.extend(required.map(|required| (required.relation, required.constant)));
    let near = constants
        .iter()
        .flat_map(|(_, value)| [value.saturating_sub(1), *value, value.saturating_add(1)]);
    let mut values: Vec<i128> = std::iter::once(0).chain(near).collect();
    values.sort_by_key(|value| (value.unsigned_abs(), *value < 0));
    let permitted =
        |value: &i128| constants.iter().all(|(relation, other)| relation.holds(*value, *other));
    values.into_iter().find(permitted).filter(|value| *value != 0).map(InputValue::Int)
}

impl Observer for Guide<'_> {
    fn step(&mut self, point: Point, _frame: u32) {
        self.point = Some(point);
        self.pass(point);
    }

    fn enter(&mut self, frame: u32, _: FunctionId, call: Option<Point>, _: Option<u32>) {
        self.frames.push((frame, call));
    }

    fn leave(&mut self, frame: u32) {
        if let Some((_, call)) = self.frames.pop_if(|(number, _)| *number == frame)
            && let Some(call) = call
        {
            // To other tools the return is a step of its own on the line of the call.
            self.pass(call);
        }
    }

    fn input(&mut self, record: &InputRecord) {
        if record.origin.called().is_none() || self.is_given(record) {
            return;
        }
        let Candidate { value, is_stated, fact } = self.decide(record);
        if let Some(fact) = fact {
            self.used[fact] = true;
            self.cursor = self.cursor.max(fact + 1);
        }
        let types = &self.places.program().types;
        let bits = value.as_ref().and_then(|value| number::bits(types, record.ty, value));
        let value = value.filter(|_| bits.is_some());
        if let Some(bits) = bits
            && bits != record.bits
        {
            let can_change = match record.cell.object {
                CellObject::Register { local, .. } => local != Cell::RESULT,
                CellObject::Memory(_) => record.cell.bits.is_none() && record.cell.size <= 8,
            };
            if can_change && self.pending.is_none() {
                self.pending = Some((record.cell, bits));
            } else {
                self.must_restart = true;
            }
        }
        let is_stated = is_stated && value.is_some();
        self.decisions.push(Decision { name: record.name.clone(), value, is_stated });
    }

    fn branch(&mut self, point: Point, successor: u32) {
        let program = self.places.program();
        let Some(lines) = self.places.of_point(point) else { return };
        let TerminatorKind::Branch { cond, .. } = &program.terminator_at(point).kind else {
            return;
        };
        if self.astray.is_some() || self.is_branch_past || !self.visits.is_visit(self.at, lines) {
            return;
        }
        self.is_branch_past = true;
        if let Some(wanted) = self.visits.visits[self.at].branch
            && wanted != (successor == 0)
        {
            let found = requirements(program, point.function, cond, wanted, &self.holders);
            self.astray = Some(found);
        }
    }

    fn intervene(&mut self) -> Option<(Cell, u64)> {
        self.pending.take()
    }
}
