//! Operators on floating numbers, bit by bit.

use super::hold::hold;
use super::table::{Row, common};
use super::types::{DOUBLE, FLOAT, INT, LONG, Scalar, UINT, ULONG};

/// Numbers of every kind, fewer than for conversions: the tables are squares.
fn values(ty: Scalar) -> Vec<u64> {
    let numbers =
        [0.0, -0.0, 1.0, -1.5, 0.1, 3e9, f64::INFINITY, f64::NEG_INFINITY, 1e-30, 16_777_217.0];
    if ty.bits == 64 {
        let special = [f64::MAX.to_bits(), 1, 0x7ff8_0000_0000_0000, 0xfff8_0000_0000_0007];
        return numbers.iter().map(|value| value.to_bits()).chain(special).collect();
    }
    let singles = numbers.iter().map(|&value| (value as f32).to_bits());
    singles.chain([f32::MAX.to_bits(), 1, 0x7fc0_0000, 0xffc0_0007]).map(u64::from).collect()
}

#[test]
fn operators() {
    let mut rows = Vec::new();
    let pairs = [
        (DOUBLE, DOUBLE),
        (FLOAT, FLOAT),
        (FLOAT, DOUBLE),
        (DOUBLE, INT),
        (FLOAT, LONG),
        (ULONG, FLOAT),
        (UINT, DOUBLE),
    ];
    for (a, b) in pairs {
        let of = |ty: Scalar| if ty.is_float() { values(ty) } else { ty.few() };
        for op in ["+", "-", "*", "/"] {
            rows.push(Row::new(&[a, b], common(a, b), format!("a {op} b")).over(&[of(a), of(b)]));
        }
        for op in ["==", "!=", "<", "<=", ">", ">=", "&&", "||"] {
            rows.push(Row::new(&[a, b], INT, format!("a {op} b")).over(&[of(a), of(b)]));
        }
        for op in ["+", "*"] {
            let row = Row::new(&[a, b], a, "a").after(&format!("a {op}= b;"));
            rows.push(row.over(&[of(a), of(b)]));
        }
    }
    for ty in [FLOAT, DOUBLE] {
        rows.push(Row::new(&[ty], ty, "-a").over(&[ty.boundary()]));
        rows.push(Row::new(&[ty], ty, "a").after("a++;").over(&[ty.boundary()]));
        rows.push(Row::new(&[ty], INT, "!a").over(&[ty.boundary()]));
        rows.push(Row::new(&[ty], INT, "a ? 3 : 4").over(&[ty.boundary()]));
    }
    hold("floats", &rows);
}
