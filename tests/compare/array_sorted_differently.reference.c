//@ requires 0 <= n && n <= 3;
void sort(int *a, int n)
{
    for (int i = 0; i < n; i++) {
        int least = i;
        for (int k = i + 1; k < n; k++)
            if (a[k] < a[least])
                least = k;
        int held = a[i];
        a[i] = a[least];
        a[least] = held;
    }
}
