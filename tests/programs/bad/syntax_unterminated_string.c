#include <stdio.h>

int main(void)
{
    printf("no end); //~ error@12
    return 0;
}
