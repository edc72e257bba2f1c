//! Which value would have satisfied the rest of the run, and which small expression gives it?
//!
//! At a site the expression is replaced by an unknown value at every visit, the inputs are those of a failing test, and a bounded
//! search looks for values with which the test passes (angelic values: Chandra et al., "Angelic Debugging", 2011; Nguyen et al.,
//! "SemFix", 2013). A site for which there are none cannot be at fault alone. From the values, and from what the variables in scope hold at the visits, follow the
//! constants of linear templates (`c`, `x + c`, `x + y + c`, `x - y + c`, `c - x`) and the thresholds of comparisons: those that fit all visits are
//! candidates for the tests.

use std::time::Instant;

use rustc_hash::FxHashMap;
use whydunit_find::{Given, Request, search};
use whydunit_host::stretched;
use whydunit_interp::{
    Cell, CellObject, CheckSet, Config, Detail, InputRecord, InputValue, Observer, RunSpec, prepare,
};
use whydunit_program::{
    BinaryOp, Body, CheckKind, Expr, ExprKind, FunctionId, InputOrigin, Local, LocalId, LocalRole,
    Place, PlaceBase, Program, SourceStmtId, Stmt, StmtKind, TerminatorKind, TypeId,
};
use whydunit_source::Span;
use whydunit_suite::{Runner, Test};

use crate::Edit;
use crate::changes::{Change, SiteView, Use, Variant, cost};
use crate::engine::Engine;
use crate::limits::{
    MOST_SITES, MOST_TESTS_FOR_VALUES, MOST_VARIABLES_OF_TEMPLATES, MOST_VISITS,
    TIME_OF_A_QUESTION, TIME_OF_ALL_QUESTIONS, UNWIND_FOR_VALUES,
};
use crate::piece::{Piece, Sort};
use crate::pool::Pool;

/// A visit of a site in a run that passes.
struct Visit {
    wanted: i128,
    /// What the variables hold, in the order of the ingredients.
    context: Vec<Option<i128>>,
}

/// Candidates from angelic values.
pub(crate) fn candidates(engine: &Engine<'_>, sites: &[SiteView]) -> Vec<Change> {
    let started = Instant::now();
    let mut found = Vec::new();
    for site in sites.iter().take(MOST_SITES) {
        if engine.is_late() || started.elapsed() > stretched(TIME_OF_ALL_QUESTIONS) {
            break;
        }
        let Some((visits, variables)) = visits(engine, site) else { continue };
        for (piece, cost) in fitting(&visits, &variables, site, engine.int) {
            if !piece.is_representable(&engine.program.types) {
                continue;
            }
            let piece = piece.converted(site.ty);
            let new =
                if site.is_enclosed { piece.text.clone() } else { format!("({})", piece.text) };
            let variant = Variant::Value { at: vec![site.span], with: piece.expr };
            let edit = Edit { span: site.span, new };
            found.push(Change { edit, variant, cost, source: site.source });
        }
    }
    found
}

/// The visits of the site in runs of failing tests that pass with the values found; `None` if one cannot pass.
fn visits(engine: &Engine<'_>, site: &SiteView) -> Option<(Vec<Visit>, Vec<Piece>)> {
    let pool = Pool::new(engine.program, site.function, engine.int);
    let variables: Vec<Piece> = pool
        .at(site.span.start)
        .filter(|one| one.sort == Sort::Integer && matches!(one.piece.expr.kind, ExprKind::Load(_)))
        .filter(|one| one.origin != crate::pool::Origin::Call)
        .take(MOST_VARIABLES_OF_TEMPLATES)
        .map(|one| one.piece.clone())
        .collect();
    let mut all = Vec::new();
    let failing = engine.suite.tests[..engine.failing_now()].iter();
    for test in failing.take(MOST_TESTS_FOR_VALUES) {
        all.extend(visits_of(engine, site, &variables, test)?);
    }
    (!all.is_empty()).then_some((all, variables))
}

fn visits_of(
    engine: &Engine<'_>,
    site: &SiteView,
    variables: &[Piece],
    test: &Test,
) -> Option<Vec<Visit>> {
    if test.expected.stdout.is_some() || !test.expected.after.is_empty() {
        return None;
    }
    let expected = match &test.expected.result {
        Some(InputValue::Int(value)) => Some(*value),
        Some(_) => return None,
        None => None,
    };
    let start = engine.request.start;
    let holed = Holed::new(engine, site, expected, &[])?;
    let runner = Runner::new(&holed.program, start, engine.config.clone());
    let spec = runner.spec(test);
    let request = Request {
        program: &holed.program,
        spec: &spec,
        given: Given { args: true, stdin: true },
        checks: engine.config.checks.with(CheckKind::Unreach),
        unwind: Some(UNWIND_FOR_VALUES),
        max_steps: engine.config.max_steps,
        modular: false,
        state_is_open: false,
        proved: &[],
        runs_per_failure: 1,
        first_only: false,
        patience: Some(TIME_OF_A_QUESTION),
        budget: engine.budget(Instant::now().checked_add(stretched(TIME_OF_A_QUESTION))),
    };
    let found = search(&request, &mut |_| {});
    let run = found
        .failures
        .iter()
        .find(|failure| {
            failure.failure.kind == CheckKind::Unreach && failure.failure.text == PASSES
        })
        .and_then(|failure| failure.runs.first())?;
    let watched = Holed::new(engine, site, expected, variables)?;
    watched.replay(run, &engine.config, engine.request.start)
}

/// The text of the check that says that a run has passed.
const PASSES: &str = "the run passes";

/// The program with an unknown value at a site.
struct Holed {
    program: Program,
    hole: LocalId,
    function: FunctionId,
    /// Receive what the variables hold, before each visit.
    seen: Vec<LocalId>,
    ty: TypeId,
}

impl Holed {
    fn new(
        engine: &Engine<'_>,
        site: &SiteView,
        expected: Option<i128>,
        variables: &[Piece],
    ) -> Option<Holed> {
        let mut program = engine.program.clone();
        let mut add = |ty: TypeId| {
            let function = &mut program.functions[site.function.index()];
            function.locals.push(Local {
                name: "whydunit_hole".to_owned(),
                ty,
                span: site.span,
                role: LocalRole::Temporary,
                in_memory: false,
                is_vla: false,
            });
            LocalId(function.locals.len() as u32 - 1)
        };
        let hole = add(site.ty);
        let seen: Vec<LocalId> = variables.iter().map(|piece| add(piece.expr.ty)).collect();
        let local = |id: LocalId, ty: TypeId| Place {
            base: PlaceBase::Local(id),
            path: Vec::new(),
            ty,
            span: site.span,
        };
        let mut before: Vec<StmtKind> = Vec::new();
        for (id, piece) in seen.iter().zip(variables) {
            let place = local(*id, piece.expr.ty);
            before.push(StmtKind::Assign { place, value: piece.expr.clone() });
        }
        before.push(StmtKind::Input {
            place: local(hole, site.ty),
            origin: InputOrigin::Nondet("whydunit_hole".to_owned()),
        });
        for (index, function) in program.functions.iter_mut().enumerate() {
            let Body::Blocks(blocks) = &mut function.body else { continue };
            for block in blocks {
                for at in (0..block.stmts.len()).rev() {
                    let stmt = &mut block.stmts[at];
                    if let StmtKind::Check { cond, .. } = &stmt.kind {
                        stmt.kind = StmtKind::Assume { cond: cond.clone() };
                        continue;
                    }
                    if index != site.function.index()
                        || matches!(stmt.kind, StmtKind::Assume { .. })
                    {
                        continue;
                    }
                    let mut is_there = false;
                    let with = Expr::load(local(hole, site.ty));
                    for expr in stmt.kind.operands_mut() {
                        is_there |= put(expr, site.span, &with);
                    }
                    if is_there {
                        let (span, source) = (stmt.span, stmt.source);
                        let stmts =
                            before.iter().map(|kind| Stmt { kind: kind.clone(), span, source });
                        block.stmts.splice(at..at, stmts);
                    }
                }
                let terminator = &mut block.terminator;
                if index == site.function.index() {
                    let mut is_there = false;
                    let with = Expr::load(local(hole, site.ty));
                    if let Some(expr) = terminator.kind.operand_mut() {
                        is_there |= put(expr, site.span, &with);
                    }
                    if is_there {
                        let (span, source) = (terminator.span, terminator.source);
                        let stmts =
                            before.iter().map(|kind| Stmt { kind: kind.clone(), span, source });
                        block.stmts.extend(stmts);
                    }
                }
                if index == engine.request.start.index()
                    && let TerminatorKind::Return(value) = &block.terminator.kind
                {
                    let (span, source) = (block.terminator.span, block.terminator.source);
                    if let (Some(expected), Some(value)) = (expected, value) {
                        let wanted = Expr::int(expected, value.ty, span);
                        let equal = ExprKind::Binary(
                            BinaryOp::Eq,
                            Box::new(value.clone()),
                            Box::new(wanted),
                        );
                        let cond = Expr::new(equal, engine.int, span);
                        block.stmts.push(Stmt { kind: StmtKind::Assume { cond }, span, source });
                    }
                    let kind = StmtKind::Check {
                        kind: CheckKind::Unreach,
                        cond: Expr::int(0, engine.int, span),
                        text: PASSES.to_owned(),
                    };
                    block.stmts.push(Stmt { kind, span, source });
                }
            }
        }
        Some(Holed { program, hole, function: site.function, seen, ty: site.ty })
    }

    /// What the variables held at the visits of a run that passes.
    fn replay(&self, run: &RunSpec, config: &Config, start: FunctionId) -> Option<Vec<Visit>> {
        let checks = CheckSet::NONE.with(CheckKind::Unreach);
        let config = Config { checks, ..config.clone() };
        let spec = RunSpec { function: start, ..run.clone() };
        let mut watch = Watch {
            holed: self,
            current: vec![None; self.seen.len()],
            frames: FxHashMap::default(),
            visits: Vec::new(),
        };
        prepare(&self.program).run(&spec, &config, &mut |_, _| {}, &mut watch);
        let is_usable = !watch.visits.is_empty() && watch.visits.len() <= MOST_VISITS;
        is_usable.then_some(watch.visits)
    }
}

/// Puts `with` where the expression of the site stands.
fn put(expr: &mut Expr, site: Span, with: &Expr) -> bool {
    if let ExprKind::Cast(inner) = &mut expr.kind
        && inner.span == expr.span
    {
        return put(inner, site, with);
    }
    if expr.span == site && expr.ty == with.ty {
        *expr = with.clone();
        return true;
    }
    let mut is_there = false;
    expr.operands_mut().for_each(|child| is_there |= put(child, site, with));
    is_there
}

struct Watch<'h> {
    holed: &'h Holed,
    current: Vec<Option<i128>>,
    frames: FxHashMap<u32, FunctionId>,
    visits: Vec<Visit>,
}

impl Watch<'_> {
    fn value(&self, bits: u64, ty: TypeId) -> Option<i128> {
        let kind = self.holed.program.types.int_kind(ty)?;
        let width = u32::from(kind.bits.min(64));
        let shift = 64 - width;
        Some(match kind.signed {
            true => i128::from(((bits << shift) as i64) >> shift),
            false => i128::from((bits << shift) >> shift),
        })
    }
}

impl Observer for Watch<'_> {
    const DETAIL: Detail = Detail::Everything;

    fn enter(
        &mut self,
        frame: u32,
        function: FunctionId,
        _call: Option<whydunit_program::Point>,
        _caller: Option<u32>,
    ) {
        self.frames.insert(frame, function);
    }

    fn write(&mut self, cell: Cell, bits: u64) {
        if let CellObject::Register { frame, local } = cell.object
            && self.frames.get(&frame) == Some(&self.holed.function)
            && let Some(index) = self.holed.seen.iter().position(|seen| *seen == local)
        {
            let function = self.holed.program.function(self.holed.function);
            self.current[index] = self.value(bits, function.local(local).ty);
        }
    }

    fn input(&mut self, record: &InputRecord) {
        if let CellObject::Register { frame, local } = record.cell.object
            && local == self.holed.hole
            && self.frames.get(&frame) == Some(&self.holed.function)
            && let Some(wanted) = self.value(record.bits, self.holed.ty)
        {
            let context = std::mem::replace(&mut self.current, vec![None; self.holed.seen.len()]);
            self.visits.push(Visit { wanted, context });
        }
    }
}

/// Expressions that give the wanted value at every visit.
fn fitting(
    visits: &[Visit],
    variables: &[Piece],
    site: &SiteView,
    int: TypeId,
) -> Vec<(Piece, u32)> {
    let number = |value: i128| Piece::int(value, int, site.span);
    let columns: Vec<Option<Vec<i128>>> = (0..variables.len())
        .map(|index| visits.iter().map(|visit| visit.context[index]).collect())
        .collect();
    let known: Vec<(Piece, &Vec<i128>)> = variables
        .iter()
        .zip(&columns)
        .filter_map(|(piece, column)| Some((piece.converted(int), column.as_ref()?)))
        .collect();
    let wanted: Vec<i128> = visits.iter().map(|visit| visit.wanted).collect();
    if matches!(site.used, Use::Decision | Use::Truth) {
        return thresholds(&wanted, &known, &number, int);
    }
    let constant = |of: &dyn Fn(usize) -> i128| -> Option<i128> {
        let first = wanted[0] - of(0);
        (1..wanted.len()).all(|at| wanted[at] - of(at) == first).then_some(first)
    };
    let mut found = Vec::new();
    if let Some(value) = constant(&|_| 0) {
        found.push((number(value), cost::ADDED));
    }
    let plus = |piece: Piece, by: i128| match by {
        0 => piece,
        by if by < 0 => Piece::binary(BinaryOp::Sub, &piece, &number(-by), int),
        by => Piece::binary(BinaryOp::Add, &piece, &number(by), int),
    };
    for (index, (piece, column)) in known.iter().enumerate() {
        if let Some(by) = constant(&|at| column[at]) {
            found.push((plus(piece.clone(), by), cost::ADDED + 1));
        }
        if let Some(by) = constant(&|at| -column[at]) {
            found.push((Piece::binary(BinaryOp::Sub, &number(by), piece, int), cost::ADDED + 3));
        }
        for (other, (further, others)) in known.iter().enumerate() {
            if other > index
                && let Some(by) = constant(&|at| column[at] + others[at])
            {
                let sum = Piece::binary(BinaryOp::Add, piece, further, int);
                found.push((plus(sum, by), cost::COMPUTED));
            }
            if other != index
                && let Some(by) = constant(&|at| column[at] - others[at])
            {
                let difference = Piece::binary(BinaryOp::Sub, piece, further, int);
                found.push((plus(difference, by), cost::COMPUTED));
            }
        }
    }
    found
}

/// Comparisons with a constant that hold exactly at the visits where the condition should.
fn thresholds(
    wanted: &[i128],
    known: &[(Piece, &Vec<i128>)],
    number: &dyn Fn(i128) -> Piece,
    int: TypeId,
) -> Vec<(Piece, u32)> {
    let mut found = Vec::new();
    for (piece, column) in known {
        let side = |is_true: bool| {
            let pairs = wanted.iter().zip(column.iter());
            pairs.filter(move |(wanted, _)| (**wanted != 0) == is_true).map(|(_, value)| *value)
        };
        let mut propose = |op: BinaryOp, bound: i128| {
            found.push((Piece::binary(op, piece, &number(bound), int), cost::COMPARISON + 1));
        };
        let (low, high) = (side(true).min(), side(true).max());
        let (low_false, high_false) = (side(false).min(), side(false).max());
        if let (Some(low), Some(high_false)) = (low, high_false)
            && high_false < low
        {
            propose(BinaryOp::Ge, low);
            propose(BinaryOp::Gt, high_false);
        }
        if let (Some(high), Some(low_false)) = (high, low_false)
            && high < low_false
        {
            propose(BinaryOp::Le, high);
            propose(BinaryOp::Lt, low_false);
        }
        if let (Some(low), Some(high)) = (low, high)
            && low == high
            && side(false).all(|value| value != low)
        {
            propose(BinaryOp::Eq, low);
        }
    }
    found
}

/// Sites in the order in which they are asked about: those that the explanation names first.
pub(crate) fn order(sites: &mut [SiteView], is_relevant: &dyn Fn(SourceStmtId) -> bool) {
    sites.sort_by_key(|site| (!is_relevant(site.source), site.span));
}
