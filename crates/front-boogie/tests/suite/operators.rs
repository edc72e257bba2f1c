//! Every operator on numbers against arithmetic done by hand.

use whydunit_front_boogie::{Compiled, Options};
use whydunit_interp::{Config, Ending, InputValue, InputValues, NoObserver, RunSpec, run};

use crate::running::compiled;

/// What a procedure `f` with parameters `x` and `y` returns, as it is stored.
fn result(compiled: &Compiled, x: i128, y: i128) -> u64 {
    let mut inputs = InputValues::new();
    inputs.set("x", InputValue::Int(x));
    inputs.set("y", InputValue::Int(y));
    let spec = RunSpec { inputs, ..RunSpec::new(compiled.start) };
    let config = Config::default();
    let result = run(&compiled.program, &spec, &config, &mut |_, _| {}, &mut NoObserver);
    assert_eq!(result.ending, Ending::Finished { exit_code: 0 }, "{x}, {y}");
    result.returned.expect("the procedure should return a number")
}

fn mask(width: u32) -> u128 {
    (1 << width) - 1
}

/// The number that the bits stand for with their sign.
fn signed(bits: u128, width: u32) -> i128 {
    if bits >> (width - 1) == 1 { bits as i128 - (1 << width) } else { bits as i128 }
}

type Meaning = fn(u128, u128, u32) -> u128;

/// The functions of SMT-LIB on two vectors of one width, by their definitions.
const VECTORS: &[(&str, Meaning)] = &[
    ("bvadd", |x, y, _| x + y),
    ("bvsub", |x, y, w| x + (1 << w) - y),
    ("bvmul", |x, y, _| x.wrapping_mul(y)),
    ("bvand", |x, y, _| x & y),
    ("bvor", |x, y, _| x | y),
    ("bvxor", |x, y, _| x ^ y),
    ("bvnand", |x, y, _| !(x & y)),
    ("bvnor", |x, y, _| !(x | y)),
    ("bvxnor", |x, y, _| !(x ^ y)),
    ("bvudiv", |x, y, w| x.checked_div(y).unwrap_or(mask(w))),
    ("bvurem", |x, y, _| x.checked_rem(y).unwrap_or(x)),
    ("bvsdiv", |x, y, w| {
        let (a, b) = (signed(x, w), signed(y, w));
        match (a, b) {
            (0.., 0) => mask(w),
            (_, 0) => 1,
            _ => (a / b) as u128,
        }
    }),
    ("bvsrem", |x, y, w| {
        let (a, b) = (signed(x, w), signed(y, w));
        (if b == 0 { a } else { a % b }) as u128
    }),
    ("bvsmod", |x, y, w| {
        let (a, b) = (signed(x, w), signed(y, w));
        let remainder = if b == 0 { a } else { a % b };
        let differs = b != 0 && remainder != 0 && (remainder < 0) != (b < 0);
        (if differs { remainder + b } else { remainder }) as u128
    }),
    ("bvshl", |x, y, w| if y >= w.into() { 0 } else { x << y }),
    ("bvlshr", |x, y, w| if y >= w.into() { 0 } else { x >> y }),
    ("bvashr", |x, y, w| (signed(x, w) >> y.min(w.into())) as u128),
];

const COMPARISONS: &[(&str, Meaning)] = &[
    ("bvult", |x, y, _| u128::from(x < y)),
    ("bvule", |x, y, _| u128::from(x <= y)),
    ("bvugt", |x, y, _| u128::from(x > y)),
    ("bvuge", |x, y, _| u128::from(x >= y)),
    ("bvslt", |x, y, w| u128::from(signed(x, w) < signed(y, w))),
    ("bvsle", |x, y, w| u128::from(signed(x, w) <= signed(y, w))),
    ("bvsgt", |x, y, w| u128::from(signed(x, w) > signed(y, w))),
    ("bvsge", |x, y, w| u128::from(signed(x, w) >= signed(y, w))),
];

/// Values at which something changes.
fn interesting(width: u32) -> Vec<u128> {
    let top = 1u128 << (width - 1);
    let mut values = vec![0, 1, 2, 3, 5, 7, u128::from(width), u128::from(width) - 1, top, top - 1];
    values.extend([top + 1, mask(width), mask(width) - 1, mask(width) / 3]);
    values.iter_mut().for_each(|value| *value &= mask(width));
    values.sort_unstable();
    values.dedup();
    values
}

#[test]
fn bit_vectors_are_those_of_smt_lib() {
    let mut compared = 0;
    for width in [1, 4, 8, 13, 16, 31, 32, 33, 64] {
        for (table, ty) in [(VECTORS, format!("bv{width}")), (COMPARISONS, "bool".into())] {
            for (name, meaning) in table {
                let text = format!(
                    "function {{:bvbuiltin \"{name}\"}} op(x: bv{width}, y: bv{width}): {ty};\n\
                     procedure f(x: bv{width}, y: bv{width}) returns (r: {ty}) {{ r := op(x, y); }}"
                );
                let compiled = compiled("op.bpl", &text, &Options::default());
                for &x in &interesting(width) {
                    for &y in &interesting(width) {
                        let expected = meaning(x, y, width) & mask(width);
                        let found = result(&compiled, x as i128, y as i128);
                        assert_eq!(u128::from(found), expected, "{name} of bv{width} {x}, {y}");
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn vectors_are_cut_and_joined() {
    let x = 0xdead_beef_u64;
    for (expr, ty, expected) in [
        ("x[8:0]", "bv8", 0xef),
        ("x[32:28]", "bv4", 0xd),
        ("x[17:3]", "bv14", x >> 3 & 0x3fff),
        ("x[32:16] ++ x[16:0]", "bv32", x),
        ("x[16:0] ++ x[32:16]", "bv32", 0xbeef_dead),
        ("x ++ x", "bv64", x << 32 | x),
        ("x[4:0] ++ 5bv3", "bv7", 0xf << 3 | 5),
        ("neg(x)", "bv32", 0x2152_4111),
        ("inv(x)", "bv32", 0x2152_4110),
        ("zext(x[8:0])", "bv20", 0xef),
        ("sext(x[8:0])", "bv20", 0xfffef),
        ("left(x)", "bv32", 0xadbe_efde),
        ("right(x)", "bv32", 0xeefd_eadb),
        ("nat(300)", "bv8", 44),
        ("nat(-1)", "bv8", 255),
        ("num(x[8:0])", "int", 0xef),
    ] {
        let text = format!(
            "function {{:bvbuiltin \"bvneg\"}} neg(x: bv32): bv32;
             function {{:bvbuiltin \"bvnot\"}} inv(x: bv32): bv32;
             function {{:bvbuiltin \"zero_extend 12\"}} zext(x: bv8): bv20;
             function {{:bvbuiltin \"sign_extend 12\"}} sext(x: bv8): bv20;
             function {{:bvbuiltin \"(_ rotate_left 8)\"}} left(x: bv32): bv32;
             function {{:bvbuiltin \"(_ rotate_right 12)\"}} right(x: bv32): bv32;
             function {{:bvbuiltin \"(_ int2bv 8)\"}} nat(x: int): bv8;
             function {{:bvbuiltin \"bv2int\"}} num(x: bv8): int;
             procedure f(x: bv32, y: int) returns (r: {ty}) {{ r := {expr}; assume y == y; }}"
        );
        let compiled = compiled("cut.bpl", &text, &Options::default());
        assert_eq!(result(&compiled, x.into(), 0), expected, "{expr}");
    }
}

#[test]
fn integers_are_divided_as_smt_lib_does() {
    let compile = |op: &str| {
        let text = format!("procedure f(x: int, y: int) returns (r: int) {{ r := x {op} y; }}");
        compiled("int.bpl", &text, &Options::default())
    };
    let (division, remainder) = (compile("div"), compile("mod"));
    // dividend, divisor, quotient, remainder
    for (x, y, q, r) in [
        (7, 2, 3, 1),
        (-7, 2, -4, 1),
        (7, -2, -3, 1),
        (-7, -2, 4, 1),
        (6, 3, 2, 0),
        (-6, 3, -2, 0),
        (6, -3, -2, 0),
        (-6, -3, 2, 0),
        (0, 5, 0, 0),
        (0, -5, 0, 0),
        (1, 5, 0, 1),
        (-1, 5, -1, 4),
        (1, -5, 0, 1),
        (-1, -5, 1, 4),
        (i64::MAX, 10, 922_337_203_685_477_580, 7),
        (i64::MIN, 10, -922_337_203_685_477_581, 2),
    ] {
        assert_eq!(result(&division, x.into(), y.into()) as i64, q, "{x} div {y}");
        assert_eq!(result(&remainder, x.into(), y.into()) as i64, r, "{x} mod {y}");
    }
}

#[test]
fn integers_and_truth_values() {
    type Relation = fn(i64, i64) -> bool;
    let table: &[(&str, Relation)] = &[
        ("x < y", |x, y| x < y),
        ("x <= y", |x, y| x <= y),
        ("x > y", |x, y| x > y),
        ("x >= y", |x, y| x >= y),
        ("x == y", |x, y| x == y),
        ("x != y", |x, y| x != y),
        ("x + y == x - y", |x, y| x + y == x - y),
        ("x * y >= -x", |x, y| x * y >= -x),
        ("x > 0 && y > 0", |x, y| x > 0 && y > 0),
        ("x > 0 || y > 0", |x, y| x > 0 || y > 0),
        ("x > 0 ==> y > 0", |x, y| x <= 0 || y > 0),
        ("x > 0 <== y > 0", |x, y| x > 0 || y <= 0),
        ("x > 0 <==> y > 0", |x, y| (x > 0) == (y > 0)),
        ("(x > 0) != (y > 0)", |x, y| (x > 0) != (y > 0)),
        ("!(x > y)", |x, y| x <= y),
        ("(if x > y then x else y) == x", |x, y| x >= y),
        ("x > 0 ==> y > 0 ==> x > y", |x, y| x <= 0 || y <= 0 || x > y),
    ];
    for (expr, meaning) in table {
        let text = format!("procedure f(x: int, y: int) returns (r: bool) {{ r := {expr}; }}");
        let compiled = compiled("bool.bpl", &text, &Options::default());
        for x in -3..=3 {
            for y in -3..=3 {
                let found = result(&compiled, x.into(), y.into());
                assert_eq!(found, u64::from(meaning(x, y)), "{expr} for {x}, {y}");
            }
        }
    }
}
