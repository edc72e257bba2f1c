//! Whatever a name stands for, reading it ends.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use whydunit_host::{Budget, Exhausted, ReadError, read, read_text};

fn within(milliseconds: u64) -> Budget {
    let deadline = Instant::now() + Duration::from_millis(milliseconds);
    Budget { deadline: Some(deadline), ..Budget::unlimited() }
}

#[test]
fn what_is_no_file_is_not_read() {
    let most = 1 << 20;
    let of = |path: &str| read(Path::new(path), most, &within(60_000));
    for device in ["/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"] {
        assert!(matches!(of(device), Err(ReadError::Device)), "{device}");
    }
    assert!(matches!(of("/"), Err(ReadError::Directory)));
    assert!(matches!(of("/dev/null"), Ok(bytes) if bytes.is_empty()));
    assert!(matches!(of("no such file"), Err(ReadError::Io(_))));
    // The system says that it has no bytes.
    assert!(matches!(of("/proc/self/status"), Ok(bytes) if !bytes.is_empty()));
}

#[test]
fn sizes_and_budgets_are_kept() {
    let place = tempfile::tempdir().expect("a directory should be possible");
    let path = place.path().join("large");
    fs::write(&path, vec![b'x'; 1000]).expect("writing should work");
    assert!(matches!(read(&path, 1000, &Budget::unlimited()), Ok(bytes) if bytes.len() == 1000));
    assert!(matches!(read(&path, 999, &Budget::unlimited()), Err(ReadError::TooLarge(999))));
    let small = Budget { memory: Some(999), ..Budget::unlimited() };
    assert!(matches!(read(&path, 1000, &small), Err(ReadError::Exhausted(Exhausted::Memory))));
    let over = read(&path, 1000, &within(0));
    assert!(matches!(over, Err(ReadError::Exhausted(Exhausted::Time))));
}

#[test]
fn pipes_are_read_to_their_end_or_to_the_end_of_the_budget() {
    let place = tempfile::tempdir().expect("a directory should be possible");
    let pipe = place.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
    let silent = read(&pipe, 1 << 20, &within(100));
    assert!(matches!(silent, Err(ReadError::Exhausted(Exhausted::Time))));
    let script = format!("(sleep 0.1; echo one; sleep 0.1; echo two) > '{}'", pipe.display());
    let mut writer = Command::new("sh").args(["-c", &script]).spawn().expect("it should start");
    let told = read(&pipe, 1 << 20, &within(60_000)).expect("it should end");
    assert_eq!(told, b"one\ntwo\n");
    writer.wait().expect("it should end");
    let script = format!("cat /dev/zero > '{}'", pipe.display());
    let mut endless = Command::new("sh").args(["-c", &script]).spawn().expect("it should start");
    assert!(matches!(read(&pipe, 100_000, &within(60_000)), Err(ReadError::TooLarge(_))));
    endless.wait().expect("nobody listens: it should end");
}

#[test]
fn texts_are_in_utf_8() {
    let place = tempfile::tempdir().expect("a directory should be possible");
    let path = place.path().join("text");
    let of = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("writing should work");
        read_text(&path, 100, &Budget::unlimited()).map_err(|error| error.to_string())
    };
    assert_eq!(of(b"\xef\xbb\xbfx = 1\r\n"), Ok("x = 1\r\n".to_owned()));
    let utf16 = of(b"\xff\xfex\0").expect_err("it should be refused");
    assert!(utf16.contains("UTF-16"), "{utf16}");
    assert_eq!(of(b"caf\xe9"), Err("it is not text in UTF-8".to_owned()));
}
