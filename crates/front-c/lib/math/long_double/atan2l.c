double atan2(double, double);

long double atan2l(long double x, long double y)
{
    return atan2((double)x, (double)y);
}
