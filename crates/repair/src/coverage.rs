//! Which statements a test executes, and program dices.

use rustc_hash::FxHashSet;
use whydunit_interp::{Config, Detail, Observer, prepare};
use whydunit_program::{FunctionId, Point, Program, SourceStmtId};
use whydunit_source::SourceMap;
use whydunit_suite::{Runner, Suite};

use crate::Edit;

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

/// Lines, with the names of their files, that tests execute together.
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

/// A line of a changed file, as it is counted in the original: none for what is new, several where lines were joined.
pub fn lines_before(edits: &[Edit], sources: &SourceMap, file: &str, line: u32) -> Vec<u32> {
    let lines = Lines::from_iter([(file.to_owned(), line)]);
    before_edits(&lines, sources, edits).into_iter().map(|(_, line)| line).collect()
}

/// Lines of a changed text, as they are counted in the original; what is new in the text has no line there.
pub(crate) fn before_edits(lines: &Lines, sources: &SourceMap, edits: &[Edit]) -> Lines {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort();
    let mut found = Lines::default();
    for (name, line) in lines {
        let own = edits.iter().filter(|edit| sources.file(edit.span.file).name() == name);
        let originals = original_lines(sources, own.copied(), *line);
        found.extend(originals.into_iter().map(|line| (name.clone(), line)));
    }
    found
}

/// The lines of the original whose text is on a line after the edits of its file, which are ascending.
fn original_lines<'e>(
    sources: &SourceMap,
    edits: impl Iterator<Item = &'e Edit>,
    line: u32,
) -> Vec<u32> {
    // So many lines more than in the original, up to here.
    let mut shift: i64 = 0;
    for edit in edits {
        let file = sources.file(edit.span.file);
        let first = file.line_column(edit.span.start);
        let last = file.line_column(edit.span.end).line;
        let added = edit.new.matches('\n').count() as i64;
        let (begin, end) = (i64::from(first.line) + shift, i64::from(first.line) + shift + added);
        if i64::from(line) < begin {
            break;
        }
        if i64::from(line) <= end {
            // Before the edit there may be nothing on its first line, and behind it is the rest of its last.
            let is_begun = file
                .line_text(first.line)
                .and_then(|text| text.get(..first.column as usize - 1))
                .is_some_and(|before| !before.trim().is_empty());
            let is_changed = added == 0 && !edit.new.trim().is_empty();
            let mut found = Vec::new();
            if i64::from(line) == begin && (is_begun || is_changed) {
                found.push(first.line);
            }
            if i64::from(line) == end {
                found.push(last);
            }
            return found;
        }
        shift += added - i64::from(last - first.line);
    }
    u32::try_from(i64::from(line) - shift).into_iter().collect()
}

/// The largest dice: what a failing test executes and a passing one does not (Agrawal et al., 1995, by way of the
/// AutoDebug paper, which takes the largest for the one that most likely holds the fault).
pub(crate) fn largest_dice(failing: &[Executed], passing: &[Executed]) -> Option<Executed> {
    let dices = failing.iter().flat_map(|fails| {
        passing.iter().map(move |passes| fails.difference(passes).copied().collect::<Executed>())
    });
    dices.max_by_key(Executed::len).filter(|dice| !dice.is_empty())
}

#[cfg(test)]
mod tests {
    use whydunit_source::Span;

    use super::*;

    #[test]
    fn lines_before_edits() {
        let text = "one;\n  two;\nthree;\nfour;\nfive;\n";
        let mut sources = SourceMap::new();
        let file = sources.add("a.c", text);
        let edit = |at: &str, length: usize, new: &str| {
            let start = text.find(at).expect("it should be there") as u32;
            Edit { span: Span::new(file, start, start + length as u32), new: new.to_owned() }
        };
        let lines = |edits: &[Edit], all: std::ops::RangeInclusive<u32>| -> Vec<Vec<u32>> {
            let of = |line| {
                let one = Lines::from_iter([("a.c".to_owned(), line)]);
                let mut found: Vec<u32> =
                    before_edits(&one, &sources, edits).into_iter().map(|(_, line)| line).collect();
                found.sort_unstable();
                found
            };
            all.map(of).collect()
        };
        // A guard before line 2, which is then on line 4; line 4 is left out.
        let guard = edit("two", 0, "if (x)\n    break;\n  ");
        let gone = edit("four", 6, "");
        let found = lines(&[guard, gone], 1..=6);
        assert_eq!(found, [vec![1], vec![], vec![], vec![2], vec![3], vec![5]]);
        // Within a line, and in place of two lines.
        let small = edit("one", 3, "ONE");
        let joined = edit("three", 11, "both");
        assert_eq!(lines(&[joined, small], 1..=4), [vec![1], vec![2], vec![3, 4], vec![5]]);
    }
}
