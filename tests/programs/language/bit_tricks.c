#include <stdint.h>
#include <stdio.h>

static uint32_t rotl(uint32_t x, int n) { return x << n | x >> (32 - n); }
static uint32_t crc(const char *s)
{
    uint32_t c = 0xffffffffu;
    while (*s) {
        c ^= (uint8_t)*s++;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
    }
    return ~c;
}
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}
static int count(unsigned x) { int n; for (n = 0; x; x &= x - 1) n++; return n; }
static unsigned isqrt(unsigned long n)
{
    unsigned r = 0;
    for (unsigned b = 1u << 15; b; b >>= 1)
        if ((unsigned long)(r | b) * (r | b) <= n) r |= b;
    return r;
}
static int16_t sat_add(int16_t a, int16_t b) { int s = a + b; return s > INT16_MAX ? INT16_MAX : s < INT16_MIN ? INT16_MIN : s; }

int main(void)
{
    uint8_t u8 = 0xf0; int8_t i8 = (int8_t)u8; uint16_t u16 = 0xffff; int64_t acc = 0;
    printf("%x %x\n", rotl(0x80000001u, 1), rotl(0x12345678, 12));
    printf("%x %x\n", crc(""), crc("123456789"));
    printf("%llx\n", (unsigned long long)mix(0x123456789abcdefull));
    printf("%d %d\n", count(0xffff00ff), count(0));
    printf("%u %u\n", isqrt(1000000), isqrt(999999));
    printf("%d %d\n", sat_add(30000, 30000), sat_add(-30000, -3000));
    printf("%d %d %d\n", i8, u8 & i8, (uint8_t)(u8 + u8));
    printf("%u %d\n", (unsigned)u16 * u16, (int16_t)u16);
    for (unsigned i = 0; i < 20; i++)
        acc = acc * 31 + (int32_t)(mix(i) & 0xffff) - 0x8000, acc %= 1000003;
    printf("%lld\n", (long long)acc);
    return 0;
}
