double round(double);

long lround(double x)
{
    return (long)round(x);
}

long lroundf(float x)
{
    return (long)round(x);
}

long long llround(double x)
{
    return (long long)round(x);
}

long long llroundf(float x)
{
    return (long long)round(x);
}
