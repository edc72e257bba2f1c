//! `FSEI`: flow-sensitive error invariants by recursion, the reference algorithm (flow-sensitive fault localization, Algorithm 1).
//!
//! # Question
//!
//! As of the flow-sensitive method: which steps made the check fail, and why were they reached?
//!
//! # Definition
//!
//! Error invariants of the plain kind for the failing check; for every branch that encloses a step where they change, the same question about the branch's condition, asked of
//! the trace up to the branch; all answers conjoined, position by position. Beyond the paper's text: address guards are asked about like branches, and a join at which another side may have
//! set something in the invariants counts as a step of its branch (else a missing assignment is never found).
//!
//! # Guarantees
//!
//! An inductive sequence of error invariants whose abstract error trace is flow-sensitive (Theorem 5).
//!
//! # Cost
//!
//! One walk for each branch that matters: quadratic in the length of the trace. For comparison only; the flow-sensitive method gives the same
//! lines in one walk.
//!
//! # Example
//!
//! ```console
//! $ whydunit explain tests/papers/zeroed_by_branch.c --function xZero --input input=41 --method fsei
//! ```
//!
//! `y = input - 42; if (y < 0) x = 0; assert(x != 0)`: the first walk finds `x = 0`; the branch encloses it, and the walk for `y < 0` finds the subtraction.

use std::collections::BTreeSet;

use whydunit_claim::Role;
use whydunit_encode::OtherArms;
use whydunit_solver::Budget;
use whydunit_term::{Term, Terms};
use whydunit_trace::StepKind;

use crate::conjunction::{Conjunction, Literal};
use crate::frames::Frames;
use crate::journal::Difference;
use crate::variables::Variables;
use crate::walk::{Flow, Goal, Guards, Left, Mark, Subject, Walk, Walked};

/// What has been asked about: a branch's condition, or a step's addresses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Asked {
    Condition(usize),
    Addresses(usize),
}

/// Conditions and addresses are only noted: each of them is asked about anew.
#[derive(Default)]
struct Recursive {
    frames: Frames,
    /// Branches whose outcome has to be explained.
    conditions: BTreeSet<usize>,
    /// Steps whose addresses have to be.
    guards: BTreeSet<usize>,
}

impl Flow for Recursive {
    fn frames(&mut self) -> Option<&mut Frames> {
        Some(&mut self.frames)
    }

    fn reached(walk: &mut Walk<'_, '_, Recursive>, index: usize, is_goal: bool) {
        let guards = walk.subject.formula.guards(index);
        if guards != Term::TRUE && is_goal {
            // The addresses of a condition that is itself the question are part of it.
            walk.require(guards, index);
        } else if guards != Term::TRUE {
            walk.flow.guards.insert(index);
        }
        Recursive::enclosed(walk, index);
    }

    fn enclosed(walk: &mut Walk<'_, '_, Recursive>, index: usize) {
        let scope = walk.subject.trace.steps[index].scope;
        walk.flow.conditions.extend(scope.map(|branch| branch.index()));
    }

    fn branch(walk: &mut Walk<'_, '_, Recursive>, index: usize) -> Vec<Left> {
        let left = walk.left_alone(index);
        if !left.is_empty() || walk.subject.kept_alive.contains_key(&index) {
            walk.flow.conditions.insert(index);
        }
        left
    }

    fn assumed(_: &mut Walk<'_, '_, Recursive>, _: usize) {}
}

pub(crate) fn recursive<'a>(
    subject: Subject<'a>,
    terms: &mut Terms,
    variables: &mut Variables<'a>,
    others: &OtherArms<'a>,
    budget: &Budget,
    goal: &Goal,
) -> Walked {
    let last = subject.trace.steps.len() - 1;
    let mut answers: Vec<(usize, Walked)> = Vec::new();
    let mut asked: BTreeSet<Asked> = BTreeSet::new();
    let mut pending = vec![(last, goal.clone())];
    while let Some((position, goal)) = pending.pop() {
        let flow = Recursive::default();
        let walk = Walk::new(subject, terms, variables, others, budget, flow);
        let (walked, noted) = walk.run(position, &goal);
        for branch in noted.conditions {
            if asked.insert(Asked::Condition(branch)) {
                let condition = subject.formula.condition(branch);
                pending.push((branch, Goal { condition, unset: Vec::new() }));
            }
        }
        for step in noted.guards {
            if asked.insert(Asked::Addresses(step)) {
                let condition = Some(subject.formula.guards(step));
                pending.push((step, Goal { condition, unset: Vec::new() }));
            }
        }
        answers.push((position, walked));
    }
    conjoin(subject, terms, variables, (&answers, &asked))
}

/// All answers together, position by position, from the last to the first.
fn conjoin(
    subject: Subject<'_>,
    terms: &Terms,
    variables: &Variables<'_>,
    (answers, asked): (&[(usize, Walked)], &BTreeSet<Asked>),
) -> Walked {
    let mut guards = Guards::default();
    let mut together = Conjunction::default();
    let mut marks = Vec::new();
    let mut now: Vec<Option<BTreeSet<Literal>>> = vec![None; answers.len()];
    let mut start = 0;
    for position in (0..subject.trace.steps.len()).rev() {
        let from = together.journal().len();
        let mut left_alone: BTreeSet<Left> = BTreeSet::new();
        let mut is_call = false;
        for ((begin, walked), now) in answers.iter().zip(&mut now) {
            if *begin == position {
                let entries = Difference::of(&walked.facts.journal()[..walked.start]);
                *now = Some(entries.gained.into_iter().collect());
            }
            let (Some(facts), Some((mark, end))) = (now.as_mut(), mark_at(walked, position)) else {
                continue;
            };
            let change = Difference::of(&walked.facts.journal()[mark.from..end]);
            for literal in &change.lost {
                facts.remove(literal);
            }
            facts.extend(change.gained);
            left_alone.extend(&mark.left_alone);
            is_call |= mark.role == Role::Call;
        }
        let mut wanted = Conjunction::default();
        for literal in now.iter().flatten().flatten() {
            wanted.add(terms, variables, literal.clone());
        }
        together.become_like(terms, &wanted);
        if position + 1 == subject.trace.steps.len() {
            start = together.journal().len();
            continue;
        }
        let is_guard =
            asked.contains(&Asked::Condition(position)) && guards.is_shown(subject, position);
        let is_same = together.journal().len() == from;
        if !is_same || !left_alone.is_empty() || is_call || is_guard {
            let role = match left_alone.is_empty() && is_same && is_call {
                true => Role::Call,
                false => role(subject, position, !left_alone.is_empty()),
            };
            let left_alone = left_alone.into_iter().collect();
            marks.push(Mark { step: position, from, role, left_alone });
        }
    }
    let is_hurried = answers.iter().any(|(_, walked)| walked.is_hurried);
    Walked { facts: together, marks, start, is_hurried }
}

fn mark_at(walked: &Walked, step: usize) -> Option<(&Mark, usize)> {
    let index = walked.marks.binary_search_by(|mark| step.cmp(&mark.step)).ok()?;
    let end = match walked.marks.get(index + 1) {
        Some(next) => next.from,
        None => walked.facts.journal().len(),
    };
    Some((&walked.marks[index], end))
}

fn role(subject: Subject<'_>, step: usize, is_frame: bool) -> Role {
    match subject.trace.steps[step].kind {
        _ if is_frame => Role::Frame,
        StepKind::Branch { .. } | StepKind::Assume => Role::Condition,
        StepKind::Check(_) => Role::Check,
        StepKind::Input => Role::Input,
        _ => Role::Assign,
    }
}
