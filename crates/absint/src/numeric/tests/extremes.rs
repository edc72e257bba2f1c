//! Numbers at the ends of what can be represented: bounds get weaker there, never wrong, and nothing overflows.

use super::super::Interval;
use super::*;

const NUMBERS: [i128; 13] = [
    i128::MIN,
    i128::MIN + 1,
    i128::MIN / 2,
    i64::MIN as i128,
    -2,
    -1,
    1,
    3,
    u64::MAX as i128,
    1 << 125,
    i128::MAX / 2,
    i128::MAX - 1,
    i128::MAX,
];

fn number() -> impl Strategy<Value = i128> {
    proptest::sample::select(&NUMBERS[..])
}

/// Mostly small coefficients, so that large numbers meet.
fn coefficient() -> impl Strategy<Value = i128> {
    prop_oneof![3 => -1i128..2, 1 => number()]
}

fn expression() -> impl Strategy<Value = Linear> {
    ([coefficient(), coefficient(), coefficient()], number())
        .prop_map(|(coefficients, constant)| linear(coefficients, constant))
}

fn checked_value(expression: &Linear, vector: &Vector) -> Option<i128> {
    expression.terms.iter().try_fold(expression.constant, |total, (dim, coefficient)| {
        let at = DIMS.iter().position(|d| d == dim)?;
        total.checked_add(coefficient.checked_mul(vector[at])?)
    })
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn octagons(
        mut vector in [number(), number(), number()],
        steps in proptest::collection::vec((0..5u8, 0..3usize, expression()), 1..10),
    ) {
        let mut octagon = Octagon::top();
        for (kind, at, e) in steps {
            let (dim, result) = (DIMS[at], checked_value(&e, &vector));
            let before = octagon.clone();
            match (kind, result) {
                (0 | 1, Some(result)) => {
                    octagon.assign(dim, &e);
                    vector[at] = result;
                }
                (2, Some(result)) if result <= 0 => prop_assert!(octagon.constrain(&e)),
                (3, _) => {
                    octagon.assign_interval(dim, Interval::point(vector[at]));
                }
                // The vector is after the assignment, if that can be so.
                (4, _) if vector[at] == 1 && result == Some(1) => {
                    prop_assert!(octagon.substitute(dim, &e));
                }
                _ => {
                    let _ = octagon.clone().constrain(&e);
                    let _ = octagon.clone().substitute(dim, &e);
                    octagon.clone().assign(dim, &e);
                }
            }
            for form in forms().iter().chain([&e]) {
                if let Some(value) = checked_value(form, &vector) {
                    let bounds = octagon.bounds_of(form);
                    prop_assert!(bounds.contains(value), "{:?} not in {:?}: {:?}", value, bounds, form);
                }
            }
            for around in [octagon.join(&before), before.widen(&octagon, &NUMBERS)] {
                prop_assert!(octagon.is_subset_of(&around) && before.is_subset_of(&around));
            }
            let _ = (octagon.constraints(), before.meet(&octagon), before.narrow(&octagon));
        }
    }

    #[test]
    fn intervals(a in [number(), number()], b in [number(), number()], bits in 1u8..129, signed: bool) {
        let interval = |ends: [i128; 2]| Interval::new(ends[0].min(ends[1]), ends[0].max(ends[1]));
        let (one, two) = (interval(a), interval(b));
        let exact = [
            (one.add(two), i128::checked_add as fn(i128, i128) -> Option<i128>),
            (one.sub(two), i128::checked_sub),
            (one.mul(two), i128::checked_mul),
            (one.div(two).unwrap_or(Interval::TOP), i128::checked_div),
            (one.rem(two).unwrap_or(Interval::TOP), i128::checked_rem),
            (one.bit_and(two), |x, y| Some(x & y)),
            (one.bit_or(two), |x, y| Some(x | y)),
            (one.bit_xor(two), |x, y| Some(x ^ y)),
            (one.neg(), |x, _| x.checked_neg()),
            (one.bit_not(), |x, _| Some(!x)),
            (one.shr(two), |x, y| Some(x >> y.clamp(0, 127))),
        ];
        let inside = |value: &i128, interval: Interval| interval.contains(*value);
        for x in NUMBERS.into_iter().filter(|x| inside(x, one)) {
            for y in NUMBERS.into_iter().filter(|y| inside(y, two)) {
                for (at, (result, operation)) in exact.iter().enumerate() {
                    if let Some(value) = operation(x, y) {
                        prop_assert!(result.contains(value), "operation {}: {} and {}", at, x, y);
                    }
                }
            }
            let reduced = match (bits, signed) {
                (128, _) => x,
                (_, true) => (x << (128 - bits)) >> (128 - bits),
                (_, false) => x & ((1u128 << bits) - 1).cast_signed(),
            };
            if bits < 128 || signed {
                prop_assert!(one.wrap(bits, signed).contains(reduced), "{} to {} bits", x, bits);
            }
        }
    }
}
