//! Smaller programs with the same property, by leaving out lines.

use super::Draft;

/// Programs that are tried, at most.
const MOST_ATTEMPTS: u32 = 1500;

/// Leaves out runs of lines, long ones first, as long as `is_kept` holds of what remains.
pub(crate) fn reduce(mut draft: Draft, is_kept: &mut dyn FnMut(&Draft) -> bool) -> Draft {
    let mut attempts = 0;
    loop {
        let before = draft.len();
        let mut length = (before / 2).max(1);
        while length > 0 {
            let mut from = 0;
            while from + length <= draft.len() {
                attempts += 1;
                if attempts > MOST_ATTEMPTS {
                    return draft;
                }
                let smaller = draft.without(from..from + length);
                if is_kept(&smaller) {
                    draft = smaller;
                } else {
                    from += 1;
                }
            }
            length = if length > 8 { length / 2 } else { length - 1 };
        }
        if draft.len() == before {
            return draft;
        }
    }
}
