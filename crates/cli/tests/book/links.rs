//! Links of pages, and whether there is something at their ends.

use std::path::Path;

use super::pages::{book, name, read};

/// Targets of the links and images in a page, code aside.
pub(crate) fn targets(text: &str) -> Vec<String> {
    let mut targets = Vec::new();
    for line in prose(text) {
        let mut rest = line.as_str();
        while let Some(at) = rest.find("](") {
            rest = &rest[at + 2..];
            let end = rest.find(')').unwrap_or(rest.len());
            targets.push(rest[..end].to_string());
        }
    }
    targets
}

/// The lines outside of code blocks, without code between backticks.
fn prose(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut lines = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            lines.push(line.split('`').step_by(2).collect());
        }
    }
    lines
}

/// The anchors of a page, as mdBook and code hosts make them from headings.
fn anchors(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut anchors: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
        }
        if is_code || !line.starts_with('#') {
            continue;
        }
        let title = line.trim_start_matches('#').trim();
        let kept = title.chars().filter_map(|c| match c {
            ' ' => Some('-'),
            '-' | '_' => Some(c),
            _ if c.is_alphanumeric() => Some(c.to_ascii_lowercase()),
            _ => None,
        });
        anchors.push(kept.collect());
    }
    anchors
}

/// What is wrong with the links of a page. Links of the book stay inside of it: nothing else is there when it is read in a browser.
pub(crate) fn broken(page: &Path) -> Vec<String> {
    let text = read(page);
    let mut problems = Vec::new();
    for target in targets(&text) {
        if target.starts_with("https://") {
            continue;
        }
        let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
        let directory = page.parent().expect("a page should be in a directory");
        let path = if file.is_empty() { page.to_path_buf() } else { directory.join(file) };
        let Ok(path) = path.canonicalize() else {
            problems.push(format!("{}: there is no {target}", name(page)));
            continue;
        };
        if page.starts_with(book()) && !path.starts_with(book()) {
            problems.push(format!("{}: {target} leads out of the book", name(page)));
        }
        if !anchor.is_empty() && !anchors(&read(&path)).iter().any(|there| there == anchor) {
            problems.push(format!("{}: no heading for {target}", name(page)));
        }
    }
    problems
}
