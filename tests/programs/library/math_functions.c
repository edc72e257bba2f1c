#include <math.h>
#include <stdio.h>

#define F1(f) do { printf("%s:", #f); for (unsigned i = 0; i < sizeof v / sizeof *v; i++) printf(" %.17g", f(v[i])); printf("\n"); } while (0)
static const double v[] = { 0.0, 0.5, 1.0, 2.0, 2.5, 10.25 };

int main(void)
{
    double ip;
    int e;
    F1(sqrt); F1(sin); F1(cos); F1(tan); F1(atan); F1(exp); F1(exp2); F1(sinh); F1(cosh); F1(tanh);
    F1(floor); F1(ceil); F1(round); F1(trunc); F1(rint); F1(fabs);
    printf("%.14g %.14g %g\n", cbrt(2.0), cbrt(-10.25), cbrt(27.0));
    printf("%.17g %.17g %.17g\n", log(2.0), log2(10.0), log10(1000.0));
    printf("%.17g %.17g\n", asin(0.5), acos(0.25));
    printf("%.17g %.17g %.17g %.17g\n", pow(2, 0.5), pow(-2, 3), pow(0, 0), pow(10, -3));
    printf("%.17g %.17g\n", atan2(1, -1), atan2(-0.0, -1));
    printf("%.17g %.17g\n", hypot(3, 4), fmod(-7.5, 2));
    printf("%g %g %g\n", fmin(1, 2), fmax(1, NAN), copysign(3, -0.0));
    printf("%g %g %g %g\n", floor(-0.5), ceil(-0.5), round(-2.5), trunc(-2.9));
    printf("%g", frexp(48.0, &e)); printf(" %d\n", e);
    printf("%g", modf(-3.75, &ip)); printf(" %g\n", ip);
    printf("%g %ld %lld\n", ldexp(0.75, 4), lround(2.5), llround(-2.5));
    printf("%d %d %d %d\n", isnan(NAN) != 0, isinf(-INFINITY) != 0, isfinite(1.0) != 0, signbit(-1.0) != 0);
    printf("%.9g %.9g %.9g %.9g\n", sqrtf(2), sinf(1), powf(1.1f, 10), fabsf(-0.1f));
    printf("%.9g %.9g %.9g\n", floorf(-1.5f), fmodf(5.5f, 2), roundf(0.5f));
    printf("%d %d\n", isnan(sqrt(-1)) != 0, isinf(log(0)) != 0);
    printf("%.15f %.15f\n", M_PI, M_E);
    printf("%d\n", fpclassify(1.0) == FP_NORMAL);
    return 0;
}
