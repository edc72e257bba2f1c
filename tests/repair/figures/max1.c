//@ requires n > 0;
//@ ensures \forall int k; 0 <= k < n ==> \result >= a[k];
//@ ensures \exists int k; 0 <= k < n && \result == a[k];
int Max(int a[], int n) {
    int i, s;
    i = 1;
    s = a[0];
    while (i < n) {
        if (s >= a[i])
            s = a[i];
        i = i + 1;
    }
    return s;
}
