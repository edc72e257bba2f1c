//! Where octagons promise exact results, they are the least octagons around the vectors that enumeration finds.

use super::super::Interval;
use super::*;

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn closure_finds_the_least_bounds(conditions in conditions_within(4)) {
        let vectors = satisfying(&conditions, &cube(4));
        match octagon(&conditions) {
            Some(octagon) => {
                prop_assert!(!vectors.is_empty());
                for form in forms() {
                    let most = vectors.iter().map(|vector| value(&form, vector)).max();
                    prop_assert_eq!(Some(octagon.bounds_of(&form).high), most, "{:?}", form);
                }
                for (at, &dim) in DIMS.iter().enumerate() {
                    let low = vectors.iter().map(|vector| vector[at]).min();
                    prop_assert_eq!(Some(octagon.bounds(dim).low), low);
                }
            }
            None => prop_assert_eq!(vectors, Vec::<Vector>::new()),
        }
    }

    #[test]
    fn multiples_of_conditions(conditions in conditions_within(4), factor in 1i128..5, less in 0i128..5) {
        // k * e + r <= 0 with 0 <= r < k means e <= 0, because e is an integer.
        let scale = |c: &Linear| c.scale(factor).and_then(|c| c.shift(less % factor));
        let scaled: Vec<Linear> = conditions.iter().filter_map(scale).collect();
        let expected = satisfying(&scaled, &cube(4));
        prop_assert_eq!(octagon(&scaled), (!expected.is_empty()).then(|| hull(&expected)));
    }

    #[test]
    fn joins(a in conditions_within(3), b in conditions_within(3)) {
        if let (Some(one), Some(two)) = (octagon(&a), octagon(&b)) {
            let all = [satisfying(&a, &cube(3)), satisfying(&b, &cube(3))].concat();
            prop_assert_eq!(one.join(&two), hull(&all));
            prop_assert!(one.is_subset_of(&one.join(&two)) && two.is_subset_of(&one.join(&two)));
        }
    }

    #[test]
    fn meets_and_inclusion(a in conditions_within(3), b in conditions()) {
        let both = [a.clone(), b.clone()].concat();
        if let (Some(one), Some(two)) = (octagon(&a), octagon(&b)) {
            let common = satisfying(&both, &cube(3));
            prop_assert_eq!(one.meet(&two), octagon(&both));
            prop_assert_eq!(one.meet(&two), (!common.is_empty()).then(|| hull(&common)));
            prop_assert_eq!(two.meet(&one), one.meet(&two));
            let inside = satisfying(&a, &cube(3)).len() == common.len();
            prop_assert_eq!(one.is_subset_of(&two), inside);
        }
    }

    #[test]
    fn forgetting(conditions in conditions_within(4), at in 0..3usize) {
        if let Some(mut octagon) = octagon(&conditions) {
            let vectors = satisfying(&conditions, &cube(4));
            octagon.forget(DIMS[at]);
            let mut expected = hull(&vectors);
            expected.forget_all(|dim| dim != DIMS[at]);
            prop_assert_eq!(&octagon, &expected);
            prop_assert!(octagon.bounds(DIMS[at]).is_top());
            for &dim in octagon.dims() {
                prop_assert!(octagon.bounds(dim).is_subset_of(Interval::new(-4, 4)));
            }
        }
    }

    #[test]
    fn unit_assignments(conditions in conditions_within(3), at in 0..3usize, e in unit_expression()) {
        if let Some(mut octagon) = octagon(&conditions) {
            let mut vectors = satisfying(&conditions, &cube(3));
            for vector in &mut vectors {
                vector[at] = value(&e, vector);
            }
            octagon.assign(DIMS[at], &e);
            prop_assert_eq!(octagon, hull(&vectors));
        }
    }

    #[test]
    fn constants_and_intervals(conditions in conditions_within(3), at in 0..3usize, low in -3i128..4, width in 0i128..3) {
        if let Some(octagon) = octagon(&conditions) {
            let vectors = satisfying(&conditions, &cube(3));
            let changed: Vec<Vector> = vectors
                .iter()
                .flat_map(|&vector| (low..=low + width).map(move |new| {
                    let mut vector = vector;
                    vector[at] = new;
                    vector
                }))
                .collect();
            let mut assigned = octagon.clone();
            assigned.assign_interval(DIMS[at], Interval::new(low, low + width));
            prop_assert_eq!(&assigned, &hull(&changed));
            if width == 0 {
                let mut constant = octagon.clone();
                constant.assign(DIMS[at], &Linear::constant(low));
                prop_assert_eq!(constant, assigned);
            }
        }
    }

    #[test]
    fn unit_substitutions(conditions in conditions_within(3), at in 0..3usize, e in unit_expression()) {
        if let Some(mut octagon) = octagon(&conditions) {
            // Far enough for every y with ±y + c in the octagon; x itself is free afterwards, so it may be cut off.
            let vectors = cube(7);
            let leads_inside = |vector: &&Vector| {
                let mut after = **vector;
                after[at] = value(&e, vector);
                conditions.iter().all(|c| value(c, &after) <= 0)
            };
            let before: Vec<Vector> = vectors.iter().filter(leads_inside).copied().collect();
            let possible = octagon.substitute(DIMS[at], &e);
            prop_assert_eq!(possible, !before.is_empty());
            if possible {
                let mut expected = hull(&before);
                if !e.mentions(DIMS[at]) {
                    expected.forget(DIMS[at]);
                }
                prop_assert_eq!(octagon, expected);
            }
        }
    }

    #[test]
    fn renaming(conditions in conditions_within(3), at in 0..3usize, to in 0u32..12) {
        let to = Dim(to);
        if let Some(octagon) = octagon(&conditions)
            && !DIMS.contains(&to)
        {
            let mut renamed = octagon.clone();
            renamed.rename(DIMS[at], to);
            prop_assert!(renamed.dims().is_sorted());
            for form in forms() {
                let new = form.substitute(DIMS[at], &Linear::dim(to)).expect("should be small");
                prop_assert_eq!(renamed.bounds_of(&new), octagon.bounds_of(&form));
            }
            renamed.rename(to, DIMS[at]);
            prop_assert_eq!(renamed, octagon);
        }
    }

    #[test]
    fn shown_constraints_are_all_and_not_redundant(a in conditions(), boxed in any::<bool>(), radius in 1i128..4) {
        let mut all = a;
        if boxed {
            all.extend(forms().iter().filter(|f| f.terms.len() == 1).filter_map(|f| f.shift(-radius)));
        }
        if let Some(given) = octagon(&all) {
            let shown = given.constraints();
            prop_assert_eq!(octagon(&shown), Some(given));
            for at in (0..shown.len()).filter(|&at| shown[at].terms.len() == 2) {
                let mut others = shown.clone();
                let removed = others.remove(at);
                let weaker = octagon(&others).expect("should contain what was given");
                prop_assert!(weaker.bounds_of(&removed).high > 0, "{:?} is implied", removed);
            }
        }
    }
}

/// `±x ± y <= c` over eight dimensions.
fn wide_condition() -> impl Strategy<Value = Linear> {
    (0..8u32, 0..8u32, any::<bool>(), any::<bool>(), -3i128..12).prop_map(
        |(x, y, minus, both, c)| {
            let x = Linear::dim(Dim(x)).scale(if minus { -1 } else { 1 }).expect("should be small");
            let sum = if both { x.add(&Linear::dim(Dim(y))) } else { x.sub(&Linear::dim(Dim(y))) };
            sum.and_then(|e| e.shift(-c)).expect("should be small")
        },
    )
}

proptest! {
    #![proptest_config(config(300))]

    /// Bounds that are added one by one, in another order, and many at once.
    #[test]
    fn ways_to_close(conditions in proptest::collection::vec(wide_condition(), 0..40), at in 0..40usize) {
        let together = octagon(&conditions);
        let backwards: Vec<Linear> = conditions.iter().rev().cloned().collect();
        prop_assert_eq!(&octagon(&backwards), &together);
        let (some, others) = conditions.split_at(at.min(conditions.len()));
        if let (Some(one), Some(two)) = (octagon(some), octagon(others)) {
            prop_assert_eq!(&one.meet(&two), &together);
            prop_assert_eq!(&two.meet(&one), &together);
            let around = one.join(&two);
            prop_assert_eq!(&octagon(&around.constraints()), &Some(around.clone()));
            prop_assert_eq!(around.meet(&one), Some(one));
            prop_assert_eq!(around.meet(&two), Some(two));
        }
    }
}

#[test]
fn rounding_shows_that_there_are_no_integers() {
    // x + y is 1 and x - y is 0: only x = y = 1/2.
    let [x, y, _] = DIMS;
    let (x, y) = (Linear::dim(x), Linear::dim(y));
    let total = x.add(&y).and_then(|e| e.shift(-1)).expect("is small");
    let difference = x.sub(&y).expect("is small");
    let opposite = |e: &Linear| e.scale(-1).expect("is small");
    assert_eq!(
        octagon(&[opposite(&total), difference.clone(), opposite(&difference), total]),
        None
    );
}

#[test]
fn nothing_is_known_of_nothing() {
    let mut top = Octagon::top();
    assert!(top.is_top() && top.constrain(&Linear::constant(0)) && top.is_top());
    assert!(!top.clone().constrain(&Linear::constant(1)));
    top.assign(DIMS[0], &Linear::dim(DIMS[1]));
    assert_eq!(top.dims(), &DIMS[..2]);
    top.forget(DIMS[1]);
    assert!(top.is_top(), "x == y says nothing about x alone");
}
