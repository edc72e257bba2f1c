#include <stdio.h>

int main(void)
{
    double d;
    printf("%g\n", d); //~ uninit@20: d is used uninitialised
    return 0;
}
