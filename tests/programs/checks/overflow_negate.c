#include <limits.h>

int main(void)
{
    int x = INT_MIN;
    return -x < 0; //~ overflow@12: -(-2147483648) does not fit in int
}
