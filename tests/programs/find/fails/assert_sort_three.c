// find: fails kind=assert line=15 function=sort_three
// input: a=3; b=2; c=1
// passing input: a=2; b=1; c=3
#include <assert.h>

#define SWAP(x, y) do { int t = x; x = y; y = t; } while (0)

/* One comparison too few. */
int sort_three(int a, int b, int c)
{
    if (a > b)
        SWAP(a, b);
    if (b > c)
        SWAP(b, c);
    assert(a <= b && b <= c);
    return b;
}
