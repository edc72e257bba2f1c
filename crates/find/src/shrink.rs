//! Shorter inputs with the same failure, by trying.
//!
//! Runs are cheap and the solver has already chosen plain values; what is left to do is to drop what the run does not
//! look at: elements at the end of arrays, bytes of standard input, arguments.

use whydunit_interp::{InputValue, RunSpec};

use crate::limits::MOST_TRIALS;

/// The shortest run found that `fails` in the same way.
pub(crate) fn shrink(mut spec: RunSpec, fails: &mut dyn FnMut(&RunSpec) -> bool) -> RunSpec {
    let names: Vec<String> = spec.inputs.names().map(str::to_owned).collect();
    for name in names {
        let length = match spec.inputs.get(&name) {
            Some(InputValue::List(values)) => values.len(),
            _ => continue,
        };
        let shortest = shortest_prefix(length, &mut |length| {
            let mut shorter = spec.clone();
            shorten(&mut shorter, &name, length);
            fails(&shorter)
        });
        shorten(&mut spec, &name, shortest);
    }
    let shortest = shortest_prefix(spec.stdin.len(), &mut |length| {
        let mut shorter = spec.clone();
        shorter.stdin.truncate(length);
        fails(&shorter)
    });
    spec.stdin.truncate(shortest);
    spec
}

fn shorten(spec: &mut RunSpec, name: &str, length: usize) {
    if let Some(InputValue::List(values)) = spec.inputs.get(name) {
        let shorter = values[..length].to_vec();
        spec.inputs.set(name, InputValue::List(shorter));
    }
}

/// A short prefix that still works: halved while that is possible, then one by one. The whole works.
fn shortest_prefix(whole: usize, works: &mut dyn FnMut(usize) -> bool) -> usize {
    let mut best = whole;
    let mut trials = 0;
    let mut step = whole / 2;
    while step > 0 && trials < MOST_TRIALS {
        trials += 1;
        if best > step && works(best - step) {
            best -= step;
        } else {
            step /= 2;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_become_as_short_as_they_can() {
        assert_eq!(shortest_prefix(100, &mut |length| length >= 7), 7);
        assert_eq!(shortest_prefix(5, &mut |_| false), 5);
        assert_eq!(shortest_prefix(0, &mut |_| true), 0);
        assert_eq!(shortest_prefix(8, &mut |length| length >= 1), 1);
    }
}
