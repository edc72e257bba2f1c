//! Judgements that say something wrong are refuted: every way to spoil a right one is tried.

use crate::common;

use common::{Failing, Setting, failing_text};
use whydunit_encode::Inputs;
use whydunit_explain::{
    Blocked, Counting, Criterion, Grounds, JudgeOptions, Judgement, Label, Status,
    Verdict as Judged, Witness, judge,
};
use whydunit_solver::{Budget, Embedded, Solve};
use whydunit_term::Terms;
use whydunit_trace::StepIndex;
use whydunit_verify::{Complaint, Options, Proofs, Verdict, verify_judgement};

const CALLS: &str = "
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);
static int half(int n) { return n / 2; }
int main(void) {
    int unused = 5;
    unsigned char x = __VERIFIER_nondet_uchar();
    int a[4] = {1, 2, 3, 4};
    int y = half(x + 6);
    if (y > 2) {
        a[y & 3] = 0;
    }
    __VERIFIER_assert(a[3] != 0);
    return unused;
}
";

const MASKED: &str = "
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);
int main(void) {
    unsigned char y = 7;
    unsigned char x = __VERIFIER_nondet_uchar();
    unsigned char z = 1;
    z = z + y;
    __VERIFIER_assert((unsigned char)(x + y) != 0 && z == 0);
    return 0;
}
";

/// Values that only overflow, or only leave an array, beside values that decide.
const CHECKED: &str = "
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assert(int);
int main(void) {
    int unused = 5;
    int large = 2147483000;
    unsigned char x = __VERIFIER_nondet_uchar();
    int more = large + x + 1;
    int a[4] = {1, 2, 3, 4};
    int i = 2;
    int y = a[i] - 3;
    __VERIFIER_assert(y != 0);
    return unused + more;
}
";

const PROGRAMS: [(&str, &str); 3] = [("calls", CALLS), ("masked", MASKED), ("checked", CHECKED)];

const READINGS: [Counting; 2] = [Counting::Own, Counting::OtherChecks];

fn embedded() -> Box<dyn Solve> {
    Box::new(Embedded::new())
}

fn failing(name: &str, text: &str) -> Failing {
    failing_text(name, text, &Setting::default()).expect("the program should fail")
}

fn judged(
    failing: &Failing,
    criterion: Criterion,
    inputs: Inputs,
    counting: Counting,
) -> Judgement {
    let options = JudgeOptions { criterion, inputs, counting, budget: Budget::unlimited() };
    judge(&failing.program, &failing.trace, &mut Terms::new(), &options)
        .expect("the trace should be encoded")
}

fn verified(failing: &Failing, judgement: &Judgement) -> Verdict {
    let options =
        Options { solver: &embedded, proofs: Proofs::Induction, budget: Budget::unlimited() };
    verify_judgement(&failing.program, &failing.trace, judgement, &mut Terms::new(), &options)
        .expect("the trace should be encoded")
}

/// Spoils a judgement in every way that `spoil` knows, each time only in one place; all of them must be refuted. Gives the number of ways.
fn all_refuted(
    failing: &Failing,
    right: &Judgement,
    what: &str,
    spoil: &dyn Fn(&mut Judgement, usize) -> bool,
) -> usize {
    let places = right.judged.len().max(right.sets.len());
    let mut count = 0;
    for place in 0..places {
        let mut wrong = right.clone();
        if !spoil(&mut wrong, place) {
            continue;
        }
        count += 1;
        match verified(failing, &wrong) {
            Verdict::Refuted(_) => {}
            verdict => panic!("{}: {what} at {place}: {verdict:?}", failing.name),
        }
    }
    count
}

fn witness_of(judgement: &mut Judgement, place: usize) -> Option<&mut Witness> {
    match &mut judgement.judged.get_mut(place)?.verdict {
        Judged::Relevant(witness) => Some(witness),
        Judged::Irrelevant(_) | Judged::Unknown(_) => None,
    }
}

type Spoil = fn(&mut Judgement, usize) -> bool;

const WITNESSES: [(&str, Spoil); 6] = [
    ("another label", |judgement, place| {
        witness_of(judgement, place).is_some_and(|witness| {
            witness.label = match witness.label {
                Some(Label::Enforcing) => Some(Label::Admitting),
                _ => Some(Label::Enforcing),
            };
            true
        })
    }),
    ("blocks one step earlier", |judgement, place| {
        witness_of(judgement, place).is_some_and(|witness| {
            witness.blocked_at = StepIndex(witness.blocked_at.0 - 1);
            true
        })
    }),
    ("blocks in another way", |judgement, place| {
        witness_of(judgement, place).is_some_and(|witness| {
            witness.blocked = match witness.blocked {
                Blocked::Assumption => Blocked::OtherArm,
                _ => Blocked::Assumption,
            };
            true
        })
    }),
    ("nothing is replaced", |judgement, place| {
        witness_of(judgement, place).is_some_and(|witness| {
            witness.replaced.clear();
            true
        })
    }),
    ("another cell is replaced", |judgement, place| {
        witness_of(judgement, place).is_some_and(|witness| {
            witness.replaced[0].0.offset += 64;
            true
        })
    }),
    ("called irrelevant", |judgement, place| {
        let is_relevant = witness_of(judgement, place).is_some();
        if is_relevant {
            judgement.judged[place].verdict = Judged::Irrelevant(Grounds::Excluded);
        }
        is_relevant
    }),
];

const FORMS: [(&str, Spoil); 4] = [
    ("left out", |judgement, place| {
        judgement.judged.remove(place);
        true
    }),
    ("judged twice", |judgement, place| {
        judgement.judged.insert(place, judgement.judged[place].clone());
        true
    }),
    ("unknown, but complete", |judgement, place| {
        judgement.judged[place].verdict = Judged::Unknown("time".into());
        true
    }),
    ("called skipped", |judgement, place| {
        judgement.judged[place].verdict = Judged::Irrelevant(Grounds::Skipped(StepIndex(0)));
        true
    }),
];

#[test]
fn spoiled_witnesses_and_forms_are_refuted() {
    for (name, text) in PROGRAMS {
        let failing = failing(name, text);
        let both = [Inputs::Fixed, Inputs::Free];
        for (inputs, counting) in both.into_iter().flat_map(|inputs| READINGS.map(|c| (inputs, c)))
        {
            let right = judged(&failing, Criterion::Relevance, inputs, counting);
            assert_eq!(verified(&failing, &right), Verdict::Holds, "{name}");
            for (what, spoil) in WITNESSES.into_iter().chain(FORMS) {
                let count = all_refuted(&failing, &right, what, &spoil);
                assert!(count >= 2, "{name}: {what} was possible {count} times only");
            }
            let mut partial = right.clone();
            partial.status = Status::Partial;
            assert_eq!(
                verified(&failing, &partial),
                Verdict::Refuted(vec![Complaint::WrongStatus]),
                "{name}"
            );
        }
    }
}

/// What is right in one reading is wrong in the other, wherever the two differ.
#[test]
fn one_reading_is_not_the_other() {
    for inputs in [Inputs::Fixed, Inputs::Free] {
        let failing = failing("checked", CHECKED);
        for (counting, other) in [(READINGS[0], READINGS[1]), (READINGS[1], READINGS[0])] {
            let mut wrong = judged(&failing, Criterion::Relevance, inputs, counting);
            assert_eq!(verified(&failing, &wrong), Verdict::Holds, "{counting:?}");
            wrong.counting = other;
            let verdict = verified(&failing, &wrong);
            assert!(matches!(verdict, Verdict::Refuted(_)), "{counting:?}: {verdict:?}");
        }
    }
}

/// What is irrelevant does not become relevant by a value that changes nothing.
#[test]
fn invented_witnesses_are_refuted() {
    let mut count = 0;
    for (name, text) in PROGRAMS {
        let failing = failing(name, text);
        for counting in READINGS {
            let right = judged(&failing, Criterion::Relevance, Inputs::Free, counting);
            let last = StepIndex(failing.trace.steps.len() as u32 - 1);
            count += all_refuted(&failing, &right, "invented", &|judgement, place| {
                let judged = &mut judgement.judged[place];
                let is_irrelevant = matches!(judged.verdict, Judged::Irrelevant(_));
                if is_irrelevant {
                    let replaced = judged.target.iter().map(|&cell| (cell, 3)).collect();
                    judged.verdict = Judged::Relevant(Box::new(Witness {
                        label: Some(Label::Enforcing),
                        execution: Vec::new(),
                        state: Vec::new(),
                        replaced,
                        continuation: Vec::new(),
                        is_sure: true,
                        blocked_at: last,
                        blocked: Blocked::CheckPasses,
                    }));
                }
                is_irrelevant
            });
        }
    }
    assert!(count >= 6, "only {count} assignments are irrelevant");
}

/// With `x + y != 0` to be broken, another `y` is made up for by another `x`: a witness that looks at one `x` only is not sure.
#[test]
fn later_inputs_are_not_forgotten() {
    let text = "
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assert(int);
int main(void) {
    unsigned int y = 0;
    unsigned int x = __VERIFIER_nondet_uint();
    __VERIFIER_assert(x + y != 0);
    return 0;
}
";
    let failing = failing("sum", text);
    for counting in READINGS {
        let mut wrong = judged(&failing, Criterion::Relevance, Inputs::Free, counting);
        assert_eq!(verified(&failing, &wrong), Verdict::Holds);
        assert!(matches!(wrong.judged[0].verdict, Judged::Irrelevant(_)), "{:?}", wrong.judged[0]);
        let cell = wrong.judged[0].target[0];
        wrong.judged[0].verdict = Judged::Relevant(Box::new(Witness {
            label: Some(Label::Enforcing),
            execution: Vec::new(),
            state: Vec::new(),
            replaced: vec![(cell, 9)],
            continuation: Vec::new(),
            is_sure: true,
            blocked_at: StepIndex(failing.trace.steps.len() as u32 - 1),
            blocked: Blocked::CheckPasses,
        }));
        let not_sure = vec![Complaint::NotSure { step: 0 }];
        assert_eq!(verified(&failing, &wrong), Verdict::Refuted(not_sure));
    }
}

const SETS: [(&str, Spoil); 3] = [
    ("a set is missing", |judgement, place| {
        let exists = place < judgement.sets.len();
        if exists {
            for member in judgement.sets.remove(place).members {
                let is_member = judgement.sets.iter().any(|set| set.members.contains(&member));
                if !is_member {
                    judgement.judged[member].verdict = Judged::Irrelevant(Grounds::Excluded);
                }
            }
        }
        exists
    }),
    ("nothing is replaced", |judgement, place| {
        let set = judgement.sets.get_mut(place);
        set.is_some_and(|set| {
            set.replaced.clear();
            true
        })
    }),
    ("one member too many", |judgement, place| {
        let judged = judgement.judged.len();
        let Some(set) = judgement.sets.get_mut(place) else { return false };
        let Some(other) = (0..judged).find(|other| !set.members.contains(other)) else {
            return false;
        };
        set.members.push(other);
        set.members.sort_unstable();
        judgement.sets.truncate(place + 1);
        true
    }),
];

#[test]
fn spoiled_sets_are_refuted() {
    for (name, text) in PROGRAMS {
        let failing = failing(name, text);
        let right = judged(&failing, Criterion::MinimalSet, Inputs::Fixed, Counting::OtherChecks);
        assert_eq!(verified(&failing, &right), Verdict::Holds, "{name}");
        for (what, spoil) in SETS {
            let count = all_refuted(&failing, &right, what, &spoil);
            assert!(count >= 1, "{name}: {what} was not possible");
        }
    }
}

/// For the earlier definitions: what they call relevant, called irrelevant, and the other way round.
#[test]
fn spoiled_verdicts_of_other_criteria_are_refuted() {
    for criterion in
        [Criterion::Restrictive, Criterion::BecomingRestrictive, Criterion::MoreBlocking]
    {
        let mut count = 0;
        for (name, text) in PROGRAMS {
            let failing = failing(name, text);
            let right = judged(&failing, criterion, Inputs::Free, Counting::OtherChecks);
            assert_eq!(verified(&failing, &right), Verdict::Holds, "{name}");
            count += all_refuted(&failing, &right, criterion.name(), &|judgement, place| {
                let is_relevant = witness_of(judgement, place).is_some();
                if is_relevant {
                    judgement.judged[place].verdict = Judged::Irrelevant(Grounds::Excluded);
                }
                is_relevant
            });
        }
        assert!(count >= 2, "{}: {count}", criterion.name());
    }
}
