// cflags: -std=gnu89
#include <stdio.h>

int add(a, b)
    int a, b;
{
    return a + b;
}
double scale(x, factor, name)
    char *name;
    double x;
    float factor;
{
    printf("%s %g %g\n", name, x, (double)factor);
    return x * factor;
}
implicit(c, s)
    char c;
    short s;
{
    return c * 1000 + s;
}
static struct pair { int a, b; } make(p, array)
    int *p;
    int array[];
{
    struct pair r;
    r.a = *p;
    r.b = array[1];
    return r;
}
int apply(f, n)
    int (*f)();
    register n;
{
    return (*f)(n, n);
}
nothing() { return 5; }

main(argc, argv)
    int argc;
    char **argv;
{
    int v[2];
    struct pair pr;
    auto x = 4;
    v[0] = 1; v[1] = 2;
    pr = make(v, v);
    printf("%d %g\n", add(2, 3), scale(1.5, 2.0, "scale"));
    printf("%d %d\n", implicit('a', -2), implicit(257 + 65, 65536 + 3));
    printf("%d %d %d\n", pr.a, pr.b, apply(add, 21));
    printf("%d %d %d\n", nothing(), argc, argv[1] == 0);
    return x;
}
