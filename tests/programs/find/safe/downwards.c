// find: safe function=last_index
// input: a=[7, 8, 7]; n=3; key=7
// input: a=[1]; n=1; key=2
#include <stddef.h>

/* Counting down with a type that has no negative numbers. */
//@ requires n <= 4 && \valid(a + (0..n-1));
ptrdiff_t last_index(const int *a, size_t n, int key)
{
    for (size_t i = n; i-- > 0;)
        if (a[i] == key)
            return (ptrdiff_t)i;
    return -1;
}
