int ilogb(double);

int ilogbl(long double x)
{
    return ilogb((double)x);
}
