double frexp(double, int *);

int ilogb(double x)
{
    int exponent;
    if (x == 0 || x != x)
        return -2147483647 - 1;
    if (x - x != 0)
        return 2147483647;
    frexp(x, &exponent);
    return exponent - 1;
}

double logb(double x)
{
    int exponent;
    if (x == 0)
        return -1e308 * 10;
    if (x - x != 0)
        return x * x;
    frexp(x, &exponent);
    return exponent - 1;
}

int ilogbf(float x)
{
    return ilogb(x);
}

float logbf(float x)
{
    return (float)logb(x);
}

long double logbl(long double x)
{
    return logb((double)x);
}
