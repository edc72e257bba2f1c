//! From a problem predicate and a correcting predicate to a modification of one statement.
//!
//! Both predicates are sequences of terms. What the problem predicate has and the correcting one has not (`d_e`)
//! is replaced in the statement by what only the correcting one has (`d_c`): on the right-hand side of an
//! assignment, on its left-hand side when `d_c` is a single variable, or in a branch predicate.

use std::rc::Rc;

use whydunit_interp::{Cell, CellObject};

use super::linear::{Key, Linear, Term};
use super::points::{Assign, AssignSite, Form};
use super::predicate::{AtomSite, Predicate};
use super::relop::Relop;
use super::run::Number;
use super::session::{Pair, Session, alternatives, distance};
use crate::Edit;
use crate::limits::{MOST_DIFFERENT, MOST_ELEMENTS_SEARCHED, MOST_EXCHANGES};

impl Session<'_, '_> {
    fn assignment(&self, act: usize) -> Option<(Assign, AssignSite)> {
        let found = &self.acts[act];
        let assign = found.assign()?;
        let site = assign.site.clone()?;
        (found.number > 0 && self.is_allowed(found)).then(|| (assign.clone(), site))
    }

    /// Makes the assignment establish `r`, which is what must hold after it: the correcting predicate is `r`, the
    /// problem predicate the equivalence derived from the statement.
    pub(crate) fn establish(&mut self, evidence: usize, act: usize, r: &Predicate) {
        let Some((assign, site)) = self.assignment(act) else { return };
        let pair = self.derived(&assign, r);
        if let Some(wanted) = solved_for(r, assign.cell) {
            let equalities = self.equalities(act);
            for new in alternatives(&wanted, &assign.value, &equalities) {
                self.right(evidence, act, (&assign, &site), &new, &pair);
            }
            if let Some(number) = wanted.as_constant() {
                for term in self.elements_with_value(act, &assign, number) {
                    let new = Linear { terms: vec![term], constant: 0 };
                    self.right(evidence, act, (&assign, &site), &new, &pair);
                }
            }
        } else if !r.expr.has(assign.cell) {
            // Replacing the left-hand side by the variable makes both predicates the same.
            for term in r.expr.terms.clone() {
                let Key::Cell(cell) = term.key else { continue };
                let Some(value) = solved_for(r, cell) else { continue };
                let step = self.acts[act].step;
                let number = self.run.evaluate(&assign.value, step, 0);
                let is_same = value == assign.value
                    || (value.terms.is_empty() && number == Some(Number::Int(value.constant)));
                if is_same {
                    self.left(evidence, act, (&assign, &site), &term, &pair);
                }
            }
        }
    }

    /// Elements of the arrays that the assignment speaks of, and variables, that hold a number before it: where the
    /// postcondition gives a number, the program has a name for it.
    fn elements_with_value(&self, act: usize, assign: &Assign, number: i128) -> Vec<Term> {
        let step = self.acts[act].step;
        let mut cells = Vec::new();
        let spoken = assign.value.cells().into_iter().chain([assign.cell]);
        for cell in spoken.filter(|cell| self.is_element(*cell)) {
            let CellObject::Memory(object) = cell.object else { continue };
            let size = self.run.trace.object(object).map_or(0, |object| object.info.size);
            let count = (size / u64::from(cell.size.max(1))).min(MOST_ELEMENTS_SEARCHED);
            cells.extend((0..count as u32).map(|index| Cell {
                offset: index * cell.size + cell.offset % cell.size.max(1),
                ..cell
            }));
        }
        cells.extend(self.scope(act).variables().into_iter().map(|variable| variable.cell));
        let mut terms: Vec<Term> = Vec::new();
        for cell in cells {
            let key = Key::Cell(cell);
            let is_new = cell != assign.cell && terms.iter().all(|term| term.key != key);
            if is_new && self.run.cell_value(cell, step) == Some(Number::Int(number)) {
                terms.push(Term { key, via: None, coefficient: 1 });
            }
        }
        terms.truncate(6);
        terms
    }

    /// Makes pwp of the assignment turn `r` (after it) into `q` (before it).
    pub(crate) fn match_to(&mut self, evidence: usize, act: usize, r: &Predicate, q: &Predicate) {
        let Some((assign, site)) = self.assignment(act) else { return };
        let coefficient = r.expr.coefficient(&Key::Cell(assign.cell));
        if coefficient.abs() != 1 || r.expr.terms.is_empty() {
            return;
        }
        let target = match (q.relop == r.relop, q.relop.flipped() == r.relop) {
            (true, _) => q.full(),
            (false, true) => q.full().times(-1),
            _ => return,
        };
        let mut rest = r.full();
        rest.terms.retain(|term| term.key != Key::Cell(assign.cell));
        let new = target.minus(&rest).times(coefficient);
        // A single error: not everything may differ.
        if distance(&new, &assign.value) <= MOST_DIFFERENT {
            let pair = self.pair(r, q);
            self.right(evidence, act, (&assign, &site), &new, &pair);
        }
    }

    /// Exchanges one term of the assignment for one of the predicate that must hold after it.
    pub(crate) fn exchange(&mut self, evidence: usize, act: usize, r: &Predicate) {
        let Some((assign, site)) = self.assignment(act) else { return };
        let pair = self.derived(&assign, r);
        let own = Term { key: Key::Cell(assign.cell), via: assign.via.clone(), coefficient: 1 };
        let mut wanted: Vec<Term> = r.expr.terms.clone();
        let had_value = self.run.bits(assign.cell, self.acts[act].step).is_some();
        if !assign.value.has(assign.cell) && had_value {
            wanted.insert(0, own.clone());
        }
        let mut count = 0;
        for old in &assign.value.terms {
            for new in &wanted {
                let fits = matches!(new.key, Key::Cell(_))
                    && new.key != old.key
                    && self.same_kind(&old.key, &new.key);
                if fits && count < MOST_EXCHANGES {
                    let value = exchanged(&assign.value, old, new);
                    self.right(evidence, act, (&assign, &site), &value, &pair);
                    count += 1;
                }
            }
        }
        if !assign.value.has(assign.cell) && had_value && r.expr.has(assign.cell) {
            // One more of what the statement adds up.
            let sum = Linear { terms: vec![own], constant: 0 }.plus(&assign.value);
            self.right(evidence, act, (&assign, &site), &sum, &pair);
        }
        // A term with the wrong sign.
        for old in assign.value.terms.iter().filter(|_| assign.value.terms.len() > 1) {
            let negated = Linear { terms: vec![old.clone()], constant: 0 };
            let value = assign.value.minus(&negated.times(2));
            self.right(evidence, act, (&assign, &site), &value, &pair);
        }
    }

    /// Lets the assignment set another variable: one that the predicate, or an index in it, depends on.
    pub(crate) fn redirect(&mut self, evidence: usize, act: usize, r: &Predicate) {
        let Some((assign, site)) = self.assignment(act) else { return };
        let pair = self.derived(&assign, r);
        for cell in r.expr.cells_and_indices() {
            let fits = self.same_kind(&Key::Cell(assign.cell), &Key::Cell(cell))
                && self.is_element(cell) == self.is_element(assign.cell);
            if cell == assign.cell || !fits {
                continue;
            }
            let via = r.expr.terms.iter().find(|term| term.key == Key::Cell(cell));
            let via = via.and_then(|term| term.via.clone());
            let term = Term { key: Key::Cell(cell), via, coefficient: 1 };
            self.left(evidence, act, (&assign, &site), &term, &pair);
        }
    }

    /// Lets the index of an element have another value: `wanted`, for the index `index` in terms of the state
    /// after the assignment.
    pub(crate) fn reindex(
        &mut self,
        evidence: usize,
        act: usize,
        (index, wanted): (&Linear, i128),
        pair: &Pair,
    ) {
        let Some((assign, site)) = self.assignment(act) else { return };
        let target = index.minus(&Linear::constant(wanted));
        let Some(new) = solved_for(&Predicate::new(&target, Relop::Eq), assign.cell) else {
            return;
        };
        let Some(now) = self.run.evaluate(&assign.value, self.acts[act].step, 0) else { return };
        let Some(then) = self.run.evaluate(&new, self.acts[act].step, 0) else { return };
        let (Some(now), Some(then)) = (now.as_int(), then.as_int()) else { return };
        // As a change of what is written, and as the value itself.
        let shifted = assign.value.plus(&Linear::constant(then - now));
        self.right(evidence, act, (&assign, &site), &shifted, pair);
        self.right(evidence, act, (&assign, &site), &new, pair);
    }

    /// Gives the assignment a value.
    pub(crate) fn set_value(&mut self, evidence: usize, act: usize, value: &Linear, pair: &Pair) {
        let Some((assign, site)) = self.assignment(act) else { return };
        self.right(evidence, act, (&assign, &site), value, pair);
    }

    /// A predicate of a branch that may be changed, and where it is written.
    fn editable_predicate(
        &self,
        act: usize,
        position: usize,
    ) -> Option<(Rc<Predicate>, Rc<AtomSite>)> {
        let found = &self.acts[act];
        let branch = found.branch().filter(|branch| branch.is_editable)?;
        let q = branch.predicates.get(position).filter(|_| self.is_allowed(found))?;
        Some((q.clone(), q.site.clone()?))
    }

    /// Makes the side of the branch that was taken stand for `wanted`.
    pub(crate) fn decide(
        &mut self,
        evidence: usize,
        (act, position): (usize, usize),
        wanted: &Predicate,
    ) {
        let Some((q, site)) = self.editable_predicate(act, position) else { return };
        let mut versions: Vec<Predicate> = Vec::new();
        let same_expression = q.canonical().0 == wanted.canonical().0;
        if same_expression {
            versions.push(wanted.clone());
            let neighbour =
                |p: &Predicate| p.relop.neighbour().map(|relop| Predicate { relop, ..p.clone() });
            versions.extend(neighbour(wanted));
            versions.extend(neighbour(&q));
        } else {
            let equalities = self.equalities(act);
            let (mut full, mut relop) = (wanted.full(), wanted.relop);
            if distance(&full.times(-1), &q.full()) < distance(&full, &q.full()) {
                (full, relop) = (full.times(-1), relop.flipped());
            }
            for full in alternatives(&full, &q.full(), &equalities) {
                versions.push(Predicate::new(&full, relop));
                versions.push(Predicate::new(&full, q.relop));
            }
        }
        let pair = self.pair(&q, wanted);
        for version in versions {
            self.compare(evidence, act, &version, &pair, &site);
        }
    }

    /// Exchanges one term of a branch predicate for one of `wanted`.
    pub(crate) fn exchange_in_branch(
        &mut self,
        evidence: usize,
        (act, position): (usize, usize),
        wanted: &Predicate,
    ) {
        let Some((q, site)) = self.editable_predicate(act, position) else { return };
        let mut count = 0;
        let pair = self.pair(&q, wanted);
        for old in &q.expr.terms {
            for new in &wanted.expr.terms {
                let fits = matches!(new.key, Key::Cell(_))
                    && q.expr.coefficient(&new.key) == 0
                    && self.same_kind(&old.key, &new.key);
                if fits && count < MOST_EXCHANGES {
                    let full = exchanged(&q.full(), old, new);
                    let version = Predicate::new(&full, q.relop);
                    self.compare(evidence, act, &version, &pair, &site);
                    count += 1;
                }
            }
        }
    }

    /// Writes a predicate where a branch predicate stands.
    pub(crate) fn compare(
        &mut self,
        evidence: usize,
        act: usize,
        version: &Predicate,
        pair: &Pair,
        site: &super::predicate::AtomSite,
    ) {
        let written = if site.is_negated { version.negated() } else { version.clone() };
        if written.expr.terms.is_empty() {
            return;
        }
        let scope = self.scope(act);
        for text in scope.comparisons(&written, site) {
            let text = scope.guarded(site, text);
            let edit = scope.edit(site.whole, &text);
            self.propose(evidence, act, edit, pair, "branch predicate");
        }
    }

    fn right(
        &mut self,
        evidence: usize,
        act: usize,
        (assign, site): (&Assign, &AssignSite),
        new: &Linear,
        pair: &Pair,
    ) {
        if *new == assign.value {
            return;
        }
        let scope = self.scope(act);
        let own = Key::Cell(assign.cell);
        // What is added up begins with what it is added to.
        let mut like = assign.value.clone();
        if let Some(term) = new.terms.iter().find(|term| term.key == own)
            && like.coefficient(&own) == 0
            && new.terms.len() > like.terms.len()
        {
            like.terms.insert(0, term.clone());
        }
        let edits: Vec<Option<Edit>> = match site.form {
            Form::Plain | Form::Fixed => {
                let texts = scope.texts(new, &like);
                texts.iter().map(|text| scope.edit(site.rhs, text)).collect()
            }
            Form::Update => {
                let left = self.run.program.sources.text(site.lhs).to_owned();
                let old = self.run.program.sources.text(site.rhs);
                let step = match new.coefficient(&own) {
                    1 => {
                        let mut step = new.clone();
                        step.terms.retain(|term| term.key != own);
                        Some(step)
                    }
                    _ => None,
                };
                let texts: Vec<String> = match step {
                    Some(step) if old.contains("++") || old.contains("--") => {
                        match step.as_constant() {
                            Some(1) => vec![old.replace("--", "++")],
                            Some(-1) => vec![old.replace("++", "--")],
                            _ => {
                                let texts = scope.texts(&step, &step);
                                texts.iter().map(|text| format!("{left} += {text}")).collect()
                            }
                        }
                    }
                    Some(step) => {
                        let minus = old.contains("-=");
                        let (op, step) = match minus {
                            true => ("-=", step.times(-1)),
                            false => ("+=", step),
                        };
                        let texts = scope.texts(&step, &step);
                        texts.iter().map(|text| format!("{left} {op} {text}")).collect()
                    }
                    None => {
                        let texts = scope.texts(new, &assign.value);
                        texts.iter().map(|text| format!("{left} = {text}")).collect()
                    }
                };
                texts.iter().map(|text| scope.edit(site.rhs, text)).collect()
            }
        };
        for edit in edits {
            self.propose(evidence, act, edit, pair, "right-hand side");
        }
    }

    fn left(
        &mut self,
        evidence: usize,
        act: usize,
        (_, site): (&Assign, &AssignSite),
        new: &Term,
        pair: &Pair,
    ) {
        let Key::Cell(cell) = new.key else { return };
        if site.form == Form::Fixed {
            return;
        }
        let scope = self.scope(act);
        for name in scope.names(cell, new.via.as_deref()) {
            let edit = scope.edit(site.lhs, &name);
            self.propose(evidence, act, edit, pair, "left-hand side");
        }
    }

    /// May one stand where the other does: both numbers, or both pointers?
    fn same_kind(&self, left: &Key, right: &Key) -> bool {
        let is_pointer = |key: &Key| match key {
            Key::Cell(cell) | Key::Entry(cell) => self.is_pointer(*cell),
            Key::Address(..) => true,
            Key::Real(_) | Key::Op(..) => false,
        };
        is_pointer(left) == is_pointer(right)
    }

    /// Is it a part of something, rather than a variable of its own?
    fn is_element(&self, cell: Cell) -> bool {
        match cell.object {
            CellObject::Memory(object) => {
                let object = self.run.trace.object(object);
                object.is_none_or(|object| object.info.size != u64::from(cell.size))
            }
            CellObject::Register { .. } => false,
        }
    }

    fn is_pointer(&self, cell: Cell) -> bool {
        let ty = self.run.type_of(cell);
        ty.is_some_and(|ty| self.run.program.types.pointee(ty).is_some())
    }
}

/// What a cell must be for the predicate to hold: on the border of an inequality.
pub(crate) fn solved_for(predicate: &Predicate, cell: Cell) -> Option<Linear> {
    let key = Key::Cell(cell);
    let coefficient = predicate.expr.coefficient(&key);
    if coefficient.abs() != 1 {
        return None;
    }
    let border = match predicate.relop {
        Relop::Eq | Relop::Le | Relop::Ge => 0,
        Relop::Lt => -1,
        Relop::Gt => 1,
        Relop::Ne => return None,
    };
    let mut rest = predicate.full();
    rest.terms.retain(|term| term.key != key);
    let value = Linear::constant(border).minus(&rest).times(coefficient);
    (!value.has(cell)).then_some(value)
}

/// A combination with one term in place of another.
pub(crate) fn exchanged(linear: &Linear, old: &Term, new: &Term) -> Linear {
    let mut result = Linear::constant(linear.constant);
    for term in &linear.terms {
        let term = match term.key == old.key {
            true => Term { coefficient: term.coefficient, ..new.clone() },
            false => term.clone(),
        };
        result.add(&Linear { terms: vec![term], constant: 0 }, 1);
    }
    result
}
