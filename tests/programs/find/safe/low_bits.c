// find: safe function=low_bits
// input: count=0
// input: count=32
#include <assert.h>
#include <stdint.h>

//@ requires count <= 32;
uint32_t low_bits(unsigned count)
{
    uint32_t mask = (uint32_t)((UINT64_C(1) << count) - 1);
    assert((mask & (mask + 1)) == 0);
    return mask;
}
