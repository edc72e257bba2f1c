int __whydunit_isnan(double);
int __whydunit_isinf(double);
int __whydunit_isfinite(double);
int __whydunit_isnormal(double);
int __whydunit_signbit(double);
int __whydunit_fpclassify(double);
int __whydunit_fpclassifyf(float);

int isnan(double x)
{
    return __whydunit_isnan(x);
}

int isnanf(float x)
{
    return __whydunit_isnan(x);
}

int isnanl(long double x)
{
    return __whydunit_isnan(x);
}

int isinf(double x)
{
    return __whydunit_isinf(x);
}

int isinff(float x)
{
    return __whydunit_isinf(x);
}

int isinfl(long double x)
{
    return __whydunit_isinf(x);
}

int isfinite(double x)
{
    return __whydunit_isfinite(x);
}

int finite(double x)
{
    return __whydunit_isfinite(x);
}

int finitef(float x)
{
    return __whydunit_isfinite(x);
}

int finitel(long double x)
{
    return __whydunit_isfinite(x);
}

int signbit(double x)
{
    return __whydunit_signbit(x);
}

int __builtin_isnan(double x)
{
    return __whydunit_isnan(x);
}

int __builtin_isinf(double x)
{
    return __whydunit_isinf(x);
}

int __builtin_isinf_sign(double x)
{
    return __whydunit_isinf(x);
}

int __builtin_isfinite(double x)
{
    return __whydunit_isfinite(x);
}

int __builtin_isnormal(double x)
{
    return __whydunit_isnormal(x);
}

int __builtin_signbit(double x)
{
    return __whydunit_signbit(x);
}

int __builtin_signbitf(float x)
{
    return __whydunit_signbit(x);
}

int __isnan(double x)
{
    return __whydunit_isnan(x);
}

int __isinf(double x)
{
    return __whydunit_isinf(x);
}

int __finite(double x)
{
    return __whydunit_isfinite(x);
}

int __isnanf(float x)
{
    return __whydunit_isnan(x);
}

int __isnanl(long double x)
{
    return __whydunit_isnan(x);
}

int __isinff(float x)
{
    return __whydunit_isinf(x);
}

int __isinfl(long double x)
{
    return __whydunit_isinf(x);
}

int __finitef(float x)
{
    return __whydunit_isfinite(x);
}

int __finitel(long double x)
{
    return __whydunit_isfinite(x);
}

int __signbit(double x)
{
    return __whydunit_signbit(x);
}

int __signbitf(float x)
{
    return __whydunit_signbit(x);
}

int __signbitl(long double x)
{
    return __whydunit_signbit(x);
}

int __fpclassify(double x)
{
    return __whydunit_fpclassify(x);
}

int __fpclassifyf(float x)
{
    return __whydunit_fpclassifyf(x);
}

int __fpclassifyl(long double x)
{
    return __whydunit_fpclassify(x);
}
