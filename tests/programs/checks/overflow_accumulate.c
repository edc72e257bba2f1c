#include <stdio.h>

int main(void)
{
    int sum = 0, i;
    for (i = 1; i < 100000; i++)
        sum += i * 3; //~ overflow@9
    printf("%d\n", sum);
    return 0;
}
