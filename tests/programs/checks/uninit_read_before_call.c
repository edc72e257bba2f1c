#include <stdio.h>

int main(void)
{
    unsigned x;
    unsigned y = ~x;
    puts("between");
    if ((x & 255) > 6) //~ uninit@10: x is used uninitialised
        return 1;
    return 0;
}
