#include <stdio.h>
#include <string.h>

static void bubble(int *a, int n)
{
    int swapped;
    do {
        swapped = 0;
        for (int i = 1; i < n; i++)
            if (a[i - 1] > a[i]) { int t = a[i]; a[i] = a[i - 1]; a[i - 1] = t; swapped = 1; }
    } while (swapped);
}
static void quick(int *lo, int *hi)
{
    int *l = lo, *h = hi, pivot;
    if (lo >= hi) return;
    pivot = lo[(hi - lo) / 2];
    do {
        while (*l < pivot) l++;
        while (*h > pivot) h--;
        if (l <= h) { int t = *l; *l++ = *h; *h-- = t; }
    } while (l <= h);
    quick(lo, h);
    quick(l, hi);
}
static void merge_sort(int *a, int n, int *tmp)
{
    int m = n / 2, i = 0, j = m, k = 0;
    if (n < 2) return;
    merge_sort(a, m, tmp);
    merge_sort(a + m, n - m, tmp);
    while (i < m || j < n)
        tmp[k++] = j >= n || (i < m && a[i] <= a[j]) ? a[i++] : a[j++];
    memcpy(a, tmp, n * sizeof *a);
}

int main(void)
{
    int data[3][12], tmp[12], i, j;
    unsigned seed = 7;
    for (i = 0; i < 12; i++) {
        seed = seed * 1103515245u + 12345u;
        data[0][i] = data[1][i] = data[2][i] = (int)(seed >> 16 & 0xff) - 100;
    }
    bubble(data[0], 12);
    quick(data[1], data[1] + 11);
    merge_sort(data[2], 12, tmp);
    for (j = 0; j < 3; j++) {
        for (i = 0; i < 12; i++)
            printf("%d ", data[j][i]);
        printf("\n");
    }
    return 0;
}
