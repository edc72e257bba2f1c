int __builtin_popcountll(unsigned long long x)
{
    int n = 0;
    while (x) {
        x &= x - 1;
        n++;
    }
    return n;
}

int __builtin_popcount(unsigned x)
{
    return __builtin_popcountll(x);
}

int __builtin_popcountl(unsigned long x)
{
    return __builtin_popcountll(x);
}

int __builtin_parity(unsigned x)
{
    return __builtin_popcountll(x) & 1;
}

int __builtin_parityl(unsigned long x)
{
    return __builtin_popcountll(x) & 1;
}

int __builtin_parityll(unsigned long long x)
{
    return __builtin_popcountll(x) & 1;
}
