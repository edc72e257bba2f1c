#include <stdio.h>
#include <string.h>

struct s { unsigned a : 3; int b : 5; unsigned c : 10; unsigned d : 20; };
struct t { char x; int y : 4; int : 0; int z : 4; };
struct u { unsigned long big : 40; unsigned flag : 1; long sig : 23; };
struct v { unsigned char p : 4, q : 4; unsigned short r : 9; };
struct w { int : 3; int k : 2; };

int main(void)
{
    struct s s = { 9, 17, 1025, 0xfffff };
    struct t t = { 'c', 7, -8 };
    struct u u = { 0xfffffffffful, 3, -1 };
    struct v v = { 0x1f, 0x25, 511 };
    struct w w = { 1 };
    unsigned char bytes[sizeof s];
    int i;

    printf("%zu %zu %zu %zu %zu\n", sizeof s, sizeof t, sizeof u, sizeof v, sizeof w);
    printf("%u %d %u %u\n", s.a, s.b, s.c, s.d);
    printf("%d %d\n", t.y, t.z);
    printf("%lu %u %ld\n", (unsigned long)u.big, u.flag, (long)u.sig);
    printf("%d %d %d %d\n", v.p, v.q, v.r, w.k);
    s.a += 7;
    s.b = 15;
    s.c--;
    s.d++;
    printf("%u %d %u %u\n", s.a, s.b, s.c, s.d);
    printf("%d\n", s.a - 10 < 0);
    printf("%d\n", (s.b = 31));
    printf("%u\n", (s.a = 12));
    printf("%u", s.a++); printf(" %u\n", s.a);
    memset(&s, 0, sizeof s);
    s.a = 5; s.b = -1; s.c = 0x2aa; s.d = 0x12345;
    memcpy(bytes, &s, sizeof s);
    for (i = 0; i < (int)sizeof s; i++)
        printf("%02x", bytes[i]);
    printf("\n");
    u.sig = 1L << 21;
    u.big = u.big << 1;
    printf("%ld %lx\n", (long)u.sig, (unsigned long)u.big);
    t.y <<= 0; t.z |= 3;
    printf("%d %d\n", t.y, t.z);
    return s.a;
}
