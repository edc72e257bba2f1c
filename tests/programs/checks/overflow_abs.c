#include <limits.h>
#include <stdlib.h>

int main(void)
{
    int x = INT_MIN;
    return abs(x) < 0; //~ overflow@12: -(-2147483648) does not fit in int
}
