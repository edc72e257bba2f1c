#include <stdint.h>
#include <stdio.h>

int main(void)
{
    int i = -16;
    unsigned u = 0xf0000001u;
    unsigned char c = 0x81;
    long l = 1;
    int64_t n = INT64_MIN;
    uint64_t w = 1;
    printf("%d %d %d\n", i >> 2, i >> 31, 1 << 30);
    printf("%u %u %u\n", u >> 4, u << 4, u >> 31);
    printf("%d %d %d\n", c << 1, (unsigned char)(c << 1), c >> 7);
    printf("%ld %ld\n", l << 62, l << 31);
    printf("%lld %lld\n", (long long)(n >> 63), (long long)(n >> 60));
    printf("%llu %llu\n", (unsigned long long)(w << 63), (unsigned long long)(w << 63 >> 63));
    printf("%d %zu\n", 1 << 3L, sizeof(1 << 3L));
    printf("%u\n", 1u << 31);
    printf("%d\n", (signed char)0x80 >> 3);
    printf("%d\n", 'a' << 2 >> 1);
    printf("%u\n", (u << 7) | (u >> (32 - 7)));
    printf("%d\n", (short)(0x1234 << 4));
    printf("%d %d\n", 5 & 3 << 1, (5 & 3) << 1);
    printf("%u\n", ~0u << 5);
    i = 3;
    i <<= i;
    printf("%d\n", i);
    w = 0;
    for (i = 0; i < 64; i += 9)
        w |= (uint64_t)1 << i;
    printf("%llx\n", (unsigned long long)w);
    return 0;
}
