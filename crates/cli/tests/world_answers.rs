//! What the world may answer: no memory, no data, the contents of a file. And runs that go on after a failure.

use expect_test::expect;

use crate::expected_support::{Asked, every_failure, rows};

const FAILING: &[&str] = &["--checks", "+alloc-fail"];
const SECOND_FAILS: &[&str] = &["--checks", "+alloc-fail", "--input", "malloc#2=0"];

/// Whether there is memory is an input only where that is asked for.
#[test]
fn memory_that_is_not_there() {
    every_failure(
        "check",
        &[
            (Asked { program: ALLOCATES, ..Asked::default() }, expect!["0 holds"]),
            (
                Asked { program: ALLOCATES, options: &["--checks", "all"], ..Asked::default() },
                expect!["0 holds"],
            ),
            (
                Asked { program: ALLOCATES, options: FAILING, ..Asked::default() },
                expect![[r#"
                1 fails
                null, line 7: null pointer dereferenced: a; malloc#1 = false, malloc#2 = false
                null, line 8: null pointer dereferenced: b; malloc#1 = true, malloc#2 = false"#]],
            ),
            (Asked { program: ASKS, options: FAILING, ..Asked::default() }, expect!["0 holds"]),
            (
                Asked {
                    program: MOVES,
                    options: &["--checks", "+alloc-fail,+leak"],
                    ..Asked::default()
                },
                expect![[r#"
                    1 fails
                    leak, line 7: 4 bytes from malloc in line 4 are never freed: a, the last pointer to them, is overwritten here; malloc#1 = true, realloc#1 = false"#]],
            ),
        ],
    );
    every_failure(
        "run",
        &[
            (
                Asked { program: ALLOCATES, options: FAILING, ..Asked::default() },
                expect!["0 holds-within-bound"],
            ),
            (
                Asked { program: ALLOCATES, options: SECOND_FAILS, ..Asked::default() },
                expect![[r#"
                    1 fails
                    null, line 8: null pointer dereferenced: b; malloc#1 = true, malloc#2 = false"#]],
            ),
            // Without the check the answer is none.
            (
                Asked {
                    program: MOVES,
                    options: &["--checks", "+alloc-fail,+leak", "--input", "realloc#1=0"],
                    ..Asked::default()
                },
                expect![[r#"
                    1 fails
                    leak, line 7: 4 bytes from malloc in line 4 are never freed: a, the last pointer to them, is overwritten here; malloc#1 = true, realloc#1 = false"#]],
            ),
        ],
    );
    rows(
        "explain",
        &[(
            Asked { program: ALLOCATES, options: SECOND_FAILS, ..Asked::default() },
            expect![[r#"
                1 null, line 8: null pointer dereferenced: b
                lines [6] [5,6]"#]],
        )],
    );
}

/// `read` may fail, in searches and where an input says so.
#[test]
fn data_that_cannot_be_read() {
    every_failure(
        "check",
        &[(
            Asked { program: READS, ..Asked::default() },
            expect![[r#"
        1 fails
        bounds, line 6: index -1 is out of bounds of buffer[8]; read#1 = false"#]],
        )],
    );
    every_failure(
        "run",
        &[
            (
                Asked { program: READS, stdin: "x", ..Asked::default() },
                expect!["0 holds-within-bound"],
            ),
            (
                Asked {
                    program: READS,
                    stdin: "x",
                    options: &["--input", "read#1=0"],
                    ..Asked::default()
                },
                expect![[r#"
                    1 fails
                    bounds, line 6: index -1 is out of bounds of buffer[8]; read#1 = false"#]],
            ),
        ],
    );
}

/// The contents and the length of a file are inputs: searched, explained, given.
#[test]
fn contents_of_files() {
    const INPUT: &[&str] = &["--file-input", "data.txt:6"];
    every_failure(
        "check",
        &[
            (
                Asked { program: COPIES, options: INPUT, ..Asked::default() },
                expect![[r#"
                1 fails
                bounds, line 12: index 5 is out of bounds of buffer[4]; length_of_data_txt#1 = 2, data.txt = "!!", fopen#1 = true
                uninit, line 15: buffer[0] is used uninitialised; length_of_data_txt#1 = 0, fopen#1 = true"#]],
            ),
            (
                Asked { program: KEEPS_TO_ITS_BUFFER, options: INPUT, ..Asked::default() },
                expect![[r#"
                    0 holds
                    assumed: memory that is asked for is there"#]],
            ),
            // A file that is no input is as it is: not there.
            (
                Asked { program: COPIES, ..Asked::default() },
                expect![[r#"
                3 unknown
                assumed: memory that is asked for is there
                assumed: `fopen` finds no file (--root DIR, --file NAME=PATH)"#]],
            ),
        ],
    );
    let given = &[
        "--file-input",
        "data.txt:6",
        "--input",
        "length_of_data_txt=1",
        "--input",
        "data.txt[0]=65",
    ];
    every_failure(
        "run",
        &[(
            Asked { program: KEEPS_TO_ITS_BUFFER, options: given, ..Asked::default() },
            expect!["0 holds-within-bound"],
        )],
    );
    rows(
        "explain",
        &[(
            Asked { program: COPIES, options: INPUT, ..Asked::default() },
            expect![[r#"
            1 uninit, line 15: buffer[0] is used uninitialised
            lines [4,5,7,9] [4,9,14]"#]],
        )],
    );
}

/// Each place once, up to a failure after which nothing is known.
#[test]
fn runs_that_go_on() {
    every_failure(
        "run",
        &[
            (
                Asked { program: GOES_ON, ..Asked::default() },
                expect![[r#"
                1 fails
                overflow, line 8: 2147483647 + 1 does not fit in int;"#]],
            ),
            (
                Asked { program: GOES_ON, options: &["--keep-going"], ..Asked::default() },
                expect![[r#"
                    1 fails
                    overflow, line 8: 2147483647 + 1 does not fit in int;
                    shift, line 10: shift of a 32-bit int by 40;
                    bounds, line 12: index 2 is out of bounds of s.a[2];
                    uninit, line 13: u is used uninitialised;
                    null, line 15: null pointer dereferenced: p; u = 0"#]],
            ),
            (
                Asked { program: OVERFLOWS_OFTEN, options: &["--keep-going"], ..Asked::default() },
                expect![[r#"
                    1 fails
                    overflow, line 6: 2000000000 + 1000000000 does not fit in int;"#]],
            ),
            (
                Asked {
                    program: LEAVES_ITS_OBJECT,
                    options: &["--keep-going"],
                    ..Asked::default()
                },
                expect![[r#"
                    1 fails
                    bounds, line 7: read of 4 bytes just past the end of s;"#]],
            ),
        ],
    );
}

const ALLOCATES: &str = r#"#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *a = malloc(4);
    char *b = strdup("abc");
    a[0] = 1;
    b[0] = 'x';
    free(a);
    free(b);
    return 0;
}
"#;

const ASKS: &str = r#"#include <stdlib.h>
#include <string.h>
int main(void)
{
    char *a = calloc(2, 2);
    if (!a)
        return 1;
    char *b = realloc(a, 8);
    if (!b) {
        free(a);
        return 1;
    }
    strcpy(b, "abc");
    free(b);
    return 0;
}
"#;

const MOVES: &str = r#"#include <stdlib.h>
int main(void)
{
    char *a = malloc(4);
    if (!a)
        return 1;
    a = realloc(a, 8);
    free(a);
    return 0;
}
"#;

const READS: &str = r#"#include <unistd.h>
int main(void)
{
    char buffer[8];
    long n = read(0, buffer, sizeof buffer - 1);
    buffer[n] = 0;
    return 0;
}
"#;

const COPIES: &str = r#"#include <stdio.h>
int main(void)
{
    FILE *f = fopen("data.txt", "r");
    char buffer[4];
    int n = 0, c;
    if (!f)
        return 1;
    while ((c = fgetc(f)) != EOF) {
        if (c == '!')
            n += 2;
        buffer[n++] = (char)c;
    }
    fclose(f);
    return buffer[0];
}
"#;

const KEEPS_TO_ITS_BUFFER: &str = r#"#include <stdio.h>
int main(void)
{
    FILE *f = fopen("data.txt", "r");
    char buffer[4] = "";
    int n = 0, c;
    if (!f)
        return 1;
    while (n < 4 && (c = fgetc(f)) != EOF)
        buffer[n++] = (char)c;
    fclose(f);
    return buffer[0] / (n + 1);
}
"#;

const GOES_ON: &str = r#"#include <stdio.h>
#include <limits.h>
struct s { int a[2]; int b; };
int main(void)
{
    int n = INT_MAX, k = 40, u;
    struct s s = { { 1, 2 }, 3 };
    n = n + 1;
    printf("%d\n", n);
    printf("%d\n", 1 << k);
    int i = 2;
    printf("%d\n", s.a[i]);
    printf("%d\n", u);
    int *p = 0;
    *p = 1;
    return 0;
}
"#;

const OVERFLOWS_OFTEN: &str = r#"#include <stdio.h>
int main(void)
{
    int n = 2000000000;
    for (int i = 0; i < 3; i++)
        n += 1000000000;
    printf("%d\n", n);
    return 0;
}
"#;

const LEAVES_ITS_OBJECT: &str = r#"struct s { int a[2]; int b; };
int main(void)
{
    struct s s = { { 1, 2 }, 3 };
    int sum = 0;
    for (int i = 0; i < 5; i++)
        sum += s.a[i];
    return sum;
}
"#;
