#include <stdio.h>

int main(void)
{
    unsigned x = 0x00f0;
    int r;
    printf("%d %d %d\n", __builtin_popcount(x), __builtin_clz(x), __builtin_ctz(x));
    printf("%d %d %d\n", __builtin_popcountll(~0ull), __builtin_clzll(1), __builtin_ctzl(1ul << 40));
    printf("%d %d\n", __builtin_ffs(0), __builtin_ffs(12));
    printf("%x %llx %x\n", __builtin_bswap32(0x12345678), (unsigned long long)__builtin_bswap64(0x1122334455667788), __builtin_bswap16(0x1234));
    printf("%d %d\n", (int)__builtin_expect(x > 3, 1), __builtin_constant_p(3));
    printf("%d", __builtin_add_overflow(2147483647, 1, &r)); printf(" %d\n", r);
    printf("%d", __builtin_mul_overflow(1000, 1000, &r)); printf(" %d\n", r);
    printf("%d", __builtin_sub_overflow(-2147483647, 2, &r)); printf(" %d\n", r);
    printf("%d %d\n", __builtin_parity(7), __builtin_abs(-4));
    printf("%zu\n", __builtin_offsetof(struct { char c; long l; }, l));
    printf("%d\n", __builtin_types_compatible_p(int, signed));
    printf("%s\n", __builtin_choose_expr(1, "chosen", 2));
    printf("%zu\n", __builtin_strlen("abcd"));
    printf("%g\n", __builtin_fabs(-1.5));
    return 0;
}
