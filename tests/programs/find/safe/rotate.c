// find: safe function=rotate
// input: word=2147483649; by=32
// input: word=5; by=-1
#include <stdint.h>

/* Both shifts stay below the width. */
uint32_t rotate(uint32_t word, int by)
{
    unsigned count = (unsigned)by & 31;
    return word << count | word >> (-count & 31);
}
