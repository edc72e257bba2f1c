//! Whether what is at a location can be used: null, ends of objects, lives.

use whydunit_program::CheckKind;

use super::{Access, Location};
use crate::machine::{Machine, Reached, Unreachable};
use crate::numbers::Number;
use crate::numeric::Linear;
use crate::objects::Quantity;
use crate::state::Target;

impl Machine<'_, '_> {
    /// Demands that `size` bytes at the location can be used.
    pub(crate) fn reach(
        &mut self,
        location: &Location,
        size: &Number,
        access: Access,
        span: whydunit_source::Span,
    ) -> Reached<()> {
        let targets = &location.targets;
        let is_data = |target: &Target| self.objects.as_function(target.object).is_none();
        let is_data = targets.known.iter().all(is_data);
        let is_alive =
            is_data && targets.known.iter().all(|target| !self.state.dead.contains(&target.object));
        self.require_that(CheckKind::Lifetime, span, is_alive && !targets.is_unknown);
        if access == Access::Write {
            let writes_const =
                targets.known.iter().any(|target| self.objects.get(target.object).is_const);
            if writes_const {
                self.require_that(CheckKind::Bounds, span, false);
            }
        }
        if location.is_named {
            return Ok(());
        }
        let is_single = targets.single_or_null().is_some();
        let mut is_there = !targets.is_unknown && !targets.may_be_null && is_data;
        let mut known = Vec::new();
        for target in targets.known.clone() {
            let limit = self.limit(target);
            let end = self.offset_plus(&location.offset, size);
            let low = location.offset.linear.as_ref().and_then(|linear| linear.scale(-1));
            let high =
                end.linear.as_ref().zip(limit.as_ref()).and_then(|(end, limit)| end.sub(limit));
            let fits = match (low, high, target.is_vague) {
                (Some(low), Some(high), false) => {
                    let mut fits = true;
                    for (side, form) in [&low, &high].into_iter().enumerate() {
                        let holds = self.state.numbers.bounds_of(form).high <= 0;
                        self.write_down(CheckKind::Bounds, span, side as u8, holds, Some(form));
                        fits &= holds;
                    }
                    if is_single && self.is_confined_by(target) {
                        known.extend([low, high]);
                    }
                    fits
                }
                (low, _, is_vague) => {
                    let range = self.state.numbers.range(&location.offset);
                    let ends = range.add(self.state.numbers.range(size)).high;
                    let room = limit.map(|limit| self.state.numbers.bounds_of(&limit).low);
                    let starts = range.low >= 0 && !is_vague;
                    let fits = !is_vague && room.is_some_and(|room| ends <= room);
                    self.write_down(CheckKind::Bounds, span, 0, starts, low.as_ref());
                    self.write_down(CheckKind::Bounds, span, 1, fits, None);
                    starts && fits
                }
            };
            // Nothing fits in what is not there.
            is_there &= !self.may_be_absent(target) || fits;
        }
        self.require_that(CheckKind::Null, span, is_there);
        if targets.is_unknown {
            self.require_that(CheckKind::Bounds, span, false);
        }
        if targets.known.is_empty() && !targets.is_unknown {
            return Err(Unreachable);
        }
        self.constrain_all(&known)
    }

    /// Does an access beyond what the target offers end the run? What lies in a larger object is only kept apart while that is checked.
    fn is_confined_by(&self, target: Target) -> bool {
        target.len.is_none() || self.checks.contains(CheckKind::Bounds)
    }

    /// How many bytes a target offers from its start on.
    pub(crate) fn limit(&mut self, target: Target) -> Option<Linear> {
        if let Some(len) = target.len {
            return Some(Linear::constant(i128::from(len)));
        }
        match self.objects.get(target.object).size {
            Some(size) => Some(Linear::constant(i128::from(size) - i128::from(target.start))),
            None => {
                let dim = self.objects.dim(Quantity::Size(target.object));
                let unit = i128::from(self.objects.get(target.object).unit);
                Linear::dim(dim).scale(unit)?.shift(-i128::from(target.start))
            }
        }
    }
}
