//! PED: proof-guided error diagnosis.
//!
//! # Question
//!
//! Which few statements of a failed run, changed in which way, would have kept it from failing?
//!
//! # Definition
//!
//! Balakrishnan and Ganai, *PED: Proof-guided Error Diagnosis by Triangulation of Program Error Causes* (SEFM 2008). The steps of an error trace that matter to the
//! failing check become a *repair program*: an assignment is `x = ndSel ? ndRes : e`, a branch `if (ndSel ? ndRes : !P) goto END`, trusted code
//! stays, inputs are those of the run, and the last step is `if (check) goto END; ERR();`. A *repair solution* is a set of selectors with which some branch leaves or the check holds.
//! Four levels, the columns of the paper's experiment:
//!
//! - *default* (section 3): one selector per step; solutions branch by branch.
//! - *no-inv* (4.3, 4.4): one selector per source statement, for all its executions; no statement may compute anything where what it uses was changed before; few changes; several traces must
//!   be repaired by the same change.
//! - *with-inv* (4.1): assigned values lie in what the proofs of other checks ask for.
//! - *relevant* (4.1): statements that proofs rest on are trusted.
//!
//! With an annotation library (4.2), what it has alternatives for can only become one of these; any other statement may compute anything, and the answer says what
//! would do. Solutions are ranked as in section 5.
//!
//! ## Where the definition is followed and not the print
//!
//! - Fig. 5 blocks each satisfying assignment, so that a set with one more selector than a solution would be another solution. Here a solution blocks its supersets: all reported sets are
//!   minimal.
//! - The number of changes is bounded on the first level as well; later, sets are looked for only where no single change is enough.
//! - From the second level on, solutions are sought for all branches at once, and each with the latest branch that it can get to: what Fig. 5 finds for earlier branches is the same set of changes.
//! - In Fig. 6's and section 4.1's sense the bounds hold for values that *other* statements assign after a change, too, not only for the changed one.
//! - "`ndSel1 ⇒ !ndSel2`" on a use-def chain is asked for where the second fix is any value: an alternative still uses what the first has changed.
//!
//! ## Past the paper
//!
//! - The checks that the run has passed, also in steps outside of the slice, have to be passed with the change (`passed_checks`): in Fig. 2 no other initial value of `i` does that.
//! - Alternatives are evaluated in the state of each step, addresses and all; what cannot be followed is left out, never wrong.
//! - A branch that was not taken and that would have assigned a variable that matters is part of the slice.
//! - Of several traces: leaving one where another, the same so far, has gone that way is no repair.
//! - Calls that pass constants are no steps (Fig. 3 has none for `sum(a, 10)`), but the library may have alternatives for them; solutions that use those come after others.
//!
//! # Guarantees
//!
//! Each solution, applied, makes the run leave the trace at the branch that it names or pass the check; it was not followed further. That the program is right is for tests and searches to say.
//!
//! # Cost
//!
//! A single alternative costs one walk along the trace, as far as the changed run follows it; a statement that may compute anything a formula in which its values are open, and a
//! logarithmic number of queries for the latest branch. For sets there is one formula for all, which grows with the cells of objects that are accessed at addresses that a change decides, and
//! one query of MaxSAT per solution.
//!
//! # Example
//!
//! ```console
//! $ whydunit repair examples/sum.c --method ped --ped-level relevant --max-repairs 1
//! ```
//!
//! The paper's Fig. 2, whose repair program `--show-evidence` prints: the run leaves it a round earlier when `i <= n` becomes `i < n`. That `i = 0` is not changed
//! follows from the proof that no index is negative.

// trace -> slice, steps -> sites (what may change, and how) -> singles, and sets by way of formula and question -> rank -> show
mod defined;
mod formula;
mod question;
mod rank;
mod sets;
mod show;
mod singles;
mod sites;
mod slice;
mod steps;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod trials;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use whydunit_absint::Mined;
use whydunit_program::{Program, SourceStmtId};
use whydunit_solver::Budget;
use whydunit_source::{FileId, Span};
use whydunit_trace::ErrorTrace;

use crate::Edit;
use crate::changes::Change;
use formula::{Exit, RepairProgram};
use sites::{Subject, Ways};

/// How much of the paper is used; each level has all of those before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Level {
    /// Section 3 alone.
    Default,
    /// Correlation, several traces, few changes.
    NoInv,
    /// Bounds from proofs.
    WithInv,
    /// Code that proofs rest on is trusted.
    #[default]
    Relevant,
}

impl Level {
    pub const ALL: [Level; 4] = [Level::Default, Level::NoInv, Level::WithInv, Level::Relevant];

    pub fn name(self) -> &'static str {
        match self {
            Level::Default => "default",
            Level::NoInv => "no-inv",
            Level::WithInv => "with-inv",
            Level::Relevant => "relevant",
        }
    }

    pub fn from_name(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct PedOptions {
    pub level: Level,
    /// Changes of one solution.
    pub max_changes: usize,
    /// Solutions that are enough.
    pub most: usize,
    pub deadline: Option<Instant>,
    /// Ends the work soon after it becomes true.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Sets of changes are looked for even where a single one does.
    pub wants_sets: bool,
    /// The checks that the run has passed have to be passed with the change, also where they do not matter to the failing one.
    pub passed_checks: bool,
}

impl Default for PedOptions {
    fn default() -> PedOptions {
        PedOptions {
            level: Level::default(),
            max_changes: 2,
            most: 250,
            deadline: None,
            interrupt: None,
            wants_sets: false,
            passed_checks: true,
        }
    }
}

impl PedOptions {
    fn is_late(&self) -> bool {
        self.budget().exceeded().is_some()
    }

    fn budget(&self) -> Budget {
        let interrupt = self.interrupt.clone();
        Budget { deadline: self.deadline, interrupt, ..Budget::unlimited() }
    }
}

/// An entry of the annotation library where it applies.
#[derive(Clone, Debug)]
pub struct Alternative {
    pub(crate) change: Change,
    /// The larger, the better; at most 1000.
    pub weight: u32,
    /// What the library calls it.
    pub entry: String,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Diagnosis {
    /// Best first.
    pub solutions: Vec<Solution>,
    /// Steps of the repair program of the first trace.
    pub steps: usize,
    /// The repair program of the first trace, a line for each step (Fig. 4).
    pub program_text: Vec<String>,
    /// Source statements of the slice that are not to be changed, by line.
    pub trusted: Vec<SourceStmtId>,
    /// There may be more solutions.
    pub is_cut_short: bool,
    /// What users should know about how it was found.
    pub notes: Vec<String>,
}

/// Changes that keep the runs from failing.
#[derive(Clone, Debug)]
pub struct Solution {
    /// In the order of the source.
    pub fixes: Vec<Fix>,
    /// Of the repair program of the first trace.
    pub steps_executed: usize,
    /// The step, from 1, whose branch leaves the trace; `None`: the check holds.
    pub leaves_at: Option<usize>,
    /// A loop is not entered any more, and that is all.
    pub only_cuts: bool,
    /// The sum of the weights of the alternatives.
    pub weight: u32,
    /// Fixes of calls that pass constants, which are no steps.
    pub(crate) beside_steps: usize,
    /// Over all traces.
    pub(crate) total_steps: usize,
}

impl Solution {
    /// The edits that make it, where the library has an alternative for each of its fixes.
    pub fn edits(&self, alternatives: &[Alternative]) -> Option<Vec<Edit>> {
        let edit = |fix: &Fix| match fix.what {
            Choice::Alternative(index) => Some(alternatives.get(index)?.change.edit.clone()),
            Choice::Free(_) => None,
        };
        let mut edits: Vec<Edit> = self.fixes.iter().map(edit).collect::<Option<_>>()?;
        edits.sort();
        edits.dedup();
        Some(edits)
    }
}

/// A statement and what becomes of it.
#[derive(Clone, Debug)]
pub struct Fix {
    pub source: SourceStmtId,
    pub span: Span,
    pub line: u32,
    pub what: Choice,
    pub is_in_loop: bool,
    /// On the first level: the step, from 1.
    pub step: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Position among the alternatives that were given.
    Alternative(usize),
    /// It may compute something else.
    Free(Values),
}

/// Values that a statement should compute for the run not to fail. Conditions compute 0 or 1; of pointers, the offset in bytes from the start of
/// the object that they point into.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Values {
    /// The step of the repair program, from 1, and a value that would do, for the executions that the run then gets to.
    pub each: Vec<(usize, i128)>,
    /// One value would do for all of them.
    pub common: Option<i128>,
    /// Where one value would do: the smallest and the largest such value.
    pub range: Option<(i128, i128)>,
}

/// Looks for changes of the program that keep all the traces from failing.
pub fn diagnose(
    program: &Program,
    traces: &[ErrorTrace],
    alternatives: &[Alternative],
    mined: &Mined,
    files: &[FileId],
    options: &PedOptions,
) -> Diagnosis {
    let mut diagnosis = Diagnosis::default();
    let mut ways = Ways::default();
    let subject = Subject { program, alternatives, mined, files, level: options.level };
    // Steps of different traces have nothing in common: without correlation there is nothing to intersect.
    let used = if options.level == Level::Default { 1.min(traces.len()) } else { traces.len() };
    let mut programs = Vec::new();
    for (index, trace) in traces.iter().take(used).enumerate() {
        let parting = formula::parting_branches(program, &traces[..used], index);
        match RepairProgram::new(&subject, trace, parting, &mut ways) {
            Ok(program) => programs.push(program),
            Err(error) => {
                diagnosis.notes.push(format!("trace {} is not followed: {error}", index + 1));
            }
        }
    }
    if used < traces.len() {
        diagnosis.notes.push("only the first trace is looked at on this level".to_owned());
    }
    let Some(first) = programs.first() else { return diagnosis };
    diagnosis.steps = first.steps.list.len();
    diagnosis.program_text = show::lines(&subject, first, &ways);
    diagnosis.trusted = trusted(&subject, first);
    let localised = localise(&subject, &programs, &ways, options);
    let solutions = localised.found.iter();
    diagnosis.solutions =
        solutions.map(|found| describe(&subject, &programs, &ways, found)).collect();
    diagnosis.is_cut_short = localised.is_cut_short;
    diagnosis.notes.extend(localised.notes);
    rank::sort(&mut diagnosis.solutions);
    diagnosis
}

/// Changes that avoid the error in all traces.
#[derive(Debug)]
struct Found {
    /// Positions in [`Ways::list`], with the step of the trace where each has its own selector.
    chosen: Vec<(u32, Option<u32>)>,
    /// By trace.
    ends: Vec<Exit>,
    /// For each that is chosen, where it may compute anything.
    values: Vec<Option<Values>>,
}

#[derive(Debug, Default)]
struct Localised {
    found: Vec<Found>,
    is_cut_short: bool,
    notes: Vec<String>,
}

/// Single changes, and sets of them: on the first level besides, later only where no single one does (section 4.4: as few changes as possible).
fn localise(
    subject: &Subject<'_>,
    programs: &[RepairProgram<'_>],
    ways: &Ways,
    options: &PedOptions,
) -> Localised {
    let mut localised = singles::search(subject, programs, ways, options);
    let executions = programs[0].steps.executions();
    let is_worthy = |found: &Found| !rank::only_cuts(&programs[0], &found.ends[0], &executions);
    let is_found = localised.found.iter().any(is_worthy);
    let wants_sets = options.level == Level::Default || options.wants_sets || !is_found;
    if options.max_changes < 2 || !wants_sets || localised.is_cut_short {
        return localised;
    }
    let skipped = localised.found.iter().map(|found| found.chosen[0]).collect();
    let mut larger = sets::search(subject, programs, ways, &skipped, options);
    if options.level != Level::Default && !is_found {
        let note = "no single change is enough: sets of changes were looked for";
        localised.notes.push(note.to_owned());
    }
    larger.found.truncate(options.most.saturating_sub(localised.found.len()));
    localised.found.append(&mut larger.found);
    localised.is_cut_short |= larger.is_cut_short;
    localised.notes.append(&mut larger.notes);
    localised
}

/// Statements of the slice without a selector.
fn trusted(subject: &Subject<'_>, program: &RepairProgram<'_>) -> Vec<SourceStmtId> {
    let mut list: Vec<SourceStmtId> = Vec::new();
    for step in &program.steps.list {
        let points = step.atomic.iter().map(|&index| program.trace.steps[index as usize].point);
        let is_trusted = points.clone().all(|point| !subject.is_untrusted(point));
        if is_trusted && !list.contains(&step.source) {
            list.push(step.source);
        }
    }
    list
}

fn describe(
    subject: &Subject<'_>,
    programs: &[RepairProgram<'_>],
    ways: &Ways,
    found: &Found,
) -> Solution {
    let executions = programs[0].steps.executions();
    let mut fixes = Vec::new();
    let (mut weight, mut beside_steps) = (0, 0);
    for (&(number, step), values) in found.chosen.iter().zip(&found.values) {
        let way = ways.list[number as usize];
        let span = subject.program.source_stmt(way.source).span;
        let what = match way.alternative {
            Some(alternative) => {
                weight += subject.alternatives[alternative].weight;
                Choice::Alternative(alternative)
            }
            None => Choice::Free(values.clone().unwrap_or_default()),
        };
        let is_step = |program: &RepairProgram<'_>| {
            program.steps.list.iter().any(|step| step.source == way.source)
        };
        beside_steps += usize::from(!programs.iter().any(is_step));
        let step = step.and_then(|step| programs[0].steps.of[step as usize]);
        fixes.push(Fix {
            source: way.source,
            span,
            line: subject.program.sources.line_column(span).line,
            what,
            is_in_loop: programs.iter().any(|program| is_in_loop(program, way.source)),
            step: step.map(|number| number as usize + 1),
        });
    }
    fixes.sort_by_key(|fix| (fix.span, fix.step));
    let end = found.ends[0];
    Solution {
        fixes,
        steps_executed: end.step as usize + 1,
        leaves_at: (!end.is_check).then_some(end.step as usize + 1),
        only_cuts: rank::only_cuts(&programs[0], &end, &executions),
        weight,
        beside_steps,
        total_steps: found.ends.iter().map(|end| end.step as usize + 1).sum(),
    }
}

/// Is the statement executed in a loop?
fn is_in_loop(program: &RepairProgram<'_>, source: SourceStmtId) -> bool {
    let trace = program.trace;
    let is_own = |step: &&whydunit_trace::Step| step.source == source;
    let mut own = trace.steps.iter().filter(is_own);
    own.any(|step| {
        !trace.frames[step.frame as usize].is_library
            && !trace.contexts[step.context as usize].loops.is_empty()
    })
}
