// expect: unknown: output that is written in different ways
#include <stdio.h>
int main(void)
{
    printf("5\n");
    return 0;
}
