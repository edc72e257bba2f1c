long long llround(double);

long long llroundl(long double x)
{
    return llround((double)x);
}
