/* A search with loops, an array and a function that calls itself. */
#include <assert.h>

int gcd(int a, int b)
{
    return b == 0 ? a : gcd(b, a % b);
}

int search(int a, int b, int n)
{
    int table[6] = { 0 }, i;
    if (a < 1 || b < 1 || a > 60 || b > 60 || n < 0 || n > 5)
        return 0;
    for (i = 0; i <= n; i++)
        table[i] = gcd(a + i, b);
    for (i = 0; i <= n; i++)
        assert(table[i] != 29);
    return table[n];
}
