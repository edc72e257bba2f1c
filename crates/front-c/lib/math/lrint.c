double rint(double);

long lrint(double x)
{
    return (long)rint(x);
}

long lrintf(float x)
{
    return (long)rint(x);
}

long long llrint(double x)
{
    return (long long)rint(x);
}

long long llrintf(float x)
{
    return (long long)rint(x);
}
