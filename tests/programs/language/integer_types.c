/* Sizes, ranges and wraparound of every integer type. */
#include <limits.h>
#include <stdio.h>

#define SHOW(type, format) \
    printf("%-20s %2d " format " " format "\n", #type, (int)sizeof(type), (type)-1, (type)~(type)1)

int main(void)
{
    char c = (char)200;
    signed char sc = (signed char)200;
    unsigned char uc = (unsigned char)-3;
    short s = (short)70000;
    unsigned short us = (unsigned short)-70000;
    int i = (int)3000000000u;
    unsigned u = -1;
    long l = LONG_MIN;
    unsigned long ul = -1L;
    long long ll = LLONG_MAX;
    unsigned long long ull = ~0ULL;
    long int unsigned long weird = 5;

    SHOW(char, "%d");
    SHOW(signed char, "%d");
    SHOW(unsigned char, "%d");
    SHOW(short, "%d");
    SHOW(unsigned short, "%d");
    SHOW(int, "%d");
    SHOW(unsigned, "%u");
    SHOW(long, "%ld");
    SHOW(unsigned long, "%lu");
    SHOW(long long, "%lld");
    SHOW(unsigned long long, "%llu");
    printf("%d %d %d %d %d %d %u\n", c, sc, uc, s, us, i, u);
    printf("%ld %lu %lld %llu %llu\n", l, ul, ll, ull, weird);
    uc += 10;
    us -= 60000;
    u += 2;
    printf("%d %d %u\n", uc, us, u);
    uc--; uc -= 7; uc--;
    printf("%d %d\n", uc, uc << 4);
    s = 32767;
    s++;
    sc = 127;
    ++sc;
    printf("%d %d\n", s, sc);
    printf("%d\n", (char)-1 < 0);
    ul = (unsigned)-1 + 1;
    printf("%lu\n", ul);
    ul = (unsigned)-1 + 1L;
    printf("%lu\n", ul);
    return 0;
}
