double exp(double);
double fabs(double);

/* erfc(x) * exp(x * x) for x >= 2, as a continued fraction. */
static double tail(double x)
{
    double value = x;
    int n;
    for (n = 60; n > 0; n--)
        value = x + n * 0.5 / value;
    return 0.56418958354775628695 / value;
}

static double power_series(double x)
{
    double term = x;
    double sum = x;
    int n;
    for (n = 1; fabs(term) > 1e-18 * fabs(sum); n++) {
        term *= -x * x / n;
        sum += term / (2 * n + 1);
    }
    return 1.1283791670955125739 * sum;
}

double erfc(double x)
{
    if (x != x)
        return x;
    if (x < 0)
        return 2 - erfc(-x);
    if (x > 27.3)
        return 0;
    return x < 2 ? 1 - power_series(x) : exp(-x * x) * tail(x);
}

double erf(double x)
{
    if (x == 0 || x != x)
        return x;
    if (fabs(x) < 2)
        return power_series(x);
    return x > 0 ? 1 - erfc(x) : erfc(-x) - 1;
}

float erff(float x)
{
    return (float)erf(x);
}

float erfcf(float x)
{
    return (float)erfc(x);
}
