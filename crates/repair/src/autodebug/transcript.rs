//! What was compared and why each candidate was made, in the paper's notation.

use std::fmt::Write;

use super::linear::{Key, Linear};
use super::points::{Act, Kind};
use super::session::Session;
use super::states::{Facts, Hypotheses};
use super::{Debugging, Evidence, EvidenceKind, PointView};
use crate::limits::{MOST_POINTS_SHOWN, MOST_PREDICATES_SHOWN};

/// The points with their states; of the hypothesised ones the first `count` predicates.
pub(crate) fn fill(
    result: &mut Debugging,
    session: &Session<'_, '_>,
    hypotheses: &Hypotheses,
    count: usize,
) {
    let name = |cell| session.run.name(cell);
    let shown = |index: usize| {
        let predicates = hypotheses.before[index].iter().take(count).flatten();
        predicates.map(|predicate| predicate.show(&name)).collect::<Vec<_>>()
    };
    let facts = |facts: &Option<Facts>| {
        let facts = facts.as_ref()?.iter();
        Some(facts.map(|fact| fact.predicate.show(&name)).collect::<Vec<_>>())
    };
    let mut in_slice = vec![false; session.acts.len()];
    hypotheses.slice.iter().for_each(|&act| in_slice[act] = true);
    for (index, act) in session.acts.iter().enumerate().filter(|(_, act)| act.number > 0) {
        let span = session.run.program.source_stmt(act.source).span;
        let is_kept = session.chosen[index];
        result.points.push(PointView {
            number: act.number,
            line: session.run.program.sources.line_column(span).line,
            text: text(session, act),
            in_slice: in_slice[index],
            hypothesis: if is_kept { shown(index) } else { Vec::new() },
            forward: facts(&session.forward[index]),
            backward: facts(&session.backward[index]),
        });
    }
    result.bottom = shown(session.acts.len());
}

fn text(session: &Session<'_, '_>, act: &Act) -> String {
    let name = |cell| session.run.name(cell);
    match &act.kind {
        Kind::Assign(assign) => {
            let left = Linear::of(Key::Cell(assign.cell), assign.via.clone());
            format!("{}={}", left.show(&name), assign.value.show(&name))
        }
        Kind::Branch(branch) if branch.predicates.is_empty() => {
            let span = session.run.program.source_stmt(act.source).span;
            let words = session.run.program.sources.text(span).split_whitespace();
            words.collect::<Vec<_>>().join(" ")
        }
        Kind::Branch(branch) => {
            let predicates = branch.predicates.iter();
            let shown: Vec<String> =
                predicates.map(|predicate| format!("({})", predicate.show(&name))).collect();
            shown.join("∧")
        }
        Kind::Bytes { .. } => String::new(),
    }
}

/// The evidence as the paper writes it: `E_explicit((s-a[i=2]<0), (s-a[2]>=0), 7)`.
pub(crate) fn evidence_text(evidence: &Evidence) -> String {
    let (r, point) = (&evidence.r, evidence.point);
    match (evidence.kind, &evidence.q) {
        (EvidenceKind::TypeTwo, Some(q)) => format!("E_explicit(({q}), ({r}), {point})  [type II]"),
        (EvidenceKind::TypeOne, _) => format!("E_explicit(any, ({r}), {point})  [type I]"),
        (EvidenceKind::Operation, _) => format!("failed operation on ({r}), {point}"),
        (EvidenceKind::Explicit, _) => format!("E_implicit(({r}))  [explicit above]"),
        _ => format!("E_implicit(({r}))"),
    }
}

fn conjunction(predicates: &[String]) -> String {
    let shown: Vec<String> = predicates
        .iter()
        .take(MOST_PREDICATES_SHOWN)
        .map(|predicate| format!("({predicate})"))
        .collect();
    match (shown.is_empty(), predicates.len() > MOST_PREDICATES_SHOWN) {
        (true, _) => "{ }".into(),
        (_, true) => format!("{} ∧ …", shown.join(" ∧ ")),
        (_, false) => shown.join(" ∧ "),
    }
}

/// What was compared and why each candidate was made.
pub fn transcript(debugging: &Debugging) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "precondition  {}", conjunction(&debugging.precondition));
    let _ = writeln!(out, "trace");
    let mut skipped = 0;
    for (position, point) in debugging.points.iter().enumerate() {
        // Of a long trace, the points that were looked at and the last ones.
        let is_near =
            position < MOST_POINTS_SHOWN || position + MOST_POINTS_SHOWN >= debugging.points.len();
        if !is_near && point.forward.is_none() {
            skipped += 1;
            continue;
        }
        if std::mem::take(&mut skipped) > 0 {
            let _ = writeln!(out, "  …");
        }
        let mark = if point.in_slice { "  pwpSlice" } else { "" };
        let _ = writeln!(out, "  <{},{}>  {}{mark}", point.number, point.line, point.text);
    }
    let _ = writeln!(out, "postcondition");
    for (number, conjunction) in debugging.postcondition.iter().enumerate() {
        let predicates = conjunction
            .predicates
            .iter()
            .map(|(predicate, truth)| format!("({predicate})^{}", if *truth { "T" } else { "F" }));
        let predicates: Vec<String> = predicates.collect();
        let _ = writeln!(out, "  {}: {}", number + 1, predicates.join(" ∧ "));
    }
    let _ = writeln!(out, "states");
    for point in &debugging.points {
        let (Some(forward), Some(backward)) = (&point.forward, &point.backward) else { continue };
        let number = point.number;
        let _ = writeln!(out, "  R_{number} = {}", conjunction(&point.hypothesis));
        let _ = writeln!(out, "  Q_{number}^F = {}", conjunction(forward));
        let _ = writeln!(out, "  Q_{number}^B = {}", conjunction(backward));
    }
    let _ = writeln!(out, "  R_bottom = {}", conjunction(&debugging.bottom));
    for (index, evidence) in debugging.evidence.iter().enumerate() {
        let number = evidence.conjunction + 1;
        let _ = writeln!(
            out,
            "evidence {}: {} for conjunction {number}",
            index + 1,
            evidence_text(evidence)
        );
        for proposal in debugging.proposals.iter().filter(|proposal| proposal.evidence == index) {
            let _ = writeln!(out, "  {}", proposal.why);
        }
    }
    for what in &debugging.left_out {
        let _ = writeln!(out, "left out: {what}");
    }
    out
}
