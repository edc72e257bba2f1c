// find: fails kind=assert line=20 function=check_bits
// input: word=2147483648
// passing input: word=7
#include <assert.h>

static int count_bits(unsigned word)
{
    int count = 0;
    for (int i = 0; i < 31; i++)
        count += word >> i & 1;
    return count;
}

/* Clears the lowest bit again and again: the same number, said another way. */
void check_bits(unsigned word)
{
    int count = 0;
    for (unsigned rest = word; rest != 0; rest &= rest - 1)
        count++;
    assert(count == count_bits(word));
}
