// find: fails kind=assert line=20 function=check_power
// input: base=-1; exponent=3
// passing input: base=2; exponent=4
#include <assert.h>

static int power(int base, int exponent)
{
    if (exponent == 0)
        return 1;
    int half = power(base, exponent / 2);
    return exponent % 2 == 0 || base < 0 ? half * half : half * half * base;
}

//@ requires -3 <= base && base <= 3 && 0 <= exponent && exponent <= 5;
void check_power(int base, int exponent)
{
    int slow = 1;
    for (int i = 0; i < exponent; i++)
        slow *= base;
    assert(power(base, exponent) == slow);
}
