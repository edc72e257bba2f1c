#include <stdio.h>

static int calls;
static int f(int x) { calls = calls * 10 + x; return x; }

int main(void)
{
    int a, b, c, *p;
    a = (b = 3, b + 2);
    c = a, b;
    printf("%d %d %d\n", a, b, c);
    a = b = c = 4;
    printf("%d %d %d\n", a, b, c);
    a = f(1), f(2);
    printf("%d %d\n", a, calls);
    calls = 0;
    a = f(0) ? f(1) : f(2) ? f(3) : f(4);
    printf("%d %d\n", a, calls);
    a = 1 ? 2 ? 30 : 40 : 50;
    b = 0 ? 1 : 0 ? 2 : 3;
    printf("%d %d\n", a, b);
    a = 5;
    b = a > 3 ? a++ : a--;
    printf("%d %d\n", a, b);
    b = f(7) ?: f(8);
    c = f(0) ?: f(9);
    printf("%d %d %d\n", b, c, calls);
    p = 0;
    p = p ?: &a;
    *(a > 0 ? &b : &c) = 77;
    printf("%d %d %d\n", *p, b, c);
    (a ? (void)f(5) : (void)f(6));
    printf("%d\n", calls % 10);
    printf("%s\n", &"abcdef"[a > 3 ? 2 : 4]);
    printf("%g\n", 1 ? 1 : 2.0);
    printf("%zu %zu\n", sizeof(1 ? 'a' : 1L), sizeof(0, (char)1));
    printf("%d\n", (a ? b : c) + (a, b, c));
    for (a = 0, b = 9; a < b ? ++a, 1 : 0; b--) ;
    printf("%d %d\n", a, b);
    return 0;
}
