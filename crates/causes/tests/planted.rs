//! Own functions, each with faults planted at a known line, and tests that a person might write.
//!
//! What is expected is exact: the rank of the faulty line of every fault. Those that are not first are told with what comes before them.

use expect_test::expect;

use crate::support::{compiled, found, line, suite};

/// A function, inputs of its tests, and faults: what stands in the text, and what is written in its place.
struct Subject {
    name: &'static str,
    text: &'static str,
    inputs: &'static [&'static str],
    faults: &'static [(&'static str, &'static str)],
}

pub(crate) const LARGEST: &str = "int largest(const int *a, int n)
{
    int best = a[0];
    for (int i = 1; i < n; i++) {
        if (a[i] > best)
            best = a[i];
    }
    return best;
}
";

pub(crate) const LARGEST_INPUTS: &[&str] = &[
    "a=[3] n=1",
    "a=[1,2,9] n=3",
    "a=[5,2,1] n=3",
    "a=[4,7,6] n=3",
    "a=[-5,-2,-9,-3] n=4",
    "a=[0,0,1] n=3",
];

const SUBJECTS: [Subject; 5] = [
    Subject {
        name: "largest",
        text: LARGEST,
        inputs: LARGEST_INPUTS,
        faults: &[
            ("int best = a[0]", "int best = 0"),
            ("i < n;", "i < n - 1;"),
            ("a[i] > best", "a[i] < best"),
            ("best = a[i]", "best = i"),
            ("return best", "return a[n - 1]"),
        ],
    },
    Subject {
        name: "days",
        text: "int days(int month, int year)
{
    int leap = year % 4 == 0;
    if (year % 100 == 0)
        leap = year % 400 == 0;
    if (month == 2)
        return 28 + leap;
    if (month == 4 || month == 6 || month == 9 || month == 11)
        return 30;
    return 31;
}
",
        inputs: &[
            "month=2 year=2023",
            "month=2 year=2024",
            "month=2 year=1900",
            "month=2 year=2000",
            "month=2 year=2020",
            "month=2 year=2200",
            "month=4 year=2001",
            "month=6 year=2001",
            "month=9 year=2004",
            "month=11 year=2001",
            "month=12 year=2001",
            "month=1 year=2004",
        ],
        faults: &[
            ("year % 4 == 0", "year % 4 == 1"),
            ("year % 100 == 0", "year % 10 == 0"),
            ("leap = year % 400 == 0", "leap = year % 40 == 0"),
            ("28 + leap", "28 - leap"),
            ("month == 6 ||", "month == 7 ||"),
            ("return 30", "return 31"),
        ],
    },
    Subject {
        name: "triangle",
        text: "int triangle(int a, int b, int c)
{
    int kind;
    if (a <= 0 || b <= 0 || c <= 0)
        return -1;
    if (a + b <= c || b + c <= a || a + c <= b)
        return 0;
    kind = 1;
    if (a == b || b == c || a == c)
        kind = 2;
    if (a == b && b == c)
        kind = 3;
    return kind;
}
",
        inputs: &[
            "a=3 b=4 c=5",
            "a=2 b=2 c=3",
            "a=2 b=3 c=3",
            "a=3 b=2 c=3",
            "a=5 b=5 c=5",
            "a=1 b=2 c=3",
            "a=3 b=1 c=2",
            "a=1 b=5 c=2",
            "a=0 b=2 c=2",
            "a=2 b=-1 c=2",
        ],
        faults: &[
            ("b <= 0", "b < -5"),
            ("a + b <= c", "a + b < c"),
            ("a == b || b == c", "a == b || b == a"),
            ("kind = 2", "kind = 3"),
            ("a == b && b == c", "a == b || b == c"),
            ("kind = 1;", "kind = 0;"),
        ],
    },
    Subject {
        name: "digits",
        text: "int digits(int n, int base)
{
    int sum = 0;
    if (n < 0)
        n = -n;
    while (n > 0) {
        sum += n % base;
        n /= base;
    }
    return sum;
}
",
        inputs: &[
            "n=0 base=10",
            "n=7 base=10",
            "n=123 base=10",
            "n=-45 base=10",
            "n=255 base=16",
            "n=8 base=2",
            "n=-3 base=2",
        ],
        faults: &[
            ("int sum = 0", "int sum = 1"),
            ("n < 0", "n > 0"),
            ("n > 0)", "n > base)"),
            ("sum += n % base", "sum += n % 10"),
            ("sum += n % base", "sum = n % base"),
            ("return sum", "return sum + 1"),
        ],
    },
    Subject {
        name: "search",
        text: "int search(const int *a, int n, int wanted)
{
    int low = 0;
    int high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == wanted)
            return middle;
        if (a[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}
",
        inputs: &[
            "a=[1,3,5,7] n=4 wanted=1",
            "a=[1,3,5,7] n=4 wanted=3",
            "a=[1,3,5,7] n=4 wanted=5",
            "a=[1,3,5,7] n=4 wanted=7",
            "a=[1,3,5,7] n=4 wanted=4",
            "a=[2] n=1 wanted=2",
            "a=[2] n=1 wanted=3",
            "a=[0] n=0 wanted=3",
        ],
        faults: &[
            ("int low = 0", "int low = 1"),
            ("int high = n", "int high = n - 1"),
            ("a[middle] < wanted", "a[middle] > wanted"),
            ("high = middle;", "high = middle - 1;"),
            ("return -1", "return 0"),
        ],
    },
];

#[test]
fn the_planted_line_comes_first() {
    let mut told = String::new();
    let (mut first, mut in_three, mut all) = (0, 0, 0);
    for subject in &SUBJECTS {
        for (good, bad) in subject.faults {
            let faulty = subject.text.replacen(good, bad, 1);
            assert_ne!(faulty, subject.text, "{good}");
            let at = subject.text.find(good).expect("it should be there");
            let planted = subject.text[..at].matches('\n').count() as u32 + 1;
            let tests = suite(subject.text, &faulty, subject.name, subject.inputs);
            let (program, start) = compiled(&faulty, subject.name);
            let found = found(&program, start, &tests);
            assert!(found.failing > 0, "{}: `{bad}`: a test should fail", subject.name);
            let lines: Vec<u32> =
                found.causes.iter().map(|cause| line(&program, cause).0).collect();
            let rank = lines.iter().position(|line| *line == planted);
            all += 1;
            first += usize::from(rank == Some(0));
            in_three += usize::from(rank.is_some_and(|rank| rank < 3));
            if rank != Some(0) {
                let before = &lines[..rank.unwrap_or(lines.len())];
                told.push_str(&format!(
                    "{}: `{bad}` for `{good}`, line {planted}: after {before:?}\n",
                    subject.name
                ));
            }
        }
    }
    told.push_str(&format!("{first} of {all} first, {in_three} in the first three\n"));
    expect![[r#"
        largest: `int best = 0` for `int best = a[0]`, line 3: after [4]
        27 of 28 first, 28 in the first three
    "#]]
    .assert_eq(&told);
    assert!(in_three * 10 >= all * 9, "{told}");
}

#[test]
fn evidence_in_phrases() {
    let faulty = LARGEST.replace("i < n;", "i < n - 1;");
    let tests = suite(LARGEST, &faulty, "largest", LARGEST_INPUTS);
    let (program, start) = compiled(&faulty, "largest");
    let found = found(&program, start, &tests);
    let mut told = String::new();
    for cause in &found.causes[..2] {
        let (number, text) = line(&program, cause);
        told.push_str(&format!("{number} {text}\n"));
        for evidence in &cause.evidence {
            told.push_str(&format!("  {}: {}\n", evidence.kind.name(), evidence.text));
        }
    }
    expect![[r#"
        4 for (int i = 1; i < n - 1; i++) {
          edit: `<=` for `<`: both failing tests pass, 4 of 4 others still do
          switch: one decision here the other way, once: 2 of 2 failing tests pass
          tests: its condition is true in 2 of 2 failing tests and 3 of 4 passing ones
          edit: with `best = 1;` in front of it: 1 of 2 failing tests pass, 1 of 4 others still do
        3 int best = a[0];
          edit: `n - 1` for `0`: 2 of 2 failing tests pass, 3 of 4 others still do
          value: (a[0]) + 1 as the value of `a[0]`: 1 of 2 failing tests pass, 2 of 4 others still do
    "#]].assert_eq(&told);
}
