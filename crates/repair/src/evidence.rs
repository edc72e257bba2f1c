//! Candidates that the evidence along failing runs suggests.

use std::time::Instant;

use rustc_hash::FxHashMap;
use whydunit_host::stretched;
use whydunit_interp::{CompactLog, Config, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_source::SourceMap;
use whydunit_suite::Runner;
use whydunit_trace::{ErrorTrace, build};

use crate::Edit;
use crate::autodebug::{self, Debugging, debug};
use crate::coverage::Executed;
use crate::engine::{Candidate, Engine};
use crate::expectation::with_expected_result;
use crate::limits::{MOST_PROPOSALS, MOST_RUNS, MOST_STEPS, TIME_FOR_EVIDENCE};

/// As much as the change of a token, and a little more the later it comes.
const COST: u32 = 12;

/// More for a number in place of an expression: it fits this run, and rarely another.
const ADDED: u32 = 12;

fn is_number(sources: &SourceMap, edit: &Edit) -> bool {
    let old = sources.text(edit.span).trim();
    let is_word = old.chars().all(|c| c.is_alphanumeric() || c == '_');
    edit.new.trim().parse::<i128>().is_ok() && !is_word
}

/// What the evidence suggests, in its order.
pub(crate) struct Suggestions {
    pub(crate) candidates: Vec<Candidate>,
    /// The reasons, by what the text becomes.
    reasons: FxHashMap<String, String>,
}

impl Suggestions {
    pub(crate) fn reason(&self, sources: &SourceMap, edits: &[Edit]) -> Option<String> {
        self.reasons.get(&effect(sources, edits)).cloned()
    }
}

/// Two edits are the same if the changed lines are, up to spaces.
pub(crate) fn effect(sources: &SourceMap, edits: &[Edit]) -> String {
    let mut text = String::new();
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort();
    for edit in edits {
        let file = sources.file(edit.span.file);
        let line = file.line_column(edit.span.start).line;
        let (Some(start), Some(whole)) = (file.line_start(line), file.line_text(line)) else {
            continue;
        };
        let from = (edit.span.start - start) as usize;
        let to = ((edit.span.end - start) as usize).min(whole.len());
        text.push_str(&format!("{}:{line}:", edit.span.file.0));
        let changed = whole[..from].chars().chain(edit.new.chars()).chain(whole[to..].chars());
        text.extend(changed.filter(|c| !c.is_whitespace()));
    }
    text
}

pub(crate) fn gather(engine: &mut Engine<'_>, dice: Option<&Executed>) -> Suggestions {
    let sources = &engine.program.sources;
    let mut suggestions = Suggestions { candidates: Vec::new(), reasons: FxHashMap::default() };
    for index in 0..engine.failing.min(MOST_RUNS) {
        if engine.is_late() {
            break;
        }
        let Some(found) = debugged(engine, index, dice) else { continue };
        for proposal in &found.proposals {
            let is_allowed = proposal
                .edits
                .iter()
                .all(|edit| engine.request.options.files.contains(&edit.span.file));
            let effect = effect(sources, &proposal.edits);
            if !is_allowed || suggestions.reasons.contains_key(&effect) {
                continue;
            }
            suggestions.reasons.insert(effect, proposal.why.clone());
            if suggestions.candidates.len() < MOST_PROPOSALS {
                let is_constant = proposal.edits.iter().any(|edit| is_number(sources, edit));
                let later = (suggestions.candidates.len() / 10) as u32
                    + if is_constant { ADDED } else { 0 };
                suggestions.candidates.push(Candidate {
                    edits: proposal.edits.clone(),
                    cost: COST + later,
                    source: None,
                    evidence: Some(proposal.why.clone()),
                    change: None,
                    is_deferred: false,
                });
            }
        }
        engine.findings.debugged.push(found);
    }
    suggestions
}

/// The evidence in the run of a test.
fn debugged(engine: &Engine<'_>, index: usize, dice: Option<&Executed>) -> Option<Debugging> {
    let test = &engine.suite.tests[index];
    let runner = Runner::new(engine.program, engine.request.start, engine.config.clone());
    let spec = runner.spec(test);
    let steps = engine.config.max_steps.map_or(MOST_STEPS, |steps| steps.min(MOST_STEPS));
    let config = Config { max_steps: Some(steps), ..engine.config.clone() };
    let options = autodebug::Options {
        deadline: Some(Instant::now() + stretched(TIME_FOR_EVIDENCE)),
        interrupt: engine.config.interrupt.clone(),
        allowed: dice.cloned(),
        ..autodebug::Options::default()
    };
    if let Some(trace) = trace_of(engine.program, &spec, &config) {
        return Some(debug(engine.program, &trace, &options));
    }
    let expected = test.expected.result.as_ref()?;
    let judged = with_expected_result(engine.program, engine.request.start, engine.int, expected)?;
    Some(debug(&judged, &trace_of(&judged, &spec, &config)?, &options))
}

/// The trace of a run that fails a check.
pub(crate) fn trace_of(program: &Program, spec: &RunSpec, config: &Config) -> Option<ErrorTrace> {
    let compiled = prepare(program);
    let mut log = CompactLog::new();
    let result = compiled.run(spec, config, &mut |_, _| {}, &mut log);
    build(program, &compiled, spec, config, &result, &log).ok()
}
