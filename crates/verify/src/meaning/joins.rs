//! What the arms of a branch that were *not* taken might have changed.
//!
//! In the flow-sensitive reading a branch might have gone another way. What the arm taken left alone and another arm may assign is then something
//! that had to be left alone: for each branch whose arms have joined and each class of storage that its other arms may assign there is
//! one Boolean, `framed`. A read of storage that was set before such branches goes through them: it finds a new variable, and the link `framed_1 ∧ … ∧ framed_k ⇒
//! new = old`. The trace knows what arms may assign; which storage that can be is decided here.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_claim::{Range, Storage};
use whydunit_interp::{Cell, ObjectKind};
use whydunit_program::{GlobalId, LocalId, Program};
use whydunit_term::{Sort, Term, Terms};
use whydunit_trace::{ErrorTrace, MayAssign, Scalar, StepKind, cell_type};

use super::exposed::Exposed;
use super::memory::Time;
use super::walk::{Evaluated, Walk};
use super::{Joined, Link};

/// What an arm may assign; a local is one of this frame.
type Class = (u32, MayAssign);

/// A branch whose arms have joined, for one class.
#[derive(Clone, Copy, Debug)]
struct Closed {
    branch: usize,
    /// The step that joins the arms.
    step: usize,
    /// The moment of the branch.
    begin: Time,
    /// The moment of the join.
    end: Time,
    /// Made when a read goes through it.
    framed: Option<Term>,
}

/// A read that went through joins.
#[derive(Clone, Copy, Debug)]
struct Read {
    since: Time,
    value: Term,
    framed: Term,
    step: usize,
    variable: Term,
}

#[derive(Debug)]
pub(super) struct Joins<'a> {
    program: &'a Program,
    trace: &'a ErrorTrace,
    exposed: Exposed,
    /// Moments at which the scopes that are open began.
    open: FxHashMap<usize, Time>,
    /// In the order in which they closed.
    closed: FxHashMap<Class, Vec<Closed>>,
    /// Classes of variables, with the classes of storage behind pointers under `None`.
    classes: FxHashMap<Option<Variable>, Vec<Class>>,
    /// Conjunctions since a moment, with how many of the closed are in them.
    since: FxHashMap<(Class, Time), (usize, Term)>,
    reads: FxHashMap<Range, Read>,
    joined: Vec<Joined>,
    links: Vec<Link>,
    /// Branches that are claimed to be frames.
    claimed: FxHashSet<usize>,
    /// Those of them that are open, and not known to be frames.
    asked: Vec<usize>,
    kept: FxHashSet<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Variable {
    Local(u32, LocalId),
    Global(GlobalId),
}

impl<'a> Joins<'a> {
    pub(super) fn new(
        program: &'a Program,
        trace: &'a ErrorTrace,
        claimed: FxHashSet<usize>,
    ) -> Joins<'a> {
        Joins {
            program,
            trace,
            exposed: Exposed::new(program),
            open: FxHashMap::default(),
            closed: FxHashMap::default(),
            classes: FxHashMap::default(),
            since: FxHashMap::default(),
            reads: FxHashMap::default(),
            joined: Vec::new(),
            links: Vec::new(),
            claimed,
            asked: Vec::new(),
            kept: FxHashSet::default(),
        }
    }

    pub(super) fn into_parts(self) -> (Vec<Joined>, Vec<Link>, FxHashSet<usize>) {
        (self.joined, self.links, self.kept)
    }

    /// A store leaves a range alone where it goes (`elsewhere.rs`), which sets the range to what it was: a read behind the join of a branch around the store finds what was set
    /// inside, and does not go through the join. The branch is a frame of the range all the same, if its other arms may assign it.
    pub(super) fn keep(&mut self, range: Range) {
        let asked = std::mem::take(&mut self.asked);
        let concerns = |branch: &usize| {
            let step = &self.trace.steps[*branch];
            let StepKind::Branch { others, .. } = step.kind else { return false };
            let sides = &self.trace.arms[others as usize];
            sides.iter().any(|&place| self.may_assign((step.frame, place), range))
        };
        let (kept, asked): (Vec<usize>, Vec<usize>) = asked.into_iter().partition(concerns);
        self.asked = asked;
        self.kept.extend(kept);
    }

    /// May an arm in this frame that assigns this place change a range?
    fn may_assign(&self, (frame, place): Class, range: Range) -> bool {
        let (variable, is_exposed) = self.owner(range);
        let is_own = match place {
            MayAssign::Local { local, .. } => variable == Some(Variable::Local(frame, local)),
            MayAssign::Global { global, .. } => variable == Some(Variable::Global(global)),
            MayAssign::Pointee(_) | MayAssign::Memory => is_exposed,
        };
        is_own && self.overlaps(place, range)
    }

    /// A branch opens its scope.
    pub(super) fn open(&mut self, branch: usize, now: Time) {
        self.open.insert(branch, now);
        if self.claimed.contains(&branch) {
            self.asked.push(branch);
        }
    }

    /// The arms of a branch join.
    pub(super) fn close(&mut self, branch: usize, step: usize, end: Time) {
        let Some(begin) = self.open.remove(&branch) else { return };
        self.asked.retain(|&asked| asked != branch);
        let StepKind::Branch { others, .. } = self.trace.steps[branch].kind else { return };
        let frame = self.trace.steps[branch].frame;
        for &place in &self.trace.arms[others as usize] {
            let (class, variable) = match place {
                MayAssign::Local { local, .. } => {
                    ((frame, place), Some(Variable::Local(frame, local)))
                }
                MayAssign::Global { global, .. } => ((0, place), Some(Variable::Global(global))),
                MayAssign::Pointee(_) | MayAssign::Memory => ((0, place), None),
            };
            let list = self.closed.entry(class).or_default();
            if list.is_empty() {
                self.classes.entry(variable).or_default().push(class);
            }
            list.push(Closed { branch, step, begin, end, framed: None });
        }
    }

    /// The variable that a range belongs to, and whether pointers may lead to it.
    fn owner(&self, range: Range) -> (Option<Variable>, bool) {
        match range.storage {
            Storage::Register { frame, local } => (Some(Variable::Local(frame, local)), false),
            Storage::Object(id) => {
                let Some(object) = self.trace.object(id) else { return (None, false) };
                let variable = match object.info.kind {
                    ObjectKind::Local { frame, local, .. } => Some(Variable::Local(frame, local)),
                    ObjectKind::Global(global) => Some(Variable::Global(global)),
                    _ => None,
                };
                (variable, self.exposed.is_reachable(self.program, &object.info.kind))
            }
            Storage::Extent(_) | Storage::Alive(_) | Storage::PushedBack(_) => (None, false),
        }
    }

    /// The classes that a range may belong to.
    fn concerned(&self, range: Range) -> Vec<Class> {
        let (variable, is_exposed) = self.owner(range);
        let own = variable.and_then(|variable| self.classes.get(&Some(variable)));
        let pointed = is_exposed.then(|| self.classes.get(&None)).flatten();
        let classes = own.into_iter().chain(pointed).flatten();
        classes.filter(|class| self.overlaps(class.1, range)).copied().collect()
    }

    /// Does a place of a variable, or behind a pointer, share bytes with a range of that variable, or one that pointers lead to?
    fn overlaps(&self, place: MayAssign, range: Range) -> bool {
        let (begin, end) = (u64::from(range.offset), u64::from(range.end()));
        match place {
            MayAssign::Local { offset, size, .. } | MayAssign::Global { offset, size, .. } => {
                offset < end && begin < offset + size
            }
            MayAssign::Pointee(scalar) => self.may_be(range, scalar),
            MayAssign::Memory => true,
        }
    }

    /// May a write of this kind through a pointer change the range? C lets types decide; storage without a type takes what fits into the read.
    fn may_be(&self, range: Range, scalar: Scalar) -> bool {
        let Storage::Object(id) = range.storage else { return false };
        let cell = Cell::memory(id, range.offset, range.size);
        if let Some(ty) = cell_type(self.program, self.trace, cell) {
            let is_character = self.program.types.int_kind(ty).is_some();
            return Scalar::of(self.program, ty).map_or(!is_character, |known| known == scalar);
        }
        let has_type = self.trace.object(id).is_some_and(|object| object.info.ty.is_some());
        let written = match scalar {
            Scalar::Int { size } | Scalar::Float { size } => size,
            Scalar::Pointer => self.program.types.target().pointer_bytes(),
        };
        has_type || u64::from(range.size) >= written
    }

    /// What the joins of branches since a moment have to leave alone.
    fn pending(&mut self, terms: &mut Terms, range: Range, since: Time) -> Term {
        let mut all = Vec::new();
        for class in self.concerned(range) {
            let closed = self.closed.get_mut(&class).map_or(&mut [][..], |list| list);
            let (seen, mut term) = *self.since.entry((class, since)).or_insert_with(|| {
                (closed.partition_point(|closed| closed.end < since), Term::TRUE)
            });
            for closed in &mut closed[seen..] {
                if closed.begin >= since {
                    let framed = closed.framed(terms, &mut self.joined);
                    term = terms.and(&[term, framed]);
                }
            }
            self.since.insert((class, since), (closed.len(), term));
            all.push(term);
        }
        terms.and(&all)
    }

    /// What the joins at a step and after it have to leave alone.
    fn closed_since(&mut self, terms: &mut Terms, range: Range, step: usize) -> Term {
        let mut all = Vec::new();
        for class in self.concerned(range) {
            let closed = self.closed.get_mut(&class).map_or(&mut [][..], |list| list);
            let first = closed.partition_point(|closed| closed.step < step);
            for closed in &mut closed[first..] {
                all.push(closed.framed(terms, &mut self.joined));
            }
        }
        terms.and(&all)
    }
}

impl Closed {
    fn framed(&mut self, terms: &mut Terms, joined: &mut Vec<Joined>) -> Term {
        let Closed { branch, step, .. } = *self;
        *self.framed.get_or_insert_with(|| {
            let framed = terms.fresh("framed", Sort::Bool);
            joined.push(Joined { branch, step, framed });
            framed
        })
    }
}

impl Walk<'_> {
    /// What joins leave of contents that have been there since a moment.
    pub(super) fn through_joins(
        &mut self,
        range: Range,
        since: Time,
        value: Term,
    ) -> Evaluated<Term> {
        let since = since.max(self.created_at(range));
        let known = self.known(value)?;
        let Some(joins) = &mut self.joins else { return Ok(value) };
        let framed = joins.pending(self.terms, range, since);
        if framed == Term::TRUE {
            return Ok(value);
        }
        let before = joins.reads.get(&range).copied();
        let before = before.filter(|read| (read.since, read.value) == (since, value));
        if let Some(read) = before.filter(|read| read.framed == framed) {
            return Ok(read.variable);
        }
        let sort = self.terms.sort(value);
        let variable = self.terms.fresh("joined", sort);
        joins.links.push(Link { variable, before: value, framed, range });
        // Two reads find the same unless arms have joined between them.
        if let Some(read) = before {
            let framed = joins.closed_since(self.terms, range, read.step);
            joins.links.push(Link { variable, before: read.variable, framed, range });
        }
        joins.reads.insert(range, Read { since, value, framed, step: self.step, variable });
        self.set_in_run(variable, known);
        Ok(variable)
    }

    fn created_at(&self, range: Range) -> Time {
        match range.storage {
            Storage::Object(id) => self.created.get(&id).copied().unwrap_or(Time::START),
            _ => Time::START,
        }
    }

    /// Have arms joined since storage came into being that may concern it?
    pub(super) fn has_joins(&mut self, range: Range) -> bool {
        let created = self.created_at(range);
        let joins = self.joins.as_mut();
        joins.is_some_and(|joins| joins.pending(self.terms, range, created) != Term::TRUE)
    }
}
