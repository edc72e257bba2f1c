//! What whydunit has started ends with it, also if it is killed: a preprocessor that waits for a pipe that nobody writes to takes no time of the processor, so that no limit ends it.
#![cfg(target_os = "linux")]

use crate::command_support::Directory;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Processes whose command line names the directory.
fn processes(directory: &str) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").expect("Linux should have it");
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    ids.filter(|id| {
        let line = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(directory)
    })
    .collect()
}

#[test]
fn a_preprocessor_ends_when_whydunit_is_killed() {
    let directory =
        Directory::with(&[("waits.c", "#include \"pipe.h\"\nint main(void) { return 0; }\n")]);
    let pipe = directory.file("pipe.h");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "a pipe should be possible");
    let file = directory.file("waits.c");
    let name = file.to_string_lossy().into_owned();
    let mut command = directory.command(&["run", &name, "--timeout", "60"]);
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command should start");
    let until = |most: Duration, holds: &dyn Fn() -> bool| {
        let end = Instant::now() + most;
        while !holds() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(50));
        }
        holds()
    };
    let own = child.id();
    let others = || processes(&name).into_iter().any(|id| id != own);
    assert!(until(Duration::from_secs(30), &others), "the preprocessor should have started");
    child.kill().expect("killing it should work");
    child.wait().expect("it should be gone");
    assert!(until(Duration::from_secs(30), &|| !others()), "it should not have lived on");
}
