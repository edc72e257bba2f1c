//! Standard input: the program itself (`whydunit explain -`), or what it reads.

use std::io::{BufRead, IsTerminal, Read};
use std::time::Instant;

use anyhow::anyhow;
use whydunit::{BudgetOptions, Error, Language, Options, Session, examine_files, stdin_program};
use whydunit_report::MessageKind;

use crate::limits::{BYTES_AT_ONCE, LONGEST_WAIT, MOST_BYTES_OF_A_PROGRAM};
use crate::outcome::{Problem, print_message};
use crate::watchdog;

/// What to make of a pipe that nobody has mentioned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pipe {
    /// It is the standard input of the run; so is what somebody types while it goes on.
    Typed,
    /// It is the standard input of the run.
    Read,
    Ignore,
}

/// Reads the program, if it is on standard input.
pub(crate) fn with_program(mut options: Options) -> Result<Options, Problem> {
    let Some(name) = options.files.iter().find(|file| stdin_program::is_name(file)).cloned() else {
        return Ok(options);
    };
    // Nobody should type a program that is then refused.
    Language::of(&options.files)?;
    examine_files(&options)?;
    let text = program(&options.budget)?;
    options.texts.push((name, text));
    Ok(options)
}

/// The text of the program, to the end of standard input.
fn program(budget: &BudgetOptions) -> Result<Vec<u8>, Problem> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        return Ok(own_standard_input(budget)?);
    }
    print_message(MessageKind::Note, "type the program; Ctrl-D ends it".to_owned());
    let mut text = Vec::new();
    let read = stdin.lock().take(MOST_BYTES_OF_A_PROGRAM + 1).read_to_end(&mut text);
    read.map_err(Error::io("cannot read the program from standard input"))?;
    watchdog::restart();
    Ok(text)
}

/// Gives the run what is piped into us, when the program reads standard input at all. Is it to be typed?
pub(crate) fn supply(session: &mut Session, pipe: Pipe) -> Result<bool, Problem> {
    let options = session.options();
    let is_taken = options.files.iter().any(|file| stdin_program::is_name(file));
    let is_wanted = match &options.start.stdin {
        Some(path) if path.as_os_str() != "-" => false,
        None if is_taken => false,
        Some(_) if is_taken => {
            let message = "--stdin -: standard input is the program itself; use --stdin FILE";
            return Err(anyhow!(message).into());
        }
        None if pipe == Pipe::Ignore || !session.reads_standard_input() => false,
        None if std::io::stdin().is_terminal() => {
            if pipe == Pipe::Read {
                let text = "standard input is a terminal: it is taken as empty (--stdin FILE)";
                print_message(MessageKind::Note, text.to_owned());
            }
            return Ok(pipe == Pipe::Typed);
        }
        None => true,
        Some(_) => true,
    };
    if is_wanted {
        let bytes = own_standard_input(&options.budget)?;
        session.set_standard_input(bytes);
    }
    Ok(false)
}

/// The next line that is typed; empty at the end.
pub(crate) fn typed_line() -> Vec<u8> {
    let mut line = Vec::new();
    let read = std::io::stdin().lock().read_until(b'\n', &mut line);
    watchdog::restart();
    read.map(|_| line).unwrap_or_default()
}

/// Our own standard input, to its end. It may have none (`yes | whydunit ...`) or nothing to say: the
/// budgets of the run hold for reading it.
fn own_standard_input(budget: &BudgetOptions) -> Result<Vec<u8>, Error> {
    let most = usize::try_from(budget.bytes()).unwrap_or(usize::MAX) / 4;
    let (sender, receiver) = std::sync::mpsc::sync_channel(16);
    // Left behind when time is up: a read that waits for a silent pipe cannot be interrupted.
    std::thread::spawn(move || {
        let mut stdin = std::io::stdin().lock();
        loop {
            let mut piece = vec![0; BYTES_AT_ONCE];
            let read = stdin.read(&mut piece).map(|count| {
                piece.truncate(count);
                piece
            });
            let is_end = read.as_ref().map_or(true, Vec::is_empty);
            if sender.send(read).is_err() || is_end {
                return;
            }
        }
    });
    let deadline = Instant::now().checked_add(budget.timeout());
    let mut bytes = Vec::new();
    loop {
        let left =
            deadline.map_or(budget.timeout(), |at| at.saturating_duration_since(Instant::now()));
        let received = receiver.recv_timeout(left.min(LONGEST_WAIT));
        if let Some(why) = budget.cancel.why() {
            let message = format!("{why} before standard input had ended");
            return Err(Error::OutOfBudget(message));
        }
        if received.is_err() && left > LONGEST_WAIT {
            continue;
        }
        let Ok(piece) = received else {
            let seconds = budget.timeout().as_secs_f64();
            return Err(Error::OutOfBudget(format!(
                "standard input did not end within {seconds} s (--timeout)"
            )));
        };
        let piece = piece.map_err(Error::io("cannot read standard input"))?;
        if piece.is_empty() {
            return Ok(bytes);
        }
        bytes.extend_from_slice(&piece);
        if bytes.len() > most {
            return Err(Error::OutOfBudget(format!(
                "standard input does not fit in {} MiB of memory (--memory)",
                budget.memory
            )));
        }
    }
}
