double frexp(double x, int *exponent)
{
    union {
        double value;
        unsigned long long bits;
    } u;
    int bias = 1022;
    u.value = x;
    if (x == 0 || (u.bits >> 52 & 0x7ff) == 0x7ff) {
        *exponent = 0;
        return x;
    }
    if ((u.bits >> 52 & 0x7ff) == 0) {
        u.value = x * 18014398509481984.0;
        bias += 54;
    }
    *exponent = (int)(u.bits >> 52 & 0x7ff) - bias;
    u.bits = (u.bits & 0x800fffffffffffffULL) | 0x3fe0000000000000ULL;
    return u.value;
}

float frexpf(float x, int *exponent)
{
    return (float)frexp(x, exponent);
}

long double frexpl(long double x, int *exponent)
{
    return frexp((double)x, exponent);
}
