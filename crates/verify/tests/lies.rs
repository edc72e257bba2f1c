//! Planted lies: true explanations and judgements, made false in one place. Verifying them has to refute nearly all.
//!
//! A changed explanation may still be true: then less was enough, or more is true than was said. Whoever says *holds* of one is asked for a proof by the definition, over the whole
//! trace; what has none is a lie that was missed. `WHYDUNIT_LIES=N` takes N programs of the test suite instead of a part of them.

#![expect(clippy::print_stderr, reason = "the figures are worth seeing")]

use crate::common;

use std::collections::{BTreeMap, BTreeSet};

use common::{Failing, failing_programs};
use whydunit_encode::Inputs;
use whydunit_explain::{
    Blocked, Counting, Criterion, Explanation, Grounds, JudgeOptions, Judgement, Label, Method,
    Role, Verdict as Judged, Witness, explain, judge,
};
use whydunit_solver::{Budget, Embedded, Solve};
use whydunit_term::{Term, Terms};
use whydunit_trace::StepIndex;
use whydunit_verify::{Options, Proofs, Verdict, verify, verify_judgement};

/// Every so-manieth failing program, by default.
const EVERY: usize = 6;
/// Longer traces take too long when changes are checked by the definition.
const LONGEST: usize = 30;
/// Of each explanation, lies of one kind are planted evenly up to this number.
const PLANTED: usize = 4;
/// Lies that have to be caught, in percent.
const CAUGHT: usize = 95;

#[derive(Default)]
struct Figures {
    planted: usize,
    still_true: usize,
    caught: usize,
    unknown: usize,
    missed: Vec<String>,
}

type All = BTreeMap<&'static str, Figures>;

fn embedded() -> Box<dyn Solve> {
    Box::new(Embedded::new())
}

fn subjects() -> Vec<Failing> {
    let wanted: Option<usize> =
        std::env::var("WHYDUNIT_LIES").ok().and_then(|text| text.parse().ok());
    let mut programs = failing_programs("checks");
    programs.retain(|failing| failing.trace.steps.len() <= LONGEST);
    match wanted {
        Some(count) => programs.into_iter().take(count).collect(),
        None => programs.into_iter().step_by(EVERY).collect(),
    }
}

/// Prints the figures, and holds the share that is caught.
fn conclude(all: &All, least: usize) {
    let (mut lies, mut caught, mut missed) = (0, 0, Vec::new());
    for (what, one) in all {
        eprintln!(
            "{what}: {} planted, {} still true, {} caught, {} unknown, {} missed",
            one.planted,
            one.still_true,
            one.caught,
            one.unknown,
            one.missed.len()
        );
        lies += one.planted - one.still_true;
        caught += one.caught;
        missed.extend(one.missed.iter().map(String::as_str));
    }
    eprintln!("{caught} of {lies} lies are caught");
    assert!(lies >= least, "only {lies} lies");
    assert!(100 * caught >= CAUGHT * lies, "{caught} of {lies}:\n{}", missed.join("\n"));
}

/// Programs in which something decides which object a step reads or writes, or how far.
const CHOOSING: [&str; 8] = [
    "int main(void) { int a = 0, b = 0, i = 0; int *d[2] = {&a, &b}; i = 1; *d[i] = 5; //@ assert a == 5;\n return 0; }",
    "int main(void) { int a = 1, b = 2, i = 0; int *d[2] = {&a, &b}; i = 1; int x = *d[i]; //@ assert x == 1;\n return 0; }",
    "int main(void) { int a[2] = {0, 0}, d[2] = {0, 1}, i = 0; i = 1; a[d[i]] = 5; //@ assert a[0] == 5;\n return 0; }",
    "#include <string.h>\nint main(void) { char a[2] = \"\", b[2] = \"\"; char *d[2] = {a, b}; int i = 0; i = 1; memset(d[i], 7, 1); //@ assert a[0] == 7;\n return 0; }",
    "#include <string.h>\nint main(void) { char b[4] = \"aaa\"; int n = 0; n = 1; memcpy(b, \"xyz\", n); //@ assert b[1] == 'y';\n return 0; }",
    "#include <stdio.h>\nint main(void) { int a = 0, b = 0; int *d[2] = {&a, &b}; int i = 0; i = 1; sscanf(\"5\", \"%d\", d[i]); //@ assert a == 5;\n return 0; }",
    "struct s { int v; int w; };\nint main(void) { struct s a = {0, 0}, b = {0, 0}, c = {5, 5}; struct s *d[2] = {&a, &b}; int i = 0; i = 1; *d[i] = c; //@ assert a.v == 5;\n return 0; }",
    "static int inc(int x) { return x + 1; }\nstatic int dec(int x) { return x - 1; }\nint main(void) { int (*f[2])(int) = {inc, dec}; int i = 0; i = 1; int x = f[i](3); //@ assert x == 4;\n return 0; }",
];

fn choosing() -> Vec<Failing> {
    let setting = common::Setting::default();
    let failing = |text: &&str| common::failing_text("choosing", text, &setting);
    CHOOSING.iter().map(|text| failing(text).expect("the program should fail")).collect()
}

#[test]
fn lies_in_explanations_are_caught() {
    conclude(&in_explanations(&subjects()), 100);
}

#[test]
fn lies_about_what_chooses_are_caught() {
    conclude(&in_explanations(&choosing()), 20);
    conclude(&in_judgements(&choosing()), 50);
}

/// In no set of few assignments is what a run shows to be enough alone.
#[test]
fn missing_choices_are_caught() {
    for failing in choosing() {
        let options = JudgeOptions {
            criterion: Criterion::MinimalSet,
            inputs: Inputs::Fixed,
            counting: Counting::default(),
            budget: Budget::unlimited(),
        };
        let right = judge(&failing.program, &failing.trace, &mut Terms::new(), &options)
            .unwrap_or_else(|error| panic!("{}: {error}", failing.name));
        let alone =
            right.sets.iter().filter(|set| set.members.len() == 1).map(|set| set.members[0]);
        for member in alone {
            // Sets of long runs of bytes are more than one number.
            let judged = &right.judged[member];
            if judged.target.len() != 1 || judged.target[0].size > 8 {
                continue;
            }
            let mut lie = right.clone();
            lie.sets.retain(|set| set.members != [member]);
            for judged in &mut lie.judged {
                if matches!(judged.verdict, Judged::Unknown(_)) {
                    judged.verdict = Judged::Irrelevant(Grounds::Excluded);
                }
            }
            lie.judged[member].verdict = Judged::Irrelevant(Grounds::Excluded);
            lie.status = whydunit_explain::Status::Complete;
            let options = Options {
                solver: &embedded,
                proofs: Proofs::Induction,
                budget: Budget::unlimited(),
            };
            let verdict = verify_judgement(
                &failing.program,
                &failing.trace,
                &lie,
                &mut Terms::new(),
                &options,
            );
            let verdict = verdict.unwrap_or_else(|error| panic!("{}: {error}", failing.name));
            assert!(matches!(verdict, Verdict::Refuted(_)), "{member}: {verdict:?}");
        }
    }
}

fn in_explanations(subjects: &[Failing]) -> All {
    let mut all = All::new();
    for failing in subjects {
        for method in [Method::ErrorInvariants, Method::FlowSensitive] {
            for inputs in [Inputs::Fixed, Inputs::Free] {
                let mut terms = Terms::new();
                let options =
                    whydunit_explain::Options { method, inputs, budget: Budget::unlimited() };
                let right = explain(&failing.program, &failing.trace, &mut terms, &options)
                    .unwrap_or_else(|error| panic!("{}: {error}", failing.name));
                for (what, lies) in lies(&mut terms, &right) {
                    let every = lies.len().div_ceil(PLANTED).max(1);
                    for lie in lies.iter().step_by(every) {
                        plant(failing, &mut terms, what, lie, all.entry(what).or_default());
                    }
                }
            }
        }
    }
    all
}

fn plant(
    failing: &Failing,
    terms: &mut Terms,
    what: &str,
    lie: &Explanation,
    figures: &mut Figures,
) {
    let mut verdict = |proofs| {
        let options = Options { solver: &embedded, proofs, budget: Budget::unlimited() };
        verify(&failing.program, &failing.trace, lie, terms, &options)
            .unwrap_or_else(|error| panic!("{}: {error}", failing.name))
    };
    figures.planted += 1;
    match verdict(Proofs::Induction) {
        Verdict::Refuted(_) => figures.caught += 1,
        Verdict::Unknown(_) => figures.unknown += 1,
        Verdict::Holds => match verdict(Proofs::Definition) {
            Verdict::Holds => figures.still_true += 1,
            _ => figures
                .missed
                .push(format!("{}, {:?}, {:?}: {what}", failing.name, lie.method, lie.inputs)),
        },
    }
}

/// The explanation, false in one place, by what is false.
fn lies(terms: &mut Terms, right: &Explanation) -> Vec<(&'static str, Vec<Explanation>)> {
    let sets: Vec<BTreeSet<u32>> = right.invariants().map(|(_, set)| set).collect();
    let mut dropped = Vec::new();
    for (interval, set) in sets.iter().enumerate() {
        for conjunct in set {
            let mut sets = sets.clone();
            sets[interval].remove(conjunct);
            dropped.push(with_invariants(right.clone(), sets));
        }
    }
    let mut moved = Vec::new();
    for conjunct in 0..right.conjuncts.len() {
        for term in moved_bounds(terms, right.conjuncts[conjunct].term) {
            let mut lie = right.clone();
            lie.conjuncts[conjunct].term = term;
            moved.push(lie);
        }
    }
    let relevant = 0..right.relevant.len();
    let with = |change: &dyn Fn(&mut Explanation, usize) -> bool| -> Vec<Explanation> {
        relevant
            .clone()
            .filter_map(|place| {
                let mut lie = right.clone();
                change(&mut lie, place).then_some(lie)
            })
            .collect()
    };
    let all_inputs = match right.inputs {
        Inputs::Fixed => vec![Explanation { inputs: Inputs::Free, ..right.clone() }],
        Inputs::Free => Vec::new(),
    };
    vec![
        ("a conjunct is dropped", dropped),
        ("a bound is moved by one", moved),
        ("a step is left out", with(&|lie, place| leave_out(lie, place))),
        ("another step is named", with(&|lie, place| shift(lie, place))),
        (
            "another role",
            with(&|lie, place| {
                let role = &mut lie.relevant[place].role;
                *role = match *role {
                    Role::Condition => Role::Assign,
                    Role::Frame => Role::Condition,
                    Role::Assign | Role::Input | Role::Call | Role::Check => Role::Condition,
                };
                true
            }),
        ),
        (
            "a reason is missing",
            with(&|lie, place| {
                let why = &mut lie.relevant[place].why;
                why.establishes.pop().or_else(|| why.uses.pop()).is_some()
            }),
        ),
        ("this run's values, said of all inputs", all_inputs),
    ]
}

/// The explanation with these invariants; the steps between them bring about and use up what follows from that.
fn with_invariants(mut explanation: Explanation, sets: Vec<BTreeSet<u32>>) -> Explanation {
    let mut before = BTreeSet::new();
    for (entry, set) in explanation.intervals.iter_mut().zip(sets) {
        entry.gained = set.difference(&before).copied().collect();
        entry.lost = before.difference(&set).copied().collect();
        before = set;
    }
    for relevant in &mut explanation.relevant {
        let after =
            explanation.intervals.iter().find(|entry| entry.from == relevant.step.index() + 1);
        let after = after.expect("a relevant step should lie before an interval");
        relevant.why.establishes.clone_from(&after.gained);
        relevant.why.uses.clone_from(&after.lost);
    }
    explanation
}

/// A step is said not to matter: the invariant before it is said to hold after it, too.
fn leave_out(lie: &mut Explanation, place: usize) -> bool {
    let step = lie.relevant[place].step.index();
    let Some(after) = lie.intervals.iter().position(|entry| entry.from == step + 1) else {
        return false;
    };
    if after == 0 {
        return false;
    }
    let mut sets: Vec<BTreeSet<u32>> = lie.invariants().map(|(_, set)| set).collect();
    sets.remove(after);
    lie.intervals[after - 1].to = lie.intervals[after].to;
    lie.intervals.remove(after);
    lie.relevant.remove(place);
    *lie = with_invariants(lie.clone(), sets);
    true
}

/// The step after the one that matters is named in its place.
fn shift(lie: &mut Explanation, place: usize) -> bool {
    let step = lie.relevant[place].step.index();
    let Some(after) = lie.intervals.iter().position(|entry| entry.from == step + 1) else {
        return false;
    };
    if after == 0 || lie.intervals[after].to == lie.intervals[after].from {
        return false;
    }
    lie.intervals[after - 1].to += 1;
    lie.intervals[after].from += 1;
    lie.relevant[place].step = StepIndex(lie.relevant[place].step.0 + 1);
    true
}

/// The condition with each of its numbers one more, and one less.
fn moved_bounds(terms: &mut Terms, term: Term) -> Vec<Term> {
    let constants: Vec<Term> = terms
        .post_order(&[term])
        .into_iter()
        .filter(|&part| terms.value(part).is_some() && !terms.sort(part).is_bool())
        .collect();
    let mut moved = Vec::new();
    for constant in constants {
        let (sort, value) = (terms.sort(constant), terms.value(constant).unwrap_or(0));
        for value in [value.wrapping_add(1), value.wrapping_sub(1)] {
            let other = terms.constant(sort, value & sort.mask());
            moved.push(terms.substitute(term, &[(constant, other)]));
        }
    }
    moved.retain(|other| *other != term);
    moved
}

#[test]
fn lies_in_judgements_are_caught() {
    conclude(&in_judgements(&subjects()), 100);
}

fn in_judgements(subjects: &[Failing]) -> All {
    let mut all = All::new();
    for failing in subjects {
        let last = StepIndex(failing.trace.steps.len() as u32 - 1);
        for inputs in [Inputs::Fixed, Inputs::Free] {
            let options = JudgeOptions {
                criterion: Criterion::Relevance,
                inputs,
                counting: Counting::default(),
                budget: Budget::unlimited(),
            };
            let right = judge(&failing.program, &failing.trace, &mut Terms::new(), &options)
                .unwrap_or_else(|error| panic!("{}: {error}", failing.name));
            for (what, lies) in judged_lies(&right, last) {
                let every = lies.len().div_ceil(PLANTED).max(1);
                let figures = all.entry(what).or_default();
                for lie in lies.iter().step_by(every) {
                    let options = Options {
                        solver: &embedded,
                        proofs: Proofs::Induction,
                        budget: Budget::unlimited(),
                    };
                    let verdict = verify_judgement(
                        &failing.program,
                        &failing.trace,
                        lie,
                        &mut Terms::new(),
                        &options,
                    )
                    .unwrap_or_else(|error| panic!("{}: {error}", failing.name));
                    figures.planted += 1;
                    match verdict {
                        Verdict::Refuted(_) => figures.caught += 1,
                        Verdict::Unknown(_) => figures.unknown += 1,
                        Verdict::Holds => {
                            figures.missed.push(format!("{}, {inputs:?}: {what}", failing.name))
                        }
                    }
                }
            }
        }
    }
    all
}

fn judged_lies(right: &Judgement, last: StepIndex) -> Vec<(&'static str, Vec<Judgement>)> {
    let with = |change: &dyn Fn(&mut Judged, &[whydunit_interp::Cell]) -> bool| -> Vec<Judgement> {
        (0..right.judged.len())
            .filter_map(|place| {
                let mut lie = right.clone();
                let judged = &mut lie.judged[place];
                change(&mut judged.verdict, &judged.target).then_some(lie)
            })
            .collect()
    };
    let of_witness = |change: &dyn Fn(&mut Witness)| {
        with(&|verdict, _| match verdict {
            Judged::Relevant(witness) => {
                change(witness);
                true
            }
            Judged::Irrelevant(_) | Judged::Unknown(_) => false,
        })
    };
    vec![
        (
            "called irrelevant",
            with(&|verdict, _| {
                let is_relevant = matches!(verdict, Judged::Relevant(_));
                if is_relevant {
                    *verdict = Judged::Irrelevant(Grounds::Excluded);
                }
                is_relevant
            }),
        ),
        (
            "called relevant",
            with(&|verdict, target| {
                let is_irrelevant = matches!(verdict, Judged::Irrelevant(_));
                if is_irrelevant {
                    *verdict = Judged::Relevant(Box::new(Witness {
                        label: Some(Label::Enforcing),
                        execution: Vec::new(),
                        state: Vec::new(),
                        replaced: target.iter().map(|&cell| (cell, 3)).collect(),
                        continuation: Vec::new(),
                        is_sure: true,
                        blocked_at: last,
                        blocked: Blocked::CheckPasses,
                    }));
                }
                is_irrelevant
            }),
        ),
        (
            "enforcing and admitting exchanged",
            of_witness(&|witness| {
                witness.label = match witness.label {
                    Some(Label::Enforcing) => Some(Label::Admitting),
                    _ => Some(Label::Enforcing),
                };
            }),
        ),
        ("no other value", of_witness(&|witness| witness.replaced.clear())),
        (
            "blocked elsewhere",
            of_witness(&|witness| witness.blocked_at = StepIndex(witness.blocked_at.0 - 1)),
        ),
        (
            "blocked in another way",
            of_witness(&|witness| {
                witness.blocked = match witness.blocked {
                    Blocked::Assumption => Blocked::OtherArm,
                    _ => Blocked::Assumption,
                };
            }),
        ),
    ]
}
