#include <limits.h>

int main(void)
{
    int x = INT_MAX;
    return x + 1 < x; //~ overflow@12: 2147483647 + 1 does not fit in int
}
