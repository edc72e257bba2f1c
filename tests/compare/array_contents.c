// expect: differs: leaves 0 in `a[0]` instead of 1
void reverse(int *a, int n)
{
    for (int i = 0; i < n / 2 - 1; i++) {
        int held = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = held;
    }
}
