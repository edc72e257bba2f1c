#include <stdbool.h>
#include <stdio.h>

struct flags { bool a, b; _Bool bit : 1; };

static bool negate(bool x) { return !x; }
static _Bool from_pointer(void *p) { return p; }

int main(void)
{
    bool b = 42;
    _Bool c = 0.25;
    bool d = (bool)256;
    unsigned char raw = (unsigned char)256;
    int x;
    struct flags f = { 5, 0, 8 };
    bool array[3] = { 7, 0, -1 };

    printf("%d %d %d %d\n", b, c, d, raw);
    b = b + b;
    printf("%d %zu\n", b, sizeof b);
    b--;
    printf("%d\n", b);
    b--;
    printf("%d\n", b);
    b++; b++;
    printf("%d\n", b);
    b = ~b;
    printf("%d\n", b);
    b ^= 1;
    printf("%d %d\n", b, b << 3);
    b |= 64;
    printf("%d\n", b);
    printf("%d %d\n", negate(17), negate(0.0));
    printf("%d %d\n", from_pointer(&x), from_pointer(0));
    printf("%d %d %d %zu\n", f.a, f.b, f.bit, sizeof f);
    f.bit += 1;
    printf("%d\n", f.bit);
    printf("%d %d %d\n", array[0], array[1], array[2]);
    printf("%d %d\n", true + true, (bool)0.0f);
    printf("%d\n", (bool)-0.0);
    return b + true;
}
