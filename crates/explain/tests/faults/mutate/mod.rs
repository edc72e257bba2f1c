//! Faults: one statement of a text changed, everything else and all line numbers kept.
//!
//! The kinds are those of mutation testing: operators, constants, variables, conditions, indices, operands, loop bounds, an `else`
//! left out, a statement done twice. Two more leave something *out*: a statement dropped, or its result put elsewhere. There the failing
//! run does not contain what is missing, so no statement of that line can be among its causes; they are counted apart.

mod line;
mod operands;
mod operators;
mod statements;

use super::outline::outline;
use line::Line;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Kind {
    Arithmetic,
    Comparison,
    Logic,
    Negation,
    Constant,
    Variable,
    Index,
    Swap,
    Bound,
    MissingElse,
    Duplicate,
    Target,
    Dropped,
    // Of whole programs (`families.rs`).
    State,
    Text,
    Heap,
    Callee,
    CalleePointer,
    Break,
    Continue,
    Return,
    CopySize,
    CopyTarget,
    Pointer,
    End,
}

impl Kind {
    pub(crate) const ALL: [Kind; 25] = [
        Kind::Arithmetic,
        Kind::Comparison,
        Kind::Logic,
        Kind::Negation,
        Kind::Constant,
        Kind::Variable,
        Kind::Index,
        Kind::Swap,
        Kind::Bound,
        Kind::MissingElse,
        Kind::Duplicate,
        Kind::Target,
        Kind::Dropped,
        Kind::State,
        Kind::Text,
        Kind::Heap,
        Kind::Callee,
        Kind::CalleePointer,
        Kind::Break,
        Kind::Continue,
        Kind::Return,
        Kind::CopySize,
        Kind::CopyTarget,
        Kind::Pointer,
        Kind::End,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Arithmetic => "arithmetic operator",
            Kind::Comparison => "comparison operator",
            Kind::Logic => "logical operator",
            Kind::Negation => "negated condition",
            Kind::Constant => "constant off by one",
            Kind::Variable => "wrong variable",
            Kind::Index => "wrong index",
            Kind::Swap => "swapped operands",
            Kind::Bound => "loop bound",
            Kind::MissingElse => "missing else",
            Kind::Duplicate => "done twice",
            Kind::Target => "wrong target",
            Kind::Dropped => "dropped",
            Kind::State => "state at file scope",
            Kind::Text => "text",
            Kind::Heap => "list",
            Kind::Callee => "wrong callee",
            Kind::CalleePointer => "callee by pointer",
            Kind::Break => "break for continue",
            Kind::Continue => "continue for break",
            Kind::Return => "early return",
            Kind::CopySize => "size of a copy",
            Kind::CopyTarget => "target of a copy",
            Kind::Pointer => "wrong object",
            Kind::End => "no end",
        }
    }

    /// Something that should have been done is not done.
    pub(crate) fn is_omission(self) -> bool {
        matches!(self, Kind::Target | Kind::Dropped)
    }
}

/// One changed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mutant {
    pub(crate) kind: Kind,
    /// From 1.
    pub(crate) line: u32,
    pub(crate) was: String,
    pub(crate) now: String,
}

impl Mutant {
    pub(crate) fn apply(&self, text: &str) -> String {
        let mut changed = String::with_capacity(text.len() + 16);
        for (index, line) in text.lines().enumerate() {
            changed.push_str(if index as u32 + 1 == self.line { &self.now } else { line });
            changed.push('\n');
        }
        changed
    }
}

/// All faults that can be planted in a text, in the order of its lines.
pub(crate) fn mutants(text: &str) -> Vec<Mutant> {
    let outline = outline(text);
    let mut all: Vec<Mutant> = Vec::new();
    for statement in &outline.statements {
        let line = Line::new(statement, &outline.members);
        let mut changes = operators::changes(&line);
        changes.extend(operands::changes(&line));
        changes.extend(statements::changes(&line));
        for (kind, now) in changes {
            let known = all.iter().rev().take_while(|mutant| mutant.line == statement.number);
            if now != statement.text && !known.into_iter().any(|mutant| mutant.now == now) {
                let was = statement.text.clone();
                all.push(Mutant { kind, line: statement.number, was, now });
            }
        }
    }
    all
}
