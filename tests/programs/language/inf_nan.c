#include <math.h>
#include <stdio.h>

int main(void)
{
    volatile double zero = 0.0;
    double inf = 1.0 / zero, nan = zero / zero;
    float tiny = 1e-40f;
    printf("%f %f %e %G\n", inf, -inf, inf, -inf);
    printf("%d %d %d\n", nan == nan, nan != nan, !(nan < 1));
    printf("%d %d\n", isnan(nan) != 0, isinf(inf) != 0);
    printf("%d %d\n", inf > 1e308, -inf < -1e308);
    printf("%d\n", isnan(inf - inf) != 0);
    printf("%g\n", 1.0 / -inf);
    printf("%d\n", 0.0 == -0.0);
    printf("%d %d\n", signbit(-0.0) != 0, signbit(0.0) != 0);
    printf("%g %g\n", 1.0 / (zero * -1), fabs(-inf));
    printf("%d\n", nan ? 1 : 2);
    printf("%d %d\n", !nan, nan && 1);
    printf("%g %d\n", tiny, tiny > 0);
    printf("%d\n", (inf == inf) + (inf + 1 == inf));
    printf("%g\n", HUGE_VAL);
    return 0;
}
