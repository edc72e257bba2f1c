double log(double);

long double logl(long double x)
{
    return log((double)x);
}
