#include <stdio.h>

int main(void)
{
    double d;
    printf("%g\n", d); //~ uninit@20
    return 0;
}
