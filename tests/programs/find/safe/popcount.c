// find: safe function=check_bits
// input: word=4294967295
// input: word=5
#include <assert.h>

//@ requires word < 4096;
static void check_small(unsigned word)
{
    int slow = 0;
    for (int i = 0; i < 12; i++)
        slow += word >> i & 1;
    int quick = 0;
    for (unsigned rest = word; rest; rest &= rest - 1)
        quick++;
    assert(slow == quick);
}

void check_bits(unsigned word)
{
    check_small(word & 0xfff);
}
