double ceil(double);

long double ceill(long double x)
{
    return ceil((double)x);
}
