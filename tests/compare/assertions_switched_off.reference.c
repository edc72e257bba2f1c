#include <assert.h>
int even(int n)
{
    assert(n > 0);
    return (n & 1) == 0;
}
