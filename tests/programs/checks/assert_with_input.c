// whydunit: --function test --input x=7
#include <assert.h>

void test(int x)
{
    assert(x != 7); //~ assert@5: assertion failed: x != 7
}
