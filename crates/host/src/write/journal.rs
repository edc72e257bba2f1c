//! What is about to be written, for whoever starts after this process was killed.
//!
//! A journal is a small text, replaced as a whole. It names each target with the temporary file beside it and hashes of what the target
//! holds and of what it is to hold. Its owner holds the lock of a file with the same name; a journal whose lock is free has no owner any more.
//! The directory has to be the user's own: whoever can write there can have files of the user's renamed.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::target::Target;
use crate::limits::{MOST_NAMES, MOST_OF_A_JOURNAL};
use crate::{Budget, read};

/// What to do with the temporary files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// They are not all there: remove them.
    Undo,
    /// They are all there: let them take their places.
    Complete,
}

const HEAD: &str = "whydunit journal 1";

#[derive(Debug)]
struct Entry {
    target: PathBuf,
    beside: PathBuf,
    /// Nothing if there was no such file.
    old: String,
    new: String,
}

#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    lock_path: PathBuf,
    entries: Vec<Entry>,
    /// Held until the end of the process at the latest.
    _lock: File,
}

impl Journal {
    pub(super) fn begin(
        directory: &Path,
        targets: &[Target<'_>],
        besides: &[PathBuf],
    ) -> io::Result<Journal> {
        create_own(directory)?;
        let entry = |(target, beside): (&Target<'_>, &PathBuf)| Entry {
            target: target.path.clone(),
            beside: beside.clone(),
            old: target.old.as_deref().map(hash).unwrap_or_default(),
            new: hash(&target.file.bytes),
        };
        let entries = targets.iter().zip(besides).map(entry).collect();
        for number in 0..MOST_NAMES {
            let name = format!("{}-{number}", std::process::id());
            let lock_path = directory.join(format!("{name}.lock"));
            let Ok(lock) = OpenOptions::new().write(true).create_new(true).open(&lock_path) else {
                continue;
            };
            // Somebody who cleans up may have taken it for a forgotten one.
            if lock.try_lock().is_err() || !is_there(&lock, &lock_path) {
                continue;
            }
            let path = directory.join(format!("{name}.journal"));
            let journal = Journal { path, lock_path, entries, _lock: lock };
            journal.write(Step::Undo)?;
            return Ok(journal);
        }
        Err(io::Error::other("no name for a journal"))
    }

    /// Replaces the journal.
    pub(super) fn write(&self, step: Step) -> io::Result<()> {
        let mut text =
            format!("{HEAD}\n{}\n", if step == Step::Undo { "undo" } else { "complete" });
        for Entry { target, beside, old, new } in &self.entries {
            let (target, beside) = (escaped(target), escaped(beside));
            text.push_str(&format!("file old={old} new={new} {beside} {target}\n"));
        }
        text.push_str("end\n");
        let next = self.path.with_extension("next");
        let mut file = File::create(&next)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&next, &self.path)?;
        super::beside::sync_directory(&self.path);
        Ok(())
    }

    /// Everything is in its place.
    pub(super) fn end(self) {
        // Removed by `drop`.
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
        let _ = std::fs::remove_file(&self.lock_path);
    }
}

/// What became of a file whose writing was cut short.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recovered {
    /// It was written after all, together with the others.
    Completed(PathBuf),
    /// Somebody else has changed it since: it was left alone.
    LeftAlone(PathBuf),
}

/// Completes or undoes what dead processes were writing. What cannot be is left for the next time.
#[must_use]
pub fn recover(directory: &Path) -> Vec<Recovered> {
    let mut recovered = Vec::new();
    let Ok(entries) = std::fs::read_dir(directory) else { return recovered };
    let mut names: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    names.sort();
    let has = |path: &PathBuf, extension: &str| path.extension().is_some_and(|it| it == extension);
    for journal in names.iter().filter(|path| has(path, "journal")) {
        let lock_path = journal.with_extension("lock");
        let Some(_lock) = free_lock(&lock_path) else { continue };
        if recover_one(journal, &mut recovered).is_ok() {
            let _ = std::fs::remove_file(journal);
            let _ = std::fs::remove_file(journal.with_extension("next"));
            let _ = std::fs::remove_file(&lock_path);
        }
    }
    for lock_path in names.iter().filter(|path| has(path, "lock")) {
        if !lock_path.with_extension("journal").exists()
            && lock_path.exists()
            && let Some(_lock) = free_lock(lock_path)
            && !lock_path.with_extension("journal").exists()
        {
            let _ = std::fs::remove_file(lock_path.with_extension("next"));
            let _ = std::fs::remove_file(lock_path);
        }
    }
    recovered
}

/// The lock of a journal without an owner.
fn free_lock(path: &Path) -> Option<File> {
    let lock = OpenOptions::new().write(true).create(true).truncate(false).open(path).ok()?;
    match lock.try_lock() {
        Ok(()) => is_there(&lock, path).then_some(lock),
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => None,
    }
}

fn recover_one(journal: &Path, recovered: &mut Vec<Recovered>) -> io::Result<()> {
    let bytes = read(journal, MOST_OF_A_JOURNAL, &Budget::unlimited()).map_err(io::Error::other)?;
    // One that is not ours, or of another version, is none.
    let Some((step, entries)) = String::from_utf8(bytes).ok().and_then(|text| parse(&text)) else {
        return Ok(());
    };
    for entry in &entries {
        if step == Step::Complete && entry.beside.exists() {
            let now = match std::fs::read(&entry.target) {
                Ok(bytes) => hash(&bytes),
                Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
                Err(error) => return Err(error),
            };
            if now == entry.old {
                std::fs::rename(&entry.beside, &entry.target)?;
                super::beside::sync_directory(&entry.target);
                recovered.push(Recovered::Completed(entry.target.clone()));
                continue;
            }
            if now != entry.new {
                recovered.push(Recovered::LeftAlone(entry.target.clone()));
            }
        }
        match std::fs::remove_file(&entry.beside) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

fn parse(text: &str) -> Option<(Step, Vec<Entry>)> {
    let mut lines = text.lines();
    if lines.next()? != HEAD {
        return None;
    }
    let step = match lines.next()? {
        "undo" => Step::Undo,
        "complete" => Step::Complete,
        _ => return None,
    };
    let mut entries = Vec::new();
    loop {
        let line = lines.next()?;
        if line == "end" {
            return Some((step, entries));
        }
        let mut words = line.strip_prefix("file ")?.split(' ');
        let old = words.next()?.strip_prefix("old=")?.to_owned();
        let new = words.next()?.strip_prefix("new=")?.to_owned();
        let (beside, target) = (unescaped(words.next()?)?, unescaped(words.next()?)?);
        let is_ours = beside.parent() == target.parent()
            && beside.file_name()?.to_string_lossy().contains(".whydunit-");
        if !is_ours {
            return None;
        }
        entries.push(Entry { target, beside, old, new });
    }
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A path as one word: other bytes than those of plain names as `%XX`.
fn escaped(path: &Path) -> String {
    let mut word = String::new();
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                word.push(char::from(byte));
            }
            _ => word.push_str(&format!("%{byte:02x}")),
        }
    }
    word
}

fn unescaped(word: &str) -> Option<PathBuf> {
    let mut bytes = Vec::new();
    let mut rest = word.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    os_string(bytes).map(PathBuf::from)
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    Some(std::os::unix::ffi::OsStringExt::from_vec(bytes))
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(OsString::from)
}

/// Is this file still the one of this name?
#[cfg(unix)]
fn is_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    let here = file.metadata().map(identity);
    here.is_ok_and(|here| path.metadata().map(identity).is_ok_and(|there| here == there))
}

#[cfg(not(unix))]
fn is_there(_: &File, path: &Path) -> bool {
    path.exists()
}

/// The directory, which nobody else may write to.
#[cfg(unix)]
fn create_own(directory: &Path) -> io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt, MetadataExt};
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(directory)?;
    let metadata = directory.metadata()?;
    let is_own = metadata.uid() == rustix::process::geteuid().as_raw();
    match is_own && metadata.mode() & 0o022 == 0 {
        true => Ok(()),
        false => Err(io::Error::other("others may write to the directory of the journals")),
    }
}

#[cfg(not(unix))]
fn create_own(directory: &Path) -> io::Result<()> {
    std::fs::create_dir_all(directory)
}
