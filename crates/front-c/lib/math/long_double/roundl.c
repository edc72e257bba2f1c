double round(double);

long double roundl(long double x)
{
    return round((double)x);
}
