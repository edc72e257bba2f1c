//! A program that is read from standard input: `whydunit explain -`.

use std::io::{IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, anyhow};
use whydunit_report::MessageKind;

use crate::limits::MOST_BYTES_OF_A_PROGRAM;
use crate::outcome::{Problem, print_message};

/// What messages and reports call it.
pub(crate) const NAME: &str = "<stdin>";
/// ... if it is in Boogie, as the ending says of every file.
pub(crate) const BOOGIE_NAME: &str = "<stdin>.bpl";

pub(crate) fn is_name(file: &Path) -> bool {
    file.as_os_str() == NAME || file.as_os_str() == BOOGIE_NAME
}

/// The text of the program, to the end of standard input.
pub(crate) fn read() -> Result<Vec<u8>, Problem> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        let message = "type the program; Ctrl-D ends it".to_owned();
        print_message(MessageKind::Note, message);
    }
    let mut text = Vec::new();
    let read = stdin.lock().take(MOST_BYTES_OF_A_PROGRAM + 1).read_to_end(&mut text);
    read.context("cannot read the program from standard input")?;
    if text.len() as u64 > MOST_BYTES_OF_A_PROGRAM {
        return Err(anyhow!("standard input is too large to be a program").into());
    }
    Ok(text)
}
