//! Runs a process that may not end, print without end, or start others: what came of it within limits?
//!
//! It is the leader of a group of its own, so that all that it starts ends with it: at the end of its time, at the end of the budget, and when
//! this process ends ([`end_all`]). Its output is read by threads of their own, which are not waited for longer than the process itself.

use std::ffi::OsStr;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::limits::{CPU_ROUNDING, FIRST_LOOK, LAST_WORDS, LOOK, PIECE};
use crate::{Budget, Exhausted};

/// What a process gets and may take.
#[derive(Clone, Debug)]
pub struct Request {
    /// The end of everybody's time.
    pub budget: Budget,
    /// The time of this process.
    pub time: Option<Duration>,
    /// Bytes of standard input. `None`: what the command says.
    pub input: Option<Vec<u8>>,
    /// Bytes that are kept of each stream of output.
    pub output: usize,
    /// One that prints more is of no use: it is ended. Otherwise it is no longer listened to.
    pub needs_all_output: bool,
}

#[derive(Debug)]
pub enum Ran {
    Ended(Ended),
    /// It was stopped after its own time.
    TooLong,
    /// It was stopped: its output is more than is kept.
    TooMuchOutput,
    /// It was stopped with everybody.
    Exhausted(Exhausted),
    NotStarted(io::Error),
}

#[derive(Debug)]
pub struct Ended {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

impl Ended {
    #[must_use]
    pub fn code(&self) -> Option<i32> {
        self.status.code()
    }

    /// What killed it.
    #[cfg(unix)]
    #[must_use]
    pub fn signal(&self) -> Option<i32> {
        std::os::unix::process::ExitStatusExt::signal(&self.status)
    }

    /// What killed it.
    #[cfg(not(unix))]
    #[must_use]
    pub fn signal(&self) -> Option<i32> {
        None
    }
}

/// A command for a program, with limits of the system's own from its first moment on: they hold for all that it starts, and if nobody is
/// left to look. Something in its group looks every second whether whoever started it is still there, and ends the group if not: a program that waits takes no time of the processor, so
/// that no limit ends it. A program that is not there ends with [`NOT_FOUND`].
#[cfg(unix)]
#[must_use]
pub fn limited(program: &OsStr, budget: &Budget, more_memory: u64) -> Command {
    let mut script = String::from(WATCH);
    // Not every system knows every limit.
    if let Some(memory) = budget.memory {
        let kibibytes = memory.saturating_add(more_memory) >> 10;
        script.push_str(&format!("ulimit -v {kibibytes} 2>/dev/null; "));
    }
    if let Some(time) = budget.left() {
        let seconds = time.as_secs().saturating_add(CPU_ROUNDING);
        script.push_str(&format!("ulimit -t {seconds} 2>/dev/null; "));
    }
    script.push_str("exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.arg("-c").arg(script).arg(program);
    command
}

/// Ends the group when the parent of its leader is gone. Its streams are its own: nobody waits for their end.
#[cfg(unix)]
const WATCH: &str =
    "(while sleep 1; kill -0 $PPID; do :; done; kill -KILL 0) </dev/null >/dev/null 2>&1 & ";

/// A command for a program.
#[cfg(not(unix))]
#[must_use]
pub fn limited(program: &OsStr, _: &Budget, _: u64) -> Command {
    Command::new(program)
}

/// What a shell reports of a program that is not there.
pub const NOT_FOUND: i32 = 127;

/// Runs a command to its end, or to the end of a limit.
pub fn run(command: &mut Command, request: &Request) -> Ran {
    if let Some(what) = request.budget.exceeded() {
        return Ran::Exhausted(what);
    }
    if request.input.is_some() {
        command.stdin(Stdio::piped());
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    match Group::start(command) {
        Ok(group) => group.follow(request),
        Err(error) => Ran::NotStarted(error),
    }
}

/// A process and all that it starts, until this value is dropped.
#[derive(Debug)]
struct Group {
    child: Child,
    is_reaped: bool,
}

enum Heard {
    Stdout(Vec<u8>),
    Stderr(Vec<u8>),
    TooMuch,
}

impl Group {
    fn start(command: &mut Command) -> io::Result<Group> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        // Held while it starts: who ends all ends this one as well.
        let mut running = running();
        let child = command.spawn()?;
        running.push(child.id());
        Ok(Group { child, is_reaped: false })
    }

    fn follow(mut self, request: &Request) -> Ran {
        self.limit(request);
        let started = Instant::now();
        let (sender, heard) = channel();
        listen(self.child.stdout.take(), request, &sender, Heard::Stdout);
        listen(self.child.stderr.take(), request, &sender, Heard::Stderr);
        drop(sender);
        if let (Some(input), Some(mut pipe)) = (request.input.clone(), self.child.stdin.take()) {
            // A process that stops reading early has said why.
            thread::spawn(move || drop(pipe.write_all(&input)));
        }
        let mut output = Output::default();
        let mut pause = FIRST_LOOK;
        let status = loop {
            match output.hear(&heard, pause) {
                Hearing::Silence if output.is_complete() => thread::sleep(pause),
                Hearing::TooMuch if request.needs_all_output => return Ran::TooMuchOutput,
                _ => {}
            }
            match self.ended() {
                Ok(Some(status)) => break status,
                Ok(None) => {}
                Err(error) => return Ran::NotStarted(error),
            }
            if let Some(what) = request.budget.exceeded() {
                return Ran::Exhausted(what);
            }
            if request.time.is_some_and(|time| started.elapsed() >= time) {
                return Ran::TooLong;
            }
            pause = (pause * 2).min(LOOK);
        };
        let end = Instant::now() + LAST_WORDS;
        while !output.is_complete() && Instant::now() < end {
            if output.hear(&heard, LOOK) == Hearing::TooMuch && request.needs_all_output {
                return Ran::TooMuchOutput;
            }
        }
        let Output { stdout, stderr, .. } = output;
        Ran::Ended(Ended {
            status,
            stdout: stdout.unwrap_or_default(),
            stderr: stderr.unwrap_or_default(),
        })
    }

    /// Its status, once it has ended; what it has started has ended then, too.
    fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        if !self.has_ended() {
            return Ok(None);
        }
        // Before it is reaped its number cannot be another's.
        self.kill();
        let status = self.child.wait()?;
        self.forget();
        Ok(Some(status))
    }

    fn forget(&mut self) {
        self.is_reaped = true;
        let own = self.child.id();
        running().retain(|&id| id != own);
    }

    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let asked = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        // Without an answer `wait` will know.
        !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), asked), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    #[cfg(unix)]
    fn kill(&mut self) {
        kill_group(self.child.id());
    }

    #[cfg(not(unix))]
    fn kill(&mut self) {
        let _ = self.child.kill();
    }

    /// The system's own limits: they hold even if nobody is left to look.
    #[cfg(target_os = "linux")]
    fn limit(&self, request: &Request) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let own = Some(Pid::from_child(&self.child));
        let to = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
        let time = [request.time, request.budget.left()].into_iter().flatten().min();
        // A limit that cannot be set is one less.
        if let Some(time) = time {
            let seconds = time.as_secs().saturating_add(CPU_ROUNDING);
            let _ = prlimit(own, Resource::Cpu, to(seconds));
        }
        let _ = prlimit(own, Resource::Core, to(0));
    }

    #[cfg(not(target_os = "linux"))]
    fn limit(&self, _: &Request) {}
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.is_reaped {
            self.kill();
            let _ = self.child.wait();
            self.forget();
        }
    }
}

#[derive(Default)]
struct Output {
    stdout: Option<Vec<u8>>,
    stderr: Option<Vec<u8>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Hearing {
    Something,
    Silence,
    TooMuch,
}

impl Output {
    fn hear(&mut self, heard: &Receiver<Heard>, wait: Duration) -> Hearing {
        match heard.recv_timeout(wait) {
            Ok(Heard::Stdout(bytes)) => self.stdout = Some(bytes),
            Ok(Heard::Stderr(bytes)) => self.stderr = Some(bytes),
            Ok(Heard::TooMuch) => return Hearing::TooMuch,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                return Hearing::Silence;
            }
        }
        Hearing::Something
    }

    fn is_complete(&self) -> bool {
        self.stdout.is_some() && self.stderr.is_some()
    }
}

fn listen(
    from: Option<impl Read + Send + 'static>,
    request: &Request,
    sender: &Sender<Heard>,
    kind: fn(Vec<u8>) -> Heard,
) {
    let (most, sender) = (request.output, sender.clone());
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut from = from;
        let mut piece = vec![0; PIECE];
        loop {
            let count = match from.as_mut().map(|from| from.read(&mut piece)) {
                Some(Ok(count @ 1..)) => count,
                Some(Err(error)) if error.kind() == io::ErrorKind::Interrupted => continue,
                _ => break,
            };
            let room = most - bytes.len();
            bytes.extend_from_slice(&piece[..count.min(room)]);
            if count > room {
                // Nobody listens any more from here on.
                drop(from);
                let _ = sender.send(Heard::TooMuch);
                break;
            }
        }
        let _ = sender.send(kind(bytes));
    });
}

/// The leaders of all groups that run now.
fn running() -> std::sync::MutexGuard<'static, Vec<u32>> {
    static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process that somebody else follows, as the leader of a group: [`end_all`] ends it, too, until this value is dropped.
#[derive(Debug)]
pub struct Registered(u32);

/// Says that this process is to be ended with all others.
#[must_use]
pub fn register(child: &Child) -> Registered {
    running().push(child.id());
    Registered(child.id())
}

impl Drop for Registered {
    fn drop(&mut self) {
        running().retain(|&id| id != self.0);
    }
}

/// Ends every process that [`run`] has started, with all that they have started: for who ends this process at once.
/// From now on none is started.
pub fn end_all() {
    let running = running();
    #[cfg(unix)]
    for &id in running.iter() {
        kill_group(id);
    }
    // Whoever wants to start one waits until this process is gone.
    std::mem::forget(running);
}

#[cfg(unix)]
fn kill_group(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        // It may have ended by itself in between.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn request() -> Request {
        Request {
            budget: Budget::unlimited(),
            time: Some(Duration::from_secs(60)),
            input: None,
            output: 100,
            needs_all_output: false,
        }
    }

    fn shell(script: &str, request: &Request) -> Ran {
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdin(Stdio::null());
        run(&mut command, request)
    }

    #[test]
    fn commands_end_or_are_stopped() {
        let Ran::Ended(ended) = shell("echo out; echo err >&2; exit 3", &request()) else {
            panic!("it should have ended")
        };
        assert_eq!((ended.code(), ended.signal()), (Some(3), None));
        assert_eq!(
            (ended.stdout.as_slice(), ended.stderr.as_slice()),
            (&b"out\n"[..], &b"err\n"[..])
        );
        let Ran::Ended(killed) = shell("kill -KILL $$", &request()) else {
            panic!("it should have ended")
        };
        assert_eq!((killed.code(), killed.signal()), (None, Some(9)));
        let short = Request { time: Some(Duration::from_millis(50)), ..request() };
        assert!(matches!(shell("while :; do :; done", &short), Ran::TooLong));
        let nothing = run(&mut Command::new("./no such command"), &request());
        assert!(matches!(nothing, Ran::NotStarted(_)));
    }

    #[test]
    fn output_is_bounded() {
        let endless = "while echo y; do :; done 2>/dev/null";
        let Ran::Ended(chatty) = shell(endless, &Request { output: 10, ..request() }) else {
            panic!("nobody listens: it should have ended")
        };
        assert_eq!(chatty.stdout, b"y\ny\ny\ny\ny\n");
        let all = Request { output: 10, needs_all_output: true, ..request() };
        assert!(matches!(shell(endless, &all), Ran::TooMuchOutput));
    }

    #[test]
    fn input_goes_in() {
        let input = vec![b'x'; 1 << 20];
        let request = Request { input: Some(input), ..request() };
        let mut command = Command::new("wc");
        let Ran::Ended(ended) = run(command.arg("-c"), &request) else { panic!("it should end") };
        assert_eq!(String::from_utf8_lossy(&ended.stdout).trim(), "1048576");
    }

    #[test]
    fn limits_hold_from_the_first_moment_on() {
        let budget = Budget { memory: Some(64 << 20), ..Budget::unlimited() };
        let mut command = limited(OsStr::new("sh"), &budget, 1 << 20);
        let Ran::Ended(ended) =
            run(command.args(["-c", "ulimit -v; sh -c 'ulimit -v'"]), &request())
        else {
            panic!("it should have ended")
        };
        let told = String::from_utf8_lossy(&ended.stdout).into_owned();
        assert_eq!(told, "66560\n66560\n", "{}", String::from_utf8_lossy(&ended.stderr));
        let mut nothing = limited(OsStr::new("./no such command"), &budget, 0);
        let Ran::Ended(ended) = run(&mut nothing, &request()) else { panic!("the shell should") };
        assert_eq!(ended.code(), Some(NOT_FOUND));
    }

    #[test]
    fn the_end_of_everybodys_time_comes_first() {
        let over = Budget { deadline: Some(Instant::now()), ..Budget::default() };
        let ran = shell("sleep 60", &Request { budget: over, ..request() });
        assert!(matches!(ran, Ran::Exhausted(Exhausted::Time)));
    }

    #[test]
    fn what_a_child_starts_ends_with_it() {
        let directory = tempfile::tempdir().expect("a directory should be possible");
        let sign = directory.path().join("alive");
        let script = format!("(sleep 1; echo > '{}') & sleep 60", sign.display());
        let short = Request { time: Some(Duration::from_millis(100)), ..request() };
        assert!(matches!(shell(&script, &short), Ran::TooLong));
        // ... and what it leaves behind when it ends by itself.
        let script = format!("(sleep 1; echo > '{}') & exit 0", sign.display());
        assert!(matches!(shell(&script, &request()), Ran::Ended(_)));
        thread::sleep(Duration::from_millis(1500));
        assert!(!sign.exists(), "it should not have lived on");
    }
}
