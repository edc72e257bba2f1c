double asin(double);

long double asinl(long double x)
{
    return asin((double)x);
}
