double nearbyint(double);

long double nearbyintl(long double x)
{
    return nearbyint((double)x);
}
