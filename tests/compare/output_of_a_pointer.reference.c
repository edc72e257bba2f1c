#include <stdio.h>
int main(void)
{
    int n;
    printf("%p\n", (void *)&n);
    return 0;
}
