#include <stdio.h>
int main(void)
{
    printf("result\n");
    return 0;
}
