//! `--apply`: the best repair goes into the files, into all of them or none.

use anyhow::anyhow;
use whydunit::{PatchedFile, WrittenFile, stdin_program};
use whydunit_report::MessageKind;

use crate::destination;
use crate::outcome::{Problem, print_message};

pub(crate) fn apply_best(best: Option<Vec<PatchedFile>>) -> Result<(), Problem> {
    let Some(files) = best else {
        print_message(MessageKind::Note, "--apply: there is no repair to apply".to_owned());
        return Ok(());
    };
    if files.iter().any(|file| file.name == stdin_program::NAME) {
        return Err(anyhow!("--apply: the program came from standard input").into());
    }
    let file = |PatchedFile { name, before, after }| WrittenFile {
        path: name.into(),
        bytes: after,
        before: Some(before),
    };
    let files: Vec<WrittenFile> = files.into_iter().map(file).collect();
    destination::replace("--apply", &files)?;
    for file in &files {
        print_message(MessageKind::Note, format!("{}: repair 1 applied", file.path.display()));
    }
    Ok(())
}
