// expect: same within bounds
//@ requires 0 <= n && n <= 3;
void sort(int *a, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && a[k - 1] > a[k]; k--) {
            int held = a[k];
            a[k] = a[k - 1];
            a[k - 1] = held;
        }
}
