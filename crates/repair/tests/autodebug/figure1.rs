//! Fig. 1 of the paper: program Max 1 with the input a = (-2, 5, 3), n = 3, its trace, its states and its evidence.
//!
//! Two differences to what the paper prints. Its branch predicates are `s-a[i=1]<0` in Fig. 1(b), for points 4 and
//! 7 alike, and `s-a[i]<=0` in section 2.4; by the definition a `s >= a[i]` that is not taken is `s-a[i]<0`, with
//! the index the run had. And its trace ends before `return s`; here that is point 10, which assigns `\result`, so
//! that the paper's `R_bottom` is `R_10`.

use whydunit_repair::apply;
use whydunit_repair::autodebug::{Debugging, EvidenceKind, Options, debug, transcript};

use super::common::{Failing, failing};

const MAX: &str = include_str!("../../../../tests/repair/figures/max1.c");

fn run() -> (Failing, Debugging) {
    let options = "--function Max --input n=3 --input a=[-2,5,3]";
    let failing = failing(MAX, options).expect("the run should fail");
    let found = debug(&failing.program, &failing.trace, &Options::default());
    (failing, found)
}

#[test]
fn the_trace() {
    let (_, found) = run();
    let points: Vec<String> = found
        .points
        .iter()
        .map(|point| format!("<{},{}> {}", point.number, point.line, point.text))
        .collect();
    let expected = [
        "<1,6> i=1",
        "<2,7> s=a[0]",
        "<3,8> (i-n<0)",
        "<4,9> (s-a[i=1]<0)",
        "<5,11> i=i+1",
        "<6,8> (i-n<0)",
        "<7,9> (s-a[i=2]<0)",
        "<8,11> i=i+1",
        "<9,8> (i-n>=0)",
        "<10,13> \\result=s",
    ];
    assert_eq!(points, expected);
    assert_eq!(found.left_out, Vec::<String>::new());
}

#[test]
fn the_postcondition_and_its_slice() {
    let (_, found) = run();
    let conjunctions: Vec<String> = found
        .postcondition
        .iter()
        .map(|conjunction| {
            let truth = |truth: bool| if truth { 'T' } else { 'F' };
            let predicates = conjunction.predicates.iter();
            let shown: Vec<String> =
                predicates.map(|(text, holds)| format!("({text}){}", truth(*holds))).collect();
            shown.join(" ")
        })
        .collect();
    let expected = [
        "(\\result-a[0]>=0)T (\\result-a[1]>=0)F (\\result-a[2]>=0)F (\\result-a[0]=0)T",
        "(\\result-a[0]>=0)T (\\result-a[1]>=0)F (\\result-a[2]>=0)F (\\result-a[1]=0)F",
        "(\\result-a[0]>=0)T (\\result-a[1]>=0)F (\\result-a[2]>=0)F (\\result-a[2]=0)F",
    ];
    assert_eq!(conjunctions, expected);
    let slice: Vec<usize> =
        found.points.iter().filter(|point| point.in_slice).map(|point| point.number).collect();
    assert_eq!(slice, [2, 10], "the paper's {{Stmt_2}}, and the return");
}

#[test]
fn hypothesised_states() {
    let (_, found) = run();
    let at = |number: usize| found.points[number - 1].hypothesis.join(" ");
    for number in [1, 2] {
        assert_eq!(at(number), "0>=0 a[0]-a[1]>=0 a[0]-a[2]>=0 0=0", "R_{number}");
    }
    for number in 3..=10 {
        assert_eq!(at(number), "s-a[0]>=0 s-a[1]>=0 s-a[2]>=0 s-a[0]=0", "R_{number}");
    }
    let bottom = "\\result-a[0]>=0 \\result-a[1]>=0 \\result-a[2]>=0 \\result-a[0]=0";
    assert_eq!(found.bottom.join(" "), bottom);
}

#[test]
fn forward_states() {
    let (_, found) = run();
    let at = |number: usize| {
        found.points[number - 1].forward.as_ref().expect("a state should be kept").join(" ")
    };
    assert_eq!(at(1), "n>0");
    assert_eq!(at(2), "n>0 i=1");
    assert_eq!(at(3), "n>0 i=1 s-a[0]=0");
    assert_eq!(at(4), "n>0 i=1 s-a[0]=0 i-n<0");
    // `i=i+1` kills `i-n<0`; that `i` is 2 now follows by equality.
    assert_eq!(at(6), "n>0 s-a[0]=0 s-a[1]<0 i=2");
}

#[test]
fn backward_states() {
    let (_, found) = run();
    let at = |number: usize| {
        found.points[number - 1].backward.as_ref().expect("a state should be kept").join(" ")
    };
    let expected = [
        "-n>=-3 a[0]-a[2]<0 -n<-2 a[0]-a[1]<0 -n<-1",
        "i-n>=-2 a[0]-a[i+1=2]<0 i-n<-1 a[0]-a[i=1]<0 i-n<0",
        "i-n>=-2 s-a[i+1=2]<0 i-n<-1 s-a[i=1]<0 i-n<0",
        "i-n>=-2 s-a[i+1=2]<0 i-n<-1 s-a[i=1]<0",
        "i-n>=-2 s-a[i+1=2]<0 i-n<-1",
        "i-n>=-1 s-a[i=2]<0 i-n<0",
        "i-n>=-1 s-a[i=2]<0",
        "i-n>=-1",
        "i-n>=0",
        "",
    ];
    for (index, expected) in expected.into_iter().enumerate() {
        assert_eq!(at(index + 1), expected, "Q_{}^B", index + 1);
    }
}

#[test]
fn evidence_and_the_first_proposal() {
    let (failing, found) = run();
    let first = &found.evidence[0];
    assert_eq!((first.kind, first.point), (EvidenceKind::TypeTwo, 7));
    assert_eq!((first.q.as_deref(), first.r.as_str()), (Some("s-a[i=2]<0"), "s-a[2]>=0"));
    let of_first = found.evidence.iter().filter(|evidence| evidence.conjunction == 0);
    let kinds: Vec<EvidenceKind> = of_first.map(|evidence| evidence.kind).collect();
    assert!(!kinds.contains(&EvidenceKind::Implicit), "both negative predicates are explicit");
    let line = |index: usize| {
        let proposal = &found.proposals[index];
        let file = proposal.edits[0].span.file;
        let changed = apply(&failing.program.sources, file, &proposal.edits);
        changed.lines().nth(8).expect("the line should be there").trim().to_owned()
    };
    assert_eq!(line(0), "if (s < a[i])");
    assert_eq!(line(1), "if (s <= a[i])");
}

#[test]
fn the_transcript_is_in_the_notation_of_the_paper() {
    let (_, found) = run();
    let text = transcript(&found);
    for expected in [
        "precondition  (n>0)\n",
        "  <7,9>  (s-a[i=2]<0)\n",
        "  <2,7>  s=a[0]  pwpSlice\n",
        "  R_7 = (s-a[0]>=0) ∧ (s-a[1]>=0) ∧ (s-a[2]>=0) ∧ (s-a[0]=0)\n",
        "  Q_4^F = (n>0) ∧ (i=1) ∧ (s-a[0]=0) ∧ (i-n<0)\n",
        "  Q_10^B = { }\n",
        "evidence 1: E_explicit((s-a[i=2]<0), (s-a[2]>=0), 7)  [type II] for conjunction 1\n",
        "d_e = `i = <`, d_c = `>=`; `>=` becomes `<`\n",
    ] {
        assert!(text.contains(expected), "{expected} is not in\n{text}");
    }
}

/// The example of Step 3: at the test in the last iteration of a loop that starts with `s = 0`, `i = 0`, both
/// `s-a[0]>=0` and `s-a[0]=0` are negative, and the branch predicate makes evidence with either.
#[test]
fn two_evidences_of_type_two() {
    let text = "\
//@ requires n > 0;
//@ ensures \\result >= a[0] && \\result == a[0];
int Max(int a[], int n) {
    int i = 0, s = 0;
    while (i < n) {
        if (s > a[i])
            s = a[i];
        i = i + 1;
    }
    return s;
}
";
    let failing = failing(text, "--function Max --input n=1 --input a=[4]").expect("a failure");
    let found = debug(&failing.program, &failing.trace, &Options::default());
    let point = found.points.iter().find(|point| point.text == "(s-a[i=0]<=0)").expect("a point");
    assert_eq!(point.forward.as_ref().expect("a state").join(" "), "n>0 i=0 s=0 i-n<0");
    assert_eq!(point.backward.as_ref().expect("a state").join(" "), "i-n>=-1 s-a[i=0]<=0");
    assert_eq!(point.hypothesis.join(" "), "s-a[0]>=0 s-a[0]=0");
    let explicit: Vec<(Option<&str>, &str, usize)> = found
        .evidence
        .iter()
        .filter(|evidence| evidence.kind == EvidenceKind::TypeTwo)
        .map(|evidence| (evidence.q.as_deref(), evidence.r.as_str(), evidence.point))
        .collect();
    let q = Some("s-a[i=0]<=0");
    let number = point.number;
    assert_eq!(explicit, [(q, "s-a[0]>=0", number), (q, "s-a[0]=0", number)]);
}
