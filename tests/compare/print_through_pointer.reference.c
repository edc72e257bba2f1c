#include <stdio.h>
int main(void)
{
    printf("a\n");
    return 0;
}
