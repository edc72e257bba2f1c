double fma(double, double, double);

long double fmal(long double x, long double y, long double z)
{
    return fma((double)x, (double)y, (double)z);
}
