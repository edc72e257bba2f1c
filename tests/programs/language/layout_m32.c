// cflags: -m32
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct a { char c; long long ll; double d; };
struct b { char c; void *p; long l; short s; };
struct c { int i; union { double d; char x[3]; } u; char tail; };
struct bits { unsigned a : 20; unsigned b : 20; long long c : 40; };

int main(void)
{
    int array[4] = { 1, 2, 3, 4 }, *p = &array[3];
    unsigned long wrap = -1;
    printf("%d %d %d %d %d\n", (int)sizeof(long), (int)sizeof(void *), (int)sizeof(size_t), (int)sizeof(ptrdiff_t), (int)sizeof(long long));
    printf("%d %d %d\n", (int)sizeof(struct a), (int)offsetof(struct a, ll), (int)offsetof(struct a, d));
    printf("%d %d %d\n", (int)sizeof(struct b), (int)offsetof(struct b, l), (int)offsetof(struct b, s));
    printf("%d %d\n", (int)sizeof(struct c), (int)offsetof(struct c, tail));
    printf("%d %d\n", (int)sizeof(struct bits), (int)_Alignof(double));
    printf("%ld %lu\n", LONG_MAX, wrap);
    printf("%d %d\n", (int)(p - array), *(int *)((uintptr_t)array + 8));
    printf("%d %d\n", -1L < 1u, -1LL < 1u);
    printf("%d\n", (int)sizeof(0x80000000) * 10 + (int)sizeof(2147483648));
    printf("%lld\n", (long long)(0xffffffffu + 1) + 4294967296);
    printf("%lu %zu\n", (unsigned long)1 << 31, sizeof array);
    printf("%d %d\n", (int)(intptr_t)(void *)16, (int)(wrap + 5));
    return 0;
}
