long lround(double);

long lroundl(long double x)
{
    return lround((double)x);
}
