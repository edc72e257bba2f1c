//! `whydunit check --reference FILE`: how does the program differ from the reference?

use std::time::Instant;

use anyhow::anyhow;
use whydunit_solver::Budget;

use super::{Comparison, Difference, Reference};
use crate::args::CheckArgs;
use crate::destination::to_stdout;
use crate::language::Language;
use crate::outcome::{Outcome, Problem};
use crate::output::Outputs;
use crate::reproduce::quoted;
use crate::{given_files, input_text, interrupt};

pub(crate) fn check(args: &CheckArgs, reference: &std::path::Path) -> Result<Outcome, Problem> {
    let common = &args.common;
    if Language::of(&common.files)? != Language::C {
        return Err(anyhow!("--reference: C programs only").into());
    }
    if Outputs::of(&common.output)?.takes_standard_output() {
        return Err(anyhow!("--reference: differences are written as text only").into());
    }
    given_files::examine(common)?;
    let prepared = Reference::new(common, reference)?;
    let budget = Budget {
        deadline: Instant::now().checked_add(common.budget.timeout()),
        memory: Some(common.budget.memory.saturating_mul(1 << 20)),
        interrupt: Some(interrupt::flag()),
        ..Budget::unlimited()
    };
    let count = (!common.args.is_empty()).then_some(common.args.len());
    let (differences, comparison) =
        prepared.differences(common, &[], &budget, args.search.unwind, count)?;
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
        .map(|(name, value)| format!("--input {}", quoted(&input_text::assignment(name, value))))
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
