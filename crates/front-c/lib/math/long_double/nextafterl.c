double nextafter(double, double);

long double nextafterl(long double x, long double y)
{
    return nextafter((double)x, (double)y);
}
