//! What in the user's text says what is right?
//!
//! Checks of the machine (bounds, overflow, ...) say what must not happen in any program; a program that does nothing passes them. Contracts, assertions and
//! places that must not be reached say what *this* program is to do. Only those count that are checked, that can be executed, and that the repair leaves as they are.

use std::collections::BTreeSet;

use whydunit_interp::CheckSet;
use whydunit_program::{CheckKind, FunctionId, Program, StmtKind, called};
use whydunit_repair::Built;
use whydunit_source::Span;

use super::target::Site;

/// A program, and which of its conditions are checked.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub(super) program: &'a Program,
    pub(super) start: FunctionId,
    pub(super) checks: CheckSet,
    /// Postconditions of the command line.
    pub(super) ensures: &'a [String],
}

/// A condition that somebody wrote down.
struct Written<'a> {
    kind: CheckKind,
    text: &'a str,
    span: Span,
    function: FunctionId,
}

impl<'a> Text<'a> {
    /// What the program says about itself, in words: `the contract of f and 2 assertions`.
    pub(super) fn rule(self) -> Option<String> {
        self.in_words(&self.written())
    }

    /// What of that a repair leaves as it is.
    pub(super) fn kept_rule(self, built: &Built) -> Option<String> {
        let changed = Text { program: &built.program, start: built.start, ..self };
        let left = changed.written();
        let left: BTreeSet<(CheckKind, &str)> =
            left.iter().map(|one| (one.kind, one.text)).collect();
        let mut kept = self.written();
        kept.retain(|one| left.contains(&(one.kind, one.text)));
        self.in_words(&kept)
    }

    fn written(self) -> Vec<Written<'a>> {
        let mut found = Vec::new();
        for function in called(self.program, self.start) {
            let blocks = self.program.function(function).blocks();
            for stmt in blocks.iter().flat_map(|block| &block.stmts) {
                let StmtKind::Check { kind, cond, text } = &stmt.kind else { continue };
                if self.is_on(*kind, function) {
                    found.push(Written { kind: *kind, text, span: cond.span, function });
                }
            }
        }
        found
    }

    /// Is it checked, and nothing that holds in every program?
    fn is_on(self, kind: CheckKind, function: FunctionId) -> bool {
        match kind {
            CheckKind::Assert | CheckKind::Unreach | CheckKind::Contract => {
                self.checks.contains(kind)
            }
            // Of the start function it is taken for granted.
            CheckKind::Requires => {
                function != self.start && self.checks.contains(CheckKind::Contract)
            }
            _ => false,
        }
    }

    /// Is it part of a contract, which stands before its function or on the command line?
    fn is_of_contract(self, one: &Written<'_>) -> bool {
        let place = self.program.function(one.function).span;
        let is_before = one.span.file != place.file || one.span.start < place.start;
        is_before || self.ensures.iter().any(|clause| clause.trim() == one.text.trim())
    }

    fn in_words(self, written: &[Written<'_>]) -> Option<String> {
        let mut contracts: Vec<&str> = Vec::new();
        let mut assertions: BTreeSet<u32> = BTreeSet::new();
        let mut unreached: BTreeSet<u32> = BTreeSet::new();
        for one in written {
            let line = self.program.sources.line_column(one.span).line;
            let function = &self.program.function(one.function).name;
            match one.kind {
                CheckKind::Unreach => drop(unreached.insert(line)),
                CheckKind::Contract | CheckKind::Requires if self.is_of_contract(one) => {
                    if !contracts.contains(&function.as_str()) {
                        contracts.push(function);
                    }
                }
                _ => drop(assertions.insert(line)),
            }
        }
        let contracts = match contracts.as_slice() {
            [] => None,
            [one] => Some(format!("the contract of {one}")),
            [one, other] => Some(format!("the contracts of {one} and {other}")),
            several => Some(format!("the contracts of {} functions", several.len())),
        };
        let assertions = match assertions.into_iter().collect::<Vec<_>>().as_slice() {
            [] => None,
            [line] => Some(format!("the assertion in line {line}")),
            several => Some(format!("{} assertions", several.len())),
        };
        let unreached = match unreached.into_iter().collect::<Vec<_>>().as_slice() {
            [] => None,
            [line] => Some(format!("that line {line} is not reached")),
            several => Some(format!("that {} lines are not reached", several.len())),
        };
        let all: Vec<String> = [contracts, assertions, unreached].into_iter().flatten().collect();
        (!all.is_empty()).then(|| all.join(" and "))
    }
}

/// The checks among `failures` that somebody wrote down, in words: what is left to say where another one still fails.
pub(super) fn mended_rule(failures: &BTreeSet<Site>) -> Option<String> {
    let is_written = |kind: &str| ["assert", "unreach", "contract"].contains(&kind);
    let lines: Vec<u32> =
        failures.iter().filter(|(kind, _)| is_written(kind)).map(|(_, line)| *line).collect();
    match lines.as_slice() {
        [] => None,
        [line] => Some(format!("the check in line {line}")),
        several => Some(format!("the checks in lines {}", listed(several))),
    }
}

fn listed(lines: &[u32]) -> String {
    lines.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}
