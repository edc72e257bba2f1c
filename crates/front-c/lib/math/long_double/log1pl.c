double log1p(double);

long double log1pl(long double x)
{
    return log1p((double)x);
}
