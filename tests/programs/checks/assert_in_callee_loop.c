#include <assert.h>

static void below(const int *a, int n, int limit)
{
    for (int i = 0; i < n; i++)
        assert(a[i] < limit); //~ assert@9: assertion failed: a[i] < limit
}

int main(void)
{
    int a[] = { 1, 2, 9, 3 };
    below(a, 2, 5);
    below(a, 4, 5);
    return 0;
}
