double fdim(double, double);

long double fdiml(long double x, long double y)
{
    return fdim((double)x, (double)y);
}
