double acosh(double);

long double acoshl(long double x)
{
    return acosh((double)x);
}
