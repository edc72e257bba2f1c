//! The criteria of responsibility against their definitions, tried out in full on small programs.

use crate::brute;
use crate::common;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use brute::generator;
use brute::play::{Change, Outcome, Spot};
use brute::reference::{Assignment, Reference, assignments};
use brute::rng::Rng;
use brute::sides::{Conditional, conditionals};
use common::{Failing, Setting, failing_text, line_of, parallel, setting};
use whydunit_encode::Inputs;
use whydunit_explain::{
    Counting, Criterion, JudgeOptions, Judged, Judgement, Power, Status, Verdict, input_powers,
    judge,
};
use whydunit_interp::{Cell, CellObject, InputRecord};
use whydunit_program::Type;
use whydunit_solver::Budget;
use whydunit_term::Terms;
use whydunit_trace::{ErrorTrace, StepIndex};

/// What the inputs of a random program may be.
fn domains(failing: &Failing) -> Vec<Vec<u64>> {
    let types = &failing.program.types;
    let of = |record: &InputRecord| match types.get(record.ty) {
        Type::Bool => vec![0, 1],
        _ => (0..=generator::INPUT_VALUES).collect(),
    };
    failing.trace.inputs.iter().map(of).collect()
}

/// Both readings of relevance.
const READINGS: [Counting; 2] = [Counting::Own, Counting::OtherChecks];

fn judged_by(
    failing: &Failing,
    criterion: Criterion,
    inputs: Inputs,
    counting: Counting,
) -> Judgement {
    let options = JudgeOptions { criterion, inputs, counting, budget: Budget::unlimited() };
    judge(&failing.program, &failing.trace, &mut Terms::new(), &options)
        .unwrap_or_else(|error| panic!("{}: {error}", failing.name))
}

/// What a judgement says of an assignment; the reference has an entry for each cell.
fn entry(judgement: &Judgement, assignment: Assignment) -> Option<&Judged> {
    judgement.judged.iter().find(|judged| {
        judged.step.index() == assignment.step && judged.target.contains(&assignment.cell)
    })
}

/// Pointers that were judged, and those of them whose relevance was left open.
///
/// The reference knows null and the addresses of the object that a pointer led to. By what the program states itself, null leads nowhere, so what is left is where a pointer to *another* object would have led; formulas follow a
/// replaced pointer inside of its object only (see *Guarantees* in `relevance.rs`), and say *unknown* where that would decide. With whatever blocks, null decides, and nothing may be left open.
#[derive(Default)]
struct Pointers {
    judged: AtomicUsize,
    open: AtomicUsize,
}

/// At most one pointer of so many is left open.
const SHARE: usize = 4;

/// Where the judgement differs from the reference, one line each.
fn differences(
    failing: &Failing,
    reference: &Reference<'_>,
    (criterion, counting): (Criterion, Counting),
    expected: &dyn Fn(Assignment) -> bool,
    pointers: &Pointers,
) -> Vec<String> {
    let judgement = judged_by(failing, criterion, Inputs::Free, counting);
    let mut found = Vec::new();
    for assignment in assignments(&failing.trace) {
        let name = criterion.name();
        let line = line_of(&failing.program, &failing.trace, StepIndex(assignment.step as u32));
        let place = format!(
            "{}: {name} ({counting:?}): step {} (line {line})",
            failing.name, assignment.step
        );
        let Some(judged) = entry(&judgement, assignment) else {
            if !assignment.is_input || judges_inputs(criterion) {
                found.push(format!("{place} is not judged"));
            }
            continue;
        };
        let is_expected = expected(assignment);
        // Pointers have eight bytes, all else has fewer.
        let may_be_open = assignment.cell.size == 8 && counting == Counting::Own;
        pointers.judged.fetch_add(usize::from(may_be_open), Ordering::Relaxed);
        match &judged.verdict {
            Verdict::Relevant(_) if is_expected => {}
            Verdict::Irrelevant(_) if !is_expected => {}
            Verdict::Unknown(_) if !is_expected && may_be_open => {
                pointers.open.fetch_add(1, Ordering::Relaxed);
            }
            verdict => found.push(format!("{place} should be {is_expected}, but: {verdict:?}")),
        }
        if let Verdict::Relevant(witness) = &judged.verdict
            && criterion == Criterion::Relevance
        {
            found.extend(
                bad_witness(reference, judged, assignment, witness, counting)
                    .map(|what| format!("{place}: {what}: {witness:?}")),
            );
        }
    }
    found
}

fn judges_inputs(criterion: Criterion) -> bool {
    matches!(criterion, Criterion::Relevance | Criterion::BranchRelevance | Criterion::Coreachable)
}

/// What is wrong with a witness.
fn bad_witness(
    reference: &Reference<'_>,
    judged: &Judged,
    assignment: Assignment,
    witness: &whydunit_explain::Witness,
    counting: Counting,
) -> Option<&'static str> {
    let trace = reference.player.trace;
    let mut inputs: Vec<u64> = trace.inputs.iter().map(|record| record.bits).collect();
    for &(record, bits) in &witness.execution {
        inputs[record as usize] = bits;
    }
    let step = judged.step.index();
    let state: Vec<Change> = (witness.state.iter())
        .map(|&(cell, bits)| Change { from: step, spot: Spot::Cell(cell), bits })
        .collect();
    if reference.player.play(&inputs, &state) != Outcome::Fails {
        return Some("its execution does not fail");
    }
    for (position, record) in trace.inputs.iter().enumerate() {
        if reference.is_later(assignment.step)[position] {
            inputs[position] = record.bits;
        }
    }
    for &(record, bits) in &witness.continuation {
        inputs[record as usize] = bits;
    }
    let replaced = witness.replaced.iter();
    let replaced =
        replaced.map(|&(cell, bits)| Change { from: step + 1, spot: Spot::Cell(cell), bits });
    let changes: Vec<Change> = state.into_iter().chain(replaced).collect();
    match reference.player.play(&inputs, &changes) {
        Outcome::Fails => Some("it still fails"),
        Outcome::Blocks(at) if at != witness.blocked_at.index() => Some("it blocks elsewhere"),
        Outcome::Blocks(_) => {
            let way = reference.player.way(&inputs, &changes, &[]);
            (!Reference::counts(counting, way)).then_some("it leads nowhere")
        }
    }
}

/// The differences of a random program; none if it does not fail.
fn random_differences(seed: u64, pointers: &Pointers) -> Option<Vec<String>> {
    let text = generator::program(seed);
    let failing = failing_text(&format!("seed {seed}"), &text, &Setting::default())?;
    let reference = Reference::new(&failing, domains(&failing));
    let mut found = Vec::new();
    for counting in READINGS {
        let definition = |assignment| reference.is_relevant(assignment, counting);
        let asked = (Criterion::Relevance, counting);
        found.extend(differences(&failing, &reference, asked, &definition, pointers));
    }
    let definitions: [(Criterion, &dyn Fn(Assignment) -> bool); 3] = [
        (Criterion::Restrictive, &|assignment| reference.is_restrictive(assignment)),
        (Criterion::BecomingRestrictive, &|assignment| reference.becomes_restrictive(assignment)),
        (Criterion::MoreBlocking, &|assignment| reference.blocks_more(assignment)),
    ];
    for (criterion, definition) in definitions {
        let asked = (criterion, Counting::OtherChecks);
        found.extend(differences(&failing, &reference, asked, definition, pointers));
    }
    Some(found)
}

/// Smallest sets of a random program over truth values.
fn set_differences(seed: u64) -> Option<Vec<String>> {
    let text = generator::truth_program(seed);
    let failing = failing_text(&format!("seed {seed}"), &text, &Setting::default())?;
    let reference = Reference::new(&failing, domains(&failing));
    let list = assignments(&failing.trace);
    let judgement = judged_by(&failing, Criterion::MinimalSet, Inputs::Fixed, Counting::Own);
    let place = |assignment: &Assignment| (assignment.step, assignment.cell);
    let mut expected: Vec<Vec<_>> = (reference.minimal_sets(&list, 3).iter())
        .map(|set| set.iter().map(|&member| place(&list[member])).collect())
        .collect();
    let mut given: Vec<Vec<_>> = (judgement.sets.iter())
        .map(|set| {
            let members = set.members.iter().map(|&member| &judgement.judged[member]);
            members
                .map(|judged| (judged.step.index(), *judged.target.last().expect("a cell")))
                .collect()
        })
        .collect();
    expected.sort();
    given.sort();
    let mut found = Vec::new();
    if judgement.status == Status::Complete && expected != given {
        found.push(format!("{}: sets should be {expected:?}, not {given:?}", failing.name));
    }
    Some(found)
}

/// Branch-aware relevance of a random program whose conditionals have plain sides.
fn branch_differences(seed: u64) -> Option<Vec<String>> {
    let text = generator::plain_sided_program(seed);
    let failing = failing_text(&format!("seed {seed}"), &text, &Setting::default())?;
    let reference = Reference::new(&failing, domains(&failing));
    let mut found = Vec::new();
    for counting in READINGS {
        branch_differences_in(&failing, &reference, counting, &mut found);
    }
    Some(found)
}

fn branch_differences_in(
    failing: &Failing,
    reference: &Reference<'_>,
    counting: Counting,
    found: &mut Vec<String>,
) {
    let judgement = judged_by(failing, Criterion::BranchRelevance, Inputs::Free, counting);
    let irrelevant: Vec<Conditional> = (judgement.conditionals.iter())
        .filter(|conditional| matches!(conditional.verdict, Verdict::Irrelevant(_)))
        .map(|found| Conditional { branch: found.branch.index(), end: found.end.index() })
        .collect();
    let name = format!("{} ({counting:?})", failing.name);
    let trace = &failing.trace;
    for conditional in conditionals(trace) {
        let is_inside = |around: &Conditional| {
            around.branch < conditional.branch && conditional.end < around.end
        };
        let known = judgement.conditionals.iter();
        let known = known.filter(|known| known.branch.index() == conditional.branch).count();
        let is_skipped = irrelevant.iter().any(is_inside);
        if known != usize::from(!is_skipped) {
            found.push(format!("{name}: {conditional:?} is judged {known} times"));
        }
    }
    for &conditional in &irrelevant {
        for cell in written_inside(trace, conditional) {
            if reference.conditional_matters(conditional, cell, &irrelevant, counting) {
                found.push(format!("{name}: {conditional:?} matters by {cell:?}"));
            }
        }
    }
    for assignment in assignments(trace) {
        let step = assignment.step;
        let is_inside =
            |around: &Conditional| (around.branch..=around.end).contains(&assignment.step);
        let line = line_of(&failing.program, trace, StepIndex(step as u32));
        let place = format!("{name}: step {step} (line {line})");
        let Some(judged) = entry(&judgement, assignment) else {
            found.push(format!("{place} is not judged"));
            continue;
        };
        let expected = match irrelevant.iter().any(is_inside) {
            true => false,
            false => reference.is_relevant_around(assignment, &irrelevant, counting),
        };
        match &judged.verdict {
            Verdict::Relevant(_) if expected => {}
            Verdict::Irrelevant(_) if !expected => {}
            // Loops in the sides are followed to a bound only.
            Verdict::Unknown(_) => {}
            verdict => found.push(format!("{place} should be {expected}, but: {verdict:?}")),
        }
    }
}

/// Co-reachable states and the power of inputs, in a random program over truth values.
fn elsewhere_differences(seed: u64) -> Option<Vec<String>> {
    let text = generator::truth_program(seed);
    let failing = failing_text(&format!("seed {seed}"), &text, &Setting::default())?;
    let reference = Reference::new(&failing, domains(&failing));
    let mut found = Vec::new();
    let name = &failing.name;
    let judgement =
        judged_by(&failing, Criterion::Coreachable, Inputs::Free, Counting::OtherChecks);
    let mut rng = Rng::new(seed);
    for assignment in assignments(&failing.trace) {
        let step = assignment.step;
        let Some(judged) = entry(&judgement, assignment) else {
            found.push(format!("{name}: step {step} is not judged"));
            continue;
        };
        match &judged.verdict {
            Verdict::Relevant(witness) => {
                let wrong =
                    bad_witness(&reference, judged, assignment, witness, Counting::OtherChecks);
                found.extend(wrong.map(|what| format!("{name}: {step}: {what}: {witness:?}")));
            }
            Verdict::Irrelevant(_) => {
                if reference.is_relevant_from_drawn_states(assignment, &mut rng, 100) {
                    found.push(format!("{name}: step {step} should be relevant"));
                }
            }
            Verdict::Unknown(reason) => found.push(format!("{name}: step {step}: {reason}")),
        }
    }
    let powers =
        input_powers(&failing.program, &failing.trace, &mut Terms::new(), &Budget::unlimited())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
    for (position, _) in failing.trace.inputs.iter().enumerate() {
        let power = powers.iter().find(|power| power.record as usize == position);
        let expected = reference.decides(position);
        let fits = match power.map(|power| &power.power) {
            Some(Power::Decides { .. }) => expected,
            Some(Power::DoesNotDecide) => !expected,
            Some(Power::Unknown(_)) | None => false,
        };
        if !fits {
            found.push(format!("{name}: input {position} decides: {expected}, but {power:?}"));
        }
    }
    Some(found)
}

fn written_inside(trace: &ErrorTrace, conditional: Conditional) -> BTreeSet<Cell> {
    let inside = &trace.steps[conditional.branch..=conditional.end];
    let writes = inside.iter().flat_map(|step| trace.writes(step));
    let is_register_of_callee = |cell: &Cell| matches!(cell.object, CellObject::Register { frame, .. } if frame != trace.steps[conditional.branch].frame);
    writes.map(|access| access.cell).filter(|cell| !is_register_of_callee(cell)).collect()
}

/// Compares on many seeds; every program with a difference is shown.
#[expect(clippy::print_stderr, reason = "shows what a failure is about")]
fn compare_all(
    count: u64,
    program: &dyn Fn(u64) -> String,
    differences: &(dyn Fn(u64) -> Option<Vec<String>> + Sync),
) {
    let first = setting("FIRST_SEED", 0);
    let seeds: Vec<u64> = (first..first + setting("SEEDS", count)).collect();
    let results = parallel(&seeds, |&seed| differences(seed));
    let (mut compared, mut wrong) = (0, 0);
    for (&seed, result) in seeds.iter().zip(results) {
        let Some(differences) = result else { continue };
        compared += 1;
        if !differences.is_empty() {
            wrong += 1;
            eprintln!("{}\n{}", program(seed), differences.join("\n"));
        }
    }
    assert_eq!(wrong, 0, "of {compared} programs");
    assert!(compared * 4 >= seeds.len(), "only {compared} of {} programs fail", seeds.len());
}

#[test]
fn values_one_by_one() {
    let pointers = Pointers::default();
    compare_all(120, &generator::program, &|seed| random_differences(seed, &pointers));
    let (open, judged) = (pointers.open.into_inner(), pointers.judged.into_inner());
    assert!(judged > 0 && SHARE * open <= judged, "{open} of {judged} pointers are left open");
}

#[test]
fn smallest_sets() {
    compare_all(120, &generator::truth_program, &set_differences);
}

#[test]
fn whole_conditionals() {
    compare_all(120, &generator::plain_sided_program, &branch_differences);
}

#[test]
fn states_elsewhere_and_powers() {
    compare_all(120, &generator::truth_program, &elsewhere_differences);
}
