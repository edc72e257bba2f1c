double atanh(double);

long double atanhl(long double x)
{
    return atanh((double)x);
}
