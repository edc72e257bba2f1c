//! Intervals against enumeration, with negative, mixed and open ends.

use super::super::Interval;

const OPEN: (i128, i128) = (i128::MIN, i128::MAX);

/// All intervals with ends in `-radius..=radius`.
fn small(radius: i128) -> Vec<Interval> {
    (-radius..=radius)
        .flat_map(|low| (low..=radius).map(move |high| Interval::new(low, high)))
        .collect()
}

/// Intervals with at least one open end.
fn open(radius: i128) -> Vec<Interval> {
    (-radius..=radius)
        .flat_map(|end| [Interval::new(OPEN.0, end), Interval::new(end, OPEN.1)])
        .chain([Interval::TOP])
        .collect()
}

/// Values of an interval that are not far from zero.
fn values(interval: Interval) -> std::ops::RangeInclusive<i128> {
    interval.low.max(-24)..=interval.high.min(24)
}

fn hull(values: impl IntoIterator<Item = i128>) -> Option<Interval> {
    values.into_iter().map(Interval::point).reduce(Interval::join)
}

type Operation =
    (&'static str, fn(Interval, Interval) -> Option<Interval>, fn(i128, i128) -> Option<i128>);

/// Operations whose results are the least intervals.
const EXACT: [Operation; 10] = [
    ("add", |a, b| Some(a.add(b)), |x, y| Some(x + y)),
    ("sub", |a, b| Some(a.sub(b)), |x, y| Some(x - y)),
    ("mul", |a, b| Some(a.mul(b)), |x, y| Some(x * y)),
    ("div", Interval::div, i128::checked_div),
    ("shl", |a, b| Some(a.shl(b)), |x, y| Some(x << y.max(0))),
    ("shr", |a, b| Some(a.shr(b)), |x, y| Some(x >> y.max(0))),
    ("and", |a, b| Some(a.bit_and(b)), |x, y| Some(x & y)),
    ("or", |a, b| Some(a.bit_or(b)), |x, y| Some(x | y)),
    ("xor", |a, b| Some(a.bit_xor(b)), |x, y| Some(x ^ y)),
    ("join", |a, b| Some(a.join(b)), |x, _| Some(x)),
];

const REM: Operation = ("rem", Interval::rem, i128::checked_rem);

fn results(operation: &Operation, a: Interval, b: Interval) -> impl Iterator<Item = i128> {
    values(a).flat_map(move |x| values(b).filter_map(move |y| (operation.2)(x, y)))
}

#[test]
fn least_results_of_bounded_operands() {
    let operands = small(6);
    for operation in &EXACT[..9] {
        for &a in &operands {
            for &b in &operands {
                let expected = hull(results(operation, a, b));
                assert_eq!((operation.1)(a, b), expected, "{} of {a:?} and {b:?}", operation.0);
            }
        }
    }
}

#[test]
fn bits_of_wider_ranges() {
    let ends: [i128; 9] = [-70, -33, -32, -5, 0, 3, 21, 64, 79];
    let operands: Vec<Interval> = ends
        .iter()
        .flat_map(|&low| ends.iter().filter_map(move |&high| Interval::checked(low, high)))
        .collect();
    for operation in EXACT.iter().filter(|operation| ["and", "or", "xor"].contains(&operation.0)) {
        for &a in &operands {
            for &b in &operands {
                let all = (a.low..=a.high)
                    .flat_map(|x| (b.low..=b.high).filter_map(move |y| (operation.2)(x, y)));
                assert_eq!((operation.1)(a, b), hull(all), "{} of {a:?} and {b:?}", operation.0);
            }
        }
    }
}

#[test]
fn remainders() {
    let operands = small(9);
    for &a in &operands {
        for &b in &operands {
            let expected = hull(results(&REM, a, b));
            let result = a.rem(b);
            assert_eq!(result.is_some(), expected.is_some(), "{a:?} % {b:?}");
            if let (Some(result), Some(expected)) = (result, expected) {
                assert!(expected.is_subset_of(result), "{a:?} % {b:?}: {result:?}");
                if b.as_point().is_some() {
                    assert_eq!(result, expected, "{a:?} % {b:?}");
                }
            }
        }
    }
}

#[test]
fn open_operands() {
    let all: Vec<Interval> = open(3).into_iter().chain(small(3)).collect();
    for operation in EXACT.iter().chain([&REM]) {
        for &a in &all {
            for &b in &all {
                let result = (operation.1)(a, b);
                let name = operation.0;
                for x in results(operation, a, b) {
                    let result = result.expect("should have a result");
                    assert!(
                        result.contains(x),
                        "{name} of {a:?} and {b:?}: {result:?} without {x}"
                    );
                }
            }
        }
    }
}

#[test]
fn ends_that_are_left_open_have_to_be() {
    let (below, above) = (|high| Interval::new(OPEN.0, high), |low| Interval::new(low, OPEN.1));
    assert_eq!(above(3).add(Interval::new(-1, 4)), above(2));
    assert_eq!(above(3).sub(above(0)), Interval::TOP);
    assert_eq!(above(3).neg(), below(-3));
    assert_eq!(above(3).mul(Interval::new(-2, -1)), below(-3));
    assert_eq!(above(3).mul(Interval::point(0)), Interval::point(0));
    assert_eq!(above(7).div(Interval::new(2, 3)), Some(above(2)));
    assert_eq!(Interval::new(-7, 9).div(above(2)), Some(Interval::new(-3, 4)));
    assert_eq!(Interval::TOP.rem(Interval::point(8)), Some(Interval::new(-7, 7)));
    assert_eq!(above(0).rem(Interval::TOP), Some(above(0)));
    assert_eq!(Interval::point(5).rem(Interval::point(0)), None);
    assert_eq!(above(0).bit_and(Interval::new(0, 12)), Interval::new(0, 12));
    assert_eq!(Interval::TOP.bit_and(Interval::new(0, 12)), Interval::new(0, 12));
    assert_eq!(above(0).bit_or(Interval::new(2, 12)), above(2));
    assert_eq!(Interval::TOP.bit_or(Interval::new(-4, -1)), Interval::new(-4, -1));
    assert_eq!(below(-1).bit_xor(above(0)), below(-1));
    assert_eq!(above(9).shr(Interval::point(2)), above(2));
    assert_eq!(below(-1).shl(Interval::new(1, 200)), below(-2));
    assert_eq!(below(9).bit_not(), above(-10));
}

#[test]
fn results_beyond_the_range_are_open() {
    let most = Interval::point(i128::MAX - 1);
    assert_eq!(most.add(Interval::point(7)).high, OPEN.1);
    assert_eq!(most.add(Interval::point(7)).as_point(), None);
    assert_eq!(most.neg().sub(Interval::point(7)).low, OPEN.0);
    assert_eq!(most.mul(Interval::point(-3)).low, OPEN.0);
    assert_eq!(most.mul(most).high, OPEN.1);
    assert_eq!(Interval::new(1, 2).shl(Interval::point(126)).high, OPEN.1);
    assert_eq!(Interval::point(i128::MAX).as_point(), None);
    assert_eq!(Interval::point(i128::MIN).neg().high, OPEN.1);
}

#[test]
fn comparisons_are_decided_where_all_values_agree() {
    let operands = small(4);
    let decided = |a: Interval, b: Interval, holds: fn(&i128, &i128) -> bool| {
        let mut answers = values(a).flat_map(|x| values(b).map(move |y| holds(&x, &y)));
        let first = answers.next();
        first.filter(|&first| answers.all(|answer| answer == first))
    };
    for &a in &operands {
        for &b in &operands {
            assert_eq!(a.lt(b), decided(a, b, i128::lt), "{a:?} < {b:?}");
            assert_eq!(a.le(b), decided(a, b, i128::le), "{a:?} <= {b:?}");
            assert_eq!(a.eq(b), decided(a, b, i128::eq), "{a:?} == {b:?}");
        }
    }
    for undecided in open(2) {
        assert_eq!((undecided.lt(undecided), undecided.eq(undecided)), (None, None));
    }
}

#[test]
fn sets() {
    let operands: Vec<Interval> = open(2).into_iter().chain(small(3)).collect();
    for &a in &operands {
        for &b in &operands {
            let inside = |x: &i128| a.contains(*x) && b.contains(*x);
            let common: Vec<i128> = (-24..=24).filter(inside).collect();
            match a.meet(b) {
                Some(meet) => assert!(values(meet).eq(common), "{a:?} and {b:?}: {meet:?}"),
                None => assert_eq!(common, [], "{a:?} and {b:?}"),
            }
            assert!(a.is_subset_of(a.join(b)) && b.is_subset_of(a.join(b)));
            assert_eq!(a.is_subset_of(b), a.meet(b) == Some(a), "{a:?} in {b:?}");
        }
    }
}

fn reduced(value: i128, bits: u8, signed: bool) -> i128 {
    let range = Interval::of_type(bits, signed);
    let reduced = value.rem_euclid(1 << bits);
    if range.contains(reduced) { reduced } else { reduced - (1 << bits) }
}

#[test]
fn wrapping_is_exact_or_says_nothing() {
    for (bits, signed) in (1..=8).flat_map(|bits| [(bits, false), (bits, true)]) {
        let range = Interval::of_type(bits, signed);
        assert_eq!(range.high - range.low + 1, 1 << bits);
        let step = if bits > 5 { 13 } else { 1 };
        for low in (-300..300).step_by(step) {
            // What the ends become is what lies between becomes, as long as no step leads back.
            let (mut last, mut torn) = (reduced(low, bits, signed), false);
            for high in low..low + (1 << bits) + 3 {
                let image = reduced(high, bits, signed);
                torn |= image < last;
                last = image;
                let expected =
                    if torn { range } else { Interval::new(reduced(low, bits, signed), image) };
                let result = Interval::new(low, high).wrap(bits, signed);
                assert_eq!(result, expected, "[{low}, {high}] to {bits} bits, signed: {signed}");
            }
        }
        assert_eq!(Interval::TOP.wrap(bits, signed), range);
        assert_eq!(Interval::new(0, OPEN.1).wrap(bits, signed), range);
    }
}

#[test]
fn pieces_are_moved_as_a_whole() {
    let mut torn = 0;
    for interval in small(20) {
        for (bits, signed) in [(2, false), (2, true), (3, true), (3, false)] {
            if let Some(by) = interval.wrapped_by(bits, signed) {
                let is_moved = |value: i128| value + by == reduced(value, bits, signed);
                assert!(values(interval).all(is_moved), "{interval:?} by {by}");
            }
            let Some(pieces) = interval.pieces(bits, signed, 3) else { continue };
            torn += 1;
            assert!(pieces.len() > 1 && pieces.len() <= 3);
            assert_eq!(pieces.iter().copied().flat_map(values).count(), values(interval).count());
            assert_eq!(hull(pieces.iter().copied().flat_map(values)), Some(interval));
            assert!(pieces.iter().all(|piece| piece.wrapped_by(bits, signed).is_some()));
        }
    }
    assert!(torn > 100);
}

#[test]
fn wrapping_to_wide_types() {
    let long = Interval::of_type(64, true);
    assert_eq!(long, Interval::new(i64::MIN.into(), i64::MAX.into()));
    assert_eq!(Interval::new(-1, -1).wrap(64, false).as_point(), Some(u64::MAX.into()));
    assert_eq!(Interval::new(1 << 63, 1 << 63).wrap(64, true).as_point(), Some(i64::MIN.into()));
    assert_eq!(Interval::of_type(128, true), Interval::TOP);
    assert_eq!(Interval::of_type(128, false), Interval::new(0, OPEN.1));
    assert_eq!(Interval::new(-5, 5).wrap(128, true), Interval::new(-5, 5));
    assert_eq!(Interval::new(-5, 5).wrap(128, false), Interval::new(0, OPEN.1));
    let far = Interval::new(i128::MAX - 9, i128::MAX - 2);
    assert_eq!(far.wrap(8, false), Interval::new(246, 253));
}

#[test]
fn widening_goes_from_threshold_to_threshold() {
    let thresholds = [-8, -1, 0, 10, 64];
    let start = Interval::new(0, 1);
    assert_eq!(start.widen(start, &thresholds), start);
    assert_eq!(start.widen(Interval::new(0, 2), &thresholds), Interval::new(0, 10));
    assert_eq!(start.widen(Interval::new(0, 10), &thresholds), Interval::new(0, 10));
    assert_eq!(start.widen(Interval::new(-2, 1), &thresholds), Interval::new(-8, 1));
    assert_eq!(start.widen(Interval::new(-9, 65), &thresholds), Interval::TOP);
    let mut widened = start;
    let mut steps = 0;
    while !widened.is_top() {
        let next = Interval::new(-1, 1).add(widened);
        assert!(next.is_subset_of(widened.widen(next, &thresholds)));
        widened = widened.widen(next, &thresholds);
        steps += 1;
    }
    assert!(steps <= 2 * thresholds.len() + 2, "{steps}");
}

#[test]
fn narrowing_moves_open_ends_only() {
    let next = Interval::new(2, 7);
    assert_eq!(Interval::TOP.narrow(next), next);
    assert_eq!(Interval::new(0, OPEN.1).narrow(next), Interval::new(0, 7));
    assert_eq!(Interval::new(0, 9).narrow(next), Interval::new(0, 9));
    for a in open(3) {
        for b in small(3).into_iter().filter(|b| b.is_subset_of(a)) {
            assert!(b.is_subset_of(a.narrow(b)) && a.narrow(b).is_subset_of(a));
        }
    }
}
