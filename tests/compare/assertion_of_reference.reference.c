#include <assert.h>
int checked(int n)
{
    assert(n != 8);
    return n;
}
