//! Which whydunit this is, and with which solver inside.

/// The solver and its version: `CaDiCaL 2.1.3`.
pub(crate) fn solver() -> String {
    whydunit_solver::embedded_version()
}
