static int leading_zeros(unsigned long long x, int width)
{
    int n = width;
    while (x) {
        x >>= 1;
        n--;
    }
    return n;
}

int __builtin_clz(unsigned x)
{
    return leading_zeros(x, 8 * (int)sizeof x);
}

int __builtin_clzl(unsigned long x)
{
    return leading_zeros(x, 8 * (int)sizeof x);
}

int __builtin_clzll(unsigned long long x)
{
    return leading_zeros(x, 8 * (int)sizeof x);
}

int __builtin_clrsb(int x)
{
    return __builtin_clz(x < 0 ? ~(unsigned)x : (unsigned)x) - 1;
}

int __builtin_clrsbll(long long x)
{
    return __builtin_clzll(x < 0 ? ~(unsigned long long)x : (unsigned long long)x) - 1;
}

int __builtin_clrsbl(long x)
{
    return __builtin_clzl(x < 0 ? ~(unsigned long)x : (unsigned long)x) - 1;
}
