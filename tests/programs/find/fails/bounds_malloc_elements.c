// find: fails kind=bounds line=15 function=squares
// input: n=3
// passing input: n=0
#include <stdlib.h>

/* The size is in bytes, not in elements. */
//@ requires 0 <= n && n <= 5;
int squares(int n)
{
    int *list = malloc(n * 2 + 2);
    int sum = 0;
    if (!list)
        return 0;
    for (int i = 0; i < n; i++) {
        list[i] = i * i;
        sum += list[i];
    }
    free(list);
    return sum;
}
