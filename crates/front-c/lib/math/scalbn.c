/* A power of two whose exponent is that of a normal number. */
static double power(int n)
{
    union {
        double value;
        unsigned long long bits;
    } u;
    u.bits = (unsigned long long)(n + 1023) << 52;
    return u.value;
}

/* Towards zero the factor leaves 53 bits above the smallest normal number, so that only the last
   product is rounded. */
double scalbn(double x, int n)
{
    int i;
    for (i = 0; i < 2 && n > 1023; i++) {
        x *= power(1023);
        n -= 1023;
    }
    for (i = 0; i < 2 && n < -1022; i++) {
        x *= power(-969);
        n += 969;
    }
    return x * power(n > 1023 ? 1023 : n < -1022 ? -1022 : n);
}

double ldexp(double x, int n)
{
    return scalbn(x, n);
}

float scalbnf(float x, int n)
{
    return (float)scalbn(x, n);
}

float ldexpf(float x, int n)
{
    return (float)scalbn(x, n);
}

long double ldexpl(long double x, int n)
{
    return scalbn((double)x, n);
}

double scalbln(double x, long n)
{
    return scalbn(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n);
}

float scalblnf(float x, long n)
{
    return (float)scalbln(x, n);
}

long double scalbnl(long double x, int n)
{
    return scalbn((double)x, n);
}
