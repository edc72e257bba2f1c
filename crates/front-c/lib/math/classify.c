static unsigned long long bits_of(double x)
{
    union {
        double value;
        unsigned long long bits;
    } u;
    u.value = x;
    return u.bits;
}

int __whydunit_signbit(double x)
{
    return bits_of(x) >> 63 ? 1 : 0;
}

int __whydunit_isnan(double x)
{
    return x != x;
}

/* The sign of an infinity. */
int __whydunit_isinf(double x)
{
    return x > 1.7976931348623157e308 ? 1 : x < -1.7976931348623157e308 ? -1 : 0;
}

int __whydunit_isfinite(double x)
{
    return x >= -1.7976931348623157e308 && x <= 1.7976931348623157e308;
}

int __whydunit_isnormal(double x)
{
    double size = x < 0 ? -x : x;
    return size >= 2.2250738585072014e-308 && size <= 1.7976931348623157e308;
}

int __whydunit_isnormalf(float x)
{
    double size = x < 0 ? -x : x;
    return size >= 1.1754943508222875e-38 && size <= 3.4028234663852886e38;
}

/* FP_NAN 0, FP_INFINITE 1, FP_ZERO 2, FP_SUBNORMAL 3, FP_NORMAL 4. */
int __whydunit_fpclassify(double x)
{
    if (x != x)
        return 0;
    if (!__whydunit_isfinite(x))
        return 1;
    if (x == 0)
        return 2;
    return __whydunit_isnormal(x) ? 4 : 3;
}

int __whydunit_fpclassifyf(float x)
{
    if (x != x)
        return 0;
    if (!__whydunit_isfinite(x))
        return 1;
    if (x == 0)
        return 2;
    return __whydunit_isnormalf(x) ? 4 : 3;
}
