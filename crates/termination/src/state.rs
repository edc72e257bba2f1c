//! What a round begins with and what it leaves behind, as terms over the contents of storage.

use rustc_hash::FxHashMap;
use whydunit_counterfactual::GivenAnswers;
use whydunit_encode::{Inputs, Range, Storage, SymbolicRun, type_at};
use whydunit_interp::{BulkSource, ObjectKind};
use whydunit_program::{LocalId, Program, Type};
use whydunit_term::{Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::round::Kind;

/// One round from an open state.
pub(crate) struct Symbolic {
    /// Each content that a round begins with: its variable, what it held in the run, and what it holds after the round.
    pub(crate) state: Vec<Carried>,
    /// For each step of the round the condition under which it goes on along its path.
    pub(crate) conditions: Vec<Term>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Carried {
    pub(crate) variable: Term,
    pub(crate) known: Term,
    pub(crate) after: Term,
    pub(crate) range: Range,
}

/// The whole run of a trace with its contents as constants: what is compared with.
pub(crate) struct Whole {
    run: SymbolicRun,
}

impl Whole {
    pub(crate) fn encode(
        program: &Program,
        trace: &ErrorTrace,
        terms: &mut Terms,
    ) -> Option<Whole> {
        let run = SymbolicRun::encode(program, trace, terms, Inputs::Fixed).ok()?;
        Some(Whole { run })
    }
}

/// The steps from `first` to the last one, which fails. `None` where a round does what a proof must not rest on.
pub(crate) fn symbolic(
    program: &Program,
    trace: &ErrorTrace,
    terms: &mut Terms,
    whole: &Whole,
    first: usize,
    kind: Kind,
) -> Option<Symbolic> {
    let end = trace.steps.len() - 1;
    if !is_plain(trace, first..end, kind) {
        return None;
    }
    let suffix = whole.run.encode_suffix(program, trace, terms, Inputs::Fixed, first).ok()?;
    let conditions = (first..end).map(|step| {
        let obligation = suffix.obligation(step);
        terms.and(&[obligation.facts, obligation.decision, obligation.limits])
    });
    let conditions = conditions.collect();
    let mut state = Vec::new();
    for begun in &suffix.state {
        let range = match kind {
            Kind::Loop(_) => begun.range,
            Kind::Recursion { from, to, .. } => next_call(program, trace, begun.range, from, to)?,
        };
        let after = suffix.contents(terms, range, end)?;
        state.push(Carried {
            variable: begun.variable,
            known: begun.known,
            after,
            range: begun.range,
        });
    }
    let symbolic = Symbolic { state, conditions };
    let is_closed = leaves_the_rest(program, trace, terms, whole, &suffix, &symbolic, first, kind);
    let mut roots = symbolic.conditions.clone();
    roots.extend(symbolic.state.iter().map(|carried| carried.after));
    let variables = terms.variables(&roots);
    let is_known = variables.iter().all(|it| symbolic.state.iter().any(|of| of.variable == *it));
    let is_followed = !roots.iter().any(|root| terms.contains_opaque(*root));
    (is_closed && is_known && is_followed).then_some(symbolic)
}

/// No input, no storage that is released or kept, no copies of what may have no value.
fn is_plain(trace: &ErrorTrace, round: std::ops::Range<usize>, kind: Kind) -> bool {
    let (first, end) = (round.start as u32, round.end as u32);
    let given = GivenAnswers::of(&trace.spec);
    let is_within = |moment: u32| first < moment && moment <= end;
    let objects = trace.objects.iter().all(|object| {
        let is_new = is_within(object.created);
        let is_gone = object.released.is_some_and(|moment| moment <= end);
        let is_local = matches!(object.info.kind, ObjectKind::Local { .. });
        match (is_new, is_gone) {
            (true, true) => true,
            (true, false) => matches!(kind, Kind::Recursion { .. }) && is_local,
            (false, _) => !object.released.is_some_and(is_within),
        }
    });
    let steps = trace.steps[round].iter().all(|step| {
        let copies = trace.bulk_writes(step).iter().any(|bulk| {
            let is_new = trace.object(bulk.object).is_some_and(|it| is_within(it.created));
            matches!(bulk.source, BulkSource::Copy { .. }) && !is_new
        });
        let is_known = trace.inputs_of(step).iter().all(|record| given.is_constant(record));
        is_known && !copies
    });
    objects && steps
}

/// The storage that is to the next call what a range is to this one.
fn next_call(
    program: &Program,
    trace: &ErrorTrace,
    range: Range,
    from: u32,
    to: u32,
) -> Option<Range> {
    match range.storage {
        Storage::Register { frame, local } if frame == from => {
            let function = program.function(trace.frames.get(frame as usize)?.function);
            let is_parameter = local.0 < function.param_count;
            let storage = Storage::Register { frame: to, local };
            is_parameter.then_some(Range { storage, ..range })
        }
        Storage::Register { .. } => None,
        Storage::Object(id) => match trace.object(id)?.info.kind {
            ObjectKind::Local { frame, .. } if frame == from => None,
            _ => Some(range),
        },
        _ => None,
    }
}

/// What a round sets and is not part of the state is either as it was before, or nothing that a round can read before it sets it.
#[expect(clippy::too_many_arguments, reason = "a round has a beginning, an end and two readings")]
fn leaves_the_rest(
    program: &Program,
    trace: &ErrorTrace,
    terms: &mut Terms,
    whole: &Whole,
    suffix: &SymbolicRun,
    symbolic: &Symbolic,
    first: usize,
    kind: Kind,
) -> bool {
    let end = trace.steps.len() - 1;
    let mut ranges: FxHashMap<Range, ()> = FxHashMap::default();
    for step in first..end {
        ranges.extend(suffix.writes(step).into_iter().map(|written| (written.range, ())));
        for filled in suffix.filled(step) {
            ranges.insert(filled, ());
        }
    }
    if let Kind::Recursion { function, to, .. } = kind {
        // Parameters of the next call stand for those of this one.
        for local in (0..program.function(function).param_count).map(LocalId) {
            let parameter = program.function(function).local(local);
            let Some(size) = program.types.size_of(parameter.ty) else { return false };
            let Ok(size) = u32::try_from(size) else { return false };
            if parameter.in_memory {
                return false;
            }
            ranges.insert(Range::new(Storage::Register { frame: to, local }, 0, size), ());
        }
    }
    let mut ranges: Vec<Range> = ranges.into_keys().collect();
    ranges.sort_unstable();
    ranges.into_iter().all(|range| {
        let before = match (kind, range.storage) {
            (Kind::Recursion { from, to, .. }, Storage::Register { frame, local }) => {
                match frame == to {
                    true => Range { storage: Storage::Register { frame: from, local }, ..range },
                    // Nobody reads the registers of a call that waits.
                    false => return true,
                }
            }
            _ => range,
        };
        if is_new(trace, range.storage, first) && before == range {
            return true;
        }
        let covers = |carried: &&Carried| {
            carried.range.storage == before.storage
                && carried.range.offset <= before.offset
                && before.end() <= carried.range.end()
        };
        if symbolic.state.iter().any(|carried| covers(&carried)) {
            return true;
        }
        let then = whole.run.contents(terms, before, first);
        let now = suffix.contents(terms, range, end);
        let is_same = then.is_some() && then == now;
        is_same || is_unread(program, trace, terms, before, then)
    })
}

/// Would reading it have made it a part of the state? Numbers are; addresses keep the value that they had in the run.
fn is_unread(
    program: &Program,
    trace: &ErrorTrace,
    terms: &Terms,
    range: Range,
    then: Option<Term>,
) -> bool {
    let Some(ty) = type_at(program, trace, range) else { return false };
    let is_pointer = matches!(program.types.get(ty), Type::Pointer(_));
    let value = then.and_then(|term| terms.value(term)).and_then(|bits| u64::try_from(bits).ok());
    let looks_like_one = 8 * range.size == program.types.target().pointer_width()
        && value.is_none_or(|bits| trace.locate(bits).is_some());
    !is_pointer && !looks_like_one
}

/// Did it begin to exist in the round?
fn is_new(trace: &ErrorTrace, storage: Storage, first: usize) -> bool {
    match storage {
        Storage::Object(id) | Storage::Extent(id) | Storage::Alive(id) => {
            trace.object(id).is_some_and(|object| object.created as usize > first)
        }
        Storage::Register { frame, .. } => {
            let call = trace.frames.get(frame as usize).and_then(|frame| frame.call);
            call.is_some_and(|call| call.index() >= first)
        }
        Storage::PushedBack(_) => false,
    }
}
