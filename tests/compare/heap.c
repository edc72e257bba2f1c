// expect: same
#include <stdlib.h>
//@ requires 0 < n && n <= 3;
int last(int n, int value)
{
    int *copies = malloc(n * sizeof *copies);
    if (!copies)
        return value;
    for (int i = 0; i < n; i++)
        copies[i] = value;
    int result = copies[n - 1];
    free(copies);
    return result;
}
