//! Repairs as fixes that an editor can apply.

use serde_sarif::sarif::{ArtifactChange, Fix, Replacement};

use super::message::message;
use super::places::{Places, Spot, content_in_full};
use crate::words::standing;
use crate::{EditReport, FailureReport, RepairReport};

pub(super) fn fixes(failure: &FailureReport, places: &Places<'_>) -> Vec<Fix> {
    let with_edits = failure.repairs.iter().filter(|repair| !repair.edits.is_empty());
    with_edits.map(|repair| fix(repair, places)).collect()
}

fn fix(repair: &RepairReport, places: &Places<'_>) -> Fix {
    let mut files: Vec<&str> = Vec::new();
    for edit in &repair.edits {
        if !files.contains(&edit.file.as_str()) {
            files.push(&edit.file);
        }
    }
    let change = |&file: &&str| {
        let edits = repair.edits.iter().filter(|edit| edit.file == file);
        ArtifactChange::builder()
            .artifact_location(places.artifact_location(file))
            .replacements(edits.map(|edit| replacement(edit, places)).collect::<Vec<_>>())
            .build()
    };
    let changes: Vec<ArtifactChange> = files.iter().map(change).collect();
    Fix::builder().description(message(&description(repair))).artifact_changes(changes).build()
}

fn replacement(edit: &EditReport, places: &Places<'_>) -> Replacement {
    let mut region = places.region(Spot::from(edit));
    region.snippet = None;
    Replacement::builder()
        .deleted_region(region)
        .inserted_content(content_in_full(&edit.new))
        .build()
}

/// `Replace "<" by "<=" in line 3 (all 3 tests pass; proved against the contract of f: no input makes it fail)`.
fn description(repair: &RepairReport) -> String {
    let what = match repair.edits.as_slice() {
        [edit] if edit.old.is_empty() => format!("Insert \"{}\" in line {}", edit.new, edit.line),
        [edit] if edit.new.is_empty() => format!("Remove \"{}\" in line {}", edit.old, edit.line),
        [edit] => format!("Replace \"{}\" by \"{}\" in line {}", edit.old, edit.new, edit.line),
        edits => format!("Change {} places", edits.len()),
    };
    let known: Vec<String> = standing(repair).into_iter().map(|one| one.text).collect();
    format!("{what} ({})", known.join("; "))
}
