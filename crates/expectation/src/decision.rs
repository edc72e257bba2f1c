//! Which decision kept the output from going on as expected?
//!
//! Every decision before the difference is switched, the latest first, and the program is run. One with which the output is as expected, or at least goes on as expected for longer, is what
//! is asked about: *why did this branch go this way?* That it is the one that the programmer meant is inferred; that the output then goes on as is said was seen.
//!
//! A run that prints what is expected because a check fails before it prints more has not done what was expected. A loop with another round more or less often works on what is behind its data, or
//! leaves out all that it is there for, and may hit by chance: a decision that is no loop's is preferred, where both make everything right.

use rustc_hash::FxHashMap;
use whydunit_interp::{Config, Ending, Observer, Stream};
use whydunit_program::{Cfg, FunctionId, Point, Program, TerminatorKind};
use whydunit_suite::first_difference;

use crate::Stating;
use crate::limits::{FURTHER_STEPS, FURTHER_SWITCHED, LONGER, MOST_OF_ONE_BRANCH, MOST_SWITCHED};
use crate::record::{Decision, Execution, Recording};

/// A decision, and where it should have led.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(crate) at: Execution,
    pub(crate) successor: u32,
    /// With it all of the output is as expected.
    pub(crate) is_exact: bool,
    /// With it the word at which the outputs part comes out as expected.
    pub(crate) has_word: bool,
}

/// Takes one decision the other way.
struct Switch {
    at: Execution,
    to: u32,
    met: u64,
}

impl Observer for Switch {
    fn redirect(&mut self, point: Point, successor: u32) -> u32 {
        if point != self.at.point {
            return successor;
        }
        self.met += 1;
        if self.met == self.at.occurrence { self.to } else { successor }
    }
}

/// The decision with which the output goes on best beyond the `agreed` bytes of the expected text, among the first `count` ones.
pub(crate) fn wanted(
    stating: &Stating<'_>,
    recording: &Recording,
    count: usize,
    expected: &[u8],
    agreed: usize,
) -> Option<Wanted> {
    let config = &stating.request.config;
    let kept = count.saturating_sub(recording.dropped).min(recording.decisions.len());
    let mut of_branch: FxHashMap<Point, usize> = FxHashMap::default();
    let mut best: Option<(usize, Wanted)> = None;
    // The latest decision with which the word that differs comes out as expected: one further away may by chance lead to more.
    let mut nearest: Option<Wanted> = None;
    let rest = expected.get(agreed..).unwrap_or_default();
    let word = agreed + rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len()).max(1);
    let mut tried = 0;
    let mut most = MOST_SWITCHED;
    let mut loops = Loops::new(stating.request.program);
    let mut of_loop: Option<Wanted> = None;
    for decision in recording.decisions[..kept].iter().rev() {
        let met = of_branch.entry(decision.execution.point).or_insert(0);
        *met += 1;
        if *met > MOST_OF_ONE_BRANCH {
            continue;
        }
        for successor in successors(stating.request.program, decision) {
            if tried >= most || config.is_over() {
                return of_loop.or(nearest).or(best.map(|(_, wanted)| wanted));
            }
            tried += 1;
            let at = decision.execution;
            let wanted = Wanted { at, successor, is_exact: false, has_word: false };
            match agreement(stating, recording, wanted, expected) {
                None => {
                    let found = Wanted { is_exact: true, has_word: true, ..wanted };
                    if !loops.is_condition(at.point) {
                        return Some(found);
                    }
                    of_loop = of_loop.or(Some(found));
                    most = most.min(tried + FURTHER_SWITCHED);
                }
                Some(reached) => {
                    let wanted = Wanted { has_word: reached >= word, ..wanted };
                    if reached >= word && nearest.is_none() {
                        nearest = Some(wanted);
                    }
                    if reached > agreed && best.is_none_or(|(known, _)| reached > known) {
                        best = Some((reached, wanted));
                    }
                }
            }
        }
    }
    of_loop.or(nearest).or(best.map(|(_, wanted)| wanted))
}

/// The loops of the functions in which decisions are switched.
struct Loops<'p> {
    program: &'p Program,
    known: FxHashMap<FunctionId, Cfg>,
}

impl<'p> Loops<'p> {
    fn new(program: &'p Program) -> Loops<'p> {
        Loops { program, known: FxHashMap::default() }
    }

    /// Does it say whether a loop has another round?
    fn is_condition(&mut self, point: Point) -> bool {
        let program = self.program;
        let cfg = self
            .known
            .entry(point.function)
            .or_insert_with(|| Cfg::new(program.function(point.function).blocks()));
        let targets = program.terminator_at(point).kind.successors();
        cfg.loops().iter().any(|around| {
            let is_at_its_end = point.block == around.header
                || cfg.successors(point.block).contains(&around.header);
            is_at_its_end
                && around.contains(point.block)
                && targets.iter().any(|target| !around.contains(*target))
        })
    }
}

/// Where a decision could have led instead.
pub(crate) fn successors(program: &Program, decision: &Decision) -> Vec<u32> {
    let terminator = program.terminator_at(decision.execution.point);
    let targets = terminator.kind.successors();
    let mut seen = vec![targets[decision.taken as usize]];
    let mut others = Vec::new();
    for (target, index) in targets.iter().zip(0..) {
        if !seen.contains(target) {
            seen.push(*target);
            others.push(index);
        }
    }
    match terminator.kind {
        TerminatorKind::Branch { .. } | TerminatorKind::Switch { .. } => others,
        _ => Vec::new(),
    }
}

/// How much of the expected text the run prints first; `None` for all of it and nothing else, and then it ends.
fn agreement(
    stating: &Stating<'_>,
    recording: &Recording,
    wanted: Wanted,
    expected: &[u8],
) -> Option<usize> {
    let request = &stating.request;
    let steps = LONGER * recording.result.steps + FURTHER_STEPS;
    let config = Config { max_steps: Some(steps), ..request.config.clone() };
    let mut switch = Switch { at: wanted.at, to: wanted.successor, met: 0 };
    let most = expected.len() + 1;
    let mut stdout: Vec<u8> = Vec::new();
    let mut sink = |stream: Stream, bytes: &[u8]| {
        if stream == Stream::Out {
            // What comes after that is different in any case.
            let room = most.saturating_sub(stdout.len());
            stdout.extend_from_slice(&bytes[..bytes.len().min(room)]);
        }
    };
    let result = stating.compiled.run(request.spec, &config, &mut sink, &mut switch);
    let apart = first_difference(&stdout, expected, request.mode).map(|found| found.expected);
    let is_ended = matches!(result.ending, Ending::Finished { .. } | Ending::Aborted { .. });
    apart.or((!is_ended).then_some(expected.len()))
}
