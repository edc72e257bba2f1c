//! Every evaluator is asked about every row, with arithmetic checks on and off.

use whydunit_interp::{CheckSet, RunSpec, prepare};
use whydunit_program::{CheckKind, Program};
use whydunit_source::Span;

use super::checker::checker_differs;
use super::evaluators::{
    Outcome, analysis_differs, autodebug_differs, compile, formula_differs, function,
    guards_differ, line_of, machine, native, search_differs, traced,
};
use super::known::Disagreements;
use super::symbolic::{Evaluated, hold_symbolically};
use super::table::{Asked, Row, functions, questions};

/// Checks of arithmetic: what they guard has a meaning on the machine all the same.
pub(crate) const ARITHMETIC_OFF: &str = "-overflow,-shift,-div";
/// All checks, each of arithmetic switched off in turn, and none of them.
const SETTINGS: [&str; 5] = ["", "-overflow", "-shift", "-div", ARITHMETIC_OFF];

/// Tuples of a row that the others are asked about, evenly spread, unless `WHYDUNIT_TUPLES` says otherwise: machine and C
/// compiler are asked about all of them, which is cheap.
const TUPLES: u64 = 8;
/// ... where there is time.
const TUPLES_OF_ALL: u64 = 24;
/// Tuples in one function: what an analysis of straight code costs grows faster than its length.
const TUPLES_TOGETHER: usize = 12;
/// Rows in one program, and functions: some evaluators look at all of a program before they look at a run.
const ROWS_TOGETHER: usize = 32;
pub(crate) const FUNCTIONS_TOGETHER: usize = 40;

/// How often evaluators had an answer, where they may have none.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Answers {
    /// Texts that were asked about, and the tuples in those that have a trace.
    pub(crate) texts: usize,
    pub(crate) tuples: usize,
    pub(crate) find: usize,
    pub(crate) absint: usize,
    pub(crate) guards: usize,
    pub(crate) numbers: usize,
    pub(crate) checked_parts: usize,
    pub(crate) functions: Evaluated,
}

impl Answers {
    /// A column that gives no answers agrees with everything.
    fn are_enough(&self) {
        let Answers { texts, tuples, find, absint, guards, numbers, checked_parts, functions } =
            *self;
        let answered = format!("{self:?}");
        // The search may give up where a check is off behind which nothing is followed; no row has one.
        assert_eq!(find, texts, "{answered}");
        // Analyses have a deadline.
        assert!(absint * 100 >= texts * 99, "{answered}");
        // Each line has an index that decides an address, and three numbers that AutoDebug may know: result, index and sum.
        assert!(guards == tuples && numbers >= 3 * tuples, "{answered}");
        // In three forms: the result, the entry of the table and the sum.
        assert!(checked_parts >= 9 * tuples, "{answered}");
        for answers in functions.answers {
            assert!(answers * 100 >= functions.tuples * 99, "{answered}");
        }
    }
}

/// Asks about all rows, and compares what disagrees with the list.
pub(crate) fn hold(table: &str, rows: &[Row]) {
    let mut found = Disagreements::default();
    let mut answers = Answers::default();
    for rows in rows.chunks(ROWS_TOGETHER) {
        hold_together(rows, &mut found, &mut answers);
    }
    found.hold_against_list(table);
    answers.are_enough();
}

fn hold_together(rows: &[Row], found: &mut Disagreements, answers: &mut Answers) {
    let program = compile(&functions(rows));
    let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
    let native = native(rows, scratch.path());
    let most = whydunit_testing::count("WHYDUNIT_TUPLES", TUPLES, TUPLES_OF_ALL) as usize;
    let checked = by_machine(&program, rows, CheckSet::default());
    for list in SETTINGS {
        let checks = CheckSet::parse(list).expect("the list is well-formed");
        let outcomes = by_machine(&program, rows, checks);
        if let (ARITHMETIC_OFF, Some(native)) = (list, &native) {
            compare_with_compiler(rows, &outcomes, native, list, found);
        }
        answers.functions += hold_symbolically(rows, &outcomes, (list, checks), found);
        let is_single = !["", ARITHMETIC_OFF].contains(&list);
        let mut asked = questions_of(rows, &outcomes, &checked, most, is_single);
        let text = questions(rows, &mut asked);
        let program = compile(&text);
        for one in &asked {
            ask(&program, rows, one, (list, checks), found, answers);
        }
    }
}

pub(crate) fn by_machine(program: &Program, rows: &[Row], checks: CheckSet) -> Vec<Vec<Outcome>> {
    let compiled = prepare(program);
    let of_row = |(index, row): (usize, &Row)| {
        let start = function(program, &format!("f_{index}"));
        row.tuples.iter().map(|tuple| machine(&compiled, start, tuple, checks)).collect()
    };
    rows.iter().enumerate().map(of_row).collect()
}

pub(crate) fn compare_with_compiler(
    rows: &[Row],
    outcomes: &[Vec<Outcome>],
    native: &[Vec<Outcome>],
    list: &str,
    found: &mut Disagreements,
) {
    for ((row, outcomes), native) in rows.iter().zip(outcomes).zip(native) {
        for ((tuple, outcome), native) in row.tuples.iter().zip(outcomes).zip(native) {
            // The smallest number divided by -1 is an overflow that stops the machine, whatever is checked.
            if outcome != native {
                let operands = row.values(tuple);
                let example =
                    format!("{operands}: the compiler's {native:x?}, the machine's {outcome:x?}");
                found.add("machine", list, &row.name, example);
            }
        }
    }
}

/// Tuples with a value stand together; of those that stop, the first and the last of each kind are asked about alone.
fn questions_of(
    rows: &[Row],
    outcomes: &[Vec<Outcome>],
    checked: &[Vec<Outcome>],
    most: usize,
    is_single: bool,
) -> Vec<Asked> {
    let mut asked = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let mut lines = sampled(row, &outcomes[index], &checked[index], most);
        if is_single {
            // What no check stops has been asked about with all checks on.
            lines.retain(|line| line.is_stopped);
        }
        for (number, lines) in lines.chunks(TUPLES_TOGETHER).enumerate() {
            asked.push(Asked {
                row: index,
                lines: lines.iter().map(|line| (line.tuple.clone(), line.value)).collect(),
                stops: None,
                function: format!("row_{index}_{number}"),
                first_line: 0,
            });
        }
        for (number, tuple) in stopping(row, &outcomes[index]).into_iter().enumerate() {
            asked.push(Asked {
                row: index,
                lines: Vec::new(),
                stops: Some(tuple),
                function: format!("stop_{index}_{number}"),
                first_line: 0,
            });
        }
    }
    asked
}

/// A tuple with its value.
struct Line {
    tuple: Vec<u64>,
    value: u64,
    /// Does a check stop it when all are on?
    is_stopped: bool,
}

/// Tuples with their values: half of the sample from those that a check stops when it is on, half from the others.
fn sampled(row: &Row, outcomes: &[Outcome], checked: &[Outcome], most: usize) -> Vec<Line> {
    let (mut stopped, mut others) = (Vec::new(), Vec::new());
    for ((tuple, outcome), checked) in row.tuples.iter().zip(outcomes).zip(checked) {
        if let &Outcome::Value(value) = outcome {
            let is_stopped = outcome != checked;
            let list = if is_stopped { &mut stopped } else { &mut others };
            list.push(Line { tuple: tuple.clone(), value, is_stopped });
        }
    }
    let spread = |list: Vec<Line>| {
        let step = list.len().div_ceil(most.div_ceil(2)).max(1);
        // Off the beat of the combinations, so that all operands take turns.
        let is_chosen = move |position: &usize| (position + position / step).is_multiple_of(step);
        list.into_iter().enumerate().filter(move |(at, _)| is_chosen(at)).map(|(_, line)| line)
    };
    spread(stopped).chain(spread(others)).collect()
}

/// The first and the last tuple of each way to stop.
fn stopping(row: &Row, outcomes: &[Outcome]) -> Vec<Vec<u64>> {
    let kind = |outcome: &Outcome| match outcome {
        Outcome::Value(_) => None,
        Outcome::Fails(kind, _) => Some(Some(*kind)),
        Outcome::Traps | Outcome::Other(_) => Some(None),
    };
    let kinds: Vec<Option<Option<CheckKind>>> = outcomes.iter().map(kind).collect();
    let is_end = |position: &usize| {
        let this = kinds[*position];
        this.is_some()
            && (!kinds[..*position].contains(&this) || !kinds[position + 1..].contains(&this))
    };
    (0..kinds.len()).filter(is_end).map(|position| row.tuples[position].clone()).collect()
}

fn ask(
    program: &Program,
    rows: &[Row],
    asked: &Asked,
    (list, checks): (&str, CheckSet),
    found: &mut Disagreements,
    answers: &mut Answers,
) {
    let row = &rows[asked.row];
    let spec = RunSpec::new(function(program, &asked.function));
    let mut add = |evaluator: &str, place: Option<Span>, message: String| {
        let tuple = place.and_then(|span| asked.tuple_at(line_of(program, span)));
        let operands = tuple.or(asked.stops.as_ref()).map(|tuple| row.values(tuple));
        let example = format!("{}: {message}", operands.unwrap_or_else(|| "?".into()));
        found.add(evaluator, list, &row.name, example);
    };
    let trace = traced(program, &spec, checks);
    let expected = match &trace {
        Ok(trace) => Some((trace.failure.kind, trace.failure.span)),
        Err(Outcome::Traps) => None,
        Err(other) => panic!("{}: {other:?}", row.name),
    };
    if asked.stops.is_none() {
        let (kind, span) = expected.expect("every text fails at its end");
        let last = asked.first_line + asked.lines.len() as u32;
        if (kind, line_of(program, span)) != (CheckKind::Assert, last) {
            add("machine", Some(span), format!("{kind:?} in the second text"));
            return;
        }
    }
    answers.texts += 1;
    let (problems, has_answer) = search_differs(program, &spec, checks, expected);
    answers.find += usize::from(has_answer);
    for (place, message) in problems {
        add("find", place, message);
    }
    let (problem, has_answer) = analysis_differs(program, &spec, checks);
    answers.absint += usize::from(has_answer);
    if let Some(problem) = problem {
        add("absint", None, problem);
    }
    let Ok(trace) = trace else { return };
    answers.tuples += asked.lines.len();
    for (place, message) in formula_differs(program, &trace) {
        add("encode", place, message);
    }
    let (problems, right) = checker_differs(program, &trace);
    answers.checked_parts += right;
    for (place, message) in problems {
        add("verify", place, message);
    }
    let (problems, right) = guards_differ(&trace);
    answers.guards += right;
    for (place, message) in problems {
        add("guards", place, message);
    }
    let (problems, right) = autodebug_differs(program, &trace);
    answers.numbers += right;
    for (place, message) in problems {
        add("autodebug", place, message);
    }
}
