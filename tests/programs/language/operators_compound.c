#include <stdio.h>

static int calls;
static int *slot(int *a) { calls++; return a; }

int main(void)
{
    int a[4] = { 10, 20, 30, 40 }, i = 0, x = 5;
    unsigned char c = 250;
    short s = -100;
    unsigned u = 7;
    long l = 1;
    double d = 1;
    int *p = a;
    x += 3; x -= 1; x *= 4; x /= 3; x %= 5;
    printf("%d\n", x);
    x <<= 3; x |= 5; x ^= 2; x &= ~4; x >>= 1;
    printf("%d\n", x);
    c += 10; s *= 300; u -= 9; l <<= 40; d /= 8;
    printf("%d %d %u %ld %g\n", c, s, u, l, d);
    c *= 1.5; s /= 2u; u >>= 30; l |= -1; d += l;
    printf("%d %d %u %ld %g\n", c, s, u, l, d);
    *slot(&a[1]) += 5;
    (*slot(&a[2]))++;
    --*slot(&a[3]);
    printf("%d %d %d %d\n", a[1], a[2], a[3], calls);
    a[i++] += 100;
    printf("%d %d\n", a[0], i);
    *p++ -= 1;
    *++p *= 2;
    printf("%d %d %d\n", a[0], a[2], (int)(p - a));
    p += 1;
    p -= 2;
    printf("%d\n", *p);
    x = i = 3;
    x += i += 2;
    printf("%d %d\n", x, i);
    x = 10 - (i -= 1) * 2;
    printf("%d %d\n", x, i);
    c = 255;
    printf("%d", c++);
    printf(" %d", c--);
    printf(" %d\n", c);
    d = 2.5;
    d++;
    printf("%g", d--);
    printf(" %g\n", -d);
    s = 0;
    s -= 1;
    printf("%d %d %d %d\n", s, +s, ~s, !s);
    x = -7;
    printf("%d %d %d %d\n", x / 2, x % 2, x >> 1, -x % 3);
    x ^= x;
    return x + (a[1] > a[2]);
}
