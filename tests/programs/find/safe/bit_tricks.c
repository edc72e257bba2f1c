// find: safe function=check
// input: x=0
// input: x=2147483648
// input: x=12
#include <assert.h>

/* Identities that hold for all 2^32 values. */
void check(unsigned x)
{
    unsigned lowest = x & -x;
    assert((x & (x - 1)) == x - lowest);
    assert((x ^ ~x) == 0xffffffffu);
    assert((x | lowest) == x);
    assert(lowest == 0 || (lowest & (lowest - 1)) == 0);
}
