double cosh(double);

long double coshl(long double x)
{
    return cosh((double)x);
}
