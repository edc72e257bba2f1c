//! Witnesses of judgements in words: `had y been 0 here, line 4 would not have been taken`.
//!
//! What a step assigns instead is told by the cells whose value differs from the run's; what then happens, by the first
//! step that does not go on as in the run. Names are the user's own; what has none, or lies inside of a library function, is *the value*.

use whydunit_counterfactual::{Avoided, Counterfactual, Ended};
use whydunit_explain::{Blocked, Judged, Witness};
use whydunit_interp::{Cell, InputRecord};
use whydunit_report::{EndingReport, Replaced, StepReport};
use whydunit_scope::Counterexample;
use whydunit_trace::{StepIndex, StepKind, cell_type, value_text};

use super::source_level::SourceLevel;
use super::tried::Outcome;
use crate::limits::{MOST_TOLD_INPUTS, MOST_TOLD_VALUES};
use crate::values;

impl SourceLevel<'_> {
    /// What another value of an assignment would have done.
    pub(super) fn might_have_been(
        &self,
        judged: &Judged,
        witness: &Witness,
        tried: Option<&Outcome>,
    ) -> Replaced {
        // What comes later is another matter once the value is replaced.
        let mut with = self.other_inputs(&witness.execution, |record| {
            self.is_received_before(judged.step, record)
        });
        let state = witness.state.iter().filter_map(|&(cell, bits)| {
            let (name, value) = self.cell_words(judged.step, cell, bits)?;
            Some(format!("{name} = {value} before"))
        });
        with.extend(few(state.collect(), MOST_TOLD_INPUTS));
        let later = if witness.is_sure {
            Vec::new()
        } else {
            self.other_inputs(&witness.continuation, |record| {
                !self.is_received_before(judged.step, record)
                    && !self.is_received_at(judged.step, record)
            })
        };
        let later = if later.is_empty() {
            String::new()
        } else {
            format!("with {} later, ", later.join(", "))
        };
        let then = self.outcome(judged.step, witness.blocked_at, witness.blocked);
        // Where a value is left open, it need not be another one.
        let is_open = !witness.is_sure && self.changed(judged.step, &witness.replaced).is_empty();
        let had = if is_open {
            self.had_been_open(judged)
        } else {
            self.had_been(judged.step, &witness.replaced)
        };
        let is_other_failure = witness.blocked == Blocked::OtherFailure;
        // What a library function does with a value of its own is none of the reader's business.
        let is_inside_call = self.is_in_library(witness.blocked_at)
            && self.shown_as(judged.step) == self.shown_as(witness.blocked_at);
        let ended = match tried {
            Some(Outcome::Ended(ended)) => Some(ended),
            Some(Outcome::NotTried) | None => None,
        };
        // What fails all the same, or is excluded, avoids nothing.
        let avoids_nothing = ended.is_some_and(|ended| {
            matches!(ended.how, Counterfactual::FailsHere | Counterfactual::Excluded)
        });
        let is_far_fetched =
            is_other_failure || avoids_nothing || is_inside_call || self.is_about_addresses(judged);
        let after = ended.map_or(String::new(), |ended| self.ending_words(witness.blocked, ended));
        let ending = ended.map(|ended| reported_ending(&ended.how));
        Replaced { with, had, then: format!("{later}{then}{after}"), is_far_fetched, ending }
    }

    /// What becomes of a run that has left the trace, after the words that say how; nothing if it ends without failing.
    fn ending_words(&self, blocked: Blocked, ended: &Ended) -> String {
        let line = ended.place.map(|place| self.program.sources.line_column(place).line);
        match (&ended.how, line) {
            (Counterfactual::Avoids(Avoided::Ends) | Counterfactual::Unknown(_), _) => {
                String::new()
            }
            (Counterfactual::Avoids(Avoided::NeverEnds), _) => {
                ", and the run would never have ended".to_owned()
            }
            (Counterfactual::Avoids(Avoided::FailsElsewhere), Some(line))
                if !matches!(blocked, Blocked::OwnCheck | Blocked::OtherFailure) =>
            {
                let own = self.program.sources.line_column(self.trace.failure.span).line;
                match line == own {
                    true => format!(", and line {line} would have failed in another way"),
                    false => format!(", and line {line} would have failed instead"),
                }
            }
            (Counterfactual::Avoids(Avoided::FailsElsewhere), _) => String::new(),
            (Counterfactual::FailsHere, _) if blocked == Blocked::CheckPasses => {
                ", and failed later".to_owned()
            }
            (Counterfactual::FailsHere, _) => ", but it would have failed all the same".to_owned(),
            (Counterfactual::Excluded, _) if blocked == Blocked::Assumption => {
                ", which excludes the run".to_owned()
            }
            (Counterfactual::Excluded, Some(line)) => {
                format!(", and line {line} would have excluded the run")
            }
            (Counterfactual::Excluded, None) => ", and the run is excluded".to_owned(),
        }
    }

    /// What another arm of a branch leads to; nothing where that is not known, or avoids nothing.
    pub(super) fn switched(&self, branch: StepIndex, ended: &Ended) -> Option<Replaced> {
        let line = ended.place.map(|place| self.program.sources.line_column(place).line);
        let then = match (&ended.how, line) {
            (Counterfactual::Avoids(Avoided::Ends), _) => {
                "the run would have ended without failing".to_owned()
            }
            (Counterfactual::Avoids(Avoided::NeverEnds), _) => {
                "the run would never have ended".to_owned()
            }
            (Counterfactual::Avoids(Avoided::FailsElsewhere), Some(line)) => {
                format!("line {line} would have failed instead")
            }
            _ => return None,
        };
        let point = self.trace.step(branch).point;
        let arms = self.program.terminator_at(point).kind.successors().len();
        let which = if arms == 2 { "the other way" } else { "another way" };
        Some(Replaced {
            with: Vec::new(),
            had: format!("it gone {which}"),
            then,
            is_far_fetched: false,
            ending: Some(reported_ending(&ended.how)),
        })
    }

    /// Other addresses than the program's own are seldom what anybody would have put there.
    fn is_about_addresses(&self, judged: &Judged) -> bool {
        let is_pointer = |&cell: &Cell| {
            let ty = cell_type(self.program, self.trace, cell);
            ty.is_some_and(|ty| self.program.types.pointee(ty).is_some())
        };
        !judged.target.is_empty() && judged.target.iter().all(is_pointer)
    }

    /// `y been anything`.
    fn had_been_open(&self, judged: &Judged) -> String {
        let named = judged.target.iter().find_map(|&cell| self.cell_words(judged.step, cell, 0));
        let name = named.map_or_else(|| "the value".to_owned(), |(name, _)| name);
        format!("{name} been anything")
    }

    /// `y been 0 and z been 1`.
    pub(super) fn had_been(&self, step: StepIndex, replaced: &[(Cell, u64)]) -> String {
        let changed = self.changed(step, replaced);
        let mut texts: Vec<String> = Vec::new();
        for &(cell, bits) in &changed {
            let text = match self.cell_words(step, cell, bits) {
                Some((name, value)) => format!("{name} been {value}"),
                None => continue,
            };
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        match (texts.as_slice(), changed.as_slice()) {
            ([], &[(cell, bits)]) if !self.is_in_library(step) => {
                let what = match self.trace.step(step).kind {
                    StepKind::Return => "result",
                    _ => "value",
                };
                format!("the {what} been {}", self.cell_value(cell, bits))
            }
            ([], _) => "the result been another one".to_owned(),
            ([only], _) => only.clone(),
            ([first, second], _) => format!("{first} and {second}"),
            ([first, ..], _) => format!("{first} and {} more values differed", texts.len() - 1),
        }
    }

    /// `x by 1`, of the values that a step is to assign instead.
    pub(super) fn replaced_by(&self, step: StepIndex, replaced: &[(Cell, u64)]) -> Vec<String> {
        let changed = self.changed(step, replaced);
        let words = changed.iter().filter_map(|&(cell, bits)| {
            let (name, value) = self.cell_words(step, cell, bits)?;
            Some(format!("{name} by {value}"))
        });
        few(words.collect(), MOST_TOLD_VALUES)
    }

    /// `x = 3`, of inputs that differ from the run.
    pub(super) fn other_inputs(
        &self,
        inputs: &[(u32, u64)],
        is_wanted: impl Fn(u32) -> bool,
    ) -> Vec<String> {
        let texts =
            inputs.iter().filter(|(record, _)| is_wanted(*record)).filter_map(|&(record, bits)| {
                let (_, value) = self.input_words(self.trace.inputs.get(record as usize)?, bits);
                Some(format!("{} = {value}", self.input_name(record)))
            });
        few(texts.collect(), MOST_TOLD_INPUTS)
    }

    /// `with k = 2 it does not fail`.
    pub fn counterexample_words(&self, found: &Counterexample) -> String {
        let with = match &found.args {
            Some(args) if args.is_empty() => "no arguments".to_owned(),
            Some(args) => {
                let quoted = args.iter().map(|arg| format!("{:?}", String::from_utf8_lossy(arg)));
                let words = quoted.collect::<Vec<_>>().join(" ");
                format!("the arguments {words}")
            }
            None => self.other_inputs(&found.inputs, |_| true).join(", "),
        };
        match found.fails_elsewhere {
            true => format!("with {with} another check fails"),
            false => format!("with {with} it does not fail"),
        }
    }

    pub(super) fn input_words(&self, record: &InputRecord, bits: u64) -> (String, String) {
        let value = value_text(self.program, Some(self.trace), record.ty, bits);
        (values::input_name(record), value)
    }

    /// What becomes of a run that does not go on at a step; said beside `from`.
    pub(super) fn outcome(&self, from: StepIndex, at: StepIndex, blocked: Blocked) -> String {
        let here = self.shown_as(from).map(|step| &self.reports[step]);
        let there = self.shown_as(at).map(|step| &self.reports[step]);
        let is_here = is_same_line(here, there);
        let (line, when) = (self.line_words(here, at), self.iteration_words(here, at));
        match blocked {
            Blocked::CheckPasses => "the check would have passed".to_owned(),
            Blocked::Assumption if at.index() < self.trace.first_executed() => {
                "the precondition would not have held".to_owned()
            }
            Blocked::Assumption => format!("the assumption in {line} would not have held{when}"),
            Blocked::OwnCheck => format!("the check in {line} would have failed{when}"),
            Blocked::OtherFailure if at.index() + 1 == self.trace.steps.len() => {
                format!("{line} would have failed in another way{when}")
            }
            Blocked::OtherFailure => format!("{line} would have failed another check{when}"),
            Blocked::OtherArm => {
                let own = there.filter(|_| !self.is_in_library(at));
                let taken = own.and_then(|report| report.taken.as_deref());
                let is_loop = own.is_some_and(is_loop_condition);
                match (taken, own) {
                    (Some("true"), Some(report)) if is_here => {
                        format!("{} would have been false{when}", report.text)
                    }
                    (Some("false"), Some(report)) if is_here => {
                        format!("{} would have been true{when}", report.text)
                    }
                    (Some("true"), _) if is_loop => {
                        format!("the loop in {line} would have ended{when}")
                    }
                    (Some("false"), _) if is_loop => {
                        format!("the loop in {line} would have gone on{when}")
                    }
                    (Some("true"), _) => format!("{line} would not have been taken{when}"),
                    (Some("false"), _) => format!("{line} would have been taken{when}"),
                    _ if is_here => "the call would have gone another way".to_owned(),
                    _ => format!("{line} would have gone another way{when}"),
                }
            }
        }
    }

    /// `line 4`, with the file where it is another one.
    fn line_words(&self, here: Option<&StepReport>, at: StepIndex) -> String {
        let Some(step) = self.shown_as(at) else {
            let place = self.program.sources.line_column(self.trace.step(at).span);
            return format!("line {}", place.line);
        };
        let there = &self.reports[step];
        match here {
            Some(here) if here.file != there.file => {
                format!("line {} of {}", there.line, there.file)
            }
            _ => format!("line {}", there.line),
        }
    }

    /// `in iteration 3`, unless the step it is said beside is in the same one.
    fn iteration_words(&self, here: Option<&StepReport>, at: StepIndex) -> String {
        let there = self.shown_as(at).map(|step| &self.reports[step]);
        let iterations = there.map_or(&[][..], |there| there.iterations.as_slice());
        let is_same = here.is_some_and(|here| here.iterations == iterations);
        match iterations {
            [iteration] if !is_same => format!(" in iteration {iteration}"),
            _ => String::new(),
        }
    }

    fn is_received_at(&self, step: StepIndex, record: u32) -> bool {
        self.trace.input_positions(self.trace.step(step)).contains(&(record as usize))
    }

    /// Does the user know what the assignment sets?
    pub(super) fn has_names(&self, judged: &Judged) -> bool {
        judged.target.iter().any(|&cell| self.cell_words(judged.step, cell, 0).is_some())
    }

    /// Is this step an input, whatever else the statement does?
    pub(super) fn is_input(&self, step: StepIndex) -> bool {
        self.trace.step(step).kind == StepKind::Input
    }
}

pub(super) fn reported_ending(how: &Counterfactual) -> EndingReport {
    match how {
        Counterfactual::FailsHere => EndingReport::FailsHere,
        Counterfactual::Avoids(Avoided::FailsElsewhere) => EndingReport::FailsElsewhere,
        Counterfactual::Avoids(Avoided::Ends) => EndingReport::Ends,
        Counterfactual::Avoids(Avoided::NeverEnds) => EndingReport::NeverEnds,
        Counterfactual::Excluded => EndingReport::Excluded,
        Counterfactual::Unknown(_) => EndingReport::Unknown,
    }
}

fn is_same_line(left: Option<&StepReport>, right: Option<&StepReport>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => (&left.file, left.line) == (&right.file, right.line),
        _ => false,
    }
}

/// The condition of a loop stands where the loop begins.
fn is_loop_condition(report: &StepReport) -> bool {
    report.loop_lines.last() == Some(&report.line)
}

/// The first of these, and how many there are besides.
fn few(mut texts: Vec<String>, most: usize) -> Vec<String> {
    if texts.len() > most {
        let more = texts.len() - most;
        texts.truncate(most);
        texts.push(format!("{more} more"));
    }
    texts
}
