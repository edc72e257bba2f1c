//! The verdict of a search in words: what holds, within which bounds, and what would take the search further.

use std::collections::{BTreeMap, BTreeSet};

use super::style::Style;
use crate::limits::{
    LISTED_ASSUMPTIONS, LISTED_GAPS, LISTED_LOOPS, LONGEST_LOOP, MOST_VERDICT_LINES,
    NARROWEST_VERDICT,
};
use crate::words::{shorten, wrap};
use crate::{
    AssumptionKind, AssumptionReport, BoundedLoop, CoverageReport, Place, Report, SearchGap,
    SearchStop, TextOptions, Verdict,
};

/// The verdict, and below it what the reader may want to do about it.
pub(crate) fn verdict_text(
    report: &Report,
    coverage: &CoverageReport,
    options: &TextOptions,
) -> String {
    let bounds = bounds(coverage);
    let (style, word, verdict) = match report.verdict {
        Verdict::Fails => (Style::Error, "fails", format!(": {}", count(report))),
        Verdict::Holds => (Style::Success, "holds", ": no input makes a check fail".to_owned()),
        Verdict::HoldsWithinBound if bounds.is_empty() => {
            (Style::Success, "holds", " within what was looked at".to_owned())
        }
        Verdict::HoldsWithinBound => {
            // Bounds of inputs are said in words of their own.
            let is_unwound = !coverage.loops.is_empty() || !coverage.recursions.is_empty();
            let within = if is_unwound { "within" } else { "within bounds:" };
            (Style::Success, "holds", format!(" {within} {bounds}"))
        }
        Verdict::Unknown => {
            let looked = ": no failure found, but not everything could be looked at";
            (Style::Warning, "unknown", looked.to_owned())
        }
    };
    let width = options.width.max(NARROWEST_VERDICT);
    let mut out = String::new();
    let mut lines = wrap(&format!("{word}{verdict}"), width, MOST_VERDICT_LINES).into_iter();
    let first = lines.next().unwrap_or_default();
    out.push_str(&style.paint(word, options.colour));
    out.push_str(first.strip_prefix(word).unwrap_or_default());
    out.push('\n');
    let rest: Vec<String> = lines.collect();
    for line in wrap(&rest.join(" "), width - 2, MOST_VERDICT_LINES) {
        out.push_str(&format!("  {line}\n"));
    }
    for remark in remarks(report, coverage, &bounds) {
        for (index, line) in wrap(&remark, width - 4, MOST_VERDICT_LINES).iter().enumerate() {
            let indent = if index == 0 { "  " } else { "    " };
            out.push_str(&format!("{indent}{line}\n"));
        }
    }
    out
}

/// `3 failures found, with 2 causes`.
fn count(report: &Report) -> String {
    let failures = report.failures.len();
    let groups: BTreeSet<u32> = report.failures.iter().filter_map(|it| it.group).collect();
    let alone = report.failures.iter().filter(|failure| failure.group.is_none()).count();
    let causes = groups.len() + alone;
    match (failures, causes) {
        (1, _) => "1 failure found".to_owned(),
        (_, 1) => format!("{failures} failures found, with one cause"),
        _ if causes < failures => format!("{failures} failures found, with {causes} causes"),
        _ => format!("{failures} failures found"),
    }
}

/// What was looked at: `12 iterations of line 6 (loop `while (i < n)`), recursion of `f` to depth 8`.
fn bounds(coverage: &CoverageReport) -> String {
    let mut parts = loop_bounds(coverage);
    for bound in &coverage.recursions {
        parts.push(format!("recursion of `{}` to depth {}", bound.function, bound.depth));
    }
    parts.extend(coverage.inputs.iter().cloned());
    parts.join(", ")
}

fn loop_bounds(coverage: &CoverageReport) -> Vec<String> {
    let (library, own): (Vec<&BoundedLoop>, Vec<&BoundedLoop>) =
        coverage.loops.iter().partition(|bound| bound.is_library);
    let mut parts = match own.as_slice() {
        [only] => {
            let text = loop_text(&only.place);
            let text = if text.is_empty() { text } else { format!(" (loop `{text}`)") };
            let place = line_name(&only.place, coverage);
            vec![format!("{} of {place}{text}", iterations(only.iterations))]
        }
        several => several_loops(several, coverage),
    };
    if let Some(fewest) = library.iter().map(|bound| bound.iterations).min() {
        parts.push(format!("{} of loops in library functions", iterations(fewest)));
    }
    parts
}

/// Loops with as many iterations are named together.
fn several_loops(loops: &[&BoundedLoop], coverage: &CoverageReport) -> Vec<String> {
    let mut places: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for bound in loops {
        let name = match coverage.names_files {
            true => line_name(&bound.place, coverage),
            false => bound.place.line.to_string(),
        };
        let names = places.entry(bound.iterations).or_default();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let lines = |names: &[String]| match (names, coverage.names_files) {
        ([only], false) => format!("line {only}"),
        (_, false) => format!("lines {}", enumeration(names)),
        (_, true) => enumeration(names),
    };
    places
        .iter()
        .rev()
        .map(|(&count, names)| format!("{} of {}", iterations(count), lines(names)))
        .collect()
}

fn iterations(count: u32) -> String {
    if count == 1 { "1 iteration".to_owned() } else { format!("{count} iterations") }
}

fn line_name(place: &Place, coverage: &CoverageReport) -> String {
    match coverage.names_files {
        true => format!("{}:{}", place.file, place.line),
        false => format!("line {}", place.line),
    }
}

/// The head of the loop that has something at this place, as far as it is in the same line.
fn loop_text(place: &Place) -> String {
    let line = place.line_text.as_str();
    let column = place.column.saturating_sub(1) as usize;
    let before = line.char_indices().nth(column).map_or(line.len(), |(at, _)| at);
    let Some(start) = ["while", "for"]
        .into_iter()
        .filter_map(|keyword| Some((line[..before].rfind(keyword)?, keyword.len())))
        .filter(|&(at, length)| line[at + length..].trim_start().starts_with('('))
        .map(|(at, _)| at)
        .max()
    else {
        return String::new();
    };
    let mut depth = 0;
    let is_end = |c: char| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => return false,
        };
        depth == 0
    };
    let head = line[start..].find(is_end).map_or(&line[start..], |end| &line[start..=start + end]);
    shorten(&head.split_whitespace().collect::<Vec<_>>().join(" "), LONGEST_LOOP)
}

/// `1, 2 and 3`.
fn enumeration(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        _ if names.len() > LISTED_LOOPS => {
            let more = names.len() - LISTED_LOOPS;
            format!("{} and {more} more", names[..LISTED_LOOPS].join(", "))
        }
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn remarks(report: &Report, coverage: &CoverageReport, bounds: &str) -> Vec<String> {
    let mut remarks = Vec::new();
    let is_told = report.verdict == Verdict::HoldsWithinBound;
    if !is_told && !bounds.is_empty() {
        remarks.push(format!("looked at: {bounds}"));
    }
    for (gaps, words) in [(&coverage.gaps, "not followed: "), (&coverage.doubts, "")] {
        let gaps = distinct(gaps);
        for gap in gaps.iter().take(LISTED_GAPS) {
            let place = gap.place.as_ref().map(|place| format!("{}: ", line_name(place, coverage)));
            let says_so =
                gap.message.contains("not followed") || gap.message.contains("not supported");
            let what = if says_so { "" } else { words };
            remarks.push(format!("{}{what}{}", place.unwrap_or_default(), gap.message));
        }
        if gaps.len() > LISTED_GAPS {
            let more = gaps.len() - LISTED_GAPS;
            remarks.push(match words {
                "" => format!("{more} more like these"),
                _ => format!("{more} more places were not followed"),
            });
        }
    }
    remarks.extend(assumptions(report, coverage));
    remarks.extend(stop_text(coverage));
    let is_bounded = !coverage.loops.is_empty() || !coverage.recursions.is_empty();
    let is_open = matches!(report.verdict, Verdict::HoldsWithinBound | Verdict::Unknown);
    if coverage.stopped.is_none() && is_bounded && is_open {
        remarks.push("a larger --unwind looks further".to_owned());
    }
    let is_gap = !coverage.gaps.is_empty() || !coverage.doubts.is_empty();
    if is_open && (is_gap || !coverage.inputs.is_empty()) {
        let help =
            "--input fixes an input, --requires narrows it; `whydunit help limits` says more";
        remarks.push(help.to_owned());
    }
    if report.verdict == Verdict::Fails && !report.is_explained() {
        remarks.push("`whydunit explain` instead of `whydunit run` says why".to_owned());
    }
    remarks
}

/// What the verdict rests on, one line each. Bounds are part of the verdict.
fn assumptions(report: &Report, coverage: &CoverageReport) -> Vec<String> {
    let is_bound = |it: &&AssumptionReport| it.kind == AssumptionKind::Bound;
    let is_told = |it: &&AssumptionReport| {
        it.kind == AssumptionKind::Size && coverage.inputs.contains(&it.what)
            || coverage.doubts.iter().chain(&coverage.gaps).any(|doubt| doubt.message == it.what)
    };
    let listed: Vec<&AssumptionReport> =
        report.assumptions.iter().filter(|it| !is_bound(it) && !is_told(it)).collect();
    let line = |it: &&AssumptionReport| {
        let place = match (&it.file, it.line, coverage.names_files) {
            (Some(file), Some(line), true) => format!("{file}:{line}: "),
            (_, Some(line), false) => format!("line {line}: "),
            _ => String::new(),
        };
        format!("assumed: {place}{}", it.what)
    };
    let mut lines: Vec<String> = listed.iter().take(LISTED_ASSUMPTIONS).map(line).collect();
    if listed.len() > LISTED_ASSUMPTIONS {
        lines.push(format!("{} more assumptions", listed.len() - LISTED_ASSUMPTIONS));
    }
    lines
}

fn distinct(gaps: &[SearchGap]) -> Vec<&SearchGap> {
    let mut found: Vec<&SearchGap> = Vec::new();
    for gap in gaps {
        if !found.contains(&gap) {
            found.push(gap);
        }
    }
    found
}

fn stop_text(coverage: &CoverageReport) -> Option<String> {
    Some(match coverage.stopped? {
        SearchStop::Time => {
            format!("stopped after {} s; a larger --timeout looks further", coverage.timeout)
        }
        SearchStop::Memory => {
            format!("stopped at {} MiB; a larger --memory looks further", coverage.memory)
        }
        SearchStop::CpuTime => {
            let seconds = coverage.cpu_time.as_deref().unwrap_or("its time");
            format!(
                "stopped after {seconds} s of the processors; a larger --cpu-time looks further"
            )
        }
        SearchStop::Interrupted => "stopped by Ctrl-C".to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_of_a_loop_is_found_in_its_line() {
        let head = |line: &str, at: &str| {
            let column = line.find(at).expect("the text should be there") as u32 + 1;
            loop_text(&Place {
                file: "a.c".into(),
                line: 1,
                column,
                end_line: 1,
                end_column: column + 1,
                line_text: line.into(),
            })
        };
        assert_eq!(head("  while (f(x) > (1)) {", "f(x)"), "while (f(x) > (1))");
        assert_eq!(head("\tfor(i = 0;  i < n; i++) x();", "i < n"), "for(i = 0; i < n; i++)");
        assert_eq!(head("  } while (x--);", "x--"), "while (x--)");
        assert_eq!(head("for (;;) { while (a) {} for (; b; ) {} }", "a)"), "while (a)");
        assert_eq!(head("for (int i = 0; i < 3", "i < 3"), "for (int i = 0; i < 3");
        assert_eq!(head("  before = x < y;", "x < y"), "");
        assert_eq!(head("  step();", "step"), "");
    }
}
