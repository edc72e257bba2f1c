// find: fails kind=assert line=13 function=total
// input: tenths=3
// passing input: tenths=2
#include <assert.h>

/* Tenths do not add up in binary. */
//@ requires 0 <= tenths && tenths <= 6;
double total(int tenths)
{
    double sum = 0.0;
    for (int i = 0; i < tenths; i++)
        sum += 0.1;
    assert(sum * 10.0 == tenths);
    return sum;
}
