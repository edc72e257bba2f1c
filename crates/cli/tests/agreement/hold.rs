//! Every evaluator is asked about every row, with arithmetic checks on and off.

use whydunit_interp::{CheckSet, RunSpec, prepare};
use whydunit_program::{CheckKind, Program};
use whydunit_source::Span;

use crate::evaluators::{
    Outcome, analysis_differs, autodebug_differs, compile, formula_differs, function,
    guards_differ, line_of, machine, native, search_differs, traced,
};
use crate::known::Disagreements;
use crate::table::{Asked, Row, functions, questions};

/// Checks of arithmetic: what they guard has a meaning on the machine all the same.
pub(crate) const ARITHMETIC_OFF: &str = "-overflow,-shift,-div";

/// Tuples of a row that the others are asked about, evenly spread, unless `WHYDUNIT_TUPLES` says otherwise: machine and C
/// compiler are asked about all of them, which is cheap.
const TUPLES: usize = 24;
/// Tuples in one function: what an analysis of straight code costs grows faster than its length.
const TUPLES_TOGETHER: usize = 12;

/// How often the evaluators that may have no answer have had one.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Answers {
    pub(crate) tuples: usize,
    pub(crate) guards: usize,
    pub(crate) numbers: usize,
}

/// Asks about all rows, and compares what disagrees with the list.
pub(crate) fn hold(table: &str, rows: &[Row]) -> Answers {
    let mut found = Disagreements::default();
    let mut answers = Answers::default();
    let program = compile(&functions(rows));
    let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
    let native = native(rows, scratch.path());
    let most = std::env::var("WHYDUNIT_TUPLES").ok().and_then(|text| text.parse().ok());
    let most = most.unwrap_or(TUPLES);
    let checked = by_machine(&program, rows, CheckSet::default());
    for list in ["", ARITHMETIC_OFF] {
        let checks = CheckSet::parse(list).expect("the list is well-formed");
        let outcomes = by_machine(&program, rows, checks);
        if let (false, Some(native)) = (list.is_empty(), &native) {
            compare_with_compiler(rows, &outcomes, native, list, &mut found);
        }
        let mut asked = questions_of(rows, &outcomes, &checked, most);
        let text = questions(rows, &mut asked);
        let program = compile(&text);
        for one in &asked {
            ask(&program, rows, one, (list, checks), &mut found, &mut answers);
        }
    }
    found.hold_against_list(table);
    answers
}

fn by_machine(program: &Program, rows: &[Row], checks: CheckSet) -> Vec<Vec<Outcome>> {
    let compiled = prepare(program);
    let of_row = |(index, row): (usize, &Row)| {
        let start = function(program, &format!("f_{index}"));
        row.tuples.iter().map(|tuple| machine(&compiled, start, tuple, checks)).collect()
    };
    rows.iter().enumerate().map(of_row).collect()
}

fn compare_with_compiler(
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
) -> Vec<Asked> {
    let mut asked = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let lines = sampled(row, &outcomes[index], &checked[index], most);
        for (number, lines) in lines.chunks(TUPLES_TOGETHER).enumerate() {
            asked.push(Asked {
                row: index,
                lines: lines.to_vec(),
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

/// Tuples with their values: half of the sample from those that a check stops when it is on, half from the others.
fn sampled(
    row: &Row,
    outcomes: &[Outcome],
    checked: &[Outcome],
    most: usize,
) -> Vec<(Vec<u64>, u64)> {
    let (mut stopped, mut others) = (Vec::new(), Vec::new());
    for ((tuple, outcome), checked) in row.tuples.iter().zip(outcomes).zip(checked) {
        if let Outcome::Value(bits) = outcome {
            let list = if outcome == checked { &mut others } else { &mut stopped };
            list.push((tuple.clone(), *bits));
        }
    }
    let spread = |list: Vec<(Vec<u64>, u64)>| {
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
    for (place, message) in search_differs(program, &spec, checks, expected) {
        add("find", place, message);
    }
    if let Some(problem) = analysis_differs(program, &spec, checks) {
        add("absint", None, problem);
    }
    let Ok(trace) = trace else { return };
    answers.tuples += asked.lines.len();
    for (place, message) in formula_differs(program, &trace) {
        add("encode", place, message);
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
