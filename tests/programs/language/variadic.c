#include <stdarg.h>
#include <stdio.h>

struct pair { int a; double b; };
struct big { long v[5]; };

static int sum(int n, ...)
{
    va_list ap;
    int total = 0;
    va_start(ap, n);
    while (n--)
        total += va_arg(ap, int);
    va_end(ap);
    return total;
}
static void show(const char *types, ...)
{
    va_list ap, copy;
    const char *t;
    va_start(ap, types);
    va_copy(copy, ap);
    for (t = types; *t; t++)
        switch (*t) {
        case 'i': printf("%d ", va_arg(ap, int)); break;
        case 'u': printf("%u ", va_arg(ap, unsigned)); break;
        case 'l': printf("%ld ", va_arg(ap, long)); break;
        case 'L': printf("%lld ", va_arg(ap, long long)); break;
        case 'd': printf("%g ", va_arg(ap, double)); break;
        case 's': printf("%s ", va_arg(ap, char *)); break;
        case 'p': { struct pair p = va_arg(ap, struct pair); printf("<%d %g> ", p.a, p.b); break; }
        case 'b': printf("%ld ", va_arg(ap, struct big).v[4]); break;
        case 'f': printf("%d ", va_arg(ap, int (*)(int, ...))(2, 30, 12)); break;
        }
    if (*types == 'i')
        printf("again %d", va_arg(copy, int));
    printf("\n");
    va_end(copy);
    va_end(ap);
}
static int take(va_list ap) { return va_arg(ap, int); }
static int nested(int n, ...)
{
    va_list ap;
    int r;
    va_start(ap, n);
    r = take(ap) * 100;
    va_end(ap);
    va_start(ap, n);
    r += va_arg(ap, int) + vprintf("<%d %s>\n", ap);
    va_end(ap);
    return r;
}

int main(void)
{
    char c = 'x';
    short s = -3;
    float f = 0.5f;
    _Bool b = 1;
    printf("%d %d %d\n", sum(0), sum(3, 1, 2, 3), sum(10, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    show("iiid", c, s, b, f);
    show("lLus", -1L, 1LL << 40, 4000000000u, "str");
    show("ipidbi", 1, (struct pair){ 7, 1.5 }, 2, 3.5, (struct big){ { 0, 0, 0, 0, 99 } }, 4);
    show("f", sum);
    show("iiiiiiidddddddddd", 1, 2, 3, 4, 5, 6, 7, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
    printf("%d\n", nested(1, 4, 5, "six"));
    return 0;
}
