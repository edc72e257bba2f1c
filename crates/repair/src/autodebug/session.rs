//! What one run of the method knows and collects: the acts, the states at the points that are looked at, the
//! evidence and the proposals found so far.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_solver::Budget;
use whydunit_source::Span;

use super::deduce::closure;
use super::linear::{Key, Linear};
use super::points::{Act, Assign};
use super::predicate::Predicate;
use super::relop::Relop;
use super::run::Run;
use super::source::Scope;
use super::states::{Fact, Facts, Origin, backward, forward};
use super::{Evidence, Options, Proposal};
use crate::limits::{
    DEDUCED_FROM, LAST_POINTS, MOST_POINTS, MOST_PROPOSALS_OF_A_RUN, RARE_INSTANCES,
};
use crate::{Edit, autodebug::tokens};

/// A problem predicate and a correcting predicate, as they are written.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) e: String,
    pub(crate) c: String,
}

pub(crate) struct Session<'s, 'a> {
    pub(crate) run: &'s Run<'a>,
    pub(crate) acts: &'s [Act],
    pub(crate) options: &'s Options,
    /// Which acts are looked at.
    pub(crate) chosen: Vec<bool>,
    pub(crate) forward: Vec<Option<Facts>>,
    pub(crate) backward: Vec<Option<Facts>>,
    closures: RefCell<FxHashMap<(usize, bool), Facts>>,
    pub(crate) evidence: Vec<Evidence>,
    pub(crate) proposals: Vec<Proposal>,
    seen: FxHashSet<Vec<Edit>>,
}

impl<'s, 'a> Session<'s, 'a> {
    pub(crate) fn new(
        run: &'s Run<'a>,
        acts: &'s [Act],
        start: &[Fact],
        options: &'s Options,
    ) -> Session<'s, 'a> {
        let chosen = choose(acts);
        Session {
            run,
            acts,
            options,
            forward: forward(acts, start, &chosen),
            backward: backward(acts, &chosen),
            chosen,
            closures: RefCell::default(),
            evidence: Vec::new(),
            proposals: Vec::new(),
            seen: FxHashSet::default(),
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        let (deadline, interrupt) = (self.options.deadline, self.options.interrupt.clone());
        let budget = Budget { deadline, interrupt, ..Budget::unlimited() };
        let late = budget.exceeded().is_some();
        late || self.proposals.len() >= MOST_PROPOSALS_OF_A_RUN
    }

    pub(crate) fn is_allowed(&self, act: &Act) -> bool {
        self.options.allowed.as_ref().is_none_or(|allowed| allowed.contains(&act.source))
    }

    pub(crate) fn scope(&self, act: usize) -> Scope<'s, 'a> {
        Scope { run: self.run, act: &self.acts[act] }
    }

    /// `Q*` before an act; nothing where no state was kept.
    pub(crate) fn actual(&self, act: usize) -> Facts {
        self.closed(act, false)
    }

    /// `Q^B*` before an act, and the precondition.
    pub(crate) fn required(&self, act: usize) -> Facts {
        self.closed(act, true)
    }

    fn closed(&self, act: usize, only_backward: bool) -> Facts {
        if let Some(known) = self.closures.borrow().get(&(act, only_backward)) {
            return Rc::clone(known);
        }
        let direct = |states: &[Option<Facts>]| states[act].clone().unwrap_or_default();
        let (later, mut earlier) = (direct(&self.backward), direct(&self.forward));
        if only_backward {
            let given = earlier.iter().filter(|fact| fact.origin == Origin::Precondition);
            earlier = Rc::new(given.cloned().collect());
        }
        let nearest = |facts: &Facts| facts.iter().rev().take(DEDUCED_FROM).cloned().collect();
        let mut near: Vec<Rc<Fact>> = nearest(&later);
        near.extend::<Vec<_>>(nearest(&earlier));
        let mut all = closure(&near);
        all.extend(later.iter().rev().skip(DEDUCED_FROM).cloned());
        all.extend(earlier.iter().rev().skip(DEDUCED_FROM).cloned());
        let all: Facts = Rc::new(all);
        self.closures.borrow_mut().insert((act, only_backward), Rc::clone(&all));
        all
    }

    /// What is known to be zero before an act.
    pub(crate) fn equalities(&self, act: usize) -> Vec<Linear> {
        let facts = self.actual(act);
        let equal = facts.iter().filter(|fact| fact.predicate.relop == Relop::Eq);
        equal.map(|fact| fact.predicate.full()).take(40).collect()
    }

    pub(crate) fn show(&self, predicate: &Predicate) -> String {
        predicate.show(&|cell| self.run.name(cell))
    }

    pub(crate) fn pair(&self, e: &Predicate, c: &Predicate) -> Pair {
        Pair { e: self.show(e), c: self.show(c) }
    }

    /// The equivalence derived from an assignment, and what it should have established.
    pub(crate) fn derived(&self, assign: &Assign, c: &Predicate) -> Pair {
        let name = |cell| self.run.name(cell);
        let left = Linear::of(Key::Cell(assign.cell), assign.via.clone());
        let e = match assign.value.has(assign.cell) {
            true => format!("{}={}", left.show(&name), assign.value.show(&name)),
            false => self.show(&Predicate::new(&left.minus(&assign.value), Relop::Eq)),
        };
        Pair { e, c: self.show(c) }
    }

    /// `<7,4>`: execution point and line.
    pub(crate) fn place(&self, act: usize) -> String {
        let act = &self.acts[act];
        let span = self.run.program.source_stmt(act.source).span;
        format!("<{},{}>", act.number, self.run.program.sources.line_column(span).line)
    }

    /// Does the text belong to an argument of something that is no function: of a macro?
    fn is_in_macro(&self, act: usize, span: Span) -> bool {
        let act = &self.acts[act];
        let program = self.run.program;
        let text = program.sources.file(span.file).text();
        let before = text.get(..span.start as usize).unwrap_or_default();
        let start = before.rfind([';', '{', '}']).map_or(0, |at| at + 1);
        let before = &before[start..];
        let is_known = |word: &str| {
            let mut locals = self
                .run
                .function_of(act.frame)
                .into_iter()
                .flat_map(|id| program.function(id).locals.iter());
            ["if", "while", "for", "switch", "return", "sizeof"].contains(&word)
                || program.functions.iter().any(|function| function.name == word)
                || program.globals.iter().any(|global| global.name == word)
                || locals.any(|local| local.name == word)
        };
        let mut open: Vec<bool> = Vec::new();
        let mut word = "";
        for token in tokens::tokens(before) {
            let token = &before[token];
            match token {
                "(" => open.push(!word.is_empty() && !is_known(word)),
                ")" => drop(open.pop()),
                _ => {}
            }
            let is_word = token.starts_with(|c: char| c.is_alphabetic() || c == '_');
            word = if is_word { token } else { "" };
        }
        open.contains(&true)
    }

    /// Writes down a modification that nobody proposed before.
    pub(crate) fn propose(
        &mut self,
        evidence: usize,
        act: usize,
        edit: Option<Edit>,
        Pair { e, c }: &Pair,
        how: &str,
    ) {
        let Some(edit) = edit.filter(|edit| !self.is_in_macro(act, edit.span)) else { return };
        if self.proposals.len() >= MOST_PROPOSALS_OF_A_RUN || !self.seen.insert(vec![edit.clone()])
        {
            return;
        }
        let (d_e, d_c) = tokens::differences(e, c);
        let old = self.run.program.sources.text(edit.span).trim();
        let why = format!(
            "{how} at {}: problem predicate ({e}), correcting predicate ({c}); d_e = {}, d_c = {}; {} becomes {}",
            self.place(act),
            quoted(&d_e),
            quoted(&d_c),
            quoted(old),
            quoted(edit.new.trim()),
        );
        self.proposals.push(Proposal { edits: vec![edit], evidence, why });
    }
}

fn quoted(text: &str) -> String {
    if text.is_empty() { "nothing".into() } else { format!("`{text}`") }
}

/// All numbered acts of a short trace; of a long one the last, and before them some instances of every statement.
fn choose(acts: &[Act]) -> Vec<bool> {
    let mut chosen = vec![false; acts.len()];
    let mut count = 0;
    let mut instances: FxHashMap<_, u32> = FxHashMap::default();
    for (index, act) in acts.iter().enumerate().rev() {
        if act.number == 0 || count >= MOST_POINTS {
            continue;
        }
        let known = instances.entry(act.source).or_insert(0);
        *known += 1;
        if count < LAST_POINTS || *known <= RARE_INSTANCES {
            chosen[index] = true;
            count += 1;
        }
    }
    // The beginning is where loops are set up and implicit evidence is looked at.
    for (index, _) in acts.iter().enumerate().filter(|(_, act)| act.number > 0).take(LAST_POINTS) {
        chosen[index] = true;
    }
    chosen
}

/// `target`, and what equals it by one or two equalities, the most like `like` first.
pub(crate) fn alternatives(target: &Linear, like: &Linear, equalities: &[Linear]) -> Vec<Linear> {
    let mut found = vec![target.clone()];
    let mut from = 0;
    for _ in 0..2 {
        let upto = found.len().min(12);
        for index in from..upto {
            for equality in equalities {
                for sign in [1, -1] {
                    let other = found[index].plus(&equality.times(sign));
                    let is_better = distance(&other, like) < distance(&found[index], like);
                    if is_better && !found.contains(&other) {
                        found.push(other);
                    }
                }
            }
        }
        from = upto;
    }
    found.sort_by_key(|linear| distance(linear, like));
    // The target itself stays among the first: it needs no deduction.
    let own = found.iter().position(|linear| linear == target).unwrap_or(0);
    found.truncate(4.max(own + 1));
    if found.len() > 4 {
        found = found.into_iter().take(4).chain([target.clone()]).collect();
    }
    found
}

/// Number of terms in which two combinations differ.
pub(crate) fn distance(left: &Linear, right: &Linear) -> usize {
    let differs = |key: &Key| left.coefficient(key) != right.coefficient(key);
    let only_right = |key: &Key| left.coefficient(key) == 0;
    left.terms.iter().filter(|term| differs(&term.key)).count()
        + right.terms.iter().filter(|term| only_right(&term.key)).count()
        + usize::from(left.constant != right.constant)
}
