/* Sorts by insertion. */
//@ requires n >= 0;
//@ ensures \forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1];
void sort(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int value = a[i];
        int j = i;
        while (j > 0 && a[j - 1] > value) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = value;
    }
}
