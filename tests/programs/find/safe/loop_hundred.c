// find: safe
// input: nondet#1=1
// input: nondet#1=7
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static unsigned char sieve[100];

int main(void)
{
    int step = __VERIFIER_nondet_int();
    if (step < 2 || step > 10)
        return 0;
    for (int i = 0; i < 100; i += step)
        sieve[i] = 1;
    int marked = 0;
    for (int i = 0; i < 100; i++)
        marked += sieve[i];
    assert(marked == (99 / step) + 1);
    return 0;
}
