//! A conversation with a solver program over pipes.
//!
//! Threads do the writing and reading, so that neither a full pipe nor a silent program can hold up whoever asks: every wait is
//! bounded by the budget. The program is killed, and waited for, when the conversation is dropped.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use whydunit_host::{Registered, register};

use super::read::{Reader, Sexp};
use crate::limits::{LONGEST_COMPLAINT, POLL};
use crate::{Budget, Reason};

#[derive(Debug)]
pub(crate) struct Process {
    program: String,
    child: Child,
    /// Ended with this process, whatever happens.
    _registered: Registered,
    input: Option<Sender<String>>,
    output: Receiver<Vec<u8>>,
    reader: Reader,
    complaints: Arc<Mutex<Vec<u8>>>,
}

impl Process {
    pub(crate) fn start(program: &Path, arguments: &[&str]) -> Result<Process, Reason> {
        let name = program.display().to_string();
        let failed = |error: std::io::Error| {
            Reason::External(format!("{} cannot be started: {error}", program.display()))
        };
        let mut command = Command::new(program);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let mut stdin = child.stdin.take().expect("the input should be a pipe");
        let mut stdout = child.stdout.take().expect("the output should be a pipe");
        let mut stderr = child.stderr.take().expect("the error output should be a pipe");

        let (input, to_write) = channel::<String>();
        thread::spawn(move || {
            for text in to_write {
                if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        });
        let (pieces, output) = channel();
        thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            while let Ok(count @ 1..) = stdout.read(&mut buffer) {
                if pieces.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let complaints = Arc::new(Mutex::new(Vec::new()));
        let collected = Arc::clone(&complaints);
        thread::spawn(move || {
            let mut buffer = vec![0; 4096];
            while let Ok(count @ 1..) = stderr.read(&mut buffer) {
                let Ok(mut text) = collected.lock() else { return };
                let room = LONGEST_COMPLAINT.saturating_sub(text.len());
                text.extend_from_slice(&buffer[..count.min(room)]);
            }
        });
        Ok(Process {
            program: name,
            _registered: register(&child),
            child,
            input: Some(input),
            output,
            reader: Reader::new(),
            complaints,
        })
    }

    /// Sends commands. A program that is gone is noticed by the next [`Process::answer`].
    pub(crate) fn send(&self, commands: String) {
        if let Some(input) = &self.input {
            // An error means that the writer has met a closed pipe.
            let _ = input.send(commands);
        }
    }

    /// Waits for the next expression that the program prints. Errors that it reports are errors here.
    pub(crate) fn answer(&mut self, budget: &Budget) -> Result<Sexp, Reason> {
        loop {
            if let Some(answer) = self.reader.next() {
                return match answer.error() {
                    Some(message) => Err(self.problem(message)),
                    None => Ok(answer),
                };
            }
            if let Some(reason) = budget.exceeded() {
                return Err(reason);
            }
            let wait = match budget.deadline {
                Some(deadline) => deadline.saturating_duration_since(Instant::now()).min(POLL),
                None => POLL,
            };
            match self.output.recv_timeout(wait) {
                Ok(piece) => {
                    self.reader.feed(&piece).map_err(|message| self.problem(&message))?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.problem("ended")),
            }
        }
    }

    fn problem(&self, message: &str) -> Reason {
        let complaints =
            self.complaints.lock().map(|text| String::from_utf8_lossy(&text).into_owned());
        let complaints = complaints.unwrap_or_default();
        let separator = if complaints.trim().is_empty() { "" } else { "; it said: " };
        Reason::External(format!("{}: {message}{separator}{}", self.program, complaints.trim()))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.input = None;
        // It may have ended by itself; what matters is that it is gone afterwards.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
