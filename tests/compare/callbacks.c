// options: --function sort
// expect: same within bounds
#include <stdlib.h>
static int order(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}
void sort(int a[3]) { qsort(a, 3, sizeof(int), order); }
