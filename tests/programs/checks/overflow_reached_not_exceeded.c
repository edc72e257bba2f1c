#include <limits.h>

int main(void)
{
    int x = INT_MAX - 1;
    long l = LONG_MIN + 1;
    x++;
    l--;
    x = x - 0;
    x = -x - 1;
    return x == INT_MIN && l == LONG_MIN ? 0 : 1;
} //~ none
