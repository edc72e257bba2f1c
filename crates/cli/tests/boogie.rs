//! The commands on Boogie programs: runs, searches, traces.

use crate::boogie_support;
use crate::common;

use boogie_support::{said, says, whydunit, whydunit_on};
use common::json_report;
use expect_test::expect;
use serde_json::json;

const COUNTER: &str = "procedure main(n: int) returns (sum: int)
  requires 0 <= n;
  ensures sum >= n;
{
  var i: int;
  i, sum := 0, 0;
  while (i < n)
    invariant i <= n;
  {
    i := i + 1;
    sum := sum + i;
  }
  assert sum != 10;
}
";

#[test]
fn runs_with_inputs() {
    says(
        "run",
        &["--input", "n=3"],
        COUNTER,
        expect![[r#"
        note: the procedure finished; no check failed
        exit code 0
    "#]],
    );
    says(
        "run",
        &["--input", "n=4"],
        COUNTER,
        expect![[r#"
        error: assertion failed: sum != 10
          --> prog.bpl:13:10
           |
        13 |   assert sum != 10;
           |          ^^^^^^^^^ assert
           |
           = note: input: n = 4
        exit code 1
    "#]],
    );
    says(
        "run",
        &["--input", "n=-1"],
        COUNTER,
        expect![[r#"
        warning: the inputs do not meet the precondition 0 <= n
         --> prog.bpl:2:12
          |
        2 |   requires 0 <= n;
          |            ^^^^^^
          |
          = note: input: n = -1
        exit code 0
    "#]],
    );
}

#[test]
fn a_run_as_json() {
    let output = whydunit(&["run", "prog.bpl", "--input", "n=4", "--format", "json"], COUNTER);
    let report = json_report(&output).expect("a report");
    assert_eq!(report["verdict"], "fails");
    assert_eq!(report["failures"][0]["property"]["line"], 13);
    assert_eq!(
        report["failures"][0]["inputs"],
        json!([{ "name": "n", "value": "4", "origin": "parameter", "external": true, "file": "prog.bpl", "line": 1 }])
    );
}

#[test]
fn a_search_finds_the_input() {
    says(
        "check",
        &["--unwind", "8"],
        COUNTER,
        expect![[r#"
        error: assertion failed: sum != 10
          --> prog.bpl:13:10
           |
        13 |   assert sum != 10;
           |          ^^^^^^^^^ assert
           |
           = note: with n = 4
           = note: reproduce: whydunit run prog.bpl --input n=4

        fails: 1 failure found
          looked at: 8 iterations of line 7 (loop `while (i < n)`)
          `whydunit explain` instead of `whydunit run` says why
        exit code 1
    "#]],
    );
    says(
        "check",
        &["--requires", "n < 4"],
        COUNTER,
        expect![[r#"
            holds within bounds: integer inputs from -2^40 to 2^40
              --input fixes an input, --requires narrows it; `whydunit help limits` says
                more
            exit code 0
        "#]],
    );
}

#[test]
fn a_trace_shows_values() {
    says(
        "trace",
        &["--input", "n=4"],
        COUNTER,
        expect![[r#"
               main() in prog.bpl
           1 │ n: int             n = 4
           2 │ requires 0 <= n
           6 │ i, sum := 0, 0;    i = 0, sum = 0
             │ · iteration 1 of the loop at line 7
           8 │ invariant i <= n
           7 │ i < n              true
          10 │   i := i + 1;      i = 1
          11 │   sum := sum + i;  sum = 1
             │ … iterations 2–3 of the loop at line 7 (8 steps) …
             │ · iteration 4 of the loop at line 7
           8 │ invariant i <= n
           7 │ i < n              true
          10 │   i := i + 1;      i = 4
          11 │   sum := sum + i;  sum = 10
             │ · iteration 5 of the loop at line 7
           8 │ invariant i <= n
           7 │ i < n              false
          13 │ assert sum != 10;

        error: assertion failed: sum != 10
          --> prog.bpl:13:10
           |
        13 |   assert sum != 10;
           |          ^^^^^^^^^ assert
           |
           = note: input: n = 4
        exit code 1
    "#]],
    );
    let text = "procedure p(a: bool)\n{\n  var b: bool;\n  b := !a;\n  if (b) { assert a; }\n}\n";
    says(
        "trace",
        &[],
        text,
        expect![[r#"
                   p() in prog.bpl
               1 │ a: bool      a = false
               4 │ b := !a;     b = true
               5 │ b            true
               5 │   assert a;

            error: assertion failed: a
             --> prog.bpl:5:19
              |
            5 |   if (b) { assert a; }
              |                   ^ assert
              |
              = note: input: a = false
            note: no main: starting in `p` (--function chooses another)
            exit code 1
        "#]],
    );
}

#[test]
fn a_program_with_one_run() {
    let text = "procedure main()\n{\n  var x: int;\n  x := 1;\n  assert x == 1;\n}\n";
    says(
        "check",
        &[],
        text,
        expect![[r#"
        holds: no input makes a check fail
        exit code 0
    "#]],
    );
    says(
        "run",
        &[],
        text,
        expect![[r#"
        note: the procedure finished; no check failed
        exit code 0
    "#]],
    );
    says(
        "trace",
        &[],
        text,
        expect![[r#"
        note: the procedure finished; no check failed
        exit code 0
    "#]],
    );
}

#[test]
fn maps_are_inputs() {
    let text = "var m: [int]int;
procedure main(k: int)
  requires 0 <= k && k < 8;
  modifies m;
{
  m[k] := m[k] + 1;
  assert m[3] != 6;
}
";
    says(
        "check",
        &[],
        text,
        expect![[r#"
        error: assertion failed: m[3] != 6
         --> prog.bpl:7:10
          |
        7 |   assert m[3] != 6;
          |          ^^^^^^^^^ assert
          |
          = note: with m = {0, 0, 0, 5, 0, ...} (32 elements), k = 3
          = note: reproduce: whydunit run prog.bpl --input k=3 --input 'm=[0,0,0,5]'

        fails: 1 failure found
          `whydunit explain` instead of `whydunit run` says why
        exit code 1
    "#]],
    );
    says(
        "run",
        &["--input", "m=[1,2,3,5]", "--input", "k=3"],
        text,
        expect![[r#"
        error: assertion failed: m[3] != 6
         --> prog.bpl:7:10
          |
        7 |   assert m[3] != 6;
          |          ^^^^^^^^^ assert
          |
          = note: inputs: m = {1, 2, 3, 5, 0, ...} (32 elements), k = 3
        exit code 1
    "#]],
    );
    says(
        "trace",
        &["--input", "m=[1,2,3,5]", "--input", "k=3"],
        text,
        expect![[r#"
               main() in prog.bpl
           1 │ m                         m = {1, 2, 3, 5, 0, ...} (32 elements)
           2 │ k: int                    k = 3
           3 │ requires 0 <= k && k < 8
           6 │ m[k] := m[k] + 1;         m[3] = 6, (k == 3)
           7 │ assert m[3] != 6;

        error: assertion failed: m[3] != 6
         --> prog.bpl:7:10
          |
        7 |   assert m[3] != 6;
          |          ^^^^^^^^^ assert
          |
          = note: inputs: m = {1, 2, 3, 5, 0, ...} (32 elements), k = 3
        exit code 1
    "#]],
    );
}

#[test]
fn havoc_choices_and_booleans() {
    let text = "procedure main()
{
  var x: int;
  var b: bool;
  havoc x, b;
  if (*) {
    x := x + 1;
  }
  assume b;
  assert x != 3;
}
";
    says(
        "check",
        &[],
        text,
        expect![[r#"
        error: assertion failed: x != 3
          --> prog.bpl:10:10
           |
        10 |   assert x != 3;
           |          ^^^^^^ assert
           |
           = note: with x = 2, b = true, nondet#3 = true
           = note: reproduce: whydunit run prog.bpl --input b=1 --input 'nondet#3=1' --input x=2

        fails: 1 failure found
          `whydunit explain` instead of `whydunit run` says why
        exit code 1
    "#]],
    );
    let given = ["--input", "x=2", "--input", "b=true", "--input", "nondet#3=true"];
    says(
        "run",
        &given,
        text,
        expect![[r#"
        error: assertion failed: x != 3
          --> prog.bpl:10:10
           |
        10 |   assert x != 3;
           |          ^^^^^^ assert
           |
           = note: inputs: x = 2, b = true, nondet#3 = true
        exit code 1
    "#]],
    );
    says(
        "run",
        &["--input", "x=3", "--input", "b=false"],
        text,
        expect![[r#"
        warning: the run ends here: the assumption b does not hold
         --> prog.bpl:9:10
          |
        9 |   assume b;
          |          ^
          |
          = note: inputs: x = 3, b = false, nondet#3 = false
        exit code 0
    "#]],
    );
}

#[test]
fn bit_vectors() {
    let text = "function {:bvbuiltin \"bvadd\"} add(x: bv8, y: bv8) returns (bv8);
procedure main(x: bv8)
{
  assert add(x, 1bv8) != 0bv8;
}
";
    says(
        "check",
        &[],
        text,
        expect![[r#"
        error: assertion failed: add(x, 1bv8) != 0bv8
         --> prog.bpl:4:10
          |
        4 |   assert add(x, 1bv8) != 0bv8;
          |          ^^^^^^^^^^^^^^^^^^^^ assert
          |
          = note: with x = 255
          = note: reproduce: whydunit run prog.bpl --input x=255

        fails: 1 failure found
          `whydunit explain` instead of `whydunit run` says why
        exit code 1
    "#]],
    );
    let text = "procedure main(x: bv8)\n{\n  assert x[4:0] ++ x[8:4] == x || x != 17bv8;\n}\n";
    says(
        "check",
        &[],
        text,
        expect![[r#"
        holds: no input makes a check fail
        exit code 0
    "#]],
    );
}

#[test]
fn recursion_old_and_contracts() {
    let text = "var calls: int;
procedure down(n: int)
  requires n >= 0;
  modifies calls;
  ensures calls == old(calls) + n;
{
  if (n > 0) {
    calls := calls + 1;
    call down(n - 1);
  }
  if (n == 3) {
    calls := calls + 1;
  }
}
procedure main(n: int)
  modifies calls;
{
  calls := 0;
  call down(n);
}
";
    says(
        "check",
        &["--unwind", "5"],
        text,
        expect![[r#"
        error: calls == old(calls) + n does not hold
         --> prog.bpl:5:11
          |
        5 |   ensures calls == old(calls) + n;
          |           ^^^^^^^^^^^^^^^^^^^^^^^ contract
          |
          = note: with n = 5
          = note: in down, called at prog.bpl:9:5 (2 times)
          = note: in down, called at prog.bpl:19:3
          = note: reproduce: whydunit run prog.bpl --input n=5

        error: precondition of down is broken: n >= 0
          --> prog.bpl:19:3
           |
        19 |   call down(n);
           |   ^^^^^^^^^^^^^ contract
           |
           = note: with n = -1
           = note: in down, called at prog.bpl:19:3
           = note: reproduce: whydunit run prog.bpl --input n=-1

        fails: 2 failures found
          looked at: recursion of `down` to depth 5
          `whydunit explain` instead of `whydunit run` says why
        exit code 1
    "#]],
    );
    says(
        "check",
        &["--unwind", "5", "--function", "down", "--requires", "n < 3"],
        text,
        expect![[r#"
            warning: `n == 3` is never true here
              --> prog.bpl:11:7
               |
            11 |   if (n == 3) {
               |       ^^^^^^
               |
               = note: decided by line 2

            holds within bounds: integer inputs from -2^40 to 2^40
              --input fixes an input, --requires narrows it; `whydunit help limits` says
                more
            exit code 0
        "#]],
    );
}

#[test]
fn several_files_are_one_program() {
    let files = [
        (
            "a.bpl",
            "procedure main(x: int)\n{\n  var y: int;\n  call y := twice(x);\n  assert y != 8;\n}\n",
        ),
        ("b.bpl", "procedure twice(x: int) returns (y: int)\n{\n  y := 2 * x;\n}\n"),
    ];
    let output = whydunit_on(&["check", "a.bpl", "b.bpl"], &files);
    expect![[r#"
        error: assertion failed: y != 8
         --> a.bpl:5:10
          |
        5 |   assert y != 8;
          |          ^^^^^^ assert
          |
          = note: with x = 4
          = note: reproduce: whydunit run a.bpl b.bpl --input x=4

        fails: 1 failure found
          `whydunit explain` instead of `whydunit run` says why
        exit code 1
    "#]]
    .assert_eq(&said(&output));
}

#[test]
fn contracts_in_place_of_bodies() {
    let text = "procedure next(n: int) returns (r: int)
  requires n >= 0;
  ensures r > n;
{
  r := n + 1;
}
procedure main(n: int)
{
  var r: int;
  call r := next(n);
  assert r > 0;
  assert r != 8;
}
";
    says(
        "check",
        &["--modular", "--requires", "n >= 0"],
        text,
        expect![[r#"
            unknown: no failure found, but not everything could be looked at
              looked at: integer inputs from -2^40 to 2^40
              line 12: not followed: by the contracts of called functions the assert check
                here may fail
              --input fixes an input, --requires narrows it; `whydunit help limits` says
                more
            exit code 3
        "#]],
    );
}

#[test]
fn parts_of_maps_are_given_by_their_names() {
    let text = "procedure main(m: [int]bool)
{
  var k: [int]int;
  havoc k;
  assert !(m[2] && k[3] == 4);
}
";
    let given = ["--input", "m[2]=true", "--input", "k[3]=4"];
    says(
        "run",
        &given,
        text,
        expect![[r#"
        error: assertion failed: !(m[2] && k[3] == 4)
         --> prog.bpl:5:10
          |
        5 |   assert !(m[2] && k[3] == 4);
          |          ^^^^^^^^^^^^^^^^^^^^ assert
          |
          = note: inputs: m = {false, false, true, false, ...} (32 elements), k = {0, 0, 0, 4, 0, ...} (32 elements)
        exit code 1
    "#]],
    );
}
