// find: fails kind=assert line=18 function=check_prime
// input: n=9
// passing input: n=15
#include <assert.h>

static int is_prime(int n)
{
    for (int i = 2; i * i < n; i++)
        if (n % i == 0)
            return 0;
    return n > 1;
}

//@ requires 5 <= n && n <= 60;
void check_prime(int n)
{
    if (is_prime(n))
        assert(n % 2 != 0 && n % 3 != 0);
}
