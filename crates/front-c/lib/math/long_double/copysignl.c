double copysign(double, double);

long double copysignl(long double x, long double y)
{
    return copysign((double)x, (double)y);
}
