// find: fails kind=shift line=10 function=low_bits
// input: count=32
// passing input: count=31
#include <stdint.h>

/* The lowest `count` bits of a word. */
//@ requires count <= 32;
uint32_t low_bits(unsigned count)
{
    return (UINT32_C(1) << count) - 1;
}
