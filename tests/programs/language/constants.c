#include <stdio.h>
#define T(x) _Generic(x, int: "i", unsigned: "u", long: "l", unsigned long: "ul", long long: "ll", unsigned long long: "ull", float: "f", double: "d", default: "?")

static int folded[(3 * 4 - 2) / 5 + (7 % 4 == 3) + !0 + (1 << 2 >> 1) + (5 & 6 | 1 ^ 8)];
static double quotient = 1.0 / 3, mixed = 1 / 3 + 0.5;
static long address_difference = (long)sizeof folded[1] * 2;

int main(void)
{
    printf("%s %s %s %s\n", T(2147483647), T(2147483648), T(0x7fffffff), T(0x80000000));
    printf("%s %s %s %s\n", T(4294967295), T(4294967296), T(0xffffffff), T(0x100000000));
    printf("%s %s %s\n", T(037777777777), T(0x8000000000000000), T(0x7fffffffffffffff));
    printf("%s %s %s %s %s %s\n", T(1u), T(1l), T(1ul), T(1LL), T(1uLL), T(4294967296u));
    printf("%s %s %s %s\n", T(1.), T(.5f), T(1e1), T(0x1p3F));
    printf("%d %d %d %d\n", 0, 017, 0x1F, 0b1011);
    printf("%d %u %ld\n", 0xa, 0XFFu, 0777l);
    printf("%g %g %g %g %g\n", 1e3, .5, 5., 0x1.8p1, 1e-2);
    printf("%d %d %d %d\n", 'A', '\101', '\x41', L'A');
    printf("%zu\n", sizeof folded / sizeof *folded);
    printf("%.17g %g %ld\n", quotient, mixed, address_difference);
    printf("%d %d\n", -2147483647 - 1 < 0, -2147483648 < 0);
    printf("%llu\n", 18446744073709551615ull);
    printf("%d\n", 1 ? 10 : 1 / 1);
    printf("%.20f\n", 0.1);
    printf("%a %a\n", 0.1f, 3.4028235e38f);
    printf("%d\n", 10 - 3 - 2 == 5 && 2 * 3 % 4 == 2 && 64 / 8 / 2 == 4);
    printf("%d\n", 1 + 2 << 3 & 0xff ^ 5 | 1);
    printf("%d\n", -5 / 2 * 2 + -5 % 2);
    return '\x10';
}
