double tan(double);

long double tanl(long double x)
{
    return tan((double)x);
}
