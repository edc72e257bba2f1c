//! All arms of a conditional at once: what it makes of any state in which its branch is reached.
//!
//! A trace has one arm of each branch. Where a whole conditional is judged, the others come from the program: each arm is executed symbolically from the
//! branch to the join, the contents of storage are chosen by the conditions where arms join, and what a arm demands to reach the join (checks, assumptions, that
//! it does not end the program) becomes a demand of the conditional. Loops are followed as long as their conditions are decided, and to a bound
//! where they are not.
//!
//! The values of the run go along hypothetically: they are what a arm would have computed. A arm may break its own checks with them (it was not taken); then only the
//! demand says so. Whatever is not followed (new objects, functions of the outside) is a gap, never a guess.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use whydunit_interp::Cell;
use whydunit_program::{
    BlockId, Body, Callee, Cfg, Expr, FunctionId, Intrinsic, Place, Stmt, StmtKind, TerminatorKind,
};
use whydunit_term::Term;

use crate::encoder::{Encoder, Evaluated, Halt, Scope};
use crate::limits::{LONGEST_JOINED, MOST_DECISIONS};
use crate::memory::Memory;
use crate::number::in_object;
use crate::storage::{Range, Storage, Value};

/// Does execution come to the place that it was to run to?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    Joined,
    /// The program ends, or some check fails: the demands say when.
    Ended,
}

/// What one arm left.
struct Arm {
    memory: Memory,
    flow: Flow,
}

impl<'a> Encoder<'a> {
    /// Executes the conditional of the branch at the current step, to the join of its arms. What it writes is written, what
    /// it demands is the demand of the step.
    fn all_arms(&mut self) -> Evaluated<()> {
        let point = self.current().point;
        let frame = self.current().frame;
        let program = self.program;
        let cfg = Rc::new(Cfg::new(program.function(point.function).blocks()));
        let join = cfg.post_dominator(point.block);
        self.arms.begin();
        let place = Site { function: point.function, frame, cfg, is_call: false };
        let flow = self.supposing(|this| this.decide(&place, point.block, join, 0))?;
        if flow == Flow::Ended {
            return Err(Halt::Gap("no arm of the conditional reaches the join".into()));
        }
        Ok(())
    }

    /// What all arms leave, and whether they were given a value.
    pub(crate) fn left_by_arms(&mut self) -> Evaluated<Vec<(Range, Value, Value)>> {
        let (pieces, fillings) = (self.memory.pieces().len(), self.memory.fillings().len());
        self.all_arms()?;
        let mut ranges = touched(&self.memory, pieces, fillings)?;
        ranges.sort_unstable();
        ranges.dedup();
        let now = self.memory.now();
        let mut left = Vec::with_capacity(ranges.len());
        for range in ranges {
            let (value, validity) = self.read_at(range, now)?;
            left.push((range, value, validity));
        }
        Ok(left)
    }

    fn run_from(
        &mut self,
        site: &Site,
        mut block: BlockId,
        stop: Option<BlockId>,
        decisions: u32,
    ) -> Evaluated<Flow> {
        let program = self.program;
        let mut passed: FxHashMap<BlockId, (usize, usize, usize)> = FxHashMap::default();
        loop {
            if Some(block) == stop {
                return Ok(Flow::Joined);
            }
            let (pieces, fillings) = (self.memory.pieces().len(), self.memory.fillings().len());
            let state = (pieces, fillings, self.arms.choices.len());
            if passed.insert(block, state) == Some(state) {
                // Here again, and nothing has changed: it never ends.
                return self.ends();
            }
            let body = &program.function(site.function).blocks()[block.index()];
            for stmt in &body.stmts {
                self.spend()?;
                if self.side_statement(site, stmt)? == Flow::Ended {
                    return Ok(Flow::Ended);
                }
            }
            self.spend()?;
            match &body.terminator.kind {
                TerminatorKind::Goto(target) => block = *target,
                TerminatorKind::Unreachable => return self.ends(),
                TerminatorKind::Return(value) => {
                    return self.side_return(site, value.as_ref(), stop);
                }
                TerminatorKind::Branch { .. } | TerminatorKind::Switch { .. } => {
                    let join = site.cfg.post_dominator(block);
                    let until = join.or(stop);
                    let (flow, next) = match self.decided(site, block)? {
                        Some(target) => (Flow::Joined, Some(target)),
                        None => (self.decide(site, block, until, decisions)?, until),
                    };
                    match (flow, next) {
                        (Flow::Ended, _) => return Ok(Flow::Ended),
                        // All arms ran to the end of the function.
                        (Flow::Joined, None) => return Ok(Flow::Joined),
                        (Flow::Joined, Some(next)) => block = next,
                    }
                }
            }
        }
    }

    /// Execution does not go on from here.
    fn ends(&mut self) -> Evaluated<Flow> {
        let never = self.truth(false);
        self.require_as(never, true)?;
        Ok(Flow::Ended)
    }

    // Decisions.

    /// The conditions of the successors of a block, in order; they exclude each other.
    fn alternatives(&mut self, site: &Site, block: BlockId) -> Evaluated<Vec<(Value, BlockId)>> {
        let program = self.program;
        let body = &program.function(site.function).blocks()[block.index()];
        let mut scope = Scope::new(site.frame);
        match &body.terminator.kind {
            TerminatorKind::Branch { cond, then, otherwise } => {
                let cond = self.condition(cond, &mut scope)?;
                let not = self.not(cond);
                Ok(vec![(cond, *then), (not, *otherwise)])
            }
            TerminatorKind::Switch { value, cases, default } => {
                let class = self.class(value.ty);
                let value = self.expr(value, &mut scope)?;
                let mut list = Vec::new();
                let mut none = self.truth(true);
                for case in cases {
                    let this = whydunit_semantics::in_case(self, case, class, value);
                    let other = self.not(this);
                    none = self.both(none, other);
                    list.push((this, case.target));
                }
                list.push((none, *default));
                Ok(list)
            }
            _ => Err(Halt::Gap("a branch at a statement that does not branch".into())),
        }
    }

    /// The successor, where nothing is open.
    fn decided(&mut self, site: &Site, block: BlockId) -> Evaluated<Option<BlockId>> {
        let list = self.alternatives(site, block)?;
        Ok(list.iter().find(|(when, _)| when.term == Term::TRUE).map(|&(_, target)| target))
    }

    /// Runs all successors of a block to the join and joins what they left.
    fn decide(
        &mut self,
        site: &Site,
        block: BlockId,
        join: Option<BlockId>,
        decisions: u32,
    ) -> Evaluated<Flow> {
        if decisions >= MOST_DECISIONS {
            return Err(Halt::Gap("a loop in the conditional has no bound".into()));
        }
        let list = self.alternatives(site, block)?;
        let before = self.memory.clone();
        let mut result: Option<Arm> = None;
        for (when, target) in list.into_iter().rev() {
            if when.term == Term::FALSE {
                continue;
            }
            self.memory = before.clone();
            let flow = self.under(when, |this| this.run_from(site, target, join, decisions + 1));
            let arm = Arm { flow: flow?, memory: std::mem::take(&mut self.memory) };
            result = Some(match result {
                None => arm,
                Some(other) => self.join_arms(when, arm, other, &before)?,
            });
        }
        let Some(arm) = result else { return self.ends() };
        self.memory = arm.memory;
        Ok(arm.flow)
    }

    /// The contents of `arm` where `when` holds, of `other` elsewhere.
    fn join_arms(&mut self, when: Value, arm: Arm, other: Arm, before: &Memory) -> Evaluated<Arm> {
        match (arm.flow, other.flow) {
            (Flow::Ended, _) => return Ok(other),
            (_, Flow::Ended) => return Ok(arm),
            (Flow::Joined, Flow::Joined) => {}
        }
        let mut ranges = Vec::new();
        for memory in [&arm.memory, &other.memory] {
            ranges.extend(touched(memory, before.pieces().len(), before.fillings().len())?);
        }
        ranges.sort_unstable();
        ranges.dedup();
        let (mut left, mut right) = (arm.memory, other.memory);
        let mut chosen = Vec::new();
        for range in ranges {
            let a = self.read_in(&mut left, range)?;
            let b = self.read_in(&mut right, range)?;
            if a.0.term == b.0.term && a.1.term == b.1.term {
                if self.memory_before(before, range) != Some(a.0.term) {
                    chosen.push((range, a));
                }
                continue;
            }
            // What one arm leaves alone depends on what was there.
            self.note_read(range, None);
            let choose = |this: &mut Self, a: Value, b: Value| Value {
                term: this.terms.ite(when.term, a.term, b.term),
                known: if when.is_true() { a.known } else { b.known },
            };
            chosen.push((range, (choose(self, a.0, b.0), choose(self, a.1, b.1))));
        }
        self.memory = before.clone();
        for (range, (value, validity)) in chosen {
            self.memory.write_valid(range, value, validity);
        }
        Ok(Arm { memory: std::mem::take(&mut self.memory), flow: Flow::Joined })
    }

    fn read_in(&mut self, memory: &mut Memory, range: Range) -> Evaluated<(Value, Value)> {
        std::mem::swap(&mut self.memory, memory);
        let now = self.memory.now();
        let found = self.read_at(range, now);
        std::mem::swap(&mut self.memory, memory);
        found
    }

    fn memory_before(&mut self, before: &Memory, range: Range) -> Option<Term> {
        let now = before.now();
        before.read(self.terms, range, now).ok().map(|(value, _)| value.term)
    }

    // Statements.

    fn side_statement(&mut self, site: &Site, stmt: &'a Stmt) -> Evaluated<Flow> {
        let mut scope = Scope::new(site.frame);
        match &stmt.kind {
            StmtKind::Input { place, .. } => self.receive(place, &mut scope)?,
            StmtKind::Call { dest, callee: Callee::Direct(callee), args } => {
                return self.side_call(*callee, args, dest.as_ref(), &mut scope);
            }
            StmtKind::Assume { cond } => {
                let cond = self.condition(cond, &mut scope)?;
                self.require_as(cond, true)?;
            }
            StmtKind::Call { .. }
            | StmtKind::VaArg { .. }
            | StmtKind::AllocVla { .. }
            | StmtKind::Snapshot { .. }
            | StmtKind::Unsupported { .. } => {
                return Err(Halt::Gap("a statement on another arm is not followed".into()));
            }
            // The start function's precondition is behind us.
            _ => whydunit_semantics::statement(self, stmt, &mut scope)?,
        }
        Ok(Flow::Joined)
    }

    fn receive(&mut self, place: &Place, scope: &mut Scope) -> Evaluated<()> {
        let Some(value) = self.choice(place.ty) else {
            return Err(Halt::Gap("an input on another arm is not followed".into()));
        };
        self.store(place, value, scope)
    }

    fn side_call(
        &mut self,
        callee: FunctionId,
        args: &'a [Expr],
        dest: Option<&'a Place>,
        scope: &mut Scope,
    ) -> Evaluated<Flow> {
        let program = self.program;
        let function = program.function(callee);
        match &function.body {
            Body::Intrinsic(Intrinsic::Exit | Intrinsic::QuickExit | Intrinsic::Abort) => {
                return self.ends();
            }
            Body::Intrinsic(
                Intrinsic::Printf | Intrinsic::Fprintf | Intrinsic::Fputc | Intrinsic::Fflush,
            ) if dest.is_none() => {
                for arg in args {
                    self.expr(arg, scope)?;
                }
                return Ok(Flow::Joined);
            }
            Body::Undefined => {
                if let Some(dest) = dest {
                    self.receive(dest, scope)?;
                }
                return Ok(Flow::Joined);
            }
            Body::Intrinsic(_) => {
                return Err(Halt::Gap(format!("`{}` on another arm", function.name)));
            }
            Body::Blocks(_) => {}
        }
        let is_plain = args.len() == function.param_count as usize
            && function.locals.iter().all(|local| !local.in_memory);
        if !is_plain || !self.arms.enter() {
            return Err(Halt::Gap(format!("the call of `{}` on another arm", function.name)));
        }
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.expr(arg, scope)?);
        }
        let frame = self.virtual_frame(callee);
        for (local, value) in function.params().zip(values) {
            let size = in_object(self.size_of(function.local(local).ty));
            let value = self.resize(value, 8 * size, false);
            self.write(Range::new(Storage::Register { frame, local }, 0, size), value);
        }
        let cfg = Rc::new(Cfg::new(function.blocks()));
        let site = Site { function: callee, frame, cfg, is_call: true };
        let flow = self.run_from(&site, BlockId(0), None, 0)?;
        self.arms.leave();
        if let (Flow::Joined, Some(dest)) = (flow, dest) {
            let width = self.class(dest.ty).width();
            let result = Range::new(result_of(frame), 0, width.div_ceil(8));
            let value = self.read(result, None)?;
            let value = self.resize(value, width, false);
            self.store(dest, value, scope)?;
        }
        Ok(flow)
    }

    fn side_return(
        &mut self,
        site: &Site,
        value: Option<&'a Expr>,
        stop: Option<BlockId>,
    ) -> Evaluated<Flow> {
        let mut scope = Scope::new(site.frame);
        if !site.is_call {
            if stop.is_some() {
                return Err(Halt::Gap("a arm leaves the function before the join".into()));
            }
            if self.trace.frames[site.frame as usize].caller.is_none() {
                // The run would be over.
                return self.ends();
            }
            self.return_from(value, &mut scope)?;
            return Ok(Flow::Joined);
        }
        if let Some(value) = value {
            if !self.program.types.is_scalar(value.ty) {
                return Err(Halt::Gap("a record is returned on another arm".into()));
            }
            let size = self.class(value.ty).width().div_ceil(8);
            let result = self.expr(value, &mut scope)?;
            let result = self.resize(result, 8 * size, false);
            self.write(Range::new(result_of(site.frame), 0, size), result);
        }
        Ok(Flow::Joined)
    }
}

/// Where statements of a arm are executed.
struct Site {
    function: FunctionId,
    frame: u32,
    cfg: Rc<Cfg>,
    /// It is a frame that the run did not have.
    is_call: bool,
}

fn result_of(frame: u32) -> Storage {
    Storage::Register { frame, local: Cell::RESULT }
}

/// What a memory has got since it had so many pieces and fillings, in parts that can be read as one.
fn touched(memory: &Memory, pieces: usize, fillings: usize) -> Evaluated<Vec<Range>> {
    let mut ranges: Vec<Range> =
        memory.pieces()[pieces..].iter().map(|piece| piece.range).collect();
    for filled in &memory.fillings()[fillings..] {
        ranges.extend(words_of(filled.range)?);
    }
    Ok(ranges)
}

/// A run of bytes in words.
fn words_of(range: Range) -> Evaluated<Vec<Range>> {
    if range.size > LONGEST_JOINED {
        return Err(Halt::Gap("a long run of bytes on another arm".into()));
    }
    let mut list = Vec::new();
    let mut at = range.offset;
    while at < range.end() {
        let end = (at / 8 * 8 + 8).min(range.end());
        list.push(Range::new(range.storage, at, end - at));
        at = end;
    }
    Ok(list)
}
