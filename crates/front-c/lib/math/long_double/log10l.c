double log10(double);

long double log10l(long double x)
{
    return log10((double)x);
}
