double fmod(double, double);

long double fmodl(long double x, long double y)
{
    return fmod((double)x, (double)y);
}
