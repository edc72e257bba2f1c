//! Inputs of every origin and shape reach the program unchanged.
//!
//! Each program fails only when all values are exactly those of the run; with other inputs the same test passes.

use crate::common;

use common::directives::Directives;
use common::{Setting, Subject, build_and_run, has_c_compiler, said, shows};

/// A program with its files one after the other, each after a line `//// name`. The first lines of the whole are directives.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "scalars",
        r#"// find: function=f
// input: a=-128; b=18446744073709551615; c=-2147483648; d='x'; e=GREEN; g=true
// passing input: a=-128
#include <assert.h>
#include <stdbool.h>
enum colour { RED, GREEN = 7 };
void f(signed char a, unsigned long long b, int c, char d, enum colour e, bool g)
{
    assert(!(a == -128 && b == ~0ULL && c < -2147483647 && d == 'x' && e == GREEN && g));
}
"#,
    ),
    (
        "floats",
        r#"// find: function=f
// input: a=0.1; b=nan; c=-inf; d=-0.0; e=1e300
// passing input: a=0.1
#include <assert.h>
#include <math.h>
void f(float a, double b, float c, double d, long double e)
{
    assert(!(a == 0.1f && b != b && c < 0 && isinf(c) && d == 0 && signbit(d) && e == 1e300));
}
"#,
    ),
    (
        "strings",
        r#"// find: function=f
// input: s="a\"b\\n?"; t=[104, 105]; u="\x01\x02"; v=NULL
// passing input: s="a"; t=[0, 1]; u="\x01"; v=NULL
#include <assert.h>
#include <string.h>
void f(const char *s, char t[2], const unsigned char *u, char *v)
{
    assert(strcmp(s, "a\"b\\n?") || t[0] != 'h' || t[1] != 'i' || u[0] != 1 || u[1] != 2 || u[2] || v);
}
"#,
    ),
    (
        "array_end",
        r#"// find: function=f
// input: a=[1, 2, 3]; n=4
// passing input: a=[1, 2, 3]; n=3
int f(const int *a, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
"#,
    ),
    (
        "empty_array",
        r#"// find: function=f
// input: a=[]; n=1
// passing input: a=[]; n=0
int f(const int *a, int n)
{
    return n > 0 ? a[n - 1] : 0;
}
"#,
    ),
    (
        "nested_pointers",
        r#"// find: function=f
// input: list={.value=1, .next={.value=2, .next={.value=3, .next=NULL, .name="c"}, .name="b"}, .name=NULL}
// passing input: list={.value=1, .next=NULL, .name=NULL}
#include <assert.h>
struct node { int value; struct node *next; const char *name; };
void f(struct node *list)
{
    int sum = 0, letters = 0;
    for (; list; list = list->next) {
        sum = sum * 10 + list->value;
        letters += list->name ? list->name[0] : 0;
    }
    assert(!(sum == 123 && letters == 'b' + 'c'));
}
"#,
    ),
    (
        "records",
        r#"// find: function=f
// input: p={.x=1, .y=-2}; q=[{.x=3, .y=4}, {.x=5, .y=6}]; b={.low=5, .high=-1, .u={.bits=1}}
// passing input: p={.x=1, .y=-2}
#include <assert.h>
typedef struct { int x, y; } point;
struct bits { unsigned low : 3; signed high : 4; union { unsigned bits; float f; } u; };
static void f(point p, const point *q, struct bits b)
{
    assert(!(p.x == 1 && p.y == -2 && q[0].y == 4 && q[1].x == 5 && b.low == 5 && b.high == -1 && b.u.bits == 1));
}
"#,
    ),
    (
        "hidden_types",
        r#"// find: function=f
// input: h={.left={.v=4}, .many=[{.v=5}, {.v=6}]}; w=[[1, 2], [3, 4]]
// passing input: w=[[1, 2], [3, 4]]
#include <assert.h>
typedef struct { int v; } leaf;
typedef struct { leaf *left; leaf *many; } *handle;
void f(handle h, int w[][2])
{
    assert(!(w[1][0] == 3 && h->left && h->left->v == 4 && h->many && h->many[1].v == 6));
}
"#,
    ),
    (
        "pointers_to_pointers",
        r#"// find: function=f
// input: names=["one", "two"]; count=2; raw=[7, 8]
// passing input: names=["one"]; count=1; raw=[7]
#include <assert.h>
void f(const char **names, int count, const void *raw)
{
    const unsigned char *bytes = raw;
    for (int i = 0; i < count; i++)
        assert(names[i][0] != 't' || bytes[1] != 8);
}
"#,
    ),
    (
        "function_pointer",
        r#"// find: function=f
// input: g=twice; x=21
// passing input: g=once; x=21
#include <assert.h>
int once(int x) { return x; }
int twice(int x) { return 2 * x; }
void f(int (*g)(int), long x) { assert(g((int)x) != 42); }
"#,
    ),
    (
        "nondeterministic",
        r#"// input: nondet#1=3; nondet#2=2.5; nondet#3=-1; nondet#4=9
// passing input: nondet#1=3
#include <assert.h>
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
int main(void)
{
    int a = __VERIFIER_nondet_int();
    double b = __VERIFIER_nondet_double();
    int c = __VERIFIER_nondet_int();
    unsigned char d = nondet_uchar();
    assert(!(a == 3 && b == 2.5 && c == -1 && d == 9));
    return 5;
}
"#,
    ),
    (
        "undefined_functions",
        r#"// input: f#1=1; f#2=2; g#1=1.5
// passing input: f#1=1
#include <assert.h>
struct pair { int a, b; };
extern int f(const char *, int);
extern float g(void);
extern void h(struct pair *);
int main(void)
{
    struct pair p = {0, 0};
    int first = f("x", 1), second = f("y", 2);
    float third = g();
    h(&p);
    assert(!(first == 1 && second == 2 && third == 1.5f && p.a == 0));
    return 0;
}
"#,
    ),
    (
        "undefined_globals",
        r#"// input: limit=5; table=[1, 2, 3]; origin={.x=1, .y=2}; title="hi"; mask=255; level=3
// passing input: limit=5
#include <assert.h>
struct point { long long x, y; };
extern const int limit;
extern int table[3];
extern struct point origin;
extern char *title;
extern unsigned char mask;
static int level = 1;
int main(void)
{
    assert(!(limit == 5 && table[2] == 3 && origin.y == 2 && title && title[1] == 'i' && mask == 255 && level == 3));
    return 0;
}
"#,
    ),
    (
        "arguments",
        r#"// args: -n it's
// passing args: -n
#include <assert.h>
#include <string.h>
int main(int argc, char **argv)
{
    assert(!(argc == 3 && strcmp(argv[2], "it's") == 0 && argv[3] == 0));
    return 3;
}
"#,
    ),
    (
        "standard_input",
        r#"// stdin: 12 word\nline two\nz
// passing stdin: 12 word\n
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    int n;
    char word[8], line[16];
    if (scanf("%d %7s", &n, word) != 2 || getchar() != '\n' || !fgets(line, sizeof line, stdin))
        exit(1);
    assert(!(n == 12 && strcmp(word, "word") == 0 && strcmp(line, "line two\n") == 0 && getchar() == 'z' && getchar() == EOF));
    return 1;
}
"#,
    ),
    (
        "time",
        r#"// input: now=1000
#include <assert.h>
#include <time.h>
int main(void)
{
    time_t now = time(NULL);
    assert(now != 1000);
    return 0;
}
"#,
    ),
    (
        "time_stored",
        r#"// input: time#1=1000; time#2=1001; clock#1=7
// passing input: time#1=1000
#include <assert.h>
#include <time.h>
int main(void)
{
    time_t first, second = 0;
    time(&first);
    assert(!(first == 1000 && time(&second) == 1001 && second == 1001 && clock() == 7));
    return 0;
}
"#,
    ),
    (
        "environment",
        r#"// input: getenv#1="two"; getenv#2=NULL
// passing input: getenv#1="one"; getenv#2=NULL
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    const char *a = getenv("A"), *again = getenv("A"), *b = getenv("B");
    assert(!(a && strcmp(a, "two") == 0 && again == a && !b));
    return 0;
}
"#,
    ),
    (
        "random_numbers",
        r#"// input: rand#1=5; rand#2=6; random#1=7; drand48#1=211106232532992; lrand48#1=9; mrand48#1=-3
// passing input: rand#1=5
#include <assert.h>
#include <stdlib.h>
int main(void)
{
    srand(99);
    assert(!(rand() == 5 && rand() == 6 && random() == 7 && drand48() == 0.75 && lrand48() == 9 && mrand48() == -3));
    return 0;
}
"#,
    ),
    (
        "files",
        r#"// input: fopen#1=0; remove#1=0; access#1=-1; isatty#1=1
// passing input: fopen#1=0; remove#1=-1
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
int main(void)
{
    FILE *file = fopen("/dev/missing", "r");
    assert(!(file == NULL && errno == 2 && remove("/dev/null/x") == 0 && access("/dev/null", F_OK) == -1 && isatty(0)));
    return 0;
}
"#,
    ),
    (
        "assumption",
        r#"// input: nondet#1=5
// passing input: nondet#1=4
int main(void)
{
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 0 && n < 10);
    __VERIFIER_assert(n != 5);
    return 0;
}
"#,
    ),
    (
        "prover",
        r#"// input: nondet#1=5
// passing input: nondet#1=4
int nondet_int(void);
void __CPROVER_assert(_Bool, const char *);
int main(void)
{
    int n = nondet_int();
    __CPROVER_assume(n > 0);
    __CPROVER_assert(n != 5, "not five");
    return 0;
}
"#,
    ),
    (
        "harmless_error",
        r#"// input: nondet#1=5
// passing input: nondet#1=4
int __VERIFIER_nondet_int(void);
void reach_error(void) { }
int main(void)
{
    if (__VERIFIER_nondet_int() == 5)
        reach_error();
    return 0;
}
"#,
    ),
    (
        "several_files",
        r#"// input: nondet#1=5
// passing input: nondet#1=4
//// main.c
#include "part.h"
static int helper(int x) { return x + 1; }
int __VERIFIER_nondet_int(void);
int main(void) { return check(helper(__VERIFIER_nondet_int())); }
//// part.c
#include <assert.h>
#include "part.h"
static int helper(int x) { return x - 1; }
int check(int x) { assert(helper(x) != 5); return 0; }
//// part.h
int check(int x);
"#,
    ),
    (
        "start_in_a_part",
        r#"// find: function=check
// input: x=6
// passing input: x=5
//// main.c
int check(int x);
int main(void) { return check(1); }
//// part.c
//@ requires x > 0;
static int helper(int x) { return x - 1; }
//@ ensures \result != 5;
int check(int x) { return x > 0 ? helper(x) : 0; }
"#,
    ),
    (
        "contract_in_another_file",
        r#"// input: nondet#1=-5
// passing input: nondet#1=4
//// main.c
int half(int x);
int __VERIFIER_nondet_int(void);
int main(void)
{
    return half(__VERIFIER_nondet_int());
}
//// part.c
//@ ensures \result <= x;
int half(int x)
{
    return x / 2;
}
"#,
    ),
    (
        "recursive_contract",
        r#"// find: function=down
// input: n=2
// passing input: n=3
//@ requires n >= 0;
int down(int n)
{
    return n == 0 ? 0 : n == 1 ? 1 : down(n - 2) + down(n - 3);
}
"#,
    ),
    (
        "wide_arithmetic",
        r#"// find: function=f
// input: a=2147483647; b=4294967295; c=-1
// passing input: a=1; b=1; c=-1
//@ ensures a + b * b < 100 && c < b && c + a >= -1;
void f(int a, unsigned b, long c)
{
}
"#,
    ),
    (
        "loop_invariants",
        r#"// find: function=f
// input: n=7
// passing input: n=6
//@ requires 0 <= n && n <= 10;
int f(int n)
{
    int i, sum = 0;
    /*@ loop invariant sum <= 15; */
    for (i = 0; ; i++) {
        if (i >= n)
            break;
        sum += i;
    }
    return sum;
}
"#,
    ),
    (
        "division_in_c89",
        r#"// find: function=f std=c89
// input: n=0
// passing input: n=1
//// old.c
int f(int n)
{
    return 10 / n;
}
"#,
    ),
];

/// Writes the files of a program; returns those that are compiled, and the directives.
fn files(
    name: &str,
    text: &str,
    scratch: &std::path::Path,
) -> (Vec<std::path::PathBuf>, Directives) {
    let directory = scratch.join(name);
    std::fs::create_dir(&directory).expect("a directory for the program");
    let mut parts = text.split("//// ");
    let head = parts.next().unwrap_or_default();
    let parts: Vec<(String, String)> = parts
        .filter_map(|part| part.split_once('\n'))
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .collect();
    let parts = if parts.is_empty() { vec![(format!("{name}.c"), text.to_owned())] } else { parts };
    for (name, text) in &parts {
        std::fs::write(directory.join(name), text).expect("the program can be written");
    }
    let sources = parts.iter().filter(|(name, _)| name.ends_with(".c"));
    (sources.map(|(name, _)| directory.join(name)).collect(), Directives::read(head))
}

#[test]
fn values_arrive_unchanged() {
    if !has_c_compiler() {
        skip();
        return;
    }
    let scratch = tempfile::tempdir().expect("a temporary directory");
    let mut problems = Vec::new();
    for (name, text) in PROGRAMS {
        let (paths, directives) = files(name, text, scratch.path());
        let setting = Setting {
            function: directives.get("function").map(str::to_owned),
            std: directives.get("std").map(str::to_owned),
            ..Setting::default()
        };
        let subject = Subject::compile(&paths, &setting);
        let run = directives.whole_run();
        let failure = subject.failure(&run);
        let test = scratch.path().join(format!("{name}_test.c"));
        let file = subject.program.sources.file(failure.span.file).name().to_owned();
        match subject.emit(&failure, &run, &test) {
            Ok(emitted) => {
                let output = build_and_run(&emitted, &test);
                let shown = shows(&output, &emitted, &file, subject.line(&failure));
                problems.extend(shown.err().map(|problem| format!("{name}: {problem}")));
                let again = subject.emit(&failure, &run, &test);
                assert_eq!(again, Ok(emitted), "{name}: the text differs from time to time");
            }
            Err(reason) => problems.push(format!("{name}: no test: {reason}")),
        }
        let Some(run) = directives.passing_run() else { continue };
        match subject.emit(&failure, &run, &test) {
            Ok(emitted) => {
                let output = build_and_run(&emitted, &test);
                if !output.status.success() {
                    let said = said(&output);
                    problems
                        .push(format!("{name}: fails with good inputs: {said}\n{}", emitted.text));
                }
            }
            Err(reason) => problems.push(format!("{name}: no passing test: {reason}")),
        }
    }
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n\n"));
}

fn skip() {
    whydunit_testing::missing("there is no C compiler `cc`");
}
