//! `--apply`: the best repair goes into the files.

use anyhow::{Context, anyhow};
use whydunit_program::Program;
use whydunit_repair::{Findings, Grade, apply};
use whydunit_report::MessageKind;

use crate::outcome::{Problem, print_message};
use crate::stdin_program;

pub(crate) fn apply_best(program: &Program, findings: &Findings) -> Result<(), Problem> {
    let best = findings.repairs.first().filter(|repair| repair.grade != Grade::Refuted);
    let Some(best) = best else {
        print_message(MessageKind::Note, "--apply: there is no repair to apply".to_owned());
        return Ok(());
    };
    let mut files: Vec<_> = best.edits.iter().map(|edit| edit.span.file).collect();
    files.sort_unstable();
    files.dedup();
    for file in files {
        let source = program.sources.file(file);
        if source.name() == stdin_program::NAME {
            return Err(anyhow!("--apply: the program came from standard input").into());
        }
        let current = std::fs::read_to_string(source.name())
            .with_context(|| format!("--apply: cannot read {}", source.name()))?;
        if current != source.text() {
            let name = source.name();
            return Err(anyhow!("--apply: {name} has changed in the meantime; left alone").into());
        }
        std::fs::write(source.name(), apply(&program.sources, file, &best.edits))
            .with_context(|| format!("--apply: cannot write {}", source.name()))?;
        print_message(MessageKind::Note, format!("{}: repair 1 applied", source.name()));
    }
    Ok(())
}
