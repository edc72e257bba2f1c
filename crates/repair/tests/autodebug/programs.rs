//! Every failing program of the repository can be debugged, and proposals are changes of user code.

use std::path::Path;

use whydunit_repair::apply;
use whydunit_repair::autodebug::{Options, debug, transcript};

use super::common::failing_file;

#[test]
fn proposals_for_all_failing_programs_change_user_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let wanted = std::env::var("WHYDUNIT_TEST").unwrap_or_default();
    let mut paths = Vec::new();
    for directory in ["checks", "language", "library"] {
        let entries = std::fs::read_dir(root.join(directory)).expect("the programs");
        paths.extend(entries.map(|entry| entry.expect("a readable directory").path()));
    }
    paths.sort();
    let mut debugged = 0;
    let mut with_proposals = 0;
    for path in paths.iter().filter(|path| path.to_string_lossy().contains(&wanted)) {
        let Some(text) = simple_program(path) else { continue };
        let Some(failing) = failing_file(path.clone(), &text) else { continue };
        let found = debug(&failing.program, &failing.trace, &Options::default());
        debugged += 1;
        with_proposals += usize::from(!found.proposals.is_empty());
        assert!(!transcript(&found).is_empty());
        for proposal in &found.proposals {
            let edit = &proposal.edits[0];
            let file = failing.program.sources.file(edit.span.file);
            assert!(file.is_user(), "{}: {}", path.display(), proposal.why);
            assert!(edit.span.end as usize <= file.text().len(), "{}", path.display());
            let changed = apply(&failing.program.sources, edit.span.file, &proposal.edits);
            assert_ne!(changed, file.text(), "{}: {}", path.display(), proposal.why);
        }
    }
    assert!(debugged >= 150 || !wanted.is_empty(), "only {debugged} programs fail");
    assert!(with_proposals >= 70 || !wanted.is_empty(), "{with_proposals} of {debugged}");
}

/// The options of a program that is expected to fail and needs nothing but options.
fn simple_program(path: &Path) -> Option<String> {
    let is_c = path.extension().is_some_and(|extension| extension == "c");
    let bytes = std::fs::read(path).ok().filter(|_| is_c)?;
    let text = String::from_utf8_lossy(&bytes);
    let fails = text.contains("//~") && !text.contains("//~ none");
    let first = text.lines().next().unwrap_or_default();
    match first.strip_prefix("// ").and_then(|line| line.split_once(':')) {
        Some(("whydunit", options)) if fails => Some(options.trim().to_owned()),
        Some(("cflags" | "args" | "stdin" | "files", _)) => None,
        _ => fails.then(String::new),
    }
    .filter(|options| !options.contains("--checks") && !options.contains("-m32"))
}
