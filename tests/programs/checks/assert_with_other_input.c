// whydunit: --function test --input x=8
#include <assert.h>

void test(int x)
{
    assert(x != 7);
} //~ none
