//! Storage that a run loses (`--checks +leak`): what is lost, where, and why.

use std::collections::BTreeSet;

use expect_test::expect;

use crate::common::json_report;
use crate::expected_support::{Asked, every_failure, rows, run};
use crate::rng::Rng;

const LEAK: &[&str] = &["--checks", "+leak"];

/// Each with the lines of the explanation: the branch that passed a `free` by is among them. All claims are verified.
#[test]
fn explained() {
    rows(
        "explain",
        &[
            (
                Asked { program: MEMBER, options: LEAK, ..Asked::default() },
                expect![[r#"
                1 leak, line 20: 4 bytes from malloc in line 6 are never freed: head->name, the last pointer to them, is freed here
                lines [6,9,13,14,17,18] [6,8,9,13,17]"#]],
            ),
            (
                Asked { program: LIST, options: LEAK, ..Asked::default() },
                expect![[r#"
                1 leak, line 19: 16 bytes from malloc in line 5 are never freed: l, the last pointer to them, is overwritten here
                lines [5,6,7,8,13,14,15,16,17,18,19] [5,6,7,8,13,14,16,18,19]"#]],
            ),
            (
                Asked { program: EARLY, options: LEAK, stdin: "7", ..Asked::default() },
                expect![[r#"
                    1 leak, line 9: 32 bytes from malloc in line 7 are never freed: p, the last pointer to them, ends here
                    lines [6,7,8] [6,7]"#]],
            ),
            (
                Asked { program: EARLY, options: LEAK, stdin: "8", ..Asked::default() },
                expect!["0 holds-within-bound"],
            ),
            (
                Asked { program: THROUGH_POINTER, options: LEAK, ..Asked::default() },
                expect![[r#"
                1 leak, line 14: 20 bytes from malloc in line 11 are never freed: q, the last pointer to them, ends here
                lines [5,6,10,11,12,13] [6,10,11,12,13]"#]],
            ),
            (
                Asked { program: CYCLE, options: LEAK, ..Asked::default() },
                expect![[r#"
                1 leak, line 9: 8 bytes from malloc in line 5 are never freed, nor is a block that only they lead to: a, the last pointer to them, ends here
                lines [5] [5]"#]],
            ),
        ],
    );
}

/// All that a run loses, each call that allocated some of it once.
#[test]
fn runs() {
    every_failure(
        "run",
        &[
            (
                Asked { program: SEVERAL, options: LEAK, ..Asked::default() },
                expect![[r#"
                1 fails
                leak, line 5: 30 bytes in 3 blocks from malloc in line 5 are never freed: p, the last pointer to the first of them, is overwritten here;
                leak, line 9: 5 bytes from malloc in line 8 are never freed: q, the last pointer to them, is overwritten here;
                leak, line 10: 7 bytes from malloc in line 10 are never freed: no pointer to them is kept;"#]],
            ),
            // Off by default; `all` includes it.
            (Asked { program: SEVERAL, ..Asked::default() }, expect!["0 holds"]),
            (
                Asked {
                    program: EARLY,
                    options: &["--checks", "all"],
                    stdin: "7",
                    ..Asked::default()
                },
                expect![[r#"
                    1 fails
                    leak, line 9: 32 bytes from malloc in line 7 are never freed: p, the last pointer to them, ends here; n = 7"#]],
            ),
            (
                Asked { program: ENDS, options: LEAK, ..Asked::default() },
                expect![[r#"
                1 fails
                leak, line 11: 10 bytes from malloc in line 5 are never freed: p, the last pointer to them, ends here; argc = 1"#]],
            ),
            // At `exit` the variables of `main` are still there; `abort` is no end to look at.
            (
                Asked {
                    program: ENDS,
                    options: &["--checks", "+leak", "--", "a"],
                    ..Asked::default()
                },
                expect!["0 holds-within-bound"],
            ),
            (
                Asked {
                    program: ENDS,
                    options: &["--checks", "+leak", "--", "a", "b"],
                    ..Asked::default()
                },
                expect!["0 holds-within-bound"],
            ),
            (Asked { program: HIDDEN, options: LEAK, ..Asked::default() }, expect!["0 holds"]),
            (
                Asked { program: LIBRARY, options: LEAK, ..Asked::default() },
                expect![[r##"
                1 fails
                leak, line 12: 120 bytes from realloc in line 9 are never freed: line, the last pointer to them, ends here; fopen#1 = true, p.c = "#include <stdio.h>\n"
                leak, line 12: 4 bytes from malloc in line 11 are never freed: copy, the last pointer to them, ends here; fopen#1 = true, p.c = "#include <stdio.h>\n""##]],
            ),
            (
                Asked { program: CYCLE, options: LEAK, ..Asked::default() },
                expect![[r#"
                1 fails
                leak, line 9: 8 bytes from malloc in line 5 are never freed, nor is a block that only they lead to: a, the last pointer to them, ends here;"#]],
            ),
        ],
    );
}

/// Inputs that lose something are found; where none do, that is said of the runs that were looked at.
#[test]
fn checked() {
    every_failure(
        "check",
        &[
            (
                Asked { program: UNKNOWN, options: LEAK, ..Asked::default() },
                expect![[r#"
                1 fails
                leak, line 8: 32 bytes from malloc in line 6 are never freed: p, the last pointer to them, ends here; n = 7"#]],
            ),
            (
                Asked { program: MEMBER, options: LEAK, ..Asked::default() },
                expect![[r#"
                1 fails
                leak, line 20: 4 bytes from malloc in line 6 are never freed: head->name, the last pointer to them, is freed here; argc = 1"#]],
            ),
            (
                Asked { program: NONE, options: LEAK, ..Asked::default() },
                expect![[r#"
                0 holds-within-bound
                assumed: leaks were looked for in 3 runs"#]],
            ),
        ],
    );
}

/// Random programs that allocate, link, overwrite and free blocks: what is lost is what a model of them says.
#[test]
fn as_a_model_says() {
    let seeds: Vec<u64> = (0..whydunit_testing::count("WHYDUNIT_LEAKS", 12, 12)).collect();
    whydunit_testing::parallel(&seeds, |&seed| {
        let (program, lost) = Model::program(&mut Rng::new(seed));
        let program: &'static str = Box::leak(program.into_boxed_str());
        let output = run("run", &Asked { program, options: LEAK, ..Asked::default() }, &[]);
        let report = json_report(&output).expect("there should be a report");
        let failures = report["failures"].as_array().cloned().unwrap_or_default();
        let lines: BTreeSet<u64> = failures
            .iter()
            .filter_map(|failure| {
                let message = failure["property"]["message"].as_str()?;
                let line = message.split(" in line ").nth(1)?.split(' ').next()?;
                line.parse().ok()
            })
            .collect();
        assert_eq!(lines, lost, "seed {seed}: {report:#}\n{program}");
    });
}

/// Blocks are numbered by the lines that allocate them; `next` is what a block leads to.
struct Model {
    variables: Vec<Option<usize>>,
    next: Vec<Option<usize>>,
    lines: Vec<u64>,
    freed: BTreeSet<usize>,
}

impl Model {
    /// A program without undefined behaviour, and the lines of allocations that are lost and that nothing lost leads to.
    fn program(rng: &mut Rng) -> (String, BTreeSet<u64>) {
        let mut model = Model {
            variables: vec![None; 4],
            next: Vec::new(),
            lines: Vec::new(),
            freed: BTreeSet::new(),
        };
        let mut text = String::from(
            "#include <stdlib.h>\nstruct node { int v; struct node *next; };\nstatic struct node *g;\nint main(void)\n{\n    struct node *a = 0, *b = 0, *c = 0;\n",
        );
        let name = |variable: usize| ["a", "b", "c", "g"][variable];
        for line in 7..40 {
            let (x, y) = (rng.below(4), rng.below(4));
            let held = model.variables[x].filter(|block| !model.freed.contains(block));
            match (rng.below(6), held) {
                (0 | 1, _) => {
                    text.push_str(&format!("    {} = calloc(1, sizeof *g);\n", name(x)));
                    model.variables[x] = Some(model.lines.len());
                    model.lines.push(line);
                    model.next.push(None);
                }
                (2, Some(block)) => {
                    text.push_str(&format!("    {}->next = {};\n", name(x), name(y)));
                    model.next[block] = model.variables[y];
                }
                (3, Some(block)) => {
                    text.push_str(&format!("    {} = {}->next;\n", name(y), name(x)));
                    model.variables[y] = model.next[block];
                }
                (4, Some(block)) => {
                    text.push_str(&format!("    free({});\n", name(x)));
                    model.freed.insert(block);
                }
                _ => {
                    text.push_str(&format!("    {} = {};\n", name(x), name(y)));
                    model.variables[x] = model.variables[y];
                }
            }
        }
        text.push_str("    return 0;\n}\n");
        let lost = model.lost();
        (text, lost)
    }

    fn reached(&self, from: impl Iterator<Item = usize>) -> BTreeSet<usize> {
        let mut open: Vec<usize> = from.filter(|block| !self.freed.contains(block)).collect();
        let mut reached = BTreeSet::new();
        while let Some(block) = open.pop() {
            if reached.insert(block) {
                open.extend(self.next[block].filter(|next| !self.freed.contains(next)));
            }
        }
        reached
    }

    fn lost(&self) -> BTreeSet<u64> {
        let kept = self.reached(self.variables[3].into_iter());
        let lost: Vec<usize> = (0..self.lines.len())
            .filter(|block| !kept.contains(block) && !self.freed.contains(block))
            .collect();
        let below = |block: usize| self.reached(self.next[block].into_iter());
        // Of a cycle the block that was allocated first counts.
        let is_led_to = |block: usize| {
            lost.iter().any(|&other| {
                let is_behind = other > block && below(block).contains(&other);
                other != block && below(other).contains(&block) && !is_behind
            })
        };
        lost.iter().filter(|&&block| !is_led_to(block)).map(|&block| self.lines[block]).collect()
    }
}

const MEMBER: &str = r#"#include <stdlib.h>
#include <string.h>
struct node { struct node *next; char *name; };
char *copy(const char *s)
{
    char *r = malloc(strlen(s) + 1);
    if (r)
        strcpy(r, s);
    return r;
}
int main(int argc, char **argv)
{
    struct node *head = malloc(sizeof *head);
    if (!head)
        return 1;
    head->next = 0;
    head->name = copy("abc");
    if (argc > 2)
        free(head->name);
    free(head);
    return 0;
}
"#;

const LIST: &str = r#"#include <stdlib.h>
struct node { struct node *next; int v; };
static struct node *push(struct node *l, int v)
{
    struct node *n = malloc(sizeof *n);
    n->next = l;
    n->v = v;
    return n;
}
int main(int argc, char **argv)
{
    struct node *l = 0;
    for (int i = 0; i < argc + 2; i++)
        l = push(l, i);
    while (l) {
        struct node *n = l->next;
        if (l->v != 1)
            free(l);
        l = n;
    }
    return 0;
}
"#;

const EARLY: &str = r#"#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    int n = 0;
    scanf("%d", &n);
    int *p = malloc(4 * 8);
    if (n == 7)
        return 1;
    free(p);
    return 0;
}
"#;

const SEVERAL: &str = r#"#include <stdlib.h>
int main(void)
{
    for (int i = 0; i < 3; i++) {
        char *p = malloc(10);
        p[0] = 1;
    }
    char *q = malloc(5);
    q = 0;
    malloc(7);
    return 0;
}
"#;

const ENDS: &str = r#"#include <stdlib.h>
static char *kept;
int main(int argc, char **argv)
{
    char *p = malloc(10);
    kept = malloc(20);
    if (argc > 2)
        abort();
    if (argc > 1)
        exit(3);
    return 0;
}
"#;

const UNKNOWN: &str = r#"#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    int *p = malloc(4 * 8);
    if (n == 7)
        return 1;
    free(p);
    return 0;
}
"#;

const THROUGH_POINTER: &str = r#"#include <stdlib.h>
static void (*release)(void *) = free;
static void end(char *p, int is_own)
{
    if (is_own)
        release(p);
}
int main(void)
{
    char *p = malloc(10);
    char *q = malloc(20);
    end(p, 1);
    end(q, 0);
    return 0;
}
"#;

const CYCLE: &str = r#"#include <stdlib.h>
struct node { struct node *next; };
int main(void)
{
    struct node *a = malloc(sizeof *a);
    struct node *b = malloc(sizeof *b);
    a->next = b;
    b->next = a;
    return 0;
}
"#;

const HIDDEN: &str = r#"#include <stdlib.h>
#include <string.h>
/* Pointers into blocks, in parts of records, as bytes, in numbers: nothing is lost. */
struct pair { int n; char *p; };
static char *inside;
static struct pair pairs[3];
static unsigned char bytes[sizeof(char *)];
static unsigned long number;
int main(void)
{
    char *p = malloc(10);
    inside = p + 4;
    struct pair pair = { 1, malloc(11) };
    pairs[2] = pair;
    p = malloc(12);
    memcpy(bytes, &p, sizeof p);
    number = (unsigned long)malloc(13);
    p = realloc(malloc(14), 15);
    free(p);
    return 0;
}
"#;

const LIBRARY: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *line = 0;
    size_t size = 0;
    FILE *f = fopen("p.c", "r");
    if (f && getline(&line, &size, f) > 0)
        fclose(f);
    char *copy = strdup("abc");
    return copy[0] == 'b';
}
"#;

const NONE: &str = r#"#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    char *p = malloc(10);
    if (n > 4)
        p[1] = 2;
    free(p);
    return 0;
}
"#;
