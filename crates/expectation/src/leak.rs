//! Which blocks of the heap are lost at the end of a run, and where was the last pointer to them lost?
//!
//! What is lost at the end of the run is seen there ([`whydunit_interp::Heap`]). Once nothing leads to a block, nothing does for the rest of the run: the step that lost it is found by
//! looking at the heap before a few steps of a run at a time. What was expected is that right before that step the block is freed (`tracked`), or that the storage that held the last pointer
//! does not lead to it.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_interp::{
    Block, Compiled, Config, Ending, Heap, Holder, NoObserver, ObjectId, ObjectKind, RunSpec,
    prepare,
};
use whydunit_program::{
    About, BinaryOp, Callee, Expectation, Expr, ExprKind, FunctionId, LocalRole, Place, PlaceBase,
    Program, Projection, StmtKind, TerminatorKind,
};
use whydunit_source::Span;

use crate::asking;
use crate::check::{falsehood, int, not, with_check};
use crate::heap_probe::Probe;
use crate::limits::{LOOKS_OF_A_RUN, MOST_LEAKS};
use crate::record::Execution;
use crate::stated_decision::written;
use crate::tracked::tracked;

/// The program with the check that what is lost in this run is not: once for each call that allocated some of it. Empty where the run does not end by itself, or
/// nothing is lost.
#[must_use]
pub fn stated_leaks(
    program: &Program,
    compiled: &Compiled<'_>,
    spec: &RunSpec,
    config: &Config,
) -> Vec<Program> {
    let running = Running { program, compiled, spec, config };
    let Some(end) = running.end() else { return Vec::new() };
    let mut found = Vec::new();
    for lost in end.lost.iter().take(MOST_LEAKS) {
        let Some(losing) = running.losing(lost, end.steps) else { continue };
        found.extend(running.stated(lost, &losing));
    }
    found
}

struct Running<'r, 'p> {
    program: &'r Program,
    compiled: &'r Compiled<'p>,
    spec: &'r RunSpec,
    config: &'r Config,
}

/// Blocks of one allocating call that are lost.
struct Lost {
    /// The first of them that nothing else that is lost leads to.
    block: Block,
    blocks: usize,
    bytes: u64,
    /// Blocks of other calls that only these lead to.
    further: usize,
}

struct End {
    steps: u64,
    lost: Vec<Lost>,
}

/// The step that lost a block.
#[derive(Clone)]
struct Losing {
    /// In the function that was executed, and its calls: the innermost first.
    stack: Vec<(Execution, FunctionId, u32)>,
    holders: Vec<(Holder, Option<ObjectKind>)>,
    /// It was lost by the step that allocated it.
    is_at_once: bool,
    /// The call that allocated it, and whether it is made once.
    allocated: Execution,
    is_only: bool,
}

impl Running<'_, '_> {
    /// What is lost when the run ends by itself.
    fn end(&self) -> Option<End> {
        let mut lost = Vec::new();
        let mut probe = Probe::new(self.program, Vec::new(), |heap, _, counts| {
            let reached = heap.reached(counts);
            let mut blocks = heap.blocks();
            blocks.retain(|block| !reached.contains(&block.object));
            lost = by_call(heap, &blocks);
        });
        let result = self.compiled.run(self.spec, self.config, &mut |_, _| {}, &mut probe);
        let steps = probe.seen.borrow().steps;
        drop(probe);
        matches!(result.ending, Ending::Finished { .. }).then_some(End { steps, lost })
    }

    /// By looking at the heap before several steps of a run, then closer.
    fn losing(&self, lost: &Lost, steps: u64) -> Option<Losing> {
        let wanted = lost.block.object;
        // Before `low` there is a pointer to it, or it is not there; before `high` there is none.
        let (mut low, allocated, is_only) = self.allocated_at(wanted)?;
        let mut high = steps;
        while high - low > 1 {
            let parts = LOOKS_OF_A_RUN.min(high - low - 1);
            let at: Vec<u64> =
                (1..=parts).map(|part| low + (high - low) * part / (parts + 1)).collect();
            let mut reached = Vec::new();
            let mut probe = Probe::new(self.program, at, |heap, step, counts| {
                reached.push((step, heap.reached(counts).contains(&wanted)));
            });
            self.compiled.run(self.spec, self.config, &mut |_, _| {}, &mut probe);
            drop(probe);
            let before = (low, high);
            for (step, is_reached) in reached {
                match is_reached {
                    true => low = low.max(step),
                    false => high = high.min(step),
                }
            }
            if (low, high) == before {
                break;
            }
        }
        let step = high - 1;
        let mut found = None;
        let mut probe = Probe::new(self.program, vec![step], |heap, at, counts| {
            let is_there = heap.blocks().iter().any(|block| block.object == wanted);
            if at == step && found.is_none() {
                let kind = |holder| match holder {
                    Holder::Memory { object, .. } => heap.kind_of(object).cloned(),
                    Holder::Register { .. } => None,
                };
                let holders = heap.holders(wanted, counts).into_iter();
                let holders = holders.map(|holder| (holder, kind(holder))).collect();
                found = Some((holders, !is_there));
            }
        });
        self.compiled.run(self.spec, self.config, &mut |_, _| {}, &mut probe);
        let stack = probe.seen.borrow().shown_stack.clone();
        drop(probe);
        let (holders, is_at_once) = found?;
        Some(Losing { stack, holders, is_at_once, allocated, is_only })
    }

    /// The number of the step that allocated it, the call, and whether that is made once.
    fn allocated_at(&self, object: ObjectId) -> Option<(u64, Execution, bool)> {
        let mut probe = Probe::new(self.program, Vec::new(), |_, _, _| {});
        probe.watched = Some(object);
        self.compiled.run(self.spec, self.config, &mut |_, _| {}, &mut probe);
        let (step, call) = probe.allocated?;
        let times = probe.seen.borrow().counts.get(&call.point).copied();
        Some((step, call, times == Some(1)))
    }

    fn stated(&self, lost: &Lost, losing: &Losing) -> Option<Program> {
        let user = losing
            .stack
            .iter()
            .find(|(_, function, _)| !self.program.function(*function).is_library)?;
        let held = self.held(losing, user);
        // A variable whose scope has ended has no value that could be asked for.
        let named = held.iter().map(|held| Some(Held { value: None, ..held.clone() }));
        let named: Vec<Option<Held>> = named.collect();
        let attempts = held.into_iter().map(Some).chain(named).chain([None]);
        let config = asking(self.config);
        attempts.into_iter().find_map(|held| {
            let asked = self.with_expectation(lost, losing, user.0, held);
            let result = prepare(&asked).run(self.spec, &config, &mut |_, _| {}, &mut NoObserver);
            let is_failed = matches!(&result.ending, Ending::Failed(failure)
                if failure.kind == whydunit_program::CheckKind::Expectation);
            is_failed.then_some(asked)
        })
    }

    /// Expressions for the storage that the step is about, where they hold a pointer to the block; with what happens to it.
    fn held(&self, losing: &Losing, user: &(Execution, FunctionId, u32)) -> Vec<Held> {
        let (execution, function, frame) = *user;
        let point = execution.point;
        let body = self.program.function(function);
        let mut found = Vec::new();
        if losing.is_at_once {
            return found;
        }
        let Some(stmt) = self.program.stmt_at(point) else {
            let terminator = self.program.terminator_at(point);
            if let TerminatorKind::Return(_) = terminator.kind {
                for (holder, kind) in &losing.holders {
                    let local = match (holder, kind) {
                        (Holder::Register { frame: held, local }, _) if *held == frame => *local,
                        (
                            Holder::Memory { offset: 0, .. },
                            Some(ObjectKind::Local { frame: held, local, .. }),
                        ) if *held == frame => *local,
                        _ => continue,
                    };
                    let info = body.local(local);
                    if info.role != LocalRole::Temporary && self.program.types.is_scalar(info.ty) {
                        let place = Place::local(local, info.ty, terminator.span);
                        let value = Expr::load(place);
                        let name = info.name.clone();
                        found.push(Held { value: Some(value), name, what: "ends here" });
                    }
                }
            }
            return found;
        };
        match &stmt.kind {
            StmtKind::Dead { local } | StmtKind::Live { local } => {
                let info = body.local(*local);
                if self.program.types.is_scalar(info.ty) {
                    // The end of a scope is no step: it shows where the next one begins, and the value is gone.
                    let what = match stmt.kind {
                        StmtKind::Dead { .. } => "ends here",
                        _ => "ended before it begins again here",
                    };
                    found.push(Held { value: None, name: info.name.clone(), what });
                }
            }
            StmtKind::Call { args, callee, .. } if self.is_free(callee) => {
                found.extend(args.first().and_then(|freed| self.in_freed(losing, freed)));
            }
            _ => {}
        }
        let is_temporary = |place: &Place| match place.base {
            PlaceBase::Local(local) => body.local(local).role == LocalRole::Temporary,
            PlaceBase::Global(_) | PlaceBase::Deref(_) => false,
        };
        if let Some(place) = stmt.kind.destination().filter(|place| !is_temporary(place))
            && self.program.types.pointee(place.ty).is_some()
        {
            let value = Expr::load(place.clone());
            let name = self.name_of(place).unwrap_or_default();
            found.push(Held { value: Some(value), name, what: "is overwritten here" });
        }
        found
    }

    fn is_free(&self, callee: &Callee) -> bool {
        matches!(callee, Callee::Direct(id) if self.program.function(*id).name == "free")
    }

    /// The member of the record that is freed which holds the pointer.
    fn in_freed(&self, losing: &Losing, freed: &Expr) -> Option<Held> {
        let types = &self.program.types;
        let pointer = freed.without_casts();
        let record = types.pointee(pointer.ty)?;
        let place = Place::deref(pointer.clone(), record, freed.span);
        let offsets = losing.holders.iter().filter_map(|(holder, _)| match holder {
            Holder::Memory { offset, .. } => Some(*offset),
            Holder::Register { .. } => None,
        });
        offsets.into_iter().find_map(|offset| {
            let whydunit_program::Type::Record(id) = types.get(record) else { return None };
            let fields = &types.record(*id).fields;
            let (index, field) = (0..)
                .zip(fields)
                .find(|(_, field)| field.offset == offset && types.pointee(field.ty).is_some())?;
            let mut place = place.clone();
            place.path.push(Projection::Field(index));
            place.ty = field.ty;
            let holder = written(self.program, pointer.span)?;
            let name = format!("{holder}->{}", field.name);
            Some(Held { value: Some(Expr::load(place)), name, what: "is freed here" })
        })
    }

    fn name_of(&self, place: &Place) -> Option<String> {
        written(self.program, place.span).filter(|text| !text.contains('='))
    }

    fn with_expectation(
        &self,
        lost: &Lost,
        losing: &Losing,
        at: Execution,
        held: Option<Held>,
    ) -> Program {
        let (span, _) = self.program.origin_of(at.point);
        let tracked = tracked(self.program, losing.allocated, losing.is_only);
        let at = tracked.as_ref().map_or(at, |tracked| tracked.at(at));
        let what = match &held {
            Some(held) if !held.name.is_empty() => {
                format!("{}, the last pointer to {}, {}", held.name, them(lost), held.what)
            }
            _ if losing.is_at_once => format!("no pointer to {} is kept", them(lost)),
            _ => format!("the last pointer to {} is lost here", them(lost)),
        };
        let further = match lost.further {
            0 => String::new(),
            1 => ", nor is a block that only they lead to".to_owned(),
            count => format!(", nor are {count} blocks that only they lead to"),
        };
        let message = format!("{} never freed{further}: {what}", self.told(lost));
        let (mut asked, pointer) = match tracked {
            Some(tracked) => (tracked.program, Some(tracked.pointer)),
            None => (self.program.clone(), None),
        };
        let condition = match (pointer, held) {
            (Some(pointer), held) => freed_or_elsewhere(&mut asked, pointer, held, span),
            (None, _) => falsehood(&mut asked, span),
        };
        let blocks =
            if lost.blocks == 1 { "1 block".into() } else { format!("{} blocks", lost.blocks) };
        let expectation = Expectation {
            occurrence: 1,
            about: About::Leak,
            message,
            expected: Some("freed, or reachable at the end".to_owned()),
            actual: Some(format!("{} bytes in {blocks}, lost", lost.bytes)),
            inferred: None,
        };
        with_check(asked, at, condition, span, expectation)
    }

    /// What is lost, with where it comes from.
    fn told(&self, lost: &Lost) -> String {
        let place = self.program.sources.line_column(lost.block.span);
        let Lost { block, blocks, bytes, .. } = lost;
        let unit = if *bytes == 1 { "byte" } else { "bytes" };
        let count = match blocks {
            1 => String::new(),
            blocks => format!(" in {blocks} blocks"),
        };
        let is = if *bytes == 1 { "is" } else { "are" };
        format!("{bytes} {unit}{count} from {} in line {} {is}", block.function, place.line)
    }
}

/// Storage that held the last pointer, what it is called, and what happens to it.
#[derive(Clone)]
struct Held {
    value: Option<Expr>,
    name: String,
    what: &'static str,
}

fn them(lost: &Lost) -> &'static str {
    match (lost.blocks, lost.bytes) {
        (1, 1) => "it",
        (1, _) => "them",
        _ => "the first of them",
    }
}

/// The block is freed, or what held the last pointer does not lead to it.
fn freed_or_elsewhere(program: &mut Program, block: Place, held: Option<Held>, span: Span) -> Expr {
    let (result, ty) = (int(program), block.ty);
    let block = Expr { span, ..Expr::load(block) };
    let is_freed = not(program, block.clone());
    let Some(value) = held.and_then(|held| held.value) else { return is_freed };
    let value = Expr::new(ExprKind::Cast(Box::new(value)), ty, span);
    let kind = ExprKind::Binary(BinaryOp::Ne, Box::new(value), Box::new(block));
    let is_elsewhere = Expr::new(kind, result, span);
    Expr::new(ExprKind::Or(Box::new(is_freed), Box::new(is_elsewhere)), result, span)
}

/// Blocks that are lost, by the call that allocated them; those that others lead to are only counted with these.
fn by_call(heap: &Heap<'_>, blocks: &[Block]) -> Vec<Lost> {
    let mut led_to: FxHashSet<ObjectId> = FxHashSet::default();
    let mut below: FxHashMap<ObjectId, FxHashSet<ObjectId>> = FxHashMap::default();
    for block in blocks {
        let reached = heap.reached_from(block.object);
        // Of a cycle the one that was allocated first counts.
        let others = reached.iter().copied().filter(|&it| {
            let is_cycle =
                it < block.object && below.get(&it).is_some_and(|of| of.contains(&block.object));
            it != block.object && !is_cycle
        });
        led_to.extend(others);
        below.insert(block.object, reached);
    }
    let mut found: Vec<Lost> = Vec::new();
    let mut calls: Vec<(Span, FxHashSet<ObjectId>)> = Vec::new();
    for block in blocks.iter().filter(|block| !led_to.contains(&block.object)) {
        let at = calls.iter().position(|(span, _)| *span == block.span).unwrap_or_else(|| {
            calls.push((block.span, FxHashSet::default()));
            found.push(Lost { block: *block, blocks: 0, bytes: 0, further: 0 });
            calls.len() - 1
        });
        found[at].blocks += 1;
        found[at].bytes += block.size;
        let reached = &below[&block.object];
        calls[at].1.extend(reached.iter().filter(|it| **it != block.object));
    }
    for (lost, (_, reached)) in found.iter_mut().zip(&calls) {
        lost.further = reached.len();
    }
    found
}
