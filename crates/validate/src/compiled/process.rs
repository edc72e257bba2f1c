//! Runs a command that may not end, or print without end: what came of it within limits?
//!
//! Its output is read by threads of their own, which are not waited for longer than the command itself: what it has started
//! may live on and keep the pipes open.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use whydunit_project::Cancel;

use crate::limits::{FIRST_PAUSE, LAST_WORDS, LONGEST_PAUSE};

#[derive(Clone, Debug)]
pub(super) struct Limits {
    pub(super) time: Duration,
    /// The end of everybody's time.
    pub(super) deadline: Option<Instant>,
    /// Ends it from outside.
    pub(super) cancel: Cancel,
    /// Bytes of output. A command that prints more is no longer listened to.
    pub(super) output: usize,
}

impl Limits {
    fn is_time_up(&self) -> bool {
        self.cancel.is_cancelled() || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

#[derive(Debug)]
pub(super) enum Ran {
    Ended(Ended),
    /// It was stopped after its time.
    TooLong,
    /// It was stopped because everybody's time is over.
    TimeIsUp,
    NotStarted(std::io::Error),
}

#[derive(Debug)]
pub(super) struct Ended {
    pub(super) code: Option<i32>,
    /// What killed it.
    pub(super) signal: Option<i32>,
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: String,
}

/// Runs it; standard input is as the caller has set it.
pub(super) fn run(command: &mut Command, limits: Limits) -> Ran {
    let started = Instant::now();
    if limits.is_time_up() {
        return Ran::TimeIsUp;
    }
    let mut child = match command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) => return Ran::NotStarted(error),
    };
    let stdout = collected(child.stdout.take(), limits.output);
    let stderr = collected(child.stderr.take(), limits.output);
    let mut pause = FIRST_PAUSE;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) => {}
            Err(error) => {
                stop(&mut child);
                return Ran::NotStarted(error);
            }
        }
        if limits.is_time_up() {
            stop(&mut child);
            return Ran::TimeIsUp;
        }
        if started.elapsed() >= limits.time {
            stop(&mut child);
            return Ran::TooLong;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    };
    let received = |from: Receiver<Vec<u8>>| from.recv_timeout(LAST_WORDS).unwrap_or_default();
    Ran::Ended(Ended {
        code: status.code(),
        signal: signal(status),
        stdout: received(stdout),
        stderr: String::from_utf8_lossy(&received(stderr)).into_owned(),
    })
}

fn stop(child: &mut Child) {
    // It may have ended by itself in between.
    let _ = child.kill();
    let _ = child.wait();
}

fn collected(from: Option<impl Read + Send + 'static>, most: usize) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(from) = from {
            let _ = from.take(most as u64).read_to_end(&mut bytes);
        }
        let _ = sender.send(bytes);
    });
    receiver
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, time: Duration, output: usize) -> Ran {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null());
        run(&mut command, Limits { time, output, ..limits() })
    }

    #[test]
    fn commands_end_or_are_stopped() {
        let long = Duration::from_secs(60);
        let Ran::Ended(ended) = shell("echo out; echo err >&2; exit 3", long, 100) else {
            panic!("it should have ended")
        };
        assert_eq!((ended.code, ended.signal), (Some(3), None));
        assert_eq!((ended.stdout.as_slice(), ended.stderr.as_str()), (&b"out\n"[..], "err\n"));
        let killed = shell("kill -KILL $$", long, 100);
        assert!(matches!(killed, Ran::Ended(Ended { code: None, signal: Some(9), .. })));
        let endless = shell("while :; do :; done", Duration::from_millis(50), 100);
        assert!(matches!(endless, Ran::TooLong));
        let Ran::Ended(chatty) = shell("while echo y; do :; done 2>/dev/null", long, 10) else {
            panic!("nobody listens: it should have ended")
        };
        assert_eq!(chatty.stdout, b"y\ny\ny\ny\ny\n");
        let nothing = run(&mut Command::new("./no such command"), limits());
        assert!(matches!(nothing, Ran::NotStarted(_)));
    }

    #[test]
    fn the_end_of_everybodys_time_comes_first() {
        let mut command = Command::new("sh");
        command.args(["-c", "sleep 60"]).stdin(Stdio::null());
        let ran = run(&mut command, Limits { deadline: Some(Instant::now()), ..limits() });
        assert!(matches!(ran, Ran::TimeIsUp));
    }

    fn limits() -> Limits {
        Limits {
            time: Duration::from_secs(60),
            deadline: None,
            cancel: Cancel::default(),
            output: 100,
        }
    }
}
