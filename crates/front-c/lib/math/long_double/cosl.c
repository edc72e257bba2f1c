double cos(double);

long double cosl(long double x)
{
    return cos((double)x);
}
