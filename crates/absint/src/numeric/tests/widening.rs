//! Iteration with widening ends, whatever comes next.

use super::*;

const THRESHOLDS: [i128; 4] = [-3, 0, 4, 10];

/// Bounds of three dimensions, times the values that each can take.
const MOST_CHANGES: usize = 18 * (2 * THRESHOLDS.len() + 1);

proptest! {
    #![proptest_config(config(200))]

    /// An adversary that always moves some dimension of what the widening has become.
    #[test]
    fn moving_dimensions(
        start in conditions_within(2),
        moves in proptest::collection::vec((0..3usize, 0..3usize, -1i128..2), 1..6),
    ) {
        let Some(mut widened) = octagon(&start) else { return Ok(()) };
        let (mut changes, mut unchanged, mut turn) = (0, 0, 0);
        while unchanged < moves.len() {
            let (to, from, by) = moves[turn % moves.len()];
            turn += 1;
            let mut next = widened.clone();
            let moved = Linear::dim(DIMS[from]).shift(by).expect("should be small");
            next.assign(DIMS[to], &moved);
            let wider = widened.widen(&widened.join(&next), &THRESHOLDS);
            prop_assert!(widened.is_subset_of(&wider) && next.is_subset_of(&wider));
            if wider == widened {
                unchanged += 1;
            } else {
                (unchanged, changes) = (0, changes + 1);
            }
            prop_assert!(changes <= MOST_CHANGES, "{} changes", changes);
            widened = wider;
        }
    }
}

/// With `|y - z| <= 1`, closure bounds `y - x` by `z - x` and the other way round. Where one of them is widened and found
/// again by closure in turn, bounds would grow for ever (after an example of Miné's).
#[test]
fn closure_does_not_undo_widening() {
    let around = |form: Vector, most: i128| {
        [linear(form, -most), linear(form.map(|coefficient| -coefficient), -most)]
    };
    let (y_x, z_x, y_z) = ([-1, 1, 0], [-1, 0, 1], [0, 1, -1]);
    let next = |y_most: i128, z_most: i128| {
        octagon(&[around(y_x, y_most), around(z_x, z_most), around(y_z, 1)].concat())
            .expect("should contain zero")
    };
    let mut widened = next(1, 1);
    for turn in 0..100 {
        let most = |form| widened.bounds_of(&linear(form, 0)).high;
        let (y_most, z_most) = (most(y_x), most(z_x));
        if y_most == i128::MAX && z_most == i128::MAX {
            assert_eq!(widened, octagon(&around(y_z, 1)).expect("should contain zero"));
            return;
        }
        let moved = if turn % 2 == 0 { next(y_most + 1, z_most) } else { next(y_most, z_most + 1) };
        widened = widened.widen(&moved, &[]);
    }
    panic!("{widened:?} should have been left earlier");
}

/// `for (i = 0, j = 0; i < n; i++, j++)`: the loop's invariant `0 <= i == j <= n`.
#[test]
fn counting_loop() {
    let [i, j, _] = DIMS; // the third is n
    let plus_one = |dim| Linear::dim(dim).shift(1).expect("is small");
    let mut entry = Octagon::top();
    assert!(entry.constrain(&linear([0, 0, -1], 0)));
    entry.assign(i, &Linear::constant(0));
    entry.assign(j, &Linear::constant(0));
    let around = |head: &Octagon| {
        let mut state = head.clone();
        assert!(state.constrain(&linear([1, 0, -1], 1)), "the loop should be entered");
        state.assign(i, &plus_one(i));
        state.assign(j, &plus_one(j));
        entry.join(&state)
    };
    let mut head = entry.clone();
    let mut rounds = 0;
    loop {
        let next = around(&head);
        if next.is_subset_of(&head) {
            break;
        }
        head = head.widen(&next, &[]);
        rounds += 1;
        assert!(rounds < 10);
    }
    let head = head.narrow(&around(&head));
    let holds = |e: Vector, c: i128| head.bounds_of(&linear(e, c)).high <= 0;
    assert!(holds([1, -1, 0], 0) && holds([-1, 1, 0], 0), "i == j: {head:?}");
    assert!(holds([1, 0, -1], 0) && holds([-1, 0, 0], 0), "0 <= i <= n: {head:?}");
    let mut exit = head.clone();
    assert!(exit.constrain(&linear([-1, 0, 1], 0)));
    assert_eq!(exit.bounds_of(&linear([0, 1, -1], 0)).as_point(), Some(0), "j == n at the end");
}
