//! Sizes of the circuits: terms, and gates when these are turned into gates. They decide how fast a solver is, so growth
//! should be seen.

use std::fmt::Write;

use expect_test::{Expect, expect};

use super::gates;
use crate::{Op, Term, Terms};

fn check(rows: &[(&str, Op, &[Operand])], expected: Expect) {
    let mut table = String::new();
    for &(name, op, operands) in rows {
        let mut terms = Terms::new();
        let mut names = ["a", "b"].iter();
        let operands: Vec<Term> = operands
            .iter()
            .map(|operand| match *operand {
                Operand::Free(width) => {
                    let name = names.next().expect("there should be a name left");
                    terms.variable_bits(name, width)
                }
                Operand::Fixed(width, value) => terms.bits(width, value),
            })
            .collect();
        let root = terms.apply(op, &operands);
        let lowered = terms.lower_floats(&[root])[0];
        let (size, gates) = (terms.size(lowered), gates::count(&terms, lowered));
        writeln!(table, "{name:<22}{size:>5} terms{gates:>6} gates").expect("strings take all");
    }
    expected.assert_eq(&table);
}

#[derive(Clone, Copy)]
enum Operand {
    Free(u32),
    Fixed(u32, u128),
}

use Operand::{Fixed, Free};

#[test]
fn binary32() {
    let pair = &[Free(32), Free(32)];
    check(
        &[
            ("add", Op::FAdd, pair),
            ("subtract", Op::FSub, pair),
            ("multiply", Op::FMul, pair),
            ("divide", Op::FDiv, pair),
            ("equal", Op::FEq, pair),
            ("less", Op::FLt, pair),
            ("less or equal", Op::FLe, pair),
            ("to binary64", Op::FConvert(64), &[Free(32)]),
            ("from 32 bits", Op::FFromUnsigned(32), &[Free(32)]),
            ("from 32 bits, signed", Op::FFromSigned(32), &[Free(32)]),
            ("from 64 bits, signed", Op::FFromSigned(32), &[Free(64)]),
            ("to 32 bits", Op::FToUnsigned(32), &[Free(32)]),
            ("to 32 bits, signed", Op::FToSigned(32), &[Free(32)]),
            ("to 64 bits, signed", Op::FToSigned(64), &[Free(32)]),
        ],
        expect![[r#"
            add                     234 terms   919 gates
            subtract                235 terms   919 gates
            multiply                246 terms  2559 gates
            divide                  502 terms  2728 gates
            equal                    24 terms   103 gates
            less                     36 terms   146 gates
            less or equal            32 terms   146 gates
            to binary64              82 terms   286 gates
            from 32 bits             64 terms   271 gates
            from 32 bits, signed     69 terms   364 gates
            from 64 bits, signed     77 terms   750 gates
            to 32 bits               52 terms   234 gates
            to 32 bits, signed       53 terms   336 gates
            to 64 bits, signed       58 terms   591 gates
        "#]],
    );
}

#[test]
fn binary64() {
    let pair = &[Free(64), Free(64)];
    check(
        &[
            ("add", Op::FAdd, pair),
            ("subtract", Op::FSub, pair),
            ("multiply", Op::FMul, pair),
            ("divide", Op::FDiv, pair),
            ("equal", Op::FEq, pair),
            ("less", Op::FLt, pair),
            ("less or equal", Op::FLe, pair),
            ("to binary32", Op::FConvert(32), &[Free(64)]),
            ("from 32 bits, signed", Op::FFromSigned(64), &[Free(32)]),
            ("from 64 bits", Op::FFromUnsigned(64), &[Free(64)]),
            ("from 64 bits, signed", Op::FFromSigned(64), &[Free(64)]),
            ("to 32 bits, signed", Op::FToSigned(32), &[Free(64)]),
            ("to 64 bits", Op::FToUnsigned(64), &[Free(64)]),
            ("to 64 bits, signed", Op::FToSigned(64), &[Free(64)]),
        ],
        expect![[r#"
            add                     264 terms  1908 gates
            subtract                265 terms  1908 gates
            multiply                274 terms 10221 gates
            divide                  849 terms 10573 gates
            equal                    24 terms   202 gates
            less                     36 terms   280 gates
            less or equal            32 terms   280 gates
            to binary32             112 terms   406 gates
            from 32 bits, signed     58 terms   294 gates
            from 64 bits             73 terms   596 gates
            from 64 bits, signed     78 terms   785 gates
            to 32 bits, signed       50 terms   361 gates
            to 64 bits               57 terms   525 gates
            to 64 bits, signed       58 terms   725 gates
        "#]],
    );
}

/// With one operand known.
#[test]
fn binary32_constants() {
    let one = Fixed(32, 0x3F80_0000);
    let two = Fixed(32, 0x4000_0000);
    let ten = Fixed(32, 0x4120_0000);
    check(
        &[
            ("add 1", Op::FAdd, &[Free(32), one]),
            ("subtract from 1", Op::FSub, &[one, Free(32)]),
            ("multiply by 2", Op::FMul, &[Free(32), two]),
            ("multiply by 10", Op::FMul, &[Free(32), ten]),
            ("divide by 2", Op::FDiv, &[Free(32), two]),
            ("divide by 10", Op::FDiv, &[Free(32), ten]),
            ("less than 0", Op::FLt, &[Free(32), Fixed(32, 0)]),
            ("less than 1", Op::FLt, &[Free(32), one]),
            ("equal to 0", Op::FEq, &[Free(32), Fixed(32, 0)]),
        ],
        expect![[r#"
            add 1                   213 terms   840 gates
            subtract from 1         213 terms   825 gates
            multiply by 2           154 terms   576 gates
            multiply by 10          182 terms   675 gates
            divide by 2             157 terms   608 gates
            divide by 10            437 terms   870 gates
            less than 0              21 terms    50 gates
            less than 1              18 terms    43 gates
            equal to 0                4 terms    30 gates
        "#]],
    );
}
