#include <stdint.h>
#include <stdio.h>

struct s { int a, b; };

int main(void)
{
    int i = -2;
    long l = 0x1234567890abcdefL;
    double d = -3.99;
    struct s s = { 0x01020304, 5 };
    unsigned char *bytes = (unsigned char *)&s;
    void *v = &s;
    uintptr_t address = (uintptr_t)&s;
    (void)i;
    printf("%u %lu %hhu %hu\n", (unsigned)i, (unsigned long)i, (unsigned char)i, (unsigned short)i);
    printf("%d %x %d %d\n", (int)l, (unsigned)l, (short)l, (signed char)l);
    printf("%d %ld %d\n", (int)d, (long)d, (char)(int)d);
    printf("%g %g\n", (float)1 / 3, (double)(float)0.1);
    printf("%d %d %d\n", bytes[0], bytes[3], bytes[4]);
    printf("%d\n", ((struct s *)v)->b);
    printf("%d\n", *(int *)(address + sizeof(int)));
    printf("%d %d\n", (int)(char)0xff, (int)(unsigned char)0xff);
    printf("%lu\n", (unsigned long)(int)0x80000000u);
    printf("%lu\n", (unsigned long)(unsigned)-1);
    printf("%d\n", (int)(_Bool)0x100);
    printf("%lld\n", (long long)(int32_t)0xdeadbeef);
    printf("%d\n", (int)(intptr_t)(void *)0);
    printf("%d\n", (char)(short)(long)65601);
    printf("%d\n", ((int (*)(const char *))(void *)puts)("through a cast") >= 0);
    printf("%d\n", (int)'\xe9');
    printf("%ld\n", (long)(char *)0x10);
    printf("%d\n", (int)(0.1 + 0.7) * 10);
    printf("%d\n", (int)((0.1 + 0.7) * 10));
    printf("%llu\n", (unsigned long long)9.3e18);
    printf("%d %d\n", (enum { ZERO, ONE })1, ONE);
    return (unsigned char)-1;
}
