//! A writer is killed at random moments, a few hundred times: afterwards all files are old, or all are new.

#![cfg(unix)]
#![expect(clippy::print_stdout, reason = "the figures are what this test is for")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use whydunit_host::{File, recover, write_all};

const NAMES: [&str; 4] = ["a.c", "sub/b.c", "c d.h", "\u{e9}.c"];

/// How often the writer is killed.
const ROUNDS: u64 = 300;

#[test]
fn whoever_is_killed_leaves_all_or_nothing() {
    // In memory if there is such a place: the disk would take most of the time, and being killed is the same.
    let memory = Path::new("/dev/shm");
    let place = match memory.is_dir() {
        true => tempfile::tempdir_in(memory),
        false => tempfile::tempdir(),
    };
    let place = place.expect("a directory should be possible");
    let at = |name: &str| place.path().join(name);
    fs::create_dir(at("sub")).expect("making a directory should work");
    for name in NAMES {
        fs::write(at(name), contents(name, 0)).expect("writing should work");
    }
    let own = std::env::current_exe().expect("the test should know itself");
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let (mut changed, mut completed, mut last) = (0, 0, 0);
    for round in 0..ROUNDS {
        let mut writer = Command::new(&own)
            .args(["--exact", "kill::writes_until_killed", "--ignored", "--nocapture"])
            .env("WHYDUNIT_KILLED_IN", place.path())
            .env("WHYDUNIT_KILLED_FROM", last.to_string())
            .stdout(Stdio::null())
            .spawn()
            .expect("the writer should start");
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        std::thread::sleep(Duration::from_micros(2_000 + (state >> 33) % 18_000));
        writer.kill().expect("it should be there to be killed");
        writer.wait().expect("it should be gone");
        completed += recover(&at("journals")).len();
        let versions: Vec<u64> = NAMES.iter().map(|name| version(&at(name), name)).collect();
        assert!(versions.iter().all(|it| *it == versions[0]), "round {round}: {versions:?}");
        assert!(versions[0] >= last, "round {round}: {last}, then {}", versions[0]);
        changed += u64::from(versions[0] > last);
        last = versions[0];
        for (folder, expected) in [("", 5), ("sub", 1), ("journals", 0)] {
            let count = fs::read_dir(at(folder)).map_or(0, Iterator::count);
            assert!(count == expected || last == 0, "round {round}: {count} entries in `{folder}`");
        }
    }
    // Else nothing was tested.
    assert!(changed > ROUNDS / 10, "the writer came to write in {changed} rounds only");
    assert!(completed > 0, "it was never killed between the first and the last file");
    println!(
        "killed {ROUNDS} times, after {changed} of them files were new, {completed} were completed by the next start"
    );
}

#[test]
#[ignore = "run by whoever_is_killed_leaves_all_or_nothing"]
fn writes_until_killed() {
    let Some(place) = std::env::var_os("WHYDUNIT_KILLED_IN").map(PathBuf::from) else { return };
    let from = std::env::var("WHYDUNIT_KILLED_FROM").ok().and_then(|text| text.parse().ok());
    for number in from.unwrap_or(0_u64) + 1.. {
        let file = |name: &&str| File {
            path: place.join(name),
            bytes: contents(name, number),
            before: Some(contents(name, number - 1)),
        };
        let files: Vec<File> = NAMES.iter().map(file).collect();
        write_all(&files, Some(&place.join("journals"))).expect("writing should work");
    }
}

/// Long enough that a part of it can be on the disk.
fn contents(name: &str, version: u64) -> Vec<u8> {
    format!("{version} {name}\n").repeat(2_000 + (version % 7) as usize).into_bytes()
}

/// The version that is in the file, all of it.
fn version(path: &Path, name: &str) -> u64 {
    let bytes = fs::read(path).expect("it should be there");
    let text = String::from_utf8(bytes.clone()).expect("it should be text");
    let number = text.split(' ').next().and_then(|word| word.parse().ok()).expect("a number");
    assert_eq!(bytes, contents(name, number), "{name} is not whole");
    number
}
