//! A process that is about to become somebody else's program gives up what that program does not need: the network, other processes'
//! names, and all files but what programs are linked with and one directory.
//!
//! What the kernel does not allow is left out and told: who runs the program decides whether that is good enough. A program that is
//! started so cannot get back what was given up, nor can anything that it starts.

use std::path::Path;

/// Gives it up, for good; says what could not be given up. For a process with one thread.
#[cfg(target_os = "linux")]
#[must_use]
pub fn confine(directory: &Path, program: &Path) -> Vec<&'static str> {
    let mut missing = Vec::new();
    if !is_alone() {
        missing.push("namespaces: the program can use the network");
    }
    if !has_own_files(directory, program) {
        missing.push("Landlock: the program can read and write the user's files");
    }
    limit();
    // Without its parent nobody would end it.
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    missing
}

/// Gives it up, for good; says what could not be given up. For a process with one thread.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn confine(_: &Path, _: &Path) -> Vec<&'static str> {
    vec!["this system has no sandbox that whydunit knows: the program can do what the user can"]
}

/// No network, no shared memory of others.
#[cfg(target_os = "linux")]
fn is_alone() -> bool {
    use nix::sched::{CloneFlags, unshare};
    let spaces = CloneFlags::CLONE_NEWNET | CloneFlags::CLONE_NEWIPC | CloneFlags::CLONE_NEWUTS;
    unshare(CloneFlags::CLONE_NEWUSER | spaces).is_ok() || unshare(spaces).is_ok()
}

/// What programs are linked with, and what their runtimes look at.
#[cfg(target_os = "linux")]
const READABLE: [&str; 13] = [
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/bin",
    "/nix/store",
    "/gnu/store",
    "/etc/ld.so.cache",
    "/proc",
    "/dev/null",
    "/dev/zero",
    "/dev/urandom",
    "/etc/localtime",
];

#[cfg(target_os = "linux")]
fn has_own_files(directory: &Path, program: &Path) -> bool {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
        RulesetStatus, path_beneath_rules,
    };
    let abi = ABI::V5;
    let readable = READABLE.iter().map(Path::new).chain([program]);
    let restrict = || -> Result<RulesetStatus, RulesetError> {
        let rules = Ruleset::default()
            .handle_access(AccessFs::from_all(abi))?
            .handle_access(AccessNet::from_all(abi))?
            .create()?
            .add_rules(path_beneath_rules(readable, AccessFs::from_read(abi)))?
            .add_rules(path_beneath_rules([directory], AccessFs::from_all(abi)))?
            .add_rules(path_beneath_rules(["/dev/null"], AccessFs::WriteFile))?;
        Ok(rules.restrict_self()?.ruleset)
    };
    restrict().is_ok_and(|status| status != RulesetStatus::NotEnforced)
}

/// No large files, no core, few processes: the number counts in the name space of its own.
#[cfg(target_os = "linux")]
fn limit() {
    use crate::limits::{MOST_OF_A_FILE, MOST_PROCESSES};
    use rustix::process::{Resource, Rlimit, setrlimit};
    let limits =
        [(Resource::Fsize, MOST_OF_A_FILE), (Resource::Core, 0), (Resource::Nproc, MOST_PROCESSES)];
    for (resource, most) in limits {
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    }
}
