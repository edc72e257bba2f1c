double hypot(double, double);

long double hypotl(long double x, long double y)
{
    return hypot((double)x, (double)y);
}
