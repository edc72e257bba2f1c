/* The median of the first n numbers of a, which should be sorted on the way; of an even number of them the lower one. */
int swaps;

//@ requires n > 0;
int median(int *a, int n) {
    for (int i = 1; i < n; i++) {
        for (int j = i; j > 1 && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
            swaps++;
        }
    }
    return a[(n - 1) / 2];
}
