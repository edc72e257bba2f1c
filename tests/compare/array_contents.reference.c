void reverse(int *a, int n)
{
    for (int i = 0; i < n / 2; i++) {
        int held = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = held;
    }
}
