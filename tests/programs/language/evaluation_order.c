/* Only what the standard fixes: sequence points of && || ?: , and full expressions. */
#include <stdio.h>

static int n;
static int next(void) { return ++n; }
static int seen[10];
static int mark(int i) { seen[n++] = i; return i; }

int main(void)
{
    int a[5] = { 0 }, i = 0, x;
    x = (next(), next() * 10);
    printf("%d\n", x);
    i = (i++, i + 1 > 1) ? 5 : 6;
    printf("%d\n", i);
    i = 0;
    while (i < 5)
        a[i] = i * i, i++;
    printf("%d\n", a[4]);
    n = 0;
    if (mark(1) && (mark(2), 0) || mark(3)) mark(4);
    for (mark(5); n < 7; mark(6)) mark(7);
    for (i = 0; i < n; i++)
        printf("%d", seen[i]);
    printf("\n");
    i = 2;
    x = i-- && i-- && i-- && i--;
    printf("%d %d\n", x, i);
    i = 1;
    x = i++ ? i++ : 100;
    printf("%d %d\n", x, i);
    x = (i = 3, i + 1);
    printf("%d\n", x);
    {
        int p = 5, q = p++, r = p + q;
        printf("%d %d %d\n", p, q, r);
    }
    return 0;
}
