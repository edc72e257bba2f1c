static int trailing_zeros(unsigned long long x, int width)
{
    int n = 0;
    while (n < width && !(x >> n & 1))
        n++;
    return n;
}

int __builtin_ctz(unsigned x)
{
    return trailing_zeros(x, 8 * (int)sizeof x);
}

int __builtin_ctzl(unsigned long x)
{
    return trailing_zeros(x, 8 * (int)sizeof x);
}

int __builtin_ctzll(unsigned long long x)
{
    return trailing_zeros(x, 8 * (int)sizeof x);
}

int __builtin_ffs(int x)
{
    return x ? 1 + __builtin_ctz((unsigned)x) : 0;
}

int __builtin_ffsl(long x)
{
    return x ? 1 + __builtin_ctzl((unsigned long)x) : 0;
}

int __builtin_ffsll(long long x)
{
    return x ? 1 + __builtin_ctzll((unsigned long long)x) : 0;
}
