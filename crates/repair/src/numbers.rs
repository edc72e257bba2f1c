//! Numbers that tests mention: constants that the program lacks are often among them, or next to them.

use rustc_hash::FxHashSet;
use whydunit_interp::InputValue;
use whydunit_suite::Suite;

use crate::limits::MOST_NUMBERS;

/// Numbers that tests mention, and their neighbours; those of failing tests first.
pub(crate) fn numbers_in(suite: &Suite) -> Vec<i128> {
    let mut found: Vec<i128> = Vec::new();
    let mut seen = FxHashSet::default();
    let mut add = |value: i128| {
        for near in [value, value + 1, value - 1] {
            if seen.insert(near) {
                found.push(near);
            }
        }
    };
    for test in &suite.tests {
        let words = test.args.iter().filter_map(|word| std::str::from_utf8(word).ok());
        words.filter_map(|word| word.parse().ok()).for_each(&mut add);
        for (_, value) in test.inputs.iter() {
            integers(value, &mut add);
        }
        if let Some(result) = &test.expected.result {
            integers(result, &mut add);
        }
    }
    found.truncate(MOST_NUMBERS);
    found
}

fn integers(value: &InputValue, add: &mut dyn FnMut(i128)) {
    match value {
        InputValue::Int(value) => add(*value),
        InputValue::List(values) => values.iter().for_each(|value| integers(value, add)),
        InputValue::Fields(fields) => fields.iter().for_each(|(_, value)| integers(value, add)),
        _ => {}
    }
}
