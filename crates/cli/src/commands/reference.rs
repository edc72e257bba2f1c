//! `whydunit check --reference FILE`: how does the program differ from the reference?

use anyhow::anyhow;
use whydunit::{Compared, Comparison, Difference, Language, Outcome, assignment, compare, quoted};

use crate::args::CheckArgs;
use crate::destination::to_stdout;
use crate::outcome::Problem;
use crate::output::Outputs;

pub(crate) fn check(args: &CheckArgs, reference: &std::path::Path) -> Result<Outcome, Problem> {
    let common = &args.common;
    if Language::of(&common.files)? != Language::C {
        return Err(anyhow!("--reference: C programs only").into());
    }
    if Outputs::of(&common.output)?.takes_standard_output() {
        return Err(anyhow!("--reference: differences are written as text only").into());
    }
    let Compared { differences, comparison } =
        compare(&common.options()?, reference, args.search.unwind)?;
    let name = reference.display();
    for difference in &differences {
        to_stdout(&format!("differs from {name}: {}\n", line(difference)));
    }
    let (outcome, verdict) = match comparison {
        Comparison::Different(_) => (Outcome::Failure, String::new()),
        Comparison::Same { has_inputs: false, .. } => {
            (Outcome::NoFailure, format!("behaves like {name} in the only run there is\n"))
        }
        Comparison::Same { proved: true, .. } => {
            (Outcome::NoFailure, format!("behaves like {name} on every input\n"))
        }
        Comparison::Same { proved: false, .. } => {
            (Outcome::NoFailure, format!("behaves like {name} within the bounds looked at\n"))
        }
        Comparison::Unknown(reason) => {
            (Outcome::OutOfBudget, format!("not known whether it behaves like {name}: {reason}\n"))
        }
    };
    to_stdout(&verdict);
    Ok(outcome)
}

fn line(difference: &Difference) -> String {
    let inputs = difference.inputs.iter();
    let mut given: Vec<String> = inputs
        .map(|(name, value)| format!("--input {}", quoted(&assignment(name, value))))
        .collect();
    if !difference.args.is_empty() {
        given.push("--".into());
        let arg = |arg: &Vec<u8>| quoted(&String::from_utf8_lossy(arg));
        given.extend(difference.args.iter().map(arg));
    }
    if !difference.stdin.is_empty() {
        given.push(format!("standard input \"{}\"", difference.stdin.escape_ascii()));
    }
    let given = if given.is_empty() { "no input".to_owned() } else { given.join(" ") };
    format!("{} (with {given})", difference.what)
}
