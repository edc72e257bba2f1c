#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    const int *x = a, *y = b;
    return x[0] - y[4]; //~ bounds@19: read of 4 bytes, 12 bytes past the end of a[3]
}

int main(void)
{
    int a[3] = { 3, 1, 2 };
    qsort(a, 3, sizeof *a, compare);
    return 0;
}
