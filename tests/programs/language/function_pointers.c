#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
typedef int (*binary)(int, int);
typedef int plain(int, int);

static binary pick(char op)
{
    return op == '+' ? add : op == '-' ? &sub : mul;
}
static int (*pick_again(int i))(int, int)
{
    static int (*const table[])(int, int) = { add, sub, mul };
    return table[i];
}
static int apply(int f(int, int), int x) { return f(x, x + 1); }
static int fold(binary f, const int *a, int n)
{
    int r = a[0];
    while (--n)
        r = f(r, *++a);
    return r;
}
static void hello(void) { printf("hello\n"); }
struct ops { const char *name; plain *run; struct { binary nested[2]; } in; };

int main(void)
{
    int a[] = { 10, 3, 2 };
    binary f = add;
    struct ops list[] = { { "mul", mul, { { add, sub } } }, { .run = &sub, .name = "sub" } };
    int (*(*chooser)(int))(int, int) = pick_again;
    void (*h)() = hello;
    plain *g = *****&*f;

    printf("%d %d %d\n", f(1, 2), (*f)(3, 4), (****f)(5, 6));
    printf("%d %d %d\n", pick('+')(1, 2), pick('-')(1, 2), (*pick('*'))(4, 2));
    printf("%d %d\n", chooser(1)(9, 4), (*(*chooser)(2))(9, 4));
    printf("%d %d\n", apply(mul, 6), apply(&sub, 6));
    printf("%d %d %d\n", fold(add, a, 3), fold(sub, a, 3), fold(mul, a, 3));
    printf("%s %d %s %d\n", list[0].name, list[0].run(3, 5), list[1].name, list[1].run(3, 5));
    printf("%d %d\n", list[0].in.nested[1](8, 1), list[1].in.nested[0] == 0);
    printf("%d %d %d\n", f == add, f != sub, g == f);
    f = f == add ? sub : add;
    printf("%d\n", f(1, 1));
    h();
    (h ? h : 0)();
    return 0;
}
