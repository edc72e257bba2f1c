double fabs(double);

long double fabsl(long double x)
{
    return fabs((double)x);
}
