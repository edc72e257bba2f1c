//! Claims about all inputs, held against the C compiler: *fails whenever C* is evaluated on a grid of inputs, and so is a twin of the program that tells where it fails on each.
//!
//! `WHYDUNIT_CLAIMS=10000 cargo test --release -p whydunit-cli --test tests claims -- --nocapture` tries that many programs, `WHYDUNIT_CLAIMS_SEED` says from which on.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

use crate::common;
#[path = "claims/generated.rs"]
mod generated;
#[path = "claims/marked.rs"]
mod marked;
#[path = "claims/oracle.rs"]
mod oracle;
use crate::rng;
#[path = "claims/sources.rs"]
mod sources;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use generated::Generated;
use oracle::Ending;
use rng::Rng;
use serde_json::Value;
use sources::Given;

/// Programs that are generated without further wishes: about a minute of a small machine.
const PROGRAMS: u64 = 60;

/// Explanations that have to say under which inputs the failure is certain, in percent of those whose program has inputs: nothing is won by silence.
const CONDITIONS: usize = 90;

/// What a program's explanation came to.
#[derive(Default)]
struct Outcome {
    source: &'static str,
    kind: String,
    /// It fails on some inputs, and was explained.
    is_explained: bool,
    /// Its condition is about all runs, about this path, or there is none.
    scope: Option<String>,
    /// Inputs of the grid that meet the condition, and all that fail there.
    inside: usize,
    failing: usize,
    wrong: Vec<String>,
}

#[test]
fn claims_about_all_inputs_are_true() {
    let setting = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let count = setting("WHYDUNIT_CLAIMS").unwrap_or(PROGRAMS);
    let first = setting("WHYDUNIT_CLAIMS_SEED").unwrap_or(1);
    let seeds: Vec<u64> = (first..first + count).collect();
    let outcomes = common::parallel(&seeds, |&seed| examined(seed));
    eprint!("{}", figures(&outcomes));
    let wrong: Vec<&str> = outcomes.iter().flat_map(|one| &one.wrong).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} claims are wrong:\n{}", wrong.len(), wrong.join("\n"));
    let explained = outcomes.iter().filter(|one| one.is_explained).count();
    let claimed = outcomes.iter().filter(|one| one.scope.as_deref() == Some("program")).count();
    assert!(2 * explained >= outcomes.len(), "only {explained} of {count} programs fail");
    assert!(
        100 * claimed >= CONDITIONS * explained,
        "only {claimed} of {explained} explanations say when"
    );
}

fn figures(outcomes: &[Outcome]) -> String {
    let mut groups: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    let (mut inside, mut failing) = (0, 0);
    for one in outcomes.iter().filter(|one| one.is_explained) {
        inside += if one.scope.as_deref() == Some("program") { one.inside } else { 0 };
        failing += if one.scope.as_deref() == Some("program") { one.failing } else { 0 };
        for name in
            [format!("from {}", one.source), format!("check {}", one.kind), "all".to_owned()]
        {
            let counts = groups.entry(name).or_default();
            counts[0] += 1;
            match one.scope.as_deref() {
                Some("program") => counts[1] += 1,
                Some(_) => counts[2] += 1,
                None => counts[3] += 1,
            }
        }
    }
    let mut text = format!(
        "{} programs; explained, about all runs, about this path, no condition:\n",
        outcomes.len()
    );
    for (name, [all, program, path, none]) in groups {
        text.push_str(&format!("  {name:<24} {all:>6} {program:>6} {path:>6} {none:>6}\n"));
    }
    text + &format!("  inputs that meet a condition: {inside}; that fail there: {failing}\n")
}

fn examined(seed: u64) -> Outcome {
    let generated = generated::program(seed);
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let grid = generated.source.grid();
    let endings = oracle::endings(directory.path(), &generated, &grid);
    assert_eq!(endings.len(), grid.len(), "seed {seed}");
    let mut outcome = Outcome { source: generated.source.name(), ..Outcome::default() };
    let mut rng = Rng::new(seed ^ 0x5eed);
    let Some(chosen) = chosen(&mut rng, &endings) else { return outcome };
    let report = explained(directory.path(), &generated, &grid[chosen], seed);
    let complain =
        |what: &str| format!("seed {seed}, {:?}: {what}\n{}", grid[chosen], generated.text);
    let report = match report {
        Ok(report) => report,
        Err(message) => {
            outcome.wrong.push(complain(&message));
            return outcome;
        }
    };
    let failure = &report["failures"][0];
    let property = &failure["property"];
    let (line, kind) = (property["line"].as_u64(), property["kind"].as_str().unwrap_or_default());
    let said = Ending::Fails { line: line.unwrap_or(0), kind: kind_of(kind) };
    outcome.kind = kind_of(kind).to_owned();
    outcome.is_explained = true;
    if said != endings[chosen] {
        outcome
            .wrong
            .push(complain(&format!("{said:?}, but the compiler says {:?}", endings[chosen])));
        return outcome;
    }
    for limit in report["limits"].as_array().into_iter().flatten() {
        if limit["what"] == "claim" {
            outcome.wrong.push(complain(&format!("taken back: {}", limit["value"])));
        }
    }
    for explanation in failure["explanations"].as_array().into_iter().flatten() {
        let (Some(general), Some(scope)) =
            (explanation["general"].as_str(), explanation["general_scope"].as_str())
        else {
            continue;
        };
        outcome.scope.get_or_insert_with(|| scope.to_owned());
        if scope != "program" {
            continue;
        }
        let Some(condition) = in_c(general, failure) else {
            outcome.wrong.push(complain(&format!("not a condition over the inputs: {general}")));
            continue;
        };
        // What is said of these lengths only is tried on them only.
        let is_of_length = failure["inputs"].as_array().into_iter().flatten().any(has_length);
        let tried: Vec<usize> = (0..grid.len())
            .filter(|&index| {
                !is_of_length
                    || grid[index].shape(generated.source) == grid[chosen].shape(generated.source)
            })
            .collect();
        let inputs: Vec<Given> = tried.iter().map(|&index| grid[index].clone()).collect();
        let meeting = oracle::meeting(directory.path(), generated.source, &condition, &inputs);
        for (&index, is_met) in tried.iter().zip(meeting) {
            outcome.failing += usize::from(endings[index] == said);
            if !is_met || endings[index] == Ending::Excluded {
                continue;
            }
            outcome.inside += 1;
            if endings[index] != said {
                outcome.wrong.push(complain(&format!(
                    "said to fail at line {} whenever {general}, but {:?}: {:?}",
                    line.unwrap_or(0),
                    grid[index],
                    endings[index]
                )));
                break;
            }
        }
    }
    outcome
}

/// An input on which the program fails; places that few inputs lead to are as likely as others.
fn chosen(rng: &mut Rng, endings: &[Ending]) -> Option<usize> {
    let mut places: Vec<Ending> = Vec::new();
    for ending in endings {
        if matches!(ending, Ending::Fails { .. }) && !places.contains(ending) {
            places.push(*ending);
        }
    }
    if places.is_empty() {
        return None;
    }
    let place = *rng.pick(&places);
    let there: Vec<usize> = (0..endings.len()).filter(|&index| endings[index] == place).collect();
    Some(*rng.pick(&there))
}

fn kind_of(name: &str) -> &'static str {
    oracle::KINDS.into_iter().find(|kind| *kind == name).unwrap_or("?")
}

fn explained(
    directory: &Path,
    generated: &Generated,
    given: &Given,
    seed: u64,
) -> Result<Value, String> {
    let file = directory.join("generated.c");
    std::fs::write(&file, &generated.text).expect("writing it should work");
    let (options, arguments, stdin) = given.options();
    let mut command = common::whydunit();
    command.args(["explain", "--format", "json", "--timeout", "60", "--function"]);
    command.arg(generated.source.function()).arg(&file);
    // One in four is verified as well.
    if seed.is_multiple_of(4) {
        command.arg("--verify");
    }
    command.args(options);
    if matches!(given, Given::Stdin(_)) {
        let file = directory.join("stdin");
        std::fs::write(&file, &stdin).expect("writing it should work");
        command.arg("--stdin").arg(file);
    }
    if matches!(given, Given::Arguments(_)) {
        command.arg("--").args(arguments.iter().map(|argument| OsStr::from_bytes(argument)));
    }
    let output = common::run_with_input(&mut command, b"");
    if output.status.code() != Some(1) {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(format!("exit code {:?}: {said}", output.status.code()));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}

/// A condition over inputs as the C compiler reads it.
fn in_c(general: &str, failure: &Value) -> Option<String> {
    let _ = failure;
    Some(general.replace("stdin[", "ck_in["))
}

fn has_length(input: &Value) -> bool {
    let (name, value) =
        (input["name"].as_str().unwrap_or_default(), input["value"].as_str().unwrap_or_default());
    input["origin"] == "stdin" || name.contains('[') || value.starts_with(['{', '"', '&'])
}
