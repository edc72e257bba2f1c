double cbrt(double);

long double cbrtl(long double x)
{
    return cbrt((double)x);
}
