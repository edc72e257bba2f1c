//! Pointers out of their objects: at every distance from an object or a part of one, with 64-bit and with 32-bit pointers, a run does what
//! the rule of `whydunit_program::address` says, and the search says the same, whether it knows the distance or not.

use crate::common;

use std::time::Duration;

use common::directives::Run;
use common::{Setting, Subject};
use whydunit_find::{Given, Request, Search, search_symbolically};
use whydunit_interp::{CheckSet, Ending};
use whydunit_program::address::Reach;
use whydunit_program::{CheckKind, Target};
use whydunit_solver::Budget;

/// Declarations, statements, and a pointer to [`SIZE`] bytes.
const OBJECTS: [(&str, &str, &str, &str); 5] = [
    ("a global", "char a[16];", "", "a"),
    ("a local", "", "int a[4] = { 0 };", "(char *)a"),
    ("a block", "", "char *a = malloc(16); if (!a) return 0;", "a"),
    ("a member", "struct { int x; char a[16]; int y; } s;", "", "s.a"),
    ("a row", "char m[3][16];", "int i = 1;", "m[i]"),
];
const SIZE: i64 = 16;

const DISTANCES: [i64; 25] = [
    i64::MIN,
    -3_000_000_000,
    -2_147_483_649,
    -2_147_483_648,
    -100_000,
    -4_097,
    -4_096,
    -100,
    -17,
    -16,
    -1,
    0,
    1,
    15,
    16,
    17,
    32,
    100,
    4_096 + SIZE,
    4_097 + SIZE,
    100_000,
    2_147_483_647,
    2_147_483_648,
    1 << 32,
    i64::MAX,
];

/// The line of the sum, of the element that is set, and of the access.
const SUM: u32 = 8;
const ACCESS: u32 = 19;

/// With `w` given, `d` is a value that only the search has to find out.
fn text((declaration, setup, pointer): (&str, &str, &str)) -> String {
    format!(
        "#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
{declaration}
int f(long long w, long long d) {{
    {setup} if (d != w) return 0;
    char *p = {pointer};
    char *q = p + d;
    assert((q < p) == (d < 0));
    assert((p < q) == (d > 0));
    assert((q <= p) == (d <= 0));
    assert((q == p) == (d == 0));
    assert(q - p == d);
    assert((intptr_t)q - (intptr_t)p == d);
    assert((char *)(uintptr_t)q == q);
    char *r = q - d;
    assert(r == p);
    *r = 1;
    *q = 2;
    return *r + *q;
}}
"
    )
}

/// An access to `p[d]`, which forms no pointer.
fn element_text((declaration, setup, pointer): (&str, &str, &str)) -> String {
    format!(
        "#include <stdlib.h>


{declaration}
int f(long long w, long long d) {{
    {setup} if (d != w) return 0;
    char *p = {pointer};
    p[d] = 1;
    return p[d];
}}
"
    )
}

type Failed = Option<(CheckKind, u32)>;

fn expected(target: Target, distance: i64) -> Failed {
    let is_inside = (0..SIZE).contains(&distance);
    let is_near = Reach::of(target, SIZE as u64).contains(distance);
    match (is_inside, is_near) {
        (true, _) => None,
        (_, true) => Some((CheckKind::Bounds, ACCESS)),
        _ => Some((CheckKind::Bounds, SUM)),
    }
}

fn by_search(subject: &Subject, inputs: &[String]) -> Search {
    let spec = subject.spec(&Run { inputs: inputs.to_vec(), ..Run::default() });
    let request = Request {
        program: &subject.program,
        spec: &spec,
        given: Given::default(),
        checks: CheckSet::default(),
        unwind: None,
        max_steps: None,
        modular: false,
        state_is_open: false,
        proved: &[],
        runs_per_failure: 1,
        first_only: false,
        patience: Some(Duration::from_secs(600)),
        budget: Budget::default(),
    };
    search_symbolically(&request, &mut |_| {})
}

fn found(subject: &Subject, search: &Search, name: &str) -> Failed {
    let list: Vec<(CheckKind, u32)> = (search.failures.iter())
        .map(|found| (found.failure.kind, subject.line(&found.failure)))
        .collect();
    assert!(list.len() < 2, "{name}: {list:?}");
    if list.is_empty() {
        assert_eq!(search.verdict, whydunit_find::Verdict::Holds, "{name}: {:?}", search.coverage);
    }
    list.first().copied()
}

fn sweep(
    object: (&str, &str, &str, &str),
    text: &str,
    m32: bool,
    expected: impl Fn(Target, i64) -> Failed,
) {
    let directory = tempfile::tempdir().expect("a temporary directory should be possible");
    let path = directory.path().join("prog.c");
    std::fs::write(&path, text).expect("writing it should work");
    let setting = Setting { function: Some("f".into()), m32, ..Setting::default() };
    let subject = Subject::compile(&[path], &setting);
    let target = subject.program.types.target();
    for distance in DISTANCES {
        let name = format!("{distance} from {} ({target:?})", object.0);
        let wanted = expected(target, distance);
        let known = [format!("w={distance}"), format!("d={distance}")];
        let run = subject.run(&subject.spec(&Run { inputs: known.to_vec(), ..Run::default() }));
        let seen = match &run.ending {
            Ending::Failed(failure) => Some((failure.kind, subject.line(failure))),
            Ending::Finished { .. } => None,
            ending => panic!("{name}: {ending:?}"),
        };
        assert_eq!(seen, wanted, "{name}: {:?}", run.ending);
        let search = by_search(&subject, &known);
        assert_eq!(found(&subject, &search, &name), wanted, "{name}, searched");
        let search = by_search(&subject, &known[..1]);
        assert_eq!(found(&subject, &search, &name), wanted, "{name}, found out");
    }
}

#[test]
fn sums() {
    for object in OBJECTS {
        for m32 in [false, true] {
            sweep(object, &text((object.1, object.2, object.3)), m32, expected);
        }
    }
}

#[test]
fn elements() {
    for object in OBJECTS {
        for m32 in [false, true] {
            let text = element_text((object.1, object.2, object.3));
            sweep(object, &text, m32, |_, distance| {
                let is_inside = (0..SIZE).contains(&distance);
                (!is_inside).then_some((CheckKind::Bounds, SUM))
            });
        }
    }
}
