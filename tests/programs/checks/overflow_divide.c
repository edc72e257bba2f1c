#include <limits.h>

int main(void)
{
    int x = INT_MIN, y = -1;
    return x / y; //~ overflow@12: -2147483648 / -1 does not fit in int
}
