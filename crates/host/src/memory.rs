//! How much memory this process holds.

/// Bytes that are in memory now; `None` where the system does not tell.
#[cfg(target_os = "linux")]
#[must_use]
pub fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(rustix::param::page_size() as u64))
}

/// Bytes that are in memory now; `None` where the system does not tell.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn resident() -> Option<u64> {
    None
}
