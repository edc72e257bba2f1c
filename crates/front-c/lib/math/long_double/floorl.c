double floor(double);

long double floorl(long double x)
{
    return floor((double)x);
}
