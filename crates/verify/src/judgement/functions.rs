//! The trace as functions of its inputs, and of what stands in place of assigned values.
//!
//! Made from the trace formula in its form of equations: each equation `x' = e` is solved by putting the solutions for the variables of `e`
//! into it. With something replaced, only equations and demands that depend on it are solved again; everything else is
//! shared.
//!
//! Replaced storage is open byte by byte: a variable for each byte of the target. An assignment through an address that is not constant is, as an
//! equation, a choice for every cell of the object (`a[k]' = (i == k ? e : a[k])`); there the chosen value is replaced.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use whydunit_claim::{Inputs, Judged, Storage};
use whydunit_interp::Cell;
use whydunit_term::{Op, Sort, Substitution, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::meaning::{Definition, Formula, InputVariable};

/// Something that is open in place of what the trace assigned.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub(crate) step: usize,
    pub(crate) kind: OpenKind,
    /// Where it does not hold, the value is the one that is assigned.
    pub(crate) selector: Term,
}

#[derive(Clone, Debug)]
pub(crate) enum OpenKind {
    /// Another value for an input: position, variable.
    Input(u32, Term),
    /// Other contents: a variable for each byte.
    Bytes(Bytes),
}

#[derive(Clone, Debug)]
pub(crate) struct Bytes {
    variables: BTreeMap<(Storage, u32), Term>,
    /// The cells; those of bit-fields leave the bits around them alone.
    cells: Vec<Cell>,
    /// The value goes where an address says: by the variable that stands for a cell, when it is this cell, and what it held before.
    choices: Option<FxHashMap<Term, (Term, Term)>>,
}

/// What is left of the trace when something is open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rest {
    /// Demands that differ, by step.
    pub(crate) obligations: BTreeMap<usize, Term>,
    /// Of these steps, what C demands.
    pub(crate) checks: BTreeMap<usize, Term>,
    pub(crate) check: Option<Term>,
}

#[derive(Debug)]
pub(crate) struct Functions {
    formula: Formula,
    /// What each variable is, over the inputs.
    solutions: FxHashMap<Term, Term>,
    /// What each step demands: as the formula has it, and over the inputs.
    raw_obligations: Vec<Term>,
    obligations: Vec<Term>,
    check: Term,
    /// Steps whose equations or demands speak of a variable.
    users: FxHashMap<Term, Vec<u32>>,
    inputs: BTreeMap<u32, InputVariable>,
}

impl Functions {
    pub(crate) fn new(terms: &mut Terms, trace: &ErrorTrace, formula: Formula) -> Functions {
        let mut solutions = FxHashMap::default();
        for unset in &formula.unset {
            solutions.insert(unset.variable, unset.known);
        }
        if formula.form.inputs == Inputs::Fixed {
            for input in &formula.inputs {
                solutions.insert(input.variable, input.known);
            }
        }
        let count = trace.steps.len();
        let mut raw_obligations = Vec::with_capacity(count);
        for step in 0..count {
            let condition = formula.condition(step).unwrap_or(Term::TRUE);
            let parts = [formula.guards(step), condition, formula.facts(step)];
            raw_obligations.push(terms.and(&parts));
        }
        let mut functions = Functions {
            check: Term::TRUE,
            solutions,
            obligations: Vec::with_capacity(count),
            users: FxHashMap::default(),
            inputs: formula.inputs.iter().map(|input| (input.record, *input)).collect(),
            raw_obligations,
            formula,
        };
        functions.solve(terms, count);
        functions
    }

    fn solve(&mut self, terms: &mut Terms, count: usize) {
        let nothing = FxHashMap::default();
        for step in 0..count {
            let definitions = self.formula.definitions_of(step).to_vec();
            let mut used = vec![self.raw_obligations[step]];
            used.extend(definitions.iter().map(|definition| definition.value));
            if step + 1 == count {
                used.push(self.formula.check);
            }
            for variable in terms.variables(&used) {
                let users = self.users.entry(variable).or_default();
                if users.last() != Some(&(step as u32)) {
                    users.push(step as u32);
                }
            }
            for definition in &definitions {
                let solved = self.put_in(terms, definition.value, &nothing);
                self.solutions.insert(definition.variable, solved);
            }
            let obligation = self.put_in(terms, self.raw_obligations[step], &nothing);
            self.obligations.push(obligation);
        }
        self.check = self.put_in(terms, self.formula.check, &nothing);
    }

    /// A term of the formula over the inputs; what is in `changed` counts first.
    fn put_in(&self, terms: &mut Terms, term: Term, changed: &FxHashMap<Term, Term>) -> Term {
        let mut replacements = Substitution::new();
        for variable in terms.variables(&[term]) {
            let solution = changed.get(&variable).or_else(|| self.solutions.get(&variable));
            if let Some(&solution) = solution {
                replacements.insert(terms, variable, solution);
            }
        }
        if replacements.is_empty() { term } else { replacements.apply(terms, term) }
    }

    pub(crate) fn steps(&self) -> usize {
        self.obligations.len()
    }

    /// What a step demands, over the inputs.
    pub(crate) fn obligation(&self, step: usize) -> Term {
        self.obligations[step]
    }

    /// `φ` over the inputs: false where the run fails.
    pub(crate) fn check(&self) -> Term {
        self.check
    }

    /// Inputs that are open, ascending.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = &InputVariable> {
        self.inputs.values().filter(|input| !self.solutions.contains_key(&input.variable))
    }

    pub(crate) fn input(&self, record: u32) -> Option<&InputVariable> {
        self.inputs.get(&record)
    }

    /// Every step goes on along the trace, and the check fails.
    pub(crate) fn fails(&self, terms: &mut Terms) -> Term {
        let mut all = self.obligations.clone();
        all.push(terms.not(self.check));
        terms.and(&all)
    }

    /// Opens what was judged. `None` if the formula does not show what is assigned.
    pub(crate) fn open(
        &self,
        terms: &mut Terms,
        trace: &ErrorTrace,
        judged: &Judged,
    ) -> Option<Open> {
        let step = judged.step.index();
        if let Some(record) = input_of(trace, judged) {
            let input = self.input(record)?;
            let sort = terms.sort(input.variable);
            let variable = terms.fresh("another", sort);
            let kind = OpenKind::Input(record, variable);
            return Some(Open { step, kind, selector: Term::TRUE });
        }
        let definitions = self.formula.definitions_of(step);
        let covers = |storage: Storage, offset: u32| {
            judged.target.iter().any(|cell| {
                Storage::from(cell.object) == storage
                    && (cell.offset..cell.offset + cell.size).contains(&offset)
            })
        };
        let mut variables = BTreeMap::new();
        let mut is_by_address = false;
        for definition in definitions {
            let range = definition.range;
            is_by_address |=
                matches!(range.storage, Storage::Object(_)) && !covers(range.storage, range.offset);
            for offset in range.offset..range.offset + range.size {
                if covers(range.storage, offset) {
                    let fresh = || terms.fresh("another", Sort::Bits(8));
                    variables.entry((range.storage, offset)).or_insert_with(fresh);
                }
            }
        }
        let choices = match is_by_address {
            true if is_bits(&judged.target) => return None,
            true => Some(self.choices(terms, step)?),
            false => None,
        };
        let cells = judged.target.clone();
        let kind = OpenKind::Bytes(Bytes { variables, cells, choices });
        Some(Open { step, kind, selector: Term::TRUE })
    }

    /// Under which condition an assignment through an address sets each cell of the object, and what the cell held before. Of `(c ? e : old)`
    /// nothing may be left where `e` and `old` are the same; of one cell the others tell, since one of them is set.
    fn choices(&self, terms: &mut Terms, step: usize) -> Option<FxHashMap<Term, (Term, Term)>> {
        let definitions = self.formula.definitions_of(step).iter();
        let stored: Vec<&Definition> = definitions
            .filter(|definition| matches!(definition.range.storage, Storage::Object(_)))
            .collect();
        let mut known = Vec::new();
        let mut unclear = Vec::new();
        for definition in stored {
            let before = self.formula.contents(terms, definition.range, step)?;
            match (terms.op(definition.value), terms.children(definition.value)) {
                (Op::Ite, &[chosen, _, other]) if other == before => {
                    known.push((definition.variable, (chosen, before)));
                }
                _ => unclear.push((definition.variable, before)),
            }
        }
        if let &[(variable, before)] = unclear.as_slice() {
            let others: Vec<Term> = known.iter().map(|&(_, (chosen, _))| chosen).collect();
            let others = terms.or(&others);
            let chosen = terms.not(others);
            known.push((variable, (chosen, before)));
            unclear.clear();
        }
        unclear.is_empty().then(|| known.into_iter().collect())
    }

    /// The open value and the one that the step assigns, where these are one scalar.
    pub(crate) fn values_of(&self, terms: &mut Terms, open: &Open) -> Option<(Term, Term)> {
        match &open.kind {
            OpenKind::Input(record, variable) => Some((*variable, self.inputs[record].variable)),
            OpenKind::Bytes(bytes) => {
                let [definition] = self.formula.definitions_of(open.step) else { return None };
                let nothing = FxHashMap::default();
                let other = bytes.instead(terms, definition, definition.value);
                let other = self.put_in(terms, other, &nothing);
                Some((other, self.solutions[&definition.variable]))
            }
        }
    }

    /// The open value is not the one that the step assigns.
    pub(crate) fn differs(&self, terms: &mut Terms, open: &Open) -> Term {
        let mut any = Vec::new();
        match &open.kind {
            OpenKind::Input(record, variable) => {
                let own = self.inputs[record];
                let solved = self.solutions.get(&own.variable).copied();
                any.push(terms.ne(*variable, solved.unwrap_or(own.variable)));
            }
            OpenKind::Bytes(bytes) => {
                let nothing = FxHashMap::default();
                for definition in self.formula.definitions_of(open.step) {
                    let value = bytes.instead(terms, definition, definition.value);
                    let value = self.put_in(terms, value, &nothing);
                    any.push(terms.ne(value, self.solutions[&definition.variable]));
                }
            }
        }
        terms.or(&any)
    }

    /// What becomes of demands and the check.
    pub(crate) fn rest(&self, terms: &mut Terms, havocked: &[Open]) -> Rest {
        let mut changed: FxHashMap<Term, Term> = FxHashMap::default();
        let mut bytes: BTreeMap<usize, Vec<(&Bytes, Term)>> = BTreeMap::new();
        let mut queue = BTreeSet::new();
        for open in havocked {
            match &open.kind {
                OpenKind::Input(record, variable) => {
                    let input = self.inputs[record].variable;
                    let own = self.solutions.get(&input).copied().unwrap_or(input);
                    let value = terms.ite(open.selector, *variable, own);
                    changed.insert(input, value);
                    queue.extend(self.users.get(&input).into_iter().flatten());
                }
                OpenKind::Bytes(open_bytes) => {
                    let entry = bytes.entry(open.step).or_default();
                    entry.push((open_bytes, open.selector));
                    queue.insert(open.step as u32);
                }
            }
        }
        let mut rest = Rest::default();
        while let Some(step) = queue.pop_first() {
            let index = step as usize;
            for definition in self.formula.definitions_of(index) {
                let mut value = definition.value;
                for &(open, selector) in bytes.get(&index).into_iter().flatten() {
                    let other = open.instead(terms, definition, value);
                    value = terms.ite(selector, other, value);
                }
                let value = self.put_in(terms, value, &changed);
                if value != self.solutions[&definition.variable] {
                    changed.insert(definition.variable, value);
                    let users = self.users.get(&definition.variable).into_iter().flatten();
                    queue.extend(users.filter(|&&user| user > step));
                }
            }
            // The step of an open assignment is still done: only what it leaves is open.
            let obligation = self.put_in(terms, self.raw_obligations[index], &changed);
            if obligation != self.obligations[index] {
                rest.obligations.insert(index, obligation);
                let parts = [self.formula.guards(index), self.formula.obligation(index)];
                let checks = terms.and(&parts);
                rest.checks.insert(index, self.put_in(terms, checks, &changed));
            }
            if index + 1 == self.steps() {
                rest.check = Some(self.put_in(terms, self.formula.check, &changed));
            }
        }
        rest
    }
}

/// The input that an assignment receives: its position.
pub(crate) fn input_of(trace: &ErrorTrace, judged: &Judged) -> Option<u32> {
    let &[cell] = judged.target.as_slice() else { return None };
    let step = trace.steps.get(judged.step.index())?;
    let positions = trace.input_positions(step);
    positions.into_iter().find(|&at| trace.inputs[at].cell == cell).map(|at| at as u32)
}

fn is_bits(cells: &[Cell]) -> bool {
    cells.iter().any(|cell| cell.bits.is_some())
}

impl Open {
    pub(crate) fn is_by_address(&self) -> bool {
        matches!(&self.kind, OpenKind::Bytes(bytes) if bytes.choices.is_some())
    }

    /// All variables of the open value, with the places of bytes; an input has none.
    pub(crate) fn variables(&self) -> Vec<(Option<(Storage, u32)>, Term)> {
        match &self.kind {
            OpenKind::Input(_, variable) => vec![(None, *variable)],
            OpenKind::Bytes(bytes) => {
                bytes.variables.iter().map(|(&place, &term)| (Some(place), term)).collect()
            }
        }
    }
}

impl Bytes {
    /// What a variable that the step defines is instead.
    fn instead(&self, terms: &mut Terms, definition: &Definition, value: Term) -> Term {
        let range = definition.range;
        let choice = self.choices.as_ref().and_then(|choices| choices.get(&definition.variable));
        if let Some(&(chosen, before)) = choice {
            let stored = self.whole(terms, range.size);
            return terms.ite(chosen, stored, before);
        }
        let mut pieces = Vec::new();
        for offset in (range.offset..range.offset + range.size).rev() {
            let low = 8 * (offset - range.offset);
            let old = terms.extract(value, low + 7, low);
            let piece = match self.variables.get(&(range.storage, offset)) {
                Some(&variable) => {
                    let mask = self.mask(range.storage, offset);
                    merged(terms, old, variable, mask)
                }
                None => old,
            };
            pieces.push(piece);
        }
        let joined = pieces.into_iter().reduce(|high, low| terms.apply(Op::Concat, &[high, low]));
        joined.unwrap_or(value)
    }

    /// The open value as one.
    fn whole(&self, terms: &mut Terms, size: u32) -> Term {
        let bytes: Vec<Term> = self
            .variables
            .iter()
            .filter(|((storage, _), _)| matches!(storage, Storage::Object(_)))
            .map(|(_, &variable)| variable)
            .take(size as usize)
            .collect();
        let joined = bytes.into_iter().reduce(|low, high| terms.apply(Op::Concat, &[high, low]));
        let joined = joined.unwrap_or(Term::TRUE);
        terms.resize(joined, 8 * size, false)
    }

    /// Which bits of a byte are open.
    fn mask(&self, storage: Storage, offset: u32) -> u8 {
        let covers = |cell: &&Cell| {
            Storage::from(cell.object) == storage
                && (cell.offset..cell.offset + cell.size).contains(&offset)
        };
        self.cells.iter().filter(covers).fold(0, |mask, cell| match cell.bits {
            None => 0xff,
            Some((shift, width)) => {
                let field = ((1_u128 << width) - 1) << shift;
                mask | (field >> (8 * (offset - cell.offset))) as u8
            }
        })
    }
}

fn merged(terms: &mut Terms, old: Term, new: Term, mask: u8) -> Term {
    if mask == 0xff {
        return new;
    }
    let (kept, taken) = (terms.bits(8, (!mask).into()), terms.bits(8, mask.into()));
    let kept = terms.bit_and(old, kept);
    let taken = terms.bit_and(new, taken);
    terms.bit_or(kept, taken)
}
