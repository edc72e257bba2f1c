double atan(double);

long double atanl(long double x)
{
    return atan((double)x);
}
