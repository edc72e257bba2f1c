//! `--apply`: the best repair goes into the files.

use anyhow::{Context, anyhow};
use whydunit::{PatchedFile, stdin_program};
use whydunit_report::MessageKind;

use crate::outcome::{Problem, print_message};

pub(crate) fn apply_best(best: Option<&[PatchedFile]>) -> Result<(), Problem> {
    let Some(files) = best else {
        print_message(MessageKind::Note, "--apply: there is no repair to apply".to_owned());
        return Ok(());
    };
    for PatchedFile { name, before, after } in files {
        if name == stdin_program::NAME {
            return Err(anyhow!("--apply: the program came from standard input").into());
        }
        let current = std::fs::read_to_string(name)
            .with_context(|| format!("--apply: cannot read {name}"))?;
        if current != *before {
            return Err(anyhow!("--apply: {name} has changed in the meantime; left alone").into());
        }
        std::fs::write(name, after).with_context(|| format!("--apply: cannot write {name}"))?;
        print_message(MessageKind::Note, format!("{name}: repair 1 applied"));
    }
    Ok(())
}
