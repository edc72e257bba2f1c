//! Boogie programs that need more than is followed: large integers, keys outside of the window of a map.

use crate::boogie_support;
use crate::common;

use boogie_support::{says, whydunit};
use common::json_report;
use expect_test::expect;
use serde_json::json;

#[test]
fn integers_beyond_64_bits() {
    let text = "procedure main(x: int)
{
  var y: int;
  y := x;
  while (y < 100000000000000000000)
  {
    y := y * 2 + 1;
  }
  assert x != 7;
}
";
    says(
        "run",
        &[],
        text,
        expect![[r#"
        error: not supported: integers of more than 64 bits
         --> prog.bpl:5:14
          |
        5 |   while (y < 100000000000000000000)
          |              ^^^^^^^^^^^^^^^^^^^^^
          |
          = note: input: x = 0
        exit code 2
    "#]],
    );
    let text = "procedure main(x: int)
{
  var y: int;
  y := x * 16777216;
  assert y >= 0 || x < 0;
}
";
    says(
        "run",
        &["--input", "x=4611686018427387904"],
        text,
        expect![[r#"
        warning: the integer 77371252455336267181195264 needs more than 64 bits; whydunit follows integers of up to 64 bits; no check had failed so far
         --> prog.bpl:4:8
          |
        4 |   y := x * 16777216;
          |        ^^^^^^^^^^^^
          |
          = note: input: x = 4611686018427387904
        exit code 3
    "#]],
    );
    says(
        "run",
        &["--input", "x=9223372036854775808"],
        text,
        expect![[r#"
        warning: --input: the value 9223372036854775808 does not fit in 64 bits: -9223372036854775808 is used
        warning: the integer -154742504910672534362390528 needs more than 64 bits; whydunit follows integers of up to 64 bits; no check had failed so far
         --> prog.bpl:4:8
          |
        4 |   y := x * 16777216;
          |        ^^^^^^^^^^^^
          |
          = note: input: x = -9223372036854775808
        exit code 3
    "#]],
    );
    says(
        "run",
        &["--input", "x=92233720368547758080"],
        text,
        expect![[r#"
        error: --input x: whydunit follows integers of up to 64 bits
        exit code 2
    "#]],
    );
    says(
        "check",
        &[],
        text,
        expect![[r#"
            holds within bounds: integer inputs from -2^40 to 2^40, integers of up to 64
              bits (line 4 needs others)
              --input fixes an input, --requires narrows it; `whydunit help limits` says
                more
            exit code 0
        "#]],
    );
    let output = whydunit(&["check", "prog.bpl", "--format", "json"], text);
    let report = json_report(&output).expect("a report");
    assert_eq!((output.status.code(), &report["verdict"]), (Some(0), &json!("holds-within-bound")));
}

#[test]
fn keys_outside_of_the_window_of_a_map() {
    let text = "procedure main(k: int)
{
  var m: [int]int;
  m[k] := 1;
  assert m[k] == 1;
}
";
    says(
        "run",
        &["--input", "k=40"],
        text,
        expect![[r#"
        warning: index 40 of m is outside of the window 0..31 that is followed of a map; no check had failed so far
         --> prog.bpl:4:3
          |
        4 |   m[k] := 1;
          |   ^^^^
          |
          = note: inputs: k = 40, m = {0, ...} (32 elements)
        exit code 3
    "#]],
    );
    says(
        "check",
        &[],
        text,
        expect![[r#"
            holds within bounds: integer inputs from -2^40 to 2^40, the keys of maps that
              are followed (line 4 needs others)
              --input fixes an input, --requires narrows it; `whydunit help limits` says
                more
            exit code 0
        "#]],
    );
    says(
        "check",
        &["--input", "k=3"],
        text,
        expect![[r#"
            holds within bounds: integer inputs from -2^40 to 2^40
              --input fixes an input, --requires narrows it; `whydunit help limits` says
                more
            exit code 0
        "#]],
    );
}
