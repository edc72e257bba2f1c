double fmax(double, double);

long double fmaxl(long double x, long double y)
{
    return fmax((double)x, (double)y);
}
