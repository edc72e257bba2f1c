double sqrt(double);

long double sqrtl(long double x)
{
    return sqrt((double)x);
}
