// whydunit: --checks -overflow
#include <limits.h>

int main(void)
{
    int x = INT_MAX;
    x++;
    return x == INT_MIN ? 0 : 1;
} //~ none
