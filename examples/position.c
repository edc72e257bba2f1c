/* Where a number stands in a sorted array, or -1. */

/*@ requires 0 <= n <= 6 && \valid(a + (0 .. n - 1));
    requires \forall integer k; 0 < k < n ==> a[k - 1] <= a[k];
    ensures \result == -1 ==> (\forall integer k; 0 <= k < n ==> a[k] != x);
    ensures \result != -1 ==> 0 <= \result < n && a[\result] == x; */
int position(const int *a, int n, int x)
{
    int low = 0, high = n - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (a[middle] == x)
            return middle;
        if (a[middle] < x)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return -1;
}
