//! On real runs: actual states hold where they are said to, hypothesised ones have the truth they have at the end.

use std::path::{Path, PathBuf};

use whydunit_front_c::Options;
use whydunit_interp::{CompactLog, Config, Ending, InputValues, RunSpec, prepare};
use whydunit_program::Program;
use whydunit_trace::{ErrorTrace, build};

use super::contract;
use super::points::{self, Act};
use super::predicate::Predicate;
use super::run::Run;
use super::states::{Fact, Origin, backward, forward, hypotheses};

fn failing(path: PathBuf, words: &str) -> Option<(Program, ErrorTrace)> {
    let mut options = Options::default();
    let mut inputs = InputValues::new();
    let mut words = words.split_whitespace();
    while let (Some(word), Some(value)) = (words.next(), words.next()) {
        match word {
            "--function" => options.function = Some(value.to_owned()),
            "--input" => inputs.parse_assignment(value).ok()?,
            _ => return None,
        }
    }
    let name = options.function.clone().unwrap_or("main".into());
    let program = whydunit_front_c::compile(&[path], &options).ok()?.program;
    let mut spec = RunSpec::new(program.find_function(&name)?);
    spec.inputs = inputs;
    let config = Config { max_steps: Some(20_000), ..Config::default() };
    let trace = {
        let compiled = prepare(&program);
        let mut log = CompactLog::new();
        let result = compiled.run(&spec, &config, &mut |_, _| {}, &mut log);
        matches!(result.ending, Ending::Failed(_)).then_some(())?;
        build(&program, &compiled, &spec, &config, &result, &log).ok()?
    };
    Some((program, trace))
}

/// Says what is wrong with the states of a run.
fn wrong(program: &Program, trace: &ErrorTrace) -> Vec<String> {
    let run = Run::new(program, trace);
    let acts = points::collect(&run);
    let all = vec![true; acts.len()];
    let given = contract::precondition(&run).into_iter();
    let given: Vec<Fact> =
        given.map(|predicate| Fact { predicate, origin: Origin::Precondition }).collect();
    let name = |cell| run.name(cell);
    let end = trace.steps.len() - 1;
    let time = |index: usize| acts.get(index).map_or(end, |act: &Act| act.step);
    let mut wrong = Vec::new();
    for states in [forward(&acts, &given, &all), backward(&acts, &all)] {
        for (index, facts) in states.iter().enumerate() {
            for fact in facts.iter().flat_map(|facts| facts.iter()) {
                if run.holds(&fact.predicate, time(index), 0) == Some(false) {
                    let shown = fact.predicate.show(&name);
                    wrong.push(format!("{shown} at act {index}, from {:?}", fact.origin));
                }
            }
        }
    }
    let Some(postcondition) = contract::postcondition(&run, &acts) else { return wrong };
    let entry = trace.steps.last().map_or(0, |step| contract::entry_of(&run, step.frame));
    let holds = |predicate: &Predicate| run.holds(predicate, end, entry) == Some(true);
    let (conjunctions, _) = postcondition.formula.conjunctions(8, &holds);
    for conjunction in conjunctions {
        let hypotheses = hypotheses(&acts, &conjunction);
        for (index, state) in hypotheses.before.iter().enumerate() {
            for (own, last) in state.iter().zip(&conjunction) {
                let Some(own) = own else { continue };
                let (now, then) = (run.holds(own, time(index), entry), run.holds(last, end, entry));
                if let (Some(now), Some(then)) = (now, then)
                    && now != then
                {
                    wrong.push(format!("{} at act {index} is {now}", own.show(&name)));
                }
            }
        }
    }
    wrong
}

#[test]
fn states_agree_with_the_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let mut paths: Vec<PathBuf> = Vec::new();
    for directory in ["programs/checks", "programs/language", "programs/library", "papers"] {
        let entries = std::fs::read_dir(root.join(directory)).into_iter().flatten();
        paths.extend(entries.flatten().map(|entry| entry.path()));
    }
    paths.sort();
    let mut compared = 0;
    let mut problems = Vec::new();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|own| own == "c")) {
        let text = String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
        let first = text.lines().next().unwrap_or_default();
        let options = first.strip_prefix("// whydunit:").unwrap_or_default();
        if let Some((program, trace)) = failing(path.clone(), options) {
            compared += 1;
            let found = wrong(&program, &trace);
            problems.extend(
                found.into_iter().take(3).map(|what| format!("{}: {what}", path.display())),
            );
        }
    }
    assert!(compared > 100, "only {compared} runs were compared");
    assert_eq!(problems, Vec::<String>::new());
}
