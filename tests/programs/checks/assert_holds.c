#include <assert.h>

int main(void)
{
    int i, sum = 0;
    for (i = 0; i < 5; i++) {
        assert(i >= 0 && i < 5);
        sum += i;
    }
    assert(sum == 10);
    assert("a string is true");
    return 0;
} //~ none
