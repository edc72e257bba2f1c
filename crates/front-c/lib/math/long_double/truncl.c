double trunc(double);

long double truncl(long double x)
{
    return trunc((double)x);
}
