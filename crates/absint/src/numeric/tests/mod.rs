//! The numeric domains against enumeration: small boxes of integer vectors, what an operation makes of each of them, and
//! what the domain says about all of them.

mod equalities;
mod extremes;
mod interval;
mod linear;
mod octagon_exact;
mod octagon_sound;
mod widening;

use super::{Dim, Linear, Octagon};
use proptest::prelude::*;

/// The dimensions of the vectors.
const DIMS: [Dim; 3] = [Dim(3), Dim(5), Dim(9)];

/// Values of [`DIMS`].
type Vector = [i128; 3];

/// All vectors with components of at most `radius`.
fn cube(radius: i128) -> Vec<Vector> {
    let range = -radius..=radius;
    let mut vectors = Vec::new();
    for x in range.clone() {
        for y in range.clone() {
            vectors.extend(range.clone().map(|z| [x, y, z]));
        }
    }
    vectors
}

fn linear(coefficients: Vector, constant: i128) -> Linear {
    let terms = DIMS.into_iter().zip(coefficients).filter(|term| term.1 != 0).collect();
    Linear { terms, constant }
}

fn value(expression: &Linear, vector: &Vector) -> i128 {
    let product = |(dim, coefficient): &(Dim, i128)| {
        coefficient * vector[DIMS.iter().position(|d| d == dim).expect("should be one of DIMS")]
    };
    expression.constant + expression.terms.iter().map(product).sum::<i128>()
}

/// All `±x` and `±x ± y`.
fn forms() -> Vec<Linear> {
    cube(1)
        .into_iter()
        .filter(|signs| (1..=2).contains(&signs.iter().filter(|&&sign| sign != 0).count()))
        .map(|signs| linear(signs, 0))
        .collect()
}

fn contains(octagon: &Octagon, vector: &Vector) -> bool {
    forms().iter().all(|form| octagon.bounds_of(form).contains(value(form, vector)))
}

/// The first of `vectors` that is not in the octagon.
fn missing(octagon: &Octagon, vectors: &[Vector]) -> Option<Vector> {
    vectors.iter().find(|vector| !contains(octagon, vector)).copied()
}

/// A conjunction of `form <= bound`: the octagon, if it is not empty.
fn octagon(conditions: &[Linear]) -> Option<Octagon> {
    let mut octagon = Octagon::top();
    conditions.iter().all(|condition| octagon.constrain(condition)).then_some(octagon)
}

/// Those of `vectors` for which all `conditions` are at most zero.
fn satisfying(conditions: &[Linear], vectors: &[Vector]) -> Vec<Vector> {
    let holds = |vector: &&Vector| conditions.iter().all(|c| value(c, vector) <= 0);
    vectors.iter().filter(holds).copied().collect()
}

/// The least octagon around some vectors.
fn hull(vectors: &[Vector]) -> Octagon {
    let conditions: Vec<Linear> = forms()
        .into_iter()
        .map(|form| {
            let most = vectors.iter().map(|vector| value(&form, vector)).max();
            form.shift(-most.expect("should not be empty")).expect("should be small")
        })
        .collect();
    octagon(&conditions).expect("should not be empty")
}

/// Some conditions `±x ± y <= c`.
fn conditions() -> impl Strategy<Value = Vec<Linear>> {
    let condition = (0..forms().len(), -4i128..7)
        .prop_map(|(form, bound)| forms()[form].shift(-bound).expect("should be small"));
    proptest::collection::vec(condition, 0..6)
}

/// Some conditions `±x ± y <= c`, with those that put everything into the cube of this radius.
fn conditions_within(radius: i128) -> impl Strategy<Value = Vec<Linear>> {
    conditions().prop_map(move |mut conditions| {
        let single = forms().into_iter().filter(|form| form.terms.len() == 1);
        conditions.extend(single.map(|form| form.shift(-radius).expect("should be small")));
        conditions
    })
}

fn expression() -> impl Strategy<Value = Linear> {
    ([-2i128..3, -2i128..3, -3i128..4], -4i128..5)
        .prop_map(|(coefficients, constant)| linear(coefficients, constant))
}

/// `y + c` or `-y + c`.
fn unit_expression() -> impl Strategy<Value = Linear> {
    (0..DIMS.len(), any::<bool>(), -4i128..5).prop_map(|(at, negative, constant)| {
        let mut coefficients = [0; 3];
        coefficients[at] = if negative { -1 } else { 1 };
        linear(coefficients, constant)
    })
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
