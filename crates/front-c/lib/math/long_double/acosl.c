double acos(double);

long double acosl(long double x)
{
    return acos((double)x);
}
