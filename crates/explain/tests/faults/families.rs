//! Faults that no change of one token makes: in state at file scope, strings, blocks, calls, jumps, sizes and targets of copies, pointers.
//!
//! Each family writes programs of one form around one faulty line: numbers, sizes and the statements between are drawn. The line stands twice in the text, as it should be and as it is, so that the
//! program without the fault can be run: it passes, and the one with it fails.

use super::generate::rng::Rng;
use super::mutate::{Kind, Mutant};

/// A form of programs. `good @ bad` is the faulty line.
type Family = fn(&mut Rng) -> String;

pub(crate) const FAMILIES: [(Kind, Family); 17] = [
    (Kind::State, state),
    (Kind::Text, text),
    (Kind::Heap, heap),
    (Kind::Callee, callee),
    (Kind::Callee, silent_callee),
    (Kind::CalleePointer, callee_pointer),
    (Kind::Break, misplaced_break),
    (Kind::Continue, misplaced_continue),
    (Kind::Return, early_return),
    (Kind::CopySize, copy_size),
    (Kind::CopyTarget, copy_target),
    (Kind::Pointer, wrong_object),
    (Kind::Pointer, chosen_object),
    (Kind::End, missing_exit),
    (Kind::End, missing_exit_in_call),
    (Kind::End, missing_break),
    (Kind::End, missing_return),
];

/// The text with the line as it should be, and the fault.
pub(crate) fn planted(kind: Kind, family: Family, rng: &mut Rng) -> (String, Mutant) {
    let draft = family(rng);
    let mut good = String::from("#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n");
    let mut mutant = None;
    for line in draft.lines() {
        let shown = match line.split_once(" @ ") {
            Some((was, now)) => {
                let number = good.lines().count() as u32 + 1;
                let indent: String = was.chars().take_while(|c| *c == ' ').collect();
                let now = format!("{indent}{now}");
                mutant = Some(Mutant { kind, line: number, was: was.to_owned(), now });
                was
            }
            None => line,
        };
        good.push_str(shown);
        good.push('\n');
    }
    (good, mutant.expect("every family has a faulty line"))
}

/// Statements that have nothing to do with it.
fn padding(rng: &mut Rng) -> String {
    let lines = ["idle += 3;", "idle = idle * 2;", "if (idle > 5) idle -= 4;", "idle ^= 1;"];
    let count = rng.below(3);
    (0..count).map(|_| format!("    {}\n", rng.pick(&lines))).collect()
}

fn state(rng: &mut Rng) -> String {
    let (limit, low) = (rng.between(4, 9), rng.between(1, 3));
    let (first, second) = (limit + low, limit);
    format!(
        "static int count;
static int idle;
static void add(int x) {{
    if (x >= {limit}) @ if (x > {limit})
        count++;
}}
int main(void) {{
{}    add({first});
    add({second});
{}    add(0);
    assert(count == 2);
    return idle == 77;
}}
",
        padding(rng),
        padding(rng)
    )
}

fn text(rng: &mut Rng) -> String {
    let word = *rng.pick(&["alpha", "window", "mirror", "basket"]);
    let from = rng.between(1, 3);
    format!(
        "static int idle;
int main(void) {{
    char from[16] = \"{word}\";
    char to[16];
    int n = 0;
{}    for (int i = {from}; from[i] != 0; i++) @ for (int i = {}; from[i] != 0; i++)
        to[n++] = from[i];
    to[n] = 0;
{}    assert(strcmp(to, \"{}\") == 0);
    return idle == 77;
}}
",
        padding(rng),
        from - 1,
        padding(rng),
        &word[from as usize..]
    )
}

fn heap(rng: &mut Rng) -> String {
    let values: Vec<i64> = (0..3).map(|_| rng.between(1, 9)).collect();
    let [a, b, c] = values[..] else { unreachable!("three were drawn") };
    format!(
        "static int idle;
struct node {{ int value; struct node *next; }};
static struct node *push(struct node *head, int value) {{
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = head; @ node->next = head ? head->next : head;
    return node;
}}
int main(void) {{
    struct node *list = 0;
{}    list = push(list, {a});
    list = push(list, {b});
    list = push(list, {c});
    int sum = 0;
    for (struct node *node = list; node; node = node->next)
        sum += node->value;
{}    assert(sum == {});
    return idle == 77;
}}
",
        padding(rng),
        padding(rng),
        a + b + c
    )
}

fn callee(rng: &mut Rng) -> String {
    let (a, b) = (rng.between(1, 9), rng.between(10, 20));
    format!(
        "static int idle;
static int smaller(int a, int b) {{ return a < b ? a : b; }}
static int larger(int a, int b) {{ return a < b ? b : a; }}
int main(void) {{
    int a = {a}, b = {b};
{}    int r = larger(a, b); @ int r = smaller(a, b);
{}    assert(r == {b});
    return idle == 77 && smaller(a, b);
}}
",
        padding(rng),
        padding(rng)
    )
}

fn silent_callee(rng: &mut Rng) -> String {
    let (low, high) = (rng.between(1, 9), rng.between(10, 20));
    format!(
        "static int level;
static int idle;
static void set_low(void) {{
    level = {low};
}}
static void set_high(void) {{
    level = {high};
}}
int main(void) {{
    set_low();
{}    set_high(); @ set_low();
{}    assert(level == {high});
    return idle == 77;
}}
",
        padding(rng),
        padding(rng)
    )
}

fn callee_pointer(rng: &mut Rng) -> String {
    let (low, high) = (rng.between(1, 9), rng.between(10, 20));
    format!(
        "static int level;
static int idle;
static void set_low(void) {{
    level = {low};
}}
static void set_high(void) {{
    level = {high};
}}
int main(void) {{
    void (*set)(void) = set_low;
    int wanted = {};
{}    if (wanted > 4) @ if (wanted < 4)
        set = set_high;
{}    set();
    assert(level == {high});
    return idle == 77;
}}
",
        rng.between(5, 9),
        padding(rng),
        padding(rng)
    )
}

fn misplaced_break(rng: &mut Rng) -> String {
    let at = rng.between(1, 3);
    format!(
        "static int idle;
int main(void) {{
    int a[5] = {{2, 3, 4, 5, 6}};
    int sum = 0;
{}    for (int i = 0; i < 5; i++) {{
        if (i == {at})
            continue; @ break;
        sum += a[i];
    }}
{}    assert(sum == {});
    return idle == 77;
}}
",
        padding(rng),
        padding(rng),
        20 - (at + 2)
    )
}

fn misplaced_continue(rng: &mut Rng) -> String {
    let at = rng.between(1, 3);
    let before: i64 = (0..at).map(|i| i + 2).sum();
    format!(
        "static int idle;
int main(void) {{
    int a[5] = {{2, 3, 4, 5, 6}};
    int sum = 0;
    int i = 0;
{}    while (i < 5) {{
        int now = a[i++];
        if (now == {})
            break; @ continue;
        sum += now;
    }}
{}    assert(sum == {before});
    return idle == 77;
}}
",
        padding(rng),
        at + 2,
        padding(rng)
    )
}

fn early_return(rng: &mut Rng) -> String {
    let (first, second) = (rng.between(1, 9), rng.between(1, 9));
    format!(
        "static int total;
static int calls;
static int idle;
static void add(int x) {{
    calls++;
    if (x < 100)
        total += x; @ return;
    total += 1;
}}
int main(void) {{
{}    add({first});
    add({second});
{}    assert(total == {});
    return idle == 77;
}}
",
        padding(rng),
        padding(rng),
        first + second + 2
    )
}

fn copy_size(rng: &mut Rng) -> String {
    let size = rng.between(3, 6);
    let byte = rng.between(1, 9);
    format!(
        "static int idle;
int main(void) {{
    unsigned char from[8], to[8];
    int n = {size};
    memset(from, {byte}, sizeof from);
    memset(to, 0, sizeof to);
{}    n = n + 0; @ n = n - 1;
    memcpy(to, from, n);
{}    assert(to[{}] == {byte});
    return idle == 77;
}}
",
        padding(rng),
        padding(rng),
        size - 1
    )
}

fn copy_target(rng: &mut Rng) -> String {
    let byte = rng.between(1, 9);
    let index = rng.between(0, 7);
    format!(
        "static int idle;
int main(void) {{
    unsigned char left[8], right[8];
    int side = {};
    memset(left, 0, 8);
    memset(right, 0, 8);
{}    unsigned char *to = side ? right : left; @ unsigned char *to = side ? left : right;
    memset(to, {byte}, 8);
{}    assert(right[{index}] == {byte});
    return idle == 77;
}}
",
        rng.between(1, 3),
        padding(rng),
        padding(rng)
    )
}

fn wrong_object(rng: &mut Rng) -> String {
    let (index, value) = (rng.between(0, 3), rng.between(5, 9));
    format!(
        "static int idle;
static int a[4], b[4];
static int *row(int which) {{
    if (which == 1) @ if (which == 2)
        return b;
    return a;
}}
int main(void) {{
    int *to = row(1);
{}    to[{index}] = {value};
{}    assert(b[{index}] == {value});
    return idle == 77;
}}
",
        padding(rng),
        padding(rng)
    )
}

fn chosen_object(rng: &mut Rng) -> String {
    let value = rng.between(2, 9);
    format!(
        "static int idle;
int main(void) {{
    int x = 0, y = 0, c = {};
{}    int *p = c > 3 ? &x : &y; @ int *p = c < 3 ? &x : &y;
    *p = {value};
{}    assert(x == {value});
    return idle == 77 && y;
}}
",
        rng.between(4, 8),
        padding(rng),
        padding(rng)
    )
}

/// The check stands behind the join of an `if` that should have ended the program.
fn missing_exit(rng: &mut Rng) -> String {
    let (limit, beyond) = (rng.between(3, 6), rng.between(1, 9));
    format!(
        "static int idle;
static int level;
int main(void) {{
    int x = {};
{}    if (x > {limit}) @ if (x > {})
        exit(0);
{}    level = 1;
    assert(level == 2);
    return idle == 77;
}}
",
        limit + beyond,
        padding(rng),
        limit + beyond,
        padding(rng)
    )
}

/// It should have been ended by a function that has returned.
fn missing_exit_in_call(rng: &mut Rng) -> String {
    let (limit, beyond) = (rng.between(3, 6), rng.between(1, 9));
    format!(
        "static int idle;
static void need(int x) {{
    if (x > {limit}) @ if (x > {})
        exit(0);
}}
int main(void) {{
    int x = {};
{}    need(x);
{}    assert(idle == 1000);
    return 0;
}}
",
        limit + beyond,
        limit + beyond,
        padding(rng),
        padding(rng)
    )
}

fn missing_break(rng: &mut Rng) -> String {
    let limit = rng.between(2, 4);
    format!(
        "static int idle;
int main(void) {{
    int a[8] = {{2, 3, 4, 5, 6, 7, 8, 9}};
    int sum = 0;
{}    for (int i = 0; i < 8; i++) {{
        if (i == {limit}) @ if (i == {})
            break;
        sum += a[i];
        assert(i < {limit});
    }}
    return idle == 77 && sum;
}}
",
        padding(rng),
        limit + 1,
    )
}

fn missing_return(rng: &mut Rng) -> String {
    let (limit, beyond) = (rng.between(3, 6), rng.between(1, 9));
    format!(
        "static int idle;
static int level;
static void raise(int x) {{
    if (x > {limit}) @ if (x > {})
        return;
    level = x;
    assert(level == 0);
}}
int main(void) {{
    int x = {};
{}    raise(x);
    return idle == 77;
}}
",
        limit + beyond,
        limit + beyond,
        padding(rng)
    )
}
