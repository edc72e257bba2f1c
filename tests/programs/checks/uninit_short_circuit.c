#include <stdbool.h>
int main(void)
{
    bool b;
    int n = 0;
    if (n == 0 || b) n = 1;
    return n - 1;
} //~ none
