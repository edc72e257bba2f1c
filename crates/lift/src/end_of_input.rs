//! Calls that could have set something and did not, because standard input had ended: `scanf("%d", &n);   does not set n, because standard input has ended`.
//!
//! How much input there is, is input: with more of it the call would have stored something. Formulas keep the length of the run, so that nothing in them speaks of it; candidates are read off the trace. They are the calls that were given something to fill of which the
//! failing check, or a fact that is needed between the call and the check, speaks, and those that matter anyway (`while ((c = getchar()) != EOF)   false, because standard input has ended`). A call is named where the program, run with more input, does not fail as it did.

use whydunit_counterfactual::with_more_input;
use whydunit_explain::MoreInput;
use whydunit_program::{Body, Callee, Expr, Intrinsic, PlaceBase, StmtKind};
use whydunit_report::{ExplanationReport, Reason, RelevantReport, Role, mentions, reason_in_words};
use whydunit_solver::Budget;
use whydunit_trace::{Step, StepIndex};

use super::might_have_been::reported_ending;
use super::source_level::SourceLevel;
use crate::limits::MOST_ENDED_READS;

/// The reasons that are given. Which of both it was, the trace does not tell of formatted input, unless there was none.
const ENDED: &str = "standard input has ended";
const UNFIT: &str = "standard input has ended or does not fit";

impl SourceLevel<'_> {
    /// Adds the calls for which standard input was too short, and gives what is claimed of them.
    pub fn add_ended_reads(
        &self,
        report: &mut ExplanationReport,
        budget: &Budget,
    ) -> Vec<MoreInput> {
        let failing = self.reports.len().saturating_sub(1);
        let ended = (0..failing).filter_map(|number| Some((number, self.unfilled(number)?)));
        let ended: Vec<(usize, (Vec<String>, &str))> = ended.take(MOST_ENDED_READS).collect();
        let mut claims = Vec::new();
        for (number, (names, why)) in ended {
            let needed: Vec<String> =
                names.into_iter().filter(|name| self.is_needed(name, number, report)).collect();
            let told = report.relevant.iter().position(|entry| entry.step == Some(number));
            // That what is done in a call matters says less than what it did not set.
            let is_vague = |at: usize| {
                let RelevantReport { role, reason, .. } = &report.relevant[at];
                let is_decision = matches!(role, Role::Condition | Role::Frame);
                *role == Role::Call
                    || !is_decision && reason.uses.is_empty() && reason.establishes.is_empty()
            };
            if needed.is_empty() && told.is_none_or(is_vague) {
                continue;
            }
            let Some(call) = self.raw_steps(number).first() else { continue };
            let received = self.received_by(number);
            let tried = with_more_input(self.program, self.trace, *call, received, budget);
            let Some((claim, ended)) = tried else { continue };
            claims.push(claim);
            match told.filter(|&at| !is_vague(at)) {
                Some(at) => {
                    let entry = &mut report.relevant[at];
                    entry.reason.uses.push(why.to_owned());
                    entry.why = reason_in_words(entry.role, &entry.reason, &self.reports[number]);
                }
                None => {
                    let uses = vec![why.to_owned()];
                    let reason = Reason { uses, left_alone: needed, ..Reason::default() };
                    let label = told.and_then(|at| report.relevant[at].label);
                    let mut entry = self.entry(number, Role::Frame, label, reason);
                    entry.ending = Some(reported_ending(&ended.how));
                    match told {
                        Some(at) => report.relevant[at] = entry,
                        None => report.relevant.push(entry),
                    }
                }
            }
        }
        if !claims.is_empty() {
            report.relevant.sort_by_key(|entry| (entry.position, entry.step));
            report.lines.extend(report.relevant.iter().map(|entry| entry.line));
            report.lines.sort_unstable();
            report.lines.dedup();
            report.statements = self.statements(&report.relevant);
        }
        claims
    }

    /// How many inputs the run had received when a listed step was over.
    fn received_by(&self, number: usize) -> usize {
        let ends = self.raw_steps(number).iter().map(|&raw| {
            let step = self.trace.step(raw);
            self.trace.input_positions(step).end
        });
        ends.max().unwrap_or(0)
    }

    /// Does the failing check, or a fact that holds behind the step, speak of it?
    fn is_needed(&self, name: &str, number: usize, report: &ExplanationReport) -> bool {
        let later = report.invariants.iter().filter(|invariant| invariant.to > number);
        mentions(&self.trace.failure.text, name)
            || later.flat_map(|invariant| &invariant.parts).any(|part| mentions(part, name))
    }

    /// What a listed step hands over to be filled, if it met the end of standard input before all of it was.
    fn unfilled(&self, number: usize) -> Option<(Vec<String>, &'static str)> {
        let raws = self.raw_steps(number);
        let first = self.trace.step(*raws.first()?);
        let StmtKind::Call { args, .. } = &self.program.stmt_at(first.point)?.kind else {
            return None;
        };
        let why = raws.iter().find_map(|&raw| self.met_the_end(raw))?;
        Some((self.roots(first, args), why))
    }

    /// Did a step ask standard input for more than there was, or for something else?
    fn met_the_end(&self, raw: StepIndex) -> Option<&'static str> {
        let step = self.trace.step(raw);
        let StmtKind::Call { callee: Callee::Direct(callee), args, dest } =
            &self.program.stmt_at(step.point)?.kind
        else {
            return None;
        };
        // The result is stored, too.
        let stored = self.trace.writes(step).len().saturating_sub(usize::from(dest.is_some()));
        let stdin = &self.trace.spec.stdin;
        let is_blank = self.trace.inputs.is_empty() && stdin.iter().all(u8::is_ascii_whitespace);
        let of_format = if is_blank { ENDED } else { UNFIT };
        match self.program.function(*callee).body {
            Body::Intrinsic(Intrinsic::Getchar) => {
                self.trace.input_positions(step).is_empty().then_some(ENDED)
            }
            // The format, and the stream, are not filled.
            Body::Intrinsic(Intrinsic::Scanf) => (stored + 1 < args.len()).then_some(of_format),
            Body::Intrinsic(Intrinsic::Fscanf) => (stored + 2 < args.len()).then_some(of_format),
            _ => None,
        }
    }

    /// The variables that arguments are, or are addresses of.
    fn roots(&self, step: &Step, args: &[Expr]) -> Vec<String> {
        let function = self.trace.frames[step.frame as usize].function;
        let locals = &self.program.function(function).locals;
        let mut names = Vec::new();
        for arg in args {
            arg.walk(&mut |part| {
                let name = match part.place().map(|(place, _)| &place.base) {
                    Some(PlaceBase::Local(local)) => &locals[local.index()].name,
                    Some(PlaceBase::Global(global)) => &self.program.global(*global).name,
                    Some(PlaceBase::Deref(_)) | None => return,
                };
                if !name.is_empty() && !names.contains(name) {
                    names.push(name.clone());
                }
            });
        }
        names
    }
}
