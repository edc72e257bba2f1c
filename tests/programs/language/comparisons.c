#include <limits.h>
#include <stdio.h>

#define CMP(a, b) printf("%d%d%d%d%d%d ", (a) < (b), (a) <= (b), (a) == (b), (a) != (b), (a) >= (b), (a) > (b))

int main(void)
{
    signed char sc = -1; unsigned char uc = 255; short s = -1; unsigned short us = 65535;
    int i = -1; unsigned u = UINT_MAX; long l = -1; unsigned long ul = ULONG_MAX;
    float f = 0.1f; double d = 0.1, zero = 0, nan = zero / zero;
    int array[4], *p = &array[1], *q = &array[3];
    CMP(sc, uc); CMP(s, us); CMP(i, u); CMP(l, u); CMP(l, ul); CMP(i, ul); printf("\n");
    CMP(sc, s); CMP(uc, us); CMP(sc, u); CMP(uc, -1); CMP(us, i); CMP(u, l); printf("\n");
    CMP(f, d); CMP(d, nan); CMP(nan, nan); CMP(i, -1.0); CMP(u, 4294967295.0); printf("\n");
    CMP(p, q); CMP(p + 2, q); CMP(array, array + 0); CMP(q, array + 4); printf("\n");
    CMP(INT_MIN, INT_MAX); CMP(0u, -1); CMP(LONG_MIN, INT_MIN); CMP('a', 97); printf("\n");
    CMP(9007199254740993L, 9007199254740992.0); CMP(16777217, 16777216.0f); printf("\n");
    printf("%d %d\n", (sc == uc) + ((unsigned char)sc == uc), (char)255 == 255);
    printf("%d %d %d\n", p == 0, p != 0, 0 == p);
    printf("%d\n", !(p < q) == (p >= q));
    return 0;
}
