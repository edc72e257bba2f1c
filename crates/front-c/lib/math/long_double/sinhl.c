double sinh(double);

long double sinhl(long double x)
{
    return sinh((double)x);
}
