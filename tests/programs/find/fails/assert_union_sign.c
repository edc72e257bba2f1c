// find: fails kind=assert line=19 function=is_negative
// input: value=-0.0
// passing input: value=-1.5
#include <assert.h>
#include <stdint.h>

union number {
    float value;
    uint32_t bits;
};

/* There is a zero with a sign. */
int is_negative(float value)
{
    union number number = {.value = value};
    if (value != value)
        return 0;
    int sign = number.bits >> 31;
    assert(sign == (value < 0));
    return sign;
}
