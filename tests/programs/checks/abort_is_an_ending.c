#include <stdlib.h>

int main(void)
{
    int x = 0;
    if (x == 0)
        abort();
    return 0;
} //~ none: aborted
