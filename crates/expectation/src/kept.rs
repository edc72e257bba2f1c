//! Why does a condition stay as it is, round after round? What a round does with the values that it reads.
//!
//! Looked at in rounds of a run that is known to go round for ever. Where a state has come back, all are looked at until it does so again. Where that is not what
//! was proved, only variables that nothing can reach but by their names are spoken of: the path of a round is then always the same, and so is which of these it sets.

use std::ops::Range;

use rustc_hash::FxHashSet;
use whydunit_interp::{BulkSource, Cell, CellObject, Config, ObjectId, Observer, RunSpec, prepare};
use whydunit_program::{
    BinaryOp, BlockId, Cfg, Expr, ExprKind, Place, PlaceBase, Point, Program, TerminatorKind,
};
use whydunit_termination::{Endless, Proof};

use crate::stated_decision::written;

/// Rounds of a path that a proof takes together, at the most, and as many again.
const ROUNDS: u64 = 8;

/// Steps of a run in which a proof that is about a path has found its rounds, and of so many more of these.
const STEPS: u64 = 100_000;

/// What is to be said of it, in a few words.
pub(crate) fn kept(
    program: &Program,
    endless: &Endless,
    spec: &RunSpec,
    config: &Config,
) -> Option<String> {
    let (at, _) = endless.exit?;
    let TerminatorKind::Branch { cond, .. } = &program.terminator_at(at.point).kind else {
        return None;
    };
    if let Some(said) = holds_of_all(program, cond) {
        return Some(said);
    }
    // Once a round: not the condition of a loop inside.
    let cfg = Cfg::new(program.function(at.point.function).blocks());
    let around = cfg.loops().iter().filter(|it| it.contains(at.point.block));
    let around = around.max_by_key(|it| it.depth).filter(|_| endless.recursion.is_none())?;
    let targets = program.terminator_at(at.point).kind.successors();
    if targets.iter().all(|target| around.contains(*target)) || at.occurrence < 2 {
        return None;
    }
    // All rounds until the state has come back once more; of a path that repeats, as many as are ever taken together.
    let (last, steps) = match endless.proof {
        Proof::StateComesBack(steps) => (u64::MAX, 2 * steps + ROUNDS),
        _ => (at.occurrence + ROUNDS, STEPS),
    };
    let rounds = at.occurrence - 1..last;
    let mut watch = Watch { rounds, ..Watch::of(at.point) };
    let config = Config { max_steps: Some(steps), ..config.clone() };
    prepare(program).run(spec, &config, &mut |_, _| {}, &mut watch);
    let comes_back = matches!(endless.proof, Proof::StateComesBack(_));
    let is_register = |(cell, _): &(Cell, u64)| matches!(cell.object, CellObject::Register { .. });
    let is_seen = watch.met >= at.occurrence && (comes_back || watch.met >= last);
    if watch.read.is_empty() || !is_seen || !comes_back && !watch.read.iter().all(is_register) {
        return None;
    }
    let names = names(program, cond)?;
    match watch.set[..] {
        [] => {
            let skipped = skipped(program, &watch, cond, |block| around.contains(block));
            Some(match &skipped[..] {
                [only] => format!("no round changes {names}, `{only}` is not reached"),
                [one, other] => {
                    format!("no round changes {names}, `{one}` and `{other}` are not reached")
                }
                _ => format!("no round changes {names}"),
            })
        }
        [(point, true)] if comes_back => {
            let (span, _) = program.origin_of(point);
            let place = program.stmt_at(point)?.kind.destination()?;
            let (statement, name) = (written(program, span)?, written(program, place.span)?);
            // What a call gives has no name.
            (!name.contains('(')).then(|| format!("`{statement}` leaves {name} as it was"))
        }
        _ => None,
    }
}

/// `i >= 0` of an unsigned `i`, and the like.
fn holds_of_all(program: &Program, cond: &Expr) -> Option<String> {
    let ExprKind::Binary(op, left, right) = &cond.kind else { return None };
    let is_zero = |it: &Expr| it.without_casts().as_int() == Some(0);
    let value = match op {
        BinaryOp::Ge if is_zero(right) => left,
        BinaryOp::Le if is_zero(left) => right,
        _ => return None,
    };
    let kind = program.types.int_kind(value.ty)?;
    let name = written(program, value.span)?;
    (!kind.signed).then(|| format!("{name} is unsigned, never below 0"))
}

/// The variables of a condition, as they are written.
fn names(program: &Program, cond: &Expr) -> Option<String> {
    let mut found: Vec<String> = Vec::new();
    cond.walk(&mut |part| {
        if let ExprKind::Load(place) = &part.kind
            && let Some(name) = written(program, place.span)
            && !found.contains(&name)
        {
            found.push(name);
        }
    });
    match &found[..] {
        [one] => Some(one.clone()),
        [one, other] => Some(format!("{one} and {other}")),
        _ => None,
    }
}

/// Statements of the loop that set a variable of the condition, and that no round reaches; none where it reads more than variables.
fn skipped(
    program: &Program,
    watch: &Watch,
    cond: &Expr,
    is_inside: impl Fn(BlockId) -> bool,
) -> Vec<String> {
    let mut variables: Vec<&PlaceBase> = Vec::new();
    let mut is_plain = true;
    cond.walk(&mut |part| {
        if let ExprKind::Load(Place { base, path, .. }) = &part.kind {
            is_plain &= path.is_empty() && !matches!(base, PlaceBase::Deref(_));
            variables.push(base);
        }
    });
    let function = watch.at.function;
    let mut found: Vec<String> = Vec::new();
    for (block, number) in program.function(function).blocks().iter().zip(0..) {
        let block_id = BlockId(number);
        for (stmt, index) in block.stmts.iter().zip(0..) {
            let point = Point { function, block: block_id, index };
            let sets =
                stmt.kind.destination().is_some_and(|place| variables.contains(&&place.base));
            if !sets || !is_plain || !is_inside(block_id) || watch.passed.contains(&point) {
                continue;
            }
            let Some(text) = written(program, program.origin_of(point).0) else {
                return Vec::new();
            };
            if !found.contains(&text) {
                found.push(text);
            }
        }
    }
    found
}

/// What the decision at the beginning of the first round reads, and which statements set that in all of them.
struct Watch {
    at: Point,
    rounds: Range<u64>,
    met: u64,
    point: Point,
    read: Vec<(Cell, u64)>,
    /// A statement, and whether it always left the value as it was.
    set: Vec<(Point, bool)>,
    passed: FxHashSet<Point>,
}

impl Watch {
    fn of(at: Point) -> Watch {
        let (read, set, passed) = (Vec::new(), Vec::new(), FxHashSet::default());
        Watch { at, rounds: 0..0, met: 0, point: at, read, set, passed }
    }

    fn is_within(&self) -> bool {
        self.rounds.contains(&self.met)
    }

    fn sets(&mut self, object: CellObject, offset: u32, size: u32, bits: Option<u64>) {
        let end = offset.saturating_add(size);
        let hit = self.read.iter().find(|(read, _)| {
            read.object == object && read.offset < end && offset < read.offset + read.size
        });
        let Some(&(read, before)) = hit.filter(|_| self.is_within()) else { return };
        let is_same = (read.offset, read.size) == (offset, size) && bits == Some(before);
        match self.set.iter_mut().find(|(point, _)| *point == self.point) {
            Some((_, always)) => *always &= is_same,
            None => self.set.push((self.point, is_same)),
        }
    }
}

impl Observer for Watch {
    fn step(&mut self, point: Point, _: u32) {
        self.point = point;
        self.met += u64::from(point == self.at);
        if self.is_within() {
            self.passed.insert(point);
        }
    }

    fn read(&mut self, cell: Cell, bits: u64) {
        if self.met == self.rounds.start && self.point == self.at {
            self.read.push((cell, bits));
        }
    }

    fn write(&mut self, cell: Cell, bits: u64) {
        self.sets(cell.object, cell.offset, cell.size, Some(bits));
    }

    fn bulk_write(&mut self, object: ObjectId, offset: u64, bytes: &[u8], _: BulkSource) {
        let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        self.sets(CellObject::Memory(object), offset, size, None);
    }
}
