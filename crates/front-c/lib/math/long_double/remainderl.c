double remainder(double, double);

long double remainderl(long double x, long double y)
{
    return remainder((double)x, (double)y);
}
