#include <stdio.h>

int sum_up(const int *values, int count)
{
    int sum = 0;
    for (int i = 0; i <= count; i++) {
        sum += values[i];
    }
    return sum;
}

int never(int x)
{
    return x + 1;
}

int main(void)
{
    int values[8];
    for (int i = 0; i < 8; i++)
        values[i] = i * i;
    printf("%d\n", sum_up(values, 8));
    return 0;
}
