//! Which statements a test executes, and program dices.

use rustc_hash::FxHashSet;
use whydunit_interp::{Config, Detail, Observer, prepare};
use whydunit_program::{FunctionId, Point, Program, SourceStmtId};
use whydunit_suite::{Runner, Suite};

/// Statements executed by one run.
pub(crate) type Executed = FxHashSet<SourceStmtId>;

struct Watch<'p> {
    program: &'p Program,
    last: Option<Point>,
    executed: Executed,
    points: FxHashSet<Point>,
}

impl Observer for Watch<'_> {
    const DETAIL: Detail = Detail::Everything;

    fn step(&mut self, point: Point, _frame: u32) {
        if self.last != Some(point) && self.points.insert(point) {
            self.executed.insert(self.program.origin_of(point).1);
        }
        self.last = Some(point);
    }
}

/// What each of the chosen tests executes.
pub(crate) fn executed(
    program: &Program,
    start: FunctionId,
    config: &Config,
    suite: &Suite,
    chosen: &[usize],
) -> Vec<Executed> {
    let runner = Runner::new(program, start, config.clone());
    let compiled = prepare(program);
    let of = |&index: &usize| {
        let mut watch = Watch {
            program,
            last: None,
            executed: Executed::default(),
            points: FxHashSet::default(),
        };
        let spec = runner.spec(&suite.tests[index]);
        compiled.run(&spec, config, &mut |_, _| {}, &mut watch);
        watch.executed
    };
    chosen.iter().map(of).collect()
}

/// Lines, with the names of their files, that tests execute together: these survive a change of the text in place.
pub(crate) type Lines = FxHashSet<(String, u32)>;

/// The lines of statements.
pub(crate) fn lines(program: &Program, executed: &[Executed]) -> Lines {
    let mut found = Lines::default();
    for stmt in executed.iter().flatten() {
        let span = program.source_stmt(*stmt).span;
        let file = program.sources.file(span.file);
        if file.is_user() && !span.is_empty() {
            found.insert((file.name().to_owned(), program.sources.line_column(span).line));
        }
    }
    found
}

/// The largest dice: what a failing test executes and a passing one does not (Agrawal et al., 1995, by way of the
/// AutoDebug paper, which takes the largest for the one that most likely holds the fault).
pub(crate) fn largest_dice(failing: &[Executed], passing: &[Executed]) -> Option<Executed> {
    let dices = failing.iter().flat_map(|fails| {
        passing.iter().map(move |passes| fails.difference(passes).copied().collect::<Executed>())
    });
    dices.max_by_key(Executed::len).filter(|dice| !dice.is_empty())
}
