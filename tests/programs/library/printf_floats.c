#include <math.h>
#include <stdio.h>

int main(void)
{
    double v[] = { 0, -0.0, 1, -1.5, 3.14159265358979, 1e-5, 1e-4, 123456789, 1e15, 1e16, 1e17, 0.5, 2.5, 1e100, 1.7976931348623157e308, 5e-324, 0.1, 999999.5, 9.9999995e5 };
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        printf("%f|%.0f|%.3f|%10.2f|%-12.1f|%+f|% f|%012.3f\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("%e|%.0e|%E|%15.4e|%.10e\n", v[i], v[i], v[i], v[i], v[i]);
        printf("%g|%G|%.3g|%.0g|%.15g|%.17g|%10g|%-10g|\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
        printf("%a|%A|%.2a|%.0a|%20a\n", v[i], v[i], v[i], v[i], v[i]);
    }
    printf("%f %F %e %g %G %a %10f|%-10f|%010f|%+f\n", INFINITY, INFINITY, -INFINITY, INFINITY, -INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY);
    printf("%f %F %5g\n", NAN, NAN, NAN);
    printf("%.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, 3.5);
    printf("%.1f %.1f %.2f\n", 0.25, 0.35, 1.005);
    printf("%#.0f %#.0e %#x\n", 3.0, 3.0, 16);
    printf("%#g %#g %#.3g %#G\n", 1.0, 0.0, 2.5, 1e20);
    printf("%.50f\n%.30e\n", 0.1, 1.0 / 3);
    printf("%*.*f|%-*.*f|\n", 10, 3, 2.0 / 3, 10, 2, 1.0 / 3);
    printf("%lf %5.1lf\n", 1.25, 2.55);
    printf("%f\n", 123456789012345678.0);
    return 0;
}
