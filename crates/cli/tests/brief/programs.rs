//! Programs whose answers are hard to keep short: much set-up, many calls, loops in loops, deep recursion, long names, wide characters, long conditions, many inputs,
//! blocks that only pointers lead to, macros.

use crate::rng::Rng;

/// Every kind in turn, each time with other numbers.
pub(super) fn all(count: u64) -> Vec<String> {
    let kinds: [fn(&mut Rng) -> String; 8] =
        [straight_line, calls, nested_loops, recursion, lists, long_names, many_inputs, macros];
    (0..count)
        .map(|seed| {
            let mut rng = Rng::new(seed + 1);
            let kind = usize::try_from(seed).unwrap_or(0) % kinds.len();
            let program = kinds[kind](&mut rng);
            format!("#include <assert.h>\n#include <stdlib.h>\nint __VERIFIER_nondet_int(void);\n{program}")
        })
        .collect()
}

/// Each statement needs the one before.
fn straight_line(rng: &mut Rng) -> String {
    let count = 40 + rng.below(60);
    let mut body = String::from(
        "    int x0 = __VERIFIER_nondet_int();\n    if (x0 < 0 || x0 > 9) return 0;\n",
    );
    for index in 1..=count {
        let before = index - 1;
        body.push_str(&format!("    int x{index} = x{before} + {};\n", 1 + rng.below(3)));
        if rng.percent(30) {
            body.push_str(&format!("    if (x{index} < 0) x{index} = 0;\n"));
        }
    }
    format!("int main(void) {{\n{body}    assert(x{count} < 0);\n}}\n")
}

/// Functions that each do their part, and one chain of calls down to the check.
fn calls(rng: &mut Rng) -> String {
    let count = 8 + rng.below(12);
    let mut text = String::new();
    for index in 0..count {
        text.push_str(&format!(
            "static int part{index}(int v) {{\n    int w = v;\n    for (int i = 0; i < {}; i++)\n        w++;\n    return w;\n}}\n",
            2 + rng.below(4)
        ));
    }
    text.push_str("static void level0(int v) {\n    assert(v < 0);\n}\n");
    for index in 1..count {
        text.push_str(&format!(
            "static void level{index}(int v) {{\n    level{}(v + 1);\n}}\n",
            index - 1
        ));
    }
    text.push_str("int main(void) {\n    int v = __VERIFIER_nondet_int();\n    if (v < 0 || v > 5)\n        return 0;\n");
    for index in 0..count {
        text.push_str(&format!("    v = part{index}(v);\n"));
    }
    text.push_str(&format!("    level{}(v);\n}}\n", count - 1));
    text
}

fn nested_loops(rng: &mut Rng) -> String {
    let (rows, columns) = (3 + rng.below(4), 3 + rng.below(4));
    format!(
        "static int grid[{rows}][{columns}];\nstatic int total;\nstatic void add(int v) {{\n    total += v;\n}}\n\
         int main(void) {{\n    for (int i = 0; i < {rows}; i++)\n        for (int j = 0; j < {columns}; j++)\n            grid[i][j] = i * {columns} + j;\n\
         \x20   for (int i = 0; i < {rows}; i++) {{\n        int row = 0;\n        for (int j = 0; j < {columns}; j++) {{\n            if (grid[i][j] % 2)\n\
         \x20               row += grid[i][j];\n            else if (grid[i][j] % 3)\n                row -= 1;\n            add(row);\n        }}\n        add(row);\n    }}\n\
         \x20   assert(total == -1);\n}}\n"
    )
}

fn recursion(rng: &mut Rng) -> String {
    let depth = 5 + rng.below(40);
    format!(
        "static int a[{depth}];\nstatic int odd(int n);\nstatic int even(int n) {{\n    if (n > {depth})\n        return a[n];\n    a[n % {depth}] = n;\n    return odd(n + 1);\n}}\n\
         static int odd(int n) {{\n    int m = n;\n    return even(m + 1);\n}}\nint main(void) {{\n    return even(0);\n}}\n"
    )
}

fn lists(rng: &mut Rng) -> String {
    let count = 3 + rng.below(4);
    format!(
        "struct node {{ int value; struct node *next; }};\nstatic struct node *push(struct node *list, int value) {{\n    struct node *node = malloc(sizeof *node);\n\
         \x20   if (node == NULL)\n        exit(1);\n    node->value = value;\n    node->next = list;\n    return node;\n}}\n\
         static int last(struct node *list) {{\n    while (list->value != {})\n        list = list->next;\n    return list->value;\n}}\n\
         int main(void) {{\n    struct node *list = NULL;\n    for (int i = 0; i < {count}; i++)\n        list = push(list, i);\n    {}\n    return last(list);\n}}\n",
        count + 5,
        if rng.percent(50) { "free(list);" } else { "list->next->value = 7;" },
    )
}

fn long_names(rng: &mut Rng) -> String {
    let name =
        "the_number_of_all_things_that_anyone_could_ever_want_to_count_in_one_variable_alone_"
            .repeat(1 + rng.below(3));
    format!(
        "int main(void) {{\n    const char *text = \"漢字かな交じり文の長い文字列がここに書かれている、とても長い文字列である\"; /* 漢字 */\n\
         \x20   int {name}a = __VERIFIER_nondet_int(), {name}b = 0;\n    if ({name}a > 3 && {name}a < 1000 && text[0] != 0 && {name}b == 0) {{ /* 長い条件、長い条件、長い条件 */\n\
         \x20       {name}b = {name}a * 2 + ({name}a > 500 ? {name}a : -{name}a) + text[1];\n        assert({name}b == 0 && {name}a == 0 && \"漢字かな交じり文の長い説明\");\n    }}\n}}\n"
    )
}

fn many_inputs(rng: &mut Rng) -> String {
    let count = 8 + rng.below(10);
    let mut text = String::from("int main(void) {\n    int sum = 0;\n");
    for index in 0..count {
        text.push_str(&format!("    int v{index} = __VERIFIER_nondet_int();\n    if (v{index} < {index} || v{index} > 100) return 0;\n    sum += v{index};\n"));
    }
    text.push_str("    assert(sum < 0);\n}\n");
    text
}

fn macros(rng: &mut Rng) -> String {
    let size = 2 + rng.below(5);
    format!(
        "#define SIZE {size}\n#define STORE(array, at, what) do {{ (array)[(at)] = (what); (at) = (at) + 1; }} while (0)\n#define TWICE(x) STORE(buffer, length, x); STORE(buffer, length, (x) + 1)\n\
         int main(void) {{\n    int *buffer = malloc(SIZE * sizeof *buffer);\n    if (!buffer) return 1;\n    size_t length = 0;\n    for (int i = 0; i <= SIZE; i++) {{\n        TWICE(i);\n    }}\n    return (int)length;\n}}\n"
    )
}
