/* How often a value occurs, and where it occurs last. */
#include <stddef.h>

static const int *last_of(const int *a, int n, int value)
{
    const int *last = NULL;
    for (const int *p = a; p <= a + n; p++) {
        if (*p == value)
            last = p;
    }
    return last;
}

static int count_up_to(const int *a, const int *end, int value)
{
    int count = 0;
    for (const int *p = a; p < end; p++) {
        if (*p == value)
            count++;
    }
    return count;
}

/*@ requires 0 <= n <= 5 && \valid_read(a + (0 .. n - 1));
    ensures 0 <= \result <= n;
    ensures \result > 0 <==> (\exists integer k; 0 <= k < n && a[k] == value); */
int occurrences(const int *a, int n, int value)
{
    const int *last = last_of(a, n, value);
    if (last == NULL)
        return 0;
    return count_up_to(a, last + 1, value);
}
