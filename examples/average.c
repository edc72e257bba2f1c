#include <stdio.h>

/* The average of some measurements. One comparison goes too far. */
#define COUNT 5

static int measurements[COUNT] = { 12, 7, 9, 15, 11 };

static int average(const int *values, int count)
{
    int sum = 0;
    for (int i = 0; i <= count; i++)
        sum += values[i];
    return sum / count;
}

int main(void)
{
    printf("%d\n", average(measurements, COUNT));
    return 0;
}
