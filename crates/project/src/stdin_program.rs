//! A program that comes from standard input: what it is called.

use std::path::Path;

/// What messages and reports call it.
pub const NAME: &str = "<stdin>";
/// ... if it is in Boogie, as the ending says of every file.
pub const BOOGIE_NAME: &str = "<stdin>.bpl";

/// Is this its name?
#[must_use]
pub fn is_name(file: &Path) -> bool {
    file.as_os_str() == NAME || file.as_os_str() == BOOGIE_NAME
}
