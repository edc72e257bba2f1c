// find: safe function=clamp
// input: value=nan
// input: value=-0.0
// input: value=inf
#include <assert.h>

/* NaN is neither smaller nor larger. */
double clamp(double value)
{
    if (!(value >= 0.0))
        value = 0.0;
    if (value > 1.0)
        value = 1.0;
    assert(value >= 0.0 && value <= 1.0);
    return value;
}
