#include <stdio.h>

int main(void)
{
    int sum = 0, i;
    for (i = 1; i < 100000; i++)
        sum += i * 3; //~ overflow@9: 2147401098 + 113511 does not fit in int
    printf("%d\n", sum);
    return 0;
}
