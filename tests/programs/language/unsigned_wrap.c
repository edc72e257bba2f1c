#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void)
{
    unsigned u = UINT_MAX; unsigned long ul = ULONG_MAX; unsigned char c = UCHAR_MAX; uint16_t h = 0;
    size_t n = 0;
    printf("%u %u %u\n", u + 1, u * u, u - (u + 2));
    printf("%lu %lu\n", ul + 2, ul * 3);
    c += 3; h--;
    printf("%d %d\n", c, h);
    printf("%u %u\n", -u, 0u - 1);
    printf("%d\n", n - 1 > 0);
    printf("%zu\n", n - 1);
    printf("%u\n", (uint32_t)(3000000000u * 3u));
    printf("%llu\n", 3000000000u * 3ull);
    printf("%d\n", (unsigned short)65535 * (unsigned short)2);
    printf("%u\n", u / 2 + u % 2);
    u = 10;
    while (u-- > 0) ;
    printf("%u\n", u);
    for (u = 3; u < 4; u--) n += u;
    printf("%zu %u\n", n, u);
    printf("%u\n", UINT_MAX << 1);
    printf("%lu\n", (1ul << 63) * 2);
    printf("%d\n", (int)(INT_MAX + 1u) < 0);
    return (int)(u + 4) & 0xff;
}
