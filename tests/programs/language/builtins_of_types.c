#include <math.h>
#include <stdio.h>

/* Built-ins that exist once for each type. */
int main(void)
{
    int i = -3;
    long l = 5, m = -1L << 40;
    long long q = 1LL << 62;
    float f = 1e38f;
    double d = 1e308;
    long double e = 1.0L;
    printf("%d %d %d %d\n", __builtin_clrsb(i), __builtin_clrsbl(l), __builtin_clrsbl(m), __builtin_clrsbll(q));
    printf("%d %d %d\n", __builtin_clrsbl(0), __builtin_clrsbl(-1), __builtin_clrsb(0x40000000));
    printf("%d %d\n", __builtin_isinff(f) != 0, __builtin_isinff(f * 10) != 0);
    printf("%d %d\n", __builtin_isinf(d) != 0, __builtin_isinf(d * 10) != 0);
    printf("%d %d\n", __builtin_isinfl(e) != 0, __builtin_isnanl(e - e) != 0);
    printf("%d %d\n", __builtin_finitel(e) != 0, __builtin_finitef(f * 10) != 0);
    return 0;
}
