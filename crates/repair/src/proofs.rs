//! Checks that were proved before a change: do their proofs still go through?
//!
//! A bounded search looks at all checks, so that a change which breaks one is refuted. What it cannot tell is that a check which held for all inputs is now
//! known to hold within the bound only: that is said of a repair.

use std::collections::BTreeSet;
use std::time::Instant;

use whydunit_absint::{Analysis, Options, analyse};
use whydunit_host::stretched;
use whydunit_program::{CheckKind, Program};
use whydunit_source::SourceMap;

use crate::Edit;
use crate::coverage::lines_before;
use crate::limits::TIME_FOR_PROOFS_OF_A_CHANGE;
use crate::model::Built;

/// A kind of checks, and where: file and line.
type Site = (CheckKind, String, u32);

/// The sites all of whose checks are proved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proved {
    checks: Vec<CheckKind>,
    sites: BTreeSet<Site>,
}

impl Proved {
    /// Nothing, if time did not suffice for all.
    pub(crate) fn of(analysis: &Analysis<'_>, program: &Program, checks: &[CheckKind]) -> Proved {
        let mut proved = Proved { checks: checks.to_vec(), sites: BTreeSet::new() };
        if analysis.is_complete() {
            let (sites, open) = sites(analysis, program);
            proved.sites = sites.difference(&open).cloned().collect();
        }
        proved
    }

    /// The first site, in the original's lines, whose checks are not all proved any more.
    pub(crate) fn lost(
        &self,
        sources: &SourceMap,
        edits: &[Edit],
        built: &Built,
    ) -> Option<(CheckKind, u32)> {
        if self.sites.is_empty() {
            return None;
        }
        let deadline = Instant::now().checked_add(stretched(TIME_FOR_PROOFS_OF_A_CHANGE));
        let options = Options { checks: self.checks.clone(), deadline, mines: false };
        let analysis = analyse(&built.program, built.start, &options);
        if !analysis.is_complete() {
            return None;
        }
        let (_, open) = sites(&analysis, &built.program);
        let before = open.into_iter().flat_map(|(kind, file, line)| {
            let lines = lines_before(edits, sources, &file, line);
            lines.into_iter().map(move |line| (kind, file.clone(), line))
        });
        let mut lost: Vec<Site> = before.filter(|site| self.sites.contains(site)).collect();
        lost.sort_by_key(|(_, _, line)| *line);
        lost.first().map(|(kind, _, line)| (*kind, *line))
    }
}

/// All sites, and those with a check that is not proved.
fn sites(analysis: &Analysis<'_>, program: &Program) -> (BTreeSet<Site>, BTreeSet<Site>) {
    let (mut all, mut open) = (BTreeSet::new(), BTreeSet::new());
    for property in analysis.properties() {
        let file = program.sources.file(property.span.file).name().to_owned();
        let site = (property.kind, file, program.sources.line_column(property.span).line);
        if !property.is_proved {
            open.insert(site.clone());
        }
        all.insert(site);
    }
    (all, open)
}
