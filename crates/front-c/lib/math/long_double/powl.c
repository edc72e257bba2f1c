double pow(double, double);

long double powl(long double x, long double y)
{
    return pow((double)x, (double)y);
}
