#include <float.h>
#include <limits.h>
#include <stdio.h>

int main(void)
{
    double values[] = { 0.5, -0.5, 1.9999, -1.9999, 255.7, 65535.9, -128.9, 2147483647.5 };
    unsigned long big = 18446744073709551615UL;
    long odd = 9007199254740993L;
    float f = 0.1f;
    double d = 0.1;
    int i;

    for (i = 0; i < 8; i++)
        printf("%d %lld\n", (int)values[i], (long long)values[i]);
    printf("%u %u\n", (unsigned char)255.7, (unsigned short)65535.9);
    printf("%u %lu\n", (unsigned)4294967295.0, (unsigned long)1e19);
    printf("%.1f %.1f %.1f\n", (double)big, (double)odd, (float)odd);
    printf("%.1f %.1f\n", (float)16777219, (double)(float)INT_MAX);
    printf("%.20g %.20g\n", f, d);
    printf("%d %d\n", f == d, f == (float)d);
    printf("%.20g\n", f * 3);
    printf("%.20g\n", f * 3.0);
    printf("%.20g\n", (float)(d + 0.2));
    f = 1e30;
    f *= 1e10f;
    printf("%g %g\n", f, -f);
    f = 16777216;
    f++;
    printf("%.1f\n", f);
    f += 2.5;
    printf("%.1f\n", f);
    d = 7;
    d /= 2;
    i = 7;
    i /= 2.1;
    printf("%g %d\n", d, i);
    i = 10;
    i *= 0.55;
    printf("%d\n", i);
    i += 0.9;
    printf("%d\n", i);
    printf("%g %g %g\n", 1 / 2 * 4.0, 4.0 * 1 / 2, 1 / (double)2 * 4);
    printf("%d %d\n", FLT_DIG, DBL_DIG);
    printf("%a %a %a\n", (double)FLT_MAX, DBL_MIN, DBL_EPSILON);
    printf("%a %a\n", (double)1e-45f, 4.9e-324);
    printf("%a\n", (double)(float)1.00000005960464477539);
    return 0;
}
