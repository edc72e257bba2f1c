#include <stdio.h>

#define KIND(x) _Generic((x), \
    char: "char", signed char: "schar", unsigned char: "uchar", short: "short", \
    int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong", long long: "llong", unsigned long long: "ullong", \
    float: "float", double: "double", char *: "char *", const char *: "const char *", int *: "int *", \
    int (*)(int): "function", struct s: "struct s", void *: "void *", default: "other")

struct s { int x; };
static int f(int x) { return x; }
static int g(void) { printf("evaluated\n"); return 1; }
static int i_abs(int x) { return x < 0 ? -x : x; }
static double d_abs(double x) { return x < 0 ? -x : x; }
#define ABS(x) _Generic((x), double: d_abs, default: i_abs)(x)

int main(void)
{
    char c = 0; short h = 0; unsigned char uc = 0; float fl = 0;
    const int ci = 0; struct s st = { 1 }; int a[3];
    puts(KIND(c)); puts(KIND(h)); puts(KIND(uc)); puts(KIND('a')); puts(KIND(c + c)); puts(KIND(+uc));
    puts(KIND(fl)); puts(KIND(fl * 1)); puts(KIND(fl + 1.0)); puts(KIND(ci)); puts(KIND(a)); puts(KIND(&a[0]));
    puts(KIND("lit")); puts(KIND((const char *)0)); puts(KIND(f)); puts(KIND(&f)); puts(KIND(st)); puts(KIND(&st));
    puts(KIND(1L)); puts(KIND(1u)); puts(KIND(1ull)); puts(KIND(0x80000000)); puts(KIND(2147483648)); puts(KIND(sizeof 1));
    puts(KIND(1 ? 1 : 1L)); puts(KIND(1u + 1L)); puts(KIND(c << 1L)); puts(KIND(1 == 1L)); puts(KIND((void *)0)); puts(KIND(g()));
    puts(KIND(1 ? (void *)&c : a)); puts(KIND(1 ? 0 : a)); puts(KIND(-1ll)); puts(KIND(c++)); puts(KIND(h += 1L)); puts(KIND((c, h)));
    printf("%d %g\n", ABS(-3), ABS(-2.5));
    return _Generic(a, int *: 3, default: 4);
}
