//! Is every assignment of the trace judged, once and in order, and does the form fit?

use whydunit_claim::{Criterion, Inputs, Judged, Judgement, Label, Status, Verdict};
use whydunit_interp::Cell;
use whydunit_program::{Program, StmtKind};
use whydunit_trace::ErrorTrace;

use super::functions::input_of;
use crate::verdict::Complaint;

pub(super) fn check_form(
    program: &Program,
    trace: &ErrorTrace,
    judgement: &Judgement,
) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    check_order(judgement, &mut complaints);
    for (index, step) in trace.steps.iter().enumerate() {
        let start = judgement.judged.partition_point(|judged| judged.step.index() < index);
        let end = judgement.judged.partition_point(|judged| judged.step.index() <= index);
        let judged = &judgement.judged[start..end.max(start)];
        let records = trace.inputs_of(step);
        let is_judged = |cell: Cell| judged.iter().any(|judged| covers(judged, cell));
        let known: Vec<Cell> =
            (trace.writes(step).iter().map(|access| access.cell))
                .chain(
                    trace.bulk_writes(step).iter().filter(|bulk| bulk.size > 0).map(|bulk| {
                        Cell::memory(bulk.object, bulk.offset as u32, bulk.size as u32)
                    }),
                )
                .collect();
        // Addresses among the inputs are given.
        let is_address =
            |record: &whydunit_interp::InputRecord| program.types.pointee(record.ty).is_some();
        let takes_part = judges_inputs(judgement);
        let mut missing = records
            .iter()
            .any(|record| takes_part && !is_address(record) && !is_judged(record.cell));
        // What the failing step has still assigned comes too late.
        let is_last = index + 1 == trace.steps.len();
        if index >= trace.first_executed() && !is_last && !only_receives(program, trace, index) {
            missing |= known.iter().any(|&cell| !is_judged(cell));
        }
        if missing {
            complaints.push(Complaint::NotJudged { step: index });
        }
        for judged in judged {
            let is_known = |cell: &Cell| {
                known.contains(cell) || records.iter().any(|record| record.cell == *cell)
            };
            if judged.target.is_empty() || !judged.target.iter().all(is_known) {
                complaints.push(Complaint::NotAssigned { step: index });
            }
        }
    }
    for judged in &judgement.judged {
        if judged.step.index() >= trace.steps.len() {
            complaints.push(Complaint::NotAssigned { step: judged.step.index() });
            continue;
        }
        check_label(trace, judgement, judged, &mut complaints);
    }
    check_status(judgement, &mut complaints);
    if judgement.criterion.counting(judgement.counting) != judgement.counting {
        complaints.push(Complaint::WrongStatus);
    }
    complaints
}

/// Which criteria judge inputs, too.
fn judges_inputs(judgement: &Judgement) -> bool {
    match judgement.criterion {
        Criterion::Relevance | Criterion::BranchRelevance | Criterion::Coreachable => true,
        Criterion::MinimalSet => judgement.inputs == Inputs::Fixed,
        _ => false,
    }
}

fn check_order(judgement: &Judgement, complaints: &mut Vec<Complaint>) {
    for pair in judgement.judged.windows(2) {
        let is_same = pair[0].step == pair[1].step
            && pair[0].target.iter().any(|cell| pair[1].target.contains(cell));
        if pair[0].step > pair[1].step || is_same {
            complaints.push(Complaint::Disordered { step: pair[1].step.index() });
        }
    }
}

fn covers(judged: &Judged, cell: Cell) -> bool {
    judged.target.contains(&cell)
}

/// Is what the step writes the input that it takes?
fn only_receives(program: &Program, trace: &ErrorTrace, index: usize) -> bool {
    let step = &trace.steps[index];
    let is_input = matches!(
        program.stmt_at(step.point).map(|stmt| &stmt.kind),
        Some(StmtKind::Input { .. } | StmtKind::Call { .. })
    );
    is_input && !trace.inputs_of(step).is_empty()
}

fn check_label(
    trace: &ErrorTrace,
    judgement: &Judgement,
    judged: &Judged,
    complaints: &mut Vec<Complaint>,
) {
    let Verdict::Relevant(witness) = &judged.verdict else { return };
    let has_labels =
        matches!(judgement.criterion, Criterion::Relevance | Criterion::BranchRelevance);
    let expected = match input_of(trace, judged) {
        Some(_) => Label::Admitting,
        None => Label::Enforcing,
    };
    let step = judged.step.index();
    if witness.label.is_some_and(|label| label != expected) || has_labels && witness.label.is_none()
    {
        complaints.push(Complaint::WrongLabel { step });
    }
    if judgement.inputs == Inputs::Fixed && !witness.execution.is_empty() {
        complaints.push(Complaint::NoExecution { step });
    }
}

fn check_status(judgement: &Judgement, complaints: &mut Vec<Complaint>) {
    let verdicts = judgement.judged.iter().map(|judged| &judged.verdict);
    let conditionals = judgement.conditionals.iter().map(|conditional| &conditional.verdict);
    let mut all = verdicts.chain(conditionals);
    let is_unknown = all.any(|verdict| matches!(verdict, Verdict::Unknown(_)));
    if is_unknown != (judgement.status == Status::Partial) {
        complaints.push(Complaint::WrongStatus);
    }
}
