//! A run that is held against what an analysis says about all runs.
#![allow(dead_code, reason = "each test uses a part")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use whydunit_absint::{Analysis, Cases, Fact, Variable, analyse};
use whydunit_interp::{
    BulkSource, Cell, CellObject, CheckSet, Config, Ending, ObjectId, ObjectInfo, ObjectKind,
    Observer, RunSpec, prepare,
};
use whydunit_program::{CheckKind, FunctionId, GlobalId, LocalId, Point, Program, TypeId};

/// Steps after which a run is not followed any more.
const MOST_STEPS: u64 = 200_000;

pub(crate) fn kinds(checks: CheckSet) -> Vec<CheckKind> {
    CheckKind::ALL.into_iter().filter(|kind| checks.contains(*kind)).collect()
}

pub(crate) fn analysed<'p>(
    program: &'p Program,
    start: FunctionId,
    checks: CheckSet,
    seconds: u64,
) -> Analysis<'p> {
    let options = whydunit_absint::Options {
        checks: kinds(checks),
        deadline: Some(Instant::now() + Duration::from_secs(seconds)),
        mines: true,
    };
    analyse(program, start, &options)
}

/// What is known of a program, ready for comparison.
pub(crate) struct Known<'p> {
    pub(crate) program: &'p Program,
    pub(crate) analysis: Analysis<'p>,
    checks: CheckSet,
    facts: HashMap<Point, Cases>,
}

impl<'p> Known<'p> {
    pub(crate) fn new(program: &'p Program, start: FunctionId, checks: CheckSet) -> Known<'p> {
        let analysis = analysed(program, start, checks, 20);
        let facts = analysis.facts().into_iter().collect();
        Known { program, analysis, checks, facts }
    }

    /// What a run does that the analysis says cannot happen.
    pub(crate) fn contradiction(&self, spec: &RunSpec) -> Option<String> {
        if !self.analysis.is_complete() {
            return None;
        }
        let mut looking = Looking {
            known: self,
            frames: HashMap::new(),
            globals: HashMap::new(),
            variables: HashMap::new(),
            problem: None,
        };
        let config =
            Config { checks: self.checks, max_steps: Some(MOST_STEPS), ..Config::default() };
        let result = prepare(self.program).run(spec, &config, &mut |_, _| {}, &mut looking);
        if let Some(problem) = looking.problem {
            return Some(problem);
        }
        let Ending::Failed(failure) = result.ending else { return None };
        let text = |problem: &str| {
            let at = self.program.sources.line_column(failure.span);
            format!("{} at {}:{}: {problem}", failure.message, at.line, at.column)
        };
        if self.analysis.holds() {
            return Some(text("the program is said to hold"));
        }
        let properties = self.analysis.properties();
        // What has no value fails where it decides something; known is the read that it came from.
        let is_anywhere = failure.kind == CheckKind::Uninit;
        let of_point = |one: &&whydunit_absint::Property| {
            (is_anywhere || one.point == failure.point) && one.kind == failure.kind
        };
        if !properties.iter().filter(of_point).any(|one| !one.is_proved) {
            return Some(text("proved, or not known as a demand"));
        }
        None
    }
}

struct Looking<'k, 'p> {
    known: &'k Known<'p>,
    frames: HashMap<u32, (FunctionId, HashMap<LocalId, i128>)>,
    globals: HashMap<GlobalId, i128>,
    /// Variables that live in memory; locals with their frames.
    variables: HashMap<ObjectId, (u32, Variable)>,
    problem: Option<String>,
}

impl Looking<'_, '_> {
    /// The value of an integer variable, if it is written as a whole.
    fn written(&mut self, frame: u32, variable: Variable, size: u64, bits: u64) {
        let program = self.known.program;
        match variable {
            Variable::Local(local) => {
                let Some((function, values)) = self.frames.get_mut(&frame) else { return };
                let Some(info) = program.function(*function).locals.get(local.index()) else {
                    return;
                };
                match whole(program, info.ty, size, bits) {
                    Some(value) => values.insert(local, value),
                    None => values.remove(&local),
                };
            }
            Variable::Global(global) => {
                match whole(program, program.global(global).ty, size, bits) {
                    Some(value) => self.globals.insert(global, value),
                    None => self.globals.remove(&global),
                };
            }
        }
    }

    /// Does the fact hold? What is said about variables without a value that is known is not looked at.
    fn holds(&self, fact: &Fact, values: &HashMap<LocalId, i128>) -> bool {
        let mut sum = fact.constant;
        for (variable, factor) in &fact.terms {
            let value = match variable {
                Variable::Local(local) => values.get(local),
                Variable::Global(global) => self.globals.get(global),
            };
            let Some(value) = value else { return true };
            sum += factor * value;
        }
        sum <= 0
    }

    fn name(&self, function: FunctionId, variable: Variable) -> &str {
        match variable {
            Variable::Local(local) => &self.known.program.function(function).local(local).name,
            Variable::Global(global) => &self.known.program.global(global).name,
        }
    }

    /// A case that a run is not in, in words.
    fn denied(
        &self,
        function: FunctionId,
        case: &[Fact],
        values: &HashMap<LocalId, i128>,
    ) -> String {
        let Some(fact) = case.iter().find(|fact| !self.holds(fact, values)) else {
            return String::new();
        };
        let mut text = String::new();
        for (variable, factor) in &fact.terms {
            let value = match variable {
                Variable::Local(local) => values.get(local),
                Variable::Global(global) => self.globals.get(global),
            };
            text.push_str(&format!("{factor} * {}[{value:?}] + ", self.name(function, *variable)));
        }
        format!("{text}{} <= 0", fact.constant)
    }

    fn place(&self, point: Point) -> String {
        let at = self.known.program.sources.line_column(self.known.program.origin_of(point).0);
        let function = &self.known.program.function(point.function).name;
        format!("{function}, line {} ({point:?})", at.line)
    }
}

impl Observer for Looking<'_, '_> {
    fn step(&mut self, point: Point, frame: u32) {
        if self.problem.is_some() {
            return;
        }
        let Some(cases) = self.known.facts.get(&point) else {
            self.problem = Some(format!("no run should come to {}", self.place(point)));
            return;
        };
        let Some((function, values)) = self.frames.get(&frame) else { return };
        let is_in = |case: &Vec<Fact>| case.iter().all(|fact| self.holds(fact, values));
        if !cases.iter().any(is_in) {
            let denied: Vec<String> =
                cases.iter().map(|case| self.denied(*function, case, values)).collect();
            let denied = denied.join("; nor ");
            self.problem = Some(format!("at {}: not {denied}", self.place(point)));
        }
    }

    fn enter(
        &mut self,
        frame: u32,
        function: FunctionId,
        _call: Option<Point>,
        _caller: Option<u32>,
    ) {
        self.frames.insert(frame, (function, HashMap::new()));
    }

    fn leave(&mut self, frame: u32) {
        self.frames.remove(&frame);
    }

    fn allocate(&mut self, object: ObjectId, info: &ObjectInfo) {
        let variable = match info.kind {
            ObjectKind::Local { frame, local, .. } => (frame, Variable::Local(local)),
            ObjectKind::Global(global) => (0, Variable::Global(global)),
            _ => return,
        };
        self.variables.insert(object, variable);
    }

    fn write(&mut self, cell: Cell, bits: u64) {
        match cell.object {
            CellObject::Register { frame, local } => {
                self.written(frame, Variable::Local(local), u64::from(cell.size), bits);
            }
            CellObject::Memory(object) => {
                let Some(&(frame, variable)) = self.variables.get(&object) else { return };
                let size = if cell.offset == 0 { cell.size } else { 0 };
                self.written(frame, variable, u64::from(size), bits);
            }
        }
    }

    fn input(&mut self, record: &whydunit_interp::InputRecord) {
        self.write(record.cell, record.bits);
    }

    fn bulk_write(&mut self, object: ObjectId, _offset: u64, _bytes: &[u8], _from: BulkSource) {
        let Some(&(frame, variable)) = self.variables.get(&object) else { return };
        self.written(frame, variable, 0, 0);
    }
}

/// The value of an integer that was written with all its bytes.
fn whole(program: &Program, ty: TypeId, size: u64, bits: u64) -> Option<i128> {
    let kind = program.types.int_kind(ty)?;
    if u64::from(kind.bits) != size * 8 || kind.bits > 64 {
        return None;
    }
    let shift = 64 - u32::from(kind.bits);
    Some(match kind.signed {
        true => i128::from(((bits << shift) as i64) >> shift),
        false => i128::from((bits << shift) >> shift),
    })
}

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// The C programs of a directory in alphabetical order, without parts of other programs.
pub(crate) fn programs(directory: &str) -> Vec<PathBuf> {
    let directory = repository().join("tests/programs").join(directory);
    let entries = std::fs::read_dir(directory).expect("the programs are there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("entries are readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .filter(|path| !path.to_string_lossy().ends_with(".inc.c"))
        .collect();
    files.sort();
    files
}
