//! What newer C has and the machine's compiler may not have yet: the program asserts what the standard says.

use crate::command_support::Directory;

const NEWER: &str = r#"// What newer C has and the machine's compiler may not have yet.
#include <assert.h>
#include <stdarg.h>
#include <stdckdint.h>
#include <stddef.h>
#include <stdlib.h>

constexpr int N = 4;
static constexpr unsigned long mask = (1ul << N) - 1;
constexpr double half = 1.0 / 2;
static_assert(N == 4 && mask == 15);

enum small : unsigned char { LOW, HIGH = 255 };
enum wide : long long { FAR = 1ll << 40 };

struct pair { int a, b; };

static int sum(int count, ...)
{
    va_list list;
    va_start(list);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

static const struct pair *origin(void)
{
    return &(static const struct pair){ .a = 1, .b = 2 };
}

static int second(int, int value) { return value; }

static int sign(int x)
{
    if (x > 0)
        return 1;
    if (x <= 0)
        return -1;
    unreachable();
}

int main(void)
{
    int squares[N] = {};
    for (int i = 0; i < N; i++)
        squares[i] = i * i;
    assert(squares[3] == 9 && squares[N - 1] == 9);
    switch (squares[2]) {
    case N: break;
    default: assert(false);
    }

    constexpr unsigned doubled = N * 2;
    char text[doubled];
    assert(sizeof text == 8 && half == 0.5);
    const int *address = &N;
    assert(*address == 4);

    assert(sizeof(enum small) == 1 && sizeof FAR == 8 && HIGH == 255 && FAR > 0);
    enum small level = HIGH;
    level++;
    assert(level == LOW);

    int *nowhere = nullptr;
    nullptr_t none = nullptr;
    assert(nowhere == nullptr && none == nullptr && !nowhere);

    const int fixed = 5;
    typeof_unqual(fixed) open = fixed;
    open = 6;
    typeof_unqual(const volatile char *const) letter = "x";
    letter++;
    auto also = open + 1ll;
    assert(sizeof also == 8 && also == 7 && *letter == 0);

    int length = N + second(1, 2);
    int zeros[length] = {};
    for (int i = 0; i < length; i++)
        assert(zeros[i] == 0);
    assert(sizeof zeros == 24);

    int result;
    assert(ckd_add(&result, 2147483647, 1) && !ckd_mul(&result, 6, 7) && result == 42);
    assert(sum(3, 1, 2, 3) == 6 && origin()->b == 2 && sign(-3) == -1);
    return 0;
}
"#;

#[test]
fn as_the_standard_says() {
    let directory = Directory::with(&[("newer.c", NEWER)]);
    for std in ["-std=c2x", "-std=gnu2x"] {
        for model in ["-m64", "-m32"] {
            let output = directory.command(&["run", "newer.c", std, model]).output();
            let output = output.expect("whydunit should start");
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(0), "{std} {model}: {said}");
        }
    }
}
