double asinh(double);

long double asinhl(long double x)
{
    return asinh((double)x);
}
