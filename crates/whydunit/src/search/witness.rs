//! `--witness FILE`: the failing runs that another tool describes take the place of those that a search finds.
//!
//! What a witness leaves open is searched for. A witness that leads to no failure is input that cannot be used.

use std::path::Path;

use whydunit_find::{
    Agreement, Coverage, FoundFailure, Given, Replay, Request, Search, Verdict, read_witness,
    replay_witness, witness_differences,
};
use whydunit_host::{Budget, read_text};
use whydunit_interp::{InputValues, RunSpec};
use whydunit_project::{Error, Observer};

use crate::limits::MOST_BYTES_OF_A_WITNESS;

/// Follows all runs of the witness, or as many as one failure takes. `search` is asked about runs of which it gives a part of the inputs.
pub(super) fn follow(
    (file, budget): (&Path, &Budget),
    request: &Request<'_>,
    observer: &Observer,
    search: &mut dyn FnMut(&RunSpec, Given) -> Search,
) -> Result<Search, Error> {
    let text = read_text(file, MOST_BYTES_OF_A_WITNESS, budget)
        .map_err(Error::read(format!("cannot read the witness {}", file.display())))?;
    let witness = read_witness(&text)
        .map_err(|problem| Error::Unusable(format!("{}:{problem}", file.display())))?;
    for difference in witness_differences(request.program, &witness) {
        observer.warn(difference);
    }
    let mut found = Collected { failures: Vec::new(), coverage: Coverage::default() };
    let mut reasons: Vec<String> = Vec::new();
    let mut undecided = None;
    for path in witness.split() {
        if request.first_only && !found.failures.is_empty() {
            break;
        }
        match replay_witness(request, &path) {
            Replay::Fails { spec, failure, agreement } => {
                if let Agreement::Elsewhere { stated } = agreement {
                    let message = format!("the run fails, but the witness states {stated}");
                    observer.warn(message);
                }
                found.add(FoundFailure { failure: *failure, runs: vec![*spec] });
            }
            Replay::Partial { inputs, args } => {
                let given = Given { args: args.is_some() || request.given.args, ..request.given };
                let search = search(&with_stated(request.spec, &inputs, args), given);
                match search.verdict {
                    Verdict::Fails => {
                        found.coverage = search.coverage;
                        search.failures.into_iter().for_each(|failure| found.add(failure));
                    }
                    Verdict::Unknown => undecided = Some(search),
                    Verdict::Holds | Verdict::HoldsWithinBound => {
                        reasons.push("no values of the inputs that it leaves open fail".into());
                    }
                }
            }
            Replay::Rejected { why } => reasons.push(why),
        }
    }
    if found.failures.is_empty() {
        let reason = reasons.first().map_or("it describes no run", String::as_str);
        return undecided
            .ok_or_else(|| Error::Unusable(format!("the witness leads to no failure: {reason}")));
    }
    found.failures.sort_by_key(|found| {
        let span = found.failure.span;
        (span.file, span.start, span.end)
    });
    let Collected { failures, coverage } = found;
    Ok(Search { verdict: Verdict::Fails, failures, unended: Vec::new(), coverage })
}

struct Collected {
    failures: Vec<FoundFailure>,
    coverage: Coverage,
}

impl Collected {
    /// Each check and place once.
    fn add(&mut self, found: FoundFailure) {
        let is_same = |known: &FoundFailure| {
            known.failure.kind == found.failure.kind && known.failure.span == found.failure.span
        };
        if !self.failures.iter().any(is_same) {
            self.failures.push(found);
        }
    }
}

/// The run with what a witness states of it.
fn with_stated(spec: &RunSpec, inputs: &InputValues, args: Option<Vec<Vec<u8>>>) -> RunSpec {
    let mut spec = spec.clone();
    inputs.iter().for_each(|(name, value)| spec.inputs.set(name, value.clone()));
    if let Some(args) = args {
        spec.args = args;
    }
    spec
}
