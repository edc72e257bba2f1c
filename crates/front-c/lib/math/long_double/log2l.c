double log2(double);

long double log2l(long double x)
{
    return log2((double)x);
}
