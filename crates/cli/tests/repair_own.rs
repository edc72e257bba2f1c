//! Faulty programs of other kinds than the paper's, with suites: the faulty line is among the first three repairs, and with each
//! of them all tests pass in another command.

use crate::common;
use crate::repair_support;

use repair_support::faults::{Entry, directory, entries};
use repair_support::session::Job;

/// Repairs shown by default.
const SHOWN: usize = 3;

#[test]
fn own_programs_are_repaired() {
    assert_repaired("own");
}

#[test]
fn more_own_programs_are_repaired() {
    assert_repaired("own2");
}

fn assert_repaired(name: &str) {
    let faults = entries(&format!("{name}/faults.toml"), "fault");
    let failures = common::parallel(&faults, |fault| {
        trouble(name, fault).err().map(|why| format!("{}: {why}", fault.text("program")))
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    common::finish("programs", faults.len(), &failures);
}

fn trouble(name: &str, fault: &Entry) -> Result<(), String> {
    let directory = directory().join(name);
    let job = Job {
        file: fault.text("program").to_owned(),
        function: fault.find("function").map(str::to_owned),
        tests: directory.join(fault.text("tests")),
        reference: None,
        options: Vec::new(),
        directory,
    };
    let text = job.text();
    let repaired = job.repair()?;
    if repaired.code != Some(1) || repaired.repairs.is_empty() {
        return Err(format!("no repair, exit code {:?}", repaired.code));
    }
    // Lines besides the faulty one where a change of another kind is as good.
    let lines = [vec![fault.number("line")], fault.numbers("other-lines")].concat();
    let is_there = repaired.repairs.iter().take(SHOWN).any(|repair| {
        !repair.edits.is_empty() && repair.edits.iter().all(|edit| lines.contains(&edit.line))
    });
    let edits: Vec<String> = repaired.repairs.iter().map(|repair| repair.summary()).collect();
    if !is_there {
        return Err(format!("nothing on lines {lines:?}: {}", edits.join(" / ")));
    }
    for repair in &repaired.repairs {
        if repair.passed != repair.total || repair.grade == "refuted" {
            return Err(format!(
                "{}: {} of {} tests, {}",
                repair.summary(),
                repair.passed,
                repair.total,
                repair.grade
            ));
        }
        let Some(changed) = repair.applied(&text) else {
            return Err(format!("the edits do not fit: {:?}", repair.edits));
        };
        job.passes(&changed).map_err(|why| format!("{}: {why}", repair.summary()))?;
    }
    Ok(())
}
