long long llabs(long long x);

long long __builtin_llabs(long long x)
{
    return llabs(x);
}
