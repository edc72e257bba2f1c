// find: fails kind=assert line=14 function=saturated
// input: a=-100; b=-100
// passing input: a=100; b=100
#include <assert.h>
#include <stdint.h>

/* Only the upper end is looked after. */
int saturated(int8_t a, int8_t b)
{
    int sum = a + b;
    if (sum > INT8_MAX)
        sum = INT8_MAX;
    int8_t result = (int8_t)sum;
    assert((result < 0) == (sum < 0));
    return result;
}
