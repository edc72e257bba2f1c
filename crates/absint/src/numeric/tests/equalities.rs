//! Equations against vectors that they have to hold for.

use super::super::equalities::Equalities;
use super::super::{Dim, Linear};

const DIMS: usize = 4;

fn form(terms: &[(usize, i128)], constant: i128) -> Linear {
    let mut sum = Linear::constant(constant);
    for (dim, factor) in terms {
        let term = Linear::dim(Dim(*dim as u32)).scale(*factor).expect("small numbers");
        sum = sum.add(&term).expect("small numbers");
    }
    sum
}

fn value(form: &Linear, vector: &[i128; DIMS]) -> i128 {
    form.terms.iter().fold(form.constant, |sum, (dim, f)| sum + f * vector[dim.0 as usize])
}

/// Numbers that only depend on where one starts.
fn next(seed: &mut u64, below: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % below
}

#[test]
fn counting_up_and_down() {
    let (n, up, down) = (0, 1, 2);
    let mut head = Equalities::default();
    head.assign(Dim(1), &form(&[], 0));
    head.assign(Dim(2), &form(&[(n, 1)], 0));
    let mut turn = head.clone();
    turn.assign(Dim(1), &form(&[(up, 1)], 1));
    turn.assign(Dim(2), &form(&[(down, 1)], -1));
    let joined = head.join(&turn);
    assert_eq!(joined.rows(), [form(&[(n, -1), (up, 1), (down, 1)], 0)]);
    let mut again = joined.clone();
    again.assign(Dim(1), &form(&[(up, 1)], 1));
    again.assign(Dim(2), &form(&[(down, 1)], -1));
    assert_eq!(again, joined);
    let mut end = joined;
    end.add(&form(&[(down, 1)], 0));
    assert!(end.imply(&form(&[(up, 1), (n, -1)], 0)));
    end.forget(Dim(2));
    assert!(end.imply(&form(&[(up, 1), (n, -1)], 0)));
    end.forget(Dim(0));
    assert!(end.rows().is_empty());
}

/// One thing after the other is done to the equations and to vectors.
#[test]
fn no_vector_is_lost() {
    let (mut seed, mut rows) = (7, 0);
    for _ in 0..3_000 {
        let start = [0; 4].map(|_: i128| i128::from(next(&mut seed, 9)) - 4);
        let mut vectors = vec![start];
        let mut known = Equalities::default();
        for (dim, value) in start.iter().enumerate() {
            known.add(&form(&[(dim, 1)], -value));
        }
        let mut apart: Option<(Equalities, Vec<[i128; DIMS]>)> = None;
        for _ in 0..12 {
            let dim = next(&mut seed, DIMS as u64) as usize;
            match next(&mut seed, 6) {
                0 => {
                    let given = i128::from(next(&mut seed, 50));
                    known.forget(Dim(dim as u32));
                    let other = vectors.iter().map(|vector| {
                        let mut vector = *vector;
                        vector[dim] = given;
                        vector
                    });
                    let other: Vec<_> = other.collect();
                    vectors.extend(other);
                }
                1 => match apart.take() {
                    None => apart = Some((known.clone(), vectors.clone())),
                    Some((other, others)) => {
                        known = known.join(&other);
                        vectors.extend(others);
                    }
                },
                _ => {
                    let other = next(&mut seed, DIMS as u64) as usize;
                    let factors = [-2, -1, 0, 1, 3];
                    let (a, b) = (
                        factors[next(&mut seed, 5) as usize],
                        factors[next(&mut seed, 5) as usize],
                    );
                    let value_of = form(&[(dim, a), (other, b)], i128::from(next(&mut seed, 5)));
                    known.assign(Dim(dim as u32), &value_of);
                    for vector in &mut vectors {
                        vector[dim] = value(&value_of, vector);
                    }
                }
            }
            vectors.truncate(64);
            for row in known.rows() {
                rows += 1;
                assert!(vectors.iter().all(|vector| value(row, vector) == 0), "{row:?}");
            }
        }
    }
    assert!(rows > 10_000);
}
