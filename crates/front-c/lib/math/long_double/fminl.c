double fmin(double, double);

long double fminl(long double x, long double y)
{
    return fmin((double)x, (double)y);
}
