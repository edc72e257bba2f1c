double sin(double);

long double sinl(long double x)
{
    return sin((double)x);
}
