#include <stdio.h>
int main(void)
{
    printf("%d %d\n", 1); //~ uninit@5: variadic argument 2 was not passed
    return 0;
}
