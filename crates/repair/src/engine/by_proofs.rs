//! Repairs that a diagnosis with what proofs say proposes, and no others.

use std::time::Duration;

use super::{Engine, Mode, Scene};
use crate::Edit;
use crate::coverage::Executed;
use crate::diagnosed::{self, Effort};
use crate::grade::Searched;
use crate::limits::{MORE_REPAIRS, TOLERATED_SHARE};
use crate::model::Built;
use crate::ped::Level;

pub(super) struct ByProofs;

impl Mode for ByProofs {
    /// What the diagnosis proposes, level by level: the last has the fewest proposals, and may trust too much.
    fn search(&self, engine: &mut Engine<'_>, scene: &Scene<'_>) {
        let wanted = |stmt| scene.is_everywhere(stmt);
        let by_proofs = engine.request.options.by_proofs.as_ref();
        let is_given = by_proofs.is_none_or(|one| one.level.is_some());
        let mut level = None;
        let mut next = Level::ALL.into_iter().rev().skip(1);
        loop {
            let mut pool = diagnosed::candidates(engine, &wanted, level, Effort::Alone);
            engine.consider(&mut pool);
            if engine.has_none() {
                engine.consider_deferred();
            }
            if !engine.has_none() || is_given || engine.is_late() {
                return;
            }
            level = match next.next() {
                Some(Level::Default) | None => return,
                level => level,
            };
        }
    }

    /// A diagnosis is about where failing runs should leave their way: what only they execute, they need not.
    fn kept_runs<'r>(&self, _: &'r [Executed], passing: &'r [Executed]) -> &'r [Executed] {
        passing
    }

    /// A diagnosis asks by itself whether good runs are cut short: a line or two do not matter to it.
    fn tolerated(&self, lines: u32) -> u32 {
        lines / TOLERATED_SHARE
    }

    fn patience(&self) -> Duration {
        MORE_REPAIRS
    }

    /// A diagnosis has an order of its own: what is accepted, is accepted.
    fn answer_that_counts(&self, searched: Searched) -> Searched {
        searched.max(Searched::WithinBounds)
    }

    fn remark(&self, engine: &Engine<'_>, edits: &[Edit], built: &Built) -> Option<String> {
        let (kind, line) = engine.proved.lost(&engine.program.sources, edits, built)?;
        Some(format!("line {line} ({}) was proved before, and is not any more", kind.name()))
    }
}
