//! Operators on integers.

use super::hold::hold;
use super::table::{Row, common, promoted};
use super::types::{
    BOOL, CHAR, ENUM, INT, INTEGERS, LONG, NEGATIVE_ENUM, SCHAR, SHORT, Scalar, UCHAR, UINT, ULONG,
    USHORT,
};

const ARITHMETIC: [&str; 8] = ["+", "-", "*", "/", "%", "&", "|", "^"];
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// Counts in and out of the range of every width.
fn counts(ty: Scalar) -> Vec<u64> {
    let counts: [i64; 16] = [0, 1, 5, 7, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, -1, -31];
    let mut counts: Vec<u64> = counts.iter().map(|&count| count as u64 & ty.mask()).collect();
    counts.dedup();
    counts
}

#[test]
fn arithmetic() {
    let mut rows = Vec::new();
    for ty in INTEGERS {
        for op in ARITHMETIC {
            let values = ty.boundary();
            rows.push(
                Row::new(&[ty, ty], promoted(ty), format!("a {op} b"))
                    .over(&[values.clone(), values]),
            );
        }
    }
    hold("arithmetic", &rows);
}

#[test]
fn comparisons() {
    let mut rows = Vec::new();
    for ty in INTEGERS.into_iter().chain([BOOL, CHAR, ENUM, NEGATIVE_ENUM]) {
        for op in COMPARISONS.into_iter().chain(["&&", "||"]) {
            rows.push(Row::new(&[ty, ty], INT, format!("a {op} b")).over(&[ty.few(), ty.few()]));
        }
    }
    hold("comparisons", &rows);
}

#[test]
fn shifts() {
    let mut rows = Vec::new();
    for ty in INTEGERS.into_iter().chain([BOOL]) {
        for count in [INT, ULONG] {
            for op in ["<<", ">>"] {
                let row = Row::new(&[ty, count], promoted(ty), format!("a {op} b"));
                rows.push(row.over(&[ty.few(), counts(count)]));
            }
        }
    }
    hold("shifts", &rows);
}

#[test]
fn unary() {
    let mut rows = Vec::new();
    for ty in INTEGERS.into_iter().chain([BOOL, CHAR, ENUM, NEGATIVE_ENUM]) {
        for op in ["-", "~", "+"] {
            rows.push(Row::new(&[ty], promoted(ty), format!("{op}a")).over(&[ty.boundary()]));
        }
        rows.push(Row::new(&[ty], INT, "!a").over(&[ty.boundary()]));
        for statement in ["a++;", "--a;"] {
            rows.push(Row::new(&[ty], ty, "a").after(statement).over(&[ty.boundary()]));
        }
    }
    hold("unary", &rows);
}

/// Operands of different types, compound assignments, and conditional expressions.
#[test]
fn mixed() {
    let pairs = [
        (INT, UINT),
        (INT, LONG),
        (UINT, LONG),
        (LONG, ULONG),
        (SCHAR, ULONG),
        (BOOL, INT),
        (ENUM, INT),
        (SHORT, USHORT),
        (UCHAR, SCHAR),
        (CHAR, UINT),
        (NEGATIVE_ENUM, UINT),
    ];
    let mut rows = Vec::new();
    for (a, b) in pairs {
        let values = [a.few(), b.few()];
        for op in ["+", "-", "*", "/", "%", "^"] {
            rows.push(Row::new(&[a, b], common(a, b), format!("a {op} b")).over(&values));
        }
        for op in ["<", "==", ">="] {
            rows.push(Row::new(&[a, b], INT, format!("a {op} b")).over(&values));
        }
        for op in ["+", "-", "*", "/", "%", "|", "<<", ">>"] {
            rows.push(Row::new(&[a, b], a, "a").after(&format!("a {op}= b;")).over(&values));
        }
        rows.push(Row::new(&[a, b], common(a, b), "a ? a : b").over(&values));
        rows.push(Row::new(&[a, b], INT, "b && a / b > 1").over(&values));
        rows.push(Row::new(&[a, b], INT, "!b || a % b == 1").over(&values));
    }
    hold("mixed", &rows);
}
