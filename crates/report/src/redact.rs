//! A report that can be published where the program must not be seen: verdicts, checks and places, and nothing that stands in a file or
//! that a run has received, printed or computed.
//!
//! What is kept is listed, what is not listed is left out: a field that is added to the model is not published by mistake.

use crate::{
    AssumptionReport, ErrorReport, ExplanationReport, FailureReport, LimitReport, Place, Property,
    RelevantReport, Report, RunReport, TestOutcome,
};

impl Report {
    /// What of it can be published.
    #[must_use]
    pub fn redacted(&self) -> Report {
        let mut report = Report::new(self.verdict);
        report.assumptions = self.assumptions.iter().map(assumption).collect();
        report.failures = self.failures.iter().map(failure).collect();
        report.limits = self.limits.iter().map(limit).collect();
        report.run = self.run.as_ref().map(run);
        report.tests =
            self.tests.as_ref().map(|tests| tests.iter().enumerate().map(test).collect());
        report.error = self.error.as_ref().map(error);
        report.origin.version = self.origin.version;
        report.origin.solver.clone_from(&self.origin.solver);
        report
    }
}

fn place(place: &Place) -> Place {
    Place { line_text: String::new(), ..place.clone() }
}

fn assumption(known: &AssumptionReport) -> AssumptionReport {
    AssumptionReport { what: String::new(), ..known.clone() }
}

/// Names of bounds say nothing of the program; what they are about may.
fn limit(known: &LimitReport) -> LimitReport {
    let is_number =
        known.value.bytes().all(|byte| byte.is_ascii_digit() || b". MiBs".contains(&byte));
    let value = if is_number { known.value.clone() } else { String::new() };
    LimitReport { value, ..known.clone() }
}

fn failure(known: &FailureReport) -> FailureReport {
    let kind = known.property.kind;
    let property = Property {
        expected: None,
        actual: None,
        inferred: None,
        kind,
        place: place(&known.property.place),
        text: String::new(),
        message: format!("a check fails: {kind}"),
        values: Vec::new(),
    };
    let mut failure = FailureReport::new(property, Vec::new(), Vec::new());
    failure.group = known.group;
    failure.explanations = known.explanations.iter().map(explanation).collect();
    failure
}

fn explanation(known: &ExplanationReport) -> ExplanationReport {
    ExplanationReport {
        method: known.method,
        inputs: known.inputs,
        status: known.status,
        relevant: known.relevant.iter().map(relevant).collect(),
        lines: known.lines.clone(),
        invariants: Vec::new(),
        general: None,
        general_scope: known.general_scope,
        statements: known.statements,
        verified: known.verified,
        judged: None,
        counterexample: None,
        question: known.question,
        verification: None,
    }
}

fn relevant(known: &RelevantReport) -> RelevantReport {
    RelevantReport {
        step: known.step,
        file: known.file.clone(),
        line: known.line,
        column: known.column,
        text: String::new(),
        role: known.role,
        label: known.label,
        why: String::new(),
        ending: known.ending,
        reason: crate::Reason::default(),
        position: known.position,
        line_text: String::new(),
    }
}

fn run(known: &RunReport) -> RunReport {
    RunReport {
        ending: known.ending,
        exit_code: known.exit_code,
        steps: known.steps,
        message: format!("the run ended: {}", known.ending),
        place: known.place.as_ref().map(place),
        inputs: Vec::new(),
        stack: Vec::new(),
    }
}

fn test((number, known): (usize, &TestOutcome)) -> TestOutcome {
    TestOutcome {
        name: format!("test {}", number + 1),
        verdict: known.verdict,
        message: String::new(),
        steps: known.steps,
        place: known.place.as_ref().map(place),
        reproduce: None,
    }
}

/// Messages quote what is wrong.
fn error(known: &ErrorReport) -> ErrorReport {
    let message = "the input cannot be used".to_owned();
    match (&known.file, known.line, known.column) {
        (Some(file), Some(line), Some(column)) => {
            ErrorReport::at(message, file.clone(), line, column)
        }
        _ => ErrorReport::new(message),
    }
}
