//! whydunit's own standard headers, as files the preprocessor can find.
//!
//! They come before the system's: small, the same for every system and data model, and without the
//! extensions that make system headers hard to read. What is not among them is still found in
//! the system's directories.

use std::io;
use std::path::{Path, PathBuf};

macro_rules! headers {
    ($($name:literal)*) => {
        const HEADERS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../include/", $name)))),*];
    };
}

headers! {
    "alloca.h" "assert.h" "ctype.h" "errno.h" "float.h" "inttypes.h" "iso646.h" "limits.h" "locale.h"
    "malloc.h" "math.h" "memory.h" "setjmp.h" "signal.h" "stdalign.h" "stdarg.h" "stdbool.h"
    "stdc-predef.h" "stddef.h" "stdint.h" "stdio.h" "stdlib.h" "stdnoreturn.h" "string.h" "strings.h"
    "sys/time.h" "sys/types.h" "time.h" "unistd.h" "wchar.h" "whydunit/types.h"
}

/// A directory with the headers that disappears with this value.
#[derive(Debug)]
pub(super) struct HeaderDir {
    dir: tempfile::TempDir,
}

impl HeaderDir {
    pub(super) fn create() -> io::Result<HeaderDir> {
        let dir = tempfile::Builder::new().prefix("whydunit-").tempdir()?;
        for sub in ["sys", "whydunit"] {
            std::fs::create_dir(dir.path().join(sub))?;
        }
        for (name, text) in HEADERS {
            std::fs::write(dir.path().join(name), text)?;
        }
        Ok(HeaderDir { dir })
    }

    pub(super) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// The header that `name`, as a line marker gives it, is one of: its short name and its text.
    pub(super) fn find(&self, name: &str) -> Option<(String, &'static str)> {
        let relative: PathBuf = Path::new(name).strip_prefix(self.path()).ok()?.to_owned();
        let (name, text) = HEADERS.iter().find(|(header, _)| Path::new(header) == relative)?;
        Some((format!("<{name}>"), text))
    }
}
