double exp2(double);

long double exp2l(long double x)
{
    return exp2((double)x);
}
