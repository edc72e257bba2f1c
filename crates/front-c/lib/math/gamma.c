double log(double);
double exp(double);
double pow(double, double);
double sin(double);
double floor(double);
double fabs(double);

int signgam;

/* Lanczos' approximation, good to about 15 digits. */
static double series(double x)
{
    static const double c[8] = { 676.5203681218851,      -1259.1392167224028,  771.32342877765313,
                                 -176.61502916214059,    12.507343278686905,   -0.13857109526572012,
                                 9.9843695780195716e-6, 1.5056327351493116e-7 };
    double sum = 0.99999999999980993;
    int i;
    for (i = 0; i < 8; i++)
        sum += c[i] / (x + i);
    return sum;
}

double tgamma(double x)
{
    double result = 1;
    if (x == floor(x) && x > 0 && x <= 171) {
        double factor;
        for (factor = 2; factor < x; factor++)
            result *= factor;
        return result;
    }
    if (x < 0.5) {
        if (x == floor(x))
            return x == 0 ? 1 / x : __builtin_nan("");
        return 3.14159265358979323846 / (sin(3.14159265358979323846 * x) * tgamma(1 - x));
    }
    if (x > 171.7)
        return x * 1e308;
    return 2.5066282746310002 * pow(x + 6.5, (x - 0.5) / 2) * exp(-(x + 6.5)) *
           pow(x + 6.5, (x - 0.5) / 2) * series(x);
}

double lgamma(double x)
{
    signgam = 1;
    if (x <= 0 && x == floor(x))
        return __builtin_inf();
    if (x < 0.5) {
        double s = sin(3.14159265358979323846 * x);
        double rest = lgamma(1 - x);
        signgam = s < 0 ? -1 : 1;
        return log(3.14159265358979323846 / fabs(s)) - rest;
    }
    if (x == 1 || x == 2)
        return 0;
    return 0.91893853320467274178 + (x - 0.5) * log(x + 6.5) - (x + 6.5) + log(series(x));
}

float tgammaf(float x)
{
    return (float)tgamma(x);
}

float lgammaf(float x)
{
    return (float)lgamma(x);
}
