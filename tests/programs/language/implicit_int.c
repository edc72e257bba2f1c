// cflags: -std=gnu89
#include <stdio.h>

static counter = 5;
const limit = 3;
extern global;
global;
unsigned u = -1;
typedef number;
f(x) { return x + counter; }
static g() { return limit; }
*h(p) int *p; { return p + 1; }
long l = 9, unsigned_long;

main()
{
    register i;
    static calls;
    const c = 7;
    number n = 2;
    int a[2];
    a[0] = 4; a[1] = 6;
    for (i = 0; i < 2; i++)
        calls += f(i);
    printf("%d %d %d %d %d\n", calls, g(), c, n, *h(a));
    printf("%d %u %ld\n", global, u, l + unsigned_long);
    return i;
}
