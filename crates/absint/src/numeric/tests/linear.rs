//! Linear expressions mean what their values say.

use super::*;

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn arithmetic_is_that_of_values(
        a in expression(), b in expression(), by in -3i128..4, at in 0..3usize,
    ) {
        let total = a.add(&b).expect("should be small");
        let difference = a.sub(&b).expect("should be small");
        let scaled = a.scale(by).expect("should be small");
        let shifted = a.shift(by).expect("should be small");
        let substituted = a.substitute(DIMS[at], &b).expect("should be small");
        for vector in cube(1) {
            let (x, y) = (value(&a, &vector), value(&b, &vector));
            prop_assert_eq!(value(&total, &vector), x + y);
            prop_assert_eq!(value(&difference, &vector), x - y);
            prop_assert_eq!(value(&scaled, &vector), by * x);
            prop_assert_eq!(value(&shifted, &vector), x + by);
            let mut changed = vector;
            changed[at] = y;
            prop_assert_eq!(value(&substituted, &vector), value(&a, &changed));
        }
        for result in [total, difference, scaled, substituted] {
            prop_assert!(result.terms.is_sorted_by(|a, b| a.0 < b.0));
            prop_assert!(result.terms.iter().all(|term| term.1 != 0));
        }
    }
}

#[test]
fn forms() {
    let [x, y, _] = DIMS;
    let both = Linear::dim(x).sub(&Linear::dim(y)).and_then(|e| e.shift(4)).expect("is small");
    assert_eq!(both.as_dim_plus(), None);
    assert_eq!(both.as_constant(), None);
    assert_eq!((both.coefficient(y), both.mentions(x), both.mentions(DIMS[2])), (-1, true, false));
    let negated = both.sub(&Linear::dim(x)).expect("is small");
    assert_eq!(negated.as_dim_plus(), Some((y, true, 4)));
    assert_eq!(negated.add(&Linear::dim(y)), Some(Linear::constant(4)));
    assert_eq!(Linear::constant(4).as_constant(), Some(4));
    assert_eq!(Linear::dim(x).scale(0), Some(Linear::constant(0)));
}

#[test]
fn overflow_is_none() {
    let most = Linear::constant(i128::MAX);
    assert_eq!(most.shift(1), None);
    assert_eq!(most.add(&Linear::constant(1)), None);
    assert_eq!(Linear::constant(0).sub(&Linear::constant(i128::MIN)), None);
    assert_eq!(Linear::dim(DIMS[0]).scale(i128::MAX).and_then(|e| e.scale(2)), None);
}
