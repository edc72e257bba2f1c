long long llrint(double);

long long llrintl(long double x)
{
    return llrint((double)x);
}
