//! Runs that do not end, by kind, and runs that do although they look alike.

use whydunit_termination::Proof;

use crate::common::proved;

/// How it is proved, and the decision that could have ended it.
fn told(text: &str) -> String {
    let (program, found) = proved(text);
    let Some(found) = found else { return "not proved".to_owned() };
    let how = match found.proof {
        Proof::StateComesBack(_) => "state".to_owned(),
        Proof::NoRoundLeaves => "rounds".to_owned(),
        Proof::OnlyOverflowLeaves(Some(span)) => {
            format!("overflow of {}", program.sources.text(span))
        }
        Proof::OnlyOverflowLeaves(None) => "overflow".to_owned(),
    };
    let exit = match found.exit {
        Some((at, taken)) => {
            let terminator = program.terminator_at(at.point);
            format!("{} takes {taken}", program.sources.text(terminator.span))
        }
        None => "nothing".to_owned(),
    };
    match found.recursion {
        Some(function) => format!("{}: {how}; {exit}", program.function(function).name),
        None => format!("{how}; {exit}"),
    }
}

#[track_caller]
fn check(expected: &str, text: &str) {
    assert_eq!(told(text), expected, "{text}");
}

#[test]
fn loops_without_steps() {
    check("state; nothing", "int main(void) { for (;;) ; }");
    check("state; nothing", "int main(void) { while (1) { } return 0; }");
    check("state; nothing", "int main(void) { int i = 3; i++; again: goto again; }");
    check("state; nothing", "static void stop(void) { for (;;) ; } int main(void) { stop(); }");
}

#[test]
fn states_that_come_back() {
    check("state; i < 3 takes 0", "int main(void) { int i = 0; while (i < 3) { i = i; } }");
    check(
        "state; n takes 0",
        "struct node { struct node *next; };
         int main(void) { struct node a, b; a.next = &b; b.next = &a; int c = 0; for (struct node *n = &a; n; n = n->next) c ^= 1; return c; }",
    );
    check(
        "state; getchar() != '\\n' takes 0",
        "#include <stdio.h>\nint main(void) { while (getchar() != '\\n') ; return 0; }",
    );
    check(
        "state; (unsigned char)i < 256 takes 0",
        "int main(void) { for (unsigned char i = 0; (unsigned char)i < 256; i++) ; return 0; }",
    );
}

#[test]
fn counters_that_move_away() {
    check(
        "overflow of i++; i >= 0 takes 0",
        "int main(void) { for (int i = 3; i >= 0; i++) ; return 0; }",
    );
    check(
        "overflow of n + 1; i > 0 takes 0",
        "int main(void) { int i = 3, n = 0; while (i > 0) { n = n + 1; } return n; }",
    );
    check(
        "rounds; i >= 0 takes 0",
        "int main(void) { for (unsigned i = 3; i >= 0; i--) ; return 0; }",
    );
    check(
        "rounds; lo < hi takes 0",
        "int main(void) { int lo = 0, hi = 5; unsigned n = 0; while (lo < hi) { int mid = (lo + hi) / 2; if (mid < 4) lo = mid; else hi = mid; n++; } return n; }",
    );
    check(
        "overflow of x += step; x > 0 takes 0",
        "static int step = 2; int main(void) { int x = 1; while (x > 0) { x += step; } return 0; }",
    );
    check(
        "rounds; a[0] < 9 takes 0",
        "int main(void) { unsigned a[3] = { 1, 2, 3 }; while (a[0] < 9) { for (int i = 1; i < 3; i++) a[i] += i; } return 0; }",
    );
}

/// Which of two computations is the first to overflow is not known.
#[test]
fn several_overflows() {
    check(
        "overflow; x < y takes 0",
        "int main(void) { int x = 2147483646, y = 2147483647, z = -9, c = 0; while (x < y) { if (x < z) x = x + 1; else z = z + 1; c = c + 1; } return c; }",
    );
}

#[test]
fn recursions() {
    check(
        "f: rounds; n == 0 takes 1",
        "static int f(unsigned n) { if (n == 0) return 0; return 1 + f(n); } int main(void) { return f(3); }",
    );
    check(
        "fact: overflow of n - 1; n == 0 takes 1",
        "static int fact(int n) { if (n == 0) return 1; return n * fact(n - 1); } int main(void) { return fact(-1) != 1; }",
    );
    check(
        "f: rounds; nothing",
        "static int f(int n) { return f(n) + 1; } int main(void) { return f(1); }",
    );
    check(
        "even: rounds; n < 0 takes 1",
        "static int odd(int n); static int even(int n) { if (n < 0) return 1; return odd(n); } static int odd(int n) { return even(n); } int main(void) { return even(4); }",
    );
}

/// They end, or nothing is known: a counter that wraps, an input, memory that runs out, storage that changes elsewhere.
#[test]
fn near_misses() {
    for text in [
        "int main(void) { for (int i = 0; i < 3000000; i++) ; return 0; }",
        "int main(void) { for (unsigned i = 1; i != 0; i++) ; return 0; }",
        "int main(void) { for (unsigned i = 5; i > 3; i += 7) ; return 0; }",
        "int main(void) { unsigned long n = 1; while (n) n *= 3, n += 1; return 0; }",
        "#include <stdlib.h>\nint main(void) { while (rand() != 12345) ; return 0; }",
        "#include <stdlib.h>\nint main(void) { while (malloc(8)) ; return 0; }",
        "int main(void) { unsigned a = 0, b = 0; while (b < 4) { a++; if (a == 0) b++; } return 0; }",
        "int main(void) { int x = 100000000; unsigned n = 0; while (x > 0) { n++; if (n % 2) x--; } return 0; }",
        "static unsigned f(unsigned n) { if (n == 0) return 0; return f(n - 1); } int main(void) { return f(90000); }",
        "static unsigned f(unsigned n) { if (n == 0) return 0; return f(n + 1); } int main(void) { return f(5); }",
        "int main(void) { double x = 1; while (x < 1e15) x += 0.5; return 0; }",
    ] {
        check("not proved", text);
    }
}
