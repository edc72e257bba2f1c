double rint(double);

long double rintl(long double x)
{
    return rint((double)x);
}
