long labs(long x);

long __builtin_labs(long x)
{
    return labs(x);
}
