//! whydunit's own standard headers, as files the preprocessor can find.
//!
//! They come before the system's: small, the same for every system and data model, and without the
//! extensions that make system headers hard to read. What is not among them is still found in
//! the system's directories.

use super::missing::declares;

macro_rules! headers {
    ($($name:literal)*) => {
        /// All of them: the name to include it by, and its text.
        pub(super) const HEADERS: &[(&str, &str)] = &[$(($name, include_str!(concat!("../../include/", $name)))),*];
    };
}

headers! {
    "alloca.h" "assert.h" "ctype.h" "errno.h" "float.h" "inttypes.h" "iso646.h" "limits.h" "locale.h"
    "malloc.h" "math.h" "missing/gnu/stubs-32.h" "memory.h" "setjmp.h" "signal.h" "stdalign.h" "stdarg.h" "stdbool.h"
    "stdc-predef.h" "stdckdint.h" "stddef.h" "stdint.h" "stdio.h" "stdlib.h" "stdnoreturn.h" "string.h" "strings.h"
    "sys/time.h" "sys/types.h" "time.h" "unistd.h" "wchar.h" "whydunit/types.h"
}

/// The headers that a user can include, each with its text.
pub(super) fn own_headers() -> impl Iterator<Item = (&'static str, &'static str)> {
    let is_internal = |name: &str| {
        name.starts_with("whydunit/") || name.starts_with("missing/") || name == "stdc-predef.h"
    };
    HEADERS.iter().copied().filter(move |(name, _)| !is_internal(name))
}

/// The header that declares `name`.
pub(super) fn declaring(name: &str) -> Option<&'static str> {
    let declares = |text: &str| text.lines().any(|line| declares(line, name));
    if name == "va_list" {
        return Some("stdarg.h");
    }
    // What many headers declare belongs to the smallest of them.
    let is_shared = |(header, text): &(&str, &str)| *header == "whydunit/types.h" && declares(text);
    if HEADERS.iter().any(is_shared) {
        return Some("stddef.h");
    }
    // Old names of standard headers are not the ones to recommend.
    let is_old = |header: &str| matches!(header, "memory.h" | "malloc.h");
    let mut current = own_headers().filter(|(header, _)| !is_old(header));
    current.find(|(_, text)| declares(text)).map(|(header, _)| header)
}
