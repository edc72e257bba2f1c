//! The measuring instrument itself: which faults the mutator plants, and that programs are the same every time.

use super::generate;
use super::mutate::mutants;

const PROGRAM: &str = "#include <assert.h>

struct pair {
    int left;
    int right;
};

static int pick(const int *values, int count, int skip) {
    int total = 0;
    for (int i = 0; i < count; i++) {
        if (i != skip) {
            total += values[i];
        }
    }
    return total;
}

int main(void) {
    int values[3] = {4, 5, 6};
    struct pair pair;
    pair.left = pick(values, 3, 1);
    pair.right = pair.left - 2;
    assert(pair.right == 8);
    return 0;
}
";

fn changes_of(line: u32) -> Vec<String> {
    let of_line = mutants(PROGRAM).into_iter().filter(|mutant| mutant.line == line);
    of_line.map(|mutant| format!("{}: {}", mutant.kind.name(), mutant.now.trim())).collect()
}

#[test]
fn the_mutator_plants_every_kind_of_fault() {
    assert_eq!(
        changes_of(12),
        [
            "arithmetic operator: total -= values[i];",
            "arithmetic operator: total = values[i];",
            "wrong index: total += values[i + 1];",
            "wrong index: total += values[i - 1];",
            "wrong variable: total += values[count];",
            "wrong variable: total += values[skip];",
            "wrong variable: total += values[total];",
            "done twice: total += values[i]; total += values[i];",
            "dropped: ;",
            "wrong target: count += values[i];",
            "wrong target: i += values[i];",
            "wrong target: skip += values[i];",
        ]
    );
    assert_eq!(
        changes_of(21),
        [
            "swapped operands: pair.left = pick(3, values, 1);",
            "swapped operands: pair.left = pick(values, 1, 3);",
            "constant off by one: pair.left = pick(values, 4, 1);",
            "constant off by one: pair.left = pick(values, 2, 1);",
            "constant off by one: pair.left = pick(values, 3, 2);",
            "constant off by one: pair.left = pick(values, 3, 0);",
            "done twice: pair.left = pick(values, 3, 1); pair.left = pick(values, 3, 1);",
            "dropped: ;",
            "wrong target: pair.right = pick(values, 3, 1);",
        ]
    );
}

#[test]
fn a_seed_means_one_program() {
    assert_eq!(generate::program(3), generate::program(3));
    assert_ne!(generate::program(3), generate::program(4));
}
