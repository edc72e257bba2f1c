//! No operation loses a vector: random sequences of operations on octagons and on sets of vectors.

use super::super::Interval;
use super::*;

/// An operation, and what it does to single vectors.
#[derive(Clone, Debug)]
enum Step {
    Assign(usize, Linear),
    AssignInterval(usize, i128, i128),
    Constrain(Linear),
    Substitute(usize, Linear),
    Forget(usize),
    JoinWith(Vec<Linear>),
    MeetWith(Vec<Linear>),
    WidenWith(Vec<Linear>),
    NarrowWith(Vec<Linear>),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0..3usize, expression()).prop_map(|(at, e)| Step::Assign(at, e)),
        1 => (0..3usize, unit_expression()).prop_map(|(at, e)| Step::Assign(at, e)),
        1 => (0..3usize, -4i128..5, 0i128..3).prop_map(|(at, low, width)| Step::AssignInterval(at, low, width)),
        3 => expression().prop_map(Step::Constrain),
        2 => (0..3usize, expression()).prop_map(|(at, e)| Step::Substitute(at, e)),
        1 => (0..3usize).prop_map(Step::Forget),
        2 => conditions().prop_map(Step::JoinWith),
        1 => conditions().prop_map(Step::MeetWith),
        1 => conditions().prop_map(Step::WidenWith),
        1 => conditions().prop_map(Step::NarrowWith),
    ]
}

const RADIUS: i128 = 4;

fn with(vector: &Vector, at: usize, new: i128) -> Vector {
    let mut vector = *vector;
    vector[at] = new;
    vector
}

/// Does the step with the octagon and with the vectors that are certainly in it; `None` when the octagon is empty.
fn perform(
    step: &Step,
    mut octagon: Octagon,
    vectors: &[Vector],
) -> (Option<Octagon>, Vec<Vector>) {
    let all = cube(RADIUS);
    match step {
        Step::Assign(at, e) => {
            octagon.assign(DIMS[*at], e);
            (Some(octagon), vectors.iter().map(|v| with(v, *at, value(e, v))).collect())
        }
        Step::AssignInterval(at, low, width) => {
            octagon.assign_interval(DIMS[*at], Interval::new(*low, low + width));
            let new = |v| (*low..=low + width).map(move |new| with(v, *at, new));
            (Some(octagon), vectors.iter().flat_map(new).collect())
        }
        Step::Constrain(e) => {
            let left = vectors.iter().filter(|v| value(e, v) <= 0).copied().collect();
            (octagon.constrain(e).then_some(octagon), left)
        }
        Step::Substitute(at, e) => {
            let before = all.iter().filter(|v| vectors.contains(&with(v, *at, value(e, v))));
            let before = before.copied().collect();
            (octagon.substitute(DIMS[*at], e).then_some(octagon), before)
        }
        Step::Forget(at) => {
            octagon.forget(DIMS[*at]);
            let any = |v| (-RADIUS..=RADIUS).map(move |new| with(v, *at, new));
            let mut vectors: Vec<Vector> = vectors.iter().flat_map(any).collect();
            vectors.sort_unstable();
            vectors.dedup();
            (Some(octagon), vectors)
        }
        Step::JoinWith(conditions) | Step::WidenWith(conditions) => {
            let Some(other) = super::octagon(conditions) else {
                return (Some(octagon), vectors.to_vec());
            };
            let joined = match step {
                Step::JoinWith(_) => octagon.join(&other),
                _ => octagon.widen(&other, &[-3, 0, 2, 5]),
            };
            assert!(octagon.is_subset_of(&joined) && other.is_subset_of(&joined));
            (Some(joined), [vectors, &satisfying(conditions, &all)].concat())
        }
        Step::MeetWith(conditions) | Step::NarrowWith(conditions) => {
            let left = satisfying(conditions, vectors);
            let met = super::octagon(conditions).and_then(|other| octagon.meet(&other));
            match (step, met) {
                (Step::NarrowWith(_), Some(smaller)) => {
                    let narrowed = octagon.narrow(&smaller);
                    assert!(smaller.is_subset_of(&narrowed) && narrowed.is_subset_of(&octagon));
                    (Some(narrowed), left)
                }
                (_, met) => (met, left),
            }
        }
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn no_vector_is_lost(start in conditions(), steps in proptest::collection::vec(step(), 1..8)) {
        let mut vectors = satisfying(&start, &cube(RADIUS));
        let Some(mut octagon) = octagon(&start) else {
            prop_assert_eq!(vectors, Vec::<Vector>::new());
            return Ok(());
        };
        prop_assert_eq!(missing(&octagon, &vectors), None);
        for step in &steps {
            let (next, kept) = perform(step, octagon, &vectors);
            vectors = kept;
            match next {
                Some(next) => octagon = next,
                None => {
                    prop_assert_eq!(vectors, Vec::<Vector>::new(), "after {:?}", step);
                    return Ok(());
                }
            }
            prop_assert_eq!(missing(&octagon, &vectors), None, "after {:?}: {:?}", step, octagon);
            prop_assert_eq!(super::octagon(&octagon.constraints()), Some(octagon.clone()));
        }
    }

    #[test]
    fn bounds_of_any_expression(conditions in conditions_within(3), e in expression()) {
        if let Some(octagon) = octagon(&conditions) {
            let vectors = satisfying(&conditions, &cube(3));
            let bounds = octagon.bounds_of(&e);
            for vector in &vectors {
                prop_assert!(bounds.contains(value(&e, vector)), "{:?} not in {:?}", vector, bounds);
            }
        }
    }
}

/// Condition `e <= 0` of coefficients of the three dimensions.
fn constrained(conditions: &[(Vector, i128)]) -> Octagon {
    let conditions: Vec<Linear> = conditions.iter().map(|&(c, k)| linear(c, k)).collect();
    octagon(&conditions).expect("should not be empty")
}

#[test]
fn assignments_of_several_terms_keep_relations() {
    let [x, y, z] = DIMS;
    // 1 <= z <= 4, x <= y - 5
    let mut octagon = constrained(&[([0, 0, -1], 1), ([0, 0, 1], -4), ([1, -1, 0], 5)]);
    octagon.assign(x, &linear([1, 0, 1], 0)); // x += z
    assert_eq!(octagon.bounds_of(&linear([1, -1, 0], 0)).high, -1);
    octagon.assign(y, &linear([1, 0, 1], 2)); // y = x + z + 2
    assert_eq!(octagon.bounds_of(&linear([-1, 1, 0], 0)), Interval::new(3, 6));
    octagon.assign(x, &linear([0, 0, 2], 1)); // x = 2z + 1
    assert_eq!(octagon.bounds(x), Interval::new(3, 9));
    assert_eq!(octagon.bounds_of(&linear([1, 0, -1], 0)), Interval::new(2, 5));
    octagon.forget(z);
    assert_eq!(octagon.bounds(x), Interval::new(3, 9));
}

#[test]
fn conditions_of_several_terms_bound_singles_and_pairs() {
    let [x, y, z] = DIMS;
    // 0 <= x, y, z and x + 2y + z <= 9
    let mut octagon = constrained(&[([-1, 0, 0], 0), ([0, -1, 0], 0), ([0, 0, -1], 0)]);
    assert!(octagon.constrain(&linear([1, 2, 1], -9)));
    let high = |e: [i128; 3]| octagon.bounds_of(&linear(e, 0)).high;
    assert_eq!([high([1, 0, 0]), high([0, 1, 0]), high([0, 0, 1])], [9, 4, 9]);
    assert_eq!([high([1, 1, 0]), high([1, 0, 1])], [9, 9]);
    assert!(!octagon.clone().constrain(&linear([-1, -2, -1], 19)));
    // Backwards over x := y + 2z: what x must be, y + 2z must be.
    let mut after = constrained(&[([1, 0, 0], -6), ([0, -1, 0], 0), ([0, 0, -1], 1)]);
    assert!(after.substitute(x, &linear([0, 1, 2], 0)));
    assert_eq!(after.bounds(x), Interval::TOP);
    assert_eq!((after.bounds(y), after.bounds(z)), (Interval::new(0, 4), Interval::new(1, 3)));
    assert!(!after.substitute(z, &Linear::constant(7)));
}

#[test]
fn pairs_of_terms_are_bounded_together() {
    // x == y and 0 <= z <= 1, nothing else
    let octagon =
        constrained(&[([1, -1, 0], 0), ([-1, 1, 0], 0), ([0, 0, 1], -1), ([0, 0, -1], 0)]);
    assert_eq!(octagon.bounds_of(&linear([3, -3, 2], 1)), Interval::new(1, 3));
    assert_eq!(octagon.bounds_of(&linear([1, -2, 0], 0)), Interval::TOP);
}

#[test]
fn bounds_beyond_the_range_are_given_up() {
    let [x, y, _] = DIMS;
    let mut octagon = constrained(&[([1, 0, 0], -5), ([-1, 0, 0], 5)]);
    octagon.assign(y, &linear([1, 0, 0], i128::MAX - 7));
    assert_eq!(octagon.bounds(x), Interval::point(5));
    assert!(octagon.bounds(y).contains(i128::MAX - 2));
    octagon.assign(y, &linear([0, i128::MAX, 0], i128::MAX));
    assert!(octagon.constrain(&linear([1, i128::MIN, 0], 0)));
    assert!(octagon.constrain(&linear([0, 0, 1], i128::MIN)));
    octagon.assign(x, &linear([-1, 0, 0], i128::MIN));
    assert!(octagon.bounds(x).low <= i128::MIN + 1);
}
