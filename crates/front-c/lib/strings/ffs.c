int ffsll(long long x)
{
    unsigned long long bits = (unsigned long long)x;
    int n = 1;
    if (bits == 0)
        return 0;
    while (!(bits & 1)) {
        bits >>= 1;
        n++;
    }
    return n;
}

int ffs(int x)
{
    return ffsll(x);
}

int ffsl(long x)
{
    return ffsll(x);
}
