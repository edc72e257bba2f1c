//! Which whydunit this is, and with which solver inside.

use std::sync::LazyLock;

/// The solver and its version: `CaDiCaL 2.1.3`.
pub(crate) fn solver() -> String {
    whydunit::solver_version()
}

/// What `--version` says behind the name; `-V` has its first line only.
pub(crate) fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let (architecture, system) = (std::env::consts::ARCH, std::env::consts::OS);
        [
            env!("CARGO_PKG_VERSION"),
            &format!("solver: {}", solver()),
            &format!("target: {architecture}-{system}"),
            concat!("licence: ", env!("CARGO_PKG_LICENSE")),
        ]
        .join("\n")
    });
    &TEXT
}
