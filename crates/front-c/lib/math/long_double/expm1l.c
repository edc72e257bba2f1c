double expm1(double);

long double expm1l(long double x)
{
    return expm1((double)x);
}
