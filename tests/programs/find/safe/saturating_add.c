// find: safe function=saturated
// input: a=-100; b=-100
// input: a=127; b=127
// input: a=1; b=-2
#include <assert.h>
#include <stdint.h>

int8_t saturated(int8_t a, int8_t b)
{
    int sum = a + b;
    if (sum > INT8_MAX)
        sum = INT8_MAX;
    else if (sum < INT8_MIN)
        sum = INT8_MIN;
    int8_t result = (int8_t)sum;
    assert(result == sum);
    return result;
}
