#include <float.h>
#include <limits.h>
#include <stdio.h>

int main(void)
{
    printf("%d %d %d %d %d %d\n", CHAR_BIT, SCHAR_MIN, SCHAR_MAX, UCHAR_MAX, CHAR_MIN, CHAR_MAX);
    printf("%d %d %d\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("%g %g %g\n", FLT_MIN, FLT_MAX, FLT_EPSILON);
    printf("%g %g %g\n", DBL_MIN, DBL_MAX, DBL_EPSILON);
    printf("%d %d %d %d\n", FLT_MANT_DIG, DBL_MANT_DIG, DBL_MAX_EXP, DBL_MIN_10_EXP);
#if INT_MAX == 2147483647 && UINT_MAX == 4294967295 && LONG_MIN < 0
    printf("preprocessor agrees\n");
#endif
    return 0;
}
