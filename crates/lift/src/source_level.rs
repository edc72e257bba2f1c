//! From the atomic steps of an explanation to the steps that users see.
//!
//! An explanation speaks of raw steps and of the positions between them. Listed steps (see [`crate::steps`]) consist of several raw
//! ones, what library functions do inside included, and some raw steps are not listed:
//!
//! - raw steps that matter and belong to one listed step are one entry; its reason keeps what can be seen before and after the whole step;
//! - the end of a scope stands for its branch;
//! - invariants are those that hold right before listed steps (see [`super::invariants`]).

use std::collections::{BTreeMap, BTreeSet};

use whydunit_encode::Inputs;
use whydunit_explain::{Explanation, Held, Method, Otherwise, Relevant, Role, Status};
use whydunit_program::{InputOrigin, Program};
use whydunit_report::{
    EndingReport, ExplanationReport, ExplanationStatus, Label, Reason, RelevantReport,
    Role as ReportedRole, StatementCount, StepReport, reason_in_words,
};
use whydunit_term::{Op, Term, Terms};
use whydunit_trace::{ErrorTrace, SourceStep, StepIndex, StepKind};

use super::blocks::Pointers;
use super::invariants::{distinct_texts, general_condition, invariants_before};
use super::private::Private;
use super::steps::{listed_steps, trace_report};

/// The listed steps of one trace.
#[derive(Debug)]
pub struct SourceLevel<'a> {
    pub(super) program: &'a Program,
    pub(super) trace: &'a ErrorTrace,
    listed: &'a [SourceStep],
    pub(super) reports: &'a [StepReport],
    /// The listed step that each raw step belongs to.
    number: Vec<Option<u32>>,
    /// How many inputs the steps before each raw step have received.
    inputs_before: Vec<usize>,
    /// By which each of the inputs is told from the others.
    input_names: Vec<String>,
    pub(super) private: Private,
}

impl<'a> SourceLevel<'a> {
    pub fn new(
        program: &'a Program,
        trace: &'a ErrorTrace,
        listed: &'a [SourceStep],
        reports: &'a [StepReport],
    ) -> SourceLevel<'a> {
        let mut number = vec![None; trace.steps.len()];
        for (index, step) in listed.iter().enumerate() {
            for raw in &step.steps {
                number[raw.index()] = Some(index as u32);
            }
        }
        let mut received = 0;
        let inputs_before = trace
            .steps
            .iter()
            .map(|step| {
                let before = received;
                received = received.max(trace.input_positions(step).end);
                before
            })
            .collect();
        let input_names = trace.input_names();
        let private = Private::of(program);
        SourceLevel { program, trace, listed, reports, number, inputs_before, input_names, private }
    }

    /// What a listed step consists of.
    pub(super) fn raw_steps(&self, number: usize) -> &[StepIndex] {
        &self.listed[number].steps
    }

    /// The name by which an input is told from the others.
    pub(super) fn input_name(&self, record: u32) -> &str {
        &self.input_names[record as usize]
    }

    /// Was an input received before a step? `record` is its position in [`ErrorTrace::inputs`].
    pub(super) fn is_received_before(&self, step: StepIndex, record: u32) -> bool {
        (record as usize) < self.inputs_before[step.index()]
    }

    pub fn report(&self, explanation: &Explanation, terms: &Terms) -> ExplanationReport {
        let mut untold = self.private.conjuncts(self.program, self.trace, explanation, terms);
        untold.extend(about_numbers_of_addresses(explanation));
        let positions: Vec<usize> = self.listed.iter().map(|step| step.steps[0].index()).collect();
        let mut invariants = invariants_before(explanation, &untold, &positions);
        let pointers: Vec<(usize, Pointers)> =
            invariants.iter().map(|it| (it.from, Pointers::of(&it.parts))).collect();
        for (invariant, (_, pointers)) in invariants.iter_mut().zip(&pointers) {
            pointers.led_all(&mut invariant.parts);
            pointers.led_all(invariant.formula.as_mut_slice());
        }
        let relevant = self.relevant(explanation, &untold, &pointers);
        let lines: BTreeSet<u32> = relevant.iter().map(|entry| entry.line).collect();
        ExplanationReport {
            method: explanation.method.name(),
            inputs: reading(explanation.inputs),
            status: reported_status(explanation.status),
            statements: self.statements(&relevant),
            relevant,
            lines: lines.into_iter().collect(),
            general: self.general(explanation, terms),
            invariants,
            verified: None,
            judged: None,
            // The method takes the path for granted.
            general_scope: match explanation.method {
                Method::ErrorInvariants => "path",
                Method::FlowSensitive | Method::RecursiveFlowSensitive => "program",
            },
            counterexample: None,
            question: question(explanation.method),
            verification: None,
        }
    }

    /// Under which inputs the run fails in this way, where there are any.
    pub fn general(&self, explanation: &Explanation, terms: &Terms) -> Option<String> {
        if self.trace.inputs.is_empty() {
            return None;
        }
        let mut on_inputs = whydunit_scope::conditions_on_inputs(self.trace, terms, explanation)?;
        on_inputs.retain(|&conjunct| {
            !self.is_met_by_random(
                explanation,
                terms,
                explanation.conjuncts[conjunct as usize].term,
            )
        });
        general_condition(explanation, &on_inputs)
    }

    /// Is it that a random number is not negative? None is.
    fn is_met_by_random(&self, explanation: &Explanation, terms: &Terms, term: Term) -> bool {
        let (Op::SLe, &[zero, variable]) = (terms.op(term), terms.children(term)) else {
            return false;
        };
        let mut state = explanation.state.iter();
        let held = state.find(|state| state.variable == variable).map(|state| state.held);
        let Some(Held::Input(record)) = held.filter(|_| terms.value(zero) == Some(0)) else {
            return false;
        };
        match &self.trace.inputs[record as usize].origin {
            InputOrigin::Random(function) => function != "mrand48",
            _ => false,
        }
    }

    /// Files and lines of the steps that matter.
    fn relevant_places(&self, explanation: &Explanation) -> BTreeSet<(String, u32)> {
        let shown = explanation.relevant.iter().filter_map(|entry| self.shown_as(entry.step));
        shown.map(|step| (self.reports[step].file.clone(), self.reports[step].line)).collect()
    }

    /// The listed step that a raw step is shown as. Nothing is shown of conditions that are constants.
    pub(super) fn shown_as(&self, raw: StepIndex) -> Option<usize> {
        let raw = match self.trace.step(raw).kind {
            StepKind::ScopeEnd(end) => end.branch,
            _ => raw,
        };
        self.number[raw.index()].map(|number| number as usize)
    }

    /// `pointers` are known from the step on that stands with them.
    fn relevant(
        &self,
        explanation: &Explanation,
        untold: &BTreeSet<u32>,
        pointers: &[(usize, Pointers)],
    ) -> Vec<RelevantReport> {
        let mut groups: BTreeMap<usize, Vec<&Relevant>> = BTreeMap::new();
        for entry in &explanation.relevant {
            if let Some(step) = self.shown_as(entry.step) {
                groups.entry(step).or_default().push(entry);
            }
        }
        let mut relevant: Vec<RelevantReport> = groups
            .into_iter()
            .map(|(step, entries)| {
                let known = |step: usize| {
                    let after = pointers.partition_point(|(from, _)| *from <= step);
                    after.checked_sub(1).map(|at| &pointers[at].1)
                };
                self.relevant_step((explanation, untold), step, &entries, &known)
            })
            .collect();
        self.add_declaration(explanation, &mut relevant);
        relevant
    }

    /// One listed step, of which these raw steps matter.
    fn relevant_step<'p>(
        &self,
        (explanation, untold): (&Explanation, &BTreeSet<u32>),
        step: usize,
        entries: &[&Relevant],
        pointers: &dyn Fn(usize) -> Option<&'p Pointers>,
    ) -> RelevantReport {
        let mut reason = net_reason(explanation, untold, entries);
        if let (Some(before), Some(after)) = (pointers(step), pointers(step + 1)) {
            before.led_all(&mut reason.uses);
            after.led_all(&mut reason.establishes);
        }
        let is_private =
            |name: &String| entries.iter().any(|it| self.is_private_name(it.step, name));
        reason.left_alone.retain(|name| !is_private(name));
        let (inner, own): (Vec<&Relevant>, Vec<&Relevant>) =
            entries.iter().partition(|entry| self.is_in_library(entry.step));
        let mut role = role(self.listed[step].kind, &own, &inner);
        let decides = matches!(role, ReportedRole::Condition | ReportedRole::Frame);
        if decides && inner.iter().any(|entry| entry.role == Role::Input) {
            // What is true of an answer of the library before and after is not why its caller went this way.
            let Reason { uses, establishes, left_alone, .. } = &mut reason;
            let passed: Vec<String> =
                uses.iter().filter(|fact| establishes.contains(fact)).cloned().collect();
            if passed.len() == uses.len() && left_alone.is_empty() {
                role = ReportedRole::Input;
            } else {
                uses.retain(|fact| !passed.contains(fact));
                establishes.retain(|fact| !passed.contains(fact));
            }
        }
        self.entry(step, role, None, reason)
    }

    /// A listed step that matters.
    pub(super) fn entry(
        &self,
        step: usize,
        role: ReportedRole,
        label: Option<Label>,
        reason: Reason,
    ) -> RelevantReport {
        let report = &self.reports[step];
        let file = self.program.sources.file(self.listed[step].span.file);
        RelevantReport {
            step: Some(step),
            position: step,
            file: report.file.clone(),
            line: report.line,
            column: report.column,
            text: report.text.clone(),
            role,
            label,
            why: reason_in_words(role, &reason, report),
            ending: match &reason.replaced {
                Some(replaced) => replaced.ending,
                None => reason.otherwise,
            },
            reason,
            line_text: file.line_text(report.line).unwrap_or_default().to_owned(),
        }
    }

    pub(super) fn statements(&self, relevant: &[RelevantReport]) -> StatementCount {
        let first = self.trace.first_executed();
        let before_failure = self.listed.len().saturating_sub(1);
        let distinct = |steps: &mut dyn Iterator<Item = usize>| {
            let places = steps.filter(|&step| step < before_failure).map(|step| {
                let StepReport { file, line, column, end_line, end_column, .. } =
                    &self.reports[step];
                (file, line, column, end_line, end_column)
            });
            places.collect::<BTreeSet<_>>().len()
        };
        let executed = |&step: &usize| self.listed[step].steps[0].index() >= first;
        StatementCount {
            relevant: distinct(&mut relevant.iter().filter_map(|entry| entry.step)),
            executed: distinct(&mut (0..before_failure).filter(executed)),
        }
    }
}

/// What a statement is reported as: the most telling of the roles of its parts. `inner` are those in functions of the library that it calls.
fn role(kind: StepKind, own: &[&Relevant], inner: &[&Relevant]) -> ReportedRole {
    use Role::{Assign, Call, Check, Condition, Frame, Input};
    let has = |entries: &[&Relevant], role: &Role| entries.iter().any(|it| it.role == *role);
    let decides = match kind {
        StepKind::Branch { .. } => [Frame, Condition].into_iter().find(|role| has(own, role)),
        _ => None,
    };
    // The other decisions in a statement are those of library functions: what comes of them tells more.
    let ranks = [Input, Assign, Frame, Condition, Call, Check];
    let mut others = ranks.into_iter().filter(|role| has(own, role) || has(inner, role));
    match decides.or_else(|| others.next()).unwrap_or(Assign) {
        Assign => ReportedRole::Assign,
        Input => ReportedRole::Input,
        Condition => ReportedRole::Condition,
        Frame => ReportedRole::Frame,
        Check => ReportedRole::Check,
        Call => ReportedRole::Call,
    }
}

pub(super) fn reading(inputs: Inputs) -> &'static str {
    match inputs {
        Inputs::Fixed => "fixed",
        Inputs::Free => "free",
    }
}

pub(super) fn reported_status(status: Status) -> ExplanationStatus {
    match status {
        Status::Complete => ExplanationStatus::Complete,
        Status::Partial => ExplanationStatus::Partial,
    }
}

fn question(method: Method) -> &'static str {
    match method {
        Method::ErrorInvariants => "what makes it fail, given the path?",
        Method::FlowSensitive => "what makes it fail, and why did it come to that?",
        Method::RecursiveFlowSensitive => "as flow-sensitive, by the reference algorithm",
    }
}

/// Facts about the number that an address is: where whole places do not say it, it says nothing to whoever reads it.
fn about_numbers_of_addresses(explanation: &Explanation) -> impl Iterator<Item = u32> + '_ {
    let conjuncts = (0..).zip(&explanation.conjuncts);
    // An address that belongs to nothing is written as a number, too.
    let is_number = |text: &str| text.contains("(uintptr_t)") || text.contains("0x");
    conjuncts.filter(move |(_, conjunct)| is_number(&conjunct.text)).map(|(at, _)| at)
}

/// Why a statement matters of which these parts do: what one part prepares for the next is nobody's business.
fn net_reason(explanation: &Explanation, untold: &BTreeSet<u32>, entries: &[&Relevant]) -> Reason {
    let (mut establishes, mut uses) = (BTreeSet::new(), BTreeSet::new());
    let mut left_alone: Vec<String> = Vec::new();
    for entry in entries {
        exchange(&entry.why.uses, &mut establishes, &mut uses);
        exchange(&entry.why.establishes, &mut uses, &mut establishes);
        for name in &entry.why.left_alone {
            if !left_alone.contains(name) {
                left_alone.push(name.clone());
            }
        }
    }
    let texts = |set: BTreeSet<u32>| {
        let told = set.into_iter().filter(|conjunct| !untold.contains(conjunct));
        distinct_texts(explanation, told)
    };
    let (establishes, uses) = (texts(establishes), texts(uses));
    let otherwise = entries.iter().rev().find_map(|entry| entry.why.otherwise);
    let otherwise = otherwise.map(|otherwise| match otherwise {
        Otherwise::Ends => EndingReport::Ends,
        Otherwise::NeverEnds => EndingReport::NeverEnds,
    });
    Reason { establishes, uses, left_alone, otherwise, ..Reason::default() }
}

/// Takes each conjunct out of `opposite` if it is there, else adds it to `own`.
fn exchange(conjuncts: &[u32], opposite: &mut BTreeSet<u32>, own: &mut BTreeSet<u32>) {
    for &conjunct in conjuncts {
        if !opposite.remove(&conjunct) {
            own.insert(conjunct);
        }
    }
}

/// The lines that an explanation names, with their files.
#[must_use]
pub fn relevant_places(
    program: &Program,
    trace: &ErrorTrace,
    explanation: &Explanation,
) -> BTreeSet<(String, u32)> {
    let listed = listed_steps(program, trace);
    let steps = trace_report(program, trace, &listed);
    SourceLevel::new(program, trace, &listed, &steps.steps).relevant_places(explanation)
}
