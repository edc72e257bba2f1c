#include <stdio.h>
int main(void)
{
    printf("%d %d\n", 1); //~ uninit@5
    return 0;
}
