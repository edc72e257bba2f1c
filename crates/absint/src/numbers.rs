//! The numeric part of a state: an octagon over the dimensions that fit in and equations between these, intervals for the others.
//!
//! Octagons cost the square of their dimensions, so beyond a number of them a dimension is kept by its interval alone. Every operation can be
//! written down ([`Effect`]): going backwards over a statement undoes its effects in reverse, so both directions share one meaning of
//! statements.

use std::collections::BTreeMap;

use crate::limits::MOST_RELATED;
use crate::numeric::{Dim, Equalities, Interval, Linear, Octagon};

/// Holds a number for a moment.
const SCRATCH: Dim = Dim(u32::MAX - 1);

/// One thing that happened to the numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Assign(Dim, Linear),
    AssignRange(Dim, Interval),
    Forget(Dim),
    /// The form is at most 0.
    Constrain(Linear),
}

/// An integer that is computed: a form over dimensions where it is one, and a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Number {
    pub(crate) linear: Option<Linear>,
    pub(crate) range: Interval,
    /// Of what is no form: forms that it is not below, and not above.
    pub(crate) least: Option<Linear>,
    pub(crate) most: Option<Linear>,
    /// Of what is no form: it is a multiple of this.
    pub(crate) factor: i128,
}

impl Number {
    pub(crate) fn new(linear: Option<Linear>, range: Interval) -> Number {
        Number { linear, range, least: None, most: None, factor: 1 }
    }

    pub(crate) fn point(value: i128) -> Number {
        Number::new(Some(Linear::constant(value)), Interval::point(value))
    }

    /// A number that divides it; 0 for 0.
    pub(crate) fn divisor(&self) -> i128 {
        match &self.linear {
            Some(linear) => {
                let factors = linear.terms.iter().map(|(_, factor)| *factor);
                factors.chain([linear.constant]).fold(0, common)
            }
            None => self.factor,
        }
    }

    /// A form that is not above the number.
    pub(crate) fn lower(&self) -> Option<Linear> {
        let end = (self.range.low != i128::MIN).then(|| Linear::constant(self.range.low));
        self.linear.clone().or_else(|| self.least.clone()).or(end)
    }

    /// A form that is not below the number.
    pub(crate) fn upper(&self) -> Option<Linear> {
        let end = (self.range.high != i128::MAX).then(|| Linear::constant(self.range.high));
        self.linear.clone().or_else(|| self.most.clone()).or(end)
    }

    pub(crate) fn range(range: Interval) -> Number {
        Number::new(range.as_point().map(Linear::constant), range)
    }

    pub(crate) fn unknown() -> Number {
        Number::new(None, Interval::TOP)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    octagon: Octagon,
    equalities: Equalities,
    boxes: BTreeMap<Dim, Interval>,
    log: Option<Vec<Effect>>,
}

impl Numbers {
    pub(crate) fn top() -> Numbers {
        Numbers {
            octagon: Octagon::top(),
            equalities: Equalities::default(),
            boxes: BTreeMap::new(),
            log: None,
        }
    }

    pub(crate) fn octagon(&self) -> &Octagon {
        &self.octagon
    }

    /// Begins to write down what happens.
    pub(crate) fn record(&mut self) {
        self.log = Some(Vec::new());
    }

    /// What happened since it was asked last.
    pub(crate) fn recorded(&mut self) -> Vec<Effect> {
        match &mut self.log {
            Some(log) => std::mem::take(log),
            None => Vec::new(),
        }
    }

    /// What both have recorded since they were one.
    pub(crate) fn common_log(&self, other: &Numbers) -> Option<Vec<Effect>> {
        let (own, others) = (self.log.as_ref()?, other.log.as_ref()?);
        let shared = own.iter().zip(others).take_while(|(a, b)| a == b);
        Some(shared.map(|(effect, _)| effect.clone()).collect())
    }

    pub(crate) fn set_log(&mut self, log: Option<Vec<Effect>>) {
        self.log = log;
    }

    pub(crate) fn without_log(mut self) -> Numbers {
        self.log = None;
        self
    }

    /// The form is at most 0, which was known already: going backwards it is not.
    pub(crate) fn note_known(&mut self, form: &Linear) {
        self.note(|| Effect::Constrain(form.clone()));
    }

    fn note(&mut self, effect: impl FnOnce() -> Effect) {
        if let Some(log) = &mut self.log {
            log.push(effect());
        }
    }

    /// What is known about some dimensions alone, as forms that are at most 0.
    pub(crate) fn forms_over(&self, keep: impl Fn(Dim) -> bool) -> Vec<Linear> {
        let mut octagon = self.octagon.clone();
        octagon.forget_all(&keep);
        let mut forms = octagon.constraints();
        for (dim, range) in self.boxes.iter().filter(|(dim, _)| keep(**dim)) {
            forms.extend(bounds_as_forms(*dim, *range));
        }
        let mut equalities = self.equalities.clone();
        let dims = self.equalities.rows().iter().flat_map(|row| &row.terms);
        for (dim, _) in dims.filter(|(dim, _)| !keep(*dim)) {
            equalities.forget(*dim);
        }
        for row in equalities.rows() {
            forms.extend([Some(row.clone()), row.scale(-1)].into_iter().flatten());
        }
        forms
    }

    pub(crate) fn bounds(&self, dim: Dim) -> Interval {
        match self.boxes.get(&dim) {
            Some(range) => *range,
            None => self.octagon.bounds(dim),
        }
    }

    pub(crate) fn bounds_of(&self, linear: &Linear) -> Interval {
        let mut bounds = self.plain_bounds_of(linear);
        if linear.as_constant().is_some() {
            return bounds;
        }
        // An equation says what else the form is.
        for row in self.equalities.rows() {
            for &(dim, factor) in &linear.terms {
                let of_row = row.terms.iter().find(|(other, _)| *other == dim);
                let Some((_, of_row)) = of_row.filter(|(_, of_row)| factor % of_row == 0) else {
                    continue;
                };
                let other = row.scale(factor / of_row).and_then(|row| linear.sub(&row));
                let known = other.map(|other| self.plain_bounds_of(&other));
                bounds = known.and_then(|known| known.meet(bounds)).unwrap_or(bounds);
            }
        }
        bounds
    }

    fn plain_bounds_of(&self, linear: &Linear) -> Interval {
        if self.is_related(linear) {
            return self.octagon.bounds_of(linear);
        }
        let start = Interval::point(linear.constant);
        linear.terms.iter().fold(start, |sum, (dim, factor)| {
            sum.add(self.bounds(*dim).mul(Interval::point(*factor)))
        })
    }

    fn is_related(&self, linear: &Linear) -> bool {
        linear.terms.iter().all(|(dim, _)| !self.boxes.contains_key(dim))
    }

    /// What is known about a number: its range, and what its form says.
    pub(crate) fn range(&self, number: &Number) -> Interval {
        if let Some(linear) = &number.linear {
            return self.bounds_of(linear).meet(number.range).unwrap_or(number.range);
        }
        let low = number.least.as_ref().map_or(i128::MIN, |form| self.bounds_of(form).low);
        let high = number.most.as_ref().map_or(i128::MAX, |form| self.bounds_of(form).high);
        let forms = Interval::checked(low, high);
        forms.and_then(|range| range.meet(number.range)).unwrap_or(number.range)
    }

    fn has_room_for(&self, dim: Dim) -> bool {
        let dims = self.octagon.dims();
        dims.len() < MOST_RELATED || dims.binary_search(&dim).is_ok()
    }

    pub(crate) fn assign(&mut self, dim: Dim, number: &Number) {
        let range = self.range(number);
        let form = number.linear.as_ref();
        let form = form.filter(|linear| linear.terms.len() <= 4);
        match form {
            Some(linear) => self.note(|| Effect::Assign(dim, linear.clone())),
            None => self.note(|| Effect::AssignRange(dim, range)),
        }
        let related = form.filter(|linear| self.is_related(linear) && self.has_room_for(dim));
        match related {
            Some(linear) => self.equalities.assign(dim, linear),
            None => self.equalities.forget(dim),
        }
        match related {
            Some(linear) => {
                self.boxes.remove(&dim);
                self.octagon.assign(dim, linear);
                self.clamp(dim, number.range);
            }
            None if !self.has_room_for(dim) => {
                self.octagon.forget(dim);
                self.boxes.insert(dim, range);
            }
            None => {
                self.boxes.remove(&dim);
                self.assign_between(dim, range, number);
            }
        }
    }

    /// A number between two forms, which may be over the dimension that it is assigned to.
    fn assign_between(&mut self, dim: Dim, range: Interval, number: &Number) {
        let below = number.most.as_ref().and_then(|most| Linear::dim(SCRATCH).sub(most));
        let above = number.least.as_ref().and_then(|least| least.sub(&Linear::dim(SCRATCH)));
        let forms: Vec<Linear> =
            below.into_iter().chain(above).filter(|form| self.is_related(form)).collect();
        if forms.is_empty() {
            self.octagon.assign_interval(dim, range);
            return;
        }
        let mut next = self.octagon.clone();
        next.assign_interval(SCRATCH, range);
        let is_possible = forms.iter().all(|form| next.constrain(form));
        if is_possible {
            next.assign(dim, &Linear::dim(SCRATCH));
            next.forget(SCRATCH);
            self.octagon = next;
        } else {
            self.octagon.assign_interval(dim, range);
        }
    }

    /// Meets a dimension with a range that is known to hold. Says nothing if that is contradictory: callers have checked.
    fn clamp(&mut self, dim: Dim, range: Interval) {
        if self.octagon.bounds(dim).is_subset_of(range) {
            return;
        }
        for linear in bounds_as_forms(dim, range) {
            let mut narrowed = self.octagon.clone();
            if narrowed.constrain(&linear) {
                self.octagon = narrowed;
            }
        }
    }

    pub(crate) fn forget(&mut self, dim: Dim) {
        self.note(|| Effect::Forget(dim));
        self.boxes.remove(&dim);
        self.octagon.forget(dim);
        self.equalities.forget(dim);
    }

    /// May the dimension have a value in the range as well?
    pub(crate) fn assign_also(&mut self, dim: Dim, range: Interval) {
        let joined = self.bounds(dim).join(range);
        self.note(|| Effect::Forget(dim));
        self.equalities.forget(dim);
        if self.has_room_for(dim) {
            self.boxes.remove(&dim);
            self.octagon.assign_interval(dim, joined);
        } else {
            self.octagon.forget(dim);
            self.boxes.insert(dim, joined);
        }
    }

    /// The form is at most 0; false when that cannot be.
    #[must_use]
    pub(crate) fn constrain(&mut self, linear: &Linear) -> bool {
        self.note(|| Effect::Constrain(linear.clone()));
        match self.bounds_of(linear).low {
            0 if self.is_related(linear) => self.equalities.add(linear),
            low if low > 0 => return false,
            _ => {}
        }
        if self.is_related(linear) {
            return match linear.as_constant() {
                Some(value) => value <= 0,
                None => self.octagon.constrain(linear),
            };
        }
        if self.bounds_of(linear).low > 0 {
            return false;
        }
        for &(dim, factor) in &linear.terms {
            // factor * dim <= -rest
            let mut rest = linear.clone();
            rest.terms.retain(|(other, _)| *other != dim);
            let limit = self.bounds_of(&rest).neg().high;
            if limit == i128::MAX {
                continue;
            }
            let range = match factor > 0 {
                true => Interval::new(i128::MIN, limit.div_euclid(factor)),
                false => {
                    let least = -(limit.div_euclid(-factor));
                    Interval::new(least, i128::MAX)
                }
            };
            if !self.meet_bounds(dim, range) {
                return false;
            }
        }
        true
    }

    fn meet_bounds(&mut self, dim: Dim, range: Interval) -> bool {
        if let Some(known) = self.boxes.get_mut(&dim) {
            return match known.meet(range) {
                Some(met) => {
                    *known = met;
                    true
                }
                None => false,
            };
        }
        bounds_as_forms(dim, range).iter().all(|linear| self.octagon.constrain(linear))
    }

    pub(crate) fn is_subset_of(&self, other: &Numbers) -> bool {
        let boxes = other.boxes.iter().all(|(dim, range)| self.bounds(*dim).is_subset_of(*range));
        // What the other relates and this one does not, this one does not know.
        boxes && self.has_equalities_of(other) && self.aligned(other).is_subset_of(&other.octagon)
    }

    fn equates(&self, row: &Linear) -> bool {
        self.equalities.imply(row) || self.plain_bounds_of(row) == Interval::point(0)
    }

    /// The equations, also those of the other that hold here.
    fn equalities_with(&self, other: &Numbers) -> Equalities {
        let mut equalities = self.equalities.clone();
        for row in other.equalities.rows() {
            if !self.equalities.rows().contains(row) && self.equates(row) {
                equalities.add(row);
            }
        }
        equalities
    }

    /// Bounds of the octagon may complete an equation that is known.
    fn has_equalities_of(&self, other: &Numbers) -> bool {
        let rows = other.equalities.rows();
        rows.iter().all(|row| self.equates(row)) || {
            let all = self.equalities_with(other);
            rows.iter().all(|row| all.imply(row))
        }
    }

    /// The octagon, with the bounds of those dimensions that the other relates.
    fn aligned(&self, other: &Numbers) -> Octagon {
        let mut octagon = self.octagon.clone();
        for (dim, range) in &self.boxes {
            if other.octagon.dims().binary_search(dim).is_ok() {
                octagon.assign_interval(*dim, *range);
            }
        }
        octagon
    }

    fn combine(
        &self,
        other: &Numbers,
        boxes: impl Fn(Interval, Interval) -> Interval,
        octagons: impl Fn(&Octagon, &Octagon) -> Octagon,
    ) -> Numbers {
        let mut ranges = BTreeMap::new();
        for dim in self.boxes.keys().chain(other.boxes.keys()) {
            // Kept by its interval where at least one side does.
            let range = boxes(self.bounds(*dim), other.bounds(*dim));
            ranges.insert(*dim, range);
        }
        let mut octagon = octagons(&self.octagon, &other.octagon);
        for dim in ranges.keys() {
            octagon.forget(*dim);
        }
        let mut equalities = self.equalities_with(other).join(&other.equalities_with(self));
        for dim in ranges.keys() {
            equalities.forget(*dim);
        }
        ranges.retain(|_, range| !range.is_top());
        Numbers { octagon, equalities, boxes: ranges, log: None }
    }

    pub(crate) fn join(&self, other: &Numbers) -> Numbers {
        self.combine(other, Interval::join, Octagon::join)
    }

    pub(crate) fn widen(&self, next: &Numbers, thresholds: &[i128]) -> Numbers {
        self.combine(
            next,
            |old, new| old.widen(new, thresholds),
            |old, new| old.widen(new, thresholds),
        )
    }

    pub(crate) fn narrow(&self, next: &Numbers) -> Numbers {
        self.combine(next, Interval::narrow, Octagon::narrow)
    }
}

/// `dim` lies in the range, as forms that are at most 0.
pub(crate) fn bounds_as_forms(dim: Dim, range: Interval) -> Vec<Linear> {
    let mut forms = Vec::new();
    if range.high != i128::MAX {
        forms.push(Linear { terms: vec![(dim, 1)], constant: -range.high });
    }
    if range.low != i128::MIN {
        forms.push(Linear { terms: vec![(dim, -1)], constant: range.low });
    }
    forms
}

/// The greatest common divisor.
pub(crate) fn common(a: i128, b: i128) -> i128 {
    if b == 0 { a.saturating_abs() } else { common(b, a % b) }
}
