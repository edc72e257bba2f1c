//! The state of translating one function: slots, labels, stretches of steps.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use whydunit_program::{
    BlockId, Function, FunctionId, Local, LocalId, Point, TerminatorKind, TypeId,
};

use super::analysis::{Analysis, LocalSet};
use super::{Class, Context, class_of, scalar_of};
use crate::Detail;
use crate::code::{
    Code, FunctionCode, FunctionKind, Info, Node, Op, Scalar, Slot, StepShape, Writes,
};

/// What the first pass over a function finds out for the second.
#[derive(Default, Debug)]
pub(super) struct Plan {
    /// Locals that may be read before they are written, in order of discovery.
    tracked: Vec<u32>,
    consts: Vec<u64>,
}

/// A jump target; the first ones are the blocks of the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(pub(super) u32);

const UNPLACED: u32 = u32::MAX;

pub(super) struct Emitter<'a, 'p> {
    pub(super) context: Context<'a, 'p>,
    pub(super) function: &'p Function,
    analysis: &'a Analysis,
    code: &'a mut Code<'p>,
    /// Lengths of the tables of `code` before this function.
    begin: [usize; 5],
    begin_steps: [usize; 2],
    plan: Plan,
    flags: FxHashMap<u32, Slot>,
    const_slots: FxHashMap<u64, Slot>,
    temp_base: Slot,
    temp_next: Slot,
    temp_max: Slot,
    /// Locals that certainly have a value (or storage) here.
    pub(super) known: LocalSet,
    /// Depth of operands that may not be evaluated.
    pub(super) lazy: u32,
    point: Point,
    /// First instruction of the current stretch of steps, and how many steps it has so far.
    stretch: Option<usize>,
    stretch_steps: u32,
    labels: Vec<u32>,
    /// Where the last label was placed.
    last_label: usize,
    body: u32,
}

impl<'a, 'p> Emitter<'a, 'p> {
    pub(super) fn new(
        context: Context<'a, 'p>,
        id: FunctionId,
        analysis: &'a Analysis,
        code: &'a mut Code<'p>,
    ) -> Emitter<'a, 'p> {
        Emitter::with_plan(context, id, analysis, code, Plan::default())
    }

    pub(super) fn with_plan(
        context: Context<'a, 'p>,
        id: FunctionId,
        analysis: &'a Analysis,
        code: &'a mut Code<'p>,
        plan: Plan,
    ) -> Emitter<'a, 'p> {
        let function = context.program.function(id);
        let locals = function.locals.len() as u32;
        let flags: FxHashMap<u32, Slot> =
            plan.tracked.iter().zip(locals..).map(|(&local, slot)| (local, slot)).collect();
        let first_const = locals + plan.tracked.len() as u32;
        let const_slots = plan.consts.iter().copied().zip(first_const..).collect();
        let temp_base = first_const + plan.consts.len() as u32;
        let begin = [
            code.ops.len(),
            code.calls.len(),
            code.switches.len(),
            code.bits.len(),
            code.types.len(),
        ];
        let begin_steps = code.steps.len();
        Emitter {
            context,
            function,
            analysis,
            code,
            begin,
            begin_steps,
            plan,
            flags,
            const_slots,
            temp_base,
            temp_next: temp_base,
            temp_max: temp_base,
            known: analysis.at_entry(0),
            lazy: 0,
            point: Point { function: id, block: BlockId(0), index: 0 },
            stretch: None,
            stretch_steps: 0,
            labels: vec![UNPLACED; function.blocks().len()],
            last_label: usize::MAX,
            body: 0,
        }
    }

    /// Forgets the code and keeps what the pass found out.
    pub(super) fn discard(self) -> Plan {
        let [ops, calls, switches, bits, types] = self.begin;
        self.code.ops.truncate(ops);
        self.code.infos.truncate(ops);
        self.code.calls.truncate(calls);
        self.code.switches.truncate(switches);
        self.code.bits.truncate(bits);
        self.code.types.truncate(types);
        Arc::make_mut(&mut self.code.steps).truncate(self.begin_steps);
        self.plan
    }

    pub(super) fn finish(self) -> FunctionCode {
        let locals = self.function.locals.len();
        let mut template = vec![0; self.temp_max as usize];
        let first_const = locals + self.plan.tracked.len();
        template[first_const..first_const + self.plan.consts.len()]
            .copy_from_slice(&self.plan.consts);
        // Arguments are values: a tracked parameter starts out with one.
        for param in self.function.params() {
            if let Some(&flag) = self.flags.get(&param.0) {
                template[flag as usize] = 1;
            }
        }
        let [begin, _, switches, _, _] = self.begin;
        for op in &mut self.code.ops[begin..] {
            retarget(op, &self.labels);
        }
        for switch in &mut self.code.switches[switches..] {
            for target in &mut switch.targets {
                *target = self.labels[*target as usize];
            }
        }
        let memory_locals =
            (0..locals as u32).filter(|&l| self.function.local(LocalId(l)).in_memory).collect();
        FunctionCode {
            kind: FunctionKind::Code,
            entry: begin as u32,
            body: self.body,
            template,
            memory_locals,
            flags: self.flags,
            param_count: self.function.param_count,
            is_variadic: self.function.signature.variadic,
        }
    }

    pub(super) fn function(&mut self) {
        self.prologue();
        self.body = self.code.ops.len() as u32;
        for (index, block) in self.function.blocks().iter().enumerate() {
            self.known = self.analysis.at_entry(index);
            self.point = Point { block: BlockId(index as u32), index: 0, ..self.point };
            self.place(Label(index as u32));
            self.begin_stretch();
            for (position, stmt) in block.stmts.iter().enumerate() {
                self.point.index = position as u32;
                self.release_temps();
                self.stmt(stmt);
            }
            self.point.index = block.stmts.len() as u32;
            self.release_temps();
            self.terminator(&block.terminator, index);
            self.end_stretch();
        }
    }

    /// Repeats the condition of a loop (or any block that only branches) where it is jumped to.
    pub(super) fn branch_of(&mut self, target: BlockId, block: usize) -> bool {
        let target_block = &self.function.blocks()[target.index()];
        let is_branch = matches!(target_block.terminator.kind, TerminatorKind::Branch { .. });
        if !target_block.stmts.is_empty() || !is_branch {
            return false;
        }
        self.end_stretch();
        self.known = self.analysis.at_entry(target.index());
        self.point = Point { block: target, index: 0, ..self.point };
        self.begin_stretch();
        self.terminator(&target_block.terminator, block);
        true
    }

    // Stretches.

    fn begin_stretch(&mut self) {
        self.stretch = Some(self.code.ops.len());
        self.stretch_steps = 0;
        if self.is_logged() {
            Arc::make_mut(&mut self.code.steps).begin_stretch(self.code.ops.len());
        }
        self.emit(Op::Enter { steps: 0 }, Node::None);
    }

    /// Fixes the number of steps of the current stretch; called where control may leave it.
    pub(super) fn end_stretch(&mut self) {
        let Some(start) = self.stretch.take() else { return };
        let steps = self.stretch_steps;
        self.code.ops[start] = match (steps, self.code.ops.get(start + 1)) {
            _ if matches!(self.code.ops[start], Op::EnterStep { .. }) => Op::EnterStep { steps },
            (0, _) => Op::Idle,
            (1, Some(&next)) => with_step(next).unwrap_or(Op::Enter { steps }),
            _ => Op::Enter { steps },
        };
        for info in &mut self.code.infos[start..] {
            info.remaining = steps - info.remaining;
        }
    }

    /// A statement that counts as a step begins.
    pub(super) fn begin_step(&mut self) {
        if self.stretch.is_none() {
            self.begin_stretch();
        }
        if self.logged_step().is_some_and(|step| step.open) {
            self.emit(Op::LogClose, Node::None);
        }
        self.stretch_steps += 1;
        if self.is_logged() {
            Arc::make_mut(&mut self.code.steps).begin_step(self.point);
        } else if self.context.detail == Detail::Everything && !self.merge_step() {
            self.emit(Op::Step, Node::None);
        }
    }

    fn is_logged(&self) -> bool {
        self.context.detail == Detail::Steps
    }

    /// The current step of the current stretch as the log will have it.
    fn logged_step(&mut self) -> Option<&mut StepShape> {
        if !self.is_logged() || self.stretch.is_none() || self.stretch_steps == 0 {
            return None;
        }
        Arc::make_mut(&mut self.code.steps).last()
    }

    /// Takes down what an instruction will add to the log.
    fn log_writes(&mut self, op: Op) {
        let Some(step) = self.logged_step().filter(|step| !step.open) else { return };
        match op.writes() {
            Writes::None => {}
            Writes::One(size) => step.add(size),
            Writes::Any => {
                step.open = true;
                if !op.changes_frame() {
                    self.push(Op::LogOpen, Node::None);
                }
            }
        }
    }

    /// Makes the instruction before a step report it too, if it can and always comes before it.
    fn merge_step(&mut self) -> bool {
        let next = self.code.ops.len();
        let Some(last) = next.checked_sub(1).filter(|_| self.last_label != next) else {
            return false;
        };
        // A budget may run out at `EnterStep`, before its step.
        let (op, steps) = match self.code.ops[last] {
            Op::Wrote { size, slot } => (Op::WroteStep { size, slot }, self.stretch_steps),
            Op::Enter { steps } if self.stretch == Some(last) => (Op::EnterStep { steps }, 0),
            _ => return false,
        };
        self.code.ops[last] = op;
        self.code.infos[last] = Info { point: self.point, remaining: steps, node: Node::None };
        true
    }

    // Instructions and labels.

    pub(super) fn emit(&mut self, op: Op, node: Node<'p>) {
        self.log_writes(op);
        self.push(op, node);
    }

    fn push(&mut self, op: Op, node: Node<'p>) {
        self.code.ops.push(op);
        // Inside a stretch this holds the steps so far until the end of the stretch is known.
        let remaining = if self.stretch.is_some() { self.stretch_steps } else { 0 };
        self.code.infos.push(Info { point: self.point, remaining, node });
    }

    pub(super) fn code(&mut self) -> &mut Code<'p> {
        self.code
    }

    pub(super) fn label(&mut self) -> Label {
        self.labels.push(UNPLACED);
        Label(self.labels.len() as u32 - 1)
    }

    pub(super) fn place(&mut self, label: Label) {
        self.last_label = self.code.ops.len();
        self.labels[label.0 as usize] = self.code.ops.len() as u32;
    }

    // Slots.

    fn release_temps(&mut self) {
        self.temp_next = self.temp_base;
        self.lazy = 0;
    }

    pub(super) fn temp(&mut self) -> Slot {
        let slot = self.temp_next;
        self.temp_next += 1;
        self.temp_max = self.temp_max.max(self.temp_next);
        slot
    }

    pub(super) fn mark(&self) -> Slot {
        self.temp_next
    }

    pub(super) fn reset(&mut self, mark: Slot) {
        self.temp_next = mark;
    }

    pub(super) fn constant(&mut self, bits: u64) -> Slot {
        if let Some(&slot) = self.const_slots.get(&bits) {
            return slot;
        }
        let first = self.function.locals.len() + self.plan.tracked.len();
        let slot = (first + self.plan.consts.len()) as Slot;
        self.plan.consts.push(bits);
        self.const_slots.insert(bits, slot);
        slot
    }

    /// The flag of a local that must be tracked; a placeholder while that is being found out.
    pub(super) fn track(&mut self, local: LocalId) -> Slot {
        if let Some(&flag) = self.flags.get(&local.0) {
            return flag;
        }
        self.flags.insert(local.0, 0);
        self.plan.tracked.push(local.0);
        0
    }

    pub(super) fn flag(&self, local: LocalId) -> Option<Slot> {
        self.flags.get(&local.0).copied()
    }

    /// The register now has a value.
    pub(super) fn set_flag(&mut self, local: LocalId) {
        if let Some(flag) = self.flag(local) {
            self.emit(Op::SetFlag { flag }, Node::None);
        }
        self.known.insert(local);
    }

    // Locals and types.

    pub(super) fn local(&self, id: LocalId) -> &'p Local {
        self.function.local(id)
    }

    pub(super) fn class(&self, ty: TypeId) -> Class {
        class_of(&self.context.program.types, ty)
    }

    pub(super) fn scalar(&self, ty: TypeId) -> Option<Scalar> {
        scalar_of(&self.context.program.types, ty)
    }

    pub(super) fn size(&self, ty: TypeId) -> u64 {
        self.context.program.types.size_of(ty).unwrap_or(0)
    }

    /// Size of a register local as observers see it.
    pub(super) fn register_size(&self, local: LocalId) -> u8 {
        self.scalar(self.local(local).ty).map_or(8, |kind| kind.size() as u8)
    }

    /// Reports that a register was written.
    pub(super) fn wrote(&mut self, local: LocalId) {
        if self.context.detail == Detail::Nothing {
            return;
        }
        let (size, slot) = (self.register_size(local), local.0);
        let op = match self.logged_step().filter(|step| !step.open) {
            Some(step) => {
                step.add(size);
                if size <= 4 { Op::LogNarrow { slot } } else { Op::LogWide { slot } }
            }
            None => Op::Wrote { size, slot },
        };
        self.push(op, Node::None);
    }

    fn prologue(&mut self) {
        for param in self.function.params() {
            let local = self.local(param);
            if local.in_memory {
                let op = match self.scalar(local.ty) {
                    Some(kind) => Op::ParamScalar { kind, slot: param.0 },
                    None => {
                        let size = self.size(local.ty) as u32;
                        Op::ParamRecord { slot: param.0, size }
                    }
                };
                self.emit(op, Node::None);
            } else {
                self.wrote(param);
            }
        }
    }
}

/// The jump that also counts its step, if there is one.
fn with_step(jump: Op) -> Option<Op> {
    Some(match jump {
        Op::JumpIf { a, target } => Op::StepJumpIf { a, target },
        Op::JumpIfNot { a, target } => Op::StepJumpIfNot { a, target },
        Op::JumpEq { a, b, target } => Op::StepJumpEq { a, b, target },
        Op::JumpNe { a, b, target } => Op::StepJumpNe { a, b, target },
        Op::JumpLtS { a, b, target } => Op::StepJumpLtS { a, b, target },
        Op::JumpLeS { a, b, target } => Op::StepJumpLeS { a, b, target },
        Op::JumpLtU { a, b, target } => Op::StepJumpLtU { a, b, target },
        Op::JumpLeU { a, b, target } => Op::StepJumpLeU { a, b, target },
        _ => return None,
    })
}

/// Replaces labels by instruction numbers.
fn retarget(op: &mut Op, labels: &[u32]) {
    match op {
        Op::Jump { target }
        | Op::JumpIf { target, .. }
        | Op::NotExpected { target }
        | Op::JumpIfNot { target, .. }
        | Op::JumpEq { target, .. }
        | Op::JumpNe { target, .. }
        | Op::JumpLtS { target, .. }
        | Op::JumpLeS { target, .. }
        | Op::JumpLtU { target, .. }
        | Op::JumpLeU { target, .. }
        | Op::StepJumpIf { target, .. }
        | Op::StepJumpIfNot { target, .. }
        | Op::StepJumpEq { target, .. }
        | Op::StepJumpNe { target, .. }
        | Op::StepJumpLtS { target, .. }
        | Op::StepJumpLeS { target, .. }
        | Op::StepJumpLtU { target, .. }
        | Op::StepJumpLeU { target, .. } => *target = labels[*target as usize],
        _ => {}
    }
}
