//! Repairs from evidence along failing runs and from all small changes, cheapest first; a diagnosis helps where these find none.

use std::time::Duration;

use rustc_hash::FxHashSet;
use whydunit_program::SourceStmtId;

use super::{Candidate, Engine, Mode, Scene};
use crate::changes::{self, Variant};
use crate::coverage::{Executed, largest_dice};
use crate::diagnosed::{self, Effort};
use crate::evidence::{self, Suggestions, effect};
use crate::grade::Searched;
use crate::limits::MOST_TEXTS;
use crate::model::Built;
use crate::numbers::numbers_in;
use crate::{Edit, angelic, output, pairs, trial};

/// Changes are tried in portions of rising cost; a portion that holds a repair is the last.
const TIERS: [u32; 6] = [11, 15, 19, 23, 29, u32::MAX];

pub(super) struct ByEvidence;

impl Mode for ByEvidence {
    fn search(&self, engine: &mut Engine<'_>, scene: &Scene<'_>) {
        let wanted = |stmt| scene.is_everywhere(stmt);
        let mut by_proofs = diagnosed::candidates(engine, &wanted, None, Effort::Beside);
        let has_dice = engine.request.options.dice;
        let dice = has_dice.then(|| largest_dice(scene.fails, scene.passes)).flatten();
        (engine.progress)("looking for evidence");
        let evidence = evidence::gather(engine, dice.as_ref());
        if let Some(dice) = dice {
            engine.search(&|stmt| wanted(stmt) && dice.contains(&stmt), &evidence);
        }
        if engine.has_none() {
            engine.search(&wanted, &evidence);
        }
        if engine.has_none() {
            engine.consider_deferred();
        }
        if engine.has_none() && !engine.is_late() {
            engine.consider(&mut by_proofs);
        }
        if engine.has_none() && !engine.is_late() {
            engine.search_by_values(&wanted);
        }
        if engine.has_none() && engine.request.options.max_edits > 1 {
            pairs::search(engine, scene.fails);
        }
        if engine.has_none() {
            engine.consider_deferred();
        }
    }

    fn kept_runs<'r>(&self, all: &'r [Executed], _: &'r [Executed]) -> &'r [Executed] {
        all
    }

    /// A change that cuts a run short passes many tests, and is put off.
    fn tolerated(&self, _: u32) -> u32 {
        0
    }

    /// The portions of changes end the search.
    fn patience(&self) -> Duration {
        Duration::MAX
    }

    fn answer_that_counts(&self, searched: Searched) -> Searched {
        searched
    }

    /// Nothing was proved before.
    fn remark(&self, _: &Engine<'_>, _: &[Edit], _: &Built) -> Option<String> {
        None
    }
}

impl Engine<'_> {
    /// All single changes of the statements that `wanted` lets through.
    fn search(&mut self, wanted: &dyn Fn(SourceStmtId) -> bool, evidence: &Suggestions) {
        let files = &self.request.options.files;
        let numbers = numbers_in(&self.suite);
        let mut all = changes::changes(self.program, self.int, files, &numbers, wanted);
        let strings = output::changes(self);
        let place =
            all.partition_point(|change| change.cost < strings.first().map_or(0, |one| one.cost));
        all.splice(place..place, strings);
        let mut pool: Vec<Candidate> = Vec::new();
        let mut rest = all.as_slice();
        let sources = &self.program.sources;
        let effect_of = |edit: &Edit| effect(sources, std::slice::from_ref(edit));
        let known: FxHashSet<String> = all.iter().map(|one| effect_of(&one.edit)).collect();
        for limit in TIERS {
            let (portion, further) = rest.split_at(rest.partition_point(|one| one.cost <= limit));
            rest = further;
            if limit == TIERS[0] {
                (self.progress)("trying what the evidence suggests");
                let is_new = |one: &&Candidate| !known.contains(&effect(sources, &one.edits));
                pool.extend(evidence.candidates.iter().filter(is_new).cloned());
            }
            (self.progress)("trying small changes");
            let tried = trial::passing(&self.setting(), portion, &self.suite);
            self.findings.tried.changes += portion.len();
            self.findings.tried.runs += tried.runs;
            // What only its text defines has not been tried yet: compiling shows.
            let unknown = (0..portion.len())
                .filter(|&index| matches!(portion[index].variant, Variant::Text))
                .take(MOST_TEXTS);
            for index in tried.passing.into_iter().chain(unknown) {
                let change = portion[index].clone();
                let edits = vec![change.edit.clone()];
                pool.push(Candidate {
                    evidence: evidence.reason(sources, &edits),
                    edits,
                    cost: change.cost,
                    source: Some(change.source),
                    change: Some(change),
                    is_deferred: false,
                });
            }
            self.consider(&mut pool);
            if self.is_satisfied || self.is_late() {
                return;
            }
        }
    }

    /// Expressions that give values which a solver found.
    fn search_by_values(&mut self, wanted: &dyn Fn(SourceStmtId) -> bool) {
        (self.progress)("asking which values would do");
        let files = &self.request.options.files;
        let mut sites = changes::sites(self.program, self.int, files, wanted);
        angelic::order(&mut sites, &|stmt| self.request.options.relevant.contains(&stmt));
        let found = angelic::candidates(self, &sites);
        let tried = trial::passing(&self.setting(), &found, &self.suite);
        self.findings.tried.changes += found.len();
        self.findings.tried.runs += tried.runs;
        let mut pool: Vec<Candidate> = Vec::new();
        for index in tried.passing {
            let change = found[index].clone();
            pool.push(Candidate {
                edits: vec![change.edit.clone()],
                cost: change.cost,
                source: Some(change.source),
                evidence: Some("from values with which the failing tests pass".to_owned()),
                change: Some(change),
                is_deferred: false,
            });
        }
        self.consider(&mut pool);
    }
}
