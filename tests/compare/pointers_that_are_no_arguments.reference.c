#include <stdio.h>
int main(void)
{
    int sum = 11;
    printf("%d\n", sum);
    return 0;
}
