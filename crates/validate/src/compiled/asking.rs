//! One repair: which tests are tried in which way, and what their verdicts say together.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use whydunit_interp::Config;
use whydunit_program::CheckKind;
use whydunit_repair::Edit;
use whydunit_suite::Test;

use super::emitted::Bench;
use super::patched::Patched;
use super::promises::{Promise, annotations};
use super::toolchain::{TIME_IS_UP, Toolchain, Trouble};
use super::verdict::{Form, Verdict, judge};
use super::{Agreement, unasked};
use crate::limits::MOST_BUILDS;
use crate::target::Target;

/// Tests that fail without the repair, then those that pass.
#[derive(Debug)]
pub(super) struct Tests<'a> {
    pub(super) all: Vec<&'a Test>,
    pub(super) failing: usize,
}

#[derive(Debug)]
pub(super) struct Asking<'a> {
    pub(super) target: &'a Target,
    pub(super) toolchain: &'a Toolchain,
    pub(super) config: &'a Config,
    pub(super) tests: &'a Tests<'a>,
}

/// A test and how it is tried.
#[derive(Debug)]
struct Try<'a> {
    /// In [`Tests::all`].
    index: usize,
    way: Way<'a>,
}

#[derive(Debug)]
enum Way<'a> {
    /// With the whole program.
    Whole,
    /// With a file of its own.
    Own,
    /// Once more, with a check that stands inside the program.
    Inside(&'a Promise),
}

impl Asking<'_> {
    pub(super) fn ask(&self, edits: &[Edit], directory: &Path) -> Agreement {
        let patched = match Patched::write(self.target, edits, directory.to_owned()) {
            Ok(patched) => patched,
            Err(error) => return unasked(&error.to_string()),
        };
        match self.toolchain.accepts(&patched.paths()) {
            Ok(()) => {}
            Err(Trouble::TimeIsUp) => return unasked(TIME_IS_UP),
            Err(Trouble::Refused(why)) => return self.refused(&patched, &why),
        }
        let subject = match patched.subject(None) {
            Ok(subject) => subject,
            Err(why) => return unasked(&why),
        };
        let bench = Bench {
            patched: &patched,
            toolchain: self.toolchain,
            config: self.config,
            subject: &subject,
        };
        self.try_all(&bench)
    }

    /// The compiler does not take the repaired program. If it takes the program as it was, the repair is to blame.
    fn refused(&self, patched: &Patched<'_>, why: &str) -> Agreement {
        let why = patched.in_terms_of_the_files(why);
        let original = Patched::write(self.target, &[], patched.directory.join("original"));
        match original.map(|original| self.toolchain.accepts(&original.paths())) {
            Ok(Ok(())) => Agreement {
                verified: Some(false),
                remarks: vec![format!("the C compiler does not accept it: {why}")],
            },
            _ => unasked(&format!("it does not accept the program: {why}")),
        }
    }

    fn try_all(&self, bench: &Bench<'_>) -> Agreement {
        let whole = bench.patched.directory.join("whole");
        let plain: Vec<bool> =
            self.tests.all.par_iter().map(|test| bench.needs_nothing(test)).collect();
        // It cannot be built when it leaves something undefined; the harness makes that up.
        let is_built =
            plain.contains(&true) && self.toolchain.build(&bench.patched.paths(), &whole).is_ok();
        let is_whole = |index: usize| is_built && plain[index];
        let inside = match self.config.checks.contains(CheckKind::Contract) {
            true => annotations(&bench.subject.program, bench.subject.start),
            false => Vec::new(),
        };
        let all = 0..self.tests.all.len();
        let own: Vec<usize> = all.clone().filter(|&index| !is_whole(index)).collect();
        // Each annotation should have its turn at least once.
        let kept = inside.len().min(MOST_BUILDS / 2);
        let own = spread(&own, self.tests.failing, MOST_BUILDS - kept);
        let mut tries: Vec<Try<'_>> = Vec::new();
        for index in all.clone() {
            if is_whole(index) {
                tries.push(Try { index, way: Way::Whole });
            } else if own.contains(&index) {
                tries.push(Try { index, way: Way::Own });
            }
        }
        let further = all.flat_map(|index| inside.iter().map(move |one| (index, one)));
        let further = further.take(MOST_BUILDS.saturating_sub(own.len()));
        tries.extend(further.map(|(index, one)| Try { index, way: Way::Inside(one) }));
        let verdicts = self.run(bench, &whole, &tries);
        let mut agreement = self.agreement(&tries, &verdicts);
        let missing = inside.iter().filter(|one| !is_kept(&tries, &verdicts, one));
        let missing: Vec<String> = missing.map(|one| format!("`{}`", one.failure.text)).collect();
        if agreement.verified == Some(true) && !missing.is_empty() {
            agreement.remarks.push(format!("not looked at in C: {}", missing.join(", ")));
        }
        for remark in &mut agreement.remarks {
            *remark = bench.patched.in_terms_of_the_files(remark);
        }
        agreement
    }

    /// Tries after one that failed are not needed; those before it are, so that the same one is named each time.
    fn run(&self, bench: &Bench<'_>, whole: &Path, tries: &[Try<'_>]) -> Vec<Option<Verdict>> {
        let first_failure = AtomicUsize::new(usize::MAX);
        let attempt = |(number, one): (usize, &Try<'_>)| {
            if first_failure.load(Ordering::Relaxed) < number {
                return None;
            }
            let test = self.tests.all[one.index];
            let name = format!("test-{}", number + 1);
            let verdict = match one.way {
                Way::Whole => {
                    let stdin = bench.patched.directory.join(&name).with_extension("in");
                    judge(self.toolchain, whole, test, Form::Whole, &stdin)
                }
                Way::Own => bench.try_test(&name, test),
                Way::Inside(check) => bench.try_check(&name, test, check),
            };
            if matches!(verdict, Verdict::Failed(_)) {
                first_failure.fetch_min(number, Ordering::Relaxed);
            }
            Some(verdict)
        };
        tries.par_iter().enumerate().with_max_len(1).map(attempt).collect()
    }

    fn agreement(&self, tries: &[Try<'_>], verdicts: &[Option<Verdict>]) -> Agreement {
        let name = |one: &Try<'_>| self.tests.all[one.index].name.as_str();
        let judged = || {
            let pairs = tries.iter().zip(verdicts);
            pairs.filter_map(|(one, verdict)| Some((one, verdict.as_ref()?)))
        };
        let failed = judged().find_map(|(one, verdict)| match verdict {
            Verdict::Failed(what) => Some((one, what)),
            _ => None,
        });
        if let Some((one, what)) = failed {
            let remark = format!("compiled by the C compiler, {} fails: {what}", name(one));
            return Agreement { verified: Some(false), remarks: vec![remark] };
        }
        let once = || judged().filter(|(one, _)| !matches!(one.way, Way::Inside(_)));
        let silent = once().find_map(|(one, verdict)| Some((one, verdict.silence()?)));
        let passed = once().filter(|(_, verdict)| matches!(verdict, Verdict::Passed(_))).count();
        if passed == 0 {
            return unasked(silent.map_or("there is no test for it", |(_, why)| why));
        }
        let mut remarks = Vec::new();
        let total = self.tests.all.len();
        if passed < total {
            let mut remark = format!("the C compiler was asked about {passed} of {total} tests");
            if let Some((one, why)) = silent {
                remark.push_str(&format!("; not about {}: {why}", name(one)));
            }
            remarks.push(remark);
        }
        let mut left: Vec<&str> = Vec::new();
        for (_, verdict) in judged() {
            let Verdict::Passed(what) = verdict else { continue };
            for one in what.iter().filter(|one| !left.contains(&one.as_str())).collect::<Vec<_>>() {
                left.push(one);
            }
        }
        if !left.is_empty() {
            remarks.push(format!("not compared in C: {}", left.join(", ")));
        }
        Agreement { verified: Some(true), remarks }
    }
}

/// Was it looked at, and kept?
fn is_kept(tries: &[Try<'_>], verdicts: &[Option<Verdict>], promise: &Promise) -> bool {
    tries.iter().zip(verdicts).any(|(one, verdict)| {
        let is_it = matches!(one.way, Way::Inside(other) if std::ptr::eq(other, promise));
        is_it && matches!(verdict, Some(Verdict::Passed(_)))
    })
}

/// At most `most` of these ascending positions: those below `failing` first, of the others some from everywhere.
fn spread(all: &[usize], failing: usize, most: usize) -> Vec<usize> {
    let (first, rest) = all.split_at(all.partition_point(|&index| index < failing));
    let mut chosen: Vec<usize> = first.iter().copied().take(most).collect();
    let room = (most - chosen.len()).min(rest.len());
    chosen.extend((0..room).map(|number| rest[number * rest.len() / room]));
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failing_tests_come_first_and_the_others_from_everywhere() {
        let all: Vec<usize> = (0..10).collect();
        assert_eq!(spread(&all, 2, 40), all);
        assert_eq!(spread(&all, 2, 6), [0, 1, 2, 4, 6, 8]);
        assert_eq!(spread(&all, 5, 3), [0, 1, 2]);
        assert_eq!(spread(&[], 0, 3), [0; 0]);
        assert_eq!(spread(&[7, 9], 0, 1), [7]);
    }
}
