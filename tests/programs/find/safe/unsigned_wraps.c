// find: safe
// input: nondet#1=4294967295; nondet#2=1
// input: nondet#1=0; nondet#2=7
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

/* Unsigned arithmetic wraps around; that is no overflow. */
int main(void)
{
    unsigned a = __VERIFIER_nondet_uint();
    unsigned b = __VERIFIER_nondet_uint();
    unsigned sum = a + b;
    unsigned difference = a - b;
    assert(sum - b == a);
    assert(difference + b == a);
    assert((sum < a) == (sum < b));
    return 0;
}
