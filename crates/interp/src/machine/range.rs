//! What a program over mathematical integers needed that is not followed, in words.
//!
//! Such a program has integers of any size and maps without ends. It is run with integers of 64 bits and maps that are arrays
//! (a window of keys), so the machine's checks guard our limits, not the program.

use whydunit_program::CheckKind;

/// An integer that has more than 64 bits.
pub(super) fn too_large(exact: i128) -> String {
    format!(
        "the integer {exact} needs more than 64 bits; whydunit follows integers of up to 64 bits"
    )
}

/// A key of a map that its array of `len` elements does not have.
pub(super) fn outside_window(key: i128, map: &str, len: u64) -> String {
    let last = len.saturating_sub(1);
    format!("index {key} of {map} is outside of the window 0..{last} that is followed of a map")
}

/// The limit that a violated check stands for. Checks that can say more than that have done so in their message.
pub(super) fn message(kind: CheckKind, message: String) -> String {
    match kind {
        CheckKind::Div => "a division by zero: its result may be any, which is not followed".into(),
        CheckKind::Uninit => format!("{message}, which is not followed"),
        _ => message,
    }
}
