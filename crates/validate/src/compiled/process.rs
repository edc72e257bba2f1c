//! Runs a command that may not end, or print without end: what came of it within limits?

use std::process::Command;
use std::time::{Duration, Instant};

use whydunit_host::{Budget, Request};
use whydunit_project::Cancel;

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
    let cancel = Some(limits.cancel.clone());
    let request = Request {
        budget: Budget { deadline: limits.deadline, memory: None, cancel },
        time: Some(limits.time),
        input: None,
        output: limits.output,
        needs_all_output: false,
    };
    match whydunit_host::run(command, &request) {
        whydunit_host::Ran::Ended(ended) => Ran::Ended(Ended {
            code: ended.code(),
            signal: ended.signal(),
            stdout: ended.stdout,
            stderr: String::from_utf8_lossy(&ended.stderr).into_owned(),
        }),
        whydunit_host::Ran::TooLong | whydunit_host::Ran::TooMuchOutput => Ran::TooLong,
        whydunit_host::Ran::Exhausted(_) => Ran::TimeIsUp,
        whydunit_host::Ran::NotStarted(error) => Ran::NotStarted(error),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Stdio;

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
