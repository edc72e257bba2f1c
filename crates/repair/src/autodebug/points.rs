//! The execution points of a trace: its assignments and branch predicates, in order.
//!
//! A declaration with an initialiser, an argument that becomes a parameter and a returned value are assignments.
//! What happens inside library functions changes cells too, and is kept without a number: it is nothing that
//! users could modify.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use whydunit_interp::{BulkSource, Cell, CellObject, ObjectId};
use whydunit_program::{
    Cfg, Expr, ExprKind, FunctionId, LocalId, LoopId, Place, Point, SourceKind, SourceStmtId,
    StmtKind, TerminatorKind,
};
use whydunit_source::Span;
use whydunit_trace::{Step, StepKind};

use super::linear::{Key, Linear, Via};
use super::place::At;
use super::predicate::Predicate;
use super::read::INPUT;
use super::relop::Relop;
use super::run::{Number, Run};
use crate::limits::MOST_ALTERNATIVES;

/// How an assignment is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// `lhs = rhs`
    Plain,
    /// `lhs op= e`, `lhs++`: only the whole of it can be rewritten.
    Update,
    /// The left-hand side is not the statement's to choose: initialisers, arguments, returned values.
    Fixed,
}

#[derive(Clone, Debug)]
pub(crate) struct AssignSite {
    pub(crate) form: Form,
    pub(crate) lhs: Span,
    /// The right-hand side; of an update the whole expression.
    pub(crate) rhs: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Assign {
    pub(crate) cell: Cell,
    pub(crate) via: Option<Rc<Via>>,
    pub(crate) value: Linear,
    pub(crate) site: Option<AssignSite>,
}

#[derive(Clone, Debug)]
pub(crate) struct Branch {
    /// What holds on the side that was taken; disjunctions are decided by the run.
    pub(crate) predicates: Vec<Rc<Predicate>>,
    /// The innermost loop that one of the sides leaves, and whether the run stayed.
    pub(crate) exit_of: Option<(LoopId, bool)>,
    pub(crate) is_editable: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Assign(Assign),
    Branch(Branch),
    /// A run of bytes: copied, or filled with one value.
    Bytes {
        object: ObjectId,
        offset: u64,
        size: u64,
        source: BulkSource,
    },
}

/// One assignment or branch predicate as it was executed.
#[derive(Clone, Debug)]
pub(crate) struct Act {
    pub(crate) step: usize,
    pub(crate) frame: u32,
    pub(crate) source: SourceStmtId,
    /// The execution point, from 1; 0 for what is not user code.
    pub(crate) number: usize,
    pub(crate) kind: Kind,
}

impl Act {
    /// What pwp replaces a cell by; `None` when the act leaves it alone.
    pub(crate) fn replacement(&self, cell: Cell) -> Option<Linear> {
        match &self.kind {
            Kind::Assign(assign) if assign.cell == cell => Some(assign.value.clone()),
            Kind::Bytes { object, offset, size, source }
                if cell.object == CellObject::Memory(*object) =>
            {
                let inside = u64::from(cell.offset).checked_sub(*offset)?;
                if inside + u64::from(cell.size) > *size {
                    return None;
                }
                Some(match source {
                    BulkSource::Fill(byte) => {
                        let bits = (0..cell.size.min(8)).fold(0, |b, _| b << 8 | i128::from(*byte));
                        Linear::constant(bits)
                    }
                    BulkSource::Copy { object, offset } => {
                        let from = u32::try_from(offset + inside).ok()?;
                        let object = CellObject::Memory(*object);
                        Linear::cell(Cell { object, offset: from, ..cell })
                    }
                })
            }
            _ => None,
        }
    }

    pub(crate) fn assign(&self) -> Option<&Assign> {
        match &self.kind {
            Kind::Assign(assign) => Some(assign),
            _ => None,
        }
    }

    pub(crate) fn branch(&self) -> Option<&Branch> {
        match &self.kind {
            Kind::Branch(branch) => Some(branch),
            _ => None,
        }
    }
}

/// Collects the acts of a run.
pub(crate) struct Collector<'r, 'a> {
    run: &'r Run<'a>,
    acts: Vec<Act>,
    numbered: usize,
    cfgs: FxHashMap<FunctionId, Cfg>,
}

pub(crate) fn collect(run: &Run<'_>) -> Vec<Act> {
    let mut collector =
        Collector { run, acts: Vec::new(), numbered: 0, cfgs: FxHashMap::default() };
    let trace = run.trace;
    let last = trace.steps.len().saturating_sub(1);
    for index in trace.first_executed()..last {
        collector.step(index, &trace.steps[index]);
    }
    if let Some(step) = trace.steps.last() {
        collector.failing(last, step);
    }
    collector.acts
}

impl<'a> Collector<'_, 'a> {
    fn step(&mut self, index: usize, step: &Step) {
        let (run, at) = (self.run, At::step(index, step.frame));
        let stmt = run.program.stmt_at(step.point).map(|stmt| &stmt.kind);
        match (step.kind, stmt) {
            (StepKind::Branch { taken, .. }, _) => self.branch(index, step, taken),
            (StepKind::Call { callee }, Some(StmtKind::Call { args, .. })) => {
                for (position, arg) in args.iter().enumerate() {
                    let param = LocalId(position as u32);
                    if let Some(cell) = run.local_cell(callee, param, index + 1) {
                        let site = AssignSite { form: Form::Fixed, lhs: arg.span, rhs: arg.span };
                        let value = self.value_of(arg, cell, &at);
                        self.assign(index, step, (cell, None), value, Some(site));
                    }
                }
            }
            (StepKind::Return, _) => self.returned(index, step, &at),
            (StepKind::Assume, Some(StmtKind::Assume { cond })) => {
                let predicates = self.decided(cond, true, &at);
                self.push_branch(index, step, predicates, None, false);
            }
            (_, Some(StmtKind::Assign { place, value }))
                if run.program.types.is_scalar(place.ty) =>
            {
                let Some((cell, via)) = run.cell(place, &at) else {
                    return self.written(index, step);
                };
                let site = assign_site(run, step, place, value);
                let value = self.value_of(value, cell, &at);
                self.assign(index, step, (cell, via), value, site);
            }
            (_, Some(StmtKind::Assign { place, value })) => {
                if self.record(index, step, place, value, &at).is_none() {
                    self.written(index, step);
                }
            }
            _ => self.written(index, step),
        }
    }

    /// A statement of the program that failed has no effect; it is a point that can be modified.
    fn failing(&mut self, index: usize, step: &Step) {
        let stmt = self.run.program.stmt_at(step.point).map(|stmt| &stmt.kind);
        if matches!(stmt, Some(StmtKind::Assign { .. } | StmtKind::Call { .. }) | None) {
            let is_editable = is_user_text(self.run, step.span);
            let branch = Branch { predicates: Vec::new(), exit_of: None, is_editable };
            self.push(index, step, Kind::Branch(branch), is_editable);
        }
    }

    /// Whatever else changes cells: their values are taken from the run.
    fn written(&mut self, index: usize, step: &Step) {
        let trace = self.run.trace;
        let inputs: Vec<Cell> = trace.inputs_of(step).iter().map(|input| input.cell).collect();
        let writes = trace.writes(step).iter().map(|access| access.cell);
        let cells: Vec<Cell> = inputs.iter().copied().chain(writes).collect();
        for cell in cells {
            let known = match self.run.cell_value(cell, index + 1) {
                Some(Number::Int(value)) => value,
                _ => 0,
            };
            let value = match inputs.contains(&cell) || step.kind == StepKind::Input {
                true => {
                    let operands = vec![Linear::constant(index as i128), Linear::constant(known)];
                    Linear::of(Key::Op(INPUT, operands), None)
                }
                false => Linear::constant(known),
            };
            self.assign(index, step, (cell, None), value, None);
        }
        for bulk in trace.bulk_writes(step) {
            let (object, offset, size, source) = (bulk.object, bulk.offset, bulk.size, bulk.source);
            let kind = Kind::Bytes { object, offset, size, source };
            self.push(index, step, kind, false);
        }
    }

    fn record(
        &mut self,
        index: usize,
        step: &Step,
        place: &Place,
        value: &Expr,
        at: &At,
    ) -> Option<()> {
        let ExprKind::Load(from) = &value.kind else { return None };
        let (to, _) = self.run.cell(place, at)?;
        let (from, _) = self.run.cell(from, at)?;
        let (CellObject::Memory(object), CellObject::Memory(source)) = (to.object, from.object)
        else {
            return None;
        };
        let source = BulkSource::Copy { object: source, offset: from.offset.into() };
        let (offset, size) = (to.offset.into(), to.size.into());
        self.push(index, step, Kind::Bytes { object, offset, size, source }, false);
        Some(())
    }

    fn returned(&mut self, index: usize, step: &Step, at: &At) {
        let run = self.run;
        let terminator = run.program.terminator_at(step.point);
        let (TerminatorKind::Return(Some(value)), Some(write)) =
            (&terminator.kind, run.trace.writes(step).last())
        else {
            return self.written(index, step);
        };
        let is_whole = terminator.span != value.span;
        let site = AssignSite { form: Form::Fixed, lhs: terminator.span, rhs: value.span };
        let linear = self.value_of(value, write.cell, at);
        self.assign(index, step, (write.cell, None), linear, is_whole.then_some(site));
    }

    fn value_of(&self, value: &Expr, cell: Cell, at: &At) -> Linear {
        self.run.linear(value, at).unwrap_or_else(|| match self.run.cell_value(cell, at.time + 1) {
            Some(Number::Int(known)) => Linear::constant(known),
            _ => Linear::of(Key::Op("value", vec![Linear::constant(at.time as i128)]), None),
        })
    }

    fn branch(&mut self, index: usize, step: &Step, taken: u32) {
        let run = self.run;
        let at = At::step(index, step.frame);
        let terminator = run.program.terminator_at(step.point);
        let exit_of = self.exit_of(step.point, taken);
        let predicates = match &terminator.kind {
            TerminatorKind::Branch { cond, .. } => self.decided(cond, taken == 0, &at),
            TerminatorKind::Switch { value, cases, .. } => {
                let Some(value) = run.linear(value, &at) else { return };
                let compare = |relop: Relop, constant: i128| {
                    Predicate::new(&value.minus(&Linear::constant(constant)), relop)
                };
                match cases.get(taken as usize) {
                    Some(case) if case.low == case.high => vec![compare(Relop::Eq, case.low)],
                    Some(case) => {
                        vec![compare(Relop::Ge, case.low), compare(Relop::Le, case.high)]
                    }
                    None => {
                        let single = cases.iter().filter(|case| case.low == case.high);
                        single.map(|case| compare(Relop::Ne, case.low)).collect()
                    }
                }
            }
            _ => return,
        };
        let is_editable = matches!(terminator.kind, TerminatorKind::Branch { .. })
            && is_user_text(run, terminator.span)
            && !is_assertion(run, step.source);
        self.push_branch(index, step, predicates, exit_of, is_editable);
    }

    /// The predicates of the alternative that held.
    fn decided(&self, cond: &Expr, positive: bool, at: &At) -> Vec<Predicate> {
        let run = self.run;
        let holds = |predicate: &Predicate| run.holds(predicate, at.time, 0) != Some(false);
        let formula = run.formula(cond, positive, at);
        let (mut alternatives, _) = formula.conjunctions(MOST_ALTERNATIVES, &holds);
        let found = alternatives.iter().position(|alternative| alternative.iter().all(holds));
        match found {
            Some(found) => alternatives.swap_remove(found),
            None => Vec::new(),
        }
    }

    fn exit_of(&mut self, point: Point, taken: u32) -> Option<(LoopId, bool)> {
        let function = self.run.program.function(point.function);
        let cfg = self.cfgs.entry(point.function).or_insert_with(|| Cfg::new(function.blocks()));
        let id = cfg.loop_of(point.block)?;
        let info = cfg.loop_info(id);
        let next = function.blocks()[point.block.index()].terminator.kind.successors();
        let leaves = next.iter().any(|block| !info.contains(*block));
        leaves.then(|| (id, next.get(taken as usize).is_some_and(|block| info.contains(*block))))
    }

    fn push_branch(
        &mut self,
        index: usize,
        step: &Step,
        predicates: Vec<Predicate>,
        exit_of: Option<(LoopId, bool)>,
        is_editable: bool,
    ) {
        let predicates = predicates.into_iter().map(Rc::new).collect();
        let is_numbered = is_editable || matches!(step.kind, StepKind::Branch { .. });
        self.push(
            index,
            step,
            Kind::Branch(Branch { predicates, exit_of, is_editable }),
            is_numbered,
        );
    }

    fn assign(
        &mut self,
        index: usize,
        step: &Step,
        (cell, via): (Cell, Option<Rc<Via>>),
        value: Linear,
        site: Option<AssignSite>,
    ) {
        let is_numbered = site.is_some();
        let run = self.run;
        let site =
            site.filter(|site| is_user_text(run, site.rhs) && !is_assertion(run, step.source));
        self.push(index, step, Kind::Assign(Assign { cell, via, value, site }), is_numbered);
    }

    fn push(&mut self, index: usize, step: &Step, kind: Kind, is_numbered: bool) {
        let frame = self.run.trace.frames.get(step.frame as usize);
        let is_numbered = is_numbered && frame.is_none_or(|frame| !frame.is_library);
        self.numbered += usize::from(is_numbered);
        let number = if is_numbered { self.numbered } else { 0 };
        let (frame, source) = (step.frame, step.source);
        self.acts.push(Act { step: index, frame, source, number, kind });
    }
}

fn is_user_text(run: &Run<'_>, span: Span) -> bool {
    !span.is_empty() && run.program.sources.file(span.file).is_user()
}

/// Assertions and annotations say what is wanted; they are not modified.
fn is_assertion(run: &Run<'_>, source: SourceStmtId) -> bool {
    let stmt = run.program.source_stmt(source);
    let text = run.program.sources.text(stmt.span);
    let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    stmt.kind == SourceKind::Annotation || word.ends_with("assert") || word.ends_with("assume")
}

/// How the assignment is written; `None` where a macro wrote it.
fn assign_site(run: &Run<'_>, step: &Step, place: &Place, value: &Expr) -> Option<AssignSite> {
    let (lhs, rhs) = (place.span, value.span);
    let contains = |outer: Span, inner: Span| {
        outer.file == inner.file && outer.start <= inner.start && inner.end <= outer.end
    };
    let kind = run.program.source_stmt(step.source).kind;
    let form = match kind {
        _ if lhs == rhs => return None,
        SourceKind::Declaration | SourceKind::Return | SourceKind::Parameter => Form::Fixed,
        _ if contains(rhs, lhs) => Form::Update,
        _ if contains(lhs, rhs) => Form::Fixed,
        _ => Form::Plain,
    };
    Some(AssignSite { form, lhs, rhs })
}
