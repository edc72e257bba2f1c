long lrint(double);

long lrintl(long double x)
{
    return lrint((double)x);
}
