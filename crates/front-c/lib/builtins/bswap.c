unsigned short __builtin_bswap16(unsigned short x)
{
    return (unsigned short)((unsigned)x >> 8 | (unsigned)x << 8);
}

unsigned __builtin_bswap32(unsigned x)
{
    return x >> 24 | (x >> 8 & 0xff00u) | (x << 8 & 0xff0000u) | x << 24;
}

unsigned long long __builtin_bswap64(unsigned long long x)
{
    return (unsigned long long)__builtin_bswap32((unsigned)x) << 32 |
           __builtin_bswap32((unsigned)(x >> 32));
}
