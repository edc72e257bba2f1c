//! Proofs for a terminal: line by line what cannot fail, why, and what that rests on; then what is left.

use super::style::Style;
use crate::limits::LONGEST_CHECKED;
use crate::words::{shorten, wrap};
use crate::{ProofReport, TextOptions};

pub(crate) fn proofs_text(proofs: &[ProofReport], options: &TextOptions, out: &mut String) {
    let proved = proofs.iter().filter(|proof| proof.proved).count();
    let heading = format!("proved for all runs: {proved} of {} conditions", proofs.len());
    out.push_str(&format!("{}\n", Style::Strong.paint(&heading, options.colour)));
    // What speaks for itself is only counted.
    let is_plain =
        |proof: &&ProofReport| proof.proved && proof.because.is_none() && proof.rests_on.is_empty();
    for proof in proofs.iter().filter(|proof| !is_plain(proof)) {
        let (style, word) = match proof.proved {
            true => (Style::Success, "proved"),
            false => (Style::Warning, "open"),
        };
        let part = proof.part.as_ref().map_or(String::new(), |part| format!(", {part}"));
        let text = shorten(proof.text.lines().next().unwrap_or_default(), LONGEST_CHECKED);
        let said = format!("line {}: {}{part} of `{text}`", proof.line, proof.kind);
        let word = format!("{:<6}", style.paint(word, options.colour));
        out.push_str(&format!("  {word} {said}\n"));
        let mut reasons = Vec::new();
        reasons.extend(proof.because.as_ref().map(|fact| format!("because {fact}")));
        if !proof.rests_on.is_empty() {
            let lines: Vec<String> = proof.rests_on.iter().map(u32::to_string).collect();
            let plural = if lines.len() == 1 { "line" } else { "lines" };
            reasons.push(format!("rests on {plural} {}", lines.join(", ")));
        }
        for line in wrap(&reasons.join("; "), options.width.saturating_sub(9), usize::MAX) {
            if !line.is_empty() {
                out.push_str(&format!("         {}\n", Style::Fact.paint(&line, options.colour)));
            }
        }
    }
    let plain = proofs.iter().filter(is_plain).count();
    if plain > 0 {
        out.push_str(&format!("  and {plain} proved conditions that need no further fact\n"));
    }
    out.push('\n');
}
