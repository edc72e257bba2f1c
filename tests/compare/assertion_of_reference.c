// expect: differs: fails: assertion failed: n != 7 (PROGRAM:5:5)
#include <assert.h>
int checked(int n)
{
    assert(n != 7);
    return n;
}
