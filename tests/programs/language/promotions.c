/* Integer promotions and the usual arithmetic conversions. */
#include <stdio.h>

int main(void)
{
    unsigned char a = 200, b = 100;
    signed char n = -1;
    unsigned short w = 65535;
    int i = -1;
    unsigned u = 1;
    long l = -1;
    unsigned long ul = 1;
    float f = 16777217;

    printf("%d %d\n", a + b, (unsigned char)(a + b));
    printf("%d %d\n", ~a, (unsigned char)~a);
    printf("%d %d\n", -b, a - b * 3);
    printf("%d\n", n > u);
    printf("%d\n", i < u);
    printf("%d\n", l < u);
    printf("%d\n", l < ul);
    printf("%d\n", n < w);
    printf("%zu %zu %zu %zu\n", sizeof(a + b), sizeof(+n), sizeof(i + l), sizeof(u + l));
    printf("%zu %zu %zu\n", sizeof(f + i), sizeof(f + 1.0), sizeof('a'));
    printf("%u\n", w * 65535u);
    printf("%d\n", (w + 1) == 65536);
    printf("%lld\n", (long long)(i + u));
    printf("%lld\n", (long long)(i - (long)u));
    printf("%.1f %.1f\n", f, (double)f + 1);
    printf("%u\n", (unsigned)i >> 28);
    printf("%d\n", i >> 28);
    printf("%d\n", (unsigned char)n >> 4);
    printf("%d\n", n >> 4);
    printf("%d %d\n", (a << 1) > 255, (unsigned char)(a << 1) > 255);
    printf("%lu\n", (unsigned long)n);
    printf("%lu\n", (unsigned long)(unsigned char)n);
    printf("%d\n", (1 ? -1 : 0u) > 0);
    printf("%ld\n", (0 ? 1L : -1));
    printf("%lu\n", (unsigned long)(1 ? n : 0u));
    printf("%zu\n", sizeof(1 ? n : a));
    printf("%d\n", -1 < sizeof(int));
    return 0;
}
