//! The repair program as C-like text, a line for each step (Fig. 4).

use whydunit_program::{
    Callee, CheckKind, Expr, ExprKind, Function, Program, StmtKind, TerminatorKind, UnaryOp,
    expr_to_c, place_to_c,
};
use whydunit_trace::StepKind;

use super::formula::RepairProgram;
use super::sites::{Subject, Way, Ways, each_site};
use super::steps::PedStep;
use crate::changes::Variant;
use crate::limits::MOST_ALTERNATIVES_SHOWN;

pub(super) fn lines(
    subject: &Subject<'_>,
    program: &RepairProgram<'_>,
    ways: &Ways,
) -> Vec<String> {
    let count = program.steps.list.len();
    let mut lines = Vec::with_capacity(count + 2);
    for (index, step) in program.steps.list.iter().enumerate() {
        let number = index + 1;
        let text = match number == count {
            true => format!("if ({}) goto END;", check(subject.program, program)),
            false => Writer { subject, program, ways, number, step }.line(),
        };
        lines.push(format!("{number}: {text}"));
    }
    lines.push(format!("{}: ERR();", count + 1));
    lines.push("END:".to_owned());
    lines
}

/// The condition that fails.
fn check(program: &Program, repair: &RepairProgram<'_>) -> String {
    if let Some(branch) = repair.steps.deciding {
        let step = &repair.trace.steps[branch as usize];
        let function = program.function(step.point.function);
        if let (TerminatorKind::Branch { cond, .. }, StepKind::Branch { taken, .. }) =
            (&program.terminator_at(step.point).kind, step.kind)
        {
            return truth(program, function, cond, taken != 0);
        }
    }
    let failure = &repair.trace.failure;
    let text = failure.text.split_whitespace().collect::<Vec<_>>().join(" ");
    match failure.kind {
        CheckKind::Assert | CheckKind::Contract | CheckKind::Requires => text,
        CheckKind::Unreach
        | CheckKind::Abort
        | CheckKind::Termination
        | CheckKind::Leak
        | CheckKind::AllocFail
        | CheckKind::Expectation => "0".to_owned(),
        CheckKind::Bounds => format!("in_bounds({text})"),
        CheckKind::Null => format!("not_null({text})"),
        CheckKind::Lifetime => format!("is_alive({text})"),
        CheckKind::Div => format!("divides({text})"),
        CheckKind::Overflow => format!("fits({text})"),
        CheckKind::Shift => format!("shifts({text})"),
        CheckKind::Uninit => format!("is_set({text})"),
    }
}

struct Writer<'w, 'p> {
    subject: &'w Subject<'p>,
    program: &'w RepairProgram<'p>,
    ways: &'w Ways,
    /// From 1.
    number: usize,
    step: &'w PedStep,
}

impl Writer<'_, '_> {
    fn line(&self) -> String {
        let (program, trace) = (self.subject.program, self.program.trace);
        let is_own =
            |index: &&u32| !trace.frames[trace.steps[**index as usize].frame as usize].is_library;
        let Some(&index) = self.step.atomic.iter().rev().find(is_own) else { return self.text() };
        let step = &trace.steps[index as usize];
        let function = program.function(step.point.function);
        let Some(stmt) = program.stmt_at(step.point) else {
            return match (&program.terminator_at(step.point).kind, step.kind) {
                (TerminatorKind::Branch { cond, .. }, StepKind::Branch { taken, .. }) => {
                    let leaves =
                        self.alternatives(cond, &|expr| truth(program, function, expr, taken != 0));
                    format!("if ({leaves}) goto END;")
                }
                (TerminatorKind::Return(Some(value)), _) => {
                    format!("return {};", self.value(function, value))
                }
                (TerminatorKind::Switch { value, .. }, _) => {
                    format!("if (another_case({})) goto END;", self.value(function, value))
                }
                _ => self.text(),
            };
        };
        match &stmt.kind {
            StmtKind::Assign { place, value } if program.types.is_scalar(place.ty) => {
                let place = place_to_c(program, function, place);
                format!("{place} = {};", self.value(function, value))
            }
            StmtKind::Call { dest, callee: Callee::Direct(callee), args } => {
                let args: Vec<String> = args.iter().map(|arg| self.value(function, arg)).collect();
                let dest = dest.as_ref().map(|dest| place_to_c(program, function, dest));
                let dest = dest.filter(|dest| !dest.starts_with("tmp"));
                let dest = dest.map_or(String::new(), |dest| format!("{dest} = "));
                format!("{dest}{}({});", program.function(*callee).name, args.join(", "))
            }
            _ => self.text(),
        }
    }

    /// The statement as it stands.
    fn text(&self) -> String {
        let text = self.subject.program.sources.text(self.step.span);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.ends_with(';') { text } else { format!("{text};") }
    }

    fn value(&self, function: &Function, expr: &Expr) -> String {
        self.alternatives(expr, &|expr| shown(self.subject.program, function, expr))
    }

    /// An expression with its selector: `ndSel1 ? ndRes1 : e`, or `ndSel1 == 2 ? e2 : ndSel1 == 1 ? e1 : e`.
    fn alternatives(&self, expr: &Expr, show: &dyn Fn(&Expr) -> String) -> String {
        let number = self.number;
        let own = show(expr);
        let mut sites = Vec::new();
        each_site(expr, None, &mut |site| sites.push(site.span));
        let mut found: Vec<(u32, usize, String)> = Vec::new();
        for index in self.holes() {
            let alternative = &self.subject.alternatives[index];
            let Variant::Value { at, with } = &alternative.change.variant else { continue };
            if at.iter().any(|span| sites.contains(span)) {
                let mut changed = expr.clone();
                replace(&mut changed, at, with, None);
                found.push((alternative.weight, index, show(&changed)));
            }
        }
        if found.is_empty() {
            return match self.is_free(expr) {
                true => format!("ndSel{number} ? ndRes{number} : {own}"),
                false => own,
            };
        }
        found.sort_by_key(|(weight, index, _)| (std::cmp::Reverse(*weight), *index));
        let mut text = String::new();
        for (position, (_, _, changed)) in found.iter().enumerate() {
            if position == MOST_ALTERNATIVES_SHOWN {
                text += "... : ";
                break;
            }
            let value = found.len() - position;
            text += &format!("ndSel{number} == {value} ? {changed} : ");
        }
        text + &own
    }

    /// The alternatives that the library has at this step.
    fn holes(&self) -> Vec<usize> {
        let at = |&index: &u32| self.program.trace_holes.at(self.program.trace, index);
        let numbers = self.step.atomic.iter().flat_map(at);
        numbers.filter_map(|number| self.ways.list[number as usize].alternative).collect()
    }

    /// May the expression be anything?
    fn is_free(&self, expr: &Expr) -> bool {
        let free = Way { source: self.step.source, alternative: None };
        let number = self.ways.find(free);
        number.is_some_and(|number| self.program.trace_holes.holes.has(expr, number))
    }
}

/// As the user would write it: without the conversions that C adds by itself.
fn shown(program: &Program, function: &Function, expr: &Expr) -> String {
    let mut plain = expr.clone();
    strip(&mut plain);
    expr_to_c(program, function, &plain)
}

fn strip(expr: &mut Expr) {
    while let ExprKind::Cast(inner) = &expr.kind
        && (inner.span == expr.span || matches!(inner.kind, ExprKind::Int(_)))
    {
        *expr = (**inner).clone();
    }
    expr.operands_mut().for_each(strip);
}

/// The condition, or its negation.
fn truth(program: &Program, function: &Function, expr: &Expr, is_positive: bool) -> String {
    let mut plain = expr.clone();
    strip(&mut plain);
    if is_positive {
        return expr_to_c(program, function, &plain);
    }
    let negated = match &plain.kind {
        ExprKind::Binary(op, left, right) if op.is_comparison() => {
            ExprKind::Binary(op.opposite(), left.clone(), right.clone())
        }
        ExprKind::Unary(UnaryOp::Not, operand) => operand.kind.clone(),
        _ => ExprKind::Unary(UnaryOp::Not, Box::new(plain.clone())),
    };
    expr_to_c(program, function, &Expr::new(negated, plain.ty, plain.span))
}

/// Puts another expression in place of those with these spans.
fn replace(
    expr: &mut Expr,
    at: &[whydunit_source::Span],
    with: &Expr,
    open: Option<whydunit_source::Span>,
) {
    if let ExprKind::Cast(inner) = &mut expr.kind
        && inner.span == expr.span
    {
        replace(inner, at, with, open);
        return;
    }
    if open != Some(expr.span) && at.contains(&expr.span) {
        *expr = with.clone();
        return;
    }
    let span = expr.span;
    expr.operands_mut().for_each(|child| replace(child, at, with, Some(span)));
}
