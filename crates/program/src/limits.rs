//! How much of a program is looked at where nobody says more?

/// Bytes of a variable up to which its contents are open where other functions write it. Each scalar becomes an input of its own: of larger ones the initial contents are kept, which is
/// an assumption.
pub(crate) const MOST_OPEN_BYTES: u64 = 4096;
