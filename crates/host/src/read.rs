//! Reading a file whose name somebody else chose.
//!
//! The size that the system tells is not believed: devices and pipes have none, and files grow. What is read is a regular file, or a
//! pipe until it ends; both within the budget. A device is refused, but for the null device, which is an empty file.

use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use crate::limits::PIECE;
use crate::{Budget, Exhausted};

/// Why a file was not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("it is a directory")]
    Directory,
    #[error("it is a device, not a file")]
    Device,
    #[error("it is too large: files of up to {} MiB are read", .0 >> 20)]
    TooLarge(u64),
    #[error("{0} while it was read")]
    Exhausted(Exhausted),
    #[error("it is text in UTF-16; whydunit reads UTF-8: convert it, for example with iconv")]
    Utf16,
    #[error("it is not text in UTF-8")]
    NotUtf8,
}

impl ReadError {
    /// Was it the budget rather than the file?
    #[must_use]
    pub fn exhausted(&self) -> Option<Exhausted> {
        match self {
            ReadError::Exhausted(what) => Some(*what),
            _ => None,
        }
    }
}

/// All that is in a file, but at most `most` bytes.
///
/// # Errors
/// It is no file, it cannot be read, it is too large, or the budget ran out first.
pub fn read(path: &Path, most: u64, budget: &Budget) -> Result<Vec<u8>, ReadError> {
    let file = open(path)?;
    match kind(&file)? {
        Kind::Regular => {}
        Kind::Stream => return read_stream(file, most, budget),
        Kind::Nothing => return Ok(Vec::new()),
        Kind::Directory => return Err(ReadError::Directory),
        Kind::Device => return Err(ReadError::Device),
    }
    let mut contents = Contents::new(most, budget);
    let mut file = file;
    while contents.take(&mut file)? {}
    Ok(contents.bytes)
}

/// The first bytes of a regular file; none of anything else.
///
/// # Errors
/// It cannot be read.
pub fn beginning(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let mut bytes = Vec::new();
    if kind(&file)? == Kind::Regular {
        file.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// All that is in a file, as text in UTF-8; a byte order mark is left out.
///
/// # Errors
/// As of [`read`]; it is no text in UTF-8.
pub fn read_text(path: &Path, most: u64, budget: &Budget) -> Result<String, ReadError> {
    let mut bytes = read(path, most, budget)?;
    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Err(ReadError::Utf16);
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    String::from_utf8(bytes).map_err(|_| ReadError::NotUtf8)
}

struct Contents<'b> {
    bytes: Vec<u8>,
    piece: Vec<u8>,
    most: u64,
    budget: &'b Budget,
}

impl Contents<'_> {
    fn new(most: u64, budget: &Budget) -> Contents<'_> {
        Contents { bytes: Vec::new(), piece: vec![0; PIECE], most, budget }
    }

    /// Reads one more piece; `false` at the end.
    fn take(&mut self, file: &mut File) -> Result<bool, ReadError> {
        let count = match file.read(&mut self.piece) {
            Ok(0) => return Ok(false),
            Ok(count) => count,
            Err(error) if is_transient(&error) => 0,
            Err(error) => return Err(error.into()),
        };
        let held = self.bytes.len() as u64 + count as u64;
        if held > self.most {
            return Err(ReadError::TooLarge(self.most));
        }
        if let Some(what) = self.budget.exceeded_with(held) {
            return Err(ReadError::Exhausted(what));
        }
        self.bytes.extend_from_slice(&self.piece[..count]);
        Ok(true)
    }
}

fn is_transient(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Regular,
    /// Ends when its writers are gone.
    Stream,
    /// The null device.
    Nothing,
    Directory,
    Device,
}

#[cfg(unix)]
fn open(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    // Opening a pipe waits for somebody who writes to it, unless told not to.
    let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
    OpenOptions::new().read(true).custom_flags(flags.bits().cast_signed()).open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

#[cfg(unix)]
fn kind(file: &File) -> io::Result<Kind> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let metadata = file.metadata()?;
    let ty = metadata.file_type();
    if ty.is_file() {
        return Ok(Kind::Regular);
    }
    if ty.is_dir() {
        return Ok(Kind::Directory);
    }
    if ty.is_fifo() || ty.is_socket() {
        return Ok(Kind::Stream);
    }
    let null = std::fs::metadata("/dev/null").map(|null| null.rdev());
    let is_null = ty.is_char_device() && null.is_ok_and(|null| null == metadata.rdev());
    Ok(if is_null { Kind::Nothing } else { Kind::Device })
}

#[cfg(not(unix))]
fn kind(file: &File) -> io::Result<Kind> {
    let ty = file.metadata()?.file_type();
    Ok(match (ty.is_dir(), ty.is_file()) {
        (true, _) => Kind::Directory,
        (_, true) => Kind::Regular,
        _ => Kind::Device,
    })
}

/// A pipe: it is waited for, a moment at a time.
#[cfg(unix)]
fn read_stream(mut file: File, most: u64, budget: &Budget) -> Result<Vec<u8>, ReadError> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let mut contents = Contents::new(most, budget);
    loop {
        if let Some(what) = budget.exceeded() {
            return Err(ReadError::Exhausted(what));
        }
        let wait = budget.left().unwrap_or(crate::limits::LOOK).min(crate::limits::LOOK);
        let wait = Timespec { tv_sec: 0, tv_nsec: wait.subsec_nanos().into() };
        let ready = {
            let mut asked = [PollFd::new(&file, PollFlags::IN)];
            match poll(&mut asked, Some(&wait)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => !asked[0].revents().is_empty(),
                Err(error) => return Err(io::Error::from(error).into()),
            }
        };
        if ready && !contents.take(&mut file)? {
            return Ok(contents.bytes);
        }
    }
}

#[cfg(not(unix))]
fn read_stream(mut file: File, most: u64, budget: &Budget) -> Result<Vec<u8>, ReadError> {
    let mut contents = Contents::new(most, budget);
    while contents.take(&mut file)? {}
    Ok(contents.bytes)
}
