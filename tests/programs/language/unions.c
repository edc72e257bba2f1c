#include <stdint.h>
#include <stdio.h>

union number { float f; uint32_t bits; unsigned char bytes[4]; };
union wide { double d; uint64_t u; int32_t half[2]; };
struct variant {
    enum { INT, DBL, STR } tag;
    union { int i; double d; const char *s; } as;
};
struct anon { int kind; union { struct { int x, y; }; int xy[2]; }; };

static void show(struct variant v)
{
    switch (v.tag) {
    case INT: printf("int %d\n", v.as.i); break;
    case DBL: printf("dbl %g\n", v.as.d); break;
    case STR: printf("str %s\n", v.as.s); break;
    }
}

int main(void)
{
    union number n = { 1.0f };
    union wide w = { .u = 0x400921fb54442d18ull };
    struct variant list[3] = { { INT, { 7 } }, { DBL, { .d = 2.5 } }, { STR, { .s = "hey" } } };
    struct anon a = { 1, { { 2, 3 } } };
    int i;

    printf("%08x %02x %02x\n", n.bits, n.bytes[3], n.bytes[0]);
    n.bits |= 0x80000000u;
    printf("%g\n", n.f);
    n.bytes[2] ^= 0x40;
    printf("%g\n", n.f);
    printf("%.15f\n", w.d);
    w.half[1] += 0x100000;
    printf("%.15f\n", w.d);
    for (i = 0; i < 3; i++)
        show(list[i]);
    a.xy[1] = 30;
    a.x++;
    printf("%d %d %d %zu\n", a.x, a.y, a.xy[0], sizeof a);
    return (int)sizeof(union wide);
}
