//! Explanations made by hand, so that each shape of text can be had.

#![allow(dead_code, reason = "each test uses a part of this")]

use std::collections::BTreeSet;

use expect_test::Expect;
use whydunit_report::{
    ExplanationReport, ExplanationStatus, FailureReport, InputReport, InvariantReport, Place,
    Property, Reason, RelevantReport, Report, Role, StatementCount, StepReport, TextOptions,
    TraceReport, Verdict, WriteReport, reason_in_words, to_text,
};

/// A run of a made-up program, as it grows.
pub(crate) struct Run {
    pub(crate) source: Vec<&'static str>,
    pub(crate) steps: Vec<StepReport>,
    pub(crate) relevant: Vec<RelevantReport>,
    pub(crate) invariants: Vec<InvariantReport>,
    pub(crate) function: &'static str,
    pub(crate) depth: u32,
    /// Iterations and lines of the loops around the next step.
    pub(crate) loops: Vec<(u32, u32)>,
}

impl Run {
    pub(crate) fn new(source: &'static str) -> Run {
        Run {
            source: source.lines().collect(),
            steps: Vec::new(),
            relevant: Vec::new(),
            invariants: Vec::new(),
            function: "f",
            depth: 0,
            loops: Vec::new(),
        }
    }

    pub(crate) fn line(&self, line: u32) -> &'static str {
        self.source[line as usize - 1]
    }

    /// A step on a line; `text` is the statement in it.
    pub(crate) fn step(&mut self, line: u32, text: &str) -> &mut StepReport {
        let line_text = self.line(line);
        let column = line_text.find(text).unwrap_or_else(|| panic!("{text} in {line_text}"));
        self.steps.push(StepReport {
            index: self.steps.len(),
            kind: "assign",
            file: "prog.c".into(),
            line,
            column: column as u32 + 1,
            end_line: line,
            end_column: (column + text.len()) as u32 + 1,
            text: text.into(),
            function: self.function.into(),
            writes: Vec::new(),
            call: None,
            taken: None,
            depth: self.depth,
            scope: 0,
            iterations: self.loops.iter().map(|&(_, iteration)| iteration).collect(),
            loop_lines: self.loops.iter().map(|&(line, _)| line).collect(),
            guards: Vec::new(),
        });
        self.steps.last_mut().expect("a step was just added")
    }

    pub(crate) fn sets(&mut self, line: u32, text: &str, name: &str, value: i64) -> &mut Run {
        let write = WriteReport::new(name, value.to_string());
        self.step(line, text).writes.push(write);
        self
    }

    pub(crate) fn decides(&mut self, line: u32, text: &str, taken: bool) -> &mut Run {
        let step = self.step(line, text);
        step.kind = "branch";
        step.taken = Some(taken.to_string());
        self
    }

    /// The last step matters.
    pub(crate) fn matters(&mut self, role: Role, reason: Reason) -> &mut Run {
        let step = self.steps.last().expect("a step should come first");
        let entry = RelevantReport {
            step: Some(step.index),
            position: step.index,
            file: step.file.clone(),
            line: step.line,
            column: step.column,
            text: step.text.clone(),
            role,
            label: None,
            why: reason_in_words(role, &reason, step),
            ending: None,
            line_text: self.line(step.line).into(),
            reason,
        };
        self.relevant.push(entry);
        self
    }

    /// What holds from the next step on.
    pub(crate) fn holds(&mut self, parts: &[&str]) -> &mut Run {
        let from = self.steps.len();
        if let Some(last) = self.invariants.last_mut() {
            last.to = from - 1;
        }
        let formula = if parts.is_empty() { "1".to_owned() } else { parts.join(" && ") };
        self.invariants.push(InvariantReport {
            from,
            to: from,
            formula: Some(formula),
            conjuncts: parts.len(),
            exact: false,
            parts: parts.iter().map(|&part| part.into()).collect(),
        });
        self
    }

    pub(crate) fn explanation(&self) -> ExplanationReport {
        let statements: BTreeSet<(u32, u32)> =
            self.relevant.iter().map(|entry| (entry.line, entry.column)).collect();
        ExplanationReport {
            method: "flow-sensitive",
            inputs: "fixed",
            status: ExplanationStatus::Complete,
            relevant: self.relevant.clone(),
            lines: Vec::new(),
            general: self.invariants.first().and_then(|first| first.formula.clone()),
            invariants: self.invariants.clone(),
            statements: StatementCount { relevant: statements.len(), executed: 9 },
            verified: None,
            judged: None,
            general_scope: "program",
            counterexample: None,
            question: "what makes it fail, and why did it come to that?",
            verification: None,
        }
    }

    /// The failure of the last step.
    pub(crate) fn failure(&self, message: &str) -> FailureReport {
        let step = self.steps.last().expect("a run should have steps");
        let property = Property {
            kind: "assert",
            place: Place {
                file: step.file.clone(),
                line: step.line,
                column: step.column,
                end_line: step.line,
                end_column: step.column + 1,
                line_text: self.line(step.line).into(),
            },
            text: step.text.clone(),
            message: message.into(),
            values: Vec::new(),
            expected: None,
            actual: None,
            inferred: None,
        };
        let mut failure = FailureReport::new(property, Vec::new(), Vec::new());
        failure.trace = Some(TraceReport { length: self.steps.len(), steps: self.steps.clone() });
        failure.explanations = vec![self.explanation()];
        failure
    }
}

pub(crate) fn establishes(facts: &[&str]) -> Reason {
    Reason { establishes: facts.iter().map(|&fact| fact.into()).collect(), ..Reason::default() }
}

pub(crate) fn uses(facts: &[&str]) -> Reason {
    Reason { uses: facts.iter().map(|&fact| fact.into()).collect(), ..Reason::default() }
}

pub(crate) fn input(name: &str, value: &str) -> InputReport {
    InputReport {
        name: name.into(),
        value: value.into(),
        origin: "parameter",
        external: false,
        file: "prog.c".into(),
        line: 1,
    }
}

pub(crate) fn text(failure: FailureReport, options: &TextOptions) -> String {
    let mut report = Report::new(Verdict::Fails);
    report.failures.push(failure);
    to_text(&report, options)
}

pub(crate) fn check(failure: FailureReport, expected: &Expect) {
    check_with(failure, &TextOptions { width: 80, ..TextOptions::default() }, expected);
}

pub(crate) fn check_with(failure: FailureReport, options: &TextOptions, expected: &Expect) {
    let text = text(failure, options);
    for line in text.lines().filter(|_| !options.colour) {
        assert!(line.chars().count() <= options.width, "{line}");
        assert_eq!(line, line.trim_end());
    }
    expected.assert_eq(&text);
}
