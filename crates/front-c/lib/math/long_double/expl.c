double exp(double);

long double expl(long double x)
{
    return exp((double)x);
}
