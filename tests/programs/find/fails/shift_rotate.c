// find: fails kind=shift line=11 function=rotate
// input: word=1; by=32
// passing input: word=1; by=5
#include <stdint.h>

static uint32_t rotate(uint32_t word, int by)
{
    by = by % 32;
    if (by < 0)
        by += 32;
    return word << by | word >> (32 - by);
}
