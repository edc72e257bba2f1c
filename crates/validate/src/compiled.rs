//! `--verify`: does the machine's C compiler agree that a repair makes the tests pass?
//!
//! ```text
//!  repair ── patched files ─┬─ whole program, built once ── each test ──────────────┐
//!                           │  (`main`, inputs from outside only)                   ├─ agrees, or what happened
//!                           └─ one C file of the harness for each test ─────────────┘
//!                              (another start function, nondeterministic calls, annotations)
//! ```
//!
//! An answer is given only for what was really compiled and run; what was not is said in remarks.

mod asking;
mod clauses;
mod emitted;
mod patched;
mod process;
mod promises;
mod toolchain;
mod verdict;

use whydunit_host::Temporary;
use whydunit_interp::Config;
use whydunit_repair::{Edit, Findings};
use whydunit_suite::Test;

use super::target::Target;
use asking::{Asking, Tests};
use toolchain::Toolchain;

/// What the C compiler says about a repair.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Agreement {
    /// `None` if it has not been asked, or could not be.
    pub verified: Option<bool>,
    pub remarks: Vec<String>,
}

/// Asks about every repair. Those that do not pass are moved behind the others; the answers are in the new order.
pub fn ask(target: &Target, config: &Config, findings: &mut Findings) -> Vec<Agreement> {
    target.common.observer.phase("asking the C compiler");
    let answers = answers(target, config, findings);
    let mut pairs: Vec<_> =
        std::mem::take(&mut findings.repairs).into_iter().zip(answers).collect();
    pairs.sort_by_key(|(_, answer)| answer.verified == Some(false));
    let (repairs, answers) = pairs.into_iter().unzip();
    findings.repairs = repairs;
    answers
}

fn answers(target: &Target, config: &Config, findings: &Findings) -> Vec<Agreement> {
    let all = |why: &str| findings.repairs.iter().map(|_| unasked(why)).collect();
    if findings.repairs.is_empty() {
        return Vec::new();
    }
    let directory = match Temporary::create() {
        Ok(directory) => directory,
        Err(error) => return all(&format!("no temporary directory: {error}")),
    };
    let toolchain =
        match Toolchain::find(&target.common, config.checks, directory.path(), config.deadline) {
            Ok(toolchain) => toolchain,
            Err(why) => return all(&why),
        };
    if let Some(why) = toolchain.unconfined() {
        let message = format!("--native: the program is run without all of its sandbox: {why}");
        target.common.observer.warn(message);
    }
    let tests = tests(target, findings);
    let ask = |(index, edits): (usize, &[Edit])| {
        let own = directory.path().join(format!("repair-{}", index + 1));
        Asking { target, toolchain: &toolchain, config, tests: &tests }.ask(edits, &own)
    };
    findings.repairs.iter().map(|repair| repair.edits.as_slice()).enumerate().map(ask).collect()
}

impl Agreement {
    /// There was no answer.
    #[must_use]
    pub fn unasked(why: &str) -> Agreement {
        let remark = format!("not checked by the C compiler: {why}");
        Agreement { verified: None, remarks: vec![remark] }
    }
}

fn unasked(why: &str) -> Agreement {
    Agreement::unasked(why)
}

/// The tests that were judged, those that failed without the repair first.
fn tests<'a>(target: &'a Target, findings: &'a Findings) -> Tests<'a> {
    let suite = || target.suite.tests.iter().zip(&findings.before);
    let failing = suite().filter(|(_, before)| before.verdict.is_failed()).map(|(test, _)| test);
    let passing = suite().filter(|(_, before)| before.verdict.is_passed()).map(|(test, _)| test);
    let mut all: Vec<&Test> = failing.chain(&findings.counterexamples).collect();
    let failing = all.len();
    all.extend(passing);
    Tests { all, failing }
}

#[cfg(test)]
mod tests;
